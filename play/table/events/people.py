"""Who sits where, and in which game: facts of seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cards.rules.kit import Kit
from play.table import upcasters
from play.table.events.undo import Undo
from play.table.state import CardText, Piece, RuleText
from play.table.zones import ZoneKey
from studio.kernel.schema import stored


@dataclass(frozen=True, slots=True)
class TableOpened:
    undo: ClassVar[Undo] = Undo.STANDS
    host: int
    kit: Kit
    cards: tuple[CardText, ...]
    rules: tuple[RuleText, ...]
    is_creative: bool = False
    any_card: bool = False
    allows_spectators: bool = True
    seats: int = 8


@stored(upcasters.person_is_a_member_1)
@dataclass(frozen=True, slots=True)
class SeatTaken:
    undo: ClassVar[Undo] = Undo.STANDS
    seat: int
    member: int
    side: str = ""


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """Nobody sits there any more; in a game its cards stay where they are. `removed` by the others' agreement."""

    undo: ClassVar[Undo] = Undo.STANDS
    seat: int
    removed: bool = False


@stored(upcasters.person_is_a_member_1)
@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    undo: ClassVar[Undo] = Undo.STANDS
    seat: int
    member: int


@dataclass(frozen=True, slots=True)
class TeamJoined:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    team: int


@dataclass(frozen=True, slots=True)
class SideChosen:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    side: str


@dataclass(frozen=True, slots=True)
class SeatReadied:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    is_ready: bool


@dataclass(frozen=True, slots=True)
class GameBegun:
    """Set up (B1): every piece and where it lies, the hands dealt, and who begins."""

    undo: ClassVar[Undo] = Undo.SHOWN
    seat: int
    pieces: tuple[Piece, ...]
    zones: tuple[tuple[ZoneKey, tuple[str, ...]], ...]
    first: int


@dataclass(frozen=True, slots=True)
class GathersAgain:
    """After the end: the same deck, everybody where they sit, ready for another game."""

    undo: ClassVar[Undo] = Undo.STANDS
    seat: int


@dataclass(frozen=True, slots=True)
class KnockedOut:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    who: int


@dataclass(frozen=True, slots=True)
class CameBack:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    who: int


@dataclass(frozen=True, slots=True)
class GoneOnWithout:
    """The others agreed: this seat is passed over until somebody sits in it again."""

    undo: ClassVar[Undo] = Undo.OPEN
    who: int


@dataclass(frozen=True, slots=True)
class Muted:
    undo: ClassVar[Undo] = Undo.BESIDE
    who: int
    is_muted: bool


PeopleFact = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | SeatHandedOver
    | TeamJoined
    | SideChosen
    | SeatReadied
    | GameBegun
    | GathersAgain
    | KnockedOut
    | CameBack
    | GoneOnWithout
    | Muted
)
