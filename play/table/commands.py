"""What is asked of a table. `seat` is who acts; pieces are named by the ids that seat was shown.

A command that goes against a limit (a second Action, over the hand limit, out of turn, wrong phase) is refused with
a code that begins "ask." until it comes again with `confirmed`; then it is done and the exception is in the log.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from cards.rules.kit import Kit
from play.table.state import CardText, Outcome, RuleText, Table
from play.table.zones import NOWHERE, ZoneKey

Place = Literal["top", "bottom", "random"]


class Luck(Protocol):
    """Randomness from outside; what it gives is written into the events."""

    def below(self, n: int) -> int:
        """A uniform number 0 … n-1."""
        ...

    def order(self, n: int) -> tuple[int, ...]:
        """A uniform permutation of 0 … n-1."""
        ...

    def piece_id(self) -> str:
        """A name nobody can guess or connect with another."""
        ...


@dataclass(frozen=True, slots=True)
class Moment:
    """`back_to(entry)` is the table as it was; `spilled_at()` the last entry at which somebody learnt something, and
    `oldest()` the one before the first that is still remembered."""

    now: int
    luck: Luck
    away: frozenset[int] = frozenset()
    back_to: Callable[[int], Table] | None = None
    spilled_at: Callable[[], int] = lambda: 0
    oldest: Callable[[], int] = lambda: 0


# --- coming together --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The host opens it with what is to be played. `seats` is how many places there are."""

    host: int
    kit: Kit
    cards: tuple[CardText, ...]
    rules: tuple[RuleText, ...]
    is_creative: bool = False
    any_card: bool = False
    allows_spectators: bool = True
    seats: int = 8


@dataclass(frozen=True, slots=True)
class TakeSeat:
    person: int
    seat: int = 0  # 0: the first free one
    side: str = ""


@dataclass(frozen=True, slots=True)
class Stand:
    seat: int


@dataclass(frozen=True, slots=True)
class HandOver:
    """The seat and its secrets go to another person."""

    seat: int
    person: int


@dataclass(frozen=True, slots=True)
class JoinTeam:
    seat: int
    team: int


@dataclass(frozen=True, slots=True)
class ChooseSide:
    """Whose cards this seat plays, before they are dealt (V2)."""

    seat: int
    side: str


@dataclass(frozen=True, slots=True)
class GetReady:
    seat: int
    is_ready: bool = True


@dataclass(frozen=True, slots=True)
class Begin:
    """Set up (B1): shuffle, deal, who begins."""

    seat: int
    confirmed: bool = False


# --- moving cards -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    seat: int
    count: int = 1
    zone: ZoneKey = NOWHERE  # where the kit says one draws from
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A card from the hand: `onto` a piece in play, `to` another zone than the kit's for its kind, or `under` another
    seat's control."""

    seat: int
    piece: str
    onto: str = ""
    to: ZoneKey = NOWHERE
    under: int = 0
    face_up: bool = True
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class UseAbility:
    """An "Action:" ability of a Thing in play (B6)."""

    seat: int
    piece: str
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Discard:
    seat: int
    pieces: tuple[str, ...]
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class DiscardRandom:
    seat: int
    count: int = 1
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Destroy:
    """A Thing in play, with what is attached to it (B5)."""

    seat: int
    piece: str


@dataclass(frozen=True, slots=True)
class Attach:
    seat: int
    piece: str
    host: str


@dataclass(frozen=True, slots=True)
class Detach:
    seat: int
    piece: str


@dataclass(frozen=True, slots=True)
class MovePieces:
    """Anything one may touch, anywhere: control, hand, top, bottom, another zone. None: face as the zone has it."""

    seat: int
    pieces: tuple[str, ...]
    to: ZoneKey
    place: Place = "top"
    face_up: bool | None = None
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class ShuffleZone:
    seat: int
    zone: ZoneKey


@dataclass(frozen=True, slots=True)
class ShuffleIn:
    """All of one pile into another."""

    seat: int
    zone: ZoneKey
    to: ZoneKey


@dataclass(frozen=True, slots=True)
class Reveal:
    """Show pieces of one's own hand, or face down under one's control: to all (no seats named) or to some."""

    seat: int
    pieces: tuple[str, ...]
    to: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LookAtTop:
    """Who looked is public, what was seen is not."""

    seat: int
    zone: ZoneKey
    count: int = 1


@dataclass(frozen=True, slots=True)
class PutBack:
    """What one is looking at goes back in this order, on top or at the bottom."""

    seat: int
    pieces: tuple[str, ...]
    place: Place = "top"


@dataclass(frozen=True, slots=True)
class SearchPile:
    """Announced; afterwards the pile is shuffled."""

    seat: int
    zone: ZoneKey


@dataclass(frozen=True, slots=True)
class StopLooking:
    seat: int


@dataclass(frozen=True, slots=True)
class AskHand:
    """Look into somebody's hand, take a chosen card, or take a random one: its owner is asked (B8)."""

    seat: int
    of: int
    what: Literal["hand_look", "hand_take", "hand_random"]
    count: int = 1


@dataclass(frozen=True, slots=True)
class AnswerQuestion:
    seat: int
    question: int
    is_yes: bool


@dataclass(frozen=True, slots=True)
class TurnOver:
    seat: int
    piece: str
    face_up: bool
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Tap:
    seat: int
    piece: str
    tapped: bool = True


@dataclass(frozen=True, slots=True)
class PutTokens:
    """So many of a token on a piece, or on a seat when `piece` is empty. Any name will do."""

    seat: int
    token: str
    count: int
    piece: str = ""
    on: int = 0


@dataclass(frozen=True, slots=True)
class SetCounter:
    """A seat's counter (`on`), a piece's, or the table's when both are empty."""

    seat: int
    counter: str
    value: int
    on: int = 0
    piece: str = ""
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class WriteNote:
    seat: int
    piece: str
    text: str


@dataclass(frozen=True, slots=True)
class PointAt:
    """A finger on a card in play, seen by all until something moves."""

    seat: int
    piece: str


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice of the kit by id, or `count` dice with `sides`."""

    seat: int
    dice: tuple[str, ...] = ()
    count: int = 1
    sides: int = 6


@dataclass(frozen=True, slots=True)
class FlipCoin:
    seat: int


@dataclass(frozen=True, slots=True)
class ChooseSeat:
    """A random player among those in play."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChoosePiece:
    """A random card of a zone one may look at."""

    seat: int
    zone: ZoneKey


# --- the turn and the end ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndPhase:
    seat: int
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class EndTurn:
    seat: int
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class SkipTurn:
    """Somebody's next turn is left out."""

    seat: int
    who: int


@dataclass(frozen=True, slots=True)
class ExtraTurn:
    seat: int
    who: int


@dataclass(frozen=True, slots=True)
class KnockOut:
    """One's own word is enough for oneself; somebody else is asked, and while they are away all others are (B10)."""

    seat: int
    who: int


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Somebody knocked out is in the game again."""

    seat: int
    who: int


@dataclass(frozen=True, slots=True)
class AskTable:
    """Put something to the others: win (`words` say why), abandon, undo (`to` an entry); without, remove, mute and
    unmute name a `target`."""

    seat: int
    about: Literal["win", "abandon", "undo", "without", "remove", "mute", "unmute"]
    target: int = 0
    to: int = 0
    words: str = ""


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """After the end: everything back, ready for another game of the same deck."""

    seat: int


@dataclass(frozen=True, slots=True)
class Speak:
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class FreshPack:
    """C12: so many blanks more; None: no limit any longer."""

    seat: int
    blanks: int | None


# --- what the deck does to its creative table -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PauseFor:
    """A proposal came to the table: nothing moves until everybody has voted (C1). With `wants_blank` it takes one
    (C12)."""

    proposal: int
    wants_blank: bool = False
    title: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """The vote is over, or goes on without the game. `gives_blank` when it was withdrawn (C12)."""

    proposal: int
    gives_blank: bool = False
    title: str = ""
    outcome: Outcome = ""


@dataclass(frozen=True, slots=True)
class CardEnters:
    """An accepted or restored card, or more copies: shuffled into the draw pile, each at a random place (C3)."""

    card: CardText
    copies: int


@dataclass(frozen=True, slots=True)
class CardAmended:
    """In place, all copies; attachments, tokens and counters stay (C6)."""

    card: CardText


@dataclass(frozen=True, slots=True)
class CardLeaves:
    """Repealed, or fewer copies (None: all): they leave the table, what was attached is destroyed (C6)."""

    card: int
    copies: int | None = None


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """The Special Rules in force now, oldest first (C7)."""

    rules: tuple[RuleText, ...]


@dataclass(frozen=True, slots=True)
class KitReplaced:
    kit: Kit


@dataclass(frozen=True, slots=True)
class BallotMoves:
    """Something about the deck's ballots changed (0: about none by itself): whoever sits here looks again."""

    proposal: int


Command = (
    OpenTable
    | TakeSeat
    | Stand
    | HandOver
    | JoinTeam
    | ChooseSide
    | GetReady
    | Begin
    | Draw
    | PlayCard
    | UseAbility
    | Discard
    | DiscardRandom
    | Destroy
    | Attach
    | Detach
    | MovePieces
    | ShuffleZone
    | ShuffleIn
    | Reveal
    | LookAtTop
    | PutBack
    | SearchPile
    | StopLooking
    | AskHand
    | AnswerQuestion
    | TurnOver
    | Tap
    | PutTokens
    | SetCounter
    | WriteNote
    | PointAt
    | Roll
    | FlipCoin
    | ChooseSeat
    | ChoosePiece
    | EndPhase
    | EndTurn
    | SkipTurn
    | ExtraTurn
    | KnockOut
    | ComeBack
    | AskTable
    | PlayAgain
    | Speak
    | FreshPack
    | PauseFor
    | Resume
    | CardEnters
    | CardAmended
    | CardLeaves
    | RulesChanged
    | KitReplaced
    | BallotMoves
)
