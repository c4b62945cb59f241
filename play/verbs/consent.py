"""What the others have to consent to: a win (B10), an end, taking back, going on without somebody, quiet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from cards.rules.limits import clean_line
from play.console.values import Around, Do, Parsed, ReadLine, Word, of_player
from play.table import events as e
from play.table.command import Facts, Moment, SeatCommand
from play.table.limits import UNDO_MAX, WHY_MAX, ask_first
from play.table.narration import Narration, line, reason
from play.table.questions import ENDS, ask, concerned, others_here
from play.table.state import AskedOfTable, Table
from play.table.undoable import is_ones_own, taken_back
from play.verbs.fields import SEAT, Field, number, text
from play.verbs.offers import Asks, At, Button, Form, FormAt, OnOtherSeat, OnOwnSeat, OnQuestion, OnTurn, sending
from play.verbs.verb import Sent, Verb, When
from studio.kernel.messages import Message, message, series
from studio.kernel.refusals import Refused

ABOUT_SOMEBODY: tuple[AskedOfTable, ...] = ("without", "remove", "mute", "unmute")


@dataclass(frozen=True, slots=True)
class AskTable(SeatCommand):
    """Put something to the others: win (`words` say why), abandon, undo (`to` an entry); without, remove, mute and
    unmute name a `target`."""

    about: AskedOfTable
    target: int = 0
    to: int = 0
    words: str = ""
    confirmed: bool = False


def ask_table(table: Table, command: AskTable, moment: Moment) -> Facts:
    """Everybody else who is here must agree; to an end of the game those who are away, too, whenever they are back.

    Where all the others are away, taking a move back waits for them as well; a trifle of one's own waits for nobody.
    Whoever is alone at the table is asked before their word alone is a win.
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
        before = _check_undo(command, moment)
        if is_ones_own(moment.since(command.to), command.seat):
            return taken_back(table, command.to, before, moment.luck, command.seat)
    asked = others_here(table, moment, besides)
    if command.about in ENDS or (command.about == "undo" and not asked):
        asked = concerned(table, moment, command.seat)
    is_alone = command.about == "win" and not asked
    noted = ask_first(command.seat, command.confirmed, ["ask.win_alone"] if is_alone else [])
    put = ask(table, command.about, command.seat, asked, moment, target=command.target, to=command.to, words=words)
    return (*noted, *put)


def _check_somebody(table: Table, command: AskTable, moment: Moment) -> None:
    who = table.seat(command.target)
    if who is None or command.target == command.seat:
        raise Refused("seat.none")
    if command.about == "without" and command.target not in moment.away and who.member is not None:
        raise Refused("elector.not_away")
    if command.about != "without" and who.member is None:
        raise Refused("seat.none")


def _check_undo(command: AskTable, moment: Moment) -> Table:
    """The table to go back to. Never past what somebody has seen, nor further back than is remembered."""
    if moment.back_to is None or command.to < 1:
        raise Refused("undo.none")
    if command.to < moment.spilled_at():
        if moment.spilled_at() <= moment.oldest():
            raise Refused("undo.far", most=UNDO_MAX)
        raise Refused("undo.revealed")
    return moment.back_to(command.to)  # refused now rather than when everybody has agreed


def tell(fact: e.GoneOnWithout | e.Muted | e.TakenBack | e.GameWon | e.GameAbandoned) -> Narration:
    """What was agreed, and done."""
    match fact:
        case e.GoneOnWithout(who=who):
            return line(0, message("The others go on without {who}"), "people", about=who)
        case e.Muted(who=who, is_muted=is_muted):
            words = message("is to be quiet for a while") if is_muted else message("may speak again")
            return line(who, words, "people")
        case e.TakenBack(by=by):
            return line(by, message("took that back") if by else message("That was taken back"), "turn")
        case e.GameWon(winners=won):
            first, about, *besides = (*won, 0, 0)
            return line(first, _won(fact), "turn", about=about, besides=[seat for seat in besides if seat])
        case e.GameAbandoned():
            return line(0, message("The game ends here"), "turn")
        case _:
            assert_never(fact)


def _won(fact: e.GameWon) -> Message:
    """A team wins together (V1), and is named together; what nobody agreed to is said to be somebody's own word."""
    why = reason(fact)
    if fact.how == "alone":
        words = (
            message("is alone at the table and claims the win: {why}")
            if why
            else message("is alone at the table and claims the win")
        )
    elif len(fact.winners) > 1:
        words = message("wins together with {who}: {why}") if why else message("wins together with {who}")
    else:
        words = message("wins: {why}") if why else message("wins")
    return words.given(why=why) if why else words


def _typed_win(around: Around, rest: str, sure: bool) -> Parsed:
    return Do((AskTable(around.me, "win", words=rest, confirmed=sure),))


def _typed_abandon(around: Around, rest: str, sure: bool) -> Parsed:
    return Do((AskTable(around.me, "abandon", words=rest, confirmed=sure),))


def _typed_undo(around: Around, rest: str, sure: bool) -> Parsed:
    return Do((AskTable(around.me, "undo", to=around.back(), confirmed=sure),))


def _about(about: AskedOfTable) -> ReadLine:
    return of_player(lambda me, whom: AskTable(me, about, whom))


# --- offered ----------------------------------------------------------------------------------------------------------


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
        asked = message("Nobody need be asked.") if at.is_own else message("The others are asked.")
        hint = series([at.undone, asked], "sentences")
        yield Button(message("Undo"), "quiet", sending(to=at.back), hint=hint)


def _without(at: OnOtherSeat) -> Iterator[Button]:
    is_missed = at.seat.is_playing and not at.seat.is_out and at.seat.member is not None and not at.is_there
    if at.now.state == "playing" and is_missed:
        yield Button(message("Go on without them"), "quiet", sending(target=at.seat.number))


def _mover(at: OnTurn) -> Iterator[Button]:
    """Where all look: whoever is to move is away."""
    if at.missing:
        yield Button(message("Go on without {who}", who=at.missed), "line", sending(target=at.missing))


def _waits_for(at: OnQuestion) -> Iterator[Button]:
    """Beside what waits for somebody who is away, until that is asked."""
    asked = {question.target for question in at.now.questions if question.about == "without"}
    is_held_up = at.now.me and at.now.state == "playing" and at.question.about in (*ENDS, "undo")
    for seat, name in at.missed if is_held_up else ():
        if seat not in asked:
            yield Button(message("Go on without {who}", who=name), "line", sending(target=seat))


def _leave(at: OnOtherSeat) -> Iterator[Button]:
    if _is_met(at) and at.others:
        yield Button(message("Ask them to leave the table"), "quiet", sending(target=at.seat.number))


def _quiet(at: OnOtherSeat) -> Iterator[Button]:
    if _is_met(at) and at.others and not at.seat.is_muted:
        yield Button(message("Ask for some quiet"), "quiet", sending(target=at.seat.number))


def _heard(at: OnOtherSeat) -> Iterator[Button]:
    if _is_met(at) and at.seat.is_muted:
        yield Button(message("Ask to hear them again"), "quiet", sending(target=at.seat.number))


def _is_met(at: OnOtherSeat) -> bool:
    return at.seat.member is not None and at.now.state != "over"


WHY = Field(text, "")


def _sent(name: str, about: AskedOfTable, fields: Mapping[str, Field], **offered: Any) -> Sent:
    return Sent(name, fields, confirms=True, fixed=(("about", about),), **offered)


VERBS = (
    Verb(
        AskTable, ask_table, When.ANY_TIME,
        sent=(
            _sent("claim", "win", {"words": WHY}, forms=(FormAt(OnOwnSeat, 10, _claim),)),
            _sent("abandon", "abandon", {"words": WHY}, buttons=(At(OnOwnSeat, 50, _end),)),
            _sent("undo", "undo", {"to": Field(number)}, buttons=(At(OnTurn, 40, _back),)),
            _sent("without", "without", {"target": SEAT},
                  buttons=(At(OnTurn, 5, _mover), At(OnOtherSeat, 70, _without), At(OnQuestion, 20, _waits_for))),
            _sent("remove", "remove", {"target": SEAT, "words": WHY}, buttons=(At(OnOtherSeat, 60, _leave),)),
            _sent("mute", "mute", {"target": SEAT, "words": WHY}, buttons=(At(OnOtherSeat, 50, _quiet),)),
            _sent("unmute", "unmute", {"target": SEAT}, buttons=(At(OnOtherSeat, 50, _heard),)),
        ),
        words=(
            Word("win", "win why", message("Claim the win, naming why. The others agree or do not."), _typed_win),
            Word("abandon", "abandon [why]", message("Ask the others to end the game here."), _typed_abandon),
            Word("undo", "undo",
                 message("Take the last move back. The others are asked, unless it was a trifle of yours."),
                 _typed_undo),
            Word("without", "without P", message("Go on without somebody who is away."), _about("without"), "player"),
            Word("remove", "remove P", message("Ask somebody to leave the table."), _about("remove"), "player"),
            Word("quiet", "quiet P", message("Ask for some quiet from somebody."), _about("mute"), "player"),
            Word("hear", "hear P", message("Ask to hear somebody again."), _about("unmute"), "player"),
        ),
    ),
)  # fmt: skip
