"""A history that came in a file: what does not hold together is named with its place, and people get other ids."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cards.face.face import Face
from cards.formats import history as of_history
from cards.formats.history import check_history
from cards.formats.renumber import renumbered
from cards.formats.values import DeckListing, History, ListedCard, ListedRule, PastEntry, Somebody
from cards.rules import events as e
from cards.rules.decision import DecisionRule, TableSetting
from cards.rules.deck import (
    Amend,
    Create,
    Deck,
    DeleteDeck,
    Details,
    Ref,
    Repeal,
    Reside,
    SetKit,
    SetLicence,
    Source,
)
from cards.rules.evolve import fold
from cards.rules.kit import DVORAK
from cards.rules.manifest import manifest_digest
from studio.kernel.codec import Unreadable
from studio.kernel.messages import english
from studio.kernel.refusals import Refused

SLUG, SLOW, LAW = Face("Slug", "Thing", "Bites."), Face("Slug", "Thing", "Slow."), Face("Law", "", "x" * 1600)
ONE, TWO, RULE = Ref("card", 1), Ref("card", 2), Ref("rule", 1)
MAUD, BEA = Somebody(5, "Maud", "#aa3300", "round"), Somebody(6, "Bea")
KEY, UNCLEAN, GONE = "k" * 16 + "/1", "a\u202eb", "d" * 64
KIT = replace(DVORAK, sides=("Red",))
AMISS = replace(DVORAK, sides=(UNCLEAN,))
FACTS: tuple[e.Event, ...] = (
    e.DeckStarted(5, Details("Garden")), e.MemberJoined(6), e.ArticleAdded(ONE, SLUG.digest, 2, "Red"),
    e.ArticleAdded(TWO, SLOW.digest), e.ArticleAdded(RULE, LAW.digest),
)  # fmt: skip
LISTED = DeckListing(
    rules=(ListedRule(LAW, 1),), cards=(ListedCard(SLOW, number=2), ListedCard(SLUG, 2, 1, "Red")),
)  # fmt: skip


def entry(seq: int, event: e.Event, **more: Any) -> PastEntry:
    return PastEntry(seq, **{"at": "2026-03-01T19:30:00Z", "event": event, "by": 5, **more})


def past(*facts: e.Event, people: tuple[Somebody, ...] = (MAUD, BEA), **more: Any) -> History:
    every = (*FACTS, *facts)
    entries = tuple(entry(seq, fact) for seq, fact in enumerate(every, 1))
    return History(**{"people": people, "faces": (SLUG, SLOW, LAW), "entries": entries, **more})


def amiss(history: History, listing: DeckListing = LISTED) -> tuple[str, str]:
    with pytest.raises(Unreadable) as caught:
        check_history(history, listing)
    return english(caught.value.where), english(caught.value.why)


SIXTH = "history.entries.5"


@pytest.mark.parametrize(
    "at", ["2026-03-01T19:30:00Z", "2026-03-01T19:30:00+00:00", "2026-03-01T19:30:00.1Z", "2026-03-01T19:30:00.123456Z"]
)
def test_what_holds_together_leads_to_the_deck_that_is_listed(at: str) -> None:
    entries = tuple(entry(seq, fact, at=at, by=None) for seq, fact in enumerate(FACTS, 1))
    assert check_history(past(entries=entries), LISTED) == fold(Deck(), FACTS)


def test_cards_are_compared_by_their_numbers_in_whatever_order_they_are_listed() -> None:
    other = (*FACTS[:2], e.ArticleAdded(ONE, SLOW.digest), e.ArticleAdded(TWO, SLUG.digest))
    for facts, cards in ((FACTS[:4], (ListedCard(SLUG, 2, 1, "Red"), ListedCard(SLOW, number=2))),
                         (other, (ListedCard(SLOW, number=1), ListedCard(SLUG, number=2)))):  # fmt: skip
        history = past(entries=tuple(entry(seq, fact) for seq, fact in enumerate(facts, 1)))
        for listed in (cards, cards[::-1]):
            assert check_history(history, DeckListing(cards=listed)) == fold(Deck(), facts)
        wrong = (replace(cards[0], face=LAW), replace(cards[1], number=None))
        assert amiss(history, DeckListing(cards=wrong))[0] == "cards.1", "a history numbers every card"


@pytest.mark.parametrize("name", ["x", "x" * 40])
def test_a_name_has_one_to_forty_characters(name: str) -> None:
    check_history(past(people=(MAUD, replace(BEA, name=name))), LISTED)


VERSION = e.VersionArchived(1, 5, "", "", manifest_digest(fold(Deck(), FACTS)))


@pytest.mark.parametrize(
    "fact",
    [
        VERSION, replace(VERSION, name="x" * 60, notes="x" * 2000), e.RemarkMade(6, "x" * 500, 0),
        e.FaceWithdrawn(SLUG.digest, "not ours"), e.LineageKept((Source(KEY, makers=(5, 6)),)),
        e.LicenceChanged("x" * 80), e.DetailsEdited(5, Details("Garden"), Details("Garden", blurb="a\nb")),
        e.ProposalMade(1, 5, "room", (Create("card", SLUG.digest, 99, "x" * 30, "x" * 80), SetLicence("x" * 80))),
        e.ProposalMade(1, 5, "room", (Reside(ONE, SLUG.digest, "x" * 30), SetKit(KIT), DeleteDeck("x" * 80))),
        e.ProposalMade(1, 5, "room", (Repeal(ONE, SLUG.digest),) * 1000),
    ],
)  # fmt: skip
def test_words_that_the_rules_would_keep_come_in(fact: e.Event) -> None:
    check_history(past(fact), LISTED)


@pytest.mark.parametrize(
    ("history", "where", "why"),
    [
        (past(people=(MAUD, MAUD)), "history.people", "one id is given to two people"),
        *[(past(people=(MAUD, odd)), "history.people.1",
           "this is not a name, a colour and a shape as seals have them")
          for odd in (Somebody(6, ""), Somebody(6, "x" * 41), Somebody(6, " Bea"), Somebody(6, "Bea", "red"),
                      Somebody(6, "Bea", "#AA3300"), Somebody(6, "Bea", "", "Round"),
                      Somebody(6, "Bea", "", "x" * 11))],
        (past(people=(MAUD,)), "history.people", "somebody is named in the entries and missing here"),
        (past(people=(BEA,)), "history.entries.0", "nobody in the history has the id 5"),
        (past(withdrawn=("x",)), "history.withdrawn", "a digest has 64 digits and letters a to f"),
        (past(faces=(SLUG, Face(""))), "history.faces.1", "face.title_empty"),
        (past(faces=(SLUG, LAW)), "history.entries.3", "it names a face whose words are missing"),
        (past(entries=(entry(2, FACTS[0]),)), "history.entries.0", "it should have the number 1"),
        (past(entries=(entry(1, FACTS[0]), entry(1, FACTS[1]))), "history.entries.1", "it should have the number 2"),
        *[(past(entries=(entry(1, FACTS[0], at=at),)), "history.entries.0",
           "its moment should look like 2026-03-01T19:30:00+00:00")
          for at in ("yesterday", "2026-03-01T19:30:00", "2026-03-01T19:30:00+01:00", "2026-03-01T19:30:00.1234567Z")],
        (past(e.MemberLeft(5), e.VoteCast(1, 1, 5, "for")), "history.entries.6",
         "it does not follow from what came before"),
        (past(e.LineageKept((Source(KEY, licence="CC BY-SA 4.0"),)), e.LicenceChanged("CC0")), "history.entries.6",
         "the decks it was made from do not allow that licence"),
        (past(replace(VERSION, number=7, digest=GONE)), SIXTH, "version 7 does not have the digest that is given"),
        (past(e.LineageKept((Source(KEY, makers=(9,)),))), SIXTH, "it names somebody who is missing among the people"),
        (past(e.ArticleAmended(ONE, GONE, SLUG.digest, 1)), SIXTH, "it names a face whose words are missing"),
        (past(e.ArticleAmended(ONE, SLUG.digest, GONE, 1)), SIXTH, "it names a face whose words are missing"),
        (past(e.ProposalMade(1, 5, "room", (Repeal(ONE, GONE),))), SIXTH, "it names a face whose words are missing"),
        (past(e.ProposalMade(1, 5, "room", (Repeal(ONE, SLUG.digest), Amend(ONE, SLUG.digest, GONE)))), SIXTH,
         "it names a face whose words are missing"),
    ],
)  # fmt: skip
def test_what_does_not_hold_together_is_named_with_its_place(history: History, where: str, why: str) -> None:
    assert amiss(history) == (where, why)


def test_entries_are_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_history, "ENTRIES_MAX", len(FACTS))
    check_history(past(), LISTED)
    assert amiss(past(VERSION)) == ("history.entries", "there are more than 5")


@pytest.mark.parametrize(
    ("listing", "where", "why"),
    [
        (replace(LISTED, kit=KIT), "kit", "the history leads to something else"),
        (replace(LISTED, rules=()), "rules", "the history ends with 1, and 0 are listed"),
        (replace(LISTED, cards=LISTED.cards[:1]), "cards", "the history ends with 2, and 1 are listed"),
        (replace(LISTED, rules=(ListedRule(SLUG, 1),)), "rules.0", "the history leads to something else"),
        (replace(LISTED, cards=(LISTED.cards[0], ListedCard(SLUG, 3, 1, "Red"))), "cards.1",
         "the history leads to something else"),
        (replace(LISTED, cards=(ListedCard(SLOW), LISTED.cards[1])), "cards.0", "the history leads to something else"),
    ],
)  # fmt: skip
def test_the_log_ends_with_what_is_listed(listing: DeckListing, where: str, why: str) -> None:
    assert amiss(past(), listing) == (where, why)


def test_a_face_that_was_withdrawn_is_listed_with_other_words_under_its_number() -> None:
    history = past(faces=(SLUG, LAW), withdrawn=(SLOW.digest,))
    torn = ListedCard(Face("Withdrawn"), number=2)
    check_history(history, replace(LISTED, cards=(LISTED.cards[1], torn)))
    assert amiss(history, replace(LISTED, cards=(LISTED.cards[1], replace(torn, number=3))))[0] == "cards.1"


LONG = "details.long"


@pytest.mark.parametrize(
    ("fact", "refused"),
    [
        (e.DetailsEdited(5, Details(UNCLEAN), Details("Garden")), "face.unclean"),
        (e.DetailsEdited(5, Details("Garden"), Details(UNCLEAN)), "face.unclean"),
        (e.DetailsEdited(5, Details("Garden"), Details("Garden", tags=("Quick",))), "face.unclean"),
        (e.LineageKept((Source("x"),)), "lineage.amiss"), (e.LicenceChanged("x" * 81), LONG),
        (e.ArticleAdded(Ref("card", 3), SLUG.digest, 100), "copies.out_of_range"),
        (e.ArticleAdded(Ref("card", 3), SLUG.digest, 1, "x" * 31), LONG),
        (e.ArticleAdded(Ref("card", 3), SLUG.digest, 1, maker="x" * 81), LONG),
        (e.CopiesChanged(ONE, 2, 0, 1), "copies.out_of_range"), (e.SideChanged(ONE, "Red", "x" * 31, 1), LONG),
        (e.VoteCast(1, 1, 5, "against", "x" * 301), LONG), (e.VoteCast(1, 1, 5, "against", UNCLEAN), "face.unclean"),
        (e.RemarkMade(5, "x" * 501, 0), LONG), (replace(VERSION, name="x" * 61), LONG),
        (replace(VERSION, notes="x" * 2001), LONG), (e.FaceWithdrawn(SLUG.digest, " x"), "face.unclean"),
        (e.KitChanged(AMISS), "kit.amiss"),
        *[(e.ProposalMade(1, 5, "room", (SetLicence("x"), change)), code) for change, code in (
            (Create("card", SLUG.digest, 0), "copies.out_of_range"), (Create("card", SLUG.digest, 1, "x" * 31), LONG),
            (Create("card", SLUG.digest, 1, "", "x" * 81), LONG), (Reside(ONE, SLUG.digest, "x" * 31), LONG),
            (SetLicence("x" * 81), LONG), (SetKit(AMISS), "kit.amiss"), (DeleteDeck("x" * 81), LONG),
        )],
        (e.ProposalReworded(1, 2, 5, (SetLicence("x" * 81),)), LONG),
        (e.ProposalMade(1, 5, "room", (SetLicence("x"),) * 1001), "changes.many"),
    ],
)  # fmt: skip
def test_no_word_comes_in_that_no_rule_would_keep(fact: e.Event, refused: str) -> None:
    assert amiss(past(fact)) == (SIXTH, refused)


def test_what_is_refused_names_its_limit() -> None:
    for fact, why in (
        (e.LicenceChanged("x" * 81), {"limit": 80}), (e.KitChanged(AMISS), {"place": "The kit"}),
        (e.DetailsEdited(5, Details(UNCLEAN), Details("Garden")), {"field": "title, blurb or tags"}),
        (e.RemarkMade(5, " x", 0), {"field": "text"}), (e.RemarkMade(5, "x" * 501, 0), {"field": "text", "limit": 500}),
        (e.ProposalMade(1, 5, "room", (SetKit(AMISS),)), {"place": "The kit"}),
        (e.ProposalMade(1, 5, "room", (SetLicence("x"),) * 1001), {"limit": 1000}),
    ):  # fmt: skip
        with pytest.raises(Unreadable) as caught:
            check_history(past(fact), LISTED)
        assert isinstance(caught.value.why, Refused)
        facts = {
            name: given if isinstance(given, int) else english(given) for name, given in caught.value.why.facts.items()
        }
        assert why.items() <= facts.items()


def test_where_a_deck_was_forked_from_is_a_clean_line_of_so_many_characters() -> None:
    def origin(words: str) -> History:
        return past(entries=(entry(1, e.DeckStarted(5, Details("Garden"), words)),), people=(MAUD,))

    check_history(origin("x" * 120), DeckListing())
    assert amiss(origin("x" * 121)) == ("history.entries.0", "where it was made from is too long")
    assert amiss(origin(UNCLEAN)) == ("history.entries.0", "face.unclean")


def test_people_get_the_ids_they_have_here_wherever_they_are_named() -> None:
    ids = {5: 50, 6: 60}
    decides = DecisionRule("decider", 5, frozenset({6, 9}))
    law, moved = (Face("Law", "", "", effects=(TableSetting("draw", 2), rule)) for rule in (
        decides, replace(decides, decider=50, excluded=frozenset({60, 9}))))  # fmt: skip
    free = Face("Free", "", "", effects=(DecisionRule("consent"),))
    alone = Face("Alone", "", "", effects=(DecisionRule("decider", 9),))  # who decides came along with nobody
    facts: tuple[e.Event, ...] = (
        e.DeckStarted(5, Details("5")), e.MemberJoined(6),
        e.ArticleAdded(RULE, law.digest, voting=decides, credit_to=6), e.LineageKept((Source(KEY, makers=(5, 6)),)),
        e.ProposalMade(1, 6, "room", (Amend(RULE, law.digest, free.digest),)),
        e.BallotOpened(1, 1, "room", (5, 6), None, (6,)), e.GoingOnAgreed(1, 5, 6, 8), e.MemberMerged(6, 5, (6, 9)),
        e.ClaimRefused(9, 5, 6),
    )  # fmt: skip
    version = e.VersionArchived(1, 5, "", "", manifest_digest(fold(Deck(), facts)))
    entries = (*(entry(n, fact) for n, fact in enumerate((*facts, version), 1)), entry(11, e.MemberJoined(7), by=None))
    told, changed = renumbered(History((MAUD, BEA), (law, free, SLUG, alone), entries), ids)
    here = replace(decides, decider=50, excluded=frozenset({60, 9}))
    expected: tuple[e.Event, ...] = (
        e.DeckStarted(50, Details("5")), e.MemberJoined(60),
        e.ArticleAdded(RULE, moved.digest, voting=here, credit_to=60), e.LineageKept((Source(KEY, makers=(50, 60)),)),
        e.ProposalMade(1, 60, "room", (Amend(RULE, moved.digest, free.digest),)),
        e.BallotOpened(1, 1, "room", (50, 60), None, (60,)), e.GoingOnAgreed(1, 50, 60, 8),
        e.MemberMerged(60, 50, (60, 9)), e.ClaimRefused(9, 50, 60),
    )  # fmt: skip
    digest = manifest_digest(fold(Deck(), expected))
    assert [one.event for one in told.entries] == [*expected, replace(version, by=50, digest=digest), e.MemberJoined(7)]
    assert [one.by for one in told.entries] == [50] * 10 + [None] and changed == (1,)
    assert told.faces == (moved, free, SLUG, alone)
    assert told.people == (replace(MAUD, id=50), replace(BEA, id=60)) and [one.seq for one in told.entries] == [
        *range(1, 12)
    ]


def test_a_version_that_names_nobody_keeps_its_digest() -> None:
    told, changed = renumbered(past(VERSION), {5: 50, 6: 60})
    assert changed == () and told.entries[-1].event == replace(VERSION, by=50)
