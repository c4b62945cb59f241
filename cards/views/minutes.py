"""The minutes of a deck."""

from __future__ import annotations

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.queries.minutes import minutes_page
from cards.views.doors import open_deck
from studio.web.inputs import in_address


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
