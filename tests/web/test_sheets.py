"""How many sheets a deck of the archive is to cut out: as the print shop says, in search, filters, covers and lists."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from cards import actions
from cards import models as rows
from cards.printing.choices.choices import USUAL_CHOICES
from cards.printing.queue.values import Job
from cards.queries import long_deck
from cards.queries.shop.jobs import press_job
from cards.queries.shop.printable import printable
from cards.queries.shop.sheets import drawn_items
from cards.rules.deck import SetVisibility
from cards.search.finding import find
from cards.search.language import read
from cards.storage.shelved import is_shelved_rightly
from cards.storage.store import details_of
from tests.deck_fixture import SLUG, DeckFixture
from tests.deeds import edit_details
from tests.markup import as_read
from tests.web.decks import BAN, GOAT, accepted, archive, as_member, ask

pytestmark = pytest.mark.django_db
SENTENCE = "It moves to whoever has most vegetables and eats one of them there."
LONG = replace(GOAT, title="Long Goat", text=" ".join([SENTENCE] * 20))
PARTED = replace(BAN, title="Beete", text=" ".join(["Gemüsegartenverein"] * 41))  # on one card in German


@pytest.fixture
def table() -> DeckFixture:
    """A public deck: what is long goes on over further cards, and all come as often as they lie there."""
    table = DeckFixture("Ros", "Idris")
    for face, copies in ((SLUG, 20), (LONG, 9), (PARTED, 9)):
        accepted(table, face, copies=copies)
    accepted(table, BAN, kind="rule")
    archive(table)
    ask(table, SetVisibility("public"))
    table.deck.refresh_from_db()
    return table


def kept(table: DeckFixture) -> int:
    return rows.ShelfDeck.objects.get(deck=table.deck).facts["sheets"]


def printed(table: DeckFixture) -> int:
    """As the press would lay them."""
    table.deck.refresh_from_db()
    shown = printable(table.deck, table.deck.last_version)
    job = press_job(shown, USUAL_CHOICES)
    assert isinstance(job, Job)
    return job.layout.sheets_of(sum(one.length for one in drawn_items(job, shown, USUAL_CHOICES)))


def test_a_deck_is_as_many_sheets_as_the_print_shop_says(table: DeckFixture) -> None:
    assert kept(table) == printed(table) > -(-39 // 9), "long texts take further cards"
    page = Client().get(f"/decks/{table.deck.slug}/print/").context["page"]
    assert page.paper_words.lower().startswith({5: "five", 6: "six", 7: "seven"}[kept(table)])


def test_sheets_follow_a_new_version_another_language_and_a_take_down(table: DeckFixture) -> None:
    before = kept(table)
    accepted(table, GOAT, copies=18)
    archive(table, "Second")
    assert kept(table) == printed(table) == before + 2
    details = replace(details_of(table.deck), language="de")
    edit_details(table.deck.pk, by=table.ids["Ros"], key=None, details=details)
    assert kept(table) == printed(table) == before + 1
    actions.take_down(LONG.digest, why="asked")
    assert kept(table) == printed(table) == before
    table.deck.refresh_from_db()
    assert is_shelved_rightly(table.deck)


def test_the_ticket_of_a_deck_says_as_many_sheets_as_its_print_shop(table: DeckFixture) -> None:
    """Also of a draft and of a version of before, which stand on no shelf; of a long deck that does not, only cards."""
    home, before, ros = f"/decks/{table.deck.slug}/", kept(table), as_member(table, "Ros")

    def ticket(address: str, client: Client | None = None) -> str:
        lines = (client or Client()).get(address).context["page"].head.ticket
        return ", ".join(line.words for line in lines if line.term in ("To cut out", "In the deck"))

    assert ticket(home) == f"{before} sheets, 38 cards, 3 different" == ticket(home, ros)
    accepted(table, GOAT, copies=18)
    assert ticket(home, ros) == f"{before + 2} sheets, 56 cards, 4 different"
    assert ticket(home) == f"{before} sheets, 38 cards, 3 different"
    archive(table, "Second")
    assert ticket(home) == f"{printed(table)} sheets, 56 cards, 4 different"
    assert ticket(f"{home}versions/1/") == f"{before} sheets, 38 cards, 3 different"
    with pytest.MonkeyPatch.context() as shorter:
        shorter.setattr(long_deck, "LONG", 4)
        assert ticket(home) == f"{before + 2} sheets, 56 cards, 4 different", "it is known"
        assert ticket(home, ros) == "56 cards, 4 different"


def test_sheets_are_asked_for_filtered_by_and_told(table: DeckFixture) -> None:
    sheets = kept(table)
    asked = {
        f"sheets:{sheets}": 1,
        f"sheets<{sheets}": 0,
        f"sheets<={sheets}": 1,
        f"sheets>{sheets}": 0,
        "-sheets>1": 0,
    }
    assert {question: find(read(question)).deck_total for question in asked} == asked
    for size, total in (("0-5", int(sheets < 6)), ("6-9", int(sheets > 5)), ("10+", 0)):
        assert find(read("", (("sheets", size),))).deck_total == total
    (value,) = next(one for one in find(read("")).facets if one.name == "sheets").values
    assert value.count == 1
    html = as_read(Client().get("/decks/?show=decks"))
    assert f">{sheets} sheets</li>" in html.replace("\n", "").replace("  ", "") and "To cut out" in html
    assert Client().get("/decks.json").json()["decks"][0]["sheets"] == sheets
    tonight = Client().get("/decks/?cut=hour").context["page"]
    assert tonight.dealt is not None and "Up to eight sheets to cut." in tonight.told


def test_a_deck_that_is_not_gone_through_yet_has_no_number_of_sheets(table: DeckFixture) -> None:
    rows.ShelfDeck.objects.update(facts=None)
    rows.ShelfCard.objects.all().delete()
    found = [find(read(question)) for question in ("sheets<99", "copies<99", "cards<99")]
    assert [one.deck_total for one in found] == [0, 0, 0] and not any(one.is_whole for one in found)
    (cover,) = Client().get("/decks/?show=decks").context["page"].covers
    assert not [fact for fact in cover.facts if "sheet" in fact.words]
