"""One proposal: its page, and what asking it again comes to."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.access import Door
from cards.queries import proposal as queries
from cards.queries.deck_view import DeckView
from cards.queries.workshop import place
from cards.storage.again import asked_again
from cards.verbs.verb import Wish
from cards.views.doors import enter
from cards.views.workshop import live
from studio.kernel.inputs import Inputs
from studio.live.catch_up import answer_regions, is_resync, whole


@require_safe
def proposal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Its card, ballot, talk and former wordings, open or over. Members only."""
    door = enter(request, slug)
    if not queries.exists(door.deck_id, number):
        raise Http404
    view = DeckView.through(door, number)
    if is_resync(request):
        return answer_regions("proposal", view)
    now = whole("proposal", view)
    title, talk = queries.heading_of(view), queries.talk(view)
    context = {"place": place(view), "number": number, "title": title, "talk": talk, "here": "archive", **live(now)}
    return render(request, "cards/proposal.html", {"sheet": None, **context})


def again_asked(door: Door, given: Inputs) -> Wish:
    """It, as it was. Raises Refused."""
    assert door.member_id is not None
    return Wish(asked_again(door.deck_id, door.member_id, given.whole_number("proposal")))
