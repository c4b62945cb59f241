"""The page of one card or Special Rule, and the same in the loupe."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.queries.card import NotInVersion, card_page
from cards.rules.deck import Ref
from cards.search.language import read
from cards.views.doors import open_deck
from studio.web.addresses import path_to
from studio.web.inputs import in_address
from studio.web.redirects import see_other

VERSION_DIGITS = 6


@require_safe
def card(request: HttpRequest, slug: str, number: int, version: int | None = None) -> HttpResponse:
    return _article(request, slug, Ref("card", number), version)


@require_safe
def rule(request: HttpRequest, slug: str, number: int, version: int | None = None) -> HttpResponse:
    return _article(request, slug, Ref("rule", number), version)


def _article(request: HttpRequest, slug: str, ref: Ref, version: int | None) -> HttpResponse:
    """As it reads now, or as it stands in a version, which has an address of its own; there the words of a search by
    which somebody came are marked."""
    door, asked = open_deck(request, slug), in_address(request)
    if version is None and (named := asked.whole_number("version", VERSION_DIGITS, otherwise=0)):
        return see_other(path_to(f"version-{ref.kind}", slug=door.slug, version=named, number=ref.number))
    search = read(asked.text("q")) if version is not None else None
    try:
        page = card_page(door, ref, version, search)
    except NotInVersion as astray:
        return render(request, "cards/astray.html", {"page": astray.page, "here": "archive"}, status=404)
    template = "cards/_loupe.html" if asked.get("part") == "loupe" else f"cards/{ref.kind}.html"
    return render(request, template, {"page": page, "here": "archive"})
