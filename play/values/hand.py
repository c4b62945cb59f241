"""One's own hand, and what one is looking at."""

from __future__ import annotations

from dataclasses import dataclass

from play.values.acts import Act
from play.values.pieces import PieceView
from studio.live.parts import KeepsDrawn


@dataclass(frozen=True, slots=True)
class LookingView:
    """What I have in front of me: the top of a pile, a searched pile, somebody's hand.

    `is_ordered`: it may go back in an order of one's own, also at `address`; `note` says what is told of it.
    """

    words: str
    zone: str
    pieces: tuple[PieceView, ...]
    must_shuffle: bool
    acts: tuple[Act, ...]
    address: str = ""
    is_list: bool = False  # too many to show their faces: by title
    is_ordered: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class HandView(KeepsDrawn):
    """My hand. `words` is "6 cards, 1 over the limit of 5"; `acts` are for the hand as a whole."""

    is_mine: bool
    count: int
    words: str
    pieces: tuple[PieceView, ...] = ()
    looking: LookingView | None = None
    acts: tuple[Act, ...] = ()
    key: str = ""
