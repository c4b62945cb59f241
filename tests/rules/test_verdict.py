"""Every small ballot under every rule (C9): who counts and what is decided, told a second time and differently."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import get_args, get_type_hints

from cards.rules.decision import DecisionRule
from cards.rules.deck import Ballot, Elector, Proposal, Vote, Wording
from cards.rules.verdict import Settling, has_no_vote, judge, settled_by, who_counts, with_a_vote

BY = get_args(get_type_hints(DecisionRule)["by"])
NOW = 10
DEADLINES = (None, NOW - 1, NOW, NOW + 1)
AUTHOR, DECIDER = 1, 2

Answers = dict[int, str]


def subsets(of: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(of, size) for size in range(len(of) + 1))


def proposal(
    answers: Answers, gone: tuple[int, ...], deadline: int | None, voteless: tuple[int, ...] | None
) -> Proposal:
    """A ballot of all who are named; "" has not spoken, `gone` are no longer asked."""
    electors = tuple(Elector(member, "left" if member in gone else "counts") for member in answers)
    votes = tuple(Vote(member, answer) for member, answer in answers.items() if answer)  # type: ignore[arg-type]
    ballot = Ballot("room", electors, votes, deadline, voteless)
    return Proposal(1, AUTHOR, "room", Wording(1, AUTHOR, ()), ballot)


def decided(by: str, counted: Answers) -> tuple[str, str | None]:
    """What follows once all have spoken, or cannot any more."""
    said = list(counted.values())
    if by == "majority":
        is_carried = said.count("for") > len(said) / 2
    elif by == "two_thirds":
        is_carried = said.count("for") / len(said) >= 2 / 3
    else:
        is_carried = "against" not in said
    return ("accepted", None) if is_carried else ("aside", "against")


def expected(
    rule: DecisionRule, answers: Answers, gone: tuple[int, ...], is_due: bool
) -> tuple[str, str | None] | None:
    """docs/rules.md in other words: the silent are tried with everything they could still say."""
    counted = {member: answer for member, answer in answers.items() if member not in gone}
    if set(counted) <= {AUTHOR}:
        return ("accepted", None) if list(counted) == list(answers) else ("aside", "nobody_left")
    unspoken = [member for member, answer in counted.items() if not answer]
    if rule.by == "decider":
        said = counted.get(DECIDER, "")
        if not said:
            return ("aside", "not_everyone_spoke") if is_due else None
        return ("accepted", None) if said == "for" else ("aside", "against")
    if unspoken and is_due and rule.by != "consent":
        return ("aside", "not_everyone_spoke")
    if unspoken and not is_due:
        ways = product(("for", "against"), repeat=len(unspoken))
        ends = {decided(rule.by, counted | dict(zip(unspoken, way, strict=True))) for way in ways}
        return ends.pop() if rule.when_decided and len(ends) == 1 else None
    return decided(rule.by, counted)


def test_every_ballot_of_up_to_four_is_decided_as_its_rule_says() -> None:
    tried = 0
    for size in range(1, 5):
        members = tuple(range(1, size + 1))
        for said in product(("", "for", "against"), repeat=size):
            answers = dict(zip(members, said, strict=True))
            for gone in subsets(members) if size < 4 else [()]:
                for by, early, deadline in product(BY, (False, True), DEADLINES):
                    rule = DecisionRule(by, DECIDER, when_decided=early)
                    is_due = deadline is not None and deadline <= NOW
                    asked = proposal(answers, gone, deadline, ())
                    assert judge(rule, asked, NOW) == expected(rule, answers, gone, is_due), (rule, asked)
                    tried += 1
    assert tried > 15_000


def test_who_has_a_vote_under_every_rule() -> None:
    everybody = (1, 2, 3)
    for members, out, by in product(subsets(everybody), subsets(everybody), ("unanimity", "decider")):
        rule = DecisionRule(by, DECIDER, frozenset(out))  # type: ignore[arg-type]
        for author in everybody:
            has_one = [m for m in members if m not in out or (by == "decider" and m == DECIDER)]
            is_somebody_else = any(member != author for member in has_one)
            assert with_a_vote(rule, members, author) == (tuple(has_one) if is_somebody_else else members)


def test_who_counts_is_fixed_when_the_ballot_opens_and_looked_up_where_that_was_not_kept() -> None:
    rule = DecisionRule(excluded=frozenset({3}))
    answers = {1: "", 2: "", 3: ""}
    assert who_counts(rule, proposal(answers, (), None, ())) == {1, 2, 3}
    assert who_counts(rule, proposal(answers, (2,), None, ())) == {1, 3}
    assert who_counts(rule, proposal(answers, (), None, None)) == {1, 2}
    assert who_counts(rule, proposal(answers, (2,), None, None)) == {1, 3}, (
        "excluding all but the author excludes nobody"
    )


def test_a_ballot_from_before_that_was_kept_is_decided_by_who_has_a_vote_now() -> None:
    asked = proposal({1: "for", 2: "for", 3: "against"}, (), None, None)
    assert judge(DecisionRule(excluded=frozenset({3})), asked, NOW) == ("accepted", None)
    assert judge(DecisionRule(), asked, NOW) == ("aside", "against")


def test_who_has_no_vote_is_told_from_who_is_not_asked() -> None:
    """Named when it opened; or, where that was not kept, among those who were asked and do not count."""
    kept = proposal({1: "", 2: ""}, (), None, (3,)).ballot
    before = proposal({1: "", 2: "", 3: ""}, (), None, None).ballot
    assert kept is not None and before is not None
    counting = frozenset({1, 2})
    assert [has_no_vote(kept, member, counting) for member in (1, 2, 3, 4)] == [False, False, True, False]
    assert [has_no_vote(before, member, counting) for member in (1, 2, 3, 4)] == [False, False, True, False]


def test_what_one_answer_would_settle_is_told_before_it_is_given_under_every_rule() -> None:
    """Of every ballot of up to four, with a deadline or without: what the clock decides is not theirs to settle."""
    settling = 0
    for size in range(2, 5):
        for said in product(("", "for", "against"), repeat=size):
            answers = dict(zip(range(1, size + 1), said, strict=True))
            for by, early, deadline, answer in product(BY, (False, True), (None, NOW), ("for", "against")):
                rule = DecisionRule(by, DECIDER, when_decided=early)
                after = answers | {size: answer}
                outcome = expected(rule, after, (), is_due=False)
                in_favour = sum(one == "for" for one in after.values())
                wanted = Settling(outcome[0], in_favour, size) if outcome else None  # type: ignore[arg-type]
                assert settled_by(rule, proposal(answers, (), deadline, ()), size, answer) == wanted  # type: ignore[arg-type]
                settling += wanted is not None
    assert settling > 500


def test_whoever_does_not_count_settles_nothing() -> None:
    asked = proposal({1: "for", 2: "for", 3: ""}, (3,), None, ())
    assert settled_by(DecisionRule(), asked, 3, "for") is None and settled_by(DecisionRule(), asked, 4, "for") is None
