"""Whether every entry of a deck's log names the member who acted: as far as the facts in it tell.

What a member does names them (a proposal, a remark, a version); what follows from it stands in the same turn. A
member's coming and going, a claim and a take-down are told by an entry alone, and are taken at its word.
"""

from __future__ import annotations

from datetime import datetime

from cards.rules import events as e
from cards.rules.deck import Deck
from cards.verbs.registry import TELLINGS

# Whoever is named in these has done it, and in the deeds that stand with their verbs.
_DEEDS = (
    e.DeckStarted | e.DetailsEdited | e.ProposalMade | e.ProposalReworded | e.ProposalWithdrawn | e.GoingOnAgreed
    | e.RemarkMade | e.VersionArchived | e.BatchBegun | e.BatchJoined | e.BatchCounted | e.BatchTimeGiven
    | e.BatchTurnedOver | e.BatchLookedAt | e.SweepGoingOnAgreed | e.BatchCalledOff
)  # fmt: skip
# Never the first of a turn when they come at the moment of the entry before.
_FOLLOWING = (
    e.BallotOpened | e.ProposalAccepted | e.ProposalSetAside | e.ProposalOvertaken | e.ArticleAmended
    | e.ArticleRepealed | e.ArticleRestored | e.CopiesChanged | e.SideChanged | e.DeckDeleted | e.BatchSwept
    | e.SweeperExcused
)  # fmt: skip


class Authors:
    """Follows a log entry by entry; `misnamed` says of each whether its member cannot be right."""

    def __init__(self) -> None:
        self._before: tuple[datetime, int | None] | None = None
        self._opened: int | None = None  # the ballot that the entry before has opened
        self._swept: tuple[datetime, int | None] | None = None  # the turn in which a first batch was swept
        self._taken: tuple[datetime, int | None, int, int] | None = None  # the turn, the proposal, who had drawn on it

    def misnamed(self, deck: Deck, fact: e.Event, by: int | None, at: datetime) -> bool:
        """`deck` is as it was before the entry."""
        before, opened = self._before, self._opened
        self._before = (at, by)
        self._opened = fact.number if isinstance(fact, e.BallotOpened) else None
        if isinstance(fact, e.BatchSwept):
            self._swept = (at, by)
        if isinstance(fact, e.ProposalMade | e.VoteCast) and self._swept == (at, by):
            return False  # written and marked before, by each; whoever marked last brought it about
        if isinstance(fact, e.StrokesAnswered) and fact.is_taken:
            self._taken = (at, by, fact.number, fact.member)
        if isinstance(fact, e.VoteCast) and self._taken == (at, by, fact.number, fact.by) and fact.answer == "for":
            return False  # whose strokes were taken is in favour, in the turn of whoever took them
        told = TELLINGS.get(type(fact))
        if told is not None and told.is_deed:
            return by != told.by(fact)
        if isinstance(fact, _DEEDS):
            return by != fact.by
        if isinstance(fact, e.VoteCast):
            author = deck.proposals[fact.number].by if fact.number in deck.proposals else None
            if opened != fact.number or fact.by != author:  # else: given with the opening, whoever brought that about
                return by != fact.by
            return before is not None and before[1] != by
        if isinstance(fact, e.ArticleAdded) and fact.proposal is None:
            return False
        follows = told is not None or isinstance(fact, _FOLLOWING | e.ArticleAdded)
        if follows and before is not None and before[0] == at:
            return before[1] != by
        return False
