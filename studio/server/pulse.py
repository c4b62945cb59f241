"""Signs of life in the database, which others look for: that the press's worker lives, and that rows can be written."""

from __future__ import annotations

from datetime import timedelta

from django.db.models.functions import Now

from studio.live.clock import database_now
from studio.models import Pulse

SITE, PRESS = "site", "press"


def beat(whose: str) -> None:
    """It lives, by the database's clock. One statement. Raises DatabaseError."""
    Pulse.objects.bulk_create(
        [Pulse(name=whose, at=Now())], update_conflicts=True, unique_fields=["name"], update_fields=["at"]
    )


def is_silent(whose: str, since: timedelta) -> bool:
    """Whether nothing was heard of it for so long, or ever. What a clock wrote that was set back since says nothing."""
    now = database_now()
    return not Pulse.objects.filter(name=whose, at__gt=now - since, at__lt=now + since).exists()
