"""What members ask for. Each names what the person saw (a wording, a face), never a global version."""

from __future__ import annotations

from dataclasses import dataclass

from cards.rules.batch import SweepMark
from cards.rules.decision import Answer
from cards.rules.deck import ArticleKind, BallotSort, Change, Details, Ref, Source
from cards.rules.kit import DVORAK, Kit


@dataclass(frozen=True, slots=True)
class StartDeck:
    """`licence`, `kit` and `lineage` come with a fork: nobody votes on what was agreed where it comes from."""

    by: int
    details: Details
    forked_from: str = ""
    licence: str = ""
    kit: Kit = DVORAK
    lineage: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class BringIn:
    """Articles that come with a deck, before anything was voted on (an import, a fork).

    `credits` names who wrote each, members of the deck it was forked from too; none: whoever brings them.
    `makers` are names that came with a list, of people who are nobody here ("" for the others). Cards of a fork bring
    its `lineage` and its `licence` along.
    """

    by: int
    articles: tuple[tuple[Ref, str, int, str], ...]
    credits: tuple[int | None, ...] = ()
    makers: tuple[str, ...] = ()
    lineage: tuple[Source, ...] = ()
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Propose:
    """`grounds` is what speaks for it, in one line, where its author says so."""

    by: int
    changes: tuple[Change, ...]
    sort: BallotSort = "room"
    source: int | None = None
    gap: int | None = None
    grounds: str = ""


@dataclass(frozen=True, slots=True)
class Reword:
    """`grounds` as they are from now on, "" for none."""

    by: int
    proposal: int
    wording: int
    changes: tuple[Change, ...]
    grounds: str = ""


@dataclass(frozen=True, slots=True)
class Withdraw:
    by: int
    proposal: int


@dataclass(frozen=True, slots=True)
class GiveWay:
    """One's own `proposal`, that waits, goes behind `to`; where that is one's own too, the two change places."""

    by: int
    proposal: int
    to: int


@dataclass(frozen=True, slots=True)
class CastVote:
    by: int
    proposal: int
    wording: int
    answer: Answer
    reason: str = ""


@dataclass(frozen=True, slots=True)
class GoOnWithout:
    by: int
    proposal: int
    without: int


@dataclass(frozen=True, slots=True)
class Remark:
    by: int
    proposal: int
    text: str


@dataclass(frozen=True, slots=True)
class SuggestStrokes:
    """`face` is the card of that wording with strokes added to its drawing."""

    by: int
    proposal: int
    wording: int
    face: str


@dataclass(frozen=True, slots=True)
class TakeStrokes:
    """What `member` suggested goes on the card, as it reads now."""

    by: int
    proposal: int
    member: int


@dataclass(frozen=True, slots=True)
class LeaveStrokes:
    by: int
    proposal: int
    member: int


@dataclass(frozen=True, slots=True)
class EditDetails:
    by: int
    details: Details


@dataclass(frozen=True, slots=True)
class ArchiveVersion:
    by: int
    name: str
    notes: str = ""


@dataclass(frozen=True, slots=True)
class JoinDeck:
    member: int


@dataclass(frozen=True, slots=True)
class LeaveDeck:
    member: int
    removed: bool = False


@dataclass(frozen=True, slots=True)
class LeaveRoom:
    """A member got up from the table at which the deck's room ballots are held, or was asked to leave it."""

    member: int
    removed: bool = False


@dataclass(frozen=True, slots=True)
class MergeMember:
    """Somebody who came in anew is an older member, come back; who knew their voice, if anybody had to."""

    member: int
    into: int
    vouched_by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PartMember:
    """They are not, after all. `votes`: open proposals on which the older member's vote was given meanwhile."""

    member: int
    into: int
    by: int | None = None
    votes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RefuseClaim:
    """Somebody who said they were an older member was told no."""

    member: int
    claimed: int
    by: int


@dataclass(frozen=True, slots=True)
class SettleDue:
    """Nothing is asked but that what is due be settled (deadlines, the next on the mat)."""


@dataclass(frozen=True, slots=True)
class TakeDown:
    face: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class BeginBatch:
    """Everybody who is here writes `size` cards at once, unseen (C13); `is_over_days`: every member does, in a week."""

    by: int
    size: int
    is_over_days: bool = False


@dataclass(frozen=True, slots=True)
class JoinBatch:
    by: int
    batch: int


@dataclass(frozen=True, slots=True)
class PutDown:
    """A card of a first batch is written: on one's blank `slot`, from 1."""

    by: int
    batch: int
    slot: int
    kind: ArticleKind
    face: str
    copies: int = 1
    side: str = ""


@dataclass(frozen=True, slots=True)
class PickUp:
    by: int
    batch: int
    slot: int


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Five minutes more, to everybody."""

    by: int
    batch: int


@dataclass(frozen=True, slots=True)
class TurnBatchOver:
    """`even_so`: though somebody is still writing, once the clock is there."""

    by: int
    batch: int
    even_so: bool = False


@dataclass(frozen=True, slots=True)
class MarkCard:
    """Whether one would keep the card at `place` as it is, or talk about it."""

    by: int
    batch: int
    place: int
    mark: SweepMark


@dataclass(frozen=True, slots=True)
class SweepWithout:
    by: int
    batch: int
    without: int


@dataclass(frozen=True, slots=True)
class CallOffBatch:
    by: int
    batch: int


@dataclass(frozen=True, slots=True)
class NameGap:
    """Something is missing in the deck: `wanted` cards of it."""

    by: int
    words: str
    wanted: int = 1


@dataclass(frozen=True, slots=True)
class RewordGap:
    by: int
    gap: int
    words: str
    wanted: int = 1


@dataclass(frozen=True, slots=True)
class PutGapAway:
    by: int
    gap: int


@dataclass(frozen=True, slots=True)
class HangOnGap:
    """The card that one is writing is for this gap, and for no other."""

    by: int
    gap: int


@dataclass(frozen=True, slots=True)
class UnhookFromGap:
    """It is not, after all; nor is a card of one's own that is before the others already."""

    by: int
    gap: int


GapCommand = NameGap | RewordGap | PutGapAway | HangOnGap | UnhookFromGap

BatchCommand = (
    BeginBatch | JoinBatch | PutDown | PickUp | GiveTime | TurnBatchOver | MarkCard | SweepWithout | CallOffBatch
)

DrawingCommand = SuggestStrokes | TakeStrokes | LeaveStrokes

Command = (
    StartDeck
    | BringIn
    | Propose
    | Reword
    | Withdraw
    | GiveWay
    | CastVote
    | GoOnWithout
    | Remark
    | SuggestStrokes
    | TakeStrokes
    | LeaveStrokes
    | EditDetails
    | ArchiveVersion
    | JoinDeck
    | LeaveDeck
    | LeaveRoom
    | MergeMember
    | PartMember
    | RefuseClaim
    | SettleDue
    | TakeDown
    | BeginBatch
    | JoinBatch
    | PutDown
    | PickUp
    | GiveTime
    | TurnBatchOver
    | MarkCard
    | SweepWithout
    | CallOffBatch
    | NameGap
    | RewordGap
    | PutGapAway
    | HangOnGap
    | UnhookFromGap
)
