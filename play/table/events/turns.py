"""How the game goes on: turns, chance, abilities, its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from play.table import upcasters
from play.table.events.undo import Undo
from play.table.zones import ZoneKey
from studio.kernel.schema import stored


@dataclass(frozen=True, slots=True)
class TurnBegan:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    number: int
    round: int
    is_extra: bool = False


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    undo: ClassVar[Undo] = Undo.TRIFLE
    seat: int
    phase: int


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """This seat's turn was to be skipped, and has been."""

    undo: ClassVar[Undo] = Undo.OPEN
    seat: int


@dataclass(frozen=True, slots=True)
class TurnToBeSkipped:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    who: int


@dataclass(frozen=True, slots=True)
class ExtraTurnGiven:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    who: int


@dataclass(frozen=True, slots=True)
class AbilityUsed:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    piece: str


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """(die, face) of each: a die of the kit by its id, any other by `free_die`, in old entries as "d6"."""

    undo: ClassVar[Undo] = Undo.SHOWN
    seat: int
    rolled: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class CoinFlipped:
    undo: ClassVar[Undo] = Undo.SHOWN
    seat: int
    is_heads: bool


@dataclass(frozen=True, slots=True)
class SeatChosen:
    undo: ClassVar[Undo] = Undo.SHOWN
    seat: int
    who: int


@dataclass(frozen=True, slots=True)
class PieceChosen:
    undo: ClassVar[Undo] = Undo.SHOWN
    seat: int
    zone: ZoneKey
    piece: str


@stored(upcasters.game_won_1)
@dataclass(frozen=True, slots=True)
class GameWon:
    """`words` are the winner's own reason, where it was claimed; "alone" where nobody was there to agree."""

    undo: ClassVar[Undo] = Undo.STANDS
    winners: tuple[int, ...]
    words: str = ""
    how: Literal["claimed", "last_standing", "alone"] = "claimed"


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    undo: ClassVar[Undo] = Undo.STANDS
    seat: int


TurnFact = (
    TurnBegan
    | PhaseBegan
    | TurnPassed
    | TurnToBeSkipped
    | ExtraTurnGiven
    | AbilityUsed
    | DiceRolled
    | CoinFlipped
    | SeatChosen
    | PieceChosen
    | GameWon
    | GameAbandoned
)
