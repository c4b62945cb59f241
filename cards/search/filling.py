"""Going through an archive that was there before its cards could be searched, or whose words are folded otherwise now.

Some decks at a time, the newest first, each time in a transaction of their own: whoever is killed goes on where they
were. A deck that has been gone through has a row in slot 0 (keeping.py) that says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from cards import models as rows
from cards.printing.queue.jobs import prints_made_by_deck
from cards.search.fields import FIELDS_FOLD, SLOTS
from cards.search.keeping import drop_cards, touch
from studio.ports import TABLES

DECKS_AT_ONCE = 20
CARDS_AT_ONCE = 600  # whoever wants to write waits meanwhile
A_WHILE = 1.0  # seconds of one duty, since others wait for their turn
LOOKED_AGAIN = 60.0  # seconds after which a whole archive is looked at again: an older release may have written to it

_LACKING = f"""
    SELECT deck.id FROM cards_deck AS deck JOIN cards_shelfdeck AS shelved ON shelved.deck_id = deck.id
    LEFT JOIN cards_shelfcard AS head ON head.id = deck.id * {SLOTS} AND head.kind = ''
    WHERE deck.archived_at IS NOT NULL AND (shelved.facts IS NULL OR head.id IS NULL
        OR head.number <> deck.last_version OR head.copies <> {FIELDS_FOLD})
    ORDER BY deck.archived_at {{order}}, deck.id LIMIT %s"""
_STRAY = f"""
    SELECT head.id / {SLOTS} FROM cards_shelfcard AS head
    LEFT JOIN cards_shelfdeck AS shelved ON shelved.deck_id = head.id / {SLOTS}
    WHERE head.kind = '' AND shelved.deck_id IS NULL LIMIT %s"""

_whole_since: float | None = None  # by the clock of this process


def is_whole() -> bool:
    """Whether every deck in the archive has been gone through. One statement until it is; what is whole stays so."""
    global _whole_since
    if _whole_since is not None and not connection.in_atomic_block:
        return True
    if _decks(_LACKING.format(order="ASC"), 1):
        return False
    if not connection.in_atomic_block:
        _whole_since = time.monotonic()
    return True


def is_gone_through(deck_id: int) -> bool:
    """Whether one deck has been, as it is done now."""
    return rows.ShelfCard.objects.filter(pk=deck_id * SLOTS, copies=FIELDS_FOLD).exists()


def go_on(shelve: Callable[[rows.Deck], None]) -> int:
    """Go through some decks, for A_WHILE at most, by writing their rows; how many."""
    global _whole_since
    if _whole_since is not None and time.monotonic() - _whole_since < LOOKED_AGAIN:
        return 0
    until, done = time.monotonic() + A_WHILE, 0
    while time.monotonic() < until:
        some = go_through_some(shelve)
        done += some
        if not some:  # or all that are left are gone through by another process this moment
            _whole_since = None if _decks(_LACKING.format(order="ASC"), 1) else time.monotonic()
            break
    return done


def go_through_some(shelve: Callable[[rows.Deck], None]) -> int:
    """Go through the next decks in one transaction, and sweep up after those that left unseen; how many it were."""
    with transaction.atomic():
        stray = _decks(_STRAY, DECKS_AT_ONCE)
        for deck_id in stray:
            drop_cards(deck_id)
        lacking = _decks(_LACKING.format(order="DESC"), DECKS_AT_ONCE)
        locked = rows.Deck.objects.select_for_update(of=("self",), skip_locked=True).filter(pk__in=lacking)
        cards = done = 0
        for deck in sorted(locked, key=lambda one: lacking.index(one.pk)):
            shelve(deck)
            done += 1
            cards += rows.ShelfCard.objects.filter(pk__range=(deck.pk * SLOTS, (deck.pk + 1) * SLOTS - 1)).count()
            if cards > CARDS_AT_ONCE:
                break
        return done + len(stray)


def _decks(statement: str, most: int) -> Sequence[int]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [most])
        return [row[0] for row in cursor.fetchall()]


# --- counted ----------------------------------------------------------------------------------------------------------

# How often a deck was played and printed, told anew from time to time: no game waits for it.
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
