"""One proposal, and what a member does with it: vote, talk, reword, take back, go on without, ask again."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from cards import actions
from cards.access import Door, refuse_for_good
from cards.lent import refuse_asking_from_a_hand
from cards.queries import proposal as queries
from cards.queries.deck_view import DeckView
from cards.queries.workshop import place
from cards.venues import room_of_votes
from cards.views.doors import enter
from cards.views.verbs import way_back
from cards.views.workshop import live
from studio.kernel.refusals import Refused
from studio.live.catch_up import answer_regions, is_resync, whole
from studio.log.committed import Committed
from studio.people.limits import PROPOSAL_PACE
from studio.web.ratelimit import keep_pace
from studio.web.responses import declined, done, request_key


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


@require_POST
def again(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask again, as it was. From the drawer one goes where it lies on the table now: to the room, or to the table at
    which one sits while the deck is played."""

    table = ""

    def act(door: Door, by: int, key: str) -> Committed:
        nonlocal table
        refuse_for_good(door, number)
        refuse_asking_from_a_hand(door)
        keep_pace(door, PROPOSAL_PACE, key)
        table = room_of_votes(door.deck_id, by)
        return actions.repropose(door.deck_id, by=by, key=key, proposal=number)

    answer = command(request, slug, act, None)
    room = reverse("workshop", args=[slug])
    if answer.status_code == 204 and (table or room not in request.headers.get("Referer", "")):
        answer["X-Carte-Go"] = table or room
    return answer


def command(
    request: HttpRequest, slug: str, act: Callable[[Door, int, str], Committed], number: int | None
) -> HttpResponse:
    """Open the door, act once, answer. A plain form goes back to the page it came from: the room or the proposal."""
    door = enter(request, slug)
    assert door.member_id is not None
    back = way_back(request, door.slug, number)
    try:
        turn = act(door, door.member_id, request_key(request))
    except Refused as refused:
        return declined(request, refused, back=back)
    return done(request, turn, back)
