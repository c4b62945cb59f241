"""The skeleton of a deck: the page of its gaps."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.access import Door
from cards.queries import gaps as queries
from cards.queries.deck_view import DeckView
from cards.queries.workshop import place
from cards.rules.limits import GAP_MAX
from cards.views.doors import enter
from studio.kernel.inputs import Inputs
from studio.kernel.refusals import Refused
from studio.web.words import say
from studio.wording import status


@require_safe
def gaps(request: HttpRequest, slug: str) -> HttpResponse:
    """All of them, to be worded otherwise or put away, and a line for another."""
    view = DeckView.through(enter(request, slug))
    return _page(request, view)


def again(request: HttpRequest, door: Door, refused: Refused, given: Inputs) -> HttpResponse:
    """What was typed of one stands there still, beside why it was refused."""
    number, wanted = given.whole_number("gap", otherwise=0), given.whole_number("wanted", otherwise=0, empty=1)
    return _page(request, DeckView.through(door), refused, number, given.text("words", 2 * GAP_MAX), wanted)


def _page(
    request: HttpRequest, view: DeckView, refused: Refused | None = None, number: int = 0, words: str = "",
    wanted: int = 1,
) -> HttpResponse:  # fmt: skip
    page = queries.gap_page(view, say(refused) if refused else "", number, words, wanted)
    context = {"place": place(view), "page": page, "here": "archive"}
    return render(request, "cards/gaps.html", context, status=status(refused) if refused else 200)
