"""One's own page: decks, votes that wait, devices, and everything that is kept, to take away."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from cards.queries.my_decks import you_page
from studio.people.limits import PAPERS_PACE
from studio.people.my_data import everything_about
from studio.people.notices import notices_of
from studio.views.answers import secret_page
from studio.web.devices import caller
from studio.web.ratelimit import take_try


@require_safe
def you(request: HttpRequest) -> HttpResponse:
    """For somebody known: their page. A stranger is told how one becomes known."""
    who = caller(request)
    if who.person_id is None:
        return secret_page(request, "studio/stranger.html", {"here": "you"})
    page = you_page(who.person_id, who.device_id)
    context = {"here": "you", "page": page, "me": page.me, "notices_of_mine": notices_of(who.device_id or 0)}
    return secret_page(request, "cards/you.html", context)


@require_safe
def my_papers(request: HttpRequest) -> HttpResponse:
    """All of it as one JSON file."""
    who = caller(request)
    if who.person_id is None:
        return redirect(reverse("sign-in"))
    take_try("papers", f"person:{who.person_id}", PAPERS_PACE)
    response = JsonResponse(everything_about(who.person_id), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="carte-blanche-my-papers.json"'
    return response
