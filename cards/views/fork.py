"""A deck of one's own, made of somebody else's cards: forking a deck (what comes along and what it is to be called, a
name first for somebody new, then it is there) and taking a maker's cards home."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_http_methods, require_safe

from cards.actions import fork as forking
from cards.actions.gather import gather_home
from cards.queries.fork_page import ForkPage, fork_page
from cards.queries.lineage import source_address
from cards.queries.maker import makers_name
from cards.queries.take_home_page import take_home_page, title_of_home
from cards.rules.limits import clean_line
from cards.values.maker import TakeHomePage
from cards.views.doors import open_deck
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.models import Person
from studio.people.devices import give_device
from studio.people.limits import Pace
from studio.people.makers import makers_address
from studio.views.answers import secret_page, went
from studio.views.person_form import arrive, person_form
from studio.web.addresses import path_to
from studio.web.devices import caller, keep_device, visit_of
from studio.web.inputs import NOT_THERE, posted, sent
from studio.web.ratelimit import network_of, take_try
from studio.web.responses import declined, is_scripted, request_key

FORK_PACE = Pace(60, 3600)  # decks made so from one address
TITLE_READ = 1000  # characters of a title that are looked at; the rules have their own, smaller limit


@require_http_methods(["GET", "HEAD", "POST"])
def fork(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows what would come along; POST makes the fork."""
    door = open_deck(request, slug)
    version = sent(request).whole_number("version", otherwise=NOT_THERE, empty=None)

    def made(typed: str, **asked: Any) -> Committed:
        return forking.fork(door, version=version, title=typed, **asked)

    return _own_deck(request, "cards/fork.html", lambda typed: fork_page(door, version, typed), made)


@require_http_methods(["GET", "HEAD", "POST"])
def take_home(request: HttpRequest, named: str) -> HttpResponse:
    """GET shows what would come along; POST makes the deck."""
    maker, person_id = makers_name(named), caller(request).person_id
    here = f"{makers_address(maker.name, maker.maker_key)}take-home/"
    if request.method != "POST" and request.path != here:
        return HttpResponsePermanentRedirect(here)

    def made(typed: str, **asked: Any) -> Committed:
        return gather_home(maker, title=clean_line(typed) or title_of_home(maker), **asked)

    return _own_deck(request, "cards/take_home.html", lambda typed: take_home_page(maker, person_id, typed), made)


@require_safe
def source(request: HttpRequest, key: str, version: int) -> HttpResponse:
    """The lasting address of a deck that was forked: leads to it for whoever may see it by themselves."""
    return redirect(source_address(key, version, caller(request).person_id))


def _own_deck(
    request: HttpRequest,
    template: str,
    page_of: Callable[[str | None], ForkPage | TakeHomePage],
    make: Callable[..., Committed],
) -> HttpResponse:
    """The page, or the deck once it is made. A newcomer's first POST may come without a name."""
    who = caller(request)

    def page(refused: Refused | None = None) -> HttpResponse:
        shown = page_of(posted(request).text("title", TITLE_READ) if "title" in posted(request) else None)
        form = person_form(request)
        # What stands in the way of everybody is said once, instead of the form.
        form = form.refused(refused) if refused and not shown.why_not else form
        context = {"here": "archive", "page": shown, "who": who, "form": form}
        return secret_page(request, template, context, refused)

    if request.method != "POST" or not (who.is_known or "name" in posted(request)):
        return page()
    browser = _browser_of(request)
    try:
        take_try("fork", network_of(request), FORK_PACE)
        turn = make(
            posted(request).text("title", TITLE_READ), who=who, key=request_key(request), browser=browser,
            person=lambda: arrive(request).pk,
        )  # fmt: skip
        if turn.is_repeat:
            _know_again(request, turn, browser)
    except Refused as refused:
        return declined(request, refused) if is_scripted(request) else page(refused)
    return went(request, path_to("deck", slug=turn.result["slug"]), moves=True)


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


def _browser_of(request: HttpRequest) -> str:
    """A name for this browser that only its own secret for forms leads to; "" when it keeps none."""
    secret = request.META.get("CSRF_COOKIE", "")
    return salted_hmac("cards.forking", secret, algorithm="sha256").hexdigest() if secret else ""
