"""What every answer carries, and what is said while the database cannot be reached or written."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

Answer = Callable[[HttpRequest], HttpResponse]
log = logging.getLogger(__name__)


def house_headers(get_response: Answer) -> Answer:
    """Private unless a view says otherwise; no camera, no microphone; sockets to this host and no other."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
        return response

    return answer


def say_when_the_database_cannot(get_response: Answer) -> Answer:
    """A full disk, a read-only file, a server that is away: 503 in words, and the same request may be sent again.

    Commands are one transaction with a request key, so a repeated one does no harm.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if not isinstance(problem, OperationalError | InterfaceError):
            return None
        log.error("The database could not answer %s %s: %s", request.method, request.path, problem)
        return resting()

    answer.process_exception = process_exception  # type: ignore[attr-defined]
    return answer


def resting() -> HttpResponse:
    """The 503 page. It asks the database nothing."""
    try:
        page = render_to_string("503.html")
    except DatabaseError:  # pragma: no cover - a template never asks, but this page must not fail
        page = "Nothing was changed. Please try again in a moment."
    return HttpResponse(page, status=503, headers={"Retry-After": "5"})
