"""How often a deck in the archive was played and printed, told anew from time to time: no game waits for it."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Count

from cards import models as rows
from cards.search.keeping import touch

BEGUN = ("playing", "over")  # states of a table


def count_anew() -> int:
    """Games of its versions that were begun, and people who have it on paper; of how many decks that has changed.
    Three statements, and one for each of these."""
    standing = rows.Deck.objects.filter(shelved__isnull=False)
    begun = standing.filter(tables__state__in=BEGUN, tables__version__isnull=False)
    played = dict(begun.values_list("pk").annotate(Count("tables")))
    on_paper = rows.PrintMemory.objects.filter(printed_at__isnull=False, deck__in=standing)
    printed = dict(on_paper.values_list("deck").annotate(Count("pk")))
    known = rows.ShelfDeck.objects.values_list("pk", "played", "printed")
    changed = [
        deck for deck, was_played, was_printed in known
        if (was_played, was_printed) != (played.get(deck, 0), printed.get(deck, 0))
    ]  # fmt: skip
    with transaction.atomic():
        for deck in changed:
            numbers = {"played": played.get(deck, 0), "printed": printed.get(deck, 0)}
            rows.ShelfDeck.objects.filter(pk=deck).update(**numbers)
        touch(changed)
    return len(changed)
