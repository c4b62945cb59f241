"""Which facts follow from what is asked of a table, or a refusal. One pure function."""

from __future__ import annotations

from typing import assert_never

from play.table import events as e
from play.table.command import Command, Facts, Moment, SeatCommand
from play.table.dealing import filled_when_empty
from play.table.evolve import Evolved, unfolded
from play.table.limits import moves_on_to
from play.table.state import Table
from play.verbs.lobby import OpenTable
from play.verbs.registry import BY_COMMAND
from play.verbs.verb import When
from studio.kernel.refusals import Refused

Decided = tuple[Evolved, ...]


def decide(table: Table, command: Command, moment: Moment) -> Facts:
    """The facts that follow. Raises Refused(code); a code "ask.…" may be asked again with `confirmed`."""
    return tuple(step.fact for step in decided(table, command, moment))


def decided(table: Table, command: Command, moment: Moment) -> Decided:
    """The same, each with the table before and after it: what is decided by them is not made twice."""
    verb = BY_COMMAND[type(command)]
    if not table.seats and not isinstance(command, OpenTable):
        raise Refused("table.none")
    match verb.when:
        case When.DOOR | When.DECK:
            return unfolded(table, verb.decide(table, command, moment))
        case When.ANY_TIME:
            _seated(table, command)
            return unfolded(table, verb.decide(table, command, moment))
        case When.PLAYING:
            seat = _seated(table, command)
            return _played(table, seat, command, moment)
        case _:
            assert_never(verb.when)


def _seated(table: Table, command: Command) -> int:
    """The seat that asks. Refused("seat.not_yours") when nobody sits there."""
    assert isinstance(command, SeatCommand), command
    seat = table.seat(command.seat)
    if seat is None or seat.member is None:
        raise Refused("seat.not_yours")
    return command.seat


def _played(table: Table, seat: int, command: Command, moment: Moment) -> Decided:
    """In a game that is on and not paused (C1). Phases go on by themselves, and piles fill when they are empty."""
    if table.state != "playing":
        raise Refused("table.over" if table.state == "over" else "table.not_begun")
    if table.paused_by is not None:
        raise Refused("table.paused", proposal=table.paused_by)
    verb = BY_COMMAND[type(command)]
    phase = moves_on_to(table, seat, verb.does) if verb.does else None
    begun = unfolded(table, (e.PhaseBegan(seat, phase),) if phase is not None else ())
    now = begun[-1].after if begun else table
    done = unfolded(now, verb.decide(now, command, moment))
    now = done[-1].after if done else now
    return (*begun, *done, *unfolded(now, filled_when_empty(now, seat, moment.luck)))
