"""A shelf of somebody's own: which decks of the archive they keep, and up to which version they have looked at each."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from cards import models as rows
from cards.rules.limits import OWN_SHELF_MAX
from studio.kernel.refusals import Refused
from studio.models import Person


def stands_on(deck_id: int, person_id: int) -> bool:
    """One statement."""
    return rows.KeptDeck.objects.filter(person_id=person_id, deck_id=deck_id).exists()


def keep(deck_id: int, person_id: int) -> None:
    """From its newest version on. Nothing where it stands there. Raises Refused: shelf.full."""
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person_id)  # one after the other, or two would be the last
        own = rows.KeptDeck.objects.filter(person_id=person_id)
        if own.filter(deck_id=deck_id).exists():
            return
        if own.count() >= OWN_SHELF_MAX:
            raise Refused("shelf.full", limit=OWN_SHELF_MAX)
        newest = rows.Deck.objects.values_list("last_version", flat=True).get(pk=deck_id)
        own.create(person_id=person_id, deck_id=deck_id, seen=newest, at=timezone.now())


def look(deck_id: int, person_id: int, version: int) -> None:
    """They have looked at that version: never at an earlier one than before, nor at one that is not yet."""
    newest = rows.Deck.objects.values_list("last_version", flat=True).get(pk=deck_id)
    seen = min(version, newest)
    rows.KeptDeck.objects.filter(person_id=person_id, deck_id=deck_id, seen__lt=seen).update(seen=seen)


def take_off(deck_id: int, person_id: int) -> None:
    """One statement."""
    rows.KeptDeck.objects.filter(person_id=person_id, deck_id=deck_id).delete()


def bring_along(guest_id: int, person_id: int) -> None:
    """A guest turns out to be this person. Of a deck that both keep is known what either has looked at."""
    own = {row.deck_id: row for row in rows.KeptDeck.objects.filter(person_id=person_id)}
    for row in rows.KeptDeck.objects.filter(person_id=guest_id):
        known = own.get(row.deck_id)
        if known is None:
            row.person_id = person_id
            row.save(update_fields=["person"])
        elif row.seen > known.seen:
            known.seen = row.seen
            known.save(update_fields=["seen"])


def forget(person_id: int) -> None:
    """One statement."""
    rows.KeptDeck.objects.filter(person_id=person_id).delete()
