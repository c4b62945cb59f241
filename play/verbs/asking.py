"""What is asked of others, and answered: hands (B8), wins (B10), undo, going on without somebody, quiet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never, get_args

from cards.rules.limits import clean_line
from play.console.values import Around, Do, Parsed, Word
from play.table import events as e
from play.table.command import Facts, Moment, SeatCommand
from play.table.dealing import players
from play.table.evolve import fold
from play.table.limits import DRAW_MAX, UNDO_MAX, WHY_MAX
from play.table.narration import Line, line, reason
from play.table.questions import ENDS, ask, concerned, others_here, settled
from play.table.state import AskedOfHand, AskedOfTable, Table
from play.table.turns import is_playing, knocked_out
from play.verbs.fields import COUNT, SEAT, Field, flag, number, one_of, text
from play.verbs.offers import Asks, At, Button, Form, FormAt, OnOtherSeat, OnOwnSeat, OnQuestion, OnTurn, sending
from play.verbs.verb import Sent, Verb, When
from studio.kernel.messages import message, series
from studio.kernel.refusals import Refused

ABOUT_SOMEBODY: tuple[AskedOfTable, ...] = ("without", "remove", "mute", "unmute")


@dataclass(frozen=True, slots=True)
class AskHand(SeatCommand):
    """Look into somebody's hand, take a chosen card, or take a random one: its owner is asked (B8)."""

    of: int
    what: AskedOfHand
    count: int = 1


@dataclass(frozen=True, slots=True)
class AnswerQuestion(SeatCommand):
    """Yes or no; whoever asked takes the question back with a no."""

    question: int
    is_yes: bool


@dataclass(frozen=True, slots=True)
class KnockOut(SeatCommand):
    """One's own word is enough for oneself; somebody else is asked, and while they are away all others are (B10)."""

    who: int


@dataclass(frozen=True, slots=True)
class AskTable(SeatCommand):
    """Put something to the others: win (`words` say why), abandon, undo (`to` an entry); without, remove, mute and
    unmute name a `target`."""

    about: AskedOfTable
    target: int = 0
    to: int = 0
    words: str = ""


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


def ask_table(table: Table, command: AskTable, moment: Moment) -> Facts:
    """Everybody else who is here must agree; to an end of the game those who are away, too, whenever they are back.

    Where all the others are away, taking a move back waits for them as well.
    """
    if table.state == "over" or (table.state == "gathering" and command.about in ("win", "abandon", "undo")):
        raise Refused("table.over" if table.state == "over" else "table.not_begun")
    if table.paused_by is not None and command.about in ("undo", "win"):
        raise Refused("table.paused", proposal=table.paused_by)
    words = clean_line(command.words)
    if len(words) > WHY_MAX:
        raise Refused("words.long", limit=WHY_MAX)
    mine = table.seat(command.seat)
    is_muted = mine is not None and mine.is_muted
    if words and is_muted:
        raise Refused("seat.muted")
    if command.about == "win" and not words and not is_muted:
        raise Refused("win.why")
    besides = {command.seat}
    if command.about in ABOUT_SOMEBODY:
        _check_somebody(table, command, moment)
        besides.add(command.target)
    if command.about == "undo":
        _check_undo(command, moment)
    asked = others_here(table, moment, besides)
    if command.about in ENDS or (command.about == "undo" and not asked):
        asked = concerned(table, moment, command.seat)
    return ask(table, command.about, command.seat, asked, moment, target=command.target, to=command.to, words=words)


def answer(table: Table, command: AnswerQuestion, moment: Moment) -> Facts:
    question = next((q for q in table.questions if q.number == command.question), None)
    if question is None:
        raise Refused("question.closed")
    if command.seat == question.by and not command.is_yes:
        return (e.QuestionClosed(question.number, False),)  # whoever asked takes it back
    if command.seat not in question.seats:
        raise Refused("question.not_yours")
    said = e.QuestionAnswered(question.number, command.seat, command.is_yes)
    return (said, *settled(fold(table, (said,)), moment))


def _spoken_for(table: Table, moment: Moment, who: int, by: int) -> frozenset[int]:
    """Whoever it is about when they are here, else everybody else who is (B8)."""
    seat = table.seat(who)
    is_here = seat is not None and seat.member is not None and who not in moment.away
    return frozenset({who}) if is_here else others_here(table, moment, {by, who})


def _check_somebody(table: Table, command: AskTable, moment: Moment) -> None:
    who = table.seat(command.target)
    if who is None or command.target == command.seat:
        raise Refused("seat.none")
    if command.about == "without" and command.target not in moment.away and who.member is not None:
        raise Refused("elector.not_away")
    if command.about != "without" and who.member is None:
        raise Refused("seat.none")


def _check_undo(command: AskTable, moment: Moment) -> None:
    """Never past something that somebody has seen, nor further back than is remembered."""
    if moment.back_to is None or command.to < 1:
        raise Refused("undo.none")
    if command.to < moment.spilled_at():
        if moment.spilled_at() <= moment.oldest():
            raise Refused("undo.far", most=UNDO_MAX)
        raise Refused("undo.revealed")
    moment.back_to(command.to)  # refused now rather than when everybody has agreed


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


def tell(before: Table, fact: e.QuestionAsked | e.QuestionAnswered | e.QuestionClosed) -> Line | None:
    match fact:
        case e.QuestionAsked(question=question):
            words = _ASKS[question.about]
            if question.words:
                words = _ASKS_WHY[question.about].given(why=question.words)
            return line(question.by, words, "people", about=question.target)
        case e.QuestionAnswered(seat=seat, is_yes=is_yes):
            return line(seat, message("agrees") if is_yes else message("does not agree"), "people")
        case e.QuestionClosed(number=number, is_yes=is_yes):
            asked = next((q for q in before.questions if q.number == number), None)
            if is_yes or asked is None:
                return None
            is_late = asked.about == "undo" and asked.seats and not asked.seats - asked.yes
            late = message("It stays as it is: something has been seen since then, or it is too long ago")
            return line(0, late if is_late else message("It stays as it is"), "people")
        case _:
            assert_never(fact)


def tell_outcome(fact: e.GoneOnWithout | e.Muted | e.TakenBack | e.GameWon | e.GameAbandoned) -> Line:
    """What was agreed, and done."""
    match fact:
        case e.GoneOnWithout(who=who):
            return line(0, message("The others go on without {who}"), "people", about=who)
        case e.Muted(who=who, is_muted=is_muted):
            words = message("is to be quiet for a while") if is_muted else message("may speak again")
            return line(who, words, "people")
        case e.TakenBack():
            return line(0, message("That was taken back"), "turn")
        case e.GameWon(winners=won):
            why = reason(fact)
            return line(won[0] if won else 0, message("wins: {why}", why=why) if why else message("wins"), "turn")
        case e.GameAbandoned():
            return line(0, message("The game ends here"), "turn")
        case _:
            assert_never(fact)


def _typed_win(around: Around, rest: str, sure: bool) -> Parsed:
    return Do((AskTable(around.me, "win", words=rest),))


# --- offered ---------------------------------------------------------------------------------------------------------


def _hand_of(at: OnOtherSeat) -> Iterator[Button]:
    if at.seat.is_playing and at.seat.hand is not None and at.seat.hand.count:
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
    if at.seat.is_playing and not at.seat.is_out:
        yield Button(message("Out of the game"), "quiet", sending(who=at.seat.number), hint=message("They are asked"))


def _claim(at: OnOwnSeat) -> Iterator[Form]:
    if at.may_act:
        how = () if at.me.is_muted else (Asks("words", message("How"), "text", most=WHY_MAX),)
        hint = message("The others are asked whether they agree.")
        yield Form(message("I have won"), message("Claim the win"), how, hint=hint)


def _end(at: OnOwnSeat) -> Iterator[Button]:
    if at.now.state == "playing":
        yield Button(message("End the game here"), "quiet", hint=message("The others are asked"))


def _back(at: OnTurn) -> Iterator[Button]:
    if at.undone is not None:
        hint = series([at.undone, message("The others are asked.")], "sentences")
        yield Button(message("Take that back"), "quiet", sending(to=at.back), hint=hint)


def _without(at: OnOtherSeat) -> Iterator[Button]:
    if at.now.state == "playing" and at.seat.is_playing and not at.seat.is_out and not at.is_there:
        yield Button(message("Go on without them"), "quiet", sending(target=at.seat.number))


def _leave(at: OnOtherSeat) -> Iterator[Button]:
    if _is_met(at):
        yield Button(message("Ask them to leave the table"), "quiet", sending(target=at.seat.number))


def _quiet(at: OnOtherSeat) -> Iterator[Button]:
    if _is_met(at) and not at.seat.is_muted:
        yield Button(message("Ask for some quiet"), "quiet", sending(target=at.seat.number))


def _heard(at: OnOtherSeat) -> Iterator[Button]:
    if _is_met(at) and at.seat.is_muted:
        yield Button(message("Ask to hear them again"), "quiet", sending(target=at.seat.number))


def _is_met(at: OnOtherSeat) -> bool:
    return at.seat.member is not None and at.now.state != "over"


WHY = Field(text, "")

VERBS = (
    Verb(
        AskHand, ask_hand,
        sent=(
            Sent("ask_hand", {"of": SEAT, "what": Field(one_of(*get_args(AskedOfHand))),
                              "count": COUNT}, buttons=(At(OnOtherSeat, 10, _hand_of),)),
        ),
    ),
    Verb(
        AnswerQuestion, answer, When.ANY_TIME,
        sent=(
            Sent("answer", {"question": Field(number), "yes": Field(flag, ..., "is_yes")},
                 buttons=(At(OnQuestion, 10, _answers),)),
        ),
    ),
    Verb(
        KnockOut, knock_out,
        sent=(Sent("knock_out", {"who": SEAT}, buttons=(At(OnOwnSeat, 40, _out_oneself), At(OnOtherSeat, 40, _out))),),
    ),
    Verb(
        AskTable, ask_table, When.ANY_TIME,
        sent=(
            Sent("claim", {"words": WHY}, fixed=(("about", "win"),), forms=(FormAt(OnOwnSeat, 10, _claim),)),
            Sent("abandon", {"words": WHY}, fixed=(("about", "abandon"),), buttons=(At(OnOwnSeat, 50, _end),)),
            Sent("undo", {"to": Field(number)}, fixed=(("about", "undo"),), buttons=(At(OnTurn, 40, _back),)),
            Sent("without", {"target": SEAT}, fixed=(("about", "without"),), buttons=(At(OnOtherSeat, 70, _without),)),
            Sent(
                "remove", {"target": SEAT, "words": WHY}, fixed=(("about", "remove"),),
                buttons=(At(OnOtherSeat, 60, _leave),),
            ),
            Sent(
                "mute", {"target": SEAT, "words": WHY}, fixed=(("about", "mute"),),
                buttons=(At(OnOtherSeat, 50, _quiet),),
            ),
            Sent("unmute", {"target": SEAT}, fixed=(("about", "unmute"),), buttons=(At(OnOtherSeat, 50, _heard),)),
        ),
        words=(Word("win", "win why", message("Claim the win, naming why. The others agree or do not."), _typed_win),),
    ),
)  # fmt: skip
