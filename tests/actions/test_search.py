"""Searching the archive: what is hit and how much of it, what a private deck changes (nothing), and what is kept."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.queries.shelf_ask import ShelfAsk
from cards.queries.shelf_page import nothing_found
from cards.rules.deck import Create, Ref
from cards.rules.limits import CARDS_MAX
from cards.search import filling, finding, index
from cards.search.asked import Search
from cards.search.finding import (
    FACETS,
    ORDERS,
    KnownCards,
    deal,
    decks_like,
    each_alone,
    fewer_pieces,
    find,
    one_letter_off,
)
from cards.search.language import read
from cards.search.shelf import catalogue
from cards.storage.shelved import is_shelved_rightly, shelve
from studio.kernel.refusals import Refused
from tests.search_decks import SECRET, ZEBRA, OnTheShelf, archived, on_the_shelf, pages

pytestmark = pytest.mark.django_db

SIGNS = "()-\":|* \t\0{}<>='\\%_,.&!?[]~^$#@/;" + "\u0301\u200b\u00ad\ue000\ue001\ue002\udfff\U0001f410ßıİ雨ガא"


@pytest.fixture(scope="module")
def shelf(django_db_setup: None, django_db_blocker: Any) -> Iterator[OnTheShelf]:
    """The decks of the table; they are made once, and go with the module."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield on_the_shelf()
        transaction.set_rollback(True)


def said(search: Search) -> Any:
    """Everything that is answered."""
    answers = [find(search, order, show=show) for order in ORDERS for show in ("decks", "cards")]  # type: ignore[arg-type]
    return answers, *instead_of(search), deal(search, 1)


def instead_of(search: Search) -> tuple[Any, ...]:
    """What is said where nothing is found."""
    known: KnownCards = {}
    return fewer_pieces(search, known), each_alone(search, known), one_letter_off(search, known)


def test_each_question_hits_what_the_table_says(shelf: OnTheShelf) -> None:
    assert shelf.otherwise() == []


def test_numbers_are_those_of_a_slow_count_and_pages_are_apart(shelf: OnTheShelf) -> None:
    """What a filter says it leaves, it leaves; what all pages hold is what was counted, each of it once."""
    for question in ("", "goat", "draw OR cards", "lang:en", "-goat", "o:two"):
        for filters in ((), (("players", "4"),), (("is", "playable"), ("is", "untested"), ("lang", "en"))):
            for order in ORDERS:
                together = pages(question, filters=filters, order=order)
                decks = [hit.deck_id for page in together for hit in page.decks]
                assert len(decks) == len(set(decks)) == together[0].deck_total, (question, filters, order)
            cards = Counter(hit for page in pages(question, filters=filters, show="cards") for hit in page.cards)
            assert cards.total() == len(cards) == together[0].card_total, (question, filters)
            for facet in together[0].facets:
                others = tuple(one for one in filters if one[0] != facet.name)
                for value in facet.values:
                    narrowed = find(read(question, (*others, (facet.name, value.value))))
                    assert narrowed.deck_total == value.count, (question, filters, facet.name, value)
    assert {facet.name for facet in find(read("")).facets} == set(FACETS)


@pytest.mark.parametrize("order", ["cards", "lately", "played", "printed"])
def test_decks_of_one_number_go_by_title_on_every_page(shelf: OnTheShelf, order: str) -> None:
    known = catalogue()
    ids = [hit.deck_id for page in pages("", order=order, size=2) for hit in page.decks]
    told = [(known.decks[known.places[one]].numbers[order], known.decks[known.places[one]].title) for one in ids]  # type: ignore[union-attr]
    assert told == sorted(told, key=lambda one: (-one[0], one[1])) and len(ids) == len(known)


def test_a_search_of_more_cards_than_are_counted_finds_the_same_and_says_no_number(
    shelf: OnTheShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("goat", "draw -card", "draw OR goat players:4", "two cards", "goat*")
    whole = {q: [[h.deck_id for p in pages(q, order=o) for h in p.decks] for o in ORDERS] for q in asked}
    cards = {q: [hit for page in pages(q, show="cards") for hit in page.cards] for q in asked}
    offered = {q: {(facet.name, one.value) for facet in find(read(q)).facets for one in facet.values} for q in asked}
    monkeypatch.setattr(finding, "CARDS_COUNTED", 0)
    monkeypatch.setattr(finding, "FEW", 0)
    for question in asked:
        first = find(read(question))
        assert (first.deck_total, first.card_total) == (None, None)
        filters = {(facet.name, one.value) for facet in first.facets for one in facet.values}
        assert filters >= offered[question], "every filter that leaves something is a link"
        assert {one.count for facet in first.facets for one in facet.values} == {None}
        assert [hit for page in pages(question, show="cards") for hit in page.cards] == cards[question]
        for number, order in enumerate(ORDERS):
            decks = [hit.deck_id for page in pages(question, order=order) for hit in page.decks]
            assert (decks == whole[question][number]) or (
                order == "best" and set(decks) == set(whole[question][number])
            )


def test_what_is_not_public_changes_no_answer_and_no_statement_is_about_it(shelf: OnTheShelf) -> None:
    questions = ("", "goat", "zebra", "by:zebedee", "zebr", "draw", "players:9", "tag:zebra", "-goat", "{gold 3}")
    with transaction.atomic():
        before = {question: said(read(question)) for question in questions}
        with CaptureQueriesContext(
            connection,
        ) as asked_before:
            find(read("goat zebra"))
        secret = archived(SECRET, ZEBRA, is_public=False)
        for name, value in (("unlisted", "unlisted"), ("private", "private")):
            rows.Deck.objects.filter(pk=secret.pk).update(visibility=value)
            assert {question: said(read(question)) for question in questions} == before, name
        rows.Deck.objects.filter(pk=secret.pk).update(visibility="public", archived_at=secret.created_at)
        secret.refresh_from_db()
        shelve(secret)
        assert find(read("zebra")).deck_total == 1 and decks_like(shelf.decks[8])[0] == secret.pk
        rows.Deck.objects.filter(pk=secret.pk).update(visibility="private", archived_at=None)
        secret.refresh_from_db()
        shelve(secret)
        assert {question: said(read(question)) for question in questions} == before, "it was public once"
        with CaptureQueriesContext(connection) as asked_after:
            find(read("goat zebra"))
        assert [one["sql"] for one in asked_after] == [one["sql"] for one in asked_before]
        assert not rows.ShelfCard.objects.filter(pk__range=(secret.pk * 2048, secret.pk * 2048 + 2047)).exists()
        assert not index.cards_in(read("zebra").clauses[0], [secret.pk])
        transaction.set_rollback(True)


def test_whatever_is_typed_is_answered_in_words(shelf: OnTheShelf) -> None:
    luck = random.Random(7)
    typed = [
        "x" * 10_000,
        '"' * 5_000,
        "(" * 10_000,
        "-" * 10_000,
        "goat OR " * 2_000,
        "NEAR(a b, 5)",
        "players:" + "9" * 99,
    ]
    typed += [
        "players>" + "9" * 30,
        "cards<0",
        "goat AND",
        "OR",
        "()",
        "-()",
        "t:",
        "t:*",
        "{",
        "{}",
        "{gold 3",
        "title:-goat",
    ]
    typed += ["".join(luck.choices(SIGNS + "goat", k=luck.randint(1, 40))) for _ in range(60)]
    for words in typed:
        search = read(words, (("players", words), ("nothing", words), ("tag", words)))
        assert len(search.words) <= 300
        find(search, "best", after=words, show="cards")
        find(search, luck.choice(ORDERS))
        for piece in search.pieces:
            read(*search.without(piece))
    assert find(read("goat"), after="1~0~x").is_past_the_end and find(read("goat"), after="~~").is_past_the_end
    assert not find(read("goat")).is_past_the_end
    remarks = [one.text for one in read("colour:red " + "(" * 20 + "goat", (("colour", "9"),)).remarks]
    assert len(remarks) == 3 and len({*remarks}) == 3


def test_where_nothing_is_found_the_pieces_say_what_each_would_give(shelf: OnTheShelf) -> None:
    search = read("goat slug", (("players", "4"),))
    assert find(search).deck_total == 0
    fewer, alone, _ = instead_of(search)
    assert [(one.piece, one.decks) for one in fewer] == [(1, 3), (0, 1)]
    assert [(one.piece, one.decks) for one in alone] == [(2, 5), (0, 3), (1, 1)]
    assert instead_of(read("gaot"))[2] == (("goat", ()),) and instead_of(read("goat"))[2] == ()
    assert [words for words, _ in instead_of(read("vegetible -xx"))[2]] == ["vegetable -xx"]
    assert one_letter_off(read("gaot goat"), {}) == instead_of(read("gaot goat"))[2] == (("goat goat", ()),)


def test_where_nothing_is_found_no_word_is_looked_for_twice(shelf: OnTheShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """A frequent word takes as long each time; of one that is known nothing like it is looked for."""
    asked: list[Any] = []
    for name in ("cards", "known_words"):
        real = getattr(index, name)
        monkeypatch.setattr(index, name, lambda what, *more, real=real: (asked.append(what), real(what, *more))[1])
    nothing_found(ShelfAsk(read("goat slug", (("players", "4"),))))
    some = [str(one) for one in asked if one]
    assert len(some) == len({*some}) == 4  # both, each of the two, and both with what the last of them begins


def test_a_deck_is_dealt_by_chance_and_the_same_for_the_same_seed(shelf: OnTheShelf) -> None:
    search = read("lang:en")
    dealt = Counter(deal(search, seed) for seed in range(400))
    assert dealt.keys() == {shelf.decks[1], shelf.decks[3], shelf.decks[8]}
    assert dealt[shelf.decks[3]] > dealt[shelf.decks[1]] and dealt[shelf.decks[3]] > dealt[shelf.decks[8]]
    assert all(deal(search, seed, besides=shelf.decks[3]) != shelf.decks[3] for seed in range(50))
    assert deal(read("lang:xx"), 1) is None


def test_an_archive_of_before_is_gone_through_some_decks_at_a_time(
    shelf: OnTheShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is stopped goes on where they were; until it is whole the answers say so."""
    monkeypatch.setattr(filling, "DECKS_AT_ONCE", 3)
    with transaction.atomic():
        whole = said(read("goat"))
        for deck in shelf.decks.values():
            index.words().drop_between(deck * 2048, deck * 2048 + 2047)
        rows.ShelfDeck.objects.update(facts=None)
        found = find(read("goat"))
        assert not found.is_whole and (found.deck_total, found.card_total) == (1, 0)

        def stopped(deck: rows.Deck) -> None:
            shelve(deck)
            if deck.pk == shelf.decks[5]:
                raise KeyboardInterrupt

        assert filling.go_through_some(stopped) == 3
        with pytest.raises(KeyboardInterrupt), transaction.atomic():
            filling.go_through_some(stopped)
        there = {deck for deck in shelf.decks.values() if filling.is_gone_through(deck)}
        assert there == {shelf.decks[number] for number in (1, 2, 3)}
        steps = [filling.go_through_some(shelve) for _ in range(3)]
        assert steps == [3, 2, 0] and filling.is_whole()
        assert said(read("goat")) == whole
        rows.ShelfCard.objects.filter(kind="").update(copies=0)  # as another fold left it
        assert not filling.is_whole()
        for kept in rows.ShelfDeck.objects.all():  # by a release that knew of no sheets
            rows.ShelfDeck.objects.filter(pk=kept.pk).update(
                facts={name: value for name, value in kept.facts.items() if name != "sheets"}
            )
        assert all(is_shelved_rightly(deck) for deck in rows.Deck.objects.all()), "nothing is amiss that will be made"
        while filling.go_through_some(shelve):
            pass
        assert said(read("goat")) == whole
        transaction.set_rollback(True)


def test_a_deck_as_large_as_one_may_be_is_found_card_by_card_and_no_larger_one_comes_to_be(shelf: OnTheShelf) -> None:
    faces = [Face(f"Bee {n}", "Thing", "It hums in b flat.") for n in range(CARDS_MAX - 1)]
    listed = [(Ref("card", n), face, 1, "") for n, face in enumerate(faces, 1)]
    listed.append((Ref("rule", 1), Face("Swarm", "", "Whatever hums in b flat, hums."), 1, ""))
    with transaction.atomic():
        deck = archived({**SECRET, "id": 1, "title": "Hive", "tags": []}, listed)
        found = find(read('"hums in b flat"'), show="cards")
        assert (found.deck_total, found.card_total) == (1, CARDS_MAX)
        for last in ("is:rule swarm", f"name:{CARDS_MAX - 2}"):
            assert find(read(f"{last} hums"), show="cards").card_total == 1, last
        by = deck.group.members.earliest("pk").pk
        one_more = Face("Bee too many", "Thing", "It hums in b flat.")
        with pytest.raises(Refused, match=r"deck\.full"), transaction.atomic():
            actions.propose(deck.pk, by=by, key=None, changes=(Create("card", one_more.digest),), faces=[one_more])
        transaction.set_rollback(True)


def test_two_decks_with_the_same_numbers_are_each_found_by_their_own_words(shelf: OnTheShelf) -> None:
    """Two forks that each added a card 2: neither answers for the other, though all the rest is one."""
    bee, mine, theirs = (Face(title, "Thing", "It hums.") for title in ("Honey Bee", "Bumble Kettle", "Bumble Drum"))
    with transaction.atomic():
        decks = [
            archived(
                {**SECRET, "id": 1, "title": title, "tags": []},
                [(Ref("card", 1), bee, 1, ""), (Ref("card", 2), own, 1, "")],
            )
            for title, own in (("Hive", mine), ("Nest", theirs))
        ]
        for own, deck in (("kettle", decks[0]), ("drum", decks[1])):
            (hit,) = find(read(f"bumble {own}"), show="cards").cards
            assert (hit.deck_id, hit.ref, hit.face) == (
                deck.pk,
                Ref("card", 2),
                (mine if own == "kettle" else theirs).digest,
            )
        assert {hit.deck_id for hit in find(read("bee")).decks} == {deck.pk for deck in decks}
        assert find(read("kettle drum")).deck_total == 0
        transaction.set_rollback(True)
