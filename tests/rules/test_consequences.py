"""What follows by itself (C2, Electors): who is asked, whom nobody waits for any longer, and what is overtaken."""

from __future__ import annotations

from cards.face.face import Face
from cards.rules import events as e
from cards.rules.consequences import MEMBERS_DEADLINE
from cards.rules.decision import DecisionRule
from cards.rules.deck import Amend, Ballot, Create, Recount, Ref, Repeal, Reside
from cards.rules.evolve import fold
from cards.rules.ways import CONSENT_DEADLINE
from tests import commands as c
from tests.rules.rules_deck import MARROW, SLUG, RulesDeck


def under(rule: DecisionRule, members: int) -> RulesDeck:
    """A deck in which a Special Rule sets how it is decided."""
    evening = RulesDeck(members)
    law = evening.keep(Face("How we vote", "", "As said.", effects=(rule,)))
    evening.all_for(evening.propose(1, law, Create("rule", law.digest)), range(2, members + 1))
    return evening


def ballot_of(evening: RulesDeck, number: int) -> Ballot:
    ballot = evening.deck.proposals[number].ballot
    assert ballot is not None
    return ballot


def test_whoever_decides_alone_is_asked_though_they_are_away_and_nobody_else_is() -> None:
    evening = under(DecisionRule(by="decider", decider=2), 3)
    evening.go_away(2, 3)
    ballot = ballot_of(evening, evening.propose(1))
    assert (ballot.sort, [elector.member for elector in ballot.electors]) == ("room", [1, 2])
    evening = under(DecisionRule(by="majority", decider=2), 3)
    evening.go_away(2)
    ballot = ballot_of(evening, evening.propose(1))
    assert (ballot.sort, [elector.member for elector in ballot.electors]) == ("room", [1, 3])


def test_where_a_rule_excludes_everybody_but_the_proposer_the_room_is_asked() -> None:
    evening = under(DecisionRule(excluded=frozenset({2, 3})), 3)
    ballot = ballot_of(evening, evening.propose(1))
    assert (ballot.sort, ballot.counting) == ("room", {1, 2, 3})


def test_a_room_has_a_deadline_under_consent_alone_and_every_members_ballot_always() -> None:
    for by, in_the_room in (("consent", 1000 + CONSENT_DEADLINE), ("majority", None)):
        evening = under(DecisionRule(by=by), 3)  # type: ignore[arg-type]
        assert ballot_of(evening, evening.propose(1)).deadline == in_the_room
        assert ballot_of(evening, evening.propose(1, MARROW, sort="members")).deadline == 1000 + MEMBERS_DEADLINE


def test_whoever_has_spoken_is_not_gone_on_without() -> None:
    evening = RulesDeck(4)
    number = evening.propose(1)
    evening.go_away(4)
    evening.do(c.GoOnWithout(1, number, 4))
    evening.do(c.GoOnWithout(2, number, 4))
    evening.vote(4, number)
    evening.go_away(3)
    evening.do(c.SettleDue())
    assert [elector.standing for elector in ballot_of(evening, number).electors] == ["counts"] * 4


def test_somebody_is_gone_on_without_at_the_second_in_which_they_went_and_only_in_a_room() -> None:
    for sort, standing in (("room", "excused"), ("members", "counts")):
        evening = RulesDeck(3)
        number = evening.propose(1, sort=sort)
        evening.go_away(3)
        agreed = [e.GoingOnAgreed(number, member, 3, evening.now) for member in (1, 2)]
        evening.deck = fold(evening.deck, agreed)
        evening.do(c.SettleDue())
        elector = ballot_of(evening, number).elector(3)
        assert elector is not None and elector.standing == standing, sort


def test_nobody_is_excused_twice_and_whoever_came_back_is_waited_for() -> None:
    evening = RulesDeck(4)
    number = evening.propose(1)
    evening.go_away(3, 4)
    for member in (1, 2):
        evening.do(c.GoOnWithout(member, number, 3))
    evening.do(c.SettleDue())
    assert [fact for fact in evening.log if isinstance(fact, e.ElectorExcused)] == [e.ElectorExcused(number, 3)]
    ballot = ballot_of(evening, number)
    assert [elector.standing for elector in ballot.electors] == ["counts", "counts", "excused", "counts"]
    assert ballot.elector(5) is None


def settled(members: int = 2) -> RulesDeck:
    """Two cards are in the deck."""
    evening = RulesDeck(members)
    evening.all_for(evening.propose(1, SLUG, Create("card", SLUG.digest), Create("card", MARROW.digest)), [2])
    return evening


def test_what_is_about_the_same_article_is_overtaken_once_and_told_by_which() -> None:
    evening = settled()
    slug, marrow = Ref("card", 1), Ref("card", 2)
    first = evening.propose(1, SLUG, Recount(slug, SLUG.digest, 2), Recount(marrow, MARROW.digest, 2))
    both = evening.propose(1, SLUG, Reside(marrow, MARROW.digest, "Red"), Reside(slug, SLUG.digest, "Red"))
    one = evening.propose(1, SLUG, Repeal(marrow, MARROW.digest))
    other = evening.propose(1, Face("Fork", "Thing"))
    last = evening.propose(1, SLUG, Repeal(slug, SLUG.digest), sort="members")
    evening.vote(2, first)
    told = [fact for fact in evening.log if isinstance(fact, e.ProposalOvertaken)]
    assert told == [
        e.ProposalOvertaken(both, slug, first), e.ProposalOvertaken(one, marrow, first),
        e.ProposalOvertaken(last, slug, first),
    ]  # fmt: skip
    assert evening.deck.on_the_mat is not None and evening.deck.on_the_mat.number == other, "what waits is passed over"
    evening.vote(2, other)
    again = evening.propose(1, SLUG, Amend(slug, SLUG.digest, evening.keep(Face("Slug", "Thing", "Slow.")).digest))
    evening.vote(2, again)
    assert told == [fact for fact in evening.log if isinstance(fact, e.ProposalOvertaken)], "nothing is overtaken twice"
    assert {evening.outcome(number) for number in (both, one, last)} == {"queued"}, "it waits to be reworded"
    evening.do(c.LeaveDeck(1))
    assert {evening.outcome(number) for number in (both, one, last)} == {"overtaken"}
    assert e.ProposalSetAside(both, 1, "overtaken") in evening.log
    assert not evening.deck.proposals


def test_what_waits_is_asked_though_its_maker_has_gone_and_holds_up_no_ballot_of_every_member() -> None:
    evening = RulesDeck(3)
    first, waits = evening.propose(1), evening.propose(2, MARROW)
    after = evening.propose(3, Face("Fork", "Thing"), sort="members")
    evening.vote(1, after)
    evening.vote(2, after)
    assert (evening.outcome(waits), evening.outcome(after)) == ("queued", "accepted")
    evening.go_away(2)
    evening.vote(2, first)
    evening.vote(3, first, "against")
    assert e.ProposalSetAside(first, 1, "against") in evening.log
    assert ballot_of(evening, waits).counting == {1, 2, 3}, "whoever wrote it is asked, away or not"
    late = evening.propose(3, Face("Spade", "Thing"))
    evening.do(c.LeaveDeck(3))
    evening.vote(1, waits)
    assert ballot_of(evening, late).counting == {1}, "who wrote it has left; it is asked of who is here"


def test_a_ballot_opens_once_for_the_wording_that_lies_there_and_its_writer_speaks_once() -> None:
    evening = RulesDeck(3)
    evening.propose(1)
    second = evening.propose(2, MARROW)
    evening.do(c.Reword(2, second, 1, (Create("card", evening.keep(Face("Marrow", "Thing")).digest),)))
    evening.go_away(1, 3)
    evening.do(c.Withdraw(1, 1))
    assert [fact for fact in evening.log if getattr(fact, "number", 0) == second][2:] == [
        e.BallotOpened(second, 2, "members", (1, 2, 3), 1000 + MEMBERS_DEADLINE, ()), e.VoteCast(second, 2, 2, "for"),
    ]  # fmt: skip
    evening = RulesDeck(3)
    evening.go_away(3)
    first = evening.propose(1)
    facts = evening.do(c.LeaveDeck(2))
    assert [type(fact) for fact in facts] == [e.MemberLeft, e.ElectorLeft, e.BallotOpened]
    assert [vote.by for vote in ballot_of(evening, first).votes] == [1]
