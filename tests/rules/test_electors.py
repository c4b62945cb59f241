"""Electors: who must speak, who may be gone on without, and that unanimity is never an accident.

Small cases are gone through exhaustively: every number of members, every set of those present, every
set of answers, every order of voting.
"""

from __future__ import annotations

from itertools import permutations, product

import pytest

from cards.face.face import Face
from cards.rules import events as e
from cards.rules.consequences import MEMBERS_DEADLINE
from cards.rules.decision import DecisionRule
from cards.rules.deck import Create, SetLicence
from cards.rules.evolve import fold
from studio.kernel.codec import from_plain
from studio.kernel.refusals import Refused
from tests import commands as c
from tests.rules.rules_deck import MARROW, SLUG, RulesDeck


def refused(evening: RulesDeck, command: c.Command) -> str:
    with pytest.raises(Refused) as caught:
        evening.do(command)
    return caught.value.code


@pytest.mark.parametrize("members", [2, 3, 4])
def test_every_answer_in_every_order_is_accepted_exactly_when_all_are_in_favour(members: int) -> None:
    others = range(2, members + 1)
    for answers in product(("for", "against"), repeat=len(others)):
        for order in permutations(others):
            evening = RulesDeck(members)
            number = evening.propose()
            for position, voter in enumerate(order):
                assert evening.outcome(number) == "open", "a ballot closes only when every elector has spoken"
                assert position < len(order)
                evening.vote(voter, number, answers[voter - 2])
            expected = "accepted" if all(a == "for" for a in answers) else "against"
            assert evening.outcome(number) == expected


@pytest.mark.parametrize("members", [1, 2, 3, 4])
def test_every_set_of_those_present_makes_the_electors_it_should(members: int) -> None:
    for here in product((False, True), repeat=members - 1):
        evening = RulesDeck(members)
        absent = [m for m, is_here in enumerate(here, 2) if not is_here]
        evening.go_away(*absent)
        number = evening.propose(1)
        if members == 1:
            assert evening.outcome(number) == "accepted"  # only a deck with a single member accepts at once
            continue
        ballot = evening.deck.proposals[number].ballot
        assert ballot is not None
        if any(here):
            assert ballot.sort == "room" and ballot.deadline is None
            assert ballot.counting == evening.present
        else:
            assert ballot.sort == "members" and ballot.deadline == evening.now + MEMBERS_DEADLINE
            assert ballot.counting == frozenset(range(1, members + 1))


def test_electors_are_fixed_when_the_ballot_opens() -> None:
    evening = RulesDeck(2)
    number = evening.propose()
    evening.do(c.JoinDeck(3))
    evening.come_back(3)
    assert refused(evening, c.CastVote(3, number, 1, "against")) == "elector.none"
    evening.vote(2, number)
    assert evening.outcome(number) == "accepted"


def test_a_queued_proposals_electors_are_fixed_when_it_comes_to_the_mat() -> None:
    evening = RulesDeck(2)
    first = evening.propose(1)
    second = evening.propose(2, Face("Wasps", "Action"))
    evening.do(c.JoinDeck(3))
    evening.come_back(3)
    evening.vote(2, first)
    ballot = evening.deck.proposals[second].ballot
    assert ballot is not None and ballot.counting == {1, 2, 3}


def test_somebody_away_still_counts_until_all_who_are_left_agree_to_go_on() -> None:
    evening = RulesDeck(4)
    number = evening.propose(1)
    evening.now += 60
    evening.go_away(4)
    evening.now += 60
    for voter in (2, 3):
        evening.vote(voter, number)
    assert evening.outcome(number) == "open"
    evening.do(c.GoOnWithout(1, number, 4))
    evening.do(c.GoOnWithout(2, number, 4))
    assert evening.outcome(number) == "open"
    evening.do(c.GoOnWithout(3, number, 4))
    assert evening.outcome(number) == "accepted"


def test_what_was_agreed_before_somebody_came_back_is_void() -> None:
    evening = RulesDeck(3)
    number = evening.propose(1)
    evening.go_away(3)
    evening.now += 60
    evening.do(c.GoOnWithout(1, number, 3))
    evening.come_back(3)
    evening.now += 60
    evening.go_away(3)
    evening.now += 60
    evening.do(c.GoOnWithout(2, number, 3))
    assert evening.deck.proposals[number].ballot.counting == {1, 2, 3}  # type: ignore[union-attr]
    evening.do(c.GoOnWithout(1, number, 3))
    assert evening.deck.proposals[number].ballot.counting == {1, 2}  # type: ignore[union-attr]


def test_the_proposer_alone_cannot_go_on_without_everybody() -> None:
    evening = RulesDeck(3)
    number = evening.propose(1)
    evening.go_away(2, 3)
    assert refused(evening, c.GoOnWithout(1, number, 2)) == "elector.one_more"
    assert evening.outcome(number) == "open"


def test_nobody_goes_on_without_somebody_who_is_here_or_has_spoken() -> None:
    evening = RulesDeck(3)
    number = evening.propose(1)
    assert refused(evening, c.GoOnWithout(1, number, 2)) == "elector.not_away"
    evening.vote(2, number)
    evening.go_away(2)
    assert refused(evening, c.GoOnWithout(3, number, 2)) == "elector.has_spoken"
    assert refused(evening, c.GoOnWithout(3, number, 3)) == "elector.not_away"


@pytest.mark.parametrize("removed", [False, True])
def test_somebody_who_leaves_stops_counting_and_the_ballot_is_judged_again(removed: bool) -> None:
    evening = RulesDeck(3)
    number = evening.propose(1)
    evening.vote(2, number)
    evening.do(c.LeaveDeck(3, removed))
    assert evening.outcome(number) == "accepted"


@pytest.mark.parametrize("removed", [False, True])
def test_who_leaves_the_room_stops_counting_there_and_nowhere_else(removed: bool) -> None:
    evening = RulesDeck(3)
    of_all = evening.propose(1, sort="members")
    number = evening.propose(1, MARROW)
    evening.vote(2, number)
    facts = evening.do(c.LeaveRoom(3, removed))
    assert facts[0] == e.ElectorLeft(number, 3, removed) and 3 in evening.deck.members
    assert (evening.outcome(number), evening.outcome(of_all)) == ("accepted", "open")
    assert evening.do(c.LeaveRoom(3)) == ()


def test_an_objector_who_leaves_takes_the_objection_along() -> None:
    evening = RulesDeck(3)
    number = evening.propose(1)
    evening.vote(3, number, "against")
    evening.do(c.LeaveDeck(3))
    assert evening.outcome(number) == "open"
    evening.vote(2, number)
    assert evening.outcome(number) == "accepted"


def test_when_all_electors_besides_the_proposer_leave_it_opens_to_every_member() -> None:
    evening = RulesDeck(3)
    evening.go_away(3)
    number = evening.propose(1)
    evening.do(c.LeaveDeck(2))
    ballot = evening.deck.proposals[number].ballot
    assert ballot is not None and (ballot.sort, ballot.counting) == ("members", {1, 3})


def test_when_everybody_else_has_left_the_group_it_is_set_aside_not_accepted() -> None:
    evening = RulesDeck(2)
    number = evening.propose(1)
    evening.do(c.LeaveDeck(2))
    assert evening.outcome(number) == "nobody_left"


def test_a_proposer_who_leaves_is_not_needed_any_more() -> None:
    evening = RulesDeck(3)
    number = evening.propose(1)
    evening.do(c.LeaveDeck(1))
    evening.vote(2, number)
    evening.vote(3, number)
    assert evening.outcome(number) == "accepted"


def test_silence_is_never_consent_at_a_deadline() -> None:
    evening = RulesDeck(3)
    number = evening.propose(1, sort="members")
    evening.vote(2, number)
    evening.now += MEMBERS_DEADLINE - 1
    evening.do(c.SettleDue())
    assert evening.outcome(number) == "open"
    evening.now += 1
    evening.do(c.SettleDue())
    assert evening.outcome(number) == "not_everyone_spoke"


def test_a_vote_after_the_deadline_comes_too_late_even_before_the_tick() -> None:
    evening = RulesDeck(2)
    number = evening.propose(1, sort="members")
    evening.now += MEMBERS_DEADLINE
    assert refused(evening, c.CastVote(2, number, 1, "for")) == "proposal.closed"


def test_every_member_ballots_lie_side_by_side() -> None:
    evening = RulesDeck(3)
    numbers = [evening.propose(1, Face(title, "Thing"), sort="members") for title in ("Fork", "Spade", "Rake")]
    assert [evening.outcome(n) for n in numbers] == ["open"] * 3
    assert evening.outcome(evening.propose(2, SLUG)) == "open"


def test_whoever_wrote_the_latest_wording_is_for_it() -> None:
    evening = RulesDeck(3)
    number = evening.propose(1)
    assert refused(evening, c.CastVote(1, number, 1, "against")) == "vote.own_wording"
    evening.vote(2, number)
    face = evening.keep(Face("Slug", "Thing — Pest", "Slower."))
    evening.do(c.Reword(1, number, 1, (Create("card", face.digest),)))
    ballot = evening.deck.proposals[number].ballot
    assert ballot is not None and [(v.by, v.answer) for v in ballot.votes] == [(1, "for")]
    assert refused(evening, c.CastVote(2, number, 1, "for")) == "wording.superseded"
    assert refused(evening, c.Reword(2, number, 2, (Create("card", SLUG.digest),))) == "proposal.not_yours"


# --- C9: the vote is itself a rule ------------------------------------------------------------------------------------


def under(rule: DecisionRule, members: int) -> RulesDeck:
    """An evening in which a Special Rule sets how it is decided; it was itself decided unanimously."""
    evening = RulesDeck(members)
    law = evening.keep(Face("How we vote", "", "As said.", effects=(rule,)))
    evening.all_for(evening.propose(1, law, Create("rule", law.digest)), range(2, members + 1))
    assert evening.deck.decision_rule == rule
    return evening


@pytest.mark.parametrize(
    ("by", "needed"),
    [("unanimity", lambda f, n: f == n), ("veto", lambda f, n: f == n), ("consent", lambda f, n: f == n),
     ("majority", lambda f, n: 2 * f > n), ("two_thirds", lambda f, n: 3 * f >= 2 * n)],
)  # fmt: skip
@pytest.mark.parametrize("early", [False, True])
def test_each_rule_weighs_every_set_of_answers_as_it_says(by: str, needed: object, early: bool) -> None:
    for members in (2, 3, 4, 5):
        for answers in product(("for", "against"), repeat=members - 1):
            evening = under(DecisionRule(by=by, when_decided=early), members)  # type: ignore[arg-type]
            number = evening.propose(1)
            for voter, answer in enumerate(answers, 2):
                if number in evening.deck.proposals:
                    evening.vote(voter, number, answer)
            favour = 1 + sum(a == "for" for a in answers)
            assert evening.outcome(number) == ("accepted" if needed(favour, members) else "against")  # type: ignore[operator]


def test_under_consent_silence_until_the_deadline_lets_it_in_and_one_objection_does_not() -> None:
    for objection in (False, True):
        evening = under(DecisionRule(by="consent"), 3)
        number = evening.propose(1)
        if objection:
            evening.vote(2, number, "against")
        evening.now += 8 * 24 * 3600
        evening.do(c.SettleDue())
        assert evening.outcome(number) == ("against" if objection else "accepted")


def test_a_decider_decides_alone_and_once_gone_decides_nothing() -> None:
    evening = under(DecisionRule(by="decider", decider=2), 3)
    number = evening.propose(1)
    evening.vote(3, number, "against")
    assert evening.outcome(number) == "open"
    evening.vote(2, number)
    assert evening.outcome(number) == "accepted"
    evening.do(c.LeaveDeck(2))
    assert evening.deck.decision_rule.by == "unanimity"


def test_excluded_voters_do_not_count_and_excluding_everybody_excludes_nobody() -> None:
    evening = under(DecisionRule(excluded=frozenset({3})), 3)
    number = evening.propose(1)
    evening.vote(2, number)
    assert evening.outcome(number) == "accepted"
    evening = under(DecisionRule(excluded=frozenset({2, 3})), 3)
    number = evening.propose(1)
    assert evening.outcome(number) == "open"


def test_who_has_no_vote_is_no_elector_and_their_vote_is_refused_with_the_reason() -> None:
    evening = under(DecisionRule(excluded=frozenset({3})), 3)
    number = evening.propose(1)
    ballot = evening.deck.proposals[number].ballot
    assert ballot is not None and (ballot.counting, ballot.voteless) == ({1, 2}, (3,))
    before = evening.deck
    assert refused(evening, c.CastVote(3, number, 1, "against")) == "elector.voteless"
    assert refused(evening, c.GoOnWithout(3, number, 2)) == "elector.voteless"
    assert evening.deck == before


def test_who_proposes_without_a_vote_is_not_counted_in_favour() -> None:
    evening = under(DecisionRule(excluded=frozenset({1})), 3)
    number = evening.propose(1)
    ballot = evening.deck.proposals[number].ballot
    assert ballot is not None and ballot.counting == {2, 3} and not ballot.votes
    evening.do(c.Reword(1, number, 1, (Create("card", evening.keep(Face("Slower Slug", "Thing")).digest),)))
    assert not evening.deck.proposals[number].ballot.votes  # type: ignore[union-attr]
    evening.all_for(number, (2, 3))
    assert evening.outcome(number) == "accepted"


def test_with_only_the_voteless_in_the_room_every_member_with_a_vote_is_asked() -> None:
    evening = under(DecisionRule(excluded=frozenset({3})), 3)
    evening.go_away(2)
    number = evening.propose(1)
    ballot = evening.deck.proposals[number].ballot
    assert ballot is not None and (ballot.sort, ballot.counting) == ("members", {1, 2})


def test_whoever_decides_alone_has_a_vote_whatever_else_the_rule_says() -> None:
    evening = under(DecisionRule(by="decider", decider=2, excluded=frozenset({2})), 3)
    number = evening.propose(1)
    evening.vote(2, number)
    assert evening.outcome(number) == "accepted"


def test_a_rule_that_takes_votes_away_leaves_ballots_that_lie_open_as_they_were_opened() -> None:
    evening = RulesDeck(3)
    asked = evening.propose(1, SLUG, SetLicence("CC0 1.0"), sort="members")
    law = evening.keep(Face("The Vote", "", "How we vote.", effects=(DecisionRule(excluded=frozenset({3})),)))
    evening.all_for(evening.propose(1, law, Create("rule", law.digest)), (2, 3))
    evening.vote(3, asked, "against")
    ballot = evening.deck.proposals[asked].ballot
    assert ballot is not None and ballot.counting == {1, 2, 3}
    evening.vote(2, asked)
    assert evening.outcome(asked) == "against", "the vote of whom the rule excludes since then counts"


def test_an_open_ballot_from_before_the_voteless_were_written_down_leaves_them_out_all_the_same() -> None:
    evening = under(DecisionRule(excluded=frozenset({3})), 3)
    number = evening.propose(1)
    old = [
        {"is": "BallotOpened", "number": number, "wording": 1, "sort": "room", "electors": [1, 2, 3]},
        {"is": "VoteCast", "number": number, "wording": 1, "by": 1, "answer": "for"},
        {"is": "VoteCast", "number": number, "wording": 1, "by": 3, "answer": "against", "reason": "No"},
    ]
    evening.deck = fold(evening.deck, (from_plain(e.Event, entry) for entry in old))
    assert evening.deck.proposals[number].ballot.voteless is None  # type: ignore[union-attr]
    assert refused(evening, c.CastVote(3, number, 1, "for")) == "elector.voteless"
    evening.vote(2, number)
    assert evening.outcome(number) == "accepted"


def test_the_seal_of_whom_the_steward_removed_is_not_that_of_somebody_who_left() -> None:
    for removed in (False, True):
        evening = RulesDeck(3)
        number = evening.propose(1)
        evening.do(c.LeaveDeck(3, removed))
        assert evening.deck.proposals[number].ballot.elector(3).standing == ("removed" if removed else "left")  # type: ignore[union-attr]
    old = from_plain(e.Event, {"is": "ElectorLeft", "number": 1, "member": 3})
    assert old == e.ElectorLeft(1, 3, removed=False)


def test_a_rule_about_voting_is_changed_under_the_rule_in_force_until_then() -> None:
    from cards.rules.deck import Ref, Repeal

    evening = under(DecisionRule(by="majority"), 3)
    law = evening.deck.articles[Ref("rule", 1)]
    number = evening.propose(1, SLUG, Repeal(Ref("rule", 1), law.face))
    evening.vote(2, number, "for")
    evening.vote(3, number, "against")
    assert evening.outcome(number) == "accepted"
    assert evening.deck.decision_rule.by == "unanimity"


def test_a_reason_is_asked_for_only_where_the_rule_asks() -> None:
    evening = under(DecisionRule(reason_wanted=True), 3)
    number = evening.propose(1)
    assert refused(evening, c.CastVote(2, number, 1, "against")) == "reason.wanted"
    evening.do(c.CastVote(2, number, 1, "against", "Too slimy"))
    assert evening.outcome(number) == "open"
