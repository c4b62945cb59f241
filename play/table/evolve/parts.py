"""What several families do to a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

from play.table.state import Piece, Seat, Table


def with_piece(table: Table, piece: Piece) -> Table:
    return replace(table, pieces=MappingProxyType({**table.pieces, piece.id: piece}))


def with_seat(table: Table, number: int, change: Callable[[Seat], Seat]) -> Table:
    return replace(table, seats=tuple(change(s) if s.number == number else s for s in table.seats))
