"""What members do to the deck as a whole: archive a version, edit its details, ask for another standing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards import actions
from cards.access import Door, refuse_for_good
from cards.queries.deck_settings import archive_form, details_form
from cards.rules.deck import Change, DeleteDeck, SetLicence, SetVisibility
from cards.rules.details import TYPED
from cards.views.doors import open_to_members
from cards.views.naming import name_untitled
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.people.limits import DRAFT_PACE, PROPOSAL_PACE
from studio.web.inputs import posted
from studio.web.ratelimit import keep_pace
from studio.web.redirects import see_other
from studio.web.responses import declined, done, is_scripted, request_key
from studio.web.words import say
from studio.wording import status

TYPED_MAX = 20_000  # characters of one field that are looked at; the rules have their own, smaller limits


@require_http_methods(["GET", "HEAD", "POST"])
def archive_version(request: HttpRequest, slug: str) -> HttpResponse:
    """A name, perhaps notes; then the draft is kept for ever as it is now. A deck that nobody gave a title is asked for
    one first, and need not say."""
    door = open_to_members(request, slug)
    typed = _typed(request, "name", "notes", "called")

    def act() -> Committed:
        keep_pace(door, DRAFT_PACE, request_key(request))
        name_untitled(door, _me(door), typed["called"])
        return actions.archive_version(
            door.deck_id, by=_me(door), key=request_key(request), name=typed["name"], notes=typed["notes"]
        )

    def page(refused: Refused | None = None) -> HttpResponse:
        return _page(request, "cards/archive_version.html", archive_form(door, typed), refused)

    return _form(request, act, page, lambda turn: f"/decks/{slug}/versions/{turn.result['version']}/")


@require_POST
def call_it(request: HttpRequest, slug: str) -> HttpResponse:
    """A title for a deck that nobody gave one, said where it is about to be printed."""
    door = open_to_members(request, slug)
    press = f"/decks/{slug}/print/"
    try:
        keep_pace(door, DRAFT_PACE, request_key(request))
        name_untitled(door, _me(door), posted(request).text("title", TYPED_MAX))
    except Refused as refused:
        return declined(request, refused, back=press)
    return see_other(press)


@require_safe
def details(request: HttpRequest, slug: str) -> HttpResponse:
    """Title, blurb, players and the like: any member, in the minutes, and back again as easily."""
    return _page(request, "cards/details.html", details_form(open_to_members(request, slug), {}), None)


def details_again(request: HttpRequest, door: Door, refused: Refused) -> HttpResponse:
    """With what was typed, and why not."""
    return _page(request, "cards/details.html", details_form(door, _typed(request, *TYPED)), refused)


@require_POST
def standing(request: HttpRequest, slug: str) -> HttpResponse:
    """Who may read the deck, its licence, or putting it away: asked of every member, decided by their votes."""
    door = open_to_members(request, slug)
    try:
        refuse_for_good(door)
        keep_pace(door, PROPOSAL_PACE, request_key(request))
        turn = actions.propose(
            door.deck_id, by=_me(door), key=request_key(request), changes=(_standing(request),), sort="members"
        )
    except Refused as refused:
        return declined(request, refused, back=f"/decks/{slug}/details/")
    if "accepted" in turn.result:
        return done(request, turn, f"/decks/{slug}/" if posted(request).get("ask") != "delete" else "/you/")
    return done(request, turn, f"/decks/{slug}/proposals/{turn.result['proposal']}/")


def _standing(request: HttpRequest) -> Change:
    """Raises Refused("request.unreadable") for what is none of the three."""
    to = posted(request).text("to", TYPED_MAX)
    match posted(request).get("ask"):
        case "visibility" if to in ("private", "unlisted", "public"):
            return SetVisibility(to)  # type: ignore[arg-type]
        case "licence":
            return SetLicence(to)
        case "delete":
            return DeleteDeck()
    raise Refused("request.unreadable")


def _form(
    request: HttpRequest,
    act: Callable[[], Committed],
    page: Callable[..., HttpResponse],
    to: Callable[[Committed], str],
) -> HttpResponse:
    """GET shows the form; POST carries it out, or shows it again with what was typed and why not."""
    if request.method != "POST":
        return page()
    try:
        turn = act()
    except Refused as refused:
        return declined(request, refused) if is_scripted(request) else page(refused)
    return done(request, turn, to(turn))


def _page(request: HttpRequest, template: str, form: Any, refused: Refused | None) -> HttpResponse:
    context = {"form": form, "here": "archive", "wrong": say(refused) if refused else ""}
    return render(request, template, context, status=status(refused) if refused else 200)


def _typed(request: HttpRequest, *names: str) -> dict[str, str]:
    return {name: posted(request).text(name, TYPED_MAX) for name in names}


def _me(door: Door) -> int:
    assert door.member_id is not None  # a member's door
    return door.member_id
