"""What a seat may see and touch, and how pieces lie where they come to lie (B8)."""

from __future__ import annotations

from cards.rules.kit import ZoneKit
from play.table.commands import Luck, Place
from play.table.events import Moved
from play.table.state import Piece, Table, zone_key, zone_parts
from studio.kernel.refusals import Refused


def zone_kit(table: Table, key: str) -> ZoneKit:
    """The kit's entry for a zone of the table. Refused("zone.none") when there is no such zone."""
    id, _ = zone_parts(key)
    kit = table.kit.zone(id)
    if kit is None or key not in table.zones:
        raise Refused("zone.none", zone=key[:40])
    return kit


def hides_from(table: Table, key: str, seat: int) -> bool:
    """Whether what lies there is hidden from a seat (0: a spectator): ids, faces and order, but not the number."""
    kit = zone_kit(table, key)
    owner = zone_parts(key)[1]
    if kit.face == "up" or kit.form in ("area", "row"):
        return False
    return kit.face == "down" or owner != seat


def looks_at(table: Table, seat: int, piece: str) -> bool:
    """Whether the seat is looking at this piece just now (the top of a pile, a search, a hand that was opened)."""
    return any(look.seat == seat and piece in look.pieces for look in table.looking)


def find(table: Table, seat: int, id: str) -> tuple[Piece, str]:
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


def knows_face(table: Table, seat: int, piece: Piece, key: str) -> bool:
    """Whether the seat may read the card: it lies face up, or in its own hand, or it was shown, or it is looking."""
    kit = zone_kit(table, key)
    if piece.face_up and not hides_from(table, key, seat):
        return True
    if kit.face == "owner" and zone_parts(key)[1] == seat and seat:
        return True
    if kit.form in ("area", "row") and seat and zone_parts(key)[1] == seat:
        return True  # whoever controls a card that lies face down may look at it
    return bool(seat) and (seat in piece.known_to or looks_at(table, seat, piece.id))


def keeps_to_owner(table: Table, seat: int, piece: Piece, key: str) -> bool:
    """Whether it is hidden in somebody else's hand, or lies face down under their control."""
    if zone_parts(key)[1] in (0, seat) or zone_kit(table, key).form == "pile":
        return False
    return hides_from(table, key, 0) or not piece.face_up


def is_open(table: Table, key: str) -> bool:
    """A place where cards lie beside each other: an area or a row."""
    return zone_kit(table, key).form in ("area", "row")


def home_of(table: Table, zone: str, piece: Piece, seat: int) -> str:
    """The zone `zone` of the kit for this piece: the shared one, or that of the seat whose side it is (V2)."""
    kit = table.kit.zone(zone)
    if kit is None:
        raise Refused("zone.none", zone=zone[:40])
    return zone_key(kit, piece.side or seat)


def lay(
    table: Table, piece: Piece, source: str, to: str, luck: Luck, *, place: Place = "top", face_up: bool | None = None
) -> Moved:
    """How one piece comes to lie in `to`. In a hidden place it gets a new name, so that nobody can follow it."""
    kit = zone_kit(table, to)
    if kit.form in ("area", "row"):
        up = kit.face == "up" if face_up is None else face_up
    else:
        up = kit.face == "up"
    hidden = kit.face != "up" and kit.form not in ("area", "row")
    id = luck.piece_id() if hidden else piece.id
    return Moved(piece.id, id, source, to, _where(table, to, place, luck, source), up)


def _where(table: Table, to: str, place: Place, luck: Luck, source: str) -> int:
    count = len(table.zones[to]) - (source == to)
    if zone_kit(table, to).form in ("area", "row", "hand") and place == "top":
        return count  # the newest lies last in a row
    if place == "random":
        return luck.below(count + 1)
    return 0 if place == "top" else count
