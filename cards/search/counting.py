"""How often a deck in the archive was played and printed, told anew from time to time: no game waits for it."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from cards import models as rows
from cards.printing.queue.jobs import prints_made_by_deck
from cards.search.keeping import touch
from studio.ports import TABLES

LATELY = timedelta(days=30)
_COUNTED = ("played", "played_lately", "printed")


def count_anew() -> int:
    """Tables at which its versions were dealt, at all and lately, and their different prints; of how many decks that
    has changed. Four statements, and two for each of these."""
    lately = TABLES.get().played_by_deck(since=timezone.now() - LATELY)
    told = TABLES.get().played_by_deck(), lately, prints_made_by_deck()
    known = rows.ShelfDeck.objects.values_list("pk", *_COUNTED)
    now = {deck: tuple(numbers.get(deck, 0) for numbers in told) for deck, *_ in known}
    changed = [deck for deck, *was in known if tuple(was) != now[deck]]
    with transaction.atomic():
        for deck in changed:
            rows.ShelfDeck.objects.filter(pk=deck).update(**dict(zip(_COUNTED, now[deck], strict=True)))
        touch(changed)
    return len(changed)
