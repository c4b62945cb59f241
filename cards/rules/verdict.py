"""The verdict on one ballot (C2, C9, Electors). Pure; None means that it is still open."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from cards.rules.decision import Answer, DecisionRule, Outcome, Way
from cards.rules.deck import Ballot, Proposal, Vote
from cards.rules.events import WhyAside

Verdict = tuple[Outcome, WhyAside | None]

ACCEPTED: Verdict = ("accepted", None)
AGAINST: Verdict = ("aside", "against")
UNSPOKEN: Verdict = ("aside", "not_everyone_spoke")
NOBODY: Verdict = ("aside", "nobody_left")


def with_a_vote(rule: DecisionRule, members: Collection[int], author: int) -> tuple[int, ...]:
    """Those of the members who have a vote on what `author` proposes, in their order (C9).

    Excluding everybody but the author excludes nobody; whoever decides alone has a vote, whatever else the rule says.
    """
    excluded = rule.excluded - ({rule.decider} if rule.by == "decider" else set())
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
    answers = {v.by: v.answer for v in ballot.votes if v.by in counting}
    in_favour = sum(a == "for" for a in answers.values())
    against = len(answers) - in_favour
    silent = len(counting) - len(answers)
    is_due = ballot.deadline is not None and now >= ballot.deadline
    if rule.by == "decider":
        return _by_decider(answers.get(rule.decider or 0), is_due)
    if silent and not is_due:
        return _early(rule, in_favour, against, silent) if rule.when_decided else None
    if silent and rule.by != "consent":
        return UNSPOKEN
    return _weigh(rule, in_favour, against, len(counting))


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


def wanted_in_favour(by: Way, everyone: int) -> int:
    """How many of `everyone` who counts must be in favour for it to go in."""
    match by:
        case "majority":
            return everyone // 2 + 1
        case "two_thirds":
            return -(-everyone * 2 // 3)
        case _:  # unanimity, consent and veto: one Against is enough
            return everyone


def _weigh(rule: DecisionRule, in_favour: int, against: int, everyone: int) -> Verdict:
    if rule.by in ("majority", "two_thirds"):
        return ACCEPTED if in_favour >= wanted_in_favour(rule.by, everyone) else AGAINST
    return ACCEPTED if against == 0 else AGAINST


def _early(rule: DecisionRule, in_favour: int, against: int, silent: int) -> Verdict | None:
    """Closed as soon as those who are silent can change nothing."""
    everyone = in_favour + against + silent
    best = _weigh(rule, in_favour + silent, against, everyone)
    worst = _weigh(rule, in_favour, against + silent, everyone)
    return best if best == worst else None


def _by_decider(answer: str | None, is_due: bool) -> Verdict | None:
    if answer is None:
        return UNSPOKEN if is_due else None
    return ACCEPTED if answer == "for" else AGAINST
