"""A star is the host's to give: no group, no form and no file gives one, and one that was given so before is none."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from cards import models as rows
from cards.actions import import_deck
from cards.actions.restore_deck import restore
from cards.face.face import Face
from cards.files.listing_of_deck import listing_of, with_history
from cards.formats import own_json
from cards.formats.values import DeckListing, ListedCard
from cards.rules import events as e
from cards.rules.deck import Details, SetVisibility
from cards.rules.details import STATUSES
from cards.storage import whole
from cards.storage.audit import disagreements
from studio.kernel.refusals import Refused
from studio.log.walls import lowered
from studio.models import Entry
from studio.web.words import say
from tests.deck_fixture import DeckFixture
from tests.deeds import edit_details
from tests.markup import as_read
from tests.web.decks import archive, as_member, ask

pytestmark = pytest.mark.django_db


def home_of(table: DeckFixture) -> str:
    table.deck.refresh_from_db()
    return f"/decks/{table.deck.slug}/"


def star(*words: str) -> str:
    out = StringIO()
    call_command("star", *words, stdout=out)
    return out.getvalue()


def test_the_host_gives_a_star_and_takes_it_back_and_the_shelf_says_so() -> None:
    table = DeckFixture("Ros")
    table.all_vote(table.propose("Ros"))
    archive(table)
    slug = rows.Deck.objects.get().slug
    with pytest.raises(CommandError, match="not there for everybody"):
        star(slug)
    ask(table, SetVisibility("public"))
    assert star(slug) == "Allotment Wars has a star.\n"
    reader = Client()
    assert "one of this site’s best" in as_read(reader.get(home_of(table)))
    (cover,) = reader.get("/decks/?show=decks").context["page"].covers
    assert [fact.words for fact in cover.facts if fact.sort == "star"] == ["Star"]
    assert list(disagreements(rows.Deck.objects.get())) == []
    assert star(slug, "--take-back") == "Allotment Wars has no star any more.\n"
    assert "one of this site’s best" not in as_read(reader.get(home_of(table)))
    assert 'class="is-star"' not in as_read(reader.get("/decks/?show=decks"))
    with pytest.raises(CommandError, match="There is no deck at “nowhere”"):
        star("nowhere")


def test_a_group_cannot_give_one_to_its_own_deck() -> None:
    table = DeckFixture("Ros")
    assert "star" not in STATUSES
    page = as_read(as_member(table, "Ros").get(f"{home_of(table)}details/"))
    assert 'value="playable"' in page and 'value="star"' not in page
    with pytest.raises(Refused) as caught:
        edit_details(table.deck.pk, by=table.ids["Ros"], key=None, details=Details("Wars", status="star"))
    assert caught.value.code == "details.status_unknown"


def test_no_file_brings_one_along() -> None:
    text = own_json.write(DeckListing("Peas", status="star", cards=(ListedCard(Face("Pea", "Thing")),))).text
    reading = own_json.read(text)
    assert reading.listing.status == "playable"
    told = "A star is given by whoever keeps a site. The deck comes in as playable."
    assert [say(remark.said) for remark in reading.remarks] == [told]
    table = DeckFixture("Ros")
    page = as_read(as_member(table, "Ros").post(f"{home_of(table)}bring-in/", {"do": "read", "list": text}))
    assert told in page
    brought = import_deck.import_listing(reading, member=table.ids["Ros"])
    assert (brought.deck.status, brought.deck.starred_at) == ("playable", None)


def test_a_log_in_which_a_group_once_did_is_told_without_it() -> None:
    table = DeckFixture("Ros")
    edited = Details("Allotment Wars", status="playable")
    edit_details(table.deck.pk, by=table.ids["Ros"], key=None, details=edited)
    entry = Entry.objects.get(kind=e.DetailsEdited.__name__)
    with lowered():
        entry.body["now"]["status"] = "star"
        entry.save()
    deck = rows.Deck.objects.get()
    assert list(disagreements(deck)) == [] and whole.load(deck).details.status == "playable"
    again = restore(own_json.read(own_json.write(with_history(deck, listing_of(deck))).text).listing).deck
    assert (again.status, again.starred_at) == ("playable", None)
