"""The skeleton of a deck: the page of its gaps, and what a member does with one."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from cards import actions
from cards.access import Door
from cards.lent import refuse_theirs_alone
from cards.queries import gaps as queries
from cards.queries.deck_view import DeckView
from cards.queries.workshop import place
from cards.rules.limits import GAP_MAX
from cards.views.doors import enter
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.people.limits import GAP_PACE
from studio.web.inputs import posted
from studio.web.ratelimit import keep_pace
from studio.web.responses import declined, done, is_scripted, request_key
from studio.web.words import say
from studio.wording import status


@require_safe
def gaps(request: HttpRequest, slug: str) -> HttpResponse:
    """All of them, to be worded otherwise or put away, and a line for another."""
    view = DeckView.through(enter(request, slug))
    return _page(request, view)


@require_POST
def name(request: HttpRequest, slug: str) -> HttpResponse:
    """Something is missing: in one's own words, or as was suggested."""
    return _worded(request, slug, 0)


@require_POST
def reword(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _worded(request, slug, number)


@require_POST
def put_away(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _command(
        request, slug, lambda door, by, key: actions.put_gap_away(door.deck_id, by=by, key=key, gap=number), "gaps"
    )


@require_POST
def hang(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The card that one is writing is for this gap; without a script one goes and writes it."""
    return _command(
        request,
        slug,
        lambda door, by, key: actions.hang_on_gap(door.deck_id, by=by, key=key, gap=number),
        "write",
        is_ones_own=True,
    )


@require_POST
def unhook(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _command(
        request, slug, lambda door, by, key: actions.unhook_from_gap(door.deck_id, by=by, key=key, gap=number),
        "workshop", is_ones_own=True,
    )  # fmt: skip


def _worded(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Name a gap, or change what is said of one; a refusal stands beside what was typed."""
    door = enter(request, slug)
    asked = posted(request)
    words, wanted = asked.text("words"), asked.whole_number("wanted", otherwise=0 if asked.get("wanted") else 1)
    if suggested := queries.beginning(asked.get("suggested") or ""):
        words, wanted = suggested
    key = request_key(request)
    assert door.member_id is not None
    try:
        keep_pace(door, GAP_PACE, key)
        if number:
            turn = actions.reword_gap(door.deck_id, by=door.member_id, key=key, gap=number, words=words, wanted=wanted)
        else:
            turn = actions.name_gap(door.deck_id, by=door.member_id, key=key, words=words, wanted=wanted)
    except Refused as refused:
        if is_scripted(request):
            return declined(request, refused)
        return _page(request, DeckView.through(door), refused, number, words[: 2 * GAP_MAX], wanted)
    return done(request, turn, reverse("gaps", args=[door.slug]))


def _page(
    request: HttpRequest, view: DeckView, refused: Refused | None = None, number: int = 0, words: str = "",
    wanted: int = 1,
) -> HttpResponse:  # fmt: skip
    page = queries.gap_page(view, say(refused) if refused else "", number, words, wanted)
    context = {"place": place(view), "page": page, "here": "archive"}
    return render(request, "cards/gaps.html", context, status=status(refused) if refused else 200)


def _command(
    request: HttpRequest, slug: str, act: Callable[[Door, int, str], Committed], to: str, *, is_ones_own: bool = False
) -> HttpResponse:
    """`is_ones_own`: it is about what one writes oneself."""
    door = enter(request, slug)
    assert door.member_id is not None
    key = request_key(request)
    try:
        if is_ones_own:
            refuse_theirs_alone(door)
        keep_pace(door, GAP_PACE, key)
        return done(request, act(door, door.member_id, key), reverse(to, args=[door.slug]))
    except Refused as refused:
        return declined(request, refused, back=reverse("workshop", args=[door.slug]))
