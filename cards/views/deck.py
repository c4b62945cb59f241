"""A deck's page, its versions, the pages of its cards (the same in the loupe), and its minutes."""

from __future__ import annotations

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.queries.card import NotInVersion, card_page
from cards.queries.deck import deck_page
from cards.queries.edition import EditionFilter
from cards.queries.freshness import onlooker
from cards.queries.minutes import minutes_page
from cards.rules.deck import Ref
from cards.search.language import read
from cards.views.doors import open_deck
from studio.kernel.inputs import whole_number
from studio.live.catch_up import answer_regions, is_resync, whole
from studio.live.view import View
from studio.web.addresses import path_to
from studio.web.inputs import in_address
from studio.web.redirects import see_other

FIND_MAX = 80  # characters looked for; more would not be on a card


@require_safe
def deck(request: HttpRequest, slug: str) -> HttpResponse:
    """The deck as it stands; while the page lies open it is told when that changes."""
    door = open_deck(request, slug)
    view = View.through(onlooker(door))
    if is_resync(request):
        return answer_regions("deck", view)
    now = whole("deck", view)  # first: the page may be newer than its mark, never older
    page = deck_page(door, filters_of(request))
    live = {"key": door.stream_key, "v": now.v, "edition": now.html["r-edition"]}
    return render(request, "cards/deck.html", {"page": page, "here": "archive", "live": live})


@require_safe
def version(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    page = deck_page(open_deck(request, slug), filters_of(request), number)
    return render(request, "cards/version.html", {"page": page, "here": "archive"})


def filters_of(request: HttpRequest) -> EditionFilter:
    """What the address asks to see. Whatever makes no sense is left out."""
    asked = in_address(request)
    tab, view = asked.get("tab", ""), asked.get("view", "")
    return EditionFilter(
        kind=asked.get("kind", "").casefold()[:FIND_MAX],
        trait=asked.get("trait", "").casefold()[:FIND_MAX],
        find=asked.get("find", "").strip()[:FIND_MAX],
        view=view if view in ("faces", "list") else "",  # type: ignore[arg-type]
        tab=tab if tab in ("rules", "history") else "cards",  # type: ignore[arg-type]
        parts=_parts(asked.get("part", "")),
    )


def _parts(asked: str) -> tuple[int, int]:
    """ "3", or "1-3" once more of them were laid on the page."""
    first, _, last = asked.partition("-")
    start = max(1, whole_number(first) or 1)
    return start, max(start, whole_number(last) or start)


@require_safe
def minutes(request: HttpRequest, slug: str) -> HttpResponse:
    page = minutes_page(open_deck(request, slug), _moment(in_address(request).text("before")))
    return render(request, "cards/minutes.html", {"page": page, "here": "archive"})


def _moment(seconds: str) -> datetime | None:
    """Epoch seconds from the address; None when they make no sense."""
    try:
        return datetime.fromtimestamp(float(seconds), UTC) if seconds else None
    except (ValueError, OverflowError, OSError):
        return None


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
