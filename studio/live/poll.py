"""What the hub looks at by itself every two seconds, in one go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from studio.live import presence
from studio.models import Device, Stream
from studio.ports import TABLES

Presence = frozenset[tuple[int, int]]  # (stream, member): who is in a room, or sits at its table


@dataclass(frozen=True, slots=True)
class Seen:
    heads: Mapping[int, int]  # of the rooms; a stream that is gone is missing
    present: Mapping[int, Presence]
    revoked: frozenset[int]  # devices


def look(rooms: frozenset[int], devices: frozenset[int], renew: frozenset[tuple[int, int]]) -> Seen:
    """Renew the leases of `renew` (when it is time), then look. Two to seven statements."""
    if renew:
        presence.renew_sockets(renew)
    heads = dict(Stream.objects.filter(pk__in=rooms).values_list("pk", "head"))
    still = (
        set(Device.objects.filter(pk__in=devices, revoked_at__isnull=True).values_list("pk", flat=True))
        if devices
        else set()
    )
    return Seen(heads, _present(rooms), frozenset(devices - still))


def _present(rooms: frozenset[int]) -> dict[int, Presence]:
    """Who is in each room; who is where its people sit meanwhile shows there too."""
    other = TABLES.get().sitting_at(rooms)
    here = presence.present_in(rooms | frozenset(other.values()))
    return {
        room: frozenset((shown, member) for shown in (room, other.get(room, room)) for member in here.get(shown, ()))
        for room in rooms
    }
