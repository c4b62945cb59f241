"""What may not be taken back: whatever showed anybody something they had not seen, or changed the deck."""

from __future__ import annotations

from play.table import events as e
from play.table.state import Table
from play.table.visibility import hides_from


def spills(before: Table, fact: e.Event) -> bool:
    """Whether the fact told anybody something, coming to the table as it was `before`."""
    return e.spills(fact) or (isinstance(fact, e.PiecesMoved) and any(_was_hidden(before, move) for move in fact.moved))


def _was_hidden(before: Table, move: e.Moved) -> bool:
    """Out of a pile, a hand, or face down under somebody: wherever it lies now, somebody else reads it."""
    piece = before.pieces.get(move.piece)
    return piece is None or not piece.face_up or hides_from(before, move.source, 0)
