"""A shelf of one's own: decks of the archive that somebody keeps, and what changed in each since they looked."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards import models as rows
from cards.queries.my_decks import own_shelf
from cards.rules import limits
from cards.rules.deck import DeleteDeck, Ref, SetVisibility
from cards.storage import own_shelf as storage
from studio import actions as people
from studio.models import Member, Person
from studio.people import limits as pace
from tests.deck_fixture import SLUG, DeckFixture
from tests.markup import as_read
from tests.web.decks import BAN, GOAT, SHOW, accepted, archive, as_member, ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> DeckFixture:
    """A public deck of one version, with a slug and a goat."""
    table = DeckFixture("Ros", "Idris")
    for face in (SLUG, GOAT):
        accepted(table, face)
    archive(table)
    ask(table, SetVisibility("public"))
    table.deck.refresh_from_db()
    return table


def home(table: DeckFixture) -> str:
    return f"/decks/{table.deck.slug}/"


def keeper(table: DeckFixture, name: str = "Nell") -> Client:
    """Somebody new, who gave a name to keep it."""
    reader = Client()
    answer = reader.post(f"{home(table)}keep/", {"name": name})
    assert (answer.status_code, answer["Location"]) == (303, f"{home(table)}#kept")
    return reader


def shelf(reader: Any) -> str:
    """What is said of it on one's own page, without marks and spaces."""
    html = as_read(reader.get("/you/"))
    found = re.search(r'<section aria-labelledby="shelf-h">.*?</section>', html, re.S)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


def newer(table: DeckFixture) -> None:
    """Version 2: the goat is reworded, the ban comes; version 3: the slug goes."""
    table.all_vote(table.amend("Idris", Ref("card", 2), replace(GOAT, text="It stays.")))
    accepted(table, BAN)
    archive(table, "Second")
    table.all_vote(table.repeal("Ros", Ref("card", 1)))
    archive(table, "Third")


def test_a_newcomer_keeps_a_deck_by_giving_a_name_and_is_told_what_changed_since(table: DeckFixture) -> None:
    page = as_read(Client().get(home(table)))
    assert f'href="{home(table)}keep/"' in page and "Keep on my shelf" in page
    asked = Client().get(f"{home(table)}keep/")
    assert (
        asked.status_code == 200 and 'name="name"' in as_read(asked) and asked["Cache-Control"] == "private, no-store"
    )
    reader = keeper(table)
    assert "On your shelf" in as_read(reader.get(home(table)))
    assert "Allotment Wars Version 1" in shelf(reader) and "Since" not in shelf(reader)
    newer(table)
    told = shelf(reader)
    assert "Since version 1: 1 in, 1 reworded, 1 out. What changed in Allotment Wars" in told, told
    beside = re.findall(rf'href="({home(table)}compare/[^"]+)"', as_read(reader.get("/you/")))
    assert beside == [f"{home(table)}compare/1..3/"] and reader.get(beside[0]).status_code == 200
    assert (
        reader.post(f"{home(table)}keep/", {"seen": "2"}, headers={"Referer": "http://testserver/you/"})["Location"]
        == f"/you/#kept-{table.deck.slug}"
    )
    assert "Since version 2: 1 out" in shelf(reader)
    reader.post(f"{home(table)}keep/", {"seen": "1"})
    assert "Since version 2" in shelf(reader), "nobody unsees"
    reader.post(f"{home(table)}keep/", {"seen": "3"})
    assert "Since" not in shelf(reader) and "Version 3" in shelf(reader)
    gone = reader.post(f"{home(table)}keep/", {"off": "1"}, headers={"Referer": "http://testserver/you/"})
    assert gone["Location"] == "/you/#shelf-h"
    assert "Nothing on it." in shelf(reader) and "Keep on my shelf" in as_read(reader.get(home(table)))


def test_a_version_that_came_while_the_page_lay_open_is_still_news(table: DeckFixture) -> None:
    reader = keeper(table)
    newer(table)
    for seen in ("2", "999999999", "-1", "x", "9" * 40):
        reader.post(f"{home(table)}keep/", {"seen": seen})
    assert rows.KeptDeck.objects.get().seen == 3, "never more than there is"
    came = accepted(table, SHOW)
    archive(table, "Fourth")
    assert "Since version 3: 1 in" in shelf(reader)
    table.all_vote(table.repeal("Ros", came))
    archive(table, "Fifth")
    assert "The same cards as in version 3." in shelf(reader) and "/compare/" not in as_read(reader.get("/you/"))


def test_somebody_known_keeps_with_one_press_and_pressing_again_changes_nothing(table: DeckFixture) -> None:
    other = DeckFixture("Zoe")
    zoe = as_member(other, "Zoe")
    assert f'formaction="{home(table)}keep/"' in as_read(zoe.get(home(table)))
    for _ in range(2):
        assert zoe.post(f"{home(table)}keep/").status_code == 303
    assert rows.KeptDeck.objects.count() == 1
    assert "Keep on my shelf" not in as_read(as_member(table, "Ros").get(home(table))), "it is hers already"
    assert "Version 1" in shelf(zoe) and "Nothing on it." in shelf(as_member(table, "Idris"))


@pytest.mark.parametrize("becomes", [SetVisibility("private"), SetVisibility("unlisted"), DeleteDeck()])
def test_what_left_the_archive_is_on_no_shelf_and_cannot_be_kept(table: DeckFixture, becomes: object) -> None:
    reader, bare = keeper(table), Client()
    bare.post("/you/")  # nothing: strangers have no page
    assert "Allotment" in shelf(reader)
    ask(table, becomes)
    assert "Nothing on it." in shelf(reader), "not even that there was one"
    assert "Allotment" not in as_read(reader.get("/you/"))
    for one in (reader, Client(), as_member(DeckFixture("Zoe"), "Zoe")):
        assert one.get(f"{home(table)}keep/").status_code == 404
        assert one.post(f"{home(table)}keep/", {"name": "Zed"}).status_code == 404
    assert rows.KeptDeck.objects.count() == 1
    assert not Person.objects.filter(name="Zed").exists(), "nobody arrived at a door that is shut"
    if becomes == SetVisibility("private"):
        ask(table, SetVisibility("public"))
        assert "Allotment Wars Version 1" in shelf(reader), "it comes back with the deck"


def test_a_full_shelf_says_so_and_a_hurry_too(table: DeckFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = keeper(table)
    monkeypatch.setattr(storage, "OWN_SHELF_MAX", 1)
    second = DeckFixture("Zoe", title="Lost Property")
    accepted(second, SLUG)
    archive(second)
    ask(second, SetVisibility("public"))
    second.deck.refresh_from_db()
    full = reader.post(f"{home(second)}keep/")
    assert full.status_code == 409 and "Your shelf holds 1 decks" in as_read(full)
    assert Client().post(f"{home(second)}keep/", {"name": " "}).status_code == 422, "a name is asked for in words"
    assert limits.OWN_SHELF_MAX == 200 and pace.KEEP_PACE.burst > limits.OWN_SHELF_MAX


def test_it_goes_along_when_a_guest_is_known_and_goes_away_with_who_is_forgotten(table: DeckFixture) -> None:
    keeper(table, "Nell")
    newer(table)
    keeper(table, "Nell of old")
    guest, old = (Person.objects.get(name=name) for name in ("Nell", "Nell of old"))
    storage.bring_along(old.pk, guest.pk)
    assert rows.KeptDeck.objects.get(person=guest).seen == 3, "either has looked"
    storage.bring_along(guest.pk, Member.objects.get(pk=table.ids["Ros"]).person_id)
    assert set(rows.KeptDeck.objects.values_list("person__name", flat=True)) == {"Ros", "Nell of old"}
    people.forget_me(person_id=old.pk)
    assert set(rows.KeptDeck.objects.values_list("person__name", flat=True)) == {"Ros"}


def test_a_page_of_a_deck_asks_one_statement_more_for_whoever_may_keep_it_and_none_for_strangers(
    table: DeckFixture,
) -> None:
    zoe, stranger = as_member(DeckFixture("Zoe"), "Zoe"), Client()

    def statements(who: Any) -> list[str]:
        who.get(home(table))  # what the process keeps is read
        with CaptureQueriesContext(connection) as told:
            who.get(home(table))
        return [one["sql"] for one in told if "cards_keptdeck" in one["sql"]]

    assert (len(statements(zoe)), len(statements(stranger))) == (1, 0)
    assert not statements(as_member(table, "Ros")), "nor for its own people"


def test_a_long_shelf_costs_no_more_statements_than_a_short_one(table: DeckFixture) -> None:
    nell = Person.objects.create(name="Nell")
    storage.keep(table.deck.pk, nell.pk)
    newer(table)

    def statements() -> int:
        with CaptureQueriesContext(connection) as told:
            own_shelf(nell.pk)
        return len(told)

    assert statements() == 2
    for title in ("Lost Property", "Small Hours"):
        more = DeckFixture("Zoe", title=title)
        accepted(more, SLUG)
        archive(more)
        ask(more, SetVisibility("public"))
        storage.keep(more.deck.pk, nell.pk)
        accepted(more, BAN)
        archive(more, "Second")
    assert statements() == 2
    assert [one.title for one in own_shelf(nell.pk) if one.news] == ["Small Hours", "Lost Property", "Allotment Wars"]
    storage.look(more.deck.pk, nell.pk, 2)
    assert [one.title for one in own_shelf(nell.pk)] == ["Lost Property", "Allotment Wars", "Small Hours"]


def test_a_hundred_decks_stand_on_one_page_each_with_its_own_buttons_and_news(table: DeckFixture) -> None:
    """A deck that was taken down from the archive stands among them no more; long and foreign titles stay words."""
    nell = keeper(table)
    odd = ("Ein " + "Gemüsegarten" * 6, "שָׁלוֹם <b>Garden</b>", "& so on")
    for number in range(99):
        title = odd[number] if number < len(odd) else f"Deck {number:02}"
        more = DeckFixture("Zoe", title=title)
        accepted(more, SLUG)
        archive(more)
        ask(more, SetVisibility("public"))
        storage.keep(more.deck.pk, Person.objects.get(name="Nell").pk)
        if number % 2:
            accepted(more, BAN)
            archive(more, "Second")
    with CaptureQueriesContext(connection) as told:
        html = as_read(nell.get("/you/"))
    assert sum("cards_keptdeck" in one["sql"] for one in told) == 1
    assert html.count('name="off"') == 100 and html.count('name="seen"') == 49
    assert len(set(re.findall(r'formaction="(/decks/[^"]*/keep/)"\s+name="off"', html))) == 100
    assert "&lt;b&gt;Garden&lt;/b&gt;" in html and "<b>Garden" not in html and "&amp; so on" in html
    ask(more, SetVisibility("private"))
    assert as_read(nell.get("/you/")).count('name="off"') == 99
