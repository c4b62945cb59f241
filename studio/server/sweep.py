"""What is forgotten by itself: knocks of yesterday, browsers not seen for long, strangers who never came in."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from studio.models import Device, Knock, Person, RoomCode
from studio.people.limits import ROOM_CODE_HOURS, STRANGER_DAYS


def sweep_people() -> int:
    """Four statements; how many people went. Whoever ever was a member, has an account or a spare key stays."""
    now = timezone.now()
    long_ago = now - timedelta(days=STRANGER_DAYS)
    Knock.objects.filter(seen_at__lt=now - timedelta(days=1)).delete()
    RoomCode.objects.filter(made_at__lt=now - timedelta(hours=ROOM_CODE_HOURS)).delete()
    Device.objects.filter(revoked_at__lt=long_ago).delete()
    strangers = Person.objects.filter(
        memberships__isnull=True, account__isnull=True, recovery_code__isnull=True, created_at__lt=long_ago
    ).exclude(Q(devices__seen_at__gt=long_ago))
    return strangers.delete()[1].get("studio.Person", 0)
