"""What nobody may see is in nothing that strangers are told, whatever it was before; and what goes while it is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.db.models import QuerySet
from django.test import Client

from cards import actions
from cards import models as rows
from cards.access import deck_door
from cards.face.face import Face
from cards.queries import feeds, shelf_page, tonight
from cards.queries.link_preview import preview_picture
from cards.rules.deck import Create, DeleteDeck, Ref, SetLicence, SetVisibility
from cards.search import filling, finding, index
from cards.storage import shelved
from cards.storage.shelved import shelve
from studio.models import Person
from studio.people.devices import Caller
from studio.server import ticks
from tests.deck_fixture import SLUG, DeckFixture
from tests.deeds import archive_version
from tests.markup import as_read
from tests.web.decks import BAN, BITES, GOAT, accepted, archive, as_member, ask
from tests.web.forks import forked, home

pytestmark = pytest.mark.django_db

SITE = "https://cards.example"
ZEBRA = Face("Zebra Goat", "Thing — Zebra", "It moves to whoever says zebra.")
EVERYWHERE = (
    "/", "/decks/", "/decks/?players=4&seed=3", "/decks/?q=goat&show=cards", "/decks/?q=zebra", "/decks/?show=filters",
    "/decks/?q=by:nell+OR+tag:zebra+OR+t:zebra", "/decks/?q=goat+-zebra", "/decks/?q=zebr",
    "/decks/?show=decks&order=title", "/decks/?show=decks&tag=zebra", "/decks.json", "/decks/feed.atom",
    "/decks/feed.atom?q=goat", "/sitemap.xml", "/sitemap-1.xml",
    "/makers/ros-zzzzzz/", "/makers/ros-zzzzzz/?show=aside", "/makers/ros-zzzzzz/feed.atom",
)  # fmt: skip
OF_A_DECK = (
    "",
    "?tab=history",
    "versions/1/",
    "versions/1/cards/2/",
    "compare/1..2/",
    "compare/1..2/changes.txt",
    "keep/",
)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> DeckFixture:
    """A public deck of two versions, with a goat and a trait; a site that knows its address."""
    monkeypatch.setattr(settings, "ENV", replace(settings.ENV, site=SITE))
    found = DeckFixture("Ros", "Idris")
    for face in (SLUG, GOAT):
        accepted(found, face)
    ask(found, SetLicence("CC BY 4.0"))
    ask(found, SetVisibility("public"))
    archive(found)
    accepted(found, BAN)
    archive(found, "Two")
    ros_of(found).filter(maker_key=None).update(maker_key="zzzzzz")
    return found


def ros_of(table: DeckFixture) -> QuerySet[Person]:
    return Person.objects.filter(memberships__pk=table.ids["Ros"])


def said(answer: Any) -> str:
    """What an answer tells, without what is another each time."""
    words = as_read(answer)
    return f"{answer.status_code} " + re.sub(
        r'nonce="[^"]*"|name="(?:csrfmiddlewaretoken|key)" value="[^"]*"', "", words
    )


def told(table: DeckFixture) -> dict[str, str]:
    """Everything that a stranger is told, by its address, and what the pictures show that go with a link."""
    places = [*EVERYWHERE, *(f"{home(table)}{place}" for place in OF_A_DECK)]
    pictures = {f"{home(table)}{place}": what for place, what in pictured(table.deck).items()}
    return {place: said(Client().get(place)) for place in places} | pictures


def pictured(deck: rows.Deck) -> dict[str, str]:
    """What is drawn where a link to a deck, a version or a card of it is sent, before the press."""
    door = deck_door(Caller(), deck.slug)
    asked = {
        "preview.png": (None, None),
        "preview.png?version=1": (1, None),
        "cards/1/preview.png": (1, Ref("card", 1)),
    }
    return {place: repr(preview_picture(door, *what)) for place, what in asked.items()}


def previewed(words: str) -> list[str]:
    """What a page tells of itself where a link to it is sent."""
    return re.findall(r'<meta property="og:[^>]*>', words)


def in_secret(table: DeckFixture) -> rows.Deck:
    """A fork of the deck with its own card and its own tag, by somebody who has a maker's page, which stands nowhere
    yet."""
    deck = forked(Client(), f"{home(table)}fork/?version=1", name="Nell", title="Zebra Goats")
    deck.group.members.update(person=ros_of(table).get())
    by = deck.group.members.get().pk
    actions.propose(deck.pk, by=by, key=None, changes=(Create("card", ZEBRA.digest),), faces=[ZEBRA])
    rows.Deck.objects.filter(pk=deck.pk).update(tags=["zebra"], players_min=4, players_max=4, status="playable")
    return deck


def becomes(deck: rows.Deck, *changes: object) -> Callable[[], object]:
    by = deck.group.members.get().pk

    def change() -> None:
        for one in changes:
            if one == "archived":
                archive_version(deck.pk, by=by, key=None, name="Stripes")
            else:
                actions.propose(deck.pk, by=by, key=None, changes=(one,), sort="members")  # type: ignore[arg-type]

    return change


def test_whatever_became_of_a_deck_that_may_not_be_seen_no_byte_tells_of_it(table: DeckFixture) -> None:
    """A draft, archived in private, unlisted, public once, put away. Public without a version there is a deck to be
    seen, and a fork of its source, and nothing yet to be found."""
    before = told(table)
    deck = in_secret(table)
    hidden, unlisted, public = (SetVisibility(one) for one in ("private", "unlisted", "public"))  # type: ignore[arg-type]
    for what, change in {
        "public without a version": becomes(deck, public),
        "a draft again": becomes(deck, hidden),
        "archived in private": becomes(deck, "archived"),
        "unlisted": becomes(deck, unlisted),
        "unlisted after it was public": becomes(deck, public, unlisted),
        "private after it was public": becomes(deck, public, hidden),
        "put away after it was public": becomes(deck, public, DeleteDeck()),
    }.items():
        change()
        now = told(table)
        other = {place for place, words in now.items() if words != before[place]}
        assert not (other & {*EVERYWHERE} if what == "public without a version" else other), what
        for picture in ("preview.png", "preview.png?version=1", "cards/1/preview.png"):
            assert Client().get(f"/decks/{deck.slug}/{picture}").status_code == 404, (what, picture)
    shown = {place for place, words in before.items() if 'property="og:image"' in words}
    assert shown >= {"/", "/decks/", "/makers/ros-zzzzzz/", home(table)}, "with what is told where they are sent"
    assert "zebra" not in str([words for place, words in before.items() if "zebr" not in place]).lower()


def test_it_is_seen_by_the_same_eyes_while_it_is_public(table: DeckFixture) -> None:
    """Otherwise the test above would see nothing where there is nothing to be seen."""
    before = told(table)
    deck = in_secret(table)
    becomes(deck, SetVisibility("public"), "archived")()
    now = told(table)
    same = [place for place in EVERYWHERE if now[place] == before[place]]
    assert same == ["/sitemap.xml"], "of which there is one part still"
    other = [place for place in OF_A_DECK if now[home(table) + place] != before[home(table) + place]]
    assert other == ["", "?tab=history", "versions/1/"], "its forks, and the one of this version"
    of_ros = "/makers/ros-zzzzzz/"
    assert previewed(now[of_ros]) != previewed(before[of_ros]), "her newest card"
    assert ZEBRA.title in pictured(deck)["preview.png"]


def walked(place: str) -> list[str]:
    """A page of answers and all that follow it, by their own links."""
    found: list[str] = []
    while place:
        answer = Client().get(place)
        found.append(said(answer))
        if answer["Content-Type"].startswith("application/json"):
            place = answer.json()["next"]
        else:
            place = answer.context["page"].later
    return found


def test_among_others_it_moves_no_page_no_number_and_no_neighbour(
    table: DeckFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where answers go on over pages, and on the pages of decks that are like it."""
    monkeypatch.setitem(finding._SIZES, "decks", 1)
    monkeypatch.setitem(finding._SIZES, "cards", 1)
    like = [DeckFixture("Ann", title=f"Pond {number}") for number in range(3)]
    for pond in like:
        accepted(pond, replace(GOAT, title=f"Newt of {pond.deck.pk}"))
        ask(pond, SetVisibility("public"))
        archive(pond)
    deck = in_secret(table)
    rows.Deck.objects.update(tags=["pond"])
    for one in rows.Deck.objects.filter(rows.IN_THE_ARCHIVE):
        shelve(one)

    def everything() -> dict[str, list[str]]:
        asked = ("show=decks", "show=decks&order=title", "q=pest", "q=pest&show=cards", "tag=pond&order=title")
        places = [f"/decks/?{one}" for one in asked] + ["/decks.json?tag=pond", "/decks.json?q=pest&order=title"]
        decks = [f"/decks/{one.deck.slug}/" for one in (table, *like)]
        return {place: walked(place) for place in places} | {place: [said(Client().get(place))] for place in decks}

    for one in (table, *like):
        one.deck.refresh_from_db()
    before = everything()
    assert {len(pages) for place, pages in before.items() if "?" in place} == {4, 5}, "a deck or a card on each"
    assert "Decks like this" in before[f"/decks/{like[0].deck.slug}/"][0]
    for change, is_seen in (
        (becomes(deck, "archived"), False),
        (becomes(deck, SetVisibility("unlisted")), False),
        (becomes(deck, SetVisibility("public")), True),
        (becomes(deck, SetVisibility("private")), False),
        (becomes(deck, DeleteDeck()), False),
    ):
        change()
        now = everything()
        other = {place for place in before if now[place] != before[place]}
        assert other == (set(before) if is_seen else set())


@pytest.mark.parametrize("leaves", [SetVisibility("private"), SetVisibility("unlisted"), DeleteDeck()])
def test_a_deck_that_somebody_keeps_shows_nowhere_once_it_may_not_be_seen(table: DeckFixture, leaves: object) -> None:
    reader, deck = as_member(DeckFixture("Zoe"), "Zoe"), in_secret(table)
    becomes(deck, SetVisibility("public"), "archived")()
    deck.refresh_from_db()
    reader.post(f"/decks/{deck.slug}/keep/")
    rows.KeptDeck.objects.update(seen=0)  # with something to tell of it
    assert "Zebra" in said(reader.get("/you/"))
    becomes(deck, leaves)()
    places = ("/you/", *EVERYWHERE, *(f"{home(table)}{place}" for place in OF_A_DECK))
    assert "Zebra Goat" not in "".join(said(reader.get(place)) for place in places)
    assert reader.get(f"/decks/{deck.slug}/keep/").status_code == 404


# --- while it is read -------------------------------------------------------------------------------------------------

FOUND_BY = (
    "/decks/?q=goat", "/decks/?q=goat&show=cards", "/decks/?show=decks&order=title", "/decks/?show=decks&tag=pond",
    "/decks/", "/decks/?players=4", "/decks/feed.atom", "/decks/feed.atom?q=goat", "/decks.json?q=goat",
)  # fmt: skip


def once_found(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """What was found is known, and then that happens, before it is drawn."""
    for module in (shelf_page, feeds, tonight):

        def found(*asked: Any, find: Any = module.find, **named: Any) -> Any:
            answer = find(*asked, **named)
            happens()
            return answer

        monkeypatch.setattr(module, "find", found)


@pytest.mark.parametrize("place", FOUND_BY)
def test_a_deck_that_turns_private_between_counting_and_drawing_is_not_drawn(
    table: DeckFixture, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    rows.Deck.objects.filter(pk=table.deck.pk).update(tags=["pond"])
    shelve(rows.Deck.objects.get(pk=table.deck.pk))
    assert "Allotment Wars" in said(Client().get(place))
    left = [SetVisibility("private")]
    once_found(monkeypatch, lambda: left and ask(table, left.pop()))
    words = said(Client().get(place))
    assert words.startswith("200 ") and not left
    assert "Allotment" not in words and GOAT.text not in words


@pytest.mark.parametrize("place", FOUND_BY[:6])
def test_words_that_are_taken_down_between_counting_and_drawing_are_not_drawn(
    table: DeckFixture, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    once_found(monkeypatch, lambda: actions.take_down(GOAT.digest, why="theirs"))
    words = said(Client().get(place))
    assert words.startswith("200 ") and GOAT.text not in words and "Roaming" not in words


def test_a_page_that_lies_open_leads_to_nothing_that_was_taken_down_since(table: DeckFixture) -> None:
    """Not to a card, a comparison or a search; nor does its form bring the words back."""
    ros = as_member(table, "Ros")
    archive(reworded(table), "Three")
    compared = f"{home(table)}compare/1..3/"
    wall, page = as_read(Client().get("/decks/?q=two")), as_read(ros.get(compared))
    assert BITES.text.split()[0] in wall and 'value="was-card-1"' in page
    links = {unescape(link) for link in re.findall(r'href="(/decks/[^"]*)"', wall + page)}
    assert len(links) > 20
    actions.take_down(BITES.digest, why="theirs")
    actions.take_down(SLUG.digest, why="theirs")
    for link in sorted(links):
        for who in (Client(), ros):
            words = as_read(who.get(link, follow=True))
            assert SLUG.text not in words and BITES.text not in words, link
    answer = ros.post(f"{compared}take-over/", {"take": ["was-card-1"], "key": "late"})
    assert answer.status_code == 409 and "were taken down" in as_read(answer)


def reworded(table: DeckFixture) -> DeckFixture:
    table.all_vote(table.amend("Ros", Ref("card", 1), BITES))
    return table


def test_an_archive_of_before_says_that_more_may_be_found_until_a_server_has_gone_through_it(
    table: DeckFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filling, "_whole_since", None)
    rows.ShelfCard.objects.all().delete()
    rows.ShelfDeck.objects.update(facts=None)
    index.words().drop_between(0, 2048 * (table.deck.pk + 1))
    for place, finds in (("/decks/", True), ("/decks/?q=goat", False), ("/decks/?show=decks", True)):
        words = said(Client().get(place))
        assert "More may be found in a while." in words and ("Allotment Wars" in words) is finds, place
    (duty,) = [duty for duty in ticks.duties() if duty.work is shelved.go_through]
    duty.work()
    for place in ("/decks/", "/decks/?q=goat", "/decks/?show=decks"):
        words = said(Client().get(place))
        assert "More may be found" not in words and "Allotment Wars" in words, place


# --- sent to somebody -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "place", ["/decks/?q=goat&show=cards", "/decks/?q=goat+-slug&players=4", "/decks/?ready=1&cut=hour"]
)
def test_every_address_that_a_page_of_the_archive_leads_to_is_the_same_page_for_whoever_gets_it(
    table: DeckFixture, place: str
) -> None:
    """It stands in the address bar as it is called in the page, for somebody who has never been here."""
    rows.Deck.objects.filter(pk=table.deck.pk).update(players_min=2, players_max=4, status="playable")
    shelve(rows.Deck.objects.get(pk=table.deck.pk))
    led = {unescape(link) for link in re.findall(r'href="(/decks/\?[^"#]*)"', as_read(Client().get(place)))}
    assert len(led) > 5
    for link in sorted(led):
        answer = Client().get(link)
        assert answer.status_code == 200, link
        (canonical,) = re.findall(r'<link rel="canonical" href="([^"]*)">', as_read(answer))
        assert unescape(canonical) == f"{SITE}{link}"
