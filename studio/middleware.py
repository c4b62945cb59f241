"""What every answer carries, and what is said while the database cannot be reached or written."""

from __future__ import annotations

import ipaddress
import logging
import sys
from typing import Any

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.contrib.messages.middleware import MessageMiddleware
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.template.loader import render_to_string

from studio.kernel.inputs import whole_number
from studio.live.reach import is_the_database_away
from studio.log.facts import UnknownFact
from studio.setup.logs import number_here
from studio.web.devices import GetResponse
from studio.web.request_numbers import address_of

PORT_MAX = 65_535
RESTING = "The press is resting for a moment. Nothing was changed; try again shortly."
BROKEN = "Something here is broken, and it is not you. Nothing of yours is lost."
log = logging.getLogger(__name__)


class OwnPolicy(CSPMiddleware):
    """The policy of the settings, with sockets to this very host: older browsers do not count them as 'self'."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if not report_only:
            scheme = "wss" if request.is_secure() else "ws"
            try:
                here = [f"{scheme}://{request.get_host()}"]
            except DisallowedHost:
                here = []
            update = dict(parts.update or {})
            update["connect-src"] = [*update.get("connect-src", []), *here]
            parts.update = update
        return parts

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """What was done and says nothing is no document: no policy is worded for it."""
        return response if response.status_code == 204 else super().process_response(request, response)


class CompressInTheClear(GZipMiddleware):
    """Text is sent small over plain HTTP to another machine: an evening on a local network, with no proxy to do it.

    Never where something hides the words on their way: how small secrets and chosen words become together would tell
    of the secrets (BREACH), though nobody could read them. Over plain HTTP whoever sees the sizes sees the words.
    A proxy chooses for itself, and on this very machine bytes cost nothing.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_text = response.headers.get("Content-Type", "").startswith(("text/", "application/json"))
        if response.status_code == 204 or response.streaming or not is_text or not _is_in_the_clear(request):
            return response
        return super().process_response(request, response)


def _is_in_the_clear(request: HttpRequest) -> bool:
    """Over plain HTTP from another machine, at a site whose own address is not HTTPS either."""
    if request.is_secure() or settings.ENV.is_secure:
        return False
    try:
        address = ipaddress.ip_address(str(request.META.get("REMOTE_ADDR", "")))
        return not (getattr(address, "ipv4_mapped", None) or address).is_loopback
    except ValueError:  # a socket of this machine has no address
        return False


def refuse_no_port(get_response: GetResponse) -> GetResponse:
    """A Host with a port that is none (`:99999`) is nobody's, and would stand in links."""

    def answer(request: HttpRequest) -> HttpResponse:
        _, has_port, port = request.META.get("HTTP_HOST", "").rpartition(":")
        is_port = 0 < (whole_number(port) or 0) <= PORT_MAX
        if has_port and not is_port and not port.endswith("]"):  # of an address in brackets, without one
            raise DisallowedHost(f"There is no port {port[:20]}.")
        return get_response(request)

    return answer


def keep_out_of_search(request: HttpRequest) -> None:
    """Have the answer say that it is not to be found by a search, and its page, where it is one."""
    request.no_index = True  # type: ignore[attr-defined]


class AdminMessages(MessageMiddleware):
    """Nobody's pages but the admin's say anything so."""

    def __call__(self, request: HttpRequest) -> Any:
        is_admin = request.path_info.startswith("/admin/")
        return super().__call__(request) if is_admin else self.get_response(request)


def house_headers(get_response: GetResponse) -> GetResponse:
    """Private unless a view says otherwise; no camera, no microphone; in nobody's frame and by no other name than it
    has; not to be found where a door said so.

    What was done and says nothing is no document, which all but the first of these are about; it has no length either.
    """
    of_documents = {
        "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    }
    lasting = f"max-age={settings.SECURE_HSTS_SECONDS}" if settings.SECURE_HSTS_SECONDS else ""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        headers = response.headers
        headers.setdefault("Cache-Control", "private, no-store")
        if lasting and request.is_secure():
            headers.setdefault("Strict-Transport-Security", lasting)
        if response.status_code == 204:
            del headers["Content-Type"], headers["Content-Length"]
            return response
        if getattr(request, "no_index", False):
            headers["X-Robots-Tag"] = "noindex, nofollow"
        for name, value in of_documents.items():
            headers.setdefault(name, value)
        return response

    return answer


def say_when_the_database_cannot(get_response: GetResponse) -> GetResponse:
    """A full disk, a read-only file, a server that is away: 503 in words, and the same request may be sent again.

    Commands are one transaction with a request key, so a repeated one does no harm. The same is said of a log that a
    newer release has written to: while one takes the place of the other, whoever comes again meets the newer one.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if isinstance(problem, UnknownFact):
            log.error("Another release wrote what %s reads: %s", address_of(request), problem)
            return resting()
        if not is_the_database_away(problem):
            return None
        log.error("The database could not answer %s: %s", address_of(request), problem)
        return resting()

    answer.process_exception = process_exception  # type: ignore[attr-defined]
    return answer


def resting() -> HttpResponse:
    """The 503 page. It asks the database nothing."""
    return _said(HttpResponse(_page("503.html", RESTING), status=503, headers={"Retry-After": "5"}))


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler500: the resting page when the database was the reason (a session that could not be saved),
    else a page with the number that is in the log beside the traceback, and nothing about the inside."""
    problem = sys.exc_info()[1]
    if is_the_database_away(problem):
        log.error("The database could not answer %s: %s", address_of(request), problem)
        return resting()
    log.error("Error at %s", address_of(request), exc_info=problem)
    return _said(HttpResponse(_page("500.html", BROKEN), status=500))


def _said(response: HttpResponse) -> HttpResponse:
    """The log has its line: Django would say it again, without a number."""
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def _page(template: str, words: str) -> str:
    """A page of the house, or bare words when even that cannot be drawn."""
    try:
        return render_to_string(template, {"request_number": number_here()})
    except Exception:
        log.exception("The page %s could not be drawn", template)
        return words
