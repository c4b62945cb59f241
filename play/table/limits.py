"""What is asked once and then noted as an exception: the table advises, it never forbids (docs/rules.md)."""

from __future__ import annotations

from cards.rules.kit import Phase, PlayLimit
from play.table import events as e
from play.table.state import Table
from play.table.visibility import refills_from
from play.table.zones import seats_key
from studio.kernel.refusals import Refused

COUNT_MAX = 100_000  # counters and tokens
DRAW_MAX = 100  # cards drawn or looked at by one command
DICE_MAX, SIDES_MAX = 50, 1000
NOTE_MAX, SAY_MAX, WHY_MAX, TOKEN_NAME_MAX = 200, 500, 200, 30
TOKEN_KINDS_MAX = 20  # different tokens on one card or seat
UNDO_MAX = 40  # entries that are remembered well enough to be taken back


def ask_first(seat: int, confirmed: bool, codes: list[str], **facts: object) -> tuple[e.Event, ...]:
    """Refuse with the first code until confirmed; then the note that goes into the log with what is done."""
    if not codes:
        return ()
    if not confirmed:
        raise Refused(codes[0], **facts, also=len(codes) - 1)
    return (e.ExceptionNoted(seat, tuple(codes)),)


def phase_of(table: Table) -> Phase:
    phases = table.equipment.turn.phases
    return phases[min(table.turn.phase, len(phases) - 1)]


def turn_codes(table: Table, seat: int, does: str) -> list[str]:
    """What is unusual about doing this now: not one's turn, or another phase."""
    if table.turn.seat != seat:
        return ["ask.not_your_turn"]
    return [] if does in phase_of(table).does else ["ask.other_phase"]


def play_codes(table: Table, seat: int, kind: str) -> list[str]:
    """Out of turn (B7), out of phase, or one more of a kind than a turn allows (B2)."""
    codes = turn_codes(table, seat, "play")
    if table.turn.seat == seat:
        limits = [limit for limit in table.equipment.turn.plays if limit.counts(kind)]
        if any(limit.count == 0 for limit in limits):
            codes.append("ask.kind_denied")
        elif any(limit.count is not None and played_of(table, limit) >= limit.count for limit in limits):
            codes.append("ask.played_enough")
    return codes


def played_of(table: Table, limit: PlayLimit) -> int:
    """How many of those were played in this turn that this bounds together."""
    return sum(count for kind, count in table.turn.played if limit.counts(kind))


def draws_due(table: Table, seat: int) -> int:
    """How many cards the turn's player draws: more when the hand was empty, where the kit says so."""
    turn = table.equipment.turn
    if turn.draw_if_empty and table.turn.drawn == 0 and not table.zones.get(table.hand_of(seat)):
        return turn.draw_if_empty
    return max(turn.draw, min(table.turn.drawn, turn.draw_if_empty))


def moves_on_to(table: Table, seat: int, does: str) -> int | None:
    """The later phase in which this belongs, when nothing of the phases before it is left to do; else None.

    Whoever has drawn and plays a card has gone on to playing: nobody need say so (B2).
    """
    phases = table.equipment.turn.phases
    if table.turn.seat != seat or does in phase_of(table).does:
        return None
    if does == "discard" and not over_the_limit(table, seat):  # a card that costs one ends nothing
        return None
    later = next((n for n in range(table.turn.phase + 1, len(phases)) if does in phases[n].does), None)
    if later is None:
        return None
    left = {d for phase in phases[table.turn.phase : later] for d in phase.does}
    if "draw" in left and table.turn.drawn < draws_due(table, seat) and can_draw(table, seat):
        return None
    return None if "discard" in left and over_the_limit(table, seat) else later


def can_draw(table: Table, seat: int) -> bool:
    """Whether there is a card to draw, in the pile or in what refills it."""
    zone = table.kit.zone(table.equipment.turn.draw_from)
    if zone is None:
        return False
    key = seats_key(zone, seat)
    return key in table.zones and bool(table.zones[key] or table.zones.get(refills_from(table, key, seat)))


def over_the_limit(table: Table, seat: int) -> int:
    """How many cards the hand is over its limit; 0 when it is not."""
    limit = table.equipment.turn.hand_limit
    held = len(table.zones.get(table.hand_of(seat), ()))
    return max(0, held - limit) if limit is not None else 0
