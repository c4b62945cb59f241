"""What searches are told, and what they are not: unlisted decks, robots.txt, the icon."""

from __future__ import annotations

import pytest
from django.contrib.staticfiles import finders

from cards.rules.deck import SetVisibility
from tests.deck_fixture import SLUG, DeckFixture
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.decks import archive, as_member, ask

pytestmark = pytest.mark.django_db

TAG = "X-Robots-Tag"
META = '<meta name="robots" content="noindex, nofollow">'


@pytest.fixture
def table() -> DeckFixture:
    table = DeckFixture("Ros", "Idris")
    table.all_vote(table.propose("Ros", SLUG))
    archive(table)
    return table


@pytest.mark.parametrize("visibility", ["unlisted", "public"])
def test_every_page_of_an_unlisted_deck_asks_not_to_be_found_and_a_public_ones_does_not(
    table: DeckFixture, visibility: str
) -> None:
    ask(table, SetVisibility(visibility))  # type: ignore[arg-type]
    table.deck.refresh_from_db()
    home, reader = f"/decks/{table.deck.slug}/", Visitor()
    pages = ["", "?tab=history", "versions/1/", "cards/1/", "minutes/", "print/", "export.json"]
    # Pages with a form of one's own are for nobody's search, whatever the deck is.
    for address in [*pages, *(["fork/", "play/"] if visibility == "unlisted" else [])]:
        answer = reader.get(f"{home}{address}")
        assert answer.status_code == 200, address
        hidden = visibility == "unlisted"
        assert (TAG in answer.headers) is hidden, address
        if "html" in answer["Content-Type"]:
            assert (META in as_read(answer)) is hidden, address


def test_the_rooms_of_a_deck_and_its_tables_are_for_nobody_who_searches(table: DeckFixture) -> None:
    ask(table, SetVisibility("public"))
    table.deck.refresh_from_db()
    ros = as_member(table, "Ros")
    home = f"/decks/{table.deck.slug}/"
    opened = ros.post(f"{home}play/", {"version": "1", "seats": "2", "spectators": "1", "name": "Ros"})
    assert opened.status_code == 303
    for who, address in ((ros, f"{home}workshop/"), (ros, f"{home}drawer/"), (Visitor(), opened["Location"])):
        answer = who.get(address)
        assert answer.status_code == 200 and answer[TAG] == "noindex, nofollow" and META in as_read(answer)


def test_robots_and_the_icon_are_answered_without_a_cookie() -> None:
    stranger = Visitor()
    robots = stranger.get("/robots.txt")
    assert robots.status_code == 200 and robots["Content-Type"].startswith("text/plain")
    lines = robots.content.decode().splitlines()
    assert lines[0] == "User-agent: *" and "Disallow: /tables/" in lines
    assert not any(line in ("Disallow: /", "Disallow: /decks/") for line in lines)
    icon = stranger.get("/favicon.ico")
    assert icon.status_code == 302 and icon["Location"].startswith("/static/art/favicon")
    assert finders.find("art/favicon.ico")
    assert not robots.cookies and not icon.cookies and not stranger.cookies
