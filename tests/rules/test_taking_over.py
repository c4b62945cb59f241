"""Cards taken over from elsewhere, and a deck rolled back to a version: as one proposal of ordinary changes."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from cards.face.back import DeckBack
from cards.face.face import Face
from cards.rules import events as e
from cards.rules.deck import Amend, Create, Deck, Recount, Ref, Repeal, Restore, SetKit
from cards.rules.kit import DVORAK
from cards.rules.manifest import manifest
from cards.rules.pairing import Lain
from cards.rules.taking_over import TakenArticle, check_taking, rolling_back, taking_over
from cards.verbs.registry import BY_COMMAND
from cards.verbs.taking import RollBack, TakeOver, ask
from studio.kernel.codec import digest
from studio.kernel.refusals import Refused
from tests import commands as c
from tests.rules.rules_deck import FROST, MARROW, SLUG, RulesDeck

BITES = Face("Slug", "Thing — Pest", "Two bites.")
RULE = Face("Weather", "", "It rains.")


def lain_in(deck: Deck) -> list[TakenArticle]:
    """The deck as a version of it would hold it."""
    there = sorted((a for a in deck.articles.values() if a.in_force), key=lambda a: a.ref)
    return [TakenArticle(Lain(a.ref, a.face, a.copies, a.side), a.ref) for a in there]


def decided(table: RulesDeck, *changes: object) -> None:
    number = table.propose(1, SLUG, *changes)  # type: ignore[arg-type]
    for member in (2, 3):
        if number in table.deck.proposals:
            table.vote(member, number)


def grown(*faces: Face) -> RulesDeck:
    table = RulesDeck()
    for face in faces:
        table.keep(face)
        decided(table, Create("rule" if face is RULE else "card", face.digest))
    return table


def nothing_is_asked(ask: Callable[[], object]) -> bool:
    with pytest.raises(Refused, match=r"take\.nothing"):
        ask()
    return True


def test_a_version_comes_back_as_one_proposal_with_the_kit_it_had() -> None:
    table = grown(SLUG, MARROW, RULE)
    then, lain = table.deck, lain_in(table.deck)
    slug, marrow, rule = Ref("card", 1), Ref("card", 2), Ref("rule", 1)
    table.keep(BITES)
    decided(table, Amend(slug, SLUG.digest, BITES.digest), Recount(marrow, MARROW.digest, 3))
    decided(table, Repeal(rule, RULE.digest))
    decided(table, Create("card", FROST.digest))
    decided(table, SetKit(replace(DVORAK, back=DeckBack(seed="other")), digest(DVORAK)))
    changes = rolling_back(table.deck, lain, DVORAK)
    assert [type(change) for change in changes] == [Repeal, Amend, Recount, Restore, SetKit]
    before = table.deck.last_proposal
    decided(table, *changes)
    assert table.deck.last_proposal == before + 1 and manifest(table.deck) == manifest(then)
    assert nothing_is_asked(lambda: rolling_back(table.deck, lain, DVORAK))


def test_any_version_can_be_had_again() -> None:
    luck = random.Random(7)
    for _ in range(40):
        table, versions = grown(SLUG, MARROW, FROST, RULE), []
        table.keep(BITES)
        for _ in range(6):
            versions.append((manifest(table.deck), lain_in(table.deck)))
            article = luck.choice([*table.deck.articles.values()])
            if not article.in_force:
                change: object = Restore(article.ref, article.face)
            elif article.ref.kind == "card" and luck.random() < 0.3:
                change = Recount(article.ref, article.face, article.copies % 3 + 1)
            elif article.ref == Ref("card", 1) and luck.random() < 0.5:
                other = SLUG if article.face == BITES.digest else BITES
                change = Amend(article.ref, article.face, other.digest)
            else:
                change = Repeal(article.ref, article.face)
            decided(table, change)
        held, lain = luck.choice(versions)
        if manifest(table.deck) != held:
            decided(table, *rolling_back(table.deck, lain, DVORAK))
        assert manifest(table.deck) == held


def test_what_was_repealed_and_reworded_comes_back_with_the_words_it_had_then() -> None:
    table = grown(SLUG)
    lain, ref = lain_in(table.deck), Ref("card", 1)
    table.keep(BITES)
    decided(table, Amend(ref, SLUG.digest, BITES.digest))
    decided(table, Repeal(ref, BITES.digest))
    changes = taking_over(table.deck, [TakenArticle(lain[0].lain, ref, 2)])
    assert changes == (Restore(ref, BITES.digest), Amend(ref, BITES.digest, SLUG.digest, 2))
    decided(table, *changes)
    assert table.deck.articles[ref].face == SLUG.digest and table.deck.articles[ref].in_force


def test_what_is_taken_over_is_credited_to_whoever_wrote_it() -> None:
    table = grown(SLUG, MARROW)
    table.keep(BITES)
    ref = Ref("card", 1)
    taken = [
        TakenArticle(Lain(Ref("card", 9), FROST.digest, 2, "red"), None, 77),
        TakenArticle(Lain(Ref("rule", 4), table.keep(RULE).digest), None, None, "Old Bob"),
        TakenArticle(Lain(ref, BITES.digest), ref, 3),
    ]
    decided(table, *taking_over(table.deck, taken))
    facts = [fact for fact in table.log if isinstance(fact, e.ArticleAdded | e.ArticleAmended)][-3:]
    added, rule, amended = facts
    assert isinstance(added, e.ArticleAdded) and (added.article.number, added.copies, added.side) == (3, 2, "red")
    assert (added.credit_to, added.maker) == (77, "")
    assert isinstance(rule, e.ArticleAdded) and (rule.credit_to, rule.maker) == (None, "Old Bob")
    assert isinstance(amended, e.ArticleAmended) and amended.credit_to == 3
    assert [fact.credit_to for fact in table.log if isinstance(fact, e.ArticleAdded)][:2] == [1, 1]


def test_what_reads_like_that_already_is_nothing_to_take_over() -> None:
    table = grown(SLUG)
    assert nothing_is_asked(lambda: taking_over(table.deck, lain_in(table.deck)))
    assert nothing_is_asked(lambda: taking_over(table.deck, []))
    assert nothing_is_asked(lambda: rolling_back(table.deck, lain_in(table.deck), DVORAK))


def test_what_was_taken_down_of_a_version_stays_as_it_is_in_the_draft() -> None:
    table = grown(SLUG, MARROW)
    lain, one, two = lain_in(table.deck), Ref("card", 1), Ref("card", 2)
    table.keep(BITES)
    decided(table, Amend(one, SLUG.digest, BITES.digest), Recount(two, MARROW.digest, 4))
    gone = frozenset({SLUG.digest})
    assert rolling_back(table.deck, lain, DVORAK, gone) == (Recount(two, MARROW.digest, 1),)
    assert nothing_is_asked(lambda: rolling_back(table.deck, lain, DVORAK, gone | {MARROW.digest}))


def test_a_full_deck_may_exchange_cards_but_hold_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    table = grown(SLUG, MARROW)
    monkeypatch.setattr("cards.rules.limits.CARDS_MAX", 2)
    exchanged = (Repeal(Ref("card", 1), SLUG.digest), Create("card", FROST.digest))
    decided(table, *exchanged)
    assert {a.face for a in table.deck.articles.values() if a.in_force} == {MARROW.digest, FROST.digest}
    with pytest.raises(Refused, match=r"deck\.full"):
        table.do(c.Propose(1, (Create("card", SLUG.digest),)))


@pytest.mark.parametrize(
    ("licence", "own", "code"),
    [
        ("CC BY 4.0", "CC BY 4.0", ""), ("CC BY 4.0", "", ""), ("CC0 1.0", "anything", ""),
        ("", "CC BY 4.0", "take.all_rights"), ("Ask me", "CC BY 4.0", "take.licence"),
        ("CC BY-ND 4.0", "CC BY-ND 4.0", "take.licence"), ("CC BY-SA 4.0", "CC BY 4.0", "take.terms"),
        ("CC BY-NC 4.0", "CC BY 4.0", "take.terms"), ("CC BY 4.0", "CC0 1.0", "take.terms"),
    ],
)  # fmt: skip
def test_a_licence_says_what_may_be_taken_and_members_of_both_always_may(licence: str, own: str, code: str) -> None:
    check_taking(source="Goats", licence=licence, own_licence=own, is_member=True)
    if not code:
        return check_taking(source="Goats", licence=licence, own_licence=own, is_member=False)
    with pytest.raises(Refused) as told:
        check_taking(source="Goats", licence=licence, own_licence=own, is_member=False)
    assert told.value.code == code


@pytest.mark.parametrize("kind", [TakeOver, RollBack])
def test_what_is_settled_before_it_is_decided_changes_what_is_asked(kind: type) -> None:
    """The draft reads like the version still, and a rewording waits that may come in with the same stroke."""
    table, card = grown(SLUG, MARROW), Ref("card", 1)
    table.keep(BITES)
    lain = tuple(lain_in(table.deck))
    waiting = table.propose(1, SLUG, Amend(card, SLUG.digest, BITES.digest))
    command = TakeOver(2, lain, "Better.") if kind is TakeOver else RollBack(2, lain, DVORAK, grounds="Better.")
    looked_into = set(BY_COMMAND[kind].faces(table.deck, command))
    assert looked_into == {SLUG.digest} and BY_COMMAND[kind].changes(table.deck, command) == ()
    for member in (2, 3):
        table.vote(member, waiting)
    known = {digest: face for digest, face in table.faces.items() if digest in looked_into}
    (made,) = ask(table.deck, command, replace(table.moment(), faces=known))
    assert isinstance(made, e.ProposalMade) and made.changes == (Amend(card, BITES.digest, SLUG.digest),)
    assert (made.by, made.grounds, made.sort) == (2, "Better.", "room")


def test_ones_own_words_come_back_in_ones_own_name() -> None:
    table, card = grown(SLUG), Ref("card", 1)
    lain = [replace(one, credit_to=2) for one in lain_in(table.deck)]
    table.keep(BITES)
    decided(table, Amend(card, SLUG.digest, BITES.digest))
    for by, credit in ((2, None), (3, 2)):
        command = TakeOver(by, tuple(lain))
        assert BY_COMMAND[TakeOver].changes(table.deck, command) == (Amend(card, BITES.digest, SLUG.digest, credit),)


def test_what_comes_back_is_looked_into_as_it_lies_and_what_was_taken_down_is_left() -> None:
    table, card = grown(SLUG, MARROW), Ref("card", 1)
    lain = tuple(lain_in(table.deck))
    decided(table, Repeal(card, SLUG.digest))
    roll = BY_COMMAND[RollBack]
    assert roll.changes(table.deck, RollBack(2, lain, DVORAK)) == (Restore(card, SLUG.digest),)
    assert list(roll.faces(table.deck, RollBack(2, lain, DVORAK))) == [SLUG.digest]
    assert roll.changes(table.deck, RollBack(2, lain, DVORAK, gone=(SLUG.digest,))) == ()
