"""Which deck a command is about: SLUG@N for a version of it, SLUG for the draft."""

from __future__ import annotations

from django.core.management.base import CommandError

from cards import models as rows
from studio.kernel.numbers import whole_number

METAVAR = "SLUG[@N]"


def deck_named(typed: str) -> tuple[rows.Deck, int | None]:
    """The deck and the number of a version, None for the draft. Raises CommandError in words. One statement."""
    slug, at, number = typed.partition("@")
    version = whole_number(number)
    if at and version is None:
        raise CommandError(f"“{number}” is no version number. Write {slug}@3, or {slug} for the draft.")
    deck = rows.Deck.objects.filter(slug=slug, deleted_at__isnull=True).first()
    if deck is None:
        raise CommandError(f"There is no deck at “{slug}”.")
    return deck, version
