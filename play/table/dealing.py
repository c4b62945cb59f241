"""Setting up and drawing: shuffles, deals, refills (B1, B3)."""

from __future__ import annotations

from typing import assert_never

from cards.rules.kit import Kit, Select, Source
from play.table import events as e
from play.table.command import Facts, Luck
from play.table.evolve import fold
from play.table.state import CardText, Piece, Seat, Table
from play.table.visibility import lay, refills_from, zone_kit
from play.table.zones import NOWHERE, ZoneKey, key_of, rules_of, seats_key

CARDS_A_PLAYER = 5  # C8


def selects(select: Select, card: CardText) -> bool:
    """Whether a card is meant: all of what is named must hold."""
    return (
        (not select.kinds or card.kind.casefold() in {k.casefold() for k in select.kinds})
        and (not select.traits or bool({t.casefold() for t in select.traits} & {t.casefold() for t in card.traits}))
        and (not select.numbers or card.number in select.numbers)
        and (not select.sides or card.side in select.sides)
    )


def begins_in(kit: Kit, card: CardText) -> Source | None:
    """Where a card begins: the first source that wants it."""
    return next((source for source in kit.sources if selects(source.select, card)), None)


def homes(table: Table, card: CardText) -> tuple[tuple[ZoneKey, int], ...]:
    """The piles a card's copies begin in, with the seat whose they are (0: everybody's).

    A card of a side goes to the seats of that side; one of no side to every seat's own pile (V2).
    """
    source = begins_in(table.kit, card)
    zone = table.kit.zone(source.zone) if source else None
    if zone is None:
        return ()
    if zone.scope == "shared":
        return ((key_of(zone.id), 0),)
    seats = [s for s in players(table) if not card.side or s.side == card.side]
    return tuple((seats_key(zone, seat.number), seat.number) for seat in seats)


def players(table: Table) -> tuple[Seat, ...]:
    """Those the game is dealt to: before it, whoever sits; in it, whoever was dealt in."""
    if table.state == "gathering":
        return table.sitting
    dealt = table.dealt
    return tuple(s for s in table.seats if s.number in dealt)


def set_up(table: Table, seat: int, luck: Luck) -> Facts:
    """Everything shuffled, the hands dealt, a random player begins (B1)."""
    zones: dict[ZoneKey, list[str]] = {}
    for zone in table.kit.zones:
        for seat_number in [0] if zone.scope == "shared" else [s.number for s in table.sitting]:
            zones[key_of(zone.id, seat_number)] = []
    lies_up = {zone.id for zone in table.kit.zones if zone.face == "up"}
    pieces: dict[str, Piece] = {}
    ordered: dict[ZoneKey, bool] = {}
    for card in sorted(table.cards.values(), key=lambda c: c.number):
        source = begins_in(table.kit, card)
        for key, owner in homes(table, card):
            ordered[key] = not (source and source.shuffled)
            for _ in range(card.copies):
                piece = Piece(luck.piece_id(), card.number, key.id in lies_up, side=owner)
                pieces[piece.id] = piece
                zones[key].append(piece.id)
    for key, ids in zones.items():
        if ids and not ordered.get(key):
            zones[key] = [ids[n] for n in luck.order(len(ids))]
    _deal(table, zones, pieces, luck)
    seats = table.sitting
    first = seats[luck.below(len(seats))] if table.equipment.seats.first == "random" else seats[0]
    dealt = tuple((key, tuple(ids)) for key, ids in zones.items())
    return (e.GameBegun(seat, tuple(pieces.values()), dealt, first.number),)


def _deal(table: Table, zones: dict[ZoneKey, list[str]], pieces: dict[str, Piece], luck: Luck) -> None:
    for deal in table.equipment.deals:
        take, to = table.kit.zone(deal.take), table.kit.zone(deal.to)
        if take is None or to is None:
            continue
        targets = [0] if to.scope == "shared" else [s.number for s in table.sitting]
        for _ in range(deal.count):
            for seat in targets:
                source, target = seats_key(take, seat), seats_key(to, seat)
                if not zones.get(source):
                    continue
                piece = pieces.pop(zones[source].pop(0))
                moved = Piece(luck.piece_id(), piece.card, to.face == "up", side=piece.side)
                pieces[moved.id] = moved
                zones[target].append(moved.id)


def draw(table: Table, seat: int, key: ZoneKey, count: int, luck: Luck) -> Facts:
    """So many from the top into the hand. An empty pile is refilled when needed; nothing is drawn from nothing (B3)."""
    facts: list[e.Event] = []
    hand = table.hand_of(seat)
    for _ in range(count):
        if not table.zones[key]:
            step = refill(table, seat, key, luck)
            if not step:
                break
            facts += step
            table = fold(table, step)
        piece = table.pieces[table.zones[key][0]]
        moved = e.PiecesMoved(seat, "draw", (lay(table, piece, key, hand, luck),))
        facts.append(moved)
        table = fold(table, (moved,))
    return _joined(facts)


def _joined(facts: list[e.Event]) -> Facts:
    """Draws that follow each other are one fact: three cards drawn, not three times one."""
    joined: list[e.Event] = []
    for fact in facts:
        last = joined[-1] if joined else None
        if isinstance(fact, e.PiecesMoved) and isinstance(last, e.PiecesMoved) and last.how == fact.how == "draw":
            joined[-1] = e.PiecesMoved(last.seat, "draw", (*last.moved, *fact.moved))
        else:
            joined.append(fact)
    return tuple(joined)


def refill(table: Table, seat: int, key: ZoneKey, luck: Luck) -> Facts:
    """What its form is given of the zone that it refills from; nothing when that is empty too."""
    source = refills_from(table, key, seat)
    if not table.zones.get(source):
        return ()
    form = rules_of(zone_kit(table, key))
    match form.refill:
        case "whole":
            return (shuffled(table, seat, key, luck, source),)
        case "each":
            return _filled_up(table, seat, key, luck, source)
        case _:
            assert_never(form.refill)


def _filled_up(table: Table, seat: int, key: ZoneKey, luck: Luck, source: ZoneKey) -> Facts:
    """From the top of the other zone, until there is no room or nothing left; each lies as the zone has it."""
    capacity = zone_kit(table, key).capacity
    there = table.zones[source]
    room = len(there) if capacity is None else max(0, capacity - len(table.zones[key]))
    moved: list[e.Moved] = []
    for id in there[:room]:
        moved.append(lay(table, table.pieces[id], source, key, luck))
        table = fold(table, (e.PiecesMoved(seat, "fill", (moved[-1],)),))
    return (e.PiecesMoved(seat, "fill", tuple(moved)),) if moved else ()


def shuffled(table: Table, seat: int, key: ZoneKey, luck: Luck, source: ZoneKey = NOWHERE) -> e.PileShuffled:
    """A new order, under new names. With `source` its pieces join (or, for a refill, become) the pile."""
    ids = table.zones[key] + (table.zones[source] if source else ())
    order = tuple((ids[n], luck.piece_id()) for n in luck.order(len(ids)))
    return e.PileShuffled(seat, key, order, source)


def filled_when_empty(table: Table, seat: int, luck: Luck) -> Facts:
    """What its zone's kit has filled as soon as it is empty."""
    facts: list[e.Event] = []
    for key, ids in table.zones.items():
        if not ids and zone_kit(table, key).refill_when == "empty":
            step = refill(table, seat, key, luck)
            facts += step
            table = fold(table, step)
    return tuple(facts)
