"""Addresses of our own pages, by the names that urls.py gives them; and whole ones, for others."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.urls import get_resolver, get_script_prefix


def path_to(name: str, /, **parts: str | int) -> str:
    """As `reverse` has it, for what a page names many times: a cover, a card, a line of a list.

    The parts are ours and are written as they are: slugs, keys and numbers. Raises KeyError for one that is missing,
    LookupError for a name that no address has.
    """
    return _shape(name) % parts


@lru_cache(maxsize=500)
def _shape(name: str) -> str:
    """ "/decks/%(slug)s/". What an address is made of does not change while the site runs."""
    found = get_resolver().reverse_dict.getlist(name)
    if not found:
        raise LookupError(name)
    ((shape, _),) = found[0][0]
    return f"{get_script_prefix()}{shape}"


def public_address(request: HttpRequest, path: str) -> str:
    """The whole address of a path, as others reach it."""
    return f"{settings.SITE}{path}" if settings.SITE else request.build_absolute_uri(path)
