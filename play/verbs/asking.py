"""What is asked of one other, and every answer: hands (B8), and whether somebody is out of the game (B10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never, get_args

from cards.rules.limits import clean_line
from play.console.values import Around, Do, Parsed, ReadLine, Word, number_in, of_player, seat_named
from play.table import events as e
from play.table.command import Facts, Moment, SeatCommand
from play.table.dealing import players
from play.table.evolve import fold
from play.table.limits import DRAW_MAX, WHY_MAX
from play.table.narration import Narration, line
from play.table.questions import ask, others_here, settled
from play.table.state import AskedOfHand, Table
from play.table.turns import is_playing, knocked_out
from play.verbs.fields import COUNT, SEAT, Field, flag, number, one_of, text
from play.verbs.offers import Asks, At, Button, Form, FormAt, OnOtherSeat, OnOwnSeat, OnQuestion, sending
from play.verbs.verb import Sent, Verb, When
from studio.kernel.messages import message, series
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class AskHand(SeatCommand):
    """Look into somebody's hand, take a chosen card, or take a random one: its owner is asked (B8)."""

    of: int
    what: AskedOfHand
    count: int = 1


@dataclass(frozen=True, slots=True)
class AnswerQuestion(SeatCommand):
    """Yes or no, and why (`words`), if one likes; whoever asked takes the question back with a no."""

    question: int
    is_yes: bool
    words: str = ""


@dataclass(frozen=True, slots=True)
class KnockOut(SeatCommand):
    """One's own word is enough for oneself; somebody else is asked, and while they are away all others are (B10)."""

    who: int


def ask_hand(table: Table, command: AskHand, moment: Moment) -> Facts:
    """Its owner is asked; when the owner is away, all others are (B8)."""
    owner = table.seat(command.of)
    if owner is None or command.of == command.seat or owner not in players(table):
        raise Refused("seat.none")
    if not 1 <= command.count <= DRAW_MAX:
        raise Refused("count.amiss", most=DRAW_MAX)
    if not table.zones.get(table.hand_of(command.of)):
        raise Refused("zone.empty")
    asked = _spoken_for(table, moment, command.of, command.seat)
    return ask(table, command.what, command.seat, asked, moment, target=command.of, count=command.count)


def knock_out(table: Table, command: KnockOut, moment: Moment) -> Facts:
    """Whoever it is about agrees, or all others while they are away: nobody alone makes themselves the last one."""
    if not is_playing(table, command.who):
        raise Refused("seat.none")
    if command.who == command.seat:
        return knocked_out(table, command.seat, command.who)
    asked = _spoken_for(table, moment, command.who, command.seat)
    return ask(table, "knock_out", command.seat, asked, moment, target=command.who)


def answer(table: Table, command: AnswerQuestion, moment: Moment) -> Facts:
    question = next((q for q in table.questions if q.number == command.question), None)
    if question is None:
        raise Refused("question.closed")
    if command.seat == question.by and not command.is_yes:
        return (e.QuestionClosed(question.number, False),)  # whoever asked takes it back
    if command.seat not in question.seats:
        raise Refused("question.not_yours")
    said = e.QuestionAnswered(question.number, command.seat, command.is_yes, _why(table, command))
    return (said, *settled(fold(table, (said,)), moment))


def _why(table: Table, command: AnswerQuestion) -> str:
    """Their words for it. Somebody who was asked for some quiet answers without any."""
    words, mine = clean_line(command.words), table.seat(command.seat)
    if len(words) > WHY_MAX:
        raise Refused("words.long", limit=WHY_MAX)
    if words and mine is not None and mine.is_muted:
        raise Refused("seat.muted")
    return words


def _spoken_for(table: Table, moment: Moment, who: int, by: int) -> frozenset[int]:
    """Whoever it is about when they are here, else everybody else who is (B8)."""
    seat = table.seat(who)
    is_here = seat is not None and seat.member is not None and who not in moment.away
    return frozenset({who}) if is_here else others_here(table, moment, {by, who})


# --- told -------------------------------------------------------------------------------------------------------------

_ASKS = {
    "hand_look": message("asks to look into {who}'s hand"),
    "hand_take": message("asks to take a card from {who}'s hand"),
    "hand_random": message("asks for a random card from {who}'s hand"),
    "knock_out": message("asks whether {who} is out of the game"),
    "undo": message("asks to take that back"),
    "win": message("claims the win"),
    "abandon": message("asks to end the game here"),
    "without": message("asks to go on without {who}"),
    "remove": message("asks {who} to leave the table"),
    "mute": message("asks for quiet from {who}"),
    "unmute": message("asks to hear {who} again"),
}
_ASKS_WHY = {
    "undo": message("asks to take that back: {why}"),
    "win": message("claims the win: {why}"),
    "abandon": message("asks to end the game here: {why}"),
    "without": message("asks to go on without {who}: {why}"),
    "remove": message("asks {who} to leave the table: {why}"),
    "mute": message("asks for quiet from {who}: {why}"),
    "unmute": message("asks to hear {who} again: {why}"),
}


def tell(before: Table, fact: e.QuestionAsked | e.QuestionAnswered | e.QuestionClosed) -> Narration | None:
    match fact:
        case e.QuestionAsked(question=question):
            words = _ASKS[question.about]
            if question.words:
                words = _ASKS_WHY[question.about].given(why=question.words)
            return line(question.by, words, "people", about=question.target)
        case e.QuestionAnswered(seat=seat, is_yes=is_yes, words=why):
            said = message("agrees") if is_yes else message("does not agree")
            if why:
                said = message("agrees: {why}", why=why) if is_yes else message("does not agree: {why}", why=why)
            return line(seat, said, "people")
        case e.QuestionClosed(number=number, is_yes=is_yes):
            asked = next((q for q in before.questions if q.number == number), None)
            if is_yes or asked is None:
                return None
            is_late = asked.about == "undo" and asked.seats and not asked.seats - asked.yes
            late = message("It stays as it is: something has been seen since then, or it is too long ago")
            return line(0, late if is_late else message("It stays as it is"), "people")
        case _:
            assert_never(fact)


# --- typed -----------------------------------------------------------------------------------------------------------


def _typed_ask(what: AskedOfHand) -> ReadLine:
    def read(around: Around, rest: str, sure: bool) -> Parsed:
        whom, _, many = rest.rpartition(" ")
        count = number_in(many) if whom else None
        seat = seat_named(around, whom if count is not None else rest)
        return Do((AskHand(around.me, seat.number, what, count if count is not None else 1),))

    return read


def _typed_answer(is_yes: bool) -> ReadLine:
    """To the question of that number, or the only one that waits for this seat. The rest says why."""

    def read(around: Around, rest: str, sure: bool) -> Parsed:
        waiting = [q.number for q in around.sight.questions if q.is_mine_to_answer or (q.is_mine and not is_yes)]
        first, _, why = rest.partition(" ")
        number = number_in(first)
        if number is None or (why and number not in waiting):  # "12 are not enough"
            number, why = waiting[0] if len(waiting) == 1 else None, rest
        if number is None:
            among = series(map(str, waiting), "comma")
            raise Refused("text.questions", among=among) if waiting else Refused("text.no_question")
        return Do((AnswerQuestion(around.me, number, is_yes, why.strip()),))

    return read


# --- offered ---------------------------------------------------------------------------------------------------------


def _hand_of(at: OnOtherSeat) -> Iterator[Button]:
    if at.seat.is_playing and at.seat.hand is not None and at.seat.hand.count and (at.is_there or at.others):
        whose = at.seat.number
        yield Button(message("Ask to look into the hand"), fields=sending(of=whose, what="hand_look"))
        yield Button(message("Ask for a card of your choice"), fields=sending(of=whose, what="hand_take"))
        yield Button(message("Ask for a random card"), fields=sending(of=whose, what="hand_random"))


def _answers(at: OnQuestion) -> Iterator[Button]:
    question = at.question
    if question.is_mine_to_answer:
        yes = _YES.get(question.about, message("Agreed"))
        if question.about == "knock_out" and question.target == at.now.me:
            yes = message("I am out")
        yield Button(yes, "hot", sending(question=question.number, yes=1))
        yield Button(message("No", "answer"), fields=sending(question=question.number, yes=0))
    elif question.is_mine:
        yield Button(message("Never mind"), fields=sending(question=question.number, yes=0))


def _no_because(at: OnQuestion) -> Iterator[Form]:
    """Somebody whose words are asked for rather later says no without any."""
    if at.question.is_mine_to_answer and at.now.mine is not None and not at.now.mine.is_muted:
        why = Asks("words", message("Why not"), "text", most=WHY_MAX)
        yield Form(
            message("No, because …"), message("No", "answer"), (why,), sending(question=at.question.number, yes=0)
        )


_YES = {
    "win": message("They have won"),
    "knock_out": message("They are out"),
    "hand_look": message("Let them look"),
    "hand_take": message("Let them take it"),
    "hand_random": message("Go on"),
}


def _out_oneself(at: OnOwnSeat) -> Iterator[Button]:
    yield Button(message("I am out of the game"), "quiet", sending(who=at.now.me))


def _out(at: OnOtherSeat) -> Iterator[Button]:
    if at.seat.is_playing and not at.seat.is_out and (at.is_there or at.others):
        yield Button(message("Out of the game"), "quiet", sending(who=at.seat.number), hint=message("They are asked"))


VERBS = (
    Verb(
        AskHand, ask_hand,
        sent=(
            Sent("ask_hand", {"of": SEAT, "what": Field(one_of(*get_args(AskedOfHand))),
                              "count": COUNT}, buttons=(At(OnOtherSeat, 10, _hand_of),)),
        ),
        words=(
            Word("askcard", "askcard P [number]", message("Ask somebody for a card of your choice."),
                 _typed_ask("hand_take"), "player"),
            Word("askrandom", "askrandom P [number]", message("Ask somebody for a card at random."),
                 _typed_ask("hand_random"), "player"),
        ),
    ),
    Verb(
        AnswerQuestion, answer, When.ANY_TIME,
        sent=(
            Sent("answer", {"question": Field(number), "yes": Field(flag, ..., "is_yes"), "words": Field(text, "")},
                 buttons=(At(OnQuestion, 10, _answers),), forms=(FormAt(OnQuestion, 10, _no_because),)),
        ),
        words=(
            Word("yes", "yes [N] [why]", message("Agree to what you are asked."), _typed_answer(True)),
            Word("no", "no [N] [why]", message("Do not agree to it, and why; or ask no longer yourself."),
                 _typed_answer(False)),
        ),
    ),
    Verb(
        KnockOut, knock_out,
        sent=(Sent("knock_out", {"who": SEAT}, buttons=(At(OnOwnSeat, 40, _out_oneself), At(OnOtherSeat, 40, _out))),),
        words=(Word("out", "out [P]", message("You are out of the game; or ask whether somebody is."),
                    of_player(KnockOut, is_me=True), "player"),),
    ),
)  # fmt: skip
