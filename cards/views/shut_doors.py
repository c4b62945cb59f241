"""What is said at a door of a deck that stays shut: where the deck is now, or who took one out of its group."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.shortcuts import render

from cards.access import DeckMoved
from studio.access import TakenOut
from studio.middleware import keep_out_of_search
from studio.web.addresses import path_to
from studio.web.responses import is_scripted
from studio.web.words import say


def say_at_shut_doors(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware."""

    def answer(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if isinstance(problem, DeckMoved):
            return _where_it_is(request, problem)
        return _taken_out(request, problem) if isinstance(problem, TakenOut) else None

    answer.process_exception = process_exception  # type: ignore[attr-defined]
    return answer


def _where_it_is(request: HttpRequest, moved: DeckMoved) -> HttpResponse:
    """A page asked for under a former slug is a redirect; a command is told the page has moved (308)."""
    old = request.resolver_match.kwargs["slug"] if request.resolver_match else ""
    there = request.get_full_path().replace(path_to("deck", slug=old), path_to("deck", slug=moved.slug), 1)
    response = HttpResponsePermanentRedirect(there)
    response.status_code = 301 if request.method in ("GET", "HEAD") else 308
    return response


def _taken_out(request: HttpRequest, told: TakenOut) -> HttpResponse:
    """Whoever was taken out of a group is told so, by whom, and takes along what they had typed. Still 404, for nothing
    of the deck is theirs to see; but no misprint."""
    words = say(told.words)
    if is_scripted(request):
        return JsonResponse({"words": words}, status=404)
    keep_out_of_search(request)
    context = {"words": words, "stream_key": told.stream_key}
    return render(request, "cards/taken_out.html", context, status=404)
