"""What lies on the table and how a turn runs: read by members, changed by their vote."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from cards.access import Door
from cards.forms.kit import read_kit
from cards.queries.deck_view import DeckView
from cards.queries.kit import asked_for, beginning
from cards.queries.kit import kit_page as shown
from cards.rules.kit_checks import check_kit
from cards.verbs.verb import Wish
from cards.views.doors import enter
from studio.kernel.inputs import Inputs
from studio.kernel.refusals import Refused
from studio.web.inputs import sent
from studio.wording import status

FIELD_MAX = 2000  # characters of one field that are looked at
FIELDS_MAX = 2000


@require_http_methods(["GET", "HEAD", "POST"])
def kit(request: HttpRequest, slug: str) -> HttpResponse:
    """It, and a form for another; POST with `add` draws the form with one more row."""
    return kit_page(request, enter(request, slug))


def kit_asked(door: Door, given: Inputs) -> Wish:
    """What the form says. Raises Refused."""
    view = DeckView.through(door)
    rest = beginning(view, given).rest
    kit = replace(read_kit(typed_in(given)), lexicon=rest.lexicon, back=rest.back)
    check_kit(kit)
    return asked_for(view, given, kit)


def typed_in(given: Inputs) -> dict[str, str]:
    return {name: given.text(name, FIELD_MAX).replace("\x00", "") for name in list(given)[:FIELDS_MAX]}


def kit_page(
    request: HttpRequest, door: Door, refused: Refused | None = None, given: Inputs | None = None
) -> HttpResponse:
    """With what was typed, where something was, and why not."""
    view, given = DeckView.through(door), given or sent(request)
    typed = typed_in(given) if request.method == "POST" else None
    page = shown(view, beginning(view, given), typed, refused, more=given.text("add"))
    answer = status(refused) if refused is not None else 200
    return render(request, "cards/kit.html", {"page": page, "here": "archive"}, status=answer)
