"""The archive, the front door that shows the first of it, and the pages of its makers."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from cards.queries.home import home_page
from cards.queries.maker import SHOWN, MakerFilter, maker_page, makers_name, slug_now
from cards.queries.shelf_ask import address, asked_in, asks
from cards.queries.shelf_page import shelf_page
from cards.queries.tonight import CUTS, PLAYERS, READY, TonightAsk, tonight
from studio.kernel.inputs import ID_DIGITS, Inputs
from studio.people.makers import makers_address
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


SLUG_MAX = 80  # of a deck
PART_DIGITS = 4


@require_safe
def maker(request: HttpRequest, named: str) -> HttpResponse:
    """Http404 for whoever did not agree, and for nobody. A former name leads to the one of now."""
    person = makers_name(named)
    here = makers_address(person.name, person.maker_key)
    if request.path != here:
        query = request.META.get("QUERY_STRING", "")
        return HttpResponsePermanentRedirect(f"{here}?{query}" if query else here)
    return render(request, "cards/maker.html", {"page": maker_page(person, _asked(request)), "here": "archive"})


def _asked(request: HttpRequest) -> MakerFilter:
    asked = in_address(request)
    show = asked.get("show", "")
    if show not in SHOWN:
        raise Http404
    return MakerFilter(
        show=show,
        deck=slug_now(asked.get("deck", "")[:SLUG_MAX]),
        order="oldest" if asked.get("order", "") == "oldest" else "",
        part=max(1, asked.whole_number("part", PART_DIGITS, otherwise=1)),
    )
