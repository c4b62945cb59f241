"""How somebody last printed a deck, kept for them alone: a row for each person and deck, which goes with either."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone


class PrintMemory(models.Model):
    """`choices` as `cards/printing/choices` keeps them, without what was printed. `version` is what they have on paper,
    of a draft the version before it; None until they have opened a finished file of a whole deck or an update."""

    deck = models.ForeignKey("cards.Deck", on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey("studio.Person", on_delete=models.CASCADE, related_name="+")
    choices = models.JSONField(default=dict)
    version = models.PositiveIntegerField(null=True, blank=True)
    printed_at = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "cards"
        constraints = [models.UniqueConstraint(fields=["deck", "person"], name="print_memory_once")]


def remember(deck_id: int, person_id: int | None, **what: Any) -> None:
    """Two statements; nothing for somebody without a name."""
    if person_id is not None:
        PrintMemory.objects.update_or_create(
            deck_id=deck_id, person_id=person_id, defaults={**what, "at": timezone.now()}
        )


def printed_version(deck_id: int, person_id: int) -> int | None:
    """What somebody has on paper of a deck, if anything. One statement."""
    return PrintMemory.objects.filter(deck_id=deck_id, person_id=person_id).values_list("version", flat=True).first()


def bring_along(guest_id: int, person_id: int) -> None:
    """A guest turns out to be this person. Of a deck that both have printed the later is known."""
    own = {row.deck_id: row for row in PrintMemory.objects.filter(person_id=person_id)}
    for row in PrintMemory.objects.filter(person_id=guest_id):
        known = own.get(row.deck_id)
        if known is None:
            row.person_id = person_id
            row.save(update_fields=["person"])
            continue
        if row.at > known.at:
            known.choices, known.at = row.choices, row.at
        if row.printed_at and (known.printed_at is None or row.printed_at > known.printed_at):
            known.version, known.printed_at = row.version, row.printed_at
        known.save()


def forget(person_id: int) -> None:
    """One statement."""
    PrintMemory.objects.filter(person_id=person_id).delete()
