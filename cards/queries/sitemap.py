"""Which pages a search may look at: those of the house and every deck in the archive, in parts (sitemaps.org)."""

from __future__ import annotations

from datetime import UTC, datetime
from xml.etree import ElementTree

from django.http import Http404

from cards import models as rows
from studio.web.addresses import path_to

A_PART = 5_000  # decks
PARTS_MAX = 50_000  # that a map may name
HOUSE = ("home", "archive", "rules-of-the-game", "about", "licences", "accessibility")
SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def index(site: str) -> bytes:
    """The parts there are; the first is there whatever stands in the archive. One statement."""
    decks = rows.Deck.objects.filter(rows.IN_THE_ARCHIVE).count()
    root = ElementTree.Element("sitemapindex", xmlns=SPACE)
    for number in range(1, max(-(-decks // A_PART), 1) + 1):
        _place(root, "sitemap", site + path_to("sitemap-part", number=number))
    return _written(root)


def part(site: str, number: int) -> bytes:
    """Decks from the one that was archived longest ago on, so that what comes changes the last part. Http404 for a part
    that is not there. One statement."""
    if not 0 < number <= PARTS_MAX:
        raise Http404
    start = (number - 1) * A_PART
    standing = rows.Deck.objects.filter(rows.IN_THE_ARCHIVE).order_by("archived_at", "pk")
    decks = list(standing.values_list("slug", "archived_at")[start : start + A_PART])
    if not decks and number > 1:
        raise Http404
    root = ElementTree.Element("urlset", xmlns=SPACE)
    for name in HOUSE if number == 1 else ():
        _place(root, "url", site + path_to(name))
    for slug, at in decks:
        _place(root, "url", site + path_to("deck", slug=slug), at)
    return _written(root)


def _place(root: ElementTree.Element, name: str, address: str, at: datetime | None = None) -> None:
    place = ElementTree.SubElement(root, name)
    ElementTree.SubElement(place, "loc").text = address
    if at is not None:
        ElementTree.SubElement(place, "lastmod").text = at.astimezone(UTC).isoformat(timespec="seconds")


def _written(root: ElementTree.Element) -> bytes:
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written
