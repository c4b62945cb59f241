"""The skeleton of a deck: the page of its gaps, and what a member does with one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from cards import actions
from cards.queries import gaps as queries
from cards.queries.deck_view import DeckView
from cards.queries.workshop import place
from cards.rules.command import MemberCommand
from cards.rules.limits import GAP_MAX
from cards.verbs.gaps import NameGap, RewordGap
from cards.views.doors import enter
from studio.kernel.refusals import Refused
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
            asked_for: MemberCommand = RewordGap(door.member_id, number, words, wanted)
        else:
            asked_for = NameGap(door.member_id, words, wanted)
        turn = actions.do(door.deck_id, asked_for, key=key)
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
