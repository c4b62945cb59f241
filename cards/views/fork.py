"""Forking a deck: what comes along and what it is to be called, a name first for somebody new, then it is there."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_http_methods, require_safe

from cards.access import Door
from cards.actions import fork as forking
from cards.queries.fork_page import fork_page
from cards.queries.lineage import source_address
from cards.views.doors import open_deck
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.models import Person
from studio.people.devices import give_device
from studio.people.limits import Pace
from studio.views.answers import secret_page, went
from studio.views.person_form import arrive, person_form
from studio.web.devices import caller, keep_device, visit_of
from studio.web.inputs import NOT_THERE, posted, sent
from studio.web.ratelimit import network_of, take_try
from studio.web.responses import declined, is_scripted, request_key

FORK_PACE = Pace(60, 3600)  # forks made from one address
TITLE_READ = 1000  # characters of a title that are looked at; the rules have their own, smaller limit


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

    browser = _browser(request)
    try:
        take_try("fork", network_of(request), FORK_PACE)
        turn = forking.fork(
            door, who=who, version=version, title=posted(request).text("title", TITLE_READ),
            key=request_key(request), browser=browser, person=person,
        )  # fmt: skip
        if turn.is_repeat:
            _know_again(request, turn, browser)
    except Refused as refused:
        return declined(request, refused) if is_scripted(request) else _page(request, door, version, refused)
    return went(request, f"/decks/{turn.result['slug']}/", moves=True)


@require_safe
def source(request: HttpRequest, key: str, version: int) -> HttpResponse:
    """The lasting address of a deck that was forked: leads to it for whoever may see it by themselves."""
    return redirect(source_address(key, version, caller(request).person_id))


def _know_again(request: HttpRequest, turn: Committed, browser: str) -> None:
    """The same form once more. Whoever forked is led there; a newcomer who pressed twice has perhaps not been told yet
    who they are, and their browser shows that it is the same by what else it keeps. Anybody else is refused."""
    who = caller(request)
    if who.person_id == turn.result["person"]:
        return
    if who.is_known or not browser or browser != turn.result["browser"]:
        raise Refused("request.reused")
    with transaction.atomic():
        me = Person.objects.get(pk=turn.result["person"])
        keep_device(request, give_device(visit_of(request), me))


def _browser(request: HttpRequest) -> str:
    """A name for this browser that only its own secret for forms leads to; "" when it keeps none."""
    secret = request.META.get("CSRF_COOKIE", "")
    return salted_hmac("cards.forking", secret, algorithm="sha256").hexdigest() if secret else ""


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
