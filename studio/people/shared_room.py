"""What all keep on this machine together has an end, and newcomers reach it at the half: however many strangers come,
whoever has been here finds room."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from studio.models import Person
from studio.people.limits import NEWCOMER_DAYS


def is_full(taken: int, most: int, people: QuerySet[Person]) -> bool:
    """Whether `taken` bytes are more of the machine's `most` than these people may fill: one somebody, mostly. One
    statement between the half and the end, none otherwise."""
    if taken <= most // 2 or taken > most:
        return taken > most
    return not people.filter(created_at__lt=timezone.now() - timedelta(days=NEWCOMER_DAYS)).exists()
