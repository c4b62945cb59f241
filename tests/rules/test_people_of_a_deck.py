"""Who comes, goes, turns out to be somebody else, and what that does to open ballots (Electors)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.face.face import Face
from cards.rules import events as e
from cards.rules.consequences import MEMBERS_DEADLINE
from cards.rules.decision import DecisionRule
from cards.rules.deck import Create, Details, Ref, SetLicence
from cards.rules.manifest import manifest_digest
from studio.kernel.refusals import Refused
from tests import commands as c
from tests.rules.rules_deck import FROST, MARROW, SLUG, RulesDeck


@pytest.fixture
def evening() -> RulesDeck:
    """Three members; 2 has voted on proposal 1, which lies on the mat; proposal 2 is queued."""
    deck = RulesDeck(3)
    deck.vote(2, deck.propose(1, SLUG))
    deck.propose(3, FROST)
    return deck


def test_what_changes_nothing_leaves_no_fact(evening: RulesDeck) -> None:
    before = evening.deck
    for command in (
        c.JoinDeck(2), c.LeaveDeck(9), c.MergeMember(9, 1), c.PartMember(2, 1), c.SettleDue(),
        c.EditDetails(1, Details(" Allotment  Wars ")), c.CastVote(2, 1, 1, "for"),
    ):  # fmt: skip
        assert evening.do(command) == (), command
    assert evening.deck == before


def test_another_answer_to_the_same_question_is_another_vote(evening: RulesDeck) -> None:
    assert evening.do(c.CastVote(2, 1, 1, "against", " Too  slimy\n"))[0] == e.VoteCast(1, 1, 2, "against", "Too slimy")
    assert evening.do(c.CastVote(2, 1, 1, "against", "Too slimy")) == ()
    # Coming round keeps what was said; words beside a yes are none of it.
    assert evening.do(c.CastVote(2, 1, 1, "for", "never said"))[0] == e.VoteCast(1, 1, 2, "for", "Too slimy")


def test_whoever_leaves_is_no_elector_any_more_wherever_they_were_one(evening: RulesDeck) -> None:
    members = evening.propose(1, FROST, SetLicence("CC0"), sort="members")
    facts = evening.do(c.LeaveDeck(3, removed=True))
    assert facts[:3] == (e.MemberLeft(3, True), e.ElectorLeft(1, 3, True), e.ElectorLeft(members, 3, True))
    assert e.ProposalAccepted(1, 1) in facts, "all who are left have said For"
    assert 3 not in evening.deck.members


def test_a_newcomer_who_is_an_older_member_has_one_vote_and_not_two(evening: RulesDeck) -> None:
    facts = evening.do(c.MergeMember(3, 2, (1,)))
    assert facts[:2] == (e.MemberMerged(3, 2, (1,)), e.ElectorLeft(1, 3, False))
    assert evening.outcome(1) == "accepted"


def test_a_seat_that_is_given_back_takes_back_the_votes_that_were_given_from_it(evening: RulesDeck) -> None:
    facts = evening.do(c.PartMember(4, 2, 1, votes=(1, 2, 9)))
    assert facts == (e.MemberParted(4, 2, 1), e.VoteTakenBack(1, 1, 2))
    ballot = evening.deck.proposals[1].ballot
    assert ballot is not None and ballot.vote_of(2) is None and ballot.vote_of(1) is not None
    assert 4 in evening.deck.members and ballot.counting == {1, 2, 3}, "they vote from the next ballot on"


def test_what_is_no_decision_is_told_all_the_same(evening: RulesDeck) -> None:
    assert evening.do(c.RefuseClaim(9, 2, 1)) == (e.ClaimRefused(9, 2, 1),)
    assert evening.do(c.TakeDown(SLUG.digest, " A  name\n"))[0] == e.FaceWithdrawn(SLUG.digest, "A name")
    assert evening.do(c.Remark(2, 1, " Slimy.\n\nVery. ")) == (e.RemarkMade(2, "Slimy.\n\nVery.", 1),)


def test_a_deck_starts_with_what_its_fork_brings_and_says_nothing_of_the_rest() -> None:
    deck = RulesDeck(1)
    assert [type(fact) for fact in deck.log] == [e.DeckStarted]
    assert deck.deck.members == (1,) and deck.deck.details.title == "Allotment Wars"


def test_who_has_rejoined_stands_in_the_order_of_ids() -> None:
    deck = RulesDeck(3)
    deck.do(c.LeaveDeck(2))
    deck.do(c.JoinDeck(2))
    assert deck.deck.members == (1, 2, 3)


def test_versions_are_numbered_on_and_say_by_whom_they_were_archived() -> None:
    deck = RulesDeck(2)
    deck.all_for(deck.propose(1, SLUG), (1, 2))
    (first,) = deck.do(c.ArchiveVersion(2, " First  frost ", " Slugs.\n\nMore slugs. "))
    assert first == e.VersionArchived(1, 2, "First frost", "Slugs.\n\nMore slugs.", manifest_digest(deck.deck))
    deck.all_for(deck.propose(1, FROST), (1, 2))
    (second,) = deck.do(c.ArchiveVersion(1, ""))
    assert second == e.VersionArchived(2, 1, "", "", manifest_digest(deck.deck)) and second != first


def test_details_are_edited_by_somebody_from_what_they_were_to_what_they_are() -> None:
    deck = RulesDeck(2)
    (edited,) = deck.do(c.EditDetails(2, Details(" Marrow  Wars ", goal="Win.")))
    assert edited == e.DetailsEdited(2, Details("Allotment Wars"), Details("Marrow Wars", goal="Win."))


def test_what_was_agreed_out_loud_is_edited_and_what_nobody_said_stays() -> None:
    deck = RulesDeck(2)
    assert deck.do(c.Agree(2, " ", "", " ")) == ()
    was, now = Details("Allotment Wars"), Details("Allotment Wars", theme="Peas", goal="Win.")
    assert deck.do(c.Agree(2, theme=" Peas ", goal="Win.")) == (e.DetailsEdited(2, was, now),)
    assert deck.do(c.Agree(1, "Allotment Wars", "Peas")) == ()
    assert deck.do(c.Agree(1, "Marrow Wars")) == (e.DetailsEdited(1, now, replace(now, title="Marrow Wars")),)


@pytest.mark.parametrize(("title", "was"), [("Untitled deck", ""), ("Ohne Titel", "Ohne Titel"), ("", "Other")])
def test_a_deck_without_a_title_is_called_something_once_by_whoever_is_first(title: str, was: str) -> None:
    for ask in (c.CallIt(2, " Peas ", was), c.ArchiveVersion(2, "First", called=" Peas ", was=was)):
        deck = RulesDeck(2)
        deck.all_for(deck.propose(1, SLUG), (1, 2))
        deck.deck = replace(deck.deck, details=replace(deck.deck.details, title=title))
        for unsaid in (c.CallIt(1, " ", was), c.CallIt(1, "", title)):
            assert deck.do(unsaid) == ()
        named, *_ = deck.do(ask)
        assert named == e.DetailsEdited(2, Details(title), Details("Peas")) and deck.deck.details.title == "Peas"
        assert deck.do(c.CallIt(1, "Mine", was)) == ()
    deck.all_for(deck.propose(1, FROST), (1, 2))
    (second,) = deck.do(c.ArchiveVersion(1, "Second", called="Mine", was=title))
    assert isinstance(second, e.VersionArchived)


def test_a_version_that_cannot_be_archived_names_nothing_either() -> None:
    deck = RulesDeck(2)
    deck.deck = replace(deck.deck, details=Details("Untitled deck"))
    for command, code in (
        (c.ArchiveVersion(1, "First", called="Peas"), "version.empty"), (c.CallIt(1, "T" * 200), "details.long"),
    ):  # fmt: skip
        with pytest.raises(Refused, match=code):
            deck.do(command)
    assert deck.deck.details.title == "Untitled deck"


def test_another_wording_begins_anew_with_its_own_deadline_and_its_writer_in_favour() -> None:
    deck = RulesDeck(3)
    number = deck.propose(1, SLUG, sort="members")
    deck.vote(2, number)
    deck.now += 100
    change = (Create("card", FROST.digest),)
    facts = deck.do(c.Reword(1, number, 1, change))
    assert facts == (
        e.ProposalReworded(number, 2, 1, change, deck.now + MEMBERS_DEADLINE), e.VoteCast(number, 2, 1, "for"),
    )  # fmt: skip
    ballot = deck.deck.proposals[number].ballot
    assert ballot is not None and [vote.by for vote in ballot.votes] == [1]
    queued = [deck.propose(1, SLUG), deck.propose(1, MARROW)][1]
    assert deck.do(c.Reword(1, queued, 1, change)) == (e.ProposalReworded(queued, 2, 1, change),), "nobody votes yet"


def test_what_is_brought_in_is_told_with_who_wrote_it_and_how_it_has_the_group_decide() -> None:
    deck = RulesDeck(2)
    law = deck.keep(Face("How we vote", "", "Most are enough.", effects=(DecisionRule("majority"),)))
    card, rule = Ref("card", 7), Ref("rule", 1)
    articles = ((card, SLUG.digest, 3, "Red"), (rule, law.digest, 1, ""))
    alone, fork = RulesDeck(2), RulesDeck(2)
    alone.keep(law)
    fork.keep(law)
    assert alone.do(c.BringIn(2, articles)) == (
        e.ArticleAdded(card, SLUG.digest, 3, "Red", None, None, 2),
        e.ArticleAdded(rule, law.digest, 1, "", None, law.effects[0], 2),
    )  # fmt: skip
    assert fork.do(c.BringIn(2, articles, (1, None), ("", "Maud"))) == (
        e.ArticleAdded(card, SLUG.digest, 3, "Red", None, None, 1, ""),
        e.ArticleAdded(rule, law.digest, 1, "", None, law.effects[0], None, "Maud"),
    )
    deck.do(c.Withdraw(1, deck.propose(1)))
    for begun in (deck, fork):
        with pytest.raises(Refused, match=r"deck\.has_begun"):
            begun.do(c.BringIn(1, articles))
