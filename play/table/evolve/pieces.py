"""Where pieces lie, what lies on them, and who was shown what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType
from typing import Any, assert_never

from play.table import events as e
from play.table.limits import TOKEN_KINDS_MAX
from play.table.state import Looking, Piece, Table, with_piece, with_seat
from play.table.zones import ZoneKey, rules_of


def after(table: Table, fact: e.PieceFact) -> Table:
    match fact:
        case e.PiecesMoved():
            return _counted(moved(table, fact.moved), fact)
        case e.PileShuffled(zone=zone, order=order, source=source):
            return _shuffled(table, zone, order, source)
        case e.CounterSet() | e.TokensPut():
            return _number(table, fact)
        case e.Attached(piece=piece, host=host):
            return with_piece(table, replace(table.pieces[piece], onto=host))
        case e.Detached(piece=piece):
            return with_piece(table, replace(table.pieces[piece], onto=""))
        case e.TurnedOver(piece=piece, face_up=face_up):
            return with_piece(table, replace(table.pieces[piece], face_up=face_up, known_to=frozenset()))
        case e.PointedAt(seat=seat, piece=piece):
            return replace(table, pointing=(seat, piece))
        case e.PieceTapped(piece=piece, tapped=tapped):
            return with_piece(table, replace(table.pieces[piece], tapped=tapped))
        case e.NoteWritten(piece=piece, text=text):
            return with_piece(table, replace(table.pieces[piece], note=text))
        case e.Revealed(pieces=pieces, to=to):
            seats = frozenset(to or (s.number for s in table.seats))
            for id in pieces:
                table = with_piece(table, replace(table.pieces[id], known_to=table.pieces[id].known_to | seats))
            return table
        case e.LookingBegan(seat=seat):
            others = tuple(look for look in table.looking if look.seat != seat)
            look = Looking(seat, fact.zone, fact.pieces, fact.must_shuffle, fact.takes)
            return replace(table, looking=(*others, look))
        case e.LookingEnded(seat=seat):
            return replace(table, looking=tuple(look for look in table.looking if look.seat != seat))
        case _:
            assert_never(fact)


def moved(table: Table, moves: Iterable[e.Moved]) -> Table:
    zones = {key: list(ids) for key, ids in table.zones.items()}
    pieces = dict(table.pieces)
    gone: set[str] = set()
    for move in moves:
        zones[move.source].remove(move.piece)
        zones.setdefault(move.to, []).insert(move.at, move.id)
        piece = pieces.pop(move.piece)
        stays = _is_open(table, move.source) and _is_open(table, move.to)
        if stays:
            piece = replace(piece, id=move.id, face_up=move.face_up)
        else:  # whatever lay on it does not go along into a hand or a pile
            piece = Piece(move.id, piece.card, move.face_up, side=piece.side)
        pieces[move.id] = piece
        if move.id != move.piece:
            gone.add(move.piece)
        if not stays:
            gone.add(move.piece)
    for id, piece in pieces.items():
        if piece.onto in gone:
            pieces[id] = replace(piece, onto="")
    looking = tuple(_still_there(look, zones) for look in table.looking)
    return replace(
        table,
        zones=MappingProxyType({key: tuple(ids) for key, ids in zones.items()}),
        pieces=MappingProxyType(pieces),
        looking=looking,
    )


def _still_there(look: Looking, zones: dict[ZoneKey, list[str]]) -> Looking:
    there = set(zones.get(look.zone, ()))
    return replace(look, pieces=tuple(p for p in look.pieces if p in there))


def _is_open(table: Table, key: ZoneKey) -> bool:
    """Whether things can lie on a card there: where Things lie, not in hands or piles."""
    zone = table.kit.zone(key.id)
    return zone is not None and rules_of(zone).lies_open


def _counted(table: Table, fact: e.PiecesMoved) -> Table:
    turn = table.turn
    if fact.how == "draw" and fact.seat == turn.seat:
        turn = replace(turn, drawn=turn.drawn + len(fact.moved))
    if fact.how in ("play", "give") and fact.kind and fact.seat == turn.seat:
        played = dict(turn.played)
        played[fact.kind] = played.get(fact.kind, 0) + 1
        turn = replace(turn, played=tuple(sorted(played.items())))
    return replace(table, turn=turn)


def _shuffled(table: Table, zone: ZoneKey, order: tuple[tuple[str, str], ...], source: ZoneKey) -> Table:
    zones, pieces = dict(table.zones), dict(table.pieces)
    if source:
        zones[source] = ()
    zones[zone] = tuple(new for _, new in order)
    for old, new in order:
        piece = pieces.pop(old)
        pieces[new] = Piece(new, piece.card, piece.face_up and not source and not _hides(table, zone), side=piece.side)
    looking = tuple(look for look in table.looking if look.zone not in (zone, source))
    return replace(table, zones=MappingProxyType(zones), pieces=MappingProxyType(pieces), looking=looking)


def _hides(table: Table, key: ZoneKey) -> bool:
    zone = table.kit.zone(key.id)
    return zone is None or zone.face != "up"


def _number(table: Table, fact: e.CounterSet | e.TokensPut) -> Table:
    name = "counters" if isinstance(fact, e.CounterSet) else "tokens"
    id, value = (fact.counter, fact.value) if isinstance(fact, e.CounterSet) else (fact.token, fact.count)
    is_kept = isinstance(fact, e.CounterSet) or value > 0

    def changed(pairs: tuple[tuple[str, int], ...]) -> Any:
        kept = {k: v for k, v in pairs if k != id}
        return tuple(sorted((kept | {id: value} if is_kept else kept).items()))

    if isinstance(fact, e.TokensPut):
        table = _named(table, fact.token)
    if fact.piece:
        piece = table.pieces[fact.piece]
        return with_piece(table, replace(piece, **{name: changed(getattr(piece, name))}))
    if fact.on:
        return with_seat(table, fact.on, lambda s: replace(s, **{name: changed(getattr(s, name))}))
    return replace(table, counters=changed(table.counters))


def _named(table: Table, token: str) -> Table:
    """A token of the players' own keeps its name for the rest of the game, also when none is left."""
    if token in table.named_tokens or any(token == kit.name for kit in table.equipment.tokens):
        return table
    return replace(table, named_tokens=(*table.named_tokens, token)[-TOKEN_KINDS_MAX:])
