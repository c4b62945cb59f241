"""What all keep on this machine together has an end. Newcomers have half of what those leave who have been here: these
find room however many strangers come, and so does a new group however much these fill."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from studio.models import Person
from studio.people.limits import NEWCOMER_DAYS


def is_full(taken: int, more: int, most: int, people: QuerySet[Person], since: Callable[[datetime], int]) -> bool:
    """Whether `more` bytes beside those `taken` are more of the machine's `most` than these people may fill: one
    somebody, mostly. `since` tells how much is of people who came after a moment. Two statements between the half and
    the end, none otherwise."""
    after = taken + more
    if after <= most // 2 or after > most:
        return after > most
    week_ago = timezone.now() - timedelta(days=NEWCOMER_DAYS)
    if people.filter(created_at__lt=week_ago).exists():
        return False
    return after + since(week_ago) + more > most
