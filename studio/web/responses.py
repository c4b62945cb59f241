"""How a view answers a command, with a script on the page or without (docs/protocol.md "Commands").

A page's script sends `X-Carte: 1`: it gets 204 with the number it made (`X-Stream-Version`), or a refusal as
JSON {"code", "words"}. A plain form gets 303 to a page, or the refusal on a page with a way back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response

from studio.kernel.refusals import Refused
from studio.log.committed import Committed, readable_key
from studio.web.inputs import posted, what_is_torn
from studio.web.lanes import is_full, refuse_when_full
from studio.web.redirects import see_other
from studio.web.words import say
from studio.wording import status


def is_scripted(request: HttpRequest) -> bool:
    return request.META.get("HTTP_X_CARTE") == "1"  # `headers` would first make a mapping of all of them


def request_key(request: HttpRequest) -> str:
    """What makes a double click or a resend count once: the form's `key`, made when the button was drawn or pressed.

    One that no page of ours made raises Refused("request.unreadable").
    """
    return readable_key(posted(request).text("key"))


def done(request: HttpRequest, turn: Committed, to: str, **said: Any) -> HttpResponse:
    """It was carried out. `to` is where a plain form goes; `said` goes to the script, with the turn's result."""
    if not is_scripted(request):
        return see_other(to)
    result = {**turn.result, **said}
    response = JsonResponse(result) if said else HttpResponse(status=204)
    response["X-Stream-Version"] = str(turn.v)
    return response


def declined(request: HttpRequest, refused: Refused, back: str = "") -> HttpResponse:
    """It was refused: in words, with the status that goes with the code."""
    response: HttpResponse
    if is_scripted(request):
        response = JsonResponse({"code": refused.code, "words": say(refused)}, status=status(refused))
    else:
        context = {"words": say(refused), "back": back, "code": refused.code}
        response = render(request, "studio/refused.html", context, status=status(refused))
    response.refused_with = refused.code  # type: ignore[attr-defined]  # for the log
    return response


def say_refusals(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: a refusal that a view lets through is answered in words, and so is a body that nothing can read."""

    def answer(request: HttpRequest) -> HttpResponse:
        if is_full(request):  # nothing of it is done, and to look for its token would be to read all of it
            request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
            return get_response(request)
        torn = what_is_torn(request)
        return declined(request, Refused(torn)) if torn else get_response(request)

    def process_exception(request: HttpRequest, problem: Exception) -> HttpResponse | None:
        return declined(request, problem) if isinstance(problem, Refused) else None

    def process_view(request: HttpRequest, view: Any, *_: Any) -> HttpResponse | None:
        if getattr(view, "lane", None):  # it says so itself, where the words are kept
            return None
        try:
            refuse_when_full(request)
        except Refused as refused:
            return declined(request, refused)
        return None

    answer.process_view = process_view  # type: ignore[attr-defined]
    answer.process_exception = process_exception  # type: ignore[attr-defined]
    return answer


# What is asked for again and again by programs: sent once, and 304 while nothing of it is other.
def answered(request: HttpRequest, body: bytes, sort: str, *, is_public: bool) -> HttpResponse:
    """Named by a digest of its bytes (ETag). What is public may be read by pages of other sites and kept by whoever
    carries it, and is never shown again without asking: it may be public no longer."""
    mark = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    same = get_conditional_response(request, etag=mark)
    response = same if isinstance(same, HttpResponse) else HttpResponse(body, content_type=f"{sort}; charset=utf-8")
    response["ETag"], response["Cache-Control"] = mark, "no-cache" if is_public else "private, no-cache"
    if is_public:
        response["Access-Control-Allow-Origin"] = "*"
    return response
