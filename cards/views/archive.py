"""The archive, and the front door that shows the first of it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.queries.archive import ORDERS, Wanted, archive_page, home_page
from studio.ports import TABLES

WORDS_MAX = 80  # characters looked for
PAGES_MAX = 10_000


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "studio/home.html", {"page": home_page(), "tables": TABLES.get().looking_for_players()})


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    asked = request.GET
    number = asked.get("page", "1")
    order = asked.get("order", "")
    wanted = Wanted(
        find=asked.get("find", "").strip()[:WORDS_MAX],
        tag=asked.get("tag", "").strip().casefold()[:WORDS_MAX],
        order=order if order in ORDERS else "newest",
        page=min(max(int(number), 1), PAGES_MAX) if number.isascii() and number.isdigit() and len(number) < 7 else 1,
    )
    return render(request, "cards/archive.html", {"page": archive_page(wanted), "here": "archive"})
