"""Links to a deck's former address lead to where it is now."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect

from cards.access import DeckMoved
from studio.web.addresses import path_to


def follow_moves(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: a page asked for under a former slug is a redirect; a command is told the page has moved (308)."""

    def answer(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if not isinstance(problem, DeckMoved):
            return None
        old = request.resolver_match.kwargs["slug"] if request.resolver_match else ""
        there = request.get_full_path().replace(path_to("deck", slug=old), path_to("deck", slug=problem.slug), 1)
        response = HttpResponsePermanentRedirect(there)
        response.status_code = 301 if request.method in ("GET", "HEAD") else 308
        return response

    answer.process_exception = process_exception  # type: ignore[attr-defined]
    return answer
