"""A maker's page: only with their word, only what readers of public decks know, and every number of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards import models as rows
from cards.face.face import Face
from cards.rules.deck import DeleteDeck, Ref, SetVisibility
from studio import actions as people
from studio.models import Member, Person
from tests.atom_check import IN, checked
from tests.deck_fixture import DeckFixture
from tests.markup import as_read
from tests.memories import forget_faces
from tests.web.decks import BAN, GOAT, SHOW, accepted, archive, as_member, ask

pytestmark = pytest.mark.django_db

BELL = Face("Xylophone", "Thing", "It rings.")


@pytest.fixture(autouse=True)
def fresh_faces() -> None:
    forget_faces()


def by(table: DeckFixture, name: str, face: Face) -> int:
    """A proposal of somebody's."""
    return table.propose(name, face)


@pytest.fixture
def table() -> DeckFixture:
    """In a public deck's version 1: Ros wrote a goat that Idris reworded, a ban that went out, a show; she had a
    gander set aside. Idris wrote a slug."""
    table = DeckFixture("Ros", "Idris")
    goat = accepted(table, GOAT)
    ban = accepted(table, BAN)
    accepted(table, SHOW, kind="rule")
    table.all_vote(by(table, "Idris", Face("Slug", "Thing — Pest", "It bites.")))
    archive(table)
    table.vote("Idris", by(table, "Ros", Face("Gander", "Action", "It hisses.")), "against", "No Quetzal.")
    table.all_vote(table.amend("Idris", goat, Face(GOAT.title, GOAT.type_line, "It moves to whoever has least.")))
    table.all_vote(table.repeal("Ros", ban))
    archive(table, "Second printing")
    ask(table, SetVisibility("public"))
    return table


def person(table: DeckFixture, name: str) -> Person:
    return Member.objects.get(pk=table.ids[name]).person


def agrees(table: DeckFixture, name: str) -> str:
    """Where their page is from now on."""
    people.show_my_cards(person_id=person(table, name).pk)
    found = person(table, name)
    return f"/makers/{found.name.lower()}-{found.maker_key}/"


def home_of(table: DeckFixture) -> str:
    table.deck.refresh_from_db()
    return f"/decks/{table.deck.slug}/"


def read(address: str) -> str:
    """What a stranger reads, without what is another one at each reading."""
    return re.sub(r'(name="(?:csrfmiddlewaretoken|key)") value="[^"]*"', r"\1", as_read(Client().get(address)))


def numbers(html: str) -> dict[str, str]:
    return dict(re.findall(r'<dt class="label label--l">([^<]+)</dt><dd>([^<]+)</dd>', re.sub(r">\s+<", "><", html)))


def test_nobody_has_a_page_until_they_say_so_themselves_and_none_once_they_take_it_back(table: DeckFixture) -> None:
    ros, reader = as_member(table, "Ros"), Client()
    assert "/makers/" not in as_read(reader.get(home_of(table))) + as_read(reader.get(f"{home_of(table)}cards/1/"))
    assert "Show my cards" in as_read(ros.get("/you/")) and person(table, "Ros").maker_key is None
    assert ros.get("/you/makers-page/").status_code == 405
    assert ros.post("/you/makers-page/").status_code == 303
    here = re.findall(r'href="(/makers/[^"]+)"', as_read(ros.get("/you/")))[0]
    assert reader.get(here).status_code == 200
    for page in ("", "versions/1/", "cards/1/", "versions/1/cards/1/"):
        assert f'href="{here}"' in as_read(reader.get(home_of(table) + page)), page
    assert ros.get("/you/my-papers.json").json()["makers_page"] == here
    assert ros.post("/you/makers-page/close/").status_code == 303
    assert reader.get(here).status_code == 404 and here not in as_read(reader.get(home_of(table)))
    ros.post("/you/makers-page/")
    assert reader.get(here).status_code == 404, "each time at a new address"
    again = agrees(table, "Ros")
    people.forget_me(person_id=person(table, "Ros").pk)
    assert reader.get(again).status_code == 404 and not Person.objects.exclude(maker_key=None).exists()
    assert "/makers/" not in as_read(reader.get(home_of(table))) + as_read(reader.get(f"{home_of(table)}cards/1/"))


def test_whoever_did_not_agree_and_nobody_at_all_get_the_same_answer(table: DeckFixture) -> None:
    agrees(table, "Ros")
    idris = Client().get("/makers/idris-abcdef/")
    assert idris.status_code == Client().get("/makers/nobody-zzzzzz/").status_code == 404
    assert read("/makers/idris-abcdef/") == read("/makers/nobody-zzzzzz/")
    assert Client().get("/makers/-/").status_code == Client().get("/makers/none/").status_code == 404
    assert Client().post("/you/makers-page/").status_code in (302, 303, 403, 404), "a stranger shows nothing"
    assert not Person.objects.exclude(maker_key=None).exclude(pk=person(table, "Ros").pk).exists()


def test_every_number_is_what_became_of_the_cards(table: DeckFixture) -> None:
    here = agrees(table, "Ros")
    html = as_read(Client().get(here))
    assert numbers(html) == {"Written": "4", "In": "2", "Reworded since": "1", "Repealed": "1", "Set aside": "1"}
    assert 'aria-label="1 in as written, 1 reworded, 1 repealed, 1 set aside"' in html
    for show, titles in {
        "in": {GOAT.title, SHOW.title},
        "reworded": {GOAT.title},
        "out": {BAN.title},
        "aside": {"Gander"},
    }.items():
        part = as_read(Client().get(f"{here}?show={show}"))
        assert {title for title in (GOAT.title, SHOW.title, BAN.title, "Gander") if title in part} == titles, show
    assert "</del> <ins" in re.sub(r"\s+", " ", html), "words stand apart"
    assert "by Idris, in version 2" in html and "<del" in html and ">least</ins" in html.replace(" ", "")
    assert "All by others" in html and "2 of 2" in html
    assert "Quetzal" not in html and "Slug" not in html, "a reason is its giver's; a card is its writer's"
    assert numbers(as_read(Client().get(agrees(table, "Idris"))))["Written"] == "1"


def test_how_often_its_decks_were_played_is_said_as_the_archive_says_it(table: DeckFixture) -> None:
    here = agrees(table, "Ros")
    other = DeckFixture("Nell", title="Other")
    Member.objects.filter(pk=other.ids["Nell"]).update(person=person(table, "Ros"))
    accepted(other, BELL)
    archive(other)
    ask(other, SetVisibility("public"))
    rows.ShelfDeck.objects.update(played=7)
    assert numbers(read(here))["Played"] == "14" and numbers(read(f"{here}?deck={other.deck.slug}"))["Played"] == "7"
    ask(other, SetVisibility("private"))
    assert numbers(read(here))["Played"] == "7", "what is hidden has been played by nobody"


def test_of_a_card_that_was_wholly_reworded_the_first_words_are_told(table: DeckFixture) -> None:
    was, now = (" ".join(f"{word}{number}" for number in range(9)) for word in ("cut", "new"))
    for number, text in enumerate((was, now), 3):
        table.all_vote(table.amend("Idris", Ref("card", 1), Face(GOAT.title, GOAT.type_line, text)))
        archive(table, f"Printing {number}")
    told = re.sub(r"\s+", " ", read(agrees(table, "Ros")))
    assert f"<del>{was}</del> <ins>new0 new1 new2 …</ins>" in told


def test_what_readers_of_its_decks_may_not_know_changes_not_one_byte(table: DeckFixture) -> None:
    here = agrees(table, "Ros")
    other = DeckFixture("Nell", title="Other")
    Member.objects.filter(pk=other.ids["Nell"]).update(person=person(table, "Ros"))
    accepted(other, Face("Zugzwang", "Action", "In secret."))
    archive(other)
    before = {page: read(here + page) for page in ("", "?show=aside", "?order=oldest")}
    table.vote("Idris", by(table, "Ros", Face("Nightingale", "Action", "It sings.")), "against", "No.")
    table.all_vote(table.amend("Ros", Ref("rule", 1), Face(SHOW.title, "", "Five pangolins win.")))
    table.all_vote(by(table, "Ros", BELL))
    kumquat = by(table, "Ros", Face("Kumquat", "Thing", "Still open."))
    for page, was in before.items():
        assert read(here + page) == was, page
        assert "Zugzwang" not in was
    archive(table, "Third printing")
    assert numbers(as_read(Client().get(here)))["Written"] == "6", "now it is in print"
    ask(other, SetVisibility("public"))
    assert "Zugzwang" in as_read(Client().get(here)) and "Writes in 2 decks" in as_read(Client().get(here))
    table.vote("Idris", kumquat, "against")
    for hidden in ("unlisted", "private"):
        ask(table, SetVisibility(hidden))  # type: ignore[arg-type]
        html = as_read(Client().get(here))
        assert numbers(html)["Written"] == "1" and GOAT.title not in html and "Writes in one deck" in html


def test_a_deck_that_is_put_away_and_words_that_were_taken_down_are_gone_from_it(table: DeckFixture) -> None:
    here = agrees(table, "Ros")
    rows.Face.objects.filter(content__title=SHOW.title).update(withdrawn_at="2026-01-01T00:00:00Z", content={})
    forget_faces()
    html = as_read(Client().get(here))
    assert SHOW.title not in html and "The number stays, the words are gone." in html
    assert numbers(html)["Written"] == "4"
    ask(table, DeleteDeck())
    html = as_read(Client().get(here))
    assert numbers(html)["Written"] == "0" and "Nothing in a public deck yet." in html and GOAT.title not in html


def test_what_was_set_aside_and_asked_again_until_it_was_in_is_one_card(table: DeckFixture) -> None:
    here = agrees(table, "Ros")
    aside = rows.Proposal.objects.get(deck=table.deck, state="aside")
    again = by(table, "Ros", Face("Gander", "Action", "It hisses."))
    assert rows.Proposal.objects.get(deck=table.deck, number=again).source == aside.number
    table.all_vote(again)
    assert numbers(as_read(Client().get(here)))["Set aside"] == "1", "until that is in print"
    archive(table, "Third printing")
    assert numbers(as_read(Client().get(here))) | {"In": "3"} == {
        "Written": "4", "In": "3", "Reworded since": "1", "Repealed": "1", "Set aside": "0",
    }  # fmt: skip


def test_bad_addresses_are_answered_in_words_and_another_name_leads_on(table: DeckFixture) -> None:
    here, reader = agrees(table, "Ros"), Client()
    for wrong in (
        "?show=nothing",
        "?deck=no-such-deck",
        "?part=9",
        "?part=99999999999999999999",
        "?show=" + "x" * 9000,
    ):
        assert reader.get(here + wrong).status_code in (200, 404), wrong
    assert reader.get(f"{here}?part=9").status_code == reader.get(f"{here}?deck=no-such").status_code == 404
    moved = reader.get(here.replace("/ros-", "/an-old-name-") + "?show=in")
    assert moved.status_code == 301 and moved["Location"] == f"{here}?show=in"
    narrowed = as_read(reader.get(f"{here}?show=in&order=oldest"))
    assert f'href="{here}?show=out&amp;order=oldest"' in narrowed, "nothing that is asked for drops another"


def test_a_page_of_many_cards_comes_in_parts_and_asks_no_more_for_them(
    table: DeckFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = agrees(table, "Ros")
    assert asked_for(here) <= 19
    monkeypatch.setattr("cards.queries.maker.PART", 2)
    first, second = as_read(Client().get(here)), as_read(Client().get(f"{here}?part=2"))
    assert f'rel="next" href="{here}?part=2"' in first and "The next 2" in first and 'rel="next"' not in second
    assert f'rel="prev" href="{here}"' in second
    titles: list[Any] = [GOAT.title, SHOW.title, BAN.title, "Gander"]
    assert all((title in first) != (title in second) for title in titles), json.dumps(titles)


@pytest.mark.parametrize("place", ["/", "/decks/", "/decks/?show=decks", "/decks/?q=goat"])
def test_on_covers_and_hits_a_name_leads_to_the_page_of_whoever_agreed_to_one(table: DeckFixture, place: str) -> None:
    def people_of_decks() -> set[str]:
        words = re.sub(r"\s+", " ", as_read(Client().get(place)))
        return set(
            re.findall(
                r'<p class="(?:band-meta|fine hit-by) names"><span translate="no">(.*?)(?: ·&nbsp;v2)?</span>', words
            )
        )

    assert people_of_decks() == {"Ros and Idris"}
    here = agrees(table, "Ros")
    assert people_of_decks() == {f'<a href="{here}" translate="no">Ros</a> and Idris'}
    people.hide_my_cards(person_id=person(table, "Ros").pk)
    assert people_of_decks() == {"Ros and Idris"}


# --- for programs, and where a link is sent ---------------------------------------------------------------------------


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(settings, "ENV", replace(settings.ENV, site="https://cards.example"))
    return "https://cards.example"


def entries(document: bytes) -> list[str]:
    return [str(entry.findtext("a:title", namespaces=IN)) for entry in checked(document).findall("a:entry", IN)]


def test_a_maker_s_feed_has_the_newest_version_of_each_public_deck_of_theirs(table: DeckFixture, site: str) -> None:
    here, reader = agrees(table, "Ros"), Client()
    other = DeckFixture("Nell", title="Other")
    Member.objects.filter(pk=other.ids["Nell"]).update(person=person(table, "Ros"))
    accepted(other, Face("Zugzwang", "Action", "In secret."))
    archive(other)
    accepted(stranger := DeckFixture("Maud", title="Not hers"), GOAT)
    archive(stranger)
    ask(stranger, SetVisibility("public"))
    page = as_read(reader.get(here))
    assert page.count(f'href="{here}feed.atom"') == 2, "in the head, and to be pressed"
    answer = reader.get(f"{here}feed.atom")
    links = [link.get("href") for link in checked(answer.content).findall("a:link", IN)]
    assert links == [f"{site}{here}feed.atom", f"{site}{here}"]
    own = f"{table.deck.title}, version 2: Second printing"
    assert entries(answer.content) == [own]
    assert reader.get(f"{here}feed.atom", headers={"if-none-match": answer["ETag"]}).status_code == 304
    with CaptureQueriesContext(connection) as asked:
        reader.get(f"{here}feed.atom")
    assert len(asked) <= 10
    ask(other, SetVisibility("public"))
    assert entries(reader.get(f"{here}feed.atom").content) == ["Other, version 1: First printing", own]
    with CaptureQueriesContext(connection) as asked_of_two:
        reader.get(f"{here}feed.atom")
    assert len(asked_of_two) == len(asked), "flat in the number of decks"
    for hidden in (SetVisibility("private"), DeleteDeck()):
        ask(table, hidden)
        assert entries(reader.get(f"{here}feed.atom").content) == ["Other, version 1: First printing"]
    moved = reader.get(here.replace("/ros-", "/an-old-name-") + "feed.atom")
    assert moved.status_code == 301 and moved["Location"] == f"{here}feed.atom"
    people.hide_my_cards(person_id=person(table, "Ros").pk)
    assert reader.get(f"{here}feed.atom").status_code == reader.get("/makers/idris-abcdef/feed.atom").status_code == 404


def test_a_link_to_a_maker_shows_the_newest_card_of_theirs_that_stands(table: DeckFixture, site: str) -> None:
    here = agrees(table, "Ros")

    def sent(page: str = "") -> dict[str, str]:
        return dict(re.findall(r'<meta property="og:([^"]+)" content="([^"]*)">', as_read(Client().get(here + page))))

    tags = sent("?show=in")
    assert tags["title"] == "Ros" and tags["description"].startswith("Writes in one deck")
    assert tags["url"] == f"{site}{here}?show=in"
    assert tags["image"] == f"{site}{home_of(table)}rules/1/preview.png?version=2"
    ask(table, SetVisibility("private"))
    hidden = sent()
    assert table.deck.slug not in str(hidden) and "art/link-preview" in hidden["image"]


def asked_for(address: str) -> int:
    forget_faces()
    with CaptureQueriesContext(connection) as asked:
        Client().get(address)
    return len(asked)
