"""How often something may be tried from one network: a bucket of tries in one row, shared by all processes.

The row keeps the moment at which every try is paid back. A try moves it on by one step; it is refused
while that would lie further ahead than a full bucket. Places are stored hashed: the table names nobody.
A moment further ahead than that was written by a clock that has been set back since: it counts as a bucket in which
this try still has room, or a wrong date for an hour would keep everybody out for as long as it was wrong.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from time import monotonic
from typing import Protocol

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from studio.kernel.refusals import Refused
from studio.log.committed import answered
from studio.models import Tries
from studio.people.limits import GroupPace, Pace
from studio.speed.lately import Lately
from studio.speed.prepared import prepared
from studio.web.networks import network

KNOWN_HERE = 10_000  # people whose pace this process knows


def take_try(what: str, network: str, pace: Pace, *, weight: int = 1, now: datetime | None = None) -> None:
    """Count one try of `what` from `network`, or refuse it with the seconds to wait (429). `weight`: of how many, if it
    takes as much as several; of more than a burst it never is its turn.

    Where a try counts even when what was tried is then refused, call it before the transaction that
    is undone. Two statements, four for a new network.
    """
    name = salted_hmac("studio.tries", f"{what}:{network}", algorithm="sha256").hexdigest()
    step, full = timedelta(seconds=pace.seconds * weight / pace.burst), timedelta(seconds=pace.seconds)
    with transaction.atomic():
        tries = _locked.first(name) or _first_try(name, now or timezone.now())
        now = now or timezone.now()  # once the row is ours: who waited for it does not come before the others
        taken = tries.free_at - now
        free_at = now + (full if taken > full else max(taken, timedelta()) + step)
        wait = (free_at - now - full).total_seconds()
        if wait <= 0:
            _locked.update({"free_at": free_at}, name)
            return
    raise Refused("tries.too_many", seconds=math.ceil(wait))


class PaceHere:
    """The same for what comes with every key: counted in this process alone, and no row is written for it."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self._free_at: Lately[float] = Lately(KNOWN_HERE)

    def take(self, who: str, weight: int = 1) -> None:
        """Count one of `weight`, or refuse it with the seconds to wait."""
        now = monotonic()
        free_at = max(now, self._free_at.known(who) or now) + self.pace.seconds * weight / self.pace.burst
        if (wait := free_at - now - self.pace.seconds) > 0:
            raise Refused("tries.too_many", seconds=math.ceil(wait))
        self._free_at.keep(who, free_at)


@prepared
def _locked(name: str) -> QuerySet[Tries]:
    return Tries.objects.select_for_update().filter(name=name)


class Writer(Protocol):
    """A door through which somebody writes in a group."""

    @property
    def person_id(self) -> int | None: ...

    @property
    def group_id(self) -> int: ...

    @property
    def stream_id(self) -> int: ...


def keep_pace(door: Writer, pace: GroupPace, key: str) -> None:
    """Count something written, for its writer and for the group: Refused("pace.person" or "pace.group") with seconds.

    `key` is the request's. What was answered before on the door's stream, and is only sent again, is nothing new and is
    not counted: it gets its answer again. Call it before the transaction of what is written. Five statements, nine for
    somebody new.
    """
    if answered(door.stream_id, key) is not None:
        return
    with transaction.atomic():
        try:
            take_try(f"{pace.what} by a person", str(door.person_id), pace.person)
        except Refused as refused:
            raise Refused("pace.person", **refused.facts) from None
        try:
            take_try(f"{pace.what} in a group", str(door.group_id), pace.group)
        except Refused as refused:
            raise Refused("pace.group", **refused.facts) from None


def _first_try(name: str, now: datetime) -> Tries:
    """A row for a new network, locked; whatever was paid back long ago goes at the same time."""
    stale = Tries.objects.select_for_update(skip_locked=True).filter(free_at__lt=now - timedelta(hours=1))
    Tries.objects.filter(pk__in=stale.values("pk")).delete()  # never one that somebody is just trying with
    Tries.objects.bulk_create([Tries(name=name, free_at=now)], ignore_conflicts=True)
    return Tries.objects.select_for_update().get(name=name)


def network_of(request: HttpRequest) -> str:
    """The network a request comes from (studio/web/networks.py)."""
    return network(str(request.META.get("REMOTE_ADDR", "")))
