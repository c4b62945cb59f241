"""Phases and turns: ending them, leaving one out, giving one more, coming back into the game (B2, B10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from cards.rules.decision import TableSetting
from cards.rules.kit import DVORAK
from play.console.values import Word, by_itself, of_player
from play.table import events as e
from play.table.command import Facts, Moment, SeatCommand
from play.table.dealing import players
from play.table.limits import ask_first, can_draw, draws_due, over_the_limit, phase_of
from play.table.narration import Narration, line, phase_name
from play.table.state import RuleText, Seat, Table
from play.table.turns import next_turn
from play.verbs.fields import SEAT
from play.verbs.offers import At, Button, OnOtherSeat, OnOwnSeat, OnTurn, sending
from play.verbs.verb import Sent, Verb
from studio.kernel.messages import Slot, message, number_word
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class EndPhase(SeatCommand):
    """On to the next part of the turn; after the last one the turn ends."""

    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class EndTurn(SeatCommand):
    """What is still to do in it is asked about."""

    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class SkipTurn(SeatCommand):
    """Somebody's next turn is left out."""

    who: int


@dataclass(frozen=True, slots=True)
class ExtraTurn(SeatCommand):
    """Before the next player's."""

    who: int


@dataclass(frozen=True, slots=True)
class ComeBack(SeatCommand):
    """Somebody knocked out is in the game again."""

    who: int


def end_phase(table: Table, command: EndPhase, moment: Moment) -> Facts:
    codes = _undone(table, command.seat, phase_of(table).does)
    phases = table.equipment.turn.phases
    if table.turn.phase + 1 >= len(phases):
        return end_turn(table, EndTurn(command.seat, command.confirmed), moment)
    noted = ask_first(command.seat, command.confirmed, codes, **_facts(table))
    return (*noted, e.PhaseBegan(command.seat, table.turn.phase + 1))


def end_turn(table: Table, command: EndTurn, moment: Moment) -> Facts:
    does = {d for phase in table.equipment.turn.phases for d in phase.does}
    codes = _undone(table, command.seat, tuple(sorted(does)))
    noted = ask_first(command.seat, command.confirmed, codes, **_facts(table))
    return (*noted, *next_turn(table))


def skip_turn(table: Table, command: SkipTurn, moment: Moment) -> Facts:
    _player(table, command.who)
    return (e.TurnToBeSkipped(command.seat, command.who),)


def extra_turn(table: Table, command: ExtraTurn, moment: Moment) -> Facts:
    _player(table, command.who)
    if len(table.turn.extra) >= 20:
        raise Refused("count.amiss", most=20)
    return (e.ExtraTurnGiven(command.seat, command.who),)


def come_back(table: Table, command: ComeBack, moment: Moment) -> Facts:
    who = table.seat(command.who)
    if who is None or not who.is_out:
        raise Refused("seat.none")
    return (e.CameBack(command.seat, command.who),)


def _undone(table: Table, seat: int, does: tuple[str, ...]) -> list[str]:
    """What is still to do before this ends: a card not drawn, a hand over its limit."""
    if table.turn.seat != seat:
        return ["ask.not_your_turn"]
    codes = []
    if "draw" in does and table.turn.drawn < draws_due(table, seat) and can_draw(table, seat):
        codes.append("ask.not_drawn")
    if "discard" in does and over_the_limit(table, seat):
        codes.append("ask.over_the_limit")
    return codes


def _facts(table: Table) -> dict[str, object]:
    over, limit = over_the_limit(table, table.turn.seat), table.equipment.turn.hand_limit
    return {"over": over, "limit": limit, **({"rule": _limited_by(table)} if over else {})}


def limiting_rule(table: Table) -> RuleText | None:
    """The Special Rule that sets the hand limit in force: the latest that says so; None where no rule does."""
    limit = table.equipment.turn.hand_limit
    for rule in reversed(table.rules):
        if any(isinstance(x, TableSetting) and (x.name, x.value) == ("hand_limit", limit) for x in rule.effects):
            return rule
    return None


def _limited_by(table: Table) -> Slot:
    rule, limit = limiting_rule(table), table.equipment.turn.hand_limit
    if rule is not None:
        return message("by §{number} {title}", number=rule.number, title=rule.title)
    return message("by the basic rules") if limit == DVORAK.turn.hand_limit else message("by what lies on the table")


def _player(table: Table, seat: int) -> Seat:
    who = table.seat(seat)
    if who is None or who not in players(table):
        raise Refused("seat.none")
    return who


def tell(
    fact: e.TurnBegan | e.PhaseBegan | e.TurnPassed | e.TurnToBeSkipped | e.ExtraTurnGiven | e.KnockedOut | e.CameBack,
    after: Table,
) -> Narration:
    match fact:
        case e.TurnBegan(seat=seat, round=round):
            return line(seat, message("begins a turn, round {round}", round=round), "turn")
        case e.PhaseBegan(seat=seat, phase=phase):
            phases = after.equipment.turn.phases
            now = phases[min(phase, len(phases) - 1)]
            return line(seat, message("goes on to {phase}", phase=phase_name(now)), "turn")
        case e.TurnPassed(seat=seat):
            return line(seat, message("misses a turn"), "turn")
        case e.TurnToBeSkipped(seat=seat, who=who):
            return line(seat, message("has {who} miss the next turn"), "turn", about=who)
        case e.ExtraTurnGiven(seat=seat, who=who):
            return line(seat, message("gives {who} an extra turn"), "turn", about=who)
        case e.KnockedOut(seat=seat, who=who):
            words = message("puts {who} out of the game") if seat != who else message("is out of the game")
            return line(seat, words, "turn", about=who)
        case e.CameBack(who=who):
            return line(who, message("is back in the game"), "turn")
        case _:
            assert_never(fact)


# --- offered ---------------------------------------------------------------------------------------------------------


def _on_to_the_next(at: OnTurn) -> Iterator[Button]:
    """It stands out where nothing of this part is left to do, and something of a later one is. A hand over its limit is
    led to discarding so many."""
    turn = at.turn
    if not at.is_mine or at.phase + 1 >= len(turn.phases):
        return
    now = turn.phases[at.phase]
    if now.does and "play" not in now.does and "play" in turn.phases[at.phase + 1].does:
        return  # whoever plays a card has gone on to playing (B2): a press would do nothing
    goes_on = not turn.to_draw and not at.left[at.phase] and any(at.left[at.phase + 1 :])
    next = turn.phases[at.phase + 1]
    label = message("Go on to {phase}", phase=next.name)
    if turn.to_discard and "discard" in next.does:
        label = message("Discard {number}", number=number_word(turn.to_discard))
    yield Button(label, "hot" if goes_on else "line")


def _to_the_end(at: OnTurn) -> Iterator[Button]:
    if at.is_mine:
        yield Button(message("End turn"), "line" if any(at.left[at.phase :]) else "hot", hotkey="e")


def _missed(at: OnOtherSeat) -> Iterator[Button]:
    if at.seat.is_playing and at.seat.member is not None:
        yield Button(message("Their next turn is left out"), "quiet", sending(who=at.seat.number))


def _missed_oneself(at: OnOwnSeat) -> Iterator[Button]:
    if at.may_act and at.me.is_playing and not at.me.is_out:
        yield Button(message("My next turn is left out"), "quiet", sending(who=at.now.me))


def _one_more(at: OnOtherSeat) -> Iterator[Button]:
    if at.seat.is_playing and at.seat.member is not None:
        yield Button(message("They get an extra turn"), "quiet", sending(who=at.seat.number))


def _back(at: OnOtherSeat) -> Iterator[Button]:
    if at.seat.is_playing and at.seat.is_out:
        yield Button(message("Back in the game"), "quiet", sending(who=at.seat.number))


def _back_oneself(at: OnOwnSeat) -> Iterator[Button]:
    if at.me.is_playing and at.me.is_out:
        yield Button(message("I am back in the game"), "quiet", sending(who=at.now.me))


VERBS = (
    Verb(
        EndPhase, end_phase,
        sent=(Sent("end_phase", confirms=True, buttons=(At(OnTurn, 20, _on_to_the_next),)),),
        words=(Word("endphase", "endphase", message("On to the next part of your turn."),
                    by_itself(EndPhase, confirms=True)),),
    ),
    Verb(
        EndTurn, end_turn,
        sent=(Sent("end_turn", confirms=True, buttons=(At(OnTurn, 30, _to_the_end),)),),
        words=(Word("endturn", "endturn", message("End your turn."), by_itself(EndTurn, confirms=True),
                    also=("pass",)),),
    ),
    Verb(
        SkipTurn, skip_turn,
        sent=(Sent("skip", {"who": SEAT}, buttons=(At(OnOtherSeat, 20, _missed), At(OnOwnSeat, 40, _missed_oneself))),),
        words=(Word("skip", "skip P", message("Somebody's next turn is left out."), of_player(SkipTurn), "player"),),
    ),
    Verb(
        ExtraTurn, extra_turn,
        sent=(Sent("extra", {"who": SEAT}, buttons=(At(OnOtherSeat, 30, _one_more),)),),
        words=(Word("extra", "extra P", message("Give somebody an extra turn."), of_player(ExtraTurn), "player"),),
    ),
    Verb(
        ComeBack, come_back,
        sent=(
            Sent("come_back", {"who": SEAT}, buttons=(At(OnOwnSeat, 45, _back_oneself), At(OnOtherSeat, 40, _back))),
        ),
        words=(Word("back", "back [P]", message("You, or somebody, are back in the game."),
                    of_player(ComeBack, is_me=True), "player"),),
    ),
)  # fmt: skip
