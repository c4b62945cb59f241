"""Starting a deck: one button for somebody known, a name first for somebody new. Nobody needs an account."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from cards import actions as deck_actions
from cards.queries.composer import begun_face
from cards.rules.deck import Details
from cards.rules.details import UNTITLED
from cards.rules.limits import DECK_TITLE_MAX, clean_line
from cards.views.begun import keep_begun, sent_along
from studio import actions
from studio.kernel.refusals import Refused
from studio.people.limits import START_PACE
from studio.views.answers import secret_page, went
from studio.views.person_form import arrive, person_form
from studio.web.devices import caller
from studio.web.inputs import posted
from studio.web.ratelimit import network_of, take_try
from studio.web.words import say


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """GET asks for a name (or shows the button), POST starts. A newcomer's first POST may come without a name."""
    who = caller(request)
    if request.method != "POST" or not (who.is_known or "name" in posted(request)):
        return _page(request)
    try:
        take_try("start a deck", network_of(request), START_PACE)
        with transaction.atomic():
            person = arrive(request)
            title = clean_line(posted(request).text("title", 1000)) or say(UNTITLED)
            deck = deck_actions.start_deck(
                member=actions.start_group(person_id=person.pk).pk,
                details=Details(title=title, players_min=0, players_max=0, language=""),
            )
    except Refused as refused:
        return _page(request, refused)
    room = reverse("workshop", args=[deck.slug])
    if typed := sent_along(request):
        keep_begun(request, deck.slug, typed)
        room += "#write"
    return went(request, room, moves=True)


def _page(request: HttpRequest, refused: Refused | None = None) -> HttpResponse:
    form, typed = person_form(request), sent_along(request)
    context = {
        "here": "",
        "who": caller(request),
        "form": form.refused(refused) if refused else form,
        "title": posted(request).text("title", DECK_TITLE_MAX),
        "title_limit": DECK_TITLE_MAX,
        "begun": typed,
        "face": begun_face(typed) if typed else None,
    }
    return secret_page(request, "cards/start.html", context, refused)
