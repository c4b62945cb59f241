"""Whoever was taken out of a group is told so, by whom, and takes along what they had typed."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from studio.access import TakenOut
from studio.middleware import keep_out_of_search
from studio.web.responses import is_scripted
from studio.web.words import say


def tell_who_was_taken_out(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: still 404, for nothing of the deck is theirs to see; but no misprint."""

    def answer(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if not isinstance(problem, TakenOut):
            return None
        words = say(problem.words)
        if is_scripted(request):
            return JsonResponse({"words": words}, status=404)
        keep_out_of_search(request)
        context = {"words": words, "stream_key": problem.stream_key}
        return render(request, "cards/taken_out.html", context, status=404)

    answer.process_exception = process_exception  # type: ignore[attr-defined]
    return answer
