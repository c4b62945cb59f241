"""What is told and shown where somebody sends a link to a public deck, to a version or a card of it.

As a reader sees it, whoever asks: of a draft nothing is told, and of an unlisted or a private deck nothing at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.http import Http404

from cards import models as rows
from cards.access import Door
from cards.face.text import clean_line
from cards.printing.queue.values import Item, PreviewPicture
from cards.printing.shared.link_preview import CARDS_MAX, HIGH, WIDE, LinkPreview, PreviewCard
from cards.queries.edition import Edition
from cards.queries.shop.printable import Printable, printable
from cards.rules.deck import Ref
from studio.kernel.messages import Message, counted, message
from studio.web.link_tags import LinkTags
from studio.web.words import say

TOLD_MAX = 200  # characters of a description


def preview_picture(door: Door, number: int | None, ref: Ref | None = None) -> PreviewPicture:
    """The picture of a version, the latest where none is named, or of one card in it. 8 statements at most.

    Http404 for what is not there, and for a deck that is not public.
    """
    if door.visibility != "public":
        raise Http404
    if number is None:
        latest = rows.Version.objects.filter(deck_id=door.deck_id).order_by("-number").first()
        if latest is None:
            raise Http404
        number = latest.number
    shown = printable(rows.Deck.objects.get(pk=door.deck_id), number, drawn=[ref] if ref else ())
    found = [(article.ref, item) for article, item in zip(shown.articles, shown.items, strict=True)]
    if ref is None:
        cards = [item for _, item in found if not item.is_rule] or [item for _, item in found]
        items = sorted(cards, key=lambda item: not (item.face.picture or item.face.doodle))[:CARDS_MAX]
        count = counted("One card", "{count} cards", sum(item.copies for item in cards))
        return _picture(
            shown, shown.title, say(message("Version {number} · {cards}", number=number, cards=count)), items
        )
    items = [item for other, item in found if other == ref]
    if not items:
        raise Http404
    return _picture(shown, clean_line(items[0].face.title), say(_of(ref, shown.title)), items)


def _picture(shown: Printable, title: str, edition: str, items: Sequence[Item]) -> PreviewPicture:
    cards = tuple(PreviewCard(item.face, item.is_rule, item.number) for item in items)
    files: dict[str, Path] = {
        item.face.picture.digest: item.picture for item in items if item.face.picture and item.picture
    }
    preview = LinkPreview(title, edition, cards, shown.language, shown.lexicon)
    return PreviewPicture(preview, tuple(files.items()))


def _of(ref: Ref, deck: str) -> Message:
    said = message("Special Rule {number} of {deck}") if ref.kind == "rule" else message("Card {number} of {deck}")
    return said.given(number=ref.number, deck=deck)


def tags_of_deck(shown: Edition, asked: int | None) -> LinkTags | None:
    """Of a deck's page, or of a version's that the address names."""
    if not _is_told(shown):
        return None
    assert shown.version is not None
    title = clean_line(shown.deck.title)
    here = shown.href if asked is not None else shown.home
    told = clean_line(shown.deck.blurb) or say(message("A game of cards that its players write and vote on."))
    picture = f"{shown.home}preview.png?version={shown.version.number}"
    return _tags(title, told, here, picture, say(message("Three cards of {deck}", deck=title)))


def tags_of_card(
    shown: Edition, ref: Ref, title: str, type_line: str, text: str, *, in_version: bool = False
) -> LinkTags | None:
    """Of the page of a card or a Special Rule that lies in the version that is read. Its address is the card's, in
    whatever versions it reads alike; where it reads otherwise now, that of the card of this version."""
    if not _is_told(shown) or ref not in {article.ref for article in shown.lying}:
        return None
    assert shown.version is not None
    home = f"{shown.home}{ref.kind}s/{ref.number}/"
    here = f"{shown.home}versions/{shown.version.number}/{ref.kind}s/{ref.number}/" if in_version else home
    words = clean_line(f"{type_line}. {text}")
    alt = say(message("The card {title}, drawn", title=title))
    name = f"{clean_line(title)} · {clean_line(shown.deck.title)}"
    return _tags(name, words, here, f"{home}preview.png?version={shown.version.number}", alt)


def _is_told(shown: Edition) -> bool:
    """Only where the site knows its own address; what whoever asks calls it by is not taken for one."""
    is_read = shown.door.visibility == "public" and not shown.door.is_member and shown.version is not None
    return is_read and bool(settings.ENV.site)


def _tags(title: str, told: str, here: str, picture: str, alt: str) -> LinkTags:
    site = settings.ENV.site
    if len(told) > TOLD_MAX:
        told = told[: TOLD_MAX - 1].rstrip() + "…"
    return LinkTags(title, told, f"{site}{here}", f"{site}{picture}", alt, WIDE, HIGH)
