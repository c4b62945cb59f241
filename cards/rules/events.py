"""Facts of a deck's stream. Frozen; an entry holds one, by its class name. People by id, words by digest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cards.rules import upcasters
from cards.rules.batch import LyingCard
from cards.rules.decision import Answer, DecisionRule
from cards.rules.deck import BallotSort, Change, Details, Ref, Source, Visibility
from cards.rules.kit import Kit
from studio.kernel.schema import stored

WhyAside = Literal["against", "not_everyone_spoke", "nobody_left", "overtaken"]


@dataclass(frozen=True, slots=True)
class DeckStarted:
    by: int
    details: Details
    forked_from: str = ""


@dataclass(frozen=True, slots=True)
class LineageKept:
    """Which decks this one comes from, the nearest first: a fork's, or that of a file that was brought in."""

    lineage: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class MemberJoined:
    member: int


@dataclass(frozen=True, slots=True)
class MemberLeft:
    member: int
    removed: bool = False


@dataclass(frozen=True, slots=True)
class MemberMerged:
    """`member` is `into` from now on. Nobody vouched where they signed in."""

    member: int
    into: int
    vouched_by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MemberParted:
    """`member` is not `into` after all, and is a member of their own again."""

    member: int
    into: int
    by: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """`member` said they were `claimed`, and was told no."""

    member: int
    claimed: int
    by: int


@dataclass(frozen=True, slots=True)
class DetailsEdited:
    by: int
    was: Details
    now: Details


@stored(upcasters.proposal_made_1)
@dataclass(frozen=True, slots=True)
class ProposalMade:
    """`source` is the proposal in the drawer that this one takes up again; `gap` the one that it is written for."""

    number: int
    by: int
    sort: BallotSort
    changes: tuple[Change, ...]
    source: int | None = None
    gap: int | None = None


@dataclass(frozen=True, slots=True)
class ProposalReworded:
    """Its votes are void, its talk is kept; a ballot with a deadline gets a new one."""

    number: int
    wording: int
    by: int
    changes: tuple[Change, ...]
    deadline: int | None = None


@dataclass(frozen=True, slots=True)
class ProposalWithdrawn:
    number: int
    by: int


@dataclass(frozen=True, slots=True)
class BallotOpened:
    """It comes to the mat, or to every member; from here the electors are fixed.

    `voteless` are the members whom the rule in force then leaves without a vote; None in entries from before.
    """

    number: int
    wording: int
    sort: BallotSort
    electors: tuple[int, ...]
    deadline: int | None = None
    voteless: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class VoteCast:
    """`reason` is what was said with a no; beside a For it is what the voter had said before they came round."""

    number: int
    wording: int
    by: int
    answer: Answer
    reason: str = ""


@dataclass(frozen=True, slots=True)
class VoteTakenBack:
    """Not by the voter: somebody else had sat on their seat when it was given."""

    number: int
    wording: int
    by: int


@dataclass(frozen=True, slots=True)
class GoingOnAgreed:
    number: int
    by: int
    without: int
    at: int


@dataclass(frozen=True, slots=True)
class ElectorExcused:
    number: int
    member: int


@dataclass(frozen=True, slots=True)
class ElectorLeft:
    number: int
    member: int
    removed: bool = False


@dataclass(frozen=True, slots=True)
class ProposalAccepted:
    number: int
    wording: int


@dataclass(frozen=True, slots=True)
class ProposalSetAside:
    number: int
    wording: int
    why: WhyAside


@dataclass(frozen=True, slots=True)
class ProposalOvertaken:
    """Another proposal changed `article` first: this one goes back and must be reworded."""

    number: int
    article: Ref
    by_proposal: int


@dataclass(frozen=True, slots=True)
class ArticleAdded:
    """`proposal` is None for what was brought in before the first vote; `maker` is a name that came with a list."""

    article: Ref
    face: str
    copies: int = 1
    side: str = ""
    proposal: int | None = None
    voting: DecisionRule | None = None
    credit_to: int | None = None
    maker: str = ""


@dataclass(frozen=True, slots=True)
class ArticleAmended:
    article: Ref
    face: str
    was: str
    proposal: int
    voting: DecisionRule | None = None


@dataclass(frozen=True, slots=True)
class ArticleRepealed:
    article: Ref
    proposal: int


@dataclass(frozen=True, slots=True)
class ArticleRestored:
    article: Ref
    proposal: int
    voting: DecisionRule | None = None


@dataclass(frozen=True, slots=True)
class CopiesChanged:
    article: Ref
    was: int
    copies: int
    proposal: int


@dataclass(frozen=True, slots=True)
class SideChanged:
    article: Ref
    was: str
    side: str
    proposal: int


@dataclass(frozen=True, slots=True)
class VisibilityChanged:
    to: Visibility
    proposal: int | None = None


@dataclass(frozen=True, slots=True)
class LicenceChanged:
    to: str
    proposal: int | None = None


@dataclass(frozen=True, slots=True)
class KitChanged:
    kit: Kit
    proposal: int | None = None


@dataclass(frozen=True, slots=True)
class DeckDeleted:
    proposal: int


@dataclass(frozen=True, slots=True)
class RemarkMade:
    by: int
    text: str
    proposal: int


@dataclass(frozen=True, slots=True)
class StrokesSuggested:
    """`face` is the proposed card `on` with strokes behind those that it has."""

    number: int
    by: int
    on: str
    face: str


@dataclass(frozen=True, slots=True)
class StrokesAnswered:
    """What `member` suggested was taken, and stands in the wording that follows; or it was left."""

    number: int
    by: int
    member: int
    is_taken: bool = False


@stored(upcasters.version_archived_1)
@dataclass(frozen=True, slots=True)
class VersionArchived:
    """`name` is what the group called it, "" when it did not."""

    number: int
    by: int
    name: str
    notes: str
    digest: str


@dataclass(frozen=True, slots=True)
class FaceWithdrawn:
    """A take-down: the words are gone, number and digest stay."""

    face: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class BatchBegun:
    """`size` cards of each of `writers`, until about `until` (C13)."""

    number: int
    by: int
    size: int
    writers: tuple[int, ...]
    until: int
    is_over_days: bool = False


@dataclass(frozen=True, slots=True)
class BatchJoined:
    number: int
    by: int


@dataclass(frozen=True, slots=True)
class BatchCounted:
    """So many of somebody's cards are down now. What is on them stands in no entry."""

    number: int
    by: int
    down: int


@dataclass(frozen=True, slots=True)
class BatchTimeGiven:
    number: int
    by: int
    until: int


@dataclass(frozen=True, slots=True)
class BatchTurnedOver:
    """All lie open, shuffled and nameless. The marks of `sweepers` are needed; `voteless` as in BallotOpened."""

    number: int
    by: int
    cards: tuple[LyingCard, ...]
    sweepers: tuple[int, ...]
    voteless: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BatchLookedAt:
    """Somebody has marked so many of the cards; how, stands in no entry until all have."""

    number: int
    by: int
    cards: int


@dataclass(frozen=True, slots=True)
class SweepGoingOnAgreed:
    number: int
    by: int
    without: int
    at: int


@dataclass(frozen=True, slots=True)
class SweeperExcused:
    number: int
    member: int


@dataclass(frozen=True, slots=True)
class BatchSwept:
    """Everybody has looked. `proposals` holds the number that the card at each place was given; what became of each
    follows in the same turn, with the name of whoever wrote it."""

    number: int
    proposals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BatchCalledOff:
    number: int
    by: int


@dataclass(frozen=True, slots=True)
class GapNamed:
    """Somebody says what the deck lacks: `wanted` cards of it."""

    number: int
    by: int
    words: str
    wanted: int = 1


@dataclass(frozen=True, slots=True)
class GapReworded:
    number: int
    by: int
    was: str
    words: str
    wanted: int = 1


@dataclass(frozen=True, slots=True)
class GapPutAway:
    number: int
    by: int
    words: str


@dataclass(frozen=True, slots=True)
class GapTaken:
    """Somebody is writing for it; what, stands in no entry."""

    number: int
    by: int


@dataclass(frozen=True, slots=True)
class GapFreed:
    """They are not, after all, and nothing of theirs that is before the others hangs on it."""

    number: int
    by: int


@dataclass(frozen=True, slots=True)
class GapFilled:
    """A card that hung on it is in: it asks for one fewer."""

    number: int
    proposal: int
    words: str


Event = (
    DeckStarted
    | LineageKept
    | MemberJoined
    | MemberLeft
    | MemberMerged
    | MemberParted
    | ClaimRefused
    | DetailsEdited
    | ProposalMade
    | ProposalReworded
    | ProposalWithdrawn
    | BallotOpened
    | VoteCast
    | VoteTakenBack
    | GoingOnAgreed
    | ElectorExcused
    | ElectorLeft
    | ProposalAccepted
    | ProposalSetAside
    | ProposalOvertaken
    | ArticleAdded
    | ArticleAmended
    | ArticleRepealed
    | ArticleRestored
    | CopiesChanged
    | SideChanged
    | VisibilityChanged
    | LicenceChanged
    | KitChanged
    | DeckDeleted
    | RemarkMade
    | StrokesSuggested
    | StrokesAnswered
    | VersionArchived
    | FaceWithdrawn
    | BatchBegun
    | BatchJoined
    | BatchCounted
    | BatchTimeGiven
    | BatchTurnedOver
    | BatchLookedAt
    | SweepGoingOnAgreed
    | SweeperExcused
    | BatchSwept
    | BatchCalledOff
    | GapNamed
    | GapReworded
    | GapPutAway
    | GapTaken
    | GapFreed
    | GapFilled
)
