"""What programs ask for: feeds that are feeds, the map for searches, versions as data; of what is private nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from lxml import etree

from cards import models as rows
from cards.face.face import Face
from cards.formats import own_json
from cards.queries import sitemap
from cards.rules.deck import DeleteDeck, Ref, SetVisibility
from tests.atom_check import IN, checked
from tests.deck_fixture import SLUG, DeckFixture
from tests.web.decks import GOAT, accepted, archive, as_member, ask

pytestmark = pytest.mark.django_db
SITE = "https://cards.example"
MAP = {"s": sitemap.SPACE}


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "ENV", replace(settings.ENV, site=SITE))


@pytest.fixture
def table() -> DeckFixture:
    """A public deck of two versions: one card came, one was reworded."""
    table = DeckFixture("Ros", "Idris", title="Pests & <Slugs>")
    accepted(table, SLUG)
    archive(table)
    table.all_vote(table.amend("Ros", Ref("card", 1), replace(SLUG, text="It eats.")))
    accepted(table, GOAT)
    archive(table, "The goat gets in")
    ask(table, SetVisibility("public"))
    table.deck.refresh_from_db()
    return table


def of(entry: etree._Element, name: str) -> str:
    return str(entry.findtext(f"a:{name}", namespaces=IN))


def titles(document: bytes) -> list[str]:
    return [of(entry, "title") for entry in checked(document).findall("a:entry", IN)]


@pytest.mark.usefixtures("site")
def test_the_archive_s_feed_has_a_version_a_deck_and_a_deck_s_feed_all_of_its_own(table: DeckFixture) -> None:
    answer = Client().get("/decks/feed.atom")
    assert answer.status_code == 200 and answer["Content-Type"].startswith("application/atom+xml")
    feed = checked(answer.content)
    (entry,) = feed.findall("a:entry", IN)
    assert of(entry, "title") == "Pests & <Slugs>, version 2: The goat gets in"
    assert of(entry, "content") == "1 in, 1 reworded" and of(entry, "summary") == "Print this."
    assert [str(name.text) for name in entry.findall("a:author/a:name", IN)] == ["Ros", "Idris"]
    links = [link.get("href") for link in (*feed.findall("a:link", IN), *entry.findall("a:link", IN))]
    home = f"{SITE}/decks/{table.deck.slug}/"
    assert links == [f"{SITE}/decks/feed.atom", f"{SITE}/decks/", f"{home}versions/2/"]
    own = Client().get(f"/decks/{table.deck.slug}/feed.atom")
    assert titles(own.content) == [of(entry, "title"), "Pests & <Slugs>, version 1: First printing"]
    ids = [of(one, "id") for one in checked(own.content).findall("a:entry", IN)]
    assert ids[0] == of(entry, "id"), "the same version is the same entry in both"


def test_a_feed_of_nothing_is_a_feed_and_one_of_a_site_without_an_address_too() -> None:
    feed = checked(Client().get("/decks/feed.atom").content)
    assert not feed.findall("a:entry", IN) and of(feed, "updated") == "1970-01-01T00:00:00Z"
    assert feed.find("a:link", IN).get("href") == "http://testserver/decks/feed.atom"


def test_what_no_document_of_xml_can_hold_is_left_out(table: DeckFixture) -> None:
    rows.Deck.objects.update(title="Slugs\x0b\ufffe\u202e", tags=["a\x01b"], language="zh-Hant")
    (title,) = titles(Client().get("/decks/feed.atom").content)
    assert title.startswith("Slugs")


def test_what_is_not_in_the_archive_is_in_no_feed_whoever_asks(table: DeckFixture) -> None:
    own, ros = f"/decks/{table.deck.slug}/feed.atom", as_member(table, "Ros")
    for change in (SetVisibility("unlisted"), SetVisibility("private"), DeleteDeck()):
        ask(table, change)
        assert titles(Client().get("/decks/feed.atom").content) == []
        assert {who.get(own).status_code for who in (Client(), ros)} == {404}, change
    assert Client().get("/decks/no-such-deck/feed.atom").status_code == 404


@pytest.mark.usefixtures("site")
def test_a_feed_asked_for_again_is_not_sent_again_until_something_came(table: DeckFixture) -> None:
    for address in ("/decks/feed.atom", f"/decks/{table.deck.slug}/feed.atom", "/sitemap.xml", "/sitemap-1.xml",
                    f"/decks/{table.deck.slug}/versions/1/deck.json"):  # fmt: skip
        first = Client().get(address)
        assert first["Cache-Control"] == "no-cache" and not first.cookies, address
        assert first["Access-Control-Allow-Origin"] == "*", address
        again = Client().get(address, headers={"if-none-match": first["ETag"]})
        assert again.status_code == 304 and again["ETag"] == first["ETag"] and not again.content, address
    mark = Client().get("/decks/feed.atom")["ETag"]
    accepted(table, Face("Third", "Thing"))
    archive(table, "Three")
    assert Client().get("/decks/feed.atom", headers={"if-none-match": mark}).status_code == 200


def test_a_version_is_data_at_an_address_of_its_own(table: DeckFixture) -> None:
    home = f"/decks/{table.deck.slug}/"
    old, new = (own_json.read(Client().get(f"{home}versions/{n}/deck.json").content.decode()).listing for n in (1, 2))
    assert [listing.version.number for listing in (old, new)] == [1, 2] and len(old.cards) < len(new.cards)
    assert Client().get(f"{home}versions/3/deck.json").status_code == 404
    exported = Client().get(f"{home}export.json?version=1")
    assert exported["ETag"] and "Access-Control-Allow-Origin" not in exported
    ask(table, SetVisibility("unlisted"))
    unlisted = Client().get(f"{home}versions/1/deck.json")
    assert unlisted["Cache-Control"] == "private, no-cache" and unlisted["X-Robots-Tag"] == "noindex, nofollow"
    ask(table, SetVisibility("private"))
    assert Client().get(f"{home}versions/1/deck.json").status_code == 404


@pytest.mark.usefixtures("site")
def test_the_map_has_every_deck_of_the_archive_once_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemap, "A_PART", 2)
    for number in range(6):
        table = DeckFixture("Ros", title=f"Deck {number}")
        accepted(table, SLUG)
        archive(table)
        if number < 5:
            ask(table, SetVisibility("public"))
    index = etree.fromstring(Client().get("/sitemap.xml").content)
    parts = [str(one.text) for one in index.findall("s:sitemap/s:loc", MAP)]
    assert parts == [f"{SITE}/sitemap-{number}.xml" for number in (1, 2, 3)]
    found = []
    for part in parts:
        found += etree.fromstring(Client().get(part.removeprefix(SITE)).content).findall("s:url/s:loc", MAP)
    places = [str(one.text).removeprefix(SITE) for one in found]
    public = set(rows.Deck.objects.filter(visibility="public").values_list("slug", flat=True))
    house = {"/", "/decks/", "/rules/", "/about/", "/licences/", "/accessibility/"}
    assert len(places) == len(set(places)) and set(places) == {f"/decks/{slug}/" for slug in public} | house
    assert all(Client().get(place).status_code == 200 for place in places)
    assert Client().get("/sitemap-4.xml").status_code == 404 and Client().get("/sitemap-0.xml").status_code == 404
    assert f"Sitemap: {SITE}/sitemap.xml" in Client().get("/robots.txt").content.decode()


def test_a_site_that_does_not_know_its_address_has_no_map() -> None:
    assert Client().get("/sitemap.xml").status_code == Client().get("/sitemap-1.xml").status_code == 404
    assert "Sitemap" not in Client().get("/robots.txt").content.decode()


def test_the_number_of_statements_of_a_feed_does_not_grow_with_the_decks(table: DeckFixture) -> None:
    def statements(address: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert Client().get(address).status_code == 200
        return len(asked)

    before = statements("/decks/feed.atom")
    own = statements(f"/decks/{table.deck.slug}/feed.atom")
    for number in range(3):
        accepted(other := DeckFixture("Ros", title=f"Deck {number}"), SLUG)
        archive(other)
        ask(other, SetVisibility("public"))
        accepted(table, Face(f"More {number}", "Thing"))
        archive(table, f"Again {number}")
    assert statements("/decks/feed.atom") == before <= 8
    assert statements(f"/decks/{table.deck.slug}/feed.atom") == own <= 6
