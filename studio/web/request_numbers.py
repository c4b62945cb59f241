"""Every request has a number: it is in each line that is logged of it, and on the page that says what went wrong."""

from __future__ import annotations

import logging
import secrets

from django.http import HttpRequest, HttpResponse

from studio.setup.logs import on_one_line, set_number
from studio.web.devices import GetResponse

NUMBER = "X-Request-Number"
log = logging.getLogger(__name__)


def number_requests(get_response: GetResponse) -> GetResponse:
    """Middleware, the first of all: numbers the request; an answer of 4xx and 5xx names the number in its header.

    What was refused is a line of the level INFO: what, by whom, and the code that says why. So is a 503 that nobody has
    told the log of yet: the machine has no room for it just now, and whoever asks often has many of them.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        number = secrets.token_hex(4)
        set_number(number)
        try:
            response = get_response(request)
            if response.status_code >= 400:
                response.headers[NUMBER] = number
                if (response.status_code < 500 or response.status_code == 503) and not getattr(
                    response, "_has_been_logged", False
                ):
                    _note(request, response)
            return response
        finally:
            set_number("")

    return answer


def address_of(request: HttpRequest) -> str:
    """ "POST /decks/bus/", as it may stand in the log."""
    return f"{request.method} {on_one_line(request.path)}"


def _note(request: HttpRequest, response: HttpResponse) -> None:
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django would say it again, and as a warning
    person = getattr(getattr(request, "_caller", None), "person_id", None)
    why = getattr(response, "refused_with", response.reason_phrase)
    by = "a stranger" if person is None else f"person {person}"
    log.info("%s to %s by %s: %s", response.status_code, address_of(request), by, why)
