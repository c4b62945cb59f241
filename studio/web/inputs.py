"""What comes in with a request: a form, a JSON body, or the query of an address, as the one `Inputs`."""

from __future__ import annotations

import json
from dataclasses import dataclass

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import Http404, HttpRequest, UnreadablePostError
from django.http.multipartparser import MultiPartParserError

from studio.kernel.inputs import ID_DIGITS, UNREADABLE, Failure, Inputs


@dataclass(frozen=True, slots=True)
class NotThere(Failure):
    """Told as a page that is not there."""

    code: str = ""

    def raised(self) -> Exception:
        return Http404()


NOT_THERE = NotThere()


def posted(request: HttpRequest) -> Inputs:
    """The body: a form, or for programs one JSON object of words, numbers, yes and no, or lists of these.

    Raises Refused("request.unreadable") for JSON of another shape.
    """
    known: Inputs | None = getattr(request, "_posted", None)
    if known is None:
        is_json = request.method == "POST" and request.content_type == "application/json"
        known = Inputs(_of_json(request.body) if is_json else dict(request.POST.lists()))
        request._posted = known  # type: ignore[attr-defined]
    return known


def in_address(request: HttpRequest) -> Inputs:
    """The query of the address."""
    known: Inputs | None = getattr(request, "_in_address", None)
    if known is None:
        known = request._in_address = Inputs(dict(request.GET.lists()))  # type: ignore[attr-defined]
    return known


def what_is_torn(request: HttpRequest) -> str:
    """The code of what is wrong with a body that nothing can read, over which Django fails before a view sees it: one
    that says it is not UTF-8, a form that ends too soon or has too much in it, a file with an endless name. Else ""."""
    if request.method != "POST":
        return ""
    named = (request.content_params or {}).get("charset", "utf-8")
    if named.lower() not in ("utf-8", "utf8"):
        return "request.unreadable"
    try:
        request.POST  # noqa: B018 - it is read here, and kept
    except UnreadablePostError:
        return ""  # whoever sent it has gone
    except MultiPartParserError as problem:
        return "request.name_long" if "header" in str(problem) else "request.unreadable"
    except (TooManyFieldsSent, TooManyFilesSent, RequestDataTooBig):
        return "request.unreadable"
    return ""


def sent(request: HttpRequest) -> Inputs:
    """What a page that is shown and sent back is asked: by its address at first, by its form then."""
    return posted(request) if request.method == "POST" else in_address(request)


def anywhere(request: HttpRequest) -> Inputs:
    """The body's fields, and the address's for what the body leaves out: buttons carry theirs in either."""
    return posted(request).over(in_address(request))


def _of_json(body: bytes) -> dict[str, list[str]]:
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        raise UNREADABLE.raised() from None
    if not isinstance(said, dict):
        raise UNREADABLE.raised()
    return {
        _word(name): [_word(one) for one in (value if isinstance(value, list) else [value])]
        for name, value in said.items()
    }


def _word(value: object) -> str:
    """A value of JSON as a form would say it."""
    match value:
        case str() if _can_be_written(value):
            return value
        case bool():
            return "1" if value else "0"
        case int() if abs(value) < 10**ID_DIGITS:
            return str(value)
        case None:
            return ""
    raise UNREADABLE.raised()


def _can_be_written(word: str) -> bool:
    """JSON can say half of a letter ("\\ud800"), which no page and no row can hold."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True
