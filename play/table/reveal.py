"""Revealing, looking, searching, turning over (B8): who looked is public, what was seen is not."""

from __future__ import annotations

from play.table import commands as c
from play.table import events as e
from play.table.commands import Luck
from play.table.dealing import shuffled
from play.table.evolve import fold
from play.table.limits import DRAW_MAX, ask_first
from play.table.state import Looking, Table
from play.table.visibility import find, is_open, is_pile, keeps_to_owner, knows_face, zone_kit
from play.table.zones import ZoneKey
from studio.kernel.refusals import Refused

Facts = tuple[e.Event, ...]


def reveal(table: Table, command: c.Reveal) -> Facts:
    """Only what one may read oneself: one's hand, one's face-down cards, what one is looking at."""
    if not command.pieces:
        raise Refused("pieces.none")
    for id in command.pieces:
        piece, zone = find(table, command.seat, id)
        if not knows_face(table, command.seat, piece, zone):
            raise Refused("piece.unknown_face")
        if keeps_to_owner(table, command.seat, piece, zone):
            raise Refused("zone.not_yours")  # they were shown to this seat alone, and stay their owner's to show
    for seat in command.to:
        if table.seat(seat) is None or seat == command.seat:
            raise Refused("seat.none")
    return (e.Revealed(command.seat, tuple(dict.fromkeys(command.pieces)), command.to),)


def look_at_top(table: Table, command: c.LookAtTop, luck: Luck) -> Facts:
    _pile(table, command.zone)
    if not 1 <= command.count <= DRAW_MAX:
        raise Refused("count.amiss", most=DRAW_MAX)
    if not table.zones[command.zone]:
        raise Refused("zone.empty")
    before = (*_stopped(table, command.seat), *taken_from_others(table, command.seat, command.zone, luck))
    top = fold(table, before).zones[command.zone][: command.count]
    return (*before, e.LookingBegan(command.seat, command.zone, top))


def taken_from_others(table: Table, seat: int, zone: ZoneKey, luck: Luck, *, searched: bool = False) -> Facts:
    """A pile is in one pair of hands: whoever else looks through it (`searched`: and does not only know its top) is
    done, or they would see which card is missing afterwards.
    """
    facts: list[e.Event] = []
    for look in table.looking:
        if look.seat != seat and look.zone == zone and (look.must_shuffle or not searched):
            facts.append(e.LookingEnded(look.seat))
            if look.must_shuffle:
                facts.append(shuffled(fold(table, facts), look.seat, zone, luck))
    return tuple(facts)


def search(table: Table, command: c.SearchPile, luck: Luck) -> Facts:
    """Announced to all; when it is over the pile is shuffled."""
    _pile(table, command.zone)
    if not table.zones[command.zone]:
        raise Refused("zone.empty")
    hidden = zone_kit(table, command.zone).face != "up"
    before = (*_stopped(table, command.seat), *taken_from_others(table, command.seat, command.zone, luck))
    ids = fold(table, before).zones[command.zone]
    return (*before, e.LookingBegan(command.seat, command.zone, ids, must_shuffle=hidden))


def put_back(table: Table, command: c.PutBack, luck: Luck) -> Facts:
    """All of what one is looking at on top of a pile, in the order given; top or bottom."""
    look = looking_of(table, command.seat)
    if sorted(command.pieces) != sorted(look.pieces) or look.must_shuffle:
        raise Refused("look.all_of_them")
    if not is_pile(table, look.zone):
        raise Refused("zone.not_a_pile")
    rest = len(table.zones[look.zone]) - len(look.pieces)
    moved = []
    for place, id in enumerate(command.pieces):
        at = place if command.place == "top" else rest + place
        moved.append(e.Moved(id, luck.piece_id(), look.zone, look.zone, at, table.pieces[id].face_up))
    # Each is taken out first, so that the places given are those of the finished pile.
    order = _in_order(table, look, tuple(moved), command.place)
    return (e.PiecesMoved(command.seat, "put_back", order), e.LookingEnded(command.seat))


def _in_order(table: Table, look: Looking, moved: tuple[e.Moved, ...], place: str) -> tuple[e.Moved, ...]:
    """The same moves one after another: to the bottom in order, or to the top from the last to the first."""
    last = len(table.zones[look.zone]) - 1
    if place == "top":
        return tuple(e.Moved(m.piece, m.id, m.source, m.to, 0, m.face_up) for m in reversed(moved))
    return tuple(e.Moved(m.piece, m.id, m.source, m.to, last, m.face_up) for m in moved)


def stop_looking(table: Table, command: c.StopLooking, luck: Luck) -> Facts:
    look = looking_of(table, command.seat)
    ended: tuple[e.Event, ...] = (e.LookingEnded(command.seat),)
    if not look.must_shuffle:
        return ended
    return (*ended, shuffled(fold(table, ended), command.seat, look.zone, luck))


def _stopped(table: Table, seat: int) -> Facts:
    """Whoever is in the middle of a search ends it before looking elsewhere."""
    if any(look.seat == seat for look in table.looking):
        raise Refused("look.already")
    return ()


def looking_of(table: Table, seat: int) -> Looking:
    look = next((k for k in table.looking if k.seat == seat), None)
    if look is None:
        raise Refused("look.none")
    return look


def _pile(table: Table, key: ZoneKey) -> None:
    if not is_pile(table, key):
        raise Refused("zone.not_a_pile")


def turn_over(table: Table, command: c.TurnOver) -> Facts:
    piece, zone = find(table, command.seat, command.piece)
    if not is_open(table, zone):
        raise Refused("piece.not_in_play")
    if piece.face_up == command.face_up:
        return ()
    is_anothers = command.face_up and zone.seat not in (0, command.seat)
    noted = ask_first(command.seat, command.confirmed, ["ask.not_your_card"] if is_anothers else [])
    return (*noted, e.TurnedOver(command.seat, piece.id, command.face_up))
