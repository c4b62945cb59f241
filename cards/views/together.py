"""Drawing together: the pad on the card where it is judged, and what is drawn before it is laid down."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cards import actions
from cards.access import Door
from cards.forms.doodle import read_doodle, written_doodle
from cards.lent import refuse_theirs_alone
from cards.queries.deck_view import DeckView
from cards.queries.proposal import exists, heading_of, talk
from cards.queries.together import drawing_sheet, own_sketch
from cards.queries.workshop import place
from cards.rules.limits import DOODLE_CHARACTERS_MAX
from cards.views.doors import enter
from cards.views.workshop import live
from studio.kernel.inputs import Inputs, whole_number
from studio.kernel.refusals import Refused
from studio.live.catch_up import whole
from studio.people.limits import SKETCH_PACE
from studio.web.inputs import NOT_THERE, in_address
from studio.web.ratelimit import take_try
from studio.web.responses import declined, is_scripted
from studio.web.words import say
from studio.wording import status


@require_safe
def drawing(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The proposal with a pad on its card; to a script the pad alone."""
    door = enter(request, slug)
    if not exists(door.deck_id, number):
        raise Http404
    if is_scripted(request):
        sheet = drawing_sheet(DeckView.through(door), number)
        return render(request, "cards/draw_on_mat.html", {"sheet": sheet})
    return _page(request, door, number)


def drawing_again(request: HttpRequest, door: Door, refused: Refused, given: Inputs) -> HttpResponse:
    """With what was drawn, and why it cannot be laid beside the card."""
    number = given.whole_number("proposal", otherwise=NOT_THERE)
    if not exists(door.deck_id, number):
        raise Http404
    return _page(request, door, number, given.text("doodle", DOODLE_CHARACTERS_MAX), refused)


def _page(request: HttpRequest, door: Door, number: int, drawn: str = "", wrong: Refused | None = None) -> HttpResponse:
    view = DeckView.through(door, number)
    now = whole("proposal", view)
    try:
        sheet = drawing_sheet(view, number, drawn, say(wrong) if wrong is not None else "")
    except Refused as refused:
        return declined(request, refused, back=reverse("proposal", args=[door.slug, number]))
    title, said = heading_of(view), talk(view)
    context = {"place": place(view), "number": number, "title": title, "talk": said, "sheet": sheet, "here": "archive"}
    code = status(wrong) if wrong is not None else 200
    return render(request, "cards/proposal.html", {**context, **live(now)}, status=code)


@never_cache
@require_http_methods(["GET", "HEAD", "PUT", "DELETE"])
def sketch(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What one draws on it before it is laid down, as {"version", "doodle"}. PUT writes all of it down on version `on`
    (its body: the strokes as the form's field has them) and shows it to the table. DELETE gives it up."""
    door = enter(request, slug)
    assert door.member_id is not None
    if not exists(door.deck_id, number):
        raise Http404
    if request.method in ("GET", "HEAD"):
        mine = own_sketch(DeckView.through(door), number)
        return JsonResponse({"version": mine.version, "doodle": written_doodle(mine.strokes)})
    refuse_theirs_alone(door)
    take_try("sketch", f"person:{door.person_id}", SKETCH_PACE)
    if request.method == "DELETE":
        actions.give_up_sketch(door.deck_id, by=door.member_id, proposal=number)
        return HttpResponse(status=204)
    on = whole_number(in_address(request).get("on", ""))
    if on is None or len(request.body) > DOODLE_CHARACTERS_MAX:
        raise Refused("face.doodle_unreadable")
    strokes = read_doodle(request.body.decode("utf-8", "replace"))
    version = actions.sketch(door.deck_id, by=door.member_id, proposal=number, on=on, strokes=strokes)
    return JsonResponse({"version": version})
