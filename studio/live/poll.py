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


def _present(rooms: frozenset[int]) -> dict[int, frozenset[int]]:
    """Who is in each room. Who is where its people sit meanwhile shows there too: theirs are the negative numbers."""
    other = {room: place for find in presence.ELSEWHERE for room, place in find(rooms).items()}
    present = presence.present_in(rooms | frozenset(other.values()))
    for room, place in other.items():
        there = frozenset(-member for member in present.get(place, frozenset()))
        present[room] = frozenset(m for m in present.get(room, frozenset()) if m > 0) | there
    return present
