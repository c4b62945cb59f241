"""One proposal, and what a member does with it: vote, talk, reword, take back, go on without, ask again."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from cards import actions
from cards.access import Door, mind_the_pace_of_votes, refuse_for_good
from cards.lent import refuse_asking_from_a_hand, refuse_earlier, refuse_earlier_vote, refuse_theirs_alone
from cards.queries import proposal as queries
from cards.queries.composer import is_written
from cards.queries.deck_view import DeckView
from cards.queries.settled import written_on
from cards.queries.workshop import place
from cards.rules.decision import ANSWERS
from cards.venues import room_of_votes
from cards.views.doors import enter
from cards.views.workshop import live
from studio.kernel.refusals import Refused
from studio.live.catch_up import answer_regions, is_resync, whole
from studio.log.committed import Committed
from studio.people.limits import DRAFT_PACE, PROPOSAL_PACE, REMARK_PACE
from studio.web.inputs import posted
from studio.web.ratelimit import keep_pace
from studio.web.responses import declined, done, is_scripted, request_key


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
def vote(request: HttpRequest, slug: str, number: int, wording: int) -> HttpResponse:
    """For or against the wording that was read."""

    def act(door: Door, by: int, key: str) -> Committed:
        answer = posted(request).choice("answer", ANSWERS)
        refuse_for_good(door, number)
        refuse_earlier_vote(door, number)
        mind_the_pace_of_votes(door, number, key)
        reason = posted(request).text("reason") if answer == "against" else ""
        return actions.vote(
            door.deck_id, by=by, key=key, proposal=number, wording=wording, answer=answer, reason=reason
        )

    return command(request, slug, act, number)


@require_POST
def remark(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    text = posted(request).text("text")

    def act(door: Door, by: int, key: str) -> Committed:
        keep_pace(door, REMARK_PACE, key)
        return actions.remark(door.deck_id, by=by, key=key, proposal=number, text=text)

    return command(request, slug, act, number)


@require_POST
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Its author takes it back: a card then lies where they write, to be written on."""
    written = False

    def act(door: Door, by: int, key: str) -> Committed:
        nonlocal written
        refuse_earlier(door, number)
        turn = actions.withdraw(door.deck_id, by=by, key=key, proposal=number)
        written = is_written(door.deck_id, number)
        return turn

    answer = command(request, slug, act, number)
    if written:
        answer["X-Carte-Go" if is_scripted(request) else "Location"] = written_on(slug, number)
    return answer


@require_POST
def give_way(request: HttpRequest, slug: str, number: int, to: int) -> HttpResponse:
    """Its author lets another card go first, or changes two of their own in their places."""

    def act(door: Door, by: int, key: str) -> Committed:
        refuse_earlier(door, number, to)
        keep_pace(door, DRAFT_PACE, key)
        return actions.give_way(door.deck_id, by=by, key=key, proposal=number, to=to)

    return command(request, slug, act, None)


@require_POST
def go_on(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Somebody is away: this elector would go on without them."""

    def act(door: Door, by: int, key: str) -> Committed:
        refuse_theirs_alone(door)
        without = posted(request).id("without")
        return actions.go_on_without(door.deck_id, by=by, key=key, proposal=number, without=without)

    return command(request, slug, act, number)


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
    back = _back(request, door.slug, number)
    try:
        turn = act(door, door.member_id, request_key(request))
    except Refused as refused:
        return declined(request, refused, back=back)
    return done(request, turn, back)


def _back(request: HttpRequest, slug: str, number: int | None) -> str:
    room = reverse("workshop", args=[slug])
    if number is None:
        return room
    own = reverse("proposal", args=[slug, number])
    return own if request.headers.get("Referer", "").split("?")[0].split("#")[0].endswith(own) else room
