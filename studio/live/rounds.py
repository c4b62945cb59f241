"""What the hub looks at by itself every two seconds, in one go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from studio.live import presence
from studio.models import Device, Stream


@dataclass(frozen=True, slots=True)
class Seen:
    heads: Mapping[int, int]  # of the rooms; a stream that is gone is missing
    present: Mapping[int, frozenset[int]]
    revoked: frozenset[int]  # devices


def look(rooms: frozenset[int], devices: frozenset[int], renew: frozenset[tuple[int, int]]) -> Seen:
    """Renew the leases of `renew` (when it is time), then look. Two to six statements."""
    if renew:
        presence.renew_sockets(renew)
    heads = dict(Stream.objects.filter(pk__in=rooms).values_list("pk", "head"))
    still = (
        set(Device.objects.filter(pk__in=devices, revoked_at__isnull=True).values_list("pk", flat=True))
        if devices
        else set()
    )
    return Seen(heads, presence.present_in(rooms), frozenset(devices - still))
