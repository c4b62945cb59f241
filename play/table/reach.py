"""What may be proposed from a table: the cards within reach (C5), and whether there is paper (C12)."""

from __future__ import annotations

from play.table.state import Table
from play.table.visibility import is_open, zone_kit
from play.table.zones import ZoneKey
from studio.kernel.refusals import Refused


def within_reach(table: Table, seat: int) -> frozenset[int] | None:
    """C5: the cards that may be amended or repealed from a seat (0: by somebody without one), wherever it is asked.

    While a game is on those of which a copy is in play, in a discard pile or in one's own hand; None, for any card,
    with the engine rule and before and after a game, when nothing lies anywhere.
    """
    if table.state != "playing" or table.any_card:
        return None
    own = table.hand_of(seat)
    open_to_seat = (key for key in table.zones if key == own or is_open(table, key) or _lies_face_up(table, key))
    return frozenset(table.pieces[piece].card for key in open_to_seat for piece in table.zones[key])


def _lies_face_up(table: Table, key: ZoneKey) -> bool:
    return zone_kit(table, key).face == "up"


def check_eligible(table: Table, seat: int, card: int) -> None:
    """Raise Refused("card.out_of_reach"), the same for a card that is elsewhere and for none."""
    reach = within_reach(table, seat)
    if card not in (table.cards if reach is None else reach):
        raise Refused("card.out_of_reach")


def check_blank(table: Table) -> None:
    """C12: a new card needs a blank where they are limited."""
    if table.blanks == 0:
        raise Refused("blanks.none")
