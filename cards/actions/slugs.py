"""The address of a deck: its title and four random characters."""

from __future__ import annotations

import re
import secrets

from django.utils.text import slugify

from cards import models as rows
from studio.kernel.refusals import Refused

_READABLE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
SLUG_MAX = 80
SLUG_TAIL = 4  # random characters: an address never says whether a title is taken


def new_slug(title: str) -> str:
    """The title and four random characters."""
    tail = "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(SLUG_TAIL))
    return f"{slugify(title)[:60].strip('-') or 'deck'}-{tail}"


def follow_title(row: rows.Deck) -> None:
    """A new title gets a new address; links to the old one go on working."""
    rows.FormerSlug.objects.create(deck=row, slug=row.slug)
    row.slug = new_slug(row.title)
    row.save(update_fields=["slug"])


def choose_slug(deck: rows.Deck, slug: str) -> None:
    """An address that somebody thought of. Raises Refused("import.slug", "import.slug_taken")."""
    if not _READABLE.fullmatch(slug) or len(slug) > SLUG_MAX:
        raise Refused("import.slug", limit=SLUG_MAX)
    if rows.Deck.objects.filter(slug=slug).exists() or rows.FormerSlug.objects.filter(slug=slug).exists():
        raise Refused("import.slug_taken", slug=slug)
    deck.slug = slug
    deck.save(update_fields=["slug"])
