"""What lies on the table and how a turn runs: read by members, changed by their vote."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from cards import actions
from cards.access import Door
from cards.face.face import Face
from cards.forms.kit import read_kit
from cards.forms.kit_fields import SECTIONS
from cards.lent import refuse_earlier
from cards.queries.deck_view import DeckView
from cards.queries.kit import Beginning, beginning, came_from, kit_page
from cards.rules.deck import BallotSort, Change, SetKit
from cards.rules.kit_checks import check_kit
from cards.views.doors import enter
from studio.kernel.numbers import whole_number
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.people.limits import DRAFT_PACE, PROPOSAL_PACE
from studio.web.inputs import posted, sent
from studio.web.ratelimit import keep_pace
from studio.web.responses import declined, done, is_scripted, request_key
from studio.wording import status

FIELD_MAX = 2000  # characters of one field that are looked at
FIELDS_MAX = 2000


@require_http_methods(["GET", "HEAD", "POST"])
def kit(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows it; POST puts another to the table, or with `add` draws the form with one more row."""
    door = enter(request, slug)
    view = DeckView.through(door)
    start = beginning(view, sent(request))
    if request.method != "POST":
        return _page(request, view, start)
    typed = typed_fields(request)
    if typed.get("add") in SECTIONS:
        return _page(request, view, start, typed, more=typed["add"])
    try:
        turn = _put(request, door, typed, start)
    except Refused as refused:
        if is_scripted(request):
            return declined(request, refused)
        return _page(request, DeckView.through(door), start, typed, refused)
    return done(request, turn, came_from(view, typed))


def _put(request: HttpRequest, door: Door, typed: Mapping[str, str], start: Beginning) -> Committed:
    keep_pace(door, DRAFT_PACE if typed.get("reword") else PROPOSAL_PACE, request_key(request))
    proposed = replace(read_kit(typed), lexicon=start.rest.lexicon, back=start.rest.back)
    check_kit(proposed)
    return put_kit(door, typed, (SetKit(proposed, typed.get("was", "")[:64]),), request_key(request))


def put_kit(
    door: Door, typed: Mapping[str, str], changes: tuple[Change, ...], key: str | None, faces: Iterable[Face] = ()
) -> Committed:
    """Puts another kit to the table, or words one anew, as the form's hidden fields say. Raises Refused."""
    by = door.member_id
    assert by is not None
    if number := typed.get("reword"):
        refuse_earlier(door, whole_number(number))
        wording, proposal = whole_number(typed.get("wording", "")) or 0, whole_number(number) or 0
        return actions.reword(
            door.deck_id, by=by, key=key, proposal=proposal, wording=wording, changes=changes, faces=faces
        )
    source = whole_number(typed.get("adjust", ""))
    sort: BallotSort = "members" if typed.get("sort") == "members" else "room"
    return actions.propose(door.deck_id, by=by, key=key, changes=changes, faces=faces, sort=sort, source=source)


def typed_fields(request: HttpRequest) -> dict[str, str]:
    fields = posted(request)
    return {name: fields.text(name, FIELD_MAX).replace("\x00", "") for name in list(fields)[:FIELDS_MAX]}


def _page(
    request: HttpRequest, view: DeckView, start: Beginning, typed: Mapping[str, str] | None = None,
    refused: Refused | None = None, more: str = "",
) -> HttpResponse:  # fmt: skip
    page = kit_page(view, start, typed, refused, more)
    answer = status(refused) if refused is not None else 200
    return render(request, "cards/kit.html", {"page": page, "here": "archive"}, status=answer)
