"""Forking a deck: what comes along and what it is to be called, a name first for somebody new, then it is there."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from cards.access import Door
from cards.actions import fork as forking
from cards.queries.fork_page import fork_page
from cards.queries.lineage import source_address
from cards.views.doors import open_deck
from cards.views.own_deck import FORK_PACE, TITLE_READ, browser_of, know_again
from studio.kernel.refusals import Refused
from studio.views.answers import secret_page, went
from studio.views.person_form import arrive, person_form
from studio.web.addresses import path_to
from studio.web.devices import caller
from studio.web.inputs import NOT_THERE, posted, sent
from studio.web.ratelimit import network_of, take_try
from studio.web.responses import declined, is_scripted, request_key


@require_http_methods(["GET", "HEAD", "POST"])
def fork(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows what would come along; POST makes the fork. A newcomer's first POST may come without a name."""
    door = open_deck(request, slug)
    who = caller(request)
    version = sent(request).whole_number("version", otherwise=NOT_THERE, empty=None)
    if request.method != "POST" or not (who.is_known or "name" in posted(request)):
        return _page(request, door, version)

    def person() -> int:
        return arrive(request).pk

    browser = browser_of(request)
    try:
        take_try("fork", network_of(request), FORK_PACE)
        turn = forking.fork(
            door, who=who, version=version, title=posted(request).text("title", TITLE_READ),
            key=request_key(request), browser=browser, person=person,
        )  # fmt: skip
        if turn.is_repeat:
            know_again(request, turn, browser)
    except Refused as refused:
        return declined(request, refused) if is_scripted(request) else _page(request, door, version, refused)
    return went(request, path_to("deck", slug=turn.result["slug"]), moves=True)


@require_safe
def source(request: HttpRequest, key: str, version: int) -> HttpResponse:
    """The lasting address of a deck that was forked: leads to it for whoever may see it by themselves."""
    return redirect(source_address(key, version, caller(request).person_id))


def _page(request: HttpRequest, door: Door, version: int | None, refused: Refused | None = None) -> HttpResponse:
    typed = posted(request).text("title", TITLE_READ) if "title" in posted(request) else None
    page = fork_page(door, version, typed)
    form = person_form(request)
    context = {
        "here": "archive",
        "page": page,
        "who": caller(request),
        # What stands in the way of everybody is said once, instead of the form.
        "form": form.refused(refused) if refused and not page.why_not else form,
    }
    return secret_page(request, "cards/fork.html", context, refused)
