"""What the deck does to its creative table, and the paper for new cards (C12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cards.rules.kit import Kit
from play.table.events.pieces import Moved
from play.table.events.undo import Undo
from play.table.state import CardText, ProposalOutcome, RuleText
from play.table.zones import ZoneKey


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
    outcome: ProposalOutcome = ""


@dataclass(frozen=True, slots=True)
class VoterExcused:
    """The others agreed that a vote goes on without the seat `who`, which was away."""

    undo: ClassVar[Undo] = Undo.BESIDE
    proposal: int
    who: int
    title: str = ""


@dataclass(frozen=True, slots=True)
class PackOpened:
    undo: ClassVar[Undo] = Undo.OPEN
    seat: int
    blanks: int | None


@dataclass(frozen=True, slots=True)
class BallotMoved:
    """The deck's stream went on with something that the table shows: a vote, a remark, a version. No content."""

    undo: ClassVar[Undo] = Undo.BESIDE
    proposal: int


DeckFact = (
    CardEntered
    | CardChanged
    | CardLeft
    | RulesReplaced
    | KitChanged
    | NextKitSet
    | GamePaused
    | GameResumed
    | VoterExcused
    | PackOpened
    | BallotMoved
)
