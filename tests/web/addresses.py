"""Every address of the site, for tests that go to all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver


def every_route(patterns: list[Any] | None = None, before: str = "") -> Iterator[str]:
    """ "decks/<slug:slug>/cards/<int:number>/" and all others that are no regular expressions."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from every_route(one.url_patterns, route)
        elif isinstance(one, URLPattern) and "(?P" not in route and "^" not in route:
            yield route


def filled_in(named: Mapping[str, str], otherwise: str = "1", *, under: str = "") -> Iterator[str]:
    """Each with what is `named` filled in, and something else in its other places; those that begin so."""
    for route in every_route():
        if route.startswith(under):
            yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: named.get(found[1], otherwise), route)
