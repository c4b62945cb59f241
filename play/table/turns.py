"""Whose turn comes next, who is still in the game, and who has won it (B2, B10, V1)."""

from __future__ import annotations

from play.table import events as e
from play.table.command import Facts
from play.table.dealing import players
from play.table.evolve import fold
from play.table.state import Seat, Table


def next_turn(table: Table) -> Facts:
    """Extra turns first; then round the table, passing over who is out, or whose turn is skipped this time.

    An empty seat keeps its cards and has no turns, unless nobody sits at all.
    """
    turn = table.turn
    if turn.extra and (who := table.seat(turn.extra[0])) is not None and not who.is_out and who in table.sitting:
        return (e.TurnBegan(who.number, turn.number + 1, turn.round, is_extra=True),)
    after = _after(table)
    if not after:
        return ()
    seat = next((seat for seat in after if seat not in turn.skipped), after[0])
    passed = after[: after.index(seat)]
    round = turn.round + _is_new_round(table, seat)
    return (*(e.TurnPassed(s) for s in passed), e.TurnBegan(seat, turn.number + 1, round))


def _after(table: Table) -> list[int]:
    """Those who play, beginning with whoever comes after the seat whose turn it is (who may be out)."""
    circle = _circle(table)
    start = circle.index(table.turn.seat) + 1
    playing = _playing(table)
    turns = {s.number for s in playing if s in table.sitting} or {s.number for s in playing}
    return [seat for seat in circle[start:] + circle[:start] if seat in turns]


def upcoming(table: Table) -> list[int]:
    """The seats whose turns come after this one, as far as can be told: whoever is to be passed over is left out."""
    extra = [seat for seat in table.turn.extra if seat in _after(table)]
    return [*extra, *(seat for seat in _after(table)[:-1] if seat not in table.turn.skipped)]


def _circle(table: Table) -> list[int]:
    """All seats in the order of their turns."""
    everybody = [s.number for s in table.seats]
    return everybody if table.equipment.turn.clockwise else everybody[::-1]


def _is_new_round(table: Table, seat: int) -> bool:
    """Whether the turn, on its way to this seat, comes to whoever began the game, or past them."""
    circle = _circle(table)
    start = circle.index(table.turn.first) if table.turn.first in circle else 0
    since = circle[start:] + circle[:start]
    return since.index(seat) <= since.index(table.turn.seat)


def _playing(table: Table) -> tuple[Seat, ...]:
    return tuple(s for s in players(table) if not s.is_out)


def is_playing(table: Table, seat: int) -> bool:
    """Whether a seat has a part in the game and is not knocked out."""
    return any(s.number == seat for s in _playing(table))


def knocked_out(table: Table, by: int, who: int) -> Facts:
    """The last one not knocked out wins (B10); so does the last team standing (V1)."""
    out = e.KnockedOut(by, who)
    after = fold(table, (out,))
    left = _playing(after)
    facts: list[e.Event] = [out]
    sides = {(s.team or -s.number) for s in left}
    if len(sides) == 1:
        facts.append(e.GameWon(tuple(s.number for s in _team_of(after, left[0])), how="last_standing"))
    elif after.turn.seat == who:
        facts += next_turn(after)
    return tuple(facts)


def _team_of(table: Table, seat: Seat) -> tuple[Seat, ...]:
    return tuple(s for s in players(table) if s.number == seat.number or (seat.team and s.team == seat.team))


def winners(table: Table, seat: int) -> tuple[int, ...]:
    """A team wins together (V1)."""
    who = table.seat(seat)
    return tuple(s.number for s in _team_of(table, who)) if who else ()
