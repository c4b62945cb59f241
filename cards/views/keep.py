"""Keeping a deck of the archive on a shelf of one's own: put there, looked at, taken off. A name first for somebody
new."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from cards import models as rows
from cards.access import Door
from cards.face.language import tag
from cards.storage import own_shelf
from cards.views.doors import open_deck
from studio.kernel.refusals import Refused
from studio.people.limits import KEEP_PACE
from studio.views.answers import secret_page
from studio.views.person_form import arrive, person_form
from studio.web.addresses import path_to
from studio.web.devices import caller
from studio.web.inputs import posted
from studio.web.ratelimit import network_of, take_try
from studio.web.redirects import page_before, see_other

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
