"""The page of one card or Special Rule, and the same in the loupe."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.queries.card import card_page
from cards.rules.deck import ArticleKind, Ref
from cards.views.doors import open_deck
from studio.web.inputs import in_address


@require_safe
def card(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _article(request, slug, "card", number)


@require_safe
def rule(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _article(request, slug, "rule", number)


def _article(request: HttpRequest, slug: str, kind: ArticleKind, number: int) -> HttpResponse:
    page = card_page(open_deck(request, slug), Ref(kind, number))
    template = "cards/_loupe.html" if in_address(request).get("part") == "loupe" else f"cards/{kind}.html"
    return render(request, template, {"page": page, "here": "archive"})
