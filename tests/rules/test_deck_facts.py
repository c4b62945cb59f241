"""What each fact changes of a deck, and that it changes nothing else: every one told a second time on a full deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

import pytest

from cards.rules import events as e
from cards.rules.batch import BatchWriter, FirstBatch, LyingCard, Sweeper
from cards.rules.decision import DecisionRule
from cards.rules.deck import (
    Article,
    Ballot,
    Create,
    Deck,
    Details,
    Elector,
    Proposal,
    Ref,
    Source,
    SuggestedStrokes,
    Vote,
    Wording,
)
from cards.rules.evolve import evolve, steps
from cards.rules.gap import SkeletonGap
from cards.rules.kit import DVORAK
from cards.rules.manifest import manifest, manifest_digest, own_name
from studio.kernel.codec import digest, to_plain

CARD, OTHER, RULE, NEW_RULE = Ref("card", 4), Ref("card", 2), Ref("rule", 3), Ref("rule", 5)
MAJORITY, CONSENT = DecisionRule("majority"), DecisionRule("consent")
KIT = replace(DVORAK, sides=("Red", "Blue"))
CHANGES, OTHERS = (Create("card", "a" * 64),), (Create("card", "b" * 64),)
ELECTORS = (Elector(1), Elector(2, go_on=((1, 5), (3, 6))), Elector(3))
BALLOT = Ballot("room", ELECTORS, (Vote(1, "for"), Vote(3, "against", "No")), 90, (4,), (3, 1))
DRAWN = (SuggestedStrokes(2, "a" * 64, "c" * 64), SuggestedStrokes(3, "a" * 64, "d" * 64))
OPEN = Proposal(6, 1, "room", Wording(2, 1, CHANGES), BALLOT, gap=2, suggestions=DRAWN)
QUEUED = Proposal(7, 2, "room", Wording(1, 2, OTHERS), overtaken=True)
ARTICLES = {
    CARD: Article(CARD, "c" * 64, 2, "Red"), OTHER: Article(OTHER, "d" * 64, in_force=False),
    RULE: Article(RULE, "e" * 64),
}  # fmt: skip
BATCH = FirstBatch(
    3, 1, 2, 90, (BatchWriter(1, 2), BatchWriter(2, 1)), turned_by=1, cards=(LyingCard("card", "a" * 64),) * 2,
    sweepers=(Sweeper(1), Sweeper(2, 1, ((1, 5),))), voteless=(4,),
)  # fmt: skip
GOATS, THINGS = SkeletonGap(1, 1, "an answer to goats", 1, (2,)), SkeletonGap(2, 2, "Things", 3, (1, 4))
BEGUN = FirstBatch(4, 2, 3, 95, (BatchWriter(1), BatchWriter(4)))
DECK = Deck(
    members=(1, 2, 4), articles=ARTICLES, proposals={6: OPEN, 7: QUEUED}, voting=((RULE, MAJORITY),),
    details=Details("Allotment Wars"), visibility="unlisted", licence="CC0", lineage=(Source("somewhere"),), kit=DVORAK,
    last_card=4, last_rule=3, last_proposal=7, last_version=2, version_digest="f" * 64, last_batch=3, batch=BATCH,
    last_gap=2, gaps=(GOATS, THINGS),
)  # fmt: skip


def article(ref: Ref, **changed: Any) -> dict[str, Any]:
    return {"articles": {**ARTICLES, ref: replace(ARTICLES[ref], **changed)}}


def added(ref: Ref, *more: Any) -> dict[str, Any]:
    return {"articles": {**ARTICLES, ref: Article(ref, "a" * 64, *more)}}


def proposal(**changed: Any) -> dict[str, Any]:
    return {"proposals": {6: replace(OPEN, **changed), 7: QUEUED}}


def ballot(**changed: Any) -> dict[str, Any]:
    return proposal(ballot=replace(BALLOT, **changed))


ONE, TWO, THREE = ELECTORS
AGREED = (ONE, replace(TWO, go_on=((3, 6), (1, 9))), THREE)
BOTH = ((RULE, MAJORITY), (NEW_RULE, CONSENT))


def batch(**changed: Any) -> dict[str, Any]:
    return {"batch": replace(BATCH, **changed)}


TOLD: Mapping[str, tuple[e.Event, dict[str, Any]]] = {
    "started": (
        e.DeckStarted(9, Details("Peas"), "a" * 16 + "/3"),
        {"members": (9,), "details": Details("Peas"), "lineage": (Source("a" * 16 + "/3"),)},
    ),
    "started from nothing": (e.DeckStarted(9, Details()), {"members": (9,), "details": Details(), "lineage": ()}),
    "where it comes from": (e.LineageKept((Source("x"), Source("y"))), {"lineage": (Source("x"), Source("y"))}),
    "joined": (e.MemberJoined(3), {"members": (1, 2, 3, 4)}), "joined again": (e.MemberJoined(2), {}),
    "parted": (e.MemberParted(3, 1), {"members": (1, 2, 3, 4)}), "left": (
        e.MemberLeft(2), {"members": (1, 4)} | batch(
            writers=(BATCH.writers[0], BatchWriter(2, 1, has_left=True)), sweepers=(Sweeper(1),)
        ) | {"gaps": (replace(GOATS, writers=()), THINGS)},
    ),
    "merged": (
        e.MemberMerged(4, 1), {"members": (1, 2), "gaps": (GOATS, replace(THINGS, writers=(1,)))},
    ), "no member left": (e.MemberLeft(9), {}),
    "details": (e.DetailsEdited(1, Details("Allotment Wars"), Details("Peas")), {"details": Details("Peas")}),
    "readers": (e.VisibilityChanged("public"), {"visibility": "public"}),
    "a licence that came with it": (
        e.LicenceChanged("CC BY"), {"licence": "CC BY", "lineage": (Source("somewhere", licence="CC BY"),)},
    ),
    "a licence that was voted for": (e.LicenceChanged("CC BY", 3), {"licence": "CC BY"}),
    "a kit": (e.KitChanged(KIT), {"kit": KIT}), "into the bin": (e.DeckDeleted(3), {"deleted": True}),
    "a version": (e.VersionArchived(3, 1, "", "", "a" * 64), {"last_version": 3, "version_digest": "a" * 64}),
    "a remark": (e.RemarkMade(1, "Hm.", 6), {}), "a face withdrawn": (e.FaceWithdrawn("c" * 64), {}),
    "a claim refused": (e.ClaimRefused(1, 2, 3), {}),
    "a card": (
        e.ArticleAdded(Ref("card", 6), "a" * 64, 3, "Blue"), added(Ref("card", 6), 3, "Blue") | {"last_card": 6},
    ),
    "a card with an older number": (e.ArticleAdded(Ref("card", 1), "a" * 64), added(Ref("card", 1))),
    "a rule": (e.ArticleAdded(NEW_RULE, "a" * 64), added(NEW_RULE) | {"last_rule": 5}),
    "a rule with an older number": (e.ArticleAdded(Ref("rule", 1), "a" * 64), added(Ref("rule", 1))),
    "a rule of voting": (
        e.ArticleAdded(NEW_RULE, "a" * 64, voting=CONSENT), added(NEW_RULE) | {"last_rule": 5, "voting": BOTH},
    ),
    "amended": (e.ArticleAmended(CARD, "a" * 64, "c" * 64, 6), article(CARD, face="a" * 64)),
    "a rule of voting amended": (
        e.ArticleAmended(RULE, "a" * 64, "e" * 64, 6, CONSENT),
        article(RULE, face="a" * 64) | {"voting": ((RULE, CONSENT),)},
    ),
    "amended to be no rule of voting": (
        e.ArticleAmended(RULE, "a" * 64, "e" * 64, 6), article(RULE, face="a" * 64) | {"voting": ()},
    ),
    "repealed": (e.ArticleRepealed(CARD, 6), article(CARD, in_force=False)),
    "a rule of voting repealed": (e.ArticleRepealed(RULE, 6), article(RULE, in_force=False) | {"voting": ()}),
    "restored": (e.ArticleRestored(OTHER, 6), article(OTHER, in_force=True)),
    "restored to be a rule of voting": (
        e.ArticleRestored(OTHER, 6, CONSENT),
        article(OTHER, in_force=True) | {"voting": ((RULE, MAJORITY), (OTHER, CONSENT))},
    ),
    "copies": (e.CopiesChanged(CARD, 2, 5, 6), article(CARD, copies=5)),
    "a side": (e.SideChanged(CARD, "Red", "Blue", 6), article(CARD, side="Blue")),
    "proposed": (
        e.ProposalMade(8, 4, "members", OTHERS),
        {"proposals": {6: OPEN, 7: QUEUED, 8: Proposal(8, 4, "members", Wording(1, 4, OTHERS))}, "last_proposal": 8},
    ),
    "reworded": (
        e.ProposalReworded(6, 3, 2, OTHERS, 95),
        proposal(wording=Wording(3, 2, OTHERS), ballot=replace(BALLOT, votes=(), spoken=(), deadline=95)),
    ),
    "reworded after it was overtaken": (
        e.ProposalReworded(7, 2, 4, CHANGES),
        {"proposals": {6: OPEN, 7: Proposal(7, 2, "room", Wording(2, 4, CHANGES))}},
    ),
    "a ballot": (
        e.BallotOpened(7, 1, "members", (1, 2), 99, (4,)),
        {"proposals": {6: OPEN, 7: replace(QUEUED, ballot=Ballot("members", (Elector(1), Elector(2)), (), 99, (4,)))}},
    ),
    "a ballot anew": (
        e.BallotOpened(6, 2, "members", (1, 4), 99),
        proposal(ballot=Ballot("members", (Elector(1), Elector(4)), BALLOT.votes, 99, spoken=BALLOT.spoken)),
    ),
    "a vote": (
        e.VoteCast(6, 2, 2, "against", "So"),
        ballot(votes=(Vote(1, "for"), Vote(2, "against", "So"), BALLOT.votes[1]), spoken=(3, 1, 2)),
    ),
    "another vote": (e.VoteCast(6, 2, 3, "for"), ballot(votes=(Vote(1, "for"), Vote(3, "for")))),
    "a vote taken back": (e.VoteTakenBack(6, 2, 1), ballot(votes=BALLOT.votes[1:])),
    "going on": (e.GoingOnAgreed(6, 1, 2, 9), ballot(electors=AGREED)),
    "excused": (e.ElectorExcused(6, 2), ballot(electors=(ONE, replace(TWO, standing="excused"), THREE))),
    "an elector left": (e.ElectorLeft(6, 1), ballot(electors=(replace(ONE, standing="left"), TWO, THREE))),
    "an elector removed": (
        e.ElectorLeft(6, 3, removed=True), ballot(electors=(ONE, TWO, replace(THREE, standing="removed"))),
    ),
    "strokes suggested": (
        e.StrokesSuggested(6, 4, "a" * 64, "b" * 64),
        proposal(suggestions=(*DRAWN, SuggestedStrokes(4, "a" * 64, "b" * 64))),
    ),
    "strokes answered": (e.StrokesAnswered(6, 1, 2, True), proposal(suggestions=DRAWN[1:])),
    "way given": (e.WayGiven(7, 2, 7), {"proposals": {6: OPEN, 7: replace(QUEUED, moved_to=7)}}),
    "overtaken": (e.ProposalOvertaken(6, CARD, 5), proposal(ballot=None, overtaken=True)),
    "made for a gap": (
        e.ProposalMade(8, 2, "room", OTHERS, gap=1),
        {
            "proposals": {6: OPEN, 7: QUEUED, 8: Proposal(8, 2, "room", Wording(1, 2, OTHERS), gap=1)},
            "last_proposal": 8, "gaps": (replace(GOATS, writers=()), THINGS),
        },
    ),
    "accepted": (e.ProposalAccepted(6, 2), {"proposals": {7: QUEUED}}),
    "set aside": (e.ProposalSetAside(7, 1, "against"), {"proposals": {6: OPEN}}),
    "withdrawn": (e.ProposalWithdrawn(6, 1), {"proposals": {7: QUEUED}}),
    "a gap": (
        e.GapNamed(3, 4, "a way to win", 2),
        {"last_gap": 3, "gaps": (GOATS, THINGS, SkeletonGap(3, 4, "a way to win", 2))},
    ),
    "a gap worded anew": (
        e.GapReworded(1, 4, "an answer to goats", "goats", 2),
        {"gaps": (replace(GOATS, words="goats", wanted=2), THINGS)},
    ),
    "a gap put away": (e.GapPutAway(1, 4, "an answer to goats"), {"gaps": (THINGS,)}),
    "a gap put away twice": (e.GapPutAway(9, 4, "goats"), {}),
    "a gap taken": (e.GapTaken(1, 4), {"gaps": (replace(GOATS, writers=(2, 4)), replace(THINGS, writers=(1,)))}),
    "a gap freed": (
        e.GapFreed(2, 1), {
            "gaps": (GOATS, replace(THINGS, writers=(4,))), "proposals": {6: replace(OPEN, gap=None), 7: QUEUED},
        },
    ),
    "a gap filled": (e.GapFilled(1, 8, "an answer to goats"), {"gaps": (THINGS,)}),
    "a gap filled in part": (e.GapFilled(2, 8, "Things"), {"gaps": (GOATS, replace(THINGS, wanted=2))}),
    "a batch": (e.BatchBegun(4, 2, 3, (4, 1), 95), {"last_batch": 4, "batch": BEGUN}),
    "a batch over days": (
        e.BatchBegun(4, 2, 3, (4, 1), 95, True), {"last_batch": 4, "batch": replace(BEGUN, is_over_days=True)},
    ),
    "somebody writes along": (e.BatchJoined(3, 4), batch(writers=(*BATCH.writers, BatchWriter(4)))),
    "cards down": (e.BatchCounted(3, 2, 2), batch(writers=(BATCH.writers[0], BatchWriter(2, 2)))),
    "more time": (e.BatchTimeGiven(3, 2, 99), batch(until=99)),
    "turned over": (
        e.BatchTurnedOver(3, 2, (LyingCard("rule", "b" * 64),), (1, 4), (2,)),
        batch(turned_by=2, cards=(LyingCard("rule", "b" * 64),), sweepers=(Sweeper(1), Sweeper(4)), voteless=(2,)),
    ),
    "looked at": (e.BatchLookedAt(3, 1, 2), batch(sweepers=(Sweeper(1, 2), BATCH.sweepers[1]))),
    "the sweep going on": (
        e.SweepGoingOnAgreed(3, 1, 2, 9), batch(sweepers=(Sweeper(1), Sweeper(2, 1, ((1, 9),)))),
    ),
    "a sweeper excused": (e.SweeperExcused(3, 2), batch(sweepers=(Sweeper(1),))),
    "swept": (e.BatchSwept(3, (8, 9)), {"batch": None}), "called off": (e.BatchCalledOff(3, 1), {"batch": None}),
}  # fmt: skip


@pytest.mark.parametrize("what", TOLD)
def test_a_fact_changes_what_it_says_and_nothing_else(what: str) -> None:
    fact, changed = TOLD[what]
    assert evolve(DECK, fact) == replace(DECK, **changed)


def test_of_every_kind_of_fact_it_is_told_what_it_changes() -> None:
    assert {type(fact) for fact, _ in TOLD.values()} == set(get_args(e.Event))


def test_a_version_is_what_is_in_force_by_number_and_a_kit_of_its_own() -> None:
    assert manifest(DECK) == {"schema": 1, "cards": [[4, "c" * 64, 2, "Red"]], "rules": [[3, "e" * 64]]}
    own = replace(DVORAK, sides=("Red",))
    assert manifest(replace(DECK, kit=own)) == {**manifest(DECK), "kit": to_plain(own)}
    assert manifest_digest(replace(DECK, kit=own)) != manifest_digest(DECK) == digest(manifest(DECK))


def test_a_name_that_says_the_number_alone_is_none() -> None:
    assert [own_name(3, name) for name in ("Version 3", "Version 4", "Autumn", "")] == ["", "Version 4", "Autumn", ""]


def test_facts_are_gone_through_with_the_deck_before_and_after_each() -> None:
    joined, left = e.MemberJoined(3), e.MemberLeft(1)
    between = replace(DECK, members=(1, 2, 3, 4))
    after = evolve(replace(DECK, members=(1, 2, 3, 4)), left)
    assert after.members == (2, 3, 4)
    assert list(steps(DECK, 8, [(9, joined), (10, left)])) == [(joined, DECK, between), (left, between, after)]
