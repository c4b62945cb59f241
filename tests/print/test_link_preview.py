"""What a link to a public deck shows where it is sent: words, and a picture of cards on the felt."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from cards import models as rows
from cards.printing.queue.press import Press
from cards.printing.shared.build import ROOT
from cards.printing.shared.link_preview import LinkPreview, PreviewCard
from tests.print.conftest import FACES, words_of

SITE = "https://cards.example"
FELT = (0x23, 0x47, 0x3F)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "ENV", replace(settings.ENV, site=SITE))


def tags(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"', page))


@pytest.mark.django_db
@pytest.mark.usefixtures("site")
def test_a_public_deck_its_version_and_its_card_say_what_they_are_in_whole_addresses_of_the_site(
    deck: rows.Deck, reader: Client
) -> None:
    rows.Deck.objects.update(blurb='The council & "weather".')
    for path, picture in {
        "/decks/allotment-ab12/": "/decks/allotment-ab12/preview.png?version=7",
        "/decks/allotment-ab12/versions/7/": "/decks/allotment-ab12/preview.png?version=7",
    }.items():
        page = reader.get(path, headers={"host": "localhost"}).content.decode()
        found = tags(page)
        assert found["og:title"] == "Allotment Wars" and found["og:url"] == SITE + path
        assert found["og:image"] == found["twitter:image"] == SITE + picture
        assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630") and found["og:image:alt"]
        assert found["og:description"] == "The council &amp; &quot;weather&quot;."
        assert found["twitter:card"] == "summary_large_image" and found["og:type"] == "article"
        assert f'<link rel="canonical" href="{SITE}{path}">' in page
    for visibility in ("unlisted", "private"):
        rows.Deck.objects.update(visibility=visibility)
        assert tags(reader.get("/decks/allotment-ab12/").content.decode()) == {}


@pytest.mark.django_db
def test_a_site_that_does_not_know_its_own_address_takes_nobody_else_s_for_it(deck: rows.Deck, reader: Client) -> None:
    if not settings.ENV.site:
        assert tags(reader.get("/decks/allotment-ab12/").content.decode()) == {}


@pytest.mark.django_db
def test_the_picture_is_cards_on_the_felt_and_only_a_public_deck_has_one(drawing: Press, reader: Client) -> None:
    seen = set()
    for path in ("preview.png?version=7", "cards/1/preview.png?version=7", "rules/1/preview.png"):
        answer = reader.get(f"/decks/allotment-ab12/{path}")
        picture = Image.open(io.BytesIO(answer.content))
        assert picture.size == (1200, 630) and picture.getpixel((5, 5)) == FELT, path
        assert picture.getpixel((760, 320)) != FELT and len(answer.content) < 300_000, path
        seen.add(answer.content)
    assert len(seen) == 3
    assert reader.get("/decks/allotment-ab12/cards/99/preview.png").status_code == 404
    assert reader.get("/decks/allotment-ab12/preview.png?version=8").status_code == 404
    assert reader.get("/decks/allotment-ab12/preview.png?size=tarot").status_code == 422
    rows.Deck.objects.update(visibility="unlisted")
    assert reader.get("/decks/allotment-ab12/preview.png?version=7").status_code == 404


@pytest.mark.django_db
@pytest.mark.usefixtures("site")
def test_pages_of_the_house_have_a_picture_of_the_house(reader: Client) -> None:
    for path in ("/", "/decks/"):
        found = tags(reader.get(path + "?utm_source=x").content.decode())
        assert found["og:type"] == "website" and found["og:url"] == SITE + path
        assert found["og:image"].startswith(f"{SITE}/static/art/link-preview")
    with Image.open(ROOT / "static" / "art" / "link-preview.png") as kept:
        assert kept.size == (1200, 630)


TITLES = (
    "Wandering Goat", "One-Way Wheelbarrow", "WWWWWWWWWWWW MM", "Schifffahrtsgesellschaftskapitän", "Путешествующая",
    "Sir Wobblesworth’s Unmentionable Wheelbarrow of Perpetually Postponed Improvements",
)  # fmt: skip


@pytest.mark.parametrize("cards", [1, 3])
def test_no_word_of_a_title_is_broken_in_the_picture_of_a_link(renderer, cards: int) -> None:
    """“Wanderin / g Goat” is what friends saw in a chat."""
    from cards.printing.sealed.link_preview import preview_document

    shown = (PreviewCard(FACES[0]),) * cards
    for title in TITLES:
        preview = LinkPreview(title, "Version 7", shown)
        pdf = preview_document(preview, renderer, {}, {}).write_pdf()
        written = " ".join(words_of(pdf)[0].replace("\ufffe", "-").split())
        assert title.replace("-", "- ") in written or title in written, (title, written[:120])
