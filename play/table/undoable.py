"""What may not be taken back: whatever showed anybody what chance or somebody else kept hidden, or changed the deck.

Each kind of fact says so itself (`play.table.events.undo`); what depends on where pieces lay is found out here. A card
that somebody let go of out of their own hand may come back when all agree, though everybody has seen it: under another
name, so that nobody can tell it there from the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from play.table import events as e
from play.table.command import Luck
from play.table.events import Undo
from play.table.state import Table
from play.table.visibility import hides_from
from play.table.zones import key_of


def spills(before: Table, fact: e.Event) -> bool:
    """Whether the fact told anybody something, coming to the table as it was `before`."""
    match fact.undo:
        case Undo.OPEN | Undo.TRIFLE | Undo.BESIDE:
            return False
        case Undo.SHOWN | Undo.STANDS:
            return True
        case Undo.AS_IT_LAY:
            assert isinstance(fact, e.PiecesMoved), fact
            return _shows(before, fact)
        case _:
            assert_never(fact.undo)


def is_beside(fact: e.Event) -> bool:
    """Whether it was said or asked beside the game: it stands between no two moves."""
    return fact.undo is Undo.BESIDE


def is_ones_own(facts: Iterable[e.Event], seat: int) -> bool:
    """Whether all that happened was this seat's and a trifle: counters, tokens, a card turned sideways."""
    moves = [fact for fact in facts if not is_beside(fact)]
    return bool(moves) and all(fact.undo is Undo.TRIFLE and getattr(fact, "seat", 0) == seat for fact in moves)


def let_go(hand: str, fact: e.Event) -> tuple[e.Moved, ...]:
    """What a seat put out of its own hand by its own choice. `hand` is the kit's zone of that name."""
    if not isinstance(fact, e.PiecesMoved) or fact.how not in ("play", "discard", "move", "give") or not fact.seat:
        return ()
    return tuple(move for move in fact.moved if move.source == key_of(hand, fact.seat))


def taken_back(now: Table, to: int, before: Table, luck: Luck, by: int = 0) -> tuple[e.Event, ...]:
    """The table is as it was `before`, after entry `to`; what has come into hiding again since goes by a new name."""
    renamed = tuple(
        e.Moved(id, luck.piece_id(), key, key, at, before.pieces[id].face_up)
        for key, ids in before.zones.items()
        if hides_from(before, key, 0)
        for at, id in enumerate(ids)
        if id not in now.zones.get(key, ())
    )
    back = e.TakenBack(to, before, by=by)
    return (back, e.PiecesMoved(0, "move", renamed)) if renamed else (back,)


def _shows(before: Table, fact: e.PiecesMoved) -> bool:
    match fact.how:
        case "draw" | "take" | "take_random" | "discard_random":
            return True
        case "move" if not fact.seat:
            return False  # new names alone
        case "play" | "discard" | "destroy" | "move" | "give" | "put_back" | "leave" | "fill":
            chosen = let_go(before.kit.hand, fact)
            return any(_was_hidden(before, move) for move in fact.moved if move not in chosen)
        case _:
            assert_never(fact.how)


def _was_hidden(before: Table, move: e.Moved) -> bool:
    """Out of a pile, a hand, or face down under somebody: wherever it lies now, somebody else reads it."""
    piece = before.pieces.get(move.piece)
    return piece is None or not piece.face_up or hides_from(before, move.source, 0)
