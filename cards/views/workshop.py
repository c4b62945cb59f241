"""The live room and the drawer."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cards.access import Door
from cards.queries import composer
from cards.queries.deck_view import DeckView
from cards.queries.workshop import place
from cards.values.workshop import Join
from cards.venues import room_of_votes
from cards.views.begun import go_on_with
from cards.views.doors import enter
from studio.live.catch_up import Whole, answer_regions, is_resync, whole
from studio.people.invitations import qr_svg, token_of
from studio.people.join_codes import open_room, spoken
from studio.web.addresses import public_address
from studio.web.inputs import in_address


@require_safe
def workshop(request: HttpRequest, slug: str) -> HttpResponse:
    """The room; with `article`, `adjust` or `reword` in the address the composer holds that card.

    Who sits at the table where it would be judged adjusts it there, and is not led away from the game.
    """
    door = enter(request, slug)
    view = DeckView.through(door)
    if is_resync(request):
        return answer_regions("workshop", view)
    asked = in_address(request)
    if (number := asked.get("adjust")) and (table := room_of_votes(door.deck_id, _me(door))):
        return redirect(f"{table}write/?{urlencode({'adjust': number})}")
    now = whole("workshop", view)
    subject = go_on_with(request, view, composer.subject_of(view, asked))
    sheet = replace(composer.sheet_of(view, subject), known=None)  # it comes as a region
    context = {"place": place(view), "sheet": sheet, "join": join_of(request, view), **live(now)}
    return render(request, "cards/workshop.html", context)


def join_of(request: HttpRequest, view: DeckView) -> Join:
    """How somebody is got in: the link, its picture and tonight's code."""
    code = open_room(view.stream_id)
    link = public_address(request, reverse("join", args=[token_of(view.row.group)]))
    return Join(link, qr_svg(link), spoken(code))


@require_safe
def drawer(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything set aside, with its reasons."""
    door = enter(request, slug)
    view = DeckView.through(door)
    if is_resync(request):
        return answer_regions("drawer", view)
    now = whole("drawer", view)
    return render(request, "cards/drawer.html", {"place": place(view), "here": "archive", **live(now)})


def live(now: Whole) -> dict[str, object]:
    """Version and regions for a template, which knows `r-card` as `r.card`."""
    return {"v": now.v, "r": {name.removeprefix("r-").replace("-", "_"): html for name, html in now.html.items()}}


def _me(door: Door) -> int:
    assert door.member_id is not None
    return door.member_id
