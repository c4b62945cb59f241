"""The table itself: looking, sitting down, and every verb."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.face.back_art import art_of
from cards.face.drawn_back import art_room
from cards.face.measures import USUAL
from play import actions
from play.access import TableDoor
from play.queries import page, sheets
from play.queries.status import noes_with_words
from play.queries.table_view import TableView
from play.values.sheets import Asking, Sheet
from play.verbs.dropping import DROPPED
from play.verbs.fields import NUMBER_MAX
from play.verbs.registry import ENVELOPE, read_verb
from play.views.composer import beside
from play.views.doors import (
    enter,
    looker,
    mind_the_pace,
    refuse_a_second_chair,
    refuse_for_good,
    refuse_who_stands_in,
    seated,
)
from studio.kernel.codec import digest as digest_of
from studio.kernel.inputs import Inputs
from studio.kernel.refusals import Refused
from studio.live.catch_up import Whole, answer_regions, is_resync, whole
from studio.views.answers import secret_page, went
from studio.views.person_form import arrive, person_form
from studio.web.addresses import public_address
from studio.web.devices import caller
from studio.web.inputs import anywhere, in_address, posted
from studio.web.responses import declined, done, is_scripted, request_key
from studio.web.words import say
from studio.wording import status


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table for whoever sits or watches; else the way to a seat. With `regions` the live parts alone."""
    door = enter(request, code)
    if door.code != code:
        asked = f"?{request.GET.urlencode()}" if request.GET else ""
        return went(request, door.address + asked)
    view = TableView.through(door)
    if is_resync(request):
        return answer_regions("table", view) if door.may_look else not_here(request, door)
    if not door.seat and not (door.may_watch and "watch" in in_address(request)):
        return door_page(request, door)
    now = whole("table", view)
    context = {"place": page.place(view, door), "here": "play", "noes": noes_with_words(view), **live(now)}
    if page.may_invite(door):
        context["invite"] = page.invite(view, door, _link(request, door))
    if door.is_creative and door.seat:
        context |= beside(request, view, door)
    return secret_page(request, "play/table.html", context)


@require_safe
def back(request: HttpRequest, code: str, digest: str) -> HttpResponse:
    """What is drawn on the back of the cards here, to whoever may look at the table. Http404 for any other drawing."""
    door = looker(request, code)
    shown = TableView.through(door).table.kit.back
    if not shown.doodle or digest_of(shown) != digest:
        raise Http404
    svg = art_of(shown, "", *art_room(USUAL))
    answer = HttpResponse(svg, content_type="image/svg+xml")
    answer.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    answer.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return answer


def not_here(request: HttpRequest, door: TableDoor) -> HttpResponse:
    return declined(request, Refused("seat.not_yours"), back=door.address)


def live(now: Whole) -> dict[str, object]:
    """Version and regions for a template, which knows `r-felt` as `r.felt`."""
    return {"v": now.v, "r": {name.removeprefix("r-").replace("-", "_"): html for name, html in now.html.items()}}


# --- sitting down -----------------------------------------------------------------------------------------------------


def door_page(request: HttpRequest, door: TableDoor, refused: Refused | None = None) -> HttpResponse:
    view = TableView.through(door)
    shown = page.door_view(view, door)
    used = [seat.seal.shape for seat in shown.seats if seat.seal is not None]
    invite = page.invite(view, door, _link(request, door)) if page.may_invite(door) else None
    form = person_form(request, used)
    context = {
        "door": shown,
        "who": caller(request),
        "form": form.refused(refused) if refused else form,
        "invite": invite,
        "here": "play",
    }
    return secret_page(request, "play/door.html", context, refused)


@require_http_methods(["GET", "HEAD", "POST"])
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat: with a name when we do not know who asks. GET shows the same page as the table's door."""
    door = enter(request, code)
    if request.method != "POST":
        return door_page(request, door) if not door.seat else went(request, door.address)
    asked = anywhere(request)
    try:
        refuse_a_second_chair(door)
        seat, side = asked.whole_number("seat", NUMBER_MAX, empty=0), asked.text("side", 60)
        with transaction.atomic():  # a newcomer who is refused a seat was never here
            person = arrive(request)
            actions.take_seat(
                door.table_id, person_id=person.pk, key=request_key(request), seat=seat, side=side,
                may_join=not door.is_creative or bool(door.invitation), invitation=door.invitation,
            )  # fmt: skip
    except Refused as refused:
        if is_scripted(request):
            return declined(request, refused)
        return door_page(request, door, refused)
    return went(request, door.address, moves=True)


@require_POST
def watch(request: HttpRequest, code: str) -> HttpResponse:
    """Come in at a table of a private deck by its link without taking a seat, and be known there from then on."""
    door = enter(request, code)
    address = f"{reverse('table', args=[door.code])}?watch=1"
    if door.may_look:
        return went(request, address, moves=True)
    try:
        if not door.may_come_to_watch:
            raise Refused("seat.not_yours")
        with transaction.atomic():
            person = arrive(request)
            actions.come_in(door.table_id, person_id=person.pk, invitation=door.invitation)
    except Refused as refused:
        return declined(request, refused) if is_scripted(request) else door_page(request, door, refused)
    return went(request, address, moves=True)


# --- verbs ------------------------------------------------------------------------------------------------------------


@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Any verb, its fields in the address or in the form. A limit in the way is asked about: `ask`."""
    door = seated(request, code)
    try:
        command = read_verb(door.seat, _verb(request), given(request))
        refuse_for_good(door, command)
        mind_the_pace(door, request_key(request), command)
        turn = actions.act(door.row, command, by=_me(door), key=request_key(request))
    except Refused as refused:
        return refuse(request, door, refused)
    return done(request, turn, door.address)


def given(request: HttpRequest) -> list[tuple[str, list[str]]]:
    """The fields of the address and of the form, those of the form last."""
    return [*in_address(request).lists(), *posted(request).lists()]


def _verb(request: HttpRequest) -> str:
    return Inputs({"verb": [*in_address(request).every("verb"), *posted(request).every("verb")]}).only("verb")


def refuse(request: HttpRequest, door: TableDoor, refused: Refused) -> HttpResponse:
    """In words; what only asks "does something allow it?" comes with the way to say yes."""
    back = door.address
    if not refused.code.startswith("ask."):
        return declined(request, refused, back=back)
    if is_scripted(request):
        return to_ask(refused)
    fields = [(name, value) for name, values in given(request) for value in values]
    sent = [(name, value) for name, value in fields if name == "verb" or name not in ENVELOPE]
    asking = Asking(say(refused), reverse("table-act", args=[door.code]), (*sent, ("confirmed", "1")), back)
    return render(request, "play/asking.html", {"asking": asking, "here": "play"}, status=status(refused))


def to_ask(refused: Refused) -> HttpResponse:
    """For the script: nothing went wrong and nothing was done, somebody is asked. So the status is no error's. `ways`
    are what letting a card go may mean, each a yes of its own."""
    ways = [{"way": way, "label": say(DROPPED[way])} for way in refused.facts.get("ways", ())]
    response = JsonResponse({"code": refused.code, "words": say(refused), "ask": True, "ways": ways})
    response["X-Carte-Ask"] = "1"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def looking(request: HttpRequest, code: str) -> HttpResponse:
    """What lies in front of me; POST puts it back in the order typed: `at.<piece>` is its place from the top, or 0."""
    door = seated(request, code)
    if request.method != "POST":
        view = TableView.through(door)
        return _sheet(request, view, sheets.looking_sheet(view))
    try:
        command = read_verb(door.seat, "put_back", _in_order(posted(request)))
        turn = actions.act(door.row, command, by=_me(door), key=request_key(request))
    except Refused as refused:
        return refuse(request, door, refused)
    return done(request, turn, door.address)


def _in_order(post: Inputs) -> list[tuple[str, list[str]]]:
    places = sorted((post.whole_number(name, NUMBER_MAX), name[3:]) for name in post if name.startswith("at."))
    rest = [(name, [post[name]]) for name in post if not name.startswith("at.")]
    top, under = ([piece for at, piece in places if bool(at) is is_top] for is_top in (True, False))
    return [*rest, ("pieces", top), ("under", under)] if places else rest


@require_POST
def hand_over(request: HttpRequest, code: str) -> HttpResponse:
    door = seated(request, code)
    try:
        refuse_who_stands_in(door)
        to = posted(request).id("to")
        turn = actions.hand_over(door.row, by=_me(door), seat=door.seat, to=to, key=request_key(request))
    except Refused as refused:
        return declined(request, refused, back=door.address)
    return done(request, turn, door.address)


@require_POST
def remove(request: HttpRequest, code: str) -> HttpResponse:
    """The table is put away; its people agree by getting up. A forgotten one needs nobody's."""
    door = enter(request, code)
    if door.member_id is None:
        raise Refused("seat.not_yours")
    try:
        refuse_who_stands_in(door)
        actions.remove_table(door.table_id, by=_me(door))
    except Refused as refused:
        return declined(request, refused, back=door.address)
    return went(request, reverse("tables"), moves=True)


# --- sheets -----------------------------------------------------------------------------------------------------------


@require_safe
def piece(request: HttpRequest, code: str, id: str) -> HttpResponse:
    view = TableView.through(looker(request, code))
    return _sheet(request, view, sheets.piece_sheet(view, id))


@require_safe
def pile(request: HttpRequest, code: str, key: str) -> HttpResponse:
    view = TableView.through(looker(request, code))
    return _sheet(request, view, sheets.pile_sheet(view, key))


@require_safe
def seat(request: HttpRequest, code: str, number: int) -> HttpResponse:
    view = TableView.through(looker(request, code))
    return _sheet(request, view, sheets.seat_sheet(view, number))


def _sheet(request: HttpRequest, view: TableView, sheet: Sheet) -> HttpResponse:
    """A page of its own; for a script the fragment alone."""
    name = "play/_sheet.html" if is_scripted(request) else "play/sheet.html"
    return secret_page(request, name, {"sheet": sheet, "back": view.back, "here": "play"})


def _me(door: TableDoor) -> int:
    assert door.member_id is not None
    return door.member_id


def _link(request: HttpRequest, door: TableDoor) -> str:
    """The table's whole address, as it is handed on."""
    return public_address(request, door.address)
