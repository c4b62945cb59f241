"""A deck of very many cards: its page is a list first, its faces are a choice and come in parts."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client

from cards import actions
from cards.face.face import Face
from cards.models import Article, Version
from cards.printing.queue.memory import remember
from cards.queries.deck import reworded_between
from cards.queries.ledger import steps_of
from cards.queries.long_deck import (
    LETTERS_MAX,
    LINES,
    LONG,
    PART,
    by_letter,
    first_view,
    in_order,
    jumps,
    laid,
    parts_of,
)
from cards.rules.deck import Amend, Ref
from cards.values.card import CardShown, Credit
from tests.bench.scenery import deck_of
from tests.deeds import archive_version
from tests.visitors import Visitor

CARD = CardShown("thing", 1, "", "Thing", "", 1, "/", Credit())


def titled(*titles: str) -> list[CardShown]:
    return [replace(CARD, number=number, title=title) for number, title in enumerate(titles, 1)]


def page_of(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def faces(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'class="card"\s+href="[^"]*/cards/(\d+)/"', page)]


def lines(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'<li id="card-(\d+)">', page)]


@pytest.mark.django_db
def test_a_long_list_says_what_reads_otherwise_since_the_version_that_its_reader_knows() -> None:
    deck, people = deck_of(LONG)
    ros, home = people[0].person.memberships.get(group=deck.group).pk, f"/decks/{deck.slug}/"
    assert "Reworded since" not in page_of(home), "there is no version before"
    for number in (1, 2):
        article = Article.objects.get(deck=deck, kind="card", number=number)
        face = Face(f"Another {number}", "Thing", "It reads otherwise.")
        change = Amend(Ref("card", number), article.face_id, face.digest)
        actions.propose(deck.pk, by=ros, key=None, changes=(change,), faces=(face,))
        archive_version(deck.pk, by=ros, key=None, name="")
    latest = page_of(home)
    assert latest.count("Reworded since 2") == 1 and "Reworded since 1" not in latest
    assert page_of(f"{home}versions/2/").count("Reworded since 1") == 1
    reader = Visitor("Reader")
    reader.start("Another")
    remember(deck.pk, reader.person.pk, version=1)
    mine = reader.get(home).content.decode()
    assert mine.count("Reworded since 1") == 2 and "Reworded since 2" not in mine
    steps = reworded_between(steps_of(deck.pk), Version.objects.get(deck=deck, number=1).at)
    assert steps == {Ref("card", 1), Ref("card", 2)}


@pytest.mark.django_db
def test_a_deck_of_very_many_cards_is_a_list_and_its_faces_are_a_choice_in_parts() -> None:
    deck, _ = deck_of(LONG + 5)
    home, of = f"/decks/{deck.slug}/", LONG + 5
    for address in (home, f"{home}versions/1/", f"{home}?view=list", f"{home}?view=nonsense", f"{home}?part=7"):
        page = page_of(address)
        assert sorted(lines(page)) == list(range(1, of + 1)) and not faces(page), address
        assert len(page) < 700 * of and 'href="#letter-c"' in page and "js/parts" not in page, address

    first = page_of(f"{home}?view=faces")
    assert faces(first) == list(range(1, PART + 1)) and not lines(first) and "js/parts" in first
    [more] = re.findall(r'href="([^"]+)"\s+data-more', first)
    there = f"{home}versions/1/"  # whoever only reads it is led on through the version they see
    assert more == f"{there}?view=faces&amp;part=2#cards"
    second = page_of(f"{home}?view=faces&part=2")
    assert faces(second) == list(range(PART + 1, 2 * PART + 1)) and f"{there}?view=faces#cards" in second
    last = page_of(f"{home}?view=faces&part=99")
    assert faces(last) == list(range(2 * PART + 1, of + 1)) and "data-more" not in last
    assert faces(page_of(f"{home}?view=faces&part=1-2")) == list(range(1, 2 * PART + 1))
    for nonsense in ("0", "-1", "x", "1-0", "2-1-3", "1" * 400, "%00"):
        assert faces(page_of(f"{home}?view=faces&part={nonsense}"))

    narrowed = page_of(f"{home}?view=faces&kind=thing")
    assert len(faces(narrowed)) == PART and "part=2" in narrowed and "kind=thing" in narrowed
    found = page_of(f"{home}?find=155")
    assert lines(found) == [155] and 'name="view"' not in found
    assert 'name="view" value="faces"' in first


@pytest.mark.django_db
def test_a_deck_that_is_not_long_shows_all_its_faces_as_ever() -> None:
    deck, _ = deck_of(PART + 10)
    page = page_of(f"/decks/{deck.slug}/?part=2")
    assert len(faces(page)) == PART + 10 and "data-more" not in page and "js/parts" not in page
    assert "?view=list#cards" in page and "view=faces" not in page
    listed = page_of(f"/decks/{deck.slug}/?view=list")
    assert 'class="listing"' in listed and not lines(listed)


def test_the_list_comes_first_from_a_hundred_and_fifty_cards_on() -> None:
    assert [first_view(count) for count in (0, 60, 149, 150, 1000)] == ["faces", "faces", "faces", "list", "list"]


@pytest.mark.parametrize(
    ("parts", "count", "expected"),
    [
        ((1, 1), 300, (0, 60)), ((5, 5), 300, (240, 300)), ((6, 6), 300, (240, 300)), ((1, 3), 300, (0, 180)),
        ((2, 99), 310, (60, 310)), ((6, 6), 310, (300, 310)), ((1, 1), 7, (0, 7)), ((3, 1), 300, (120, 180)),
    ],
)  # fmt: skip
def test_which_cards_lie_in_which_parts(parts: tuple[int, int], count: int, expected: tuple[int, int]) -> None:
    assert laid(parts, count) == expected


def test_every_card_is_in_one_part_and_each_leads_to_the_next() -> None:
    for count in (1, 59, 60, 61, 300, 1000):
        seen: list[int] = []
        at = 1
        while at:
            start, end = laid((at, at), count)
            told = parts_of(start, end, count, str)
            seen += range(told.first, told.last + 1)
            at = int(told.after or 0)
        assert seen == list(range(1, count + 1))


@pytest.mark.django_db
def test_a_list_of_very_many_comes_in_parts_and_every_letter_leads_to_its_own() -> None:
    deck, _ = deck_of(2 * LINES + 10)
    home = f"/decks/{deck.slug}/"
    seen: list[int] = []
    for part in (1, 2, 3):
        page = page_of(f"{home}?part={part}")
        seen += lines(page)
        assert len(lines(page)) == (10 if part == 3 else LINES) and f"of {2 * LINES + 10}, by their" in page
        assert "js/roll" in page and "js/parts" not in page
    assert sorted(seen) == list(range(1, 2 * LINES + 11)), "each in one of them"
    assert lines(page_of(f"{home}?part=99")) == seen[-10:]
    first = " ".join(page_of(home).split())
    assert 'rel="next" href="/decks/' in first and 'rel="prev"' not in first
    narrowed = page_of(f"{home}?kind=action&part=2")
    assert len(lines(narrowed)) == 5 and "kind=action" in narrowed


def test_a_letter_is_a_link_to_where_it_is() -> None:
    titles = [*(f"Apple {n:03}" for n in range(LINES + 5)), "Beet", "Cress"]
    there = jumps(titles, 0, LINES, lambda part: f"?part={part}")
    assert [(jump.words, jump.href) for jump in there] == [
        ("A", "#letter-a"), ("B", "?part=2#letter-b"), ("C", "?part=2#letter-c"),
    ]  # fmt: skip
    second = jumps(titles, LINES, LINES + 7, lambda part: f"?part={part}")
    assert [jump.href for jump in second] == ["?part=1#letter-a", "#letter-b", "#letter-c"]
    assert jumps([chr(0x4E00 + n) for n in range(LETTERS_MAX + 1)], 0, 9, str) == ()


def listed(*titles: str) -> list[CardShown]:
    return titled(*(titles[index] for index in in_order(titles)))


def test_a_list_goes_by_letters_whatever_the_titles_begin_with() -> None:
    cards = listed("goat", "Émile", "egg", "3 Wishes", "!", "Ärger", "10 Men", "“Goat”", "Жаба", "")
    groups = [(letter.words, [card.title for card in letter.cards]) for letter in by_letter(cards)]
    assert groups == [
        ("0–9", ["10 Men", "3 Wishes"]),
        ("A", ["Ärger"]),
        ("E", ["egg", "Émile"]),
        ("G", ["goat", "“Goat”"]),
        ("Ж", ["Жаба"]),
        ("…", ["!", ""]),
    ]
    keys = [letter.key for letter in by_letter(cards)]
    assert keys == ["letter-0–9", "letter-a", "letter-e", "letter-g", "letter-ж", "letter-none"]
    many = titled(*(chr(0x4E00 + n) for n in range(LETTERS_MAX + 1)))
    [whole] = by_letter(many)
    assert whole.words == "" and list(whole.cards) == many
