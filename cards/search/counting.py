"""How often a deck in the archive was played and printed, told anew from time to time: no game waits for it."""

from __future__ import annotations

from django.db import transaction

from cards import models as rows
from cards.printing.queue.jobs import prints_made_by_deck
from cards.search.keeping import touch
from studio.ports import TABLES


def count_anew() -> int:
    """Tables at which its versions were dealt, and their different prints; of how many decks that has changed. Three
    statements, and two for each of these."""
    played, printed = TABLES.get().played_by_deck(), prints_made_by_deck()
    known = rows.ShelfDeck.objects.values_list("pk", "played", "printed")
    now = {deck: (played.get(deck, 0), printed.get(deck, 0)) for deck, *_ in known}
    changed = [deck for deck, *was in known if tuple(was) != now[deck]]
    with transaction.atomic():
        for deck in changed:
            rows.ShelfDeck.objects.filter(pk=deck).update(played=now[deck][0], printed=now[deck][1])
        touch(changed)
    return len(changed)
