"""A maker's page, for anybody."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.queries.maker import SHOWN, MakerFilter, maker_page, makers_name, slug_now
from studio.people.makers import makers_address
from studio.web.inputs import in_address

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
