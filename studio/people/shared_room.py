"""What all keep on this machine together has an end. Newcomers have half of what those leave who have been here: these
find room however many strangers come, and so does a new group however much these fill.

An age is no merit: whoever waits a week has been here as well, with as many names as they like. So once half is taken
nobody has more than a fiftieth of what is left. However many come to fill it, each takes less than the one before, and
a usual hand still finds room where they do not. Of pictures, few of which are so light, the last fifty shares of LITTLE
are kept back: five megabytes of eight thousand, and who comes late is told the truth, that what is left is everybody's.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from studio.models import Person
from studio.people.limits import NEWCOMER_DAYS

PART = 50  # of what is left, and nobody has more than one such part
LITTLE = 100_000  # bytes that anybody may have while there is room at all: cards of an evening, drawn by a usual hand


def is_full(
    taken: int, more: int, most: int, people: QuerySet[Person], since: Callable[[datetime], int], own: Callable[[], int]
) -> bool:
    """Whether `more` bytes beside those `taken` are more of the machine's `most` than these people may fill: one
    somebody, mostly. `since` tells how much is of people who came after a moment, `own` how much of these. Three
    statements between the half and the end, none otherwise."""
    after = taken + more
    if after <= most // 2 or after > most:
        return after > most
    if own() + more > max(LITTLE, (most - taken) // PART):
        return True
    week_ago = timezone.now() - timedelta(days=NEWCOMER_DAYS)
    if people.filter(created_at__lt=week_ago).exists():
        return False
    return after + since(week_ago) + more > most
