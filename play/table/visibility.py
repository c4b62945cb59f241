"""What a seat may see and touch, and how pieces lie where they come to lie (B8)."""

from __future__ import annotations

from cards.rules.kit import ZoneKit
from play.table.command import Luck, Place
from play.table.events import Moved
from play.table.state import Piece, Table
from play.table.zones import NOWHERE, ZoneKey, rules_of, seats_key
from studio.kernel.refusals import Refused


def zone_kit(table: Table, key: ZoneKey) -> ZoneKit:
    """The kit's entry for a zone of the table. Refused("zone.none") when there is no such zone."""
    kit = table.kit.zone(key.id)
    if kit is None or key not in table.zones:
        raise Refused("zone.none", zone=key)
    return kit


def hides_from(table: Table, key: ZoneKey, seat: int) -> bool:
    """Whether what lies there is hidden from a seat (0: a spectator): ids, faces and order, but not the number."""
    kit = zone_kit(table, key)
    if kit.face == "up" or rules_of(kit).lies_open:
        return False
    return kit.face == "down" or not key.seat or key.seat != seat  # nobody owns a shared zone


def looks_at(table: Table, seat: int, piece: str) -> bool:
    """Whether the seat is looking at this piece just now (the top of a pile, a search, a hand that was opened)."""
    return any(look.seat == seat and piece in look.pieces for look in table.looking)


def find(table: Table, seat: int, id: str) -> tuple[Piece, ZoneKey]:
    """The piece and its zone, when the seat can see that it is there.

    Refused("piece.none") for what is hidden from the seat and, in the same words, for what does not exist.
    """
    piece = table.pieces.get(id)
    if piece is None:
        raise Refused("piece.none")
    key = table.zone_of(id)
    if hides_from(table, key, seat) and not looks_at(table, seat, id) and seat not in piece.known_to:
        raise Refused("piece.none")
    return piece, key


def knows_face(table: Table, seat: int, piece: Piece, key: ZoneKey) -> bool:
    """Whether the seat may read the card: it lies face up, or in its own hand, or it was shown, or it is looking."""
    kit = zone_kit(table, key)
    if piece.face_up and not hides_from(table, key, seat):
        return True
    if kit.face == "owner" and key.seat == seat and seat:
        return True
    if rules_of(kit).lies_open and seat and key.seat == seat:
        return True  # whoever controls a card that lies face down may look at it
    return bool(seat) and (seat in piece.known_to or looks_at(table, seat, piece.id))


def who_knows_more(table: Table, key: ZoneKey) -> frozenset[int]:
    """The seats that may see more there than whoever only watches: its owner, who was shown some of it, who looks."""
    ids = table.zones[key]
    shown = {seat for id in ids for seat in table.pieces[id].known_to}
    looking = {look.seat for look in table.looking if not set(look.pieces).isdisjoint(ids)}
    return frozenset(shown | looking | {key.seat} - {0})


def keeps_to_owner(table: Table, seat: int, piece: Piece, key: ZoneKey) -> bool:
    """Whether it is hidden in somebody else's hand, or lies face down under their control."""
    if key.seat in (0, seat) or rules_of(zone_kit(table, key)).is_pile:
        return False
    return hides_from(table, key, 0) or not piece.face_up


def is_open(table: Table, key: ZoneKey) -> bool:
    """A place where cards lie beside each other: an area or a row."""
    return rules_of(zone_kit(table, key)).lies_open


def lies_down(table: Table, key: ZoneKey) -> bool:
    """A place where cards lie beside each other, face down."""
    return is_open(table, key) and zone_kit(table, key).face != "up"


def is_pile(table: Table, key: ZoneKey) -> bool:
    return rules_of(zone_kit(table, key)).is_pile


def home_of(table: Table, zone: str, piece: Piece, seat: int) -> ZoneKey:
    """The zone `zone` of the kit for this piece: the shared one, or that of the seat whose side it is (V2)."""
    kit = table.kit.zone(zone)
    if kit is None:
        raise Refused("zone.none", zone=zone[:40])
    return seats_key(kit, piece.side or seat)


def refills_from(table: Table, key: ZoneKey, seat: int) -> ZoneKey:
    """The zone that this one refills from while the seat acts, its own where each has one; NOWHERE for none."""
    kit = zone_kit(table, key)
    source = table.kit.zone(kit.refill_from)
    return seats_key(source, key.seat or seat) if source is not None else NOWHERE


def lay(
    table: Table,
    piece: Piece,
    source: ZoneKey,
    to: ZoneKey,
    luck: Luck,
    *,
    place: Place = "top",
    face_up: bool | None = None,
) -> Moved:
    """How one piece comes to lie in `to`. In a hidden place it gets a new name, so that nobody can follow it."""
    kit = zone_kit(table, to)
    lies_open = rules_of(kit).lies_open
    up = face_up if lies_open and face_up is not None else kit.face == "up"
    hidden = kit.face != "up" and not lies_open
    id = luck.piece_id() if hidden else piece.id
    return Moved(piece.id, id, source, to, _where(table, to, place, luck, source), up)


def _where(table: Table, to: ZoneKey, place: Place, luck: Luck, source: ZoneKey) -> int:
    count = len(table.zones[to]) - (source == to)
    if rules_of(zone_kit(table, to)).newest_last and place == "top":
        return count
    if place == "random":
        return luck.below(count + 1)
    return 0 if place == "top" else count


# --- what may be amended or repealed from here, C5 --------------------------------------------------------------------


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
