"""Where pieces lie, what lies on them, and who was shown what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from play.table.events.undo import Undo
from play.table.zones import NOWHERE, ZoneKey

How = Literal[
    "draw", "play", "discard", "discard_random", "destroy", "move", "give", "put_back", "take", "take_random", "leave",
    "fill",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Moved:
    """One piece from a zone into another, `at` places from the top there, under the name `id` from now on."""

    piece: str
    id: str
    source: ZoneKey
    to: ZoneKey
    at: int = 0
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class PiecesMoved:
    """`kind` is what a played card counts as, "" where it does not lie face up, and what a gift to a team-mate uses up
    of the turn (V1); `under` the seat that got it or whose it was."""

    undo: ClassVar[Undo] = Undo.AS_IT_LAY
    seat: int
    how: How
    moved: tuple[Moved, ...]
    kind: str = ""
    under: int = 0


@dataclass(frozen=True, slots=True)
class PileShuffled:
    """The pile's new order from the top: (old id, new id) of each piece. `source` when another pile became it (B3)."""

    undo: ClassVar[Undo] = Undo.SHOWN
    seat: int
    zone: ZoneKey
    order: tuple[tuple[str, str], ...]
    source: ZoneKey = NOWHERE


@dataclass(frozen=True, slots=True)
class Attached:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    piece: str
    host: str


@dataclass(frozen=True, slots=True)
class Detached:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    piece: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """To all when no seat is named."""

    undo: ClassVar[Undo] = Undo.SHOWN
    seat: int
    pieces: tuple[str, ...]
    to: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LookingBegan:
    """What was seen is known only to `seat`; that it looked, and at how many, to all."""

    undo: ClassVar[Undo] = Undo.SHOWN
    seat: int
    zone: ZoneKey
    pieces: tuple[str, ...]
    must_shuffle: bool = False
    takes: int = 0


@dataclass(frozen=True, slots=True)
class LookingEnded:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int


@dataclass(frozen=True, slots=True)
class TurnedOver:
    undo: ClassVar[Undo] = Undo.SHOWN
    seat: int
    piece: str
    face_up: bool


@dataclass(frozen=True, slots=True)
class PieceTapped:
    undo: ClassVar[Undo] = Undo.TRIFLE
    seat: int
    piece: str
    tapped: bool


@dataclass(frozen=True, slots=True)
class TokensPut:
    undo: ClassVar[Undo] = Undo.TRIFLE
    seat: int
    token: str
    count: int
    piece: str = ""
    on: int = 0


@dataclass(frozen=True, slots=True)
class CounterSet:
    undo: ClassVar[Undo] = Undo.TRIFLE
    seat: int
    counter: str
    was: int
    value: int
    on: int = 0
    piece: str = ""


@dataclass(frozen=True, slots=True)
class NoteWritten:
    undo: ClassVar[Undo] = Undo.TRIFLE
    seat: int
    piece: str
    text: str


@dataclass(frozen=True, slots=True)
class PointedAt:
    undo: ClassVar[Undo] = Undo.TRIFLE
    seat: int
    piece: str


PieceFact = (
    PiecesMoved
    | PileShuffled
    | Attached
    | Detached
    | Revealed
    | LookingBegan
    | LookingEnded
    | TurnedOver
    | PieceTapped
    | TokensPut
    | CounterSet
    | NoteWritten
    | PointedAt
)
