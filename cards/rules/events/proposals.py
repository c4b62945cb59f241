"""Proposals, their ballots, and what is said and drawn beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cards.rules import upcasters
from cards.rules.decision import Answer
from cards.rules.deck import BallotSort, Change, Ref
from studio.kernel.schema import stored

WhyAside = Literal["against", "not_everyone_spoke", "nobody_left", "overtaken"]


@stored(upcasters.proposal_made_1)
@dataclass(frozen=True, slots=True)
class ProposalMade:
    """`source` is the proposal in the drawer that this one takes up again; `gap` the one that it is written for,
    `grounds` what its author says for it."""

    number: int
    by: int
    sort: BallotSort
    changes: tuple[Change, ...]
    source: int | None = None
    gap: int | None = None
    grounds: str = ""


@dataclass(frozen=True, slots=True)
class ProposalReworded:
    """Its votes are void, its talk is kept; a ballot with a deadline gets a new one."""

    number: int
    wording: int
    by: int
    changes: tuple[Change, ...]
    deadline: int | None = None
    grounds: str = ""


@dataclass(frozen=True, slots=True)
class ProposalWithdrawn:
    number: int
    by: int


@dataclass(frozen=True, slots=True)
class WayGiven:
    """`number` goes behind `to`, and all between them move up; two of one writer's change places."""

    number: int
    by: int
    to: int


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


ProposalFact = (
    ProposalMade
    | ProposalReworded
    | ProposalWithdrawn
    | WayGiven
    | BallotOpened
    | VoteCast
    | VoteTakenBack
    | GoingOnAgreed
    | ElectorExcused
    | ElectorLeft
    | ProposalAccepted
    | ProposalSetAside
    | ProposalOvertaken
    | RemarkMade
    | StrokesSuggested
    | StrokesAnswered
)
