"""What may not be taken back: whatever showed anybody something they had not seen, or changed the deck.

Each kind of fact says so itself (`play.table.events.undo`); what depends on where pieces lay is found out here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from play.table import events as e
from play.table.events import Undo
from play.table.state import Table
from play.table.visibility import hides_from


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


def _shows(before: Table, fact: e.PiecesMoved) -> bool:
    match fact.how:
        case "draw" | "take" | "take_random" | "discard_random" | "play" | "discard":
            return True
        case "destroy" | "move" | "give" | "put_back" | "leave" | "fill":
            return any(_was_hidden(before, move) for move in fact.moved)
        case _:
            assert_never(fact.how)


def _was_hidden(before: Table, move: e.Moved) -> bool:
    """Out of a pile, a hand, or face down under somebody: wherever it lies now, somebody else reads it."""
    piece = before.pieces.get(move.piece)
    return piece is None or not piece.face_up or hides_from(before, move.source, 0)
