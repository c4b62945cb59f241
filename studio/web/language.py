"""In which language the site speaks, and to whom. One function decides; one block makes it so.

A host offers languages with CARTE_LANGUAGES; by default English alone, whatever a browser would like. A page is in one
language: the reader's where its view is marked as translated, English everywhere else, so that `lang` is true of all of
it. A live region that is translated (studio/live/regions.py) says its own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import activate, get_language, get_supported_language_variant, override
from django.utils.translation.trans_real import parse_accept_lang_header

COOKIE = "carte_language"
ENGLISH = "en"

V = TypeVar("V", bound=Callable[..., HttpResponse])


class _InForce(threading.local):
    """What Django's own keeps for tasks as well, and is slow to say: a request and a drawing are one thread each."""

    language = ""
    reader = ""  # what whoever is answered in this thread would like


_in_force = _InForce()
_AS_BEFORE = nullcontext()


def offered() -> tuple[str, ...]:
    """The codes of the languages this host offers; English is always among them."""
    return tuple(code for code, _ in settings.LANGUAGES)


def language_of(cookies: Mapping[str, str], accepted: str) -> str:
    """The language of one reader: what they chose (the cookie), else what their browser likes best of those offered."""
    known = offered()
    if len(known) == 1:
        return ENGLISH
    if (chosen := cookies.get(COOKIE, "")) in known:
        return chosen
    for wish, _ in parse_accept_lang_header(accepted[:500].lower()):
        try:
            return get_supported_language_variant(wish)
        except LookupError:
            continue
    return ENGLISH


def translated(view: V) -> V:
    """Mark a view whose whole page is in the catalogues. The template says `{% block lang %}{{ interface }}`."""
    view.is_translated = True  # type: ignore[attr-defined]
    return view


def spoken() -> str:
    """The language in force in this thread."""
    language = in_force()
    return language if language == ENGLISH or language in offered() else ENGLISH


def in_force() -> str:
    """The same, offered or not. Each word of the site asks, and a drawing has hundreds of them."""
    return _in_force.language or get_language() or ENGLISH


def wished() -> str:
    """The language of the reader whose request is answered in this thread; where there is none, the one in force."""
    return _in_force.reader or spoken()


def page_tag() -> str:
    """For `lang` of a page that is wholly in the language in force."""
    language = spoken()
    return "en-GB" if language == ENGLISH else language


def besides_english(language: str) -> str:
    """For `lang` of a part that is translated on a page that is not: "" for English."""
    return "" if language == ENGLISH else language


def speaking(language: str) -> AbstractContextManager[None]:
    """Inside, words are made in this language."""
    return _AS_BEFORE if _in_force.language == language else _speaking(language)


@contextmanager
def _speaking(language: str) -> Iterator[None]:
    before, _in_force.language = _in_force.language, language
    try:
        with override(language):
            yield
    finally:
        _in_force.language = before


def english_from_now_on() -> None:
    """In this thread. Setting Django's language and putting back what it was, each time, cost a tenth of a move."""
    _from_now_on(ENGLISH)


def _from_now_on(language: str) -> None:
    if _in_force.language != language:
        activate(language)
        _in_force.language = language


def speak_to_the_reader(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: a translated page is in the language of whoever asks, any other in English; the answer says which
    where there are several. A thread that answers visitors speaks English from its start (`english_from_now_on`)."""

    def answer(request: HttpRequest) -> HttpResponse:
        _in_force.reader = language_of(request.COOKIES, request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
        try:
            with speaking(ENGLISH):
                response = get_response(request)
                language = spoken()
                english_from_now_on()
        finally:
            _in_force.reader = ""
        if len(offered()) > 1:
            response.headers.setdefault("Content-Language", language)
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    def process_view(request: HttpRequest, view: Callable[..., HttpResponse], *_: object) -> None:
        if getattr(view, "is_translated", False):
            _from_now_on(wished())  # until the answer is there

    answer.process_view = process_view  # type: ignore[attr-defined]
    return answer
