"""Taking a maker's cards home: what comes along and what stays, a name first for somebody new, then it is a deck."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.views.decorators.http import require_http_methods

from cards.actions.gather import gather_home
from cards.queries.maker import makers_name
from cards.queries.take_home_page import take_home_page, title_of_home
from cards.rules.limits import clean_line
from cards.views.own_deck import FORK_PACE, TITLE_READ, browser_of, know_again
from studio.kernel.refusals import Refused
from studio.models import Person
from studio.people.makers import makers_address
from studio.views.answers import secret_page, went
from studio.views.person_form import arrive, person_form
from studio.web.addresses import path_to
from studio.web.devices import caller
from studio.web.inputs import posted
from studio.web.ratelimit import network_of, take_try
from studio.web.responses import declined, is_scripted, request_key


@require_http_methods(["GET", "HEAD", "POST"])
def take_home(request: HttpRequest, named: str) -> HttpResponse:
    """GET shows what would come along; POST makes the deck. A newcomer's first POST may come without a name."""
    maker, who = makers_name(named), caller(request)
    if request.method != "POST":
        here = f"{makers_address(maker.name, maker.maker_key)}take-home/"
        return _page(request, maker) if request.path == here else HttpResponsePermanentRedirect(here)
    if not (who.is_known or "name" in posted(request)):
        return _page(request, maker)

    def person() -> int:
        return arrive(request).pk

    browser = browser_of(request)
    try:
        take_try("fork", network_of(request), FORK_PACE)
        turn = gather_home(
            maker, who=who, title=clean_line(posted(request).text("title", TITLE_READ)) or title_of_home(maker),
            key=request_key(request), browser=browser, person=person,
        )  # fmt: skip
        if turn.is_repeat:
            know_again(request, turn, browser)
    except Refused as refused:
        return declined(request, refused) if is_scripted(request) else _page(request, maker, refused)
    return went(request, path_to("deck", slug=turn.result["slug"]), moves=True)


def _page(request: HttpRequest, maker: Person, refused: Refused | None = None) -> HttpResponse:
    typed = posted(request).text("title", TITLE_READ) if "title" in posted(request) else None
    who = caller(request)
    page = take_home_page(maker, who.person_id, typed)
    form = person_form(request)
    context = {
        "here": "archive",
        "page": page,
        "who": who,
        # What stands in the way of everybody is said once, instead of the form.
        "form": form.refused(refused) if refused and not page.why_not else form,
    }
    return secret_page(request, "cards/take_home.html", context, refused)
