"""Where a page asks something of a deck: the one address of its verbs, with what the verb is about."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse


def ask_at(slug: str, verb: str, **about: int | str) -> str:
    """A button or its form says the rest."""
    return f"{reverse('do', args=[slug])}?{urlencode({'verb': verb, **about})}"
