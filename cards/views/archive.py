"""The archive, and the front door that shows the first of it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.queries.archive import ORDERS, ArchiveSearch, archive_page, home_page
from studio.ports import TABLES
from studio.web.inputs import in_address
from studio.web.language import translated

WORDS_MAX = 80  # characters looked for
PAGES_MAX = 10_000


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "studio/home.html", {"page": home_page(), "tables": TABLES.get().looking_for_players()})


@translated
@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    asked = in_address(request)
    search = ArchiveSearch(
        find=asked.text("find").strip()[:WORDS_MAX],
        tag=asked.text("tag").strip().casefold()[:WORDS_MAX],
        order=asked.choice("order", ORDERS, otherwise="newest"),
        page=min(max(asked.whole_number("page", 6, otherwise=1), 1), PAGES_MAX),
    )
    return render(request, "cards/archive.html", {"page": archive_page(search), "here": "archive"})
