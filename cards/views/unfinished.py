"""The one door to what a member has begun to write in a deck. Nobody else's is there, and none of it is in a log."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cards import actions
from cards.access import Door
from cards.queries.deck_view import DeckView
from cards.queries.unfinished import unfinished_sheet
from cards.views.doors import open_to_members
from studio.kernel.inputs import whole_number
from studio.kernel.refusals import Refused
from studio.people.limits import UNFINISHED_BYTES_MAX, UNFINISHED_PACE
from studio.people.unfinished import FormWords, drop_writing, keep_writing
from studio.web.inputs import in_address
from studio.web.ratelimit import take_try


@never_cache
@require_http_methods(["GET", "HEAD", "PUT", "DELETE"])
def unfinished(request: HttpRequest, slug: str) -> HttpResponse:
    """GET tells what lies at `place`, and what lies elsewhere, as a fragment. PUT writes it down at `place`, on version
    `on` (its body: a JSON object of the form's fields), and answers {"version"}. DELETE throws it away, where `on` is
    given only as it lies there in that version."""
    door = open_to_members(request, slug)
    asked = in_address(request)
    place = asked.get("place", "")
    if request.method == "PUT":
        return JsonResponse({"version": _keep(request, door, place, whole_number(asked.get("on", "")))})
    if request.method == "DELETE":
        assert door.person_id is not None
        take_try("unfinished", f"person:{door.person_id}", UNFINISHED_PACE)
        drop_writing(door.person_id, door.stream_id, place, on=whole_number(asked.get("on", "")))
        return HttpResponse(status=204)
    if door.member_id is not None and door.person_id is not None and not door.is_standing_in:
        actions.pocket_settled(door.deck_id, door.stream_id, by=door.member_id, person_id=door.person_id)
    sheet = unfinished_sheet(DeckView.through(door), door, place, asked.get("instead", ""))
    return render(request, "cards/_unfinished.html", {"sheet": sheet})


def _keep(request: HttpRequest, door: Door, place: str, on: int | None) -> int:
    assert door.person_id is not None
    take_try("unfinished", f"person:{door.person_id}", UNFINISHED_PACE)
    if on is None:
        raise Refused("request.unreadable")
    return keep_writing(door.person_id, door.stream_id, place=place, on=on, words=_words(request))


def _words(request: HttpRequest) -> FormWords:
    """The fields of a form by their names. Raises Refused for what is none, and for more than a card holds."""
    if len(request.body) > UNFINISHED_BYTES_MAX * 2:  # each letter may be written out
        raise Refused("unfinished.large")
    try:
        told = json.loads(request.body)
    except (ValueError, RecursionError):
        raise Refused("request.unreadable") from None
    if not isinstance(told, dict) or not all(isinstance(word, str | bool) for word in told.values()):
        raise Refused("request.unreadable")
    return told
