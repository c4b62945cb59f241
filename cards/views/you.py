"""One's own page: decks, votes that wait, devices, everything that is kept, to take away, and decks kept on a shelf."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from cards import models as rows
from cards.access import Door
from cards.face.language import tag
from cards.queries.my_decks import you_page
from cards.storage import own_shelf
from cards.views.doors import open_deck
from studio.kernel.refusals import Refused
from studio.people.limits import KEEP_PACE, PAPERS_PACE
from studio.people.my_data import everything_about
from studio.people.notices import notices_of
from studio.views.answers import secret_page
from studio.views.person_form import arrive, person_form
from studio.web.addresses import path_to
from studio.web.devices import caller
from studio.web.inputs import posted
from studio.web.ratelimit import network_of, take_try
from studio.web.redirects import page_before, see_other


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


VERSION_DIGITS = 9


@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows the button, with a name to give for somebody new. POST keeps it; with `seen` that version of it was
    looked at, with `off` it is taken off. Http404 for a deck that does not stand in the archive."""
    door = open_deck(request, slug)
    deck = rows.Deck.objects.filter(rows.IN_THE_ARCHIVE, pk=door.deck_id).first()
    if deck is None:
        raise Http404
    who = caller(request)
    if request.method != "POST" or not (who.is_known or "name" in posted(request)):
        return _page(request, deck)
    try:
        take_try("keep", network_of(request), KEEP_PACE)
        _do(request, door)
    except Refused as refused:
        return _page(request, deck, refused)
    home = path_to("deck", slug=door.slug)
    before = page_before(request, home)
    return see_other(f"{home if before.startswith(request.path) else before}#{_place(request, door)}")


def _place(request: HttpRequest, door: Door) -> str:
    """Where on that page one goes on, and what is read there aloud: what became of what was pressed."""
    asked = posted(request)
    return "shelf-h" if "off" in asked else f"kept-{door.slug}" if "seen" in asked else "kept"


def _do(request: HttpRequest, door: Door) -> None:
    asked = posted(request)
    person_id = caller(request).person_id
    if person_id is None:
        with transaction.atomic():
            own_shelf.keep(door.deck_id, arrive(request).pk)
    elif "off" in asked:
        own_shelf.take_off(door.deck_id, person_id)
    elif "seen" in asked:
        own_shelf.look(door.deck_id, person_id, asked.whole_number("seen", VERSION_DIGITS, otherwise=0))
    else:
        own_shelf.keep(door.deck_id, person_id)


def _page(request: HttpRequest, deck: rows.Deck, refused: Refused | None = None) -> HttpResponse:
    form = person_form(request)
    context = {
        "here": "archive",
        "title": deck.title,
        "language": tag(deck.language),
        "href": path_to("deck", slug=deck.slug),
        "who": caller(request),
        "form": form.refused(refused) if refused else form,
    }
    return secret_page(request, "cards/keep.html", context, refused)
