"""In which language a deck is: said by its members in any tag, else guessed from the letters of its cards."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from cards import models as rows
from cards.face.face import Face
from cards.rules.deck import Details
from tests.deck_fixture import DeckFixture
from tests.deeds import edit_details
from tests.markup import as_read
from tests.web.decks import accepted, as_member

pytestmark = pytest.mark.django_db

GREEK = Face("Κατσίκα", "Πράγμα", "Τράβα δύο κάρτες και κράτησε τη μία.")
HEBREW = Face("עז נודדת", "דבר", "משוך שני קלפים.")
SAID = {
    "title": "Allotment Wars", "blurb": "", "theme": "", "goal": "", "players_min": "2", "players_max": "6",
    "status": "", "tags": "", "key": "k1",
}  # fmt: skip


def unsaid() -> tuple[DeckFixture, Client, str]:
    """A deck as the front door starts one."""
    table = DeckFixture("Ros")
    edit_details(table.deck.pk, by=table.ids["Ros"], key="u", details=Details("Allotment Wars", language=""))
    table.deck.refresh_from_db()
    return table, as_member(table, "Ros"), f"/decks/{table.deck.slug}/"


def chosen(form: str) -> str:
    found = re.search(r'<option value="([^"]*)"[^>]* selected>', form[form.index('name="language"') :])
    assert found is not None
    return found[1]


def test_a_deck_begins_unsaid_and_is_taken_for_what_its_letters_say() -> None:
    table, ros, home = unsaid()
    assert (table.deck.language_said, table.deck.language) == ("", "")
    accepted(table, GREEK)
    table.deck.refresh_from_db()
    assert (table.deck.language_said, table.deck.language) == ("", "el")
    assert table.value().details.language == "" and table.folded() == table.value()
    form = as_read(ros.get(f"{home}details/"))
    assert chosen(form) == "" and "Not said; taken for Ελληνικά" in form
    page = as_read(ros.get(home))
    assert re.search(r'<article role="none" class="cf[^>]* lang="el"', page)
    assert re.search(r'<a class="card"[^>]*>', page)
    # What nobody said is in no file; what was said goes along.
    assert "language" not in json.loads(ros.get(f"{home}export.json").content)["deck"]
    ros.post(f"{home}details/", {**SAID, "language": "another", "language_tag": "grc"})
    assert json.loads(ros.get(f"{home}export.json").content)["deck"]["language"] == "grc"


def test_the_front_door_starts_a_deck_without_a_word_on_its_language() -> None:
    stranger = Client()
    stranger.post("/decks/start/", {"name": "Ros", "title": "Peas"})
    deck = rows.Deck.objects.get(title="Peas")
    assert (deck.language_said, deck.language) == ("", "")


@pytest.mark.parametrize(
    ("language", "typed", "kept"),
    [("el", "", "el"), ("zh-Hant", "", "zh-Hant"), ("another", " GSW ", "gsw"), ("another", "pt_br", "pt-BR"),
     ("", "gsw", ""), ("sk", "gsw", "sk")],
)  # fmt: skip
def test_any_tag_can_be_said(language: str, typed: str, kept: str) -> None:
    table, ros, home = unsaid()
    accepted(table, GREEK)
    sent = ros.post(f"{home}details/", {**SAID, "language": language, "language_tag": typed})
    assert sent.status_code == 303
    table.deck.refresh_from_db()
    assert (table.deck.language_said, table.deck.language) == (kept, kept or "el")
    form = as_read(ros.get(f"{home}details/"))
    assert chosen(form) == language and f'value="{kept}"' in form


@pytest.mark.parametrize("typed", ["", "Klingon", "a-b", 'de" x="', "x" * 300])
def test_what_is_no_tag_is_refused_in_words_and_what_was_typed_is_kept(typed: str) -> None:
    table, ros, home = unsaid()
    answer = ros.post(f"{home}details/", {**SAID, "language": "another", "language_tag": typed})
    assert answer.status_code == 422
    form = as_read(answer)
    assert chosen(form) == "another"
    assert ("no tag of a language" if len(typed) < 20 else "language") in form
    table.deck.refresh_from_db()
    assert table.deck.language_said == ""


def test_a_card_of_other_letters_is_told_to_be_in_theirs() -> None:
    """Also in a deck that began when English was what nobody had said."""
    table = DeckFixture("Ros")
    ros, ref = as_member(table, "Ros"), accepted(table, HEBREW)
    page = as_read(ros.get(f"/decks/{table.deck.slug}/"))
    assert re.search(r'<article role="none" class="cf[^>]* lang="he"', page)
    close_up = as_read(ros.get(f"/decks/{table.deck.slug}/cards/{ref.number}/"))
    assert 'lang="he"' in close_up


def test_a_link_that_is_a_card_is_no_article_and_is_called_by_no_number() -> None:
    table = DeckFixture("Ros")
    accepted(table, Face("Goat", "Thing", "It wanders."))
    page = as_read(as_member(table, "Ros").get(f"/decks/{table.deck.slug}/"))
    link = page[page.index('<a class="card"') :]
    link = link[: link.index("</a>")]
    assert [re.search(rf"<{name}[^>]*", link)[0].count('role="none"') for name in ("article", "header", "footer")] == [
        1, 1, 1
    ]  # fmt: skip
    assert '<span class="cf-no" aria-hidden="true">1</span>' in link
    assert 'lang="en" aria-label="Goat, Thing. It wanders."' in link
