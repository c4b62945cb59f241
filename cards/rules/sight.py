"""What one viewer may know of a deck that is worked on: a type of its own, made by `cards.rules.seeing`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from cards.rules.batch import FirstBatch
from cards.rules.decision import Answer, DecisionRule
from cards.rules.deck import (
    Article,
    BallotSort,
    Details,
    Elector,
    OnTheTable,
    Ref,
    SuggestedStrokes,
    Vote,
    Wording,
)
from cards.rules.gap import Gaps
from cards.rules.kit import Kit
from cards.rules.verdict import Settling


@dataclass(frozen=True, slots=True)
class BallotSight:
    """`electors` are those who have a vote on it, of whom the `counting` are still asked; a Special Rule leaves the
    `voteless` without one. Who of them all has `answered` is everybody's to know, and in which order they first did
    (`spoken`; some may have taken it back). `votes` are those that the viewer knows, in the order of their voters.

    `by_yes` and `by_no`: how it would close by the viewer's own answer; None where others have to speak whatever it is.
    """

    sort: BallotSort
    electors: tuple[Elector, ...]
    counting: frozenset[int]
    voteless: tuple[int, ...]
    spoken: tuple[int, ...]
    answered: frozenset[int]
    votes: tuple[Vote, ...]
    deadline: int | None = None
    by_yes: Settling | None = None
    by_no: Settling | None = None

    @property
    def many_spoken(self) -> int:
        """How many of those who count have answered."""
        return len(self.counting & self.answered)

    def vote_of(self, member: int) -> Vote | None:
        return next((v for v in self.votes if v.by == member), None)


@dataclass(frozen=True, slots=True)
class GivenVote:
    """A vote on a wording, by the name and the shape of the seal that its voter goes by now."""

    by: int
    answer: Answer
    reason: str
    at: datetime
    name: str
    shape: str


@dataclass(frozen=True, slots=True)
class PastBallotSight:
    """How a wording was voted on: what is known of the `votes`, in the order in which they first spoke, and who
    counted. What was said with a no, and on which `grounds` it was asked, is for members alone."""

    votes: tuple[GivenVote, ...]
    counting: tuple[int, ...]
    grounds: str

    @property
    def weighed(self) -> tuple[GivenVote, ...]:
        """The votes of those who count."""
        return tuple(vote for vote in self.votes if vote.by in self.counting)

    @property
    def in_favour(self) -> int:
        return sum(vote.answer == "for" for vote in self.weighed)


@dataclass(frozen=True, slots=True)
class ProposalSight(OnTheTable):
    """A proposal, open or queued: what it asks is everybody's to know."""

    number: int
    by: int
    sort: BallotSort
    wording: Wording
    ballot: BallotSight | None = None
    overtaken: bool = False
    gap: int | None = None
    suggestions: tuple[SuggestedStrokes, ...] = ()
    moved_to: int | None = None


@dataclass(frozen=True, slots=True)
class DeckSight:
    """The draft and what lies on its table, as the viewer may know it, in the orders of a `Deck`.

    `me` is the member from whose seat they look, None for all members alike. `own` is the member whose secrets are
    theirs: nobody's, where they look for all or only stand in on the seat (cards/lent.py).
    """

    me: int | None
    own: int | None
    members: tuple[int, ...]
    articles: Mapping[Ref, Article]
    proposals: Mapping[int, ProposalSight]
    on_the_mat: ProposalSight | None
    queue: tuple[ProposalSight, ...]
    decision_rule: DecisionRule
    details: Details
    kit: Kit
    last_proposal: int
    last_batch: int
    batch: FirstBatch | None
    gaps: Gaps

    @property
    def is_lent(self) -> bool:
        """Whether they look from a seat of the group that is another's."""
        return self.me is not None and self.own is None
