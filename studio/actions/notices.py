"""Asking to be told by the browser that a vote waits, and asking no longer."""

from __future__ import annotations

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from studio.kernel.refusals import Refused
from studio.models import Device, PushSubscription
from studio.people.limits import NOTICES_PACE, PUSH_DEVICES_MAX
from studio.people.notices import PushTarget, checked
from studio.web.ratelimit import take_try


def ask_for_notices(*, person_id: int, device_id: int, target: PushTarget) -> None:
    """This browser is told from now on. A browser has one address; asking again puts the new one in its place.

    Raises Refused (push.off, push.unknown, push.many, tries.too_many).
    """
    if not settings.PUSH_PUBLIC_KEY:
        raise Refused("push.off")
    take_try("notices", f"person:{person_id}", NOTICES_PACE)
    given = checked(target)
    try:
        with transaction.atomic():
            list(Device.objects.select_for_update().filter(person_id=person_id))
            PushSubscription.objects.filter(device_id=device_id).delete()
            others = PushSubscription.objects.filter(device__person_id=person_id, device__revoked_at=None)
            if others.count() >= PUSH_DEVICES_MAX:
                raise Refused("push.many", limit=PUSH_DEVICES_MAX)
            PushSubscription.objects.create(
                device_id=device_id, endpoint=given.endpoint, p256dh=given.p256dh, auth=given.auth, at=timezone.now()
            )
    except IntegrityError:  # the address of another device of ours: a browser that was somebody else before
        raise Refused("push.unknown") from None


def stop_notices(*, device_id: int) -> None:
    PushSubscription.objects.filter(device_id=device_id).delete()
