"""Facts of a table's stream, outcomes of chance included, so that a replay is exact. People by id, cards by number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cards.rules.kit import Kit
from play.table import upcasters
from play.table.state import CardText, Outcome, Piece, Question, RuleText, Table
from studio.kernel.schema import stored, unstored

How = Literal[
    "draw", "play", "discard", "discard_random", "destroy", "move", "give", "put_back", "take", "take_random", "leave"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableOpened:
    host: int
    kit: Kit
    cards: tuple[CardText, ...]
    rules: tuple[RuleText, ...]
    is_creative: bool = False
    any_card: bool = False
    allows_spectators: bool = True
    seats: int = 8


@dataclass(frozen=True, slots=True)
class SeatTaken:
    seat: int
    person: int
    side: str = ""


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """Nobody sits there any more; in a game its cards stay where they are. `removed` by the others' agreement."""

    seat: int
    removed: bool = False


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    seat: int
    person: int


@dataclass(frozen=True, slots=True)
class TeamJoined:
    seat: int
    team: int


@dataclass(frozen=True, slots=True)
class SideChosen:
    seat: int
    side: str


@dataclass(frozen=True, slots=True)
class SeatReadied:
    seat: int
    is_ready: bool


@dataclass(frozen=True, slots=True)
class GameBegun:
    """Set up (B1): every piece and where it lies, the hands dealt, and who begins."""

    seat: int
    pieces: tuple[Piece, ...]
    zones: tuple[tuple[str, tuple[str, ...]], ...]
    first: int


@dataclass(frozen=True, slots=True)
class Moved:
    """One piece from a zone into another, `at` places from the top there, under the name `id` from now on."""

    piece: str
    id: str
    source: str
    to: str
    at: int = 0
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class PiecesMoved:
    """`kind` is what a played card counts as; `under` the seat that got it or whose it was."""

    seat: int
    how: How
    moved: tuple[Moved, ...]
    kind: str = ""
    under: int = 0


@dataclass(frozen=True, slots=True)
class PileShuffled:
    """The pile's new order from the top: (old id, new id) of each piece. `source` when another pile became it (B3)."""

    seat: int
    zone: str
    order: tuple[tuple[str, str], ...]
    source: str = ""


@dataclass(frozen=True, slots=True)
class Attached:
    seat: int
    piece: str
    host: str


@dataclass(frozen=True, slots=True)
class Detached:
    seat: int
    piece: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """To all when no seat is named."""

    seat: int
    pieces: tuple[str, ...]
    to: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LookingBegan:
    """What was seen is known only to `seat`; that it looked, and at how many, to all."""

    seat: int
    zone: str
    pieces: tuple[str, ...]
    must_shuffle: bool = False
    takes: int = 0


@dataclass(frozen=True, slots=True)
class LookingEnded:
    seat: int


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    question: Question


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    number: int
    seat: int
    is_yes: bool


@dataclass(frozen=True, slots=True)
class QuestionClosed:
    number: int
    is_yes: bool


@dataclass(frozen=True, slots=True)
class TurnedOver:
    seat: int
    piece: str
    face_up: bool


@dataclass(frozen=True, slots=True)
class PieceTapped:
    seat: int
    piece: str
    tapped: bool


@dataclass(frozen=True, slots=True)
class TokensPut:
    seat: int
    token: str
    count: int
    piece: str = ""
    on: int = 0


@dataclass(frozen=True, slots=True)
class CounterSet:
    seat: int
    counter: str
    was: int
    value: int
    on: int = 0
    piece: str = ""


@dataclass(frozen=True, slots=True)
class NoteWritten:
    seat: int
    piece: str
    text: str


@dataclass(frozen=True, slots=True)
class PointedAt:
    seat: int
    piece: str


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """(die, face) of each: a die of the kit by its id, any other as "d6"."""

    seat: int
    rolled: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class CoinFlipped:
    seat: int
    is_heads: bool


@dataclass(frozen=True, slots=True)
class SeatChosen:
    seat: int
    who: int


@dataclass(frozen=True, slots=True)
class PieceChosen:
    seat: int
    zone: str
    piece: str


@dataclass(frozen=True, slots=True)
class AbilityUsed:
    seat: int
    piece: str


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    seat: int
    phase: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    seat: int
    number: int
    round: int
    is_extra: bool = False


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """This seat's turn was to be skipped, and has been."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnToBeSkipped:
    seat: int
    who: int


@dataclass(frozen=True, slots=True)
class ExtraTurnGiven:
    seat: int
    who: int


@dataclass(frozen=True, slots=True)
class KnockedOut:
    seat: int
    who: int


@dataclass(frozen=True, slots=True)
class CameBack:
    seat: int
    who: int


@dataclass(frozen=True, slots=True)
class Muted:
    who: int
    is_muted: bool


@dataclass(frozen=True, slots=True)
class GoneOnWithout:
    """The others agreed: this seat is passed over until somebody sits in it again."""

    who: int


@stored(upcasters.game_won_1)
@dataclass(frozen=True, slots=True)
class GameWon:
    """`words` are the winner's own reason, where it was claimed."""

    winners: tuple[int, ...]
    words: str = ""
    how: Literal["claimed", "last_standing"] = "claimed"


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    seat: int


@dataclass(frozen=True, slots=True)
class GathersAgain:
    """After the end: the same deck, everybody where they sit, ready for another game."""

    seat: int


@stored(upcasters.taken_back_1)
@dataclass(frozen=True, slots=True)
class TakenBack:
    """By consent: the table is as it was after entry `to`.

    An entry holds the number alone; whoever folds entries finds the table again (`steps` in evolve.py).
    """

    to: int
    table: Table | None = unstored(default=None)


@dataclass(frozen=True, slots=True)
class Said:
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class ExceptionNoted:
    """Somebody confirmed that a card or a rule allows what the limits do not: the codes of what was asked."""

    seat: int
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PackOpened:
    seat: int
    blanks: int | None


@dataclass(frozen=True, slots=True)
class GamePaused:
    proposal: int
    blanks: int | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class GameResumed:
    """`outcome` is what became of the proposal; empty when the game goes on without waiting for it."""

    proposal: int
    blanks: int | None = None
    title: str = ""
    outcome: Outcome = ""


@dataclass(frozen=True, slots=True)
class CardEntered:
    """`placed` holds (piece, zone, place from the top, seat whose pile it is); empty before the set-up."""

    card: CardText
    placed: tuple[tuple[str, str, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CardChanged:
    card: CardText


@dataclass(frozen=True, slots=True)
class CardLeft:
    """`pieces` leave the table for good; `destroyed` were attached to them (C6)."""

    card: int
    pieces: tuple[str, ...]
    destroyed: tuple[Moved, ...] = ()
    is_repealed: bool = True


@dataclass(frozen=True, slots=True)
class RulesReplaced:
    rules: tuple[RuleText, ...]


@dataclass(frozen=True, slots=True)
class KitChanged:
    kit: Kit


@dataclass(frozen=True, slots=True)
class BallotMoved:
    """The deck's stream went on with something that the table shows: a vote, a remark, a version. No content."""

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
    | BallotMoved
)

# Somebody learnt something, or the deck itself changed: nothing before these is ever taken back.
SPILLS = frozenset(
    {"TableOpened", "GameBegun", "Revealed", "LookingBegan", "DiceRolled", "CoinFlipped", "SeatChosen", "PieceChosen",
     "PileShuffled", "CardEntered", "CardChanged", "CardLeft", "RulesReplaced", "KitChanged", "GameWon",
     "GameAbandoned", "GathersAgain", "SeatTaken", "SeatLeft", "SeatHandedOver", "TurnedOver"}
)  # fmt: skip
SPILLING_MOVES = frozenset({"draw", "take", "take_random", "discard_random", "play", "discard"})


def spills(event: Event) -> bool:
    """Whether what happened showed anybody something they had not seen, or changed the deck."""
    if isinstance(event, PiecesMoved):
        # A card from a hand that was laid open has been read; between open places nothing is learnt.
        return event.how in SPILLING_MOVES or any(m.source.startswith("hand") for m in event.moved)
    return type(event).__name__ in SPILLS
