"""The archive, and the front door that shows the first of it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from cards.queries.home import home_page
from cards.queries.shelf_ask import address, asked_in, asks
from cards.queries.shelf_page import shelf_page
from cards.queries.tonight import CUTS, PLAYERS, READY, TonightAsk, tonight
from studio.kernel.inputs import Inputs
from studio.kernel.numbers import ID_DIGITS
from studio.ports import TABLES
from studio.web.inputs import in_address
from studio.web.language import translated

FIND_MAX = 80  # characters looked for, in an address of before


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "studio/home.html", {"page": home_page(), "tables": TABLES.get().looking_for_players()})


@translated
@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """A deck for tonight; answers, where the address asks for any."""
    asked = in_address(request)
    if "find" in asked:  # as it was called before
        tags = [("tag", value) for value in asked.every("tag")]
        return redirect(address(asked.text("find", FIND_MAX).strip(), tags), permanent=True)
    if not asks(asked):
        return _shown(request, "cards/tonight.html", tonight(_answers(asked)))
    ask = asked_in(asked)
    return _shown(request, "cards/filters.html" if ask.show == "filters" else "cards/archive.html", shelf_page(ask))


def _answers(asked: Inputs) -> TonightAsk:
    return TonightAsk(
        asked.choice("players", PLAYERS, otherwise=""),
        asked.choice("cut", CUTS, otherwise=""),
        asked.choice("ready", READY, otherwise=""),
        asked.whole_number("seed", ID_DIGITS, otherwise=0),
        asked.whole_number("besides", ID_DIGITS, otherwise=0),
    )


def _shown(request: HttpRequest, template: str, page: object) -> HttpResponse:
    link = getattr(page, "link", None)
    return render(request, template, {"page": page, "house_link": link, "here": "archive"})
