"""Facts of a table's stream, outcomes of chance included, so that a replay is exact.

People stand in them by the id of their membership in the table's group, cards by number.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Literal

from cards.rules.kit import Kit
from play.table import upcasters
from play.table.state import CardText, Outcome, Piece, Question, RuleText, Table
from play.table.zones import NOWHERE, ZoneKey
from studio.kernel.schema import stored, unstored

How = Literal[
    "draw", "play", "discard", "discard_random", "destroy", "move", "give", "put_back", "take", "take_random", "leave"
]  # fmt: skip


class Undo(Enum):
    """Whether what happened may be taken back. Every kind of fact says so itself; there is no default.

    OPEN: nobody learnt anything by it. SHOWN: it showed somebody what they had not seen. STANDS: people came or went,
    the deck changed, or a game ended. BESIDE: said or asked beside the game, which neither is taken back nor stands in
    the way. AS_IT_LAY: it depends on where the pieces lay (`play.table.undo`).
    """

    OPEN = "open"
    SHOWN = "shown"
    STANDS = "stands"
    BESIDE = "beside"
    AS_IT_LAY = "as it lay"


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
    """`kind` is what a played card counts as, "" where it does not lie face up; `under` the seat that got it or whose
    it was."""

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
class QuestionAsked:
    undo: ClassVar[Undo] = Undo.BESIDE
    question: Question


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    undo: ClassVar[Undo] = Undo.BESIDE
    number: int
    seat: int
    is_yes: bool


@dataclass(frozen=True, slots=True)
class QuestionClosed:
    undo: ClassVar[Undo] = Undo.BESIDE
    number: int
    is_yes: bool


@dataclass(frozen=True, slots=True)
class TurnedOver:
    undo: ClassVar[Undo] = Undo.SHOWN
    seat: int
    piece: str
    face_up: bool


@dataclass(frozen=True, slots=True)
class PieceTapped:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    piece: str
    tapped: bool


@dataclass(frozen=True, slots=True)
class TokensPut:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    token: str
    count: int
    piece: str = ""
    on: int = 0


@dataclass(frozen=True, slots=True)
class CounterSet:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    counter: str
    was: int
    value: int
    on: int = 0
    piece: str = ""


@dataclass(frozen=True, slots=True)
class NoteWritten:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    piece: str
    text: str


@dataclass(frozen=True, slots=True)
class PointedAt:
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


@dataclass(frozen=True, slots=True)
class AbilityUsed:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    piece: str


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    phase: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    number: int
    round: int
    is_extra: bool = False


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
class Muted:
    undo: ClassVar[Undo] = Undo.BESIDE
    who: int
    is_muted: bool


@dataclass(frozen=True, slots=True)
class GoneOnWithout:
    """The others agreed: this seat is passed over until somebody sits in it again."""

    undo: ClassVar[Undo] = Undo.OPEN
    who: int


@stored(upcasters.game_won_1)
@dataclass(frozen=True, slots=True)
class GameWon:
    """`words` are the winner's own reason, where it was claimed."""

    undo: ClassVar[Undo] = Undo.STANDS
    winners: tuple[int, ...]
    words: str = ""
    how: Literal["claimed", "last_standing"] = "claimed"


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    undo: ClassVar[Undo] = Undo.STANDS
    seat: int


@dataclass(frozen=True, slots=True)
class GathersAgain:
    """After the end: the same deck, everybody where they sit, ready for another game."""

    undo: ClassVar[Undo] = Undo.STANDS
    seat: int


@stored(upcasters.taken_back_1)
@dataclass(frozen=True, slots=True)
class TakenBack:
    """By consent: the table is as it was after entry `to`.

    An entry holds the number alone; whoever folds entries finds the table again (`steps` in evolve.py).
    """

    undo: ClassVar[Undo] = Undo.OPEN
    to: int
    table: Table | None = unstored(default=None)


@dataclass(frozen=True, slots=True)
class Said:
    undo: ClassVar[Undo] = Undo.BESIDE
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class ExceptionNoted:
    """Somebody confirmed that a card or a rule allows what the limits do not: the codes of what was asked."""

    undo: ClassVar[Undo] = Undo.BESIDE
    seat: int
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PackOpened:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    blanks: int | None


@dataclass(frozen=True, slots=True)
class GamePaused:
    undo: ClassVar[Undo] = Undo.BESIDE
    proposal: int
    blanks: int | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class GameResumed:
    """`outcome` is what became of the proposal; empty when the game goes on without waiting for it."""

    undo: ClassVar[Undo] = Undo.BESIDE
    proposal: int
    blanks: int | None = None
    title: str = ""
    outcome: Outcome = ""


@dataclass(frozen=True, slots=True)
class CardEntered:
    """`placed` holds (piece, zone, place from the top, seat whose pile it is); empty before the set-up."""

    undo: ClassVar[Undo] = Undo.STANDS
    card: CardText
    placed: tuple[tuple[str, ZoneKey, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CardChanged:
    undo: ClassVar[Undo] = Undo.STANDS
    card: CardText


@dataclass(frozen=True, slots=True)
class CardLeft:
    """`pieces` leave the table for good; `destroyed` were attached to them (C6)."""

    undo: ClassVar[Undo] = Undo.STANDS
    card: int
    pieces: tuple[str, ...]
    destroyed: tuple[Moved, ...] = ()
    is_repealed: bool = True


@dataclass(frozen=True, slots=True)
class RulesReplaced:
    undo: ClassVar[Undo] = Undo.STANDS
    rules: tuple[RuleText, ...]


@dataclass(frozen=True, slots=True)
class KitChanged:
    undo: ClassVar[Undo] = Undo.STANDS
    kit: Kit


@dataclass(frozen=True, slots=True)
class NextKitSet:
    """Its zones are others than those in which cards lie: the next game is laid with it."""

    undo: ClassVar[Undo] = Undo.STANDS
    kit: Kit


@dataclass(frozen=True, slots=True)
class BallotMoved:
    """The deck's stream went on with something that the table shows: a vote, a remark, a version. No content."""

    undo: ClassVar[Undo] = Undo.BESIDE
    proposal: int


Event = (
    TableOpened
    | SeatTaken
    | SeatLeft
    | SeatHandedOver
    | TeamJoined
    | SideChosen
    | SeatReadied
    | GameBegun
    | PiecesMoved
    | PileShuffled
    | Attached
    | Detached
    | Revealed
    | LookingBegan
    | LookingEnded
    | QuestionAsked
    | QuestionAnswered
    | QuestionClosed
    | TurnedOver
    | PieceTapped
    | TokensPut
    | CounterSet
    | NoteWritten
    | PointedAt
    | DiceRolled
    | CoinFlipped
    | SeatChosen
    | PieceChosen
    | AbilityUsed
    | PhaseBegan
    | TurnBegan
    | TurnPassed
    | TurnToBeSkipped
    | ExtraTurnGiven
    | KnockedOut
    | CameBack
    | Muted
    | GoneOnWithout
    | GameWon
    | GameAbandoned
    | GathersAgain
    | TakenBack
    | Said
    | ExceptionNoted
    | PackOpened
    | GamePaused
    | GameResumed
    | CardEntered
    | CardChanged
    | CardLeft
    | RulesReplaced
    | KitChanged
    | NextKitSet
    | BallotMoved
)
