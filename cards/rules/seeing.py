"""Who may know what of a deck that is worked on (C2, C13): the one door from what is true to what somebody is told.

Whatever its members are shown, sent or read out is made of a `DeckSight`. Votes lie open to all of them with what was
said with a no, at once or when the ballot is over, as the row of the way to decide has it (cards/rules/ways.py). Of a
first batch this value holds what everybody may know; what is one's own of it lies in rows that are read for
`DeckSight.own` alone (cards/storage/batch_rows.py).
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from cards.rules import events as e
from cards.rules.decision import DecisionRule
from cards.rules.deck import Ballot, Deck, Proposal, Vote
from cards.rules.sight import BallotSight, DeckSight, GivenVote, PastBallotSight, ProposalSight
from cards.rules.verdict import has_no_vote, settled_by, who_counts
from cards.rules.ways import hides_votes

Given = TypeVar("Given", Vote, GivenVote)


def see(deck: Deck, me: int | None = None, own: int | None = None) -> DeckSight:
    """What may be known from the seat of `me` (None: by all members alike) by whoever is that member, or is not and
    only stands in (`own` is None)."""
    return DeckOnlookers(deck).sight(me, own)


class DeckOnlookers:
    """All who look at one deck. What they know alike is made once, and one object in the sights of all."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._sights: dict[tuple[int | None, int | None], DeckSight] = {}

    def sight(self, me: int | None = None, own: int | None = None) -> DeckSight:
        known = self._sights.get((me, own))
        if known is None:
            known = _everybodys(self._deck) if me is None else _more(self._deck, self.sight(), me, own)
            self._sights[me, own] = known
        return known


def _everybodys(deck: Deck) -> DeckSight:
    proposals = {number: _proposal(deck, one) for number, one in deck.proposals.items()}
    mat = deck.on_the_mat
    return DeckSight(
        me=None,
        own=None,
        members=deck.members,
        articles=deck.articles,
        proposals=MappingProxyType(proposals),
        on_the_mat=proposals[mat.number] if mat is not None else None,
        queue=tuple(proposals[one.number] for one in deck.queue),
        decision_rule=deck.decision_rule,
        details=deck.details,
        kit=deck.kit,
        last_proposal=deck.last_proposal,
        last_batch=deck.last_batch,
        batch=deck.batch,
        gaps=deck.gaps,
    )


def _more(deck: Deck, open: DeckSight, me: int, own: int | None) -> DeckSight:
    """What all members may know, and what one of them knows besides of what they are asked."""
    asked = {number: _asked(deck, one, me, own) for number, one in open.proposals.items() if one.ballot is not None}
    mat = open.on_the_mat
    return replace(
        open, me=me, own=own, proposals=MappingProxyType({**open.proposals, **asked}),
        on_the_mat=asked[mat.number] if mat is not None else None,
    )  # fmt: skip


def _asked(deck: Deck, seen: ProposalSight, me: int, own: int | None) -> ProposalSight:
    """The same with what the viewer's own answer would come to: their own to know, as each sees their own buttons.
    Where votes are hidden it would tell the others'; known is then what they said themselves."""
    rule, proposal = deck.decision_rule, deck.proposals[seen.number]
    if seen.ballot is not None and proposal.ballot is not None and hides_votes(rule):
        return replace(seen, ballot=replace(seen.ballot, votes=_known(rule, proposal.ballot.votes, own)))
    if seen.ballot is None or me not in seen.ballot.counting:
        return seen
    yes, no = settled_by(rule, proposal, me, "for"), settled_by(rule, proposal, me, "against")
    return replace(seen, ballot=replace(seen.ballot, by_yes=yes, by_no=no))


def _proposal(deck: Deck, one: Proposal) -> ProposalSight:
    ballot = _ballot(deck.decision_rule, one, one.ballot) if one.ballot is not None else None
    return ProposalSight(
        one.number, one.by, one.sort, one.wording, ballot, one.overtaken, one.gap, one.suggestions, one.moved_to
    )


def _ballot(rule: DecisionRule, proposal: Proposal, ballot: Ballot) -> BallotSight:
    counting = who_counts(rule, proposal)
    return BallotSight(
        sort=ballot.sort,
        electors=tuple(one for one in ballot.electors if not has_no_vote(ballot, one.member, counting)),
        counting=counting,
        voteless=tuple(sorted({*(ballot.voteless or ()), *(ballot.counting - counting)})),
        spoken=ballot.spoken,
        answered=frozenset(vote.by for vote in ballot.votes),
        votes=_known(rule, ballot.votes, None),
        deadline=ballot.deadline,
    )


def _known(rule: DecisionRule, votes: tuple[Given, ...], own: int | None) -> tuple[Given, ...]:
    """Of the votes on an open ballot those that one may know whose secrets are `own`."""
    return tuple(vote for vote in votes if vote.by == own) if hides_votes(rule) else votes


def see_past(
    votes: tuple[GivenVote, ...], counting: tuple[int, ...], grounds: str, *, is_member: bool,
    still_by: DecisionRule | None = None, own: int | None = None,
) -> PastBallotSight:  # fmt: skip
    """What may be known of the votes on one wording, and of the grounds it was asked on. `still_by` is the rule by
    which they are still voting on it; None: that is over."""
    known = votes if still_by is None else _known(still_by, votes, own)
    if not is_member:
        known, grounds = tuple(replace(vote, reason="") for vote in known), ""
    return PastBallotSight(known, counting, grounds)


def knows(seen: DeckSight, cast: e.VoteCast) -> bool:
    """Whether the viewer may know how it was answered: while its ballot is open, as far as its votes are known."""
    proposal = seen.proposals.get(cast.number)
    if proposal is None or proposal.ballot is None or proposal.wording.number != cast.wording:
        return True
    return proposal.ballot.vote_of(cast.by) is not None


def written_down(seen: DeckSight, cast: e.VoteCast) -> e.VoteCast:
    """A vote as it goes into a file of the whole log: while it is hidden, only that somebody has spoken."""
    return heard(seen, cast) if hides_votes(seen.decision_rule) and cast.by != seen.own else cast


def heard(seen: DeckSight, cast: e.VoteCast) -> e.VoteCast:
    """A vote as it is said aloud; where the viewer may not know how it was answered, and where it has been taken back
    since, only that somebody has spoken."""
    return cast if knows(seen, cast) else replace(cast, answer="for", reason="")
