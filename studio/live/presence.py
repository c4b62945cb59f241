"""Who is in a room: leases of members, renewed by requests and by sockets. Visitors are only counted by the hub.

All times are the database's, so that several machines agree. A request says "here" for 90 seconds. Sockets say so in
one batch of their process every 10 seconds, 40 seconds ahead: a process that dies leaves its members here for 30 to 40
seconds. When a member's last socket of a process is lost they stay here for a grace that, with the round in which a hub
sees it, is over within 15 seconds; then they are shown away, until any request or socket brings them back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Model, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Now

from studio.models import Device, Lease, Stream
from studio.ports import HINTS, TABLES
from studio.speed.prepared import prepared

REQUEST_LEASE = timedelta(seconds=90)
SOCKET_LEASE = timedelta(seconds=40)
SOCKET_EVERY = 10.0  # seconds between two batches of a process
GRACE = timedelta(seconds=12)  # longer than SOCKET_EVERY: who is still in another process is never shown away
WORTH_WRITING = timedelta(seconds=60)  # a lease longer than this is not written anew by a request


@dataclass(frozen=True, slots=True)
class Stay:
    """What a door finds of a member's lease on its room: until when it lasts, asked when."""

    until: datetime
    asked_at: datetime

    @property
    def is_over(self) -> bool:
        return self.until <= self.asked_at

    @property
    def is_worth_writing(self) -> bool:
        return self.until <= self.asked_at + WORTH_WRITING


def stay_of(stream: OuterRef, member: OuterRef) -> dict[str, Combinable]:
    """Annotations by which a door that looks once finds the lease of its row's stream and member (`found_stay`)."""
    own = Lease.objects.filter(stream=stream, member=member)
    return {"until": Subquery(own.values("until")), "asked_at": Now()}


def found_stay(row: Model) -> Stay | None:
    """None where there is no lease."""
    found = vars(row)
    return Stay(found["until"], found["asked_at"]) if found["until"] is not None else None


def present(stream_id: int) -> frozenset[int]:
    """The members who are in this room now. One statement."""
    return present_in([stream_id]).get(stream_id, frozenset())


def present_in(stream_ids: Iterable[int]) -> dict[int, frozenset[int]]:
    """The members in each of these rooms; rooms with nobody are missing. One statement."""
    found: dict[int, set[int]] = {}
    for stream_id, member_id in _present.rows(sorted(set(stream_ids))):
        found.setdefault(stream_id, set()).add(member_id)
    return {stream_id: frozenset(members) for stream_id, members in found.items()}


def renew(stream_id: int, member_id: int, stay: Stay | None = None) -> None:
    """A request of this member in this room: here for 90 seconds. `stay` is what its door found; where it found none,
    or did not look, they come in. No statement, one when it must write."""
    if stay is not None and not stay.is_worth_writing:
        return
    _write([Lease(stream_id=stream_id, member_id=member_id, until=Now() + REQUEST_LEASE)])
    if stay is None or stay.is_over:
        _changed(stream_id)


def renew_sockets(members: Iterable[tuple[int, int]]) -> None:
    """The (stream, member) pairs with an open socket in this process: here for 40 seconds. One statement."""
    _extend(sorted(set(members)), SOCKET_LEASE)


def note(came: Iterable[tuple[int, int]], went: Iterable[tuple[int, int]]) -> frozenset[int]:
    """(stream, member) pairs whose first socket opened are here at once, those whose last one went after the grace.

    The streams in which somebody is here who was not.
    """
    changed = frozenset[int]()
    if arrived := sorted(set(came)):
        before = present_in({stream_id for stream_id, _ in arrived})
        _extend(arrived, SOCKET_LEASE)
        changed = frozenset(stream_id for stream_id, member in arrived if member not in before.get(stream_id, ()))
    if lost := set(went):
        near = _leases_of({stream_id for stream_id, _ in lost}).filter(member_id__in={member for _, member in lost})
        ended = [pk for pk, *whose in near.values_list("pk", "stream_id", "member_id") if tuple(whose) in lost]
        Lease.objects.filter(pk__in=ended).update(until=Now() + GRACE)
    return changed


def leave(stream_id: int, member_id: int) -> None:
    """A member said goodbye: away at once, without a grace."""
    gone, _ = Lease.objects.filter(stream_id=stream_id, member_id=member_id).delete()
    if gone:
        _changed(stream_id)


def sweep_out() -> None:
    """Forget leases that ran out a day ago. One statement."""
    Lease.objects.filter(until__lt=Now() - timedelta(days=1)).delete()


def _extend(members: list[tuple[int, int]], by: timedelta) -> None:
    """Write the leases, never shortening one: a lease longer than `by` is left alone."""
    if not members:
        return
    until = Now() + by
    rooms = {stream_id for stream_id, _ in members}
    longer = set(_leases_of(rooms).filter(until__gt=until).values_list("stream_id", "member_id"))
    _write([Lease(stream_id=s, member_id=m, until=until) for s, m in members if (s, m) not in longer])


def _write(leases: list[Lease]) -> None:
    Lease.objects.bulk_create(
        leases, update_conflicts=True, unique_fields=["stream", "member"], update_fields=["until"]
    )


def _leases_of(rooms: Iterable[int]) -> QuerySet[Lease]:
    """All of these rooms, in one list: which of their members are meant is for whoever asks to sort out. A condition
    for each room apart had SQLite hold 87 KiB of lists for each, and of a thousand it takes none."""
    return Lease.objects.filter(stream_id__in=sorted(rooms))


def _changed(stream_id: int) -> None:
    HINTS.get().touch(stream_id, "presence")


@prepared
def _leases(stream_id: int) -> QuerySet[Lease, tuple[int, datetime]]:
    return Lease.objects.filter(stream_id=stream_id).values_list("member_id", "until")


@prepared
def _present(stream_ids: Sequence[int]) -> QuerySet[Lease, tuple[int, int]]:
    present = Lease.objects.filter(stream_id__in=stream_ids, until__gt=Now(), member__left_at__isnull=True)
    return present.values_list("stream_id", "member_id")


def here_and_away(stream_id: int, members: Iterable[int], now: datetime) -> tuple[frozenset[int], dict[int, int]]:
    """Of these members: who is here at `now`, and since which epoch second the others are not (0: never came).

    One statement.
    """
    until = dict(_leases.rows(stream_id))
    here = frozenset(m for m in members if m in until and until[m] > now)
    return here, {m: int(until[m].timestamp()) if m in until else 0 for m in members if m not in here}


# --- what the hub looks at by itself every two seconds, in one go -----------------------------------------------------

Presence = frozenset[tuple[int, int]]  # (stream, member): who is in a room, or sits at its table


@dataclass(frozen=True, slots=True)
class Seen:
    heads: Mapping[int, int]  # of the rooms; a stream that is gone is missing
    present: Mapping[int, Presence]
    revoked: frozenset[int]  # devices


def look(rooms: frozenset[int], devices: frozenset[int], renew: frozenset[tuple[int, int]]) -> Seen:
    """Renew the leases of `renew` (when it is time), then look. Two to seven statements."""
    if renew:
        renew_sockets(renew)
    heads = dict(Stream.objects.filter(pk__in=rooms).values_list("pk", "head"))
    still = (
        set(Device.objects.filter(pk__in=devices, revoked_at__isnull=True).values_list("pk", flat=True))
        if devices
        else set()
    )
    return Seen(heads, _there(rooms), frozenset(devices - still))


def _there(rooms: frozenset[int]) -> dict[int, Presence]:
    """Who is in each room; who is where its people sit meanwhile shows there too."""
    other = TABLES.get().sitting_at(rooms)
    here = present_in(rooms | frozenset(other.values()))
    return {
        room: frozenset((shown, member) for shown in (room, other.get(room, room)) for member in here.get(shown, ()))
        for room in rooms
    }
