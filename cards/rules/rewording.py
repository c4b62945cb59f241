"""A proposal that is still open, and how another wording takes the place of the one before."""

from __future__ import annotations

from cards.rules import events as e
from cards.rules.change_checks import check_changes
from cards.rules.command import Moment
from cards.rules.consequences import new_deadline
from cards.rules.deck import Change, Deck, Proposal
from cards.rules.verdict import who_counts
from studio.kernel.refusals import Refused


def open_proposal(deck: Deck, number: int) -> Proposal:
    """Raises Refused where there is none, or it is over."""
    proposal = deck.proposals.get(number)
    if proposal is None:
        raise Refused("proposal.closed" if 0 < number <= deck.last_proposal else "proposal.none", proposal=number)
    return proposal


def own_proposal(deck: Deck, number: int, by: int) -> Proposal:
    """The same, of whoever proposed it."""
    proposal = open_proposal(deck, number)
    if proposal.by != by:
        raise Refused("proposal.not_yours")
    return proposal


def reworded(
    deck: Deck, proposal: Proposal, changes: tuple[Change, ...], moment: Moment, grounds: str
) -> tuple[e.Event, ...]:
    """By whoever proposed it: the votes are void but their own. Raises Refused for changes that cannot be put."""
    check_changes(deck, changes, moment)
    ballot, by = proposal.ballot, proposal.by
    deadline = new_deadline(deck, ballot.sort, moment.now) if ballot else None
    wording = proposal.wording.number + 1
    fact = e.ProposalReworded(proposal.number, wording, by, changes, deadline, grounds)
    if ballot and by in who_counts(deck.decision_rule, proposal):
        return (fact, e.VoteCast(proposal.number, wording, by, "for"))
    return (fact,)
