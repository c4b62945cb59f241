"""The back of a deck's cards: read by its members, changed by their vote; and patterns, drawn for anybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from cards.access import Door
from cards.face.back_art import named_pattern
from cards.forms.back import read_back
from cards.queries.back import back_page
from cards.queries.deck_view import DeckView
from cards.queries.kit import Beginning, beginning, came_from
from cards.rules.back_words import check_back
from cards.rules.deck import SetKit
from cards.rules.limits import DOODLE_CHARACTERS_MAX
from cards.views.doors import enter
from cards.views.kit import put_kit, typed_fields
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.people.limits import DRAFT_PACE, PROPOSAL_PACE
from studio.web.inputs import posted, sent
from studio.web.ratelimit import keep_pace
from studio.web.responses import declined, done, is_scripted, request_key
from studio.wording import status


@require_http_methods(["GET", "HEAD", "POST"])
def back(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows it; POST puts another to the table, or with `add` shows what the form says."""
    door = enter(request, slug)
    view = DeckView.through(door)
    start = beginning(view, sent(request))
    if request.method != "POST":
        return _page(request, view, start)
    typed = typed_fields(request)
    # One more than there may be: the reader of drawings refuses it in its own words.
    typed["doodle"] = posted(request).text("doodle", DOODLE_CHARACTERS_MAX + 1)
    if typed.get("add"):
        return _page(request, view, start, typed)
    try:
        turn = _put(request, door, view, typed, start)
    except Refused as refused:
        if is_scripted(request):
            return declined(request, refused)
        return _page(request, DeckView.through(door), start, typed, refused)
    return done(request, turn, came_from(view, typed))


def _put(request: HttpRequest, door: Door, view: DeckView, typed: Mapping[str, str], start: Beginning) -> Committed:
    keep_pace(door, DRAFT_PACE if typed.get("reword") else PROPOSAL_PACE, request_key(request))
    proposed = read_back(typed, view.row.title)
    check_back(proposed)
    changes = (SetKit(replace(start.rest, back=proposed), typed.get("was", "")[:64]),)
    return put_kit(door, typed, changes, request_key(request))


def _page(
    request: HttpRequest, view: DeckView, start: Beginning, typed: Mapping[str, str] | None = None,
    refused: Refused | None = None,
) -> HttpResponse:  # fmt: skip
    answer = status(refused) if refused is not None else 200
    page = back_page(view, start, typed, refused)
    return render(request, "cards/back.html", {"page": page, "here": "archive"}, status=answer)


@require_safe
def pattern(request: HttpRequest, name: str) -> HttpResponse:
    """The SVG of that name: nothing in it belongs to a deck. Http404 for a name that is none."""
    svg = named_pattern(name)
    if svg is None:
        raise Http404
    answer = HttpResponse(svg, content_type="image/svg+xml")
    answer.headers["Cache-Control"] = "public, max-age=604800"  # a name is drawn alike until a release draws better
    return answer
