"""The verdict on one ballot (C2, C9, Electors). Pure; None means that it is still open."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from cards.rules.decision import Answer, DecisionRule, Outcome
from cards.rules.deck import Ballot, Proposal, Vote
from cards.rules.events import WhyAside
from cards.rules.ways import decides_alone, way_of

Verdict = tuple[Outcome, WhyAside | None]

ACCEPTED: Verdict = ("accepted", None)
AGAINST: Verdict = ("aside", "against")
UNSPOKEN: Verdict = ("aside", "not_everyone_spoke")
NOBODY: Verdict = ("aside", "nobody_left")


def with_a_vote(rule: DecisionRule, members: Collection[int], author: int) -> tuple[int, ...]:
    """Those of the members who have a vote on what `author` proposes, in their order (C9).

    Excluding everybody but the author excludes nobody; whoever decides alone has a vote, whatever else the rule says.
    """
    excluded = rule.excluded - {decides_alone(rule)}
    kept = tuple(member for member in members if member not in excluded)
    return kept if set(kept) - {author} else tuple(members)


def who_counts(rule: DecisionRule, proposal: Proposal) -> frozenset[int]:
    """Those whose votes on an open ballot count now.

    They are fixed when it opens. Only a ballot that was opened before ballots said who has no vote is looked at again.
    """
    ballot = proposal.ballot
    assert ballot is not None
    if ballot.voteless is not None:
        return ballot.counting
    return frozenset(with_a_vote(rule, sorted(ballot.counting), proposal.wording.by))


def has_no_vote(ballot: Ballot, member: int, counting: frozenset[int]) -> bool:
    """Whether a Special Rule keeps this member from voting on it; `counting` are those who count."""
    return member in (ballot.voteless or ()) or member in ballot.counting - counting


def judge(rule: DecisionRule, proposal: Proposal, now: int) -> Verdict | None:
    """What is decided at second `now`, under the rule in force (C9)."""
    ballot = proposal.ballot
    assert ballot is not None
    author = proposal.wording.by
    counting = who_counts(rule, proposal)
    if not counting - {author}:
        # Unanimity never happens by accident: alone only in a deck with a single member.
        return ACCEPTED if len(ballot.electors) == 1 and author in counting else NOBODY
    way, alone = way_of(rule), decides_alone(rule)
    weighing = counting if alone is None else {alone}
    answers = [v.answer for v in ballot.votes if v.by in counting & weighing]
    in_favour, silent, wanted = answers.count("for"), len(weighing) - len(answers), way.wanted(len(weighing))
    is_due = ballot.deadline is not None and now >= ballot.deadline
    if silent and not is_due:
        is_settled = rule.when_decided and not in_favour < wanted <= in_favour + silent
        return _weighed(in_favour >= wanted) if is_settled else None
    if silent and not way.is_silence_for:
        return UNSPOKEN
    return _weighed(in_favour + silent >= wanted)


@dataclass(frozen=True, slots=True)
class Settling:
    """How a ballot would close by one more answer: `in_favour` of the `counting` then."""

    outcome: Outcome
    in_favour: int
    counting: int


def settled_by(rule: DecisionRule, proposal: Proposal, member: int, answer: Answer) -> Settling | None:
    """What this member's answer would decide at once, whatever the clock says; None: others still have to speak."""
    ballot = proposal.ballot
    assert ballot is not None
    counting = who_counts(rule, proposal)
    if member not in counting:
        return None
    given = ballot.with_vote(Vote(member, answer))
    verdict = judge(rule, replace(proposal, ballot=replace(given, deadline=None)), 0)
    in_favour = sum(vote.answer == "for" for vote in given.votes if vote.by in counting)
    return Settling(verdict[0], in_favour, len(counting)) if verdict is not None else None


def _weighed(is_enough: bool) -> Verdict:
    return ACCEPTED if is_enough else AGAINST
