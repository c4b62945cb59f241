"""The back of a deck's cards: read by its members, changed by their vote."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from cards.access import Door
from cards.forms.back import read_back
from cards.queries.back import back_page as shown
from cards.queries.deck_view import DeckView
from cards.queries.kit import asked_for, beginning
from cards.rules.back_words import check_back
from cards.rules.limits import DOODLE_CHARACTERS_MAX
from cards.verbs.verb import Wish
from cards.views.doors import enter
from cards.views.kit import typed_in
from studio.kernel.inputs import Inputs
from studio.kernel.refusals import Refused
from studio.web.inputs import sent
from studio.wording import status


@require_http_methods(["GET", "HEAD", "POST"])
def back(request: HttpRequest, slug: str) -> HttpResponse:
    """It, and a form for another; POST with `add` shows what the form says."""
    return back_page(request, enter(request, slug))


def back_asked(door: Door, given: Inputs) -> Wish:
    """What the form says. Raises Refused."""
    view = DeckView.through(door)
    proposed = read_back(_typed(given), view.row.title)
    check_back(proposed)
    return asked_for(view, given, replace(beginning(view, given).rest, back=proposed))


def _typed(given: Inputs) -> dict[str, str]:
    """Of a drawing one character more than there may be: its reader refuses it in its own words."""
    return {**typed_in(given), "doodle": given.text("doodle", DOODLE_CHARACTERS_MAX + 1)}


def back_page(
    request: HttpRequest, door: Door, refused: Refused | None = None, given: Inputs | None = None
) -> HttpResponse:
    """With what was typed, where something was, and why not."""
    view, given = DeckView.through(door), given or sent(request)
    page = shown(view, beginning(view, given), _typed(given) if request.method == "POST" else None, refused)
    answer = status(refused) if refused is not None else 200
    return render(request, "cards/back.html", {"page": page, "here": "archive"}, status=answer)
