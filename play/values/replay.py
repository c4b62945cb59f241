"""A game that is over, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from play.values.felt import Felt
from play.values.log import LogLine
from play.values.pieces import PieceView
from play.values.sheets import Option

Hands = tuple[tuple[str, tuple[PieceView, ...]], ...]  # a seat's name, and what it held


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A moment of a finished game: what happened last, the table after it, and the ways on, "" where there is none.

    `first` is where the cards were dealt; `turn_before` and `turn_after` begin a turn. `views` are whose eyes.
    """

    number: int
    last: int
    line: LogLine | None
    felt: Felt
    hands: Hands
    first: str
    before: str
    after: str
    end: str
    turn_before: str
    turn_after: str
    views: tuple[Option, ...]
    address: str
