"""Finding and opening tables; the log, the entries for programs, and the game again step by step."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from cards.access import Door
from cards.views.doors import open_deck
from play import actions
from play.deck_snapshot import has_version
from play.queries import log as logs
from play.queries import page, replay
from play.queries.table_view import TableView
from play.views.doors import looker
from studio.kernel.inputs import Inputs
from studio.kernel.refusals import Refused
from studio.people.limits import Pace
from studio.views.answers import secret_page, went
from studio.views.person_form import arrive, person_form
from studio.web.devices import caller
from studio.web.inputs import anywhere, in_address, posted
from studio.web.ratelimit import network_of, take_try
from studio.web.words import say

SEATS = 8  # of a table, when nobody says
OPENING_PACE = Pace(60, 3600)  # tables opened from one address


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Tables one sits at, and public ones that look for players."""
    context = {"tables": page.tables(caller(request).person_id), "here": "play"}
    response = render(request, "play/tables.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table on a version of a deck, or on its draft for members. No account needed: a name will do."""
    door = open_deck(request, slug)
    if request.method != "POST" or not (caller(request).is_known or "name" in posted(request)):
        return _opening(request, door)
    try:
        take_try("open a table", network_of(request), OPENING_PACE)
        asked = posted(request)
        version = _version(door, asked)
        seats = asked.whole_number("seats") if "seats" in asked else SEATS
        with transaction.atomic():  # a newcomer who is refused a table was never here
            person = arrive(request)
            table = actions.open_table(
                deck_id=door.deck_id,
                person_id=person.pk,
                version=version,
                is_public=asked.flag("public"),
                allows_spectators=asked.flag("spectators"),
                any_card=asked.flag("any_card"),
                seats=seats,
            )
    except Refused as refused:
        return _opening(request, door, refused)
    return went(request, reverse("table", args=[table.code]), moves=True)


def _version(door: Door, asked: Inputs) -> int | None:
    """None for the draft, which is its members' own. Http404 for a version that is not."""
    if asked.get("version") == "draft":
        if not door.is_member:
            raise Http404
        return None
    number = asked.whole_number("version")
    if not has_version(door.deck_id, number):
        raise Http404
    return number


def _opening(request: HttpRequest, door: Door, refused: Refused | None = None) -> HttpResponse:
    asked = anywhere(request).text("version")
    form = person_form(request)
    context = {
        "opening": page.opening(door, asked, say(refused) if refused else ""),
        "who": caller(request),
        "form": form.refused(refused) if refused else form,
        "here": "play",
    }
    return secret_page(request, "play/open.html", context, refused)


@require_safe
def log(request: HttpRequest, code: str) -> HttpResponse:
    """All that happened, in words, a page at a time: before entry `before`, narrowed to one sort by `sort`."""
    door, asked = looker(request, code), in_address(request)
    sort, before = asked.text("sort"), asked.whole_number("before", otherwise=0, empty=None)
    if sort and sort not in logs.SORTS:
        raise Http404
    view = TableView.through(door)
    context = {
        "place": page.place(view, door),
        "log": logs.log_page(view, sort, before),
        "sort": sort,
        "sorts": tuple((name, say(label)) for name, label in logs.SORTS.items()),
        "here": "play",
    }
    return secret_page(request, "play/log.html", context)


@require_safe
def entries(request: HttpRequest, code: str) -> HttpResponse:
    """For programs: `?after=41` gives what came after, as this sight may know it."""
    door = looker(request, code)
    after = in_address(request).whole_number("after", empty=0)
    answer = JsonResponse(logs.entries_after(TableView.through(door), after))
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_safe
def first_step(request: HttpRequest, code: str) -> HttpResponse:
    """From where the cards were dealt; from where the table was laid, before they are."""
    door = looker(request, code)
    dealt = next(iter(replay.turns_of(door.stream_id)), 1)
    return redirect("table-replay", code=door.code, number=dealt)


@require_safe
def step(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The table after one entry; `as` says through whose eyes."""
    door = looker(request, code)
    view = TableView.through(door)
    shown = replay.step(view, number, in_address(request).text("as"))
    context = {"place": page.place(view, door), "step": shown, "here": "play"}
    return secret_page(request, "play/replay.html", context)
