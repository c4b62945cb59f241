"""What a command writes, whole: each fact that follows is written down again, and nothing else follows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.face.face import Face
from cards.rules import events as e
from cards.rules import limits
from cards.rules.apply_change import carry_out
from cards.rules.command import Moment
from cards.rules.decision import DecisionRule
from cards.rules.deck import (
    Amend,
    Article,
    Ballot,
    Change,
    Create,
    Deck,
    DeleteDeck,
    Details,
    Elector,
    Proposal,
    Recount,
    Ref,
    Repeal,
    Reside,
    Restore,
    SetKit,
    SetLicence,
    SetVisibility,
    Source,
    Wording,
)
from cards.rules.kit import DVORAK
from cards.rules.manifest import manifest_digest
from cards.verbs.decide import decide
from studio.kernel.codec import digest
from studio.kernel.refusals import Refused
from tests import commands as c
from tests.rules.rules_deck import FACES, FROST, MARROW, SLUG

VOTING = DecisionRule("majority")
LAW = Face("How we vote", "", "Most of us.", effects=(VOTING,))
NOW = Moment(1000, frozenset({1, 2, 3}), faces={**FACES, LAW.digest: LAW})
KIT = replace(DVORAK, sides=("Red", "Blue"))
FROM = Source("k" * 16 + "/1", "Plot Twelve", "CC BY-SA 4.0")
PEAS = Details("Peas", tags=("quick",))
EMPTY = Deck(members=(1, 2, 3))
ONE, TWO, LAST = Ref("card", 1), Ref("card", 2), Ref("card", limits.NUMBER_MAX)
RULE, CARD_OF_LAW = Ref("rule", 1), Ref("card", 3)
OF_SLUG = Article(ONE, SLUG.digest, 2, "Red")
DECK = replace(
    EMPTY,
    articles={ONE: OF_SLUG, TWO: Article(TWO, MARROW.digest, in_force=False), RULE: Article(RULE, FROST.digest),
              Ref("rule", 2): Article(Ref("rule", 2), LAW.digest, in_force=False),
              CARD_OF_LAW: Article(CARD_OF_LAW, LAW.digest, in_force=False)},
    last_card=7, last_rule=4, last_proposal=9, last_version=3, details=Details("Beans"), visibility="unlisted",
)  # fmt: skip


def started(**more: object) -> c.StartDeck:
    return c.StartDeck(4, PEAS, **more)  # type: ignore[arg-type]


def brought(*articles: tuple[Ref, str, int, str], **more: object) -> c.BringIn:
    return c.BringIn(1, articles, **more)  # type: ignore[arg-type]


SLUGS, RULES = (ONE, SLUG.digest, 2, "Red"), (RULE, LAW.digest, 1, "")
BEGUN = e.DeckStarted(4, PEAS)
CREATE = (Create("card", FROST.digest),)

WRITTEN: list[tuple[Deck, c.Command, tuple[e.Event, ...]]] = [
    (Deck(), started(), (BEGUN,)),
    (Deck(), started(forked_from="k" * 16 + "/1"), (e.DeckStarted(4, PEAS, "k" * 16 + "/1"),)),
    (Deck(), started(lineage=(FROM,), licence=FROM.licence),
     (BEGUN, e.LineageKept((FROM,)), e.LicenceChanged(FROM.licence))),
    (Deck(), started(licence="CC0"), (BEGUN, e.LicenceChanged("CC0"))),
    (Deck(), started(kit=KIT), (BEGUN, e.KitChanged(KIT))),
    (EMPTY, brought(SLUGS), (e.ArticleAdded(ONE, SLUG.digest, 2, "Red", None, None, 1, ""),)),
    (EMPTY, brought(SLUGS, RULES, credits=(None, 8), makers=("Ros", "")),
     (e.ArticleAdded(ONE, SLUG.digest, 2, "Red", None, None, None, "Ros"),
      e.ArticleAdded(RULE, LAW.digest, 1, "", None, VOTING, 8, ""))),
    (EMPTY, brought((LAST, SLUG.digest, 1, "")), (e.ArticleAdded(LAST, SLUG.digest, 1, "", None, None, 1, ""),)),
    (EMPTY, brought(lineage=(FROM,), licence=FROM.licence),
     (e.LineageKept((FROM,)), e.LicenceChanged(FROM.licence))),
    (replace(EMPTY, licence=FROM.licence), brought(lineage=(FROM,), licence=FROM.licence), (e.LineageKept((FROM,)),)),
    (DECK, c.EditDetails(2, replace(PEAS, blurb=" Green. ")),
     (e.DetailsEdited(2, Details("Beans"), replace(PEAS, blurb="Green.")),)),
    (DECK, c.ArchiveVersion(2, " First  one ", " Ready.\n"),
     (e.VersionArchived(4, 2, "First one", "Ready.", manifest_digest(DECK)),)),
    (DECK, c.Remark(3, 9, " Hm. "), (e.RemarkMade(3, "Hm.", 9),)),
    (DECK, c.TakeDown(SLUG.digest, " not  ours "), (e.FaceWithdrawn(SLUG.digest, "not ours"),)),
    (DECK, c.RefuseClaim(7, 1, 2), (e.ClaimRefused(7, 1, 2),)), (DECK, c.JoinDeck(7), (e.MemberJoined(7),)),
    (DECK, c.LeaveDeck(3, True), (e.MemberLeft(3, True),)), (DECK, c.LeaveDeck(3), (e.MemberLeft(3),)),
    (DECK, c.MergeMember(3, 1, (2,)), (e.MemberMerged(3, 1, (2,)),)),
    (DECK, c.PartMember(7, 1, 2, (4,)), (e.MemberParted(7, 1, 2),)),
]  # fmt: skip


@pytest.mark.parametrize(("deck", "command", "facts"), WRITTEN)
def test_a_command_writes_these_facts_and_no_others(deck: Deck, command: c.Command, facts: tuple[e.Event, ...]) -> None:
    assert decide(deck, command, NOW) == facts


def test_a_proposal_says_what_it_takes_up_again_and_how_it_is_voted_on() -> None:
    for source in (None, 1, 9):
        (made, *_) = decide(DECK, c.Propose(3, CREATE, "members", source), NOW)
        assert made == e.ProposalMade(10, 3, "members", CREATE, source)


def test_so_many_proposals_of_one_member_may_wait_and_those_of_others_do_not_count() -> None:
    others = {n: Wording(1, 2, (Create("card", f"{n:064x}"),)) for n in range(1, limits.PROPOSALS_WAITING_MAX + 1)}
    many = {n: Proposal(n, 2, "room", others[n]) for n in range(1, limits.PROPOSALS_WAITING_MAX)}
    deck = replace(EMPTY, proposals=many, last_proposal=limits.PROPOSALS_WAITING_MAX)
    last = Proposal(limits.PROPOSALS_WAITING_MAX, 2, "room", others[limits.PROPOSALS_WAITING_MAX])
    full = replace(deck, proposals={**many, last.number: last})
    decide(deck, c.Propose(2, CREATE), NOW)
    decide(full, c.Propose(1, CREATE), NOW)
    with pytest.raises(Refused) as caught:
        decide(full, c.Propose(2, CREATE), NOW)
    assert caught.value == Refused("proposal.many", limit=limits.PROPOSALS_WAITING_MAX)


@pytest.mark.parametrize(
    ("deck", "command", "refused"),
    [
        (Deck(), started(lineage=(FROM,)), "licence.share_alike"), (Deck(), started(licence=" "), "licence.long"),
        (Deck(), started(lineage=(Source("x"),)), "lineage.amiss"),
        (EMPTY, brought(lineage=(FROM,), licence="CC BY 4.0"), "licence.share_alike"),
        (EMPTY, brought(lineage=(FROM,), licence=" "), "licence.long"),
        (EMPTY, brought(lineage=(Source("x"),)), "lineage.amiss"),
        (EMPTY, brought((Ref("card", limits.NUMBER_MAX + 1), SLUG.digest, 1, "")), "article.numbers"),
        (DECK, c.Propose(1, CREATE, "hall"), "request.unreadable"),  # type: ignore[arg-type]
        (DECK, c.Propose(1, CREATE, source=10), "proposal.none"),
    ],
)  # fmt: skip
def test_what_comes_from_elsewhere_is_looked_at_before_anything_is_written(
    deck: Deck, command: c.Command, refused: str
) -> None:
    with pytest.raises(Refused) as caught:
        decide(deck, command, NOW)
    assert caught.value.code == refused


OPEN = Proposal(9, 2, "room", Wording(2, 2, CREATE), Ballot("room", (Elector(1), Elector(2)), (), None, (3,)))
OLD = replace(
    OPEN, ballot=Ballot("room", (Elector(1), Elector(2), Elector(3)))
)  # of before ballots said who has no vote
LATE, WAITS = Proposal(7, 2, "room", OPEN.wording, overtaken=True), Proposal(8, 2, "room", OPEN.wording)
MAT = replace(DECK, proposals={7: LATE, 8: WAITS, 9: OPEN})


@pytest.mark.parametrize(
    ("command", "refused"),
    [
        (c.CastVote(1, 7, 2, "for"), Refused("proposal.overtaken", proposal=7)),
        (c.CastVote(1, 8, 2, "for"), Refused("proposal.queued", proposal=8)),
        (c.CastVote(1, 9, 1, "for"), Refused("wording.superseded", now=2)),
        (c.CastVote(1, 9, 2, "yes"), Refused("request.unreadable")),  # type: ignore[arg-type]
        (c.CastVote(3, 9, 2, "for"), Refused("elector.voteless", proposal=9)),
        (c.CastVote(4, 9, 2, "for"), Refused("elector.none", proposal=9)),
        (c.CastVote(1, 9, 2, "against", "x" * (limits.REASON_MAX + 1)),
         Refused("reason.long", limit=limits.REASON_MAX)),
        (c.CastVote(1, 0, 2, "for"), Refused("proposal.none", proposal=0)),
        (c.CastVote(1, 6, 2, "for"), Refused("proposal.closed", proposal=6)),
        (c.CastVote(1, 10, 2, "for"), Refused("proposal.none", proposal=10)),
        (c.GoOnWithout(1, 8, 2), Refused("elector.none", proposal=8)),
        (c.GoOnWithout(1, 9, 2), Refused("elector.not_away")),
        (c.Reword(2, 9, 1, CREATE), Refused("wording.superseded", now=2)),
        (c.Remark(9, 9, "Hm."), Refused("member.none")),
    ],
)  # fmt: skip
def test_whoever_is_refused_is_told_about_which_proposal_and_how_it_stands(
    command: c.Command, refused: Refused
) -> None:
    with pytest.raises(Refused) as caught:
        decide(replace(MAT, members=(1, 2, 3, 4)), command, NOW)
    assert caught.value == refused


def test_a_proposal_is_withdrawn_or_worded_anew_by_who_made_it_and_that_is_their_vote_if_they_have_one() -> None:
    assert decide(MAT, c.Withdraw(2, 9), NOW)[0] == e.ProposalWithdrawn(9, 2)
    changes = (Create("card", SLUG.digest),)
    facts = e.ProposalReworded(9, 3, 2, changes), e.VoteCast(9, 3, 2, "for")
    assert decide(MAT, c.Reword(2, 9, 2, changes), NOW) == facts
    without = replace(MAT, proposals={9: OLD}, voting=((RULE, DecisionRule(excluded=frozenset({2, 3}))),))
    assert decide(without, c.Reword(2, 9, 2, changes), NOW) == facts[:1]


def test_a_deck_comes_with_so_many_cards_and_each_has_one_who_wrote_it() -> None:
    cards = [(Ref("card", n), SLUG.digest, 1, "") for n in range(1, limits.CARDS_MAX + 2)]
    assert len(decide(EMPTY, brought(*cards[1:]), NOW)) == limits.CARDS_MAX
    with pytest.raises(Refused) as caught:
        decide(EMPTY, brought(*cards), NOW)
    assert caught.value == Refused("deck.full", limit=limits.CARDS_MAX)
    with pytest.raises(ValueError, match="shorter"):
        decide(EMPTY, brought(*cards[:2], credits=(1,)), NOW)


def test_members_and_facts_of_a_closed_deck_go_on_and_nothing_else_does() -> None:
    gone = replace(DECK, deleted=True)
    for command in (
        c.JoinDeck(7), c.LeaveDeck(3), c.MergeMember(3, 1), c.PartMember(7, 1), c.RefuseClaim(7, 1, 2), c.SettleDue(),
        c.TakeDown(SLUG.digest),
    ):  # fmt: skip
        assert decide(gone, command, NOW) == decide(DECK, command, NOW)
    for refused in (c.Remark(3, 9, "Hm."), c.EditDetails(1, PEAS), c.ArchiveVersion(1, ""), c.Propose(1, CREATE)):
        with pytest.raises(Refused) as caught:
            decide(gone, refused, NOW)
        assert caught.value.code == "deck.deleted"


CARRIED: list[tuple[Change, e.Event]] = [
    (Create("card", SLUG.digest, 3, "Red"), e.ArticleAdded(Ref("card", 8), SLUG.digest, 3, "Red", 5, None, 2, "")),
    (Create("card", LAW.digest), e.ArticleAdded(Ref("card", 8), LAW.digest, 1, "", 5, None, 2, "")),
    (Create("rule", LAW.digest), e.ArticleAdded(Ref("rule", 5), LAW.digest, 1, "", 5, VOTING, 2, "")),
    (Create("card", SLUG.digest, maker="Ros"),
     e.ArticleAdded(Ref("card", 8), SLUG.digest, 1, "", 5, None, None, "Ros")),
    (Amend(ONE, SLUG.digest, LAW.digest), e.ArticleAmended(ONE, LAW.digest, SLUG.digest, 5)),
    (Amend(RULE, FROST.digest, LAW.digest), e.ArticleAmended(RULE, LAW.digest, FROST.digest, 5, VOTING)),
    (Repeal(ONE, SLUG.digest), e.ArticleRepealed(ONE, 5)),
    (Restore(TWO, MARROW.digest), e.ArticleRestored(TWO, 5)),
    (Restore(CARD_OF_LAW, LAW.digest), e.ArticleRestored(CARD_OF_LAW, 5)),
    (Restore(Ref("rule", 2), LAW.digest), e.ArticleRestored(Ref("rule", 2), 5, VOTING)),
    (Recount(ONE, SLUG.digest, 4), e.CopiesChanged(ONE, 2, 4, 5)),
    (Reside(ONE, SLUG.digest, "Blue"), e.SideChanged(ONE, "Red", "Blue", 5)),
    (SetVisibility("public"), e.VisibilityChanged("public", 5)), (SetLicence("CC0"), e.LicenceChanged("CC0", 5)),
    (SetKit(KIT, digest(DVORAK)), e.KitChanged(KIT, 5)), (DeleteDeck("Beans"), e.DeckDeleted(5)),
]  # fmt: skip


@pytest.mark.parametrize(("change", "fact"), CARRIED)
def test_a_change_that_is_accepted_is_carried_out_as_it_was_written(change: Change, fact: e.Event) -> None:
    assert carry_out(DECK, Proposal(5, 2, "room", Wording(1, 2, (change,))), NOW.faces) == (fact,)


def test_what_comes_first_is_known_to_what_comes_after_it() -> None:
    changes = (Create("card", SLUG.digest), Create("card", MARROW.digest), Recount(ONE, SLUG.digest, 3),
               Amend(ONE, SLUG.digest, MARROW.digest))  # fmt: skip
    assert carry_out(DECK, Proposal(5, 2, "room", Wording(1, 2, changes)), NOW.faces) == (
        e.ArticleAdded(Ref("card", 8), SLUG.digest, 1, "", 5, None, 2),
        e.ArticleAdded(Ref("card", 9), MARROW.digest, 1, "", 5, None, 2), e.CopiesChanged(ONE, 2, 3, 5),
        e.ArticleAmended(ONE, MARROW.digest, SLUG.digest, 5),
    )  # fmt: skip
