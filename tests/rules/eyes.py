"""Who has been let to see what at a table (B8), kept from the facts alone and written a second time.

`play.table.visibility` and `play.table.sight` decide what is sent; this says what may be. It calls none of their
functions, so that a rule that lets too much through there is found by a comparison with what stands here.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from cards.rules.kit import ZoneKit
from play.table import events as e
from play.table.state import Piece, Table
from play.table.zones import ZoneKey


def zone_of(table: Table, key: str) -> tuple[ZoneKit, int]:
    """The kit's entry of a zone, and whose it is (0: everybody's); one that a new kit has no longer shows nothing."""
    id, _, owner = key.partition(".")
    gone = ZoneKit(id, id, face="down")
    return {zone.id: zone for zone in table.kit.zones}.get(id, gone), int(owner or 0)


def lies_beside(table: Table, key: str) -> bool:
    """Whether pieces lie beside each other there, each for all to see that it is there."""
    return zone_of(table, key)[0].form in ("area", "row")


class Eyes:
    """What each seat was let to see: kept fact by fact. Seat 0 is whoever only watches."""

    def __init__(self) -> None:
        self.up: set[str] = set()
        self.shown: dict[str, set[int]] = {}
        self.looks: dict[int, set[str]] = {}
        self.past: dict[int, Eyes] = {}

    def follow(self, number: int, fact: e.Event, after: Table) -> None:
        """The fact is entry `number`; `after` is the table that it made."""
        match fact:
            case e.TakenBack(to=to):
                was = self.past[to]
                self.up, self.shown, self.looks = was._as_it_is()
            case e.GameBegun(zones=zones):
                self.up, self.shown, self.looks = set(), {}, {}
                for key, ids in zones:
                    self._laid(after, key, ids)
            case e.PiecesMoved(moved=moved):
                self._moved(after, moved)
            case e.CardLeft(pieces=gone, destroyed=moved):
                self._moved(after, moved)
                for id in gone:
                    self._forget(id)
            case e.PileShuffled(zone=zone, order=order):
                for old, new in order:
                    self._forget(old)
                    self._laid(after, zone, [new])
            case e.CardEntered(placed=placed):
                for id, key, _, _ in placed:
                    self._laid(after, key, [id])
            case e.TurnedOver(piece=id, face_up=face_up):
                self._forget(id, looked=False)
                if face_up:
                    self.up.add(id)
            case e.Revealed(pieces=ids, to=to):
                for id in ids:
                    self.shown.setdefault(id, set()).update(to or (seat.number for seat in after.seats))
            case e.LookingBegan(seat=seat, pieces=ids):
                self.looks[seat] = set(ids)
            case e.LookingEnded(seat=seat):
                self.looks.pop(seat, None)
            case e.GameWon() | e.GameAbandoned() | e.GathersAgain():
                self.looks = {}
        kept = Eyes()
        kept.up, kept.shown, kept.looks = self._as_it_is()
        self.past[number] = kept

    def _as_it_is(self) -> tuple[set[str], dict[str, set[int]], dict[int, set[str]]]:
        shown = {id: set(seats) for id, seats in self.shown.items()}
        return set(self.up), shown, {seat: set(ids) for seat, ids in self.looks.items()}

    def _laid(self, table: Table, key: str, ids: Iterable[str]) -> None:
        if zone_of(table, key)[0].face == "up":
            self.up.update(ids)

    def _moved(self, table: Table, moved: Iterable[e.Moved]) -> None:
        for move in moved:
            shown = self.shown.get(move.piece, set())
            self._forget(move.piece)
            if lies_beside(table, move.source) and lies_beside(table, move.to):
                self.shown[move.id] = shown
            if move.face_up and (lies_beside(table, move.to) or zone_of(table, move.to)[0].face == "up"):
                self.up.add(move.id)

    def _forget(self, id: str, *, looked: bool = True) -> None:
        self.up.discard(id)
        self.shown.pop(id, None)
        for looks in self.looks.values() if looked else ():
            looks.discard(id)

    def may_read(self, table: Table, seat: int, id: str, key: str) -> bool:
        """Whether the seat may know which card this is."""
        kit, owner = zone_of(table, key)
        if seat and (seat in self.shown.get(id, ()) or id in self.looks.get(seat, ())):
            return True
        if kit.form in ("area", "row"):
            return id in self.up or bool(seat and owner == seat)
        return kit.face == "up" or bool(kit.face == "owner" and seat and owner == seat)

    def unread(self, table: Table, seat: int) -> set[str]:
        """Every piece whose card the seat may not know."""
        return {id for key, ids in table.zones.items() for id in ids if not self.may_read(table, seat, id, key)}

    def unplaced(self, table: Table, seat: int) -> set[str]:
        """Those of them that it cannot even tell from each other: they lie in somebody's hand, or in a pile."""
        hidden = self.unread(table, seat)
        return {id for key, ids in table.zones.items() if not lies_beside(table, key) for id in ids if id in hidden}


def told_by(fact: e.Event, seat: int) -> set[str]:
    """The pieces that a fact itself shows to the seat."""
    if isinstance(fact, e.Revealed) and (not fact.to or seat in (fact.seat, *fact.to)):
        return set(fact.pieces)
    return set()


def renamed_by(fact: e.Event) -> dict[str, str]:
    """Which piece goes by another name after a fact."""
    match fact:
        case e.PiecesMoved(moved=moved) | e.CardLeft(destroyed=moved):
            names: dict[str, str] = {}
            for move in moved:
                first = next((old for old, new in names.items() if new == move.piece), move.piece)
                names[first] = move.id
            return names
        case e.PileShuffled(order=order):
            return dict(order)
    return {}


def with_cards(table: Table, cards: dict[str, int]) -> Table:
    """The same table with other cards in these pieces."""
    pieces = {id: replace(piece, card=cards.get(id, piece.card)) for id, piece in table.pieces.items()}
    return replace(table, pieces=MappingProxyType(pieces))


def exchanged(table: Table, ids: set[str], rng: random.Random) -> dict[str, int]:
    """The cards of these pieces, dealt out among them again."""
    order = sorted(ids)
    cards = [table.pieces[id].card for id in order]
    rng.shuffle(cards)
    return dict(zip(order, cards, strict=True))


def permuted(table: Table, eyes: Eyes, seat: int, rng: random.Random) -> Table:
    """The same table but for what the seat cannot see: other cards, and in hands and piles other names and orders."""
    table = with_cards(table, exchanged(table, eyes.unread(table, seat), rng))
    unplaced = eyes.unplaced(table, seat)
    names = {id: f"q{rng.randrange(10**12)}" for id in sorted(unplaced)}
    pieces: dict[str, Piece] = {}
    for id, piece in table.pieces.items():
        now = names.get(id, id)
        pieces[now] = replace(piece, id=now, onto=names.get(piece.onto, piece.onto))
    zones: dict[ZoneKey, tuple[str, ...]] = {}
    for key, ids in table.zones.items():
        order = [names.get(id, id) for id in ids]
        if _is_jumbled(table, key, seat) or all(id in unplaced for id in ids):
            rng.shuffle(order)
        zones[key] = tuple(order)
    looking = []
    for look in table.looking:
        looked = [names.get(id, id) for id in look.pieces]
        if look.must_shuffle:
            rng.shuffle(looked)
        looking.append(replace(look, pieces=tuple(looked)))
    return replace(table, pieces=MappingProxyType(pieces), zones=MappingProxyType(zones), looking=tuple(looking))


def _is_jumbled(table: Table, key: str, seat: int) -> bool:
    """Whether even who has been shown some of what lies there may not know where among the others it is: in a hand
    that is held by somebody else, in a pile that is being searched."""
    kit, owner = zone_of(table, key)
    is_open = kit.face == "up" or bool(kit.face == "owner" and seat and owner == seat)
    if is_open or kit.form in ("area", "row"):
        return False
    is_searched = any(look.zone == key and look.must_shuffle for look in table.looking)
    return is_searched or kit.form == "hand"


def dealt_anew(
    before: Table, was: Eyes, fact: e.Event, after: Table, now: Eyes, seat: int, rng: random.Random
) -> tuple[Table, Table]:
    """The tables around a fact with other cards in every piece that the seat could read neither before nor after it."""
    names = renamed_by(fact)
    shown = told_by(fact, seat)
    read_now = set(after.pieces) - now.unread(after, seat)
    hidden = {id for id in was.unread(before, seat) if names.get(id, id) not in read_now and id not in shown}
    cards = exchanged(before, hidden, rng)
    return with_cards(before, cards), with_cards(after, {names.get(id, id): card for id, card in cards.items()})
