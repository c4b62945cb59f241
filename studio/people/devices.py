"""Knowing who asks: a device holds a secret, and whoever comes with it is its person.

A secret is 256 random bits; the table keeps only its SHA-256. There is one way of being somebody on this
site, and it is a device: signing in with an account gives the device a new secret, so a secret that was
planted in a browser before never becomes anybody (session fixation).
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from studio.models import Claim, Device, Person
from studio.people.limits import DEVICES_MAX
from studio.speed.prepared import prepared

DEVICE_COOKIE = "carte_device"
OWN = "__Host-"  # begins the name of a cookie that this very host has set, over HTTPS (studio/web/devices.py)
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks. A stranger has no ids and no name."""

    person_id: int | None = None
    device_id: int | None = None
    name: str = ""
    colour: str = ""
    shape: str = "round"
    has_account: bool = False
    is_claimed: bool = False  # somebody says to be this person, or stands in for them
    seen_at: datetime | None = field(default=None, compare=False)  # when this device was last noted to be here

    @property
    def is_known(self) -> bool:
        return self.person_id is not None


STRANGER = Caller()


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at a door where one can become somebody: who they are so far, the network their tries are counted for,
    and what they would know this device by ("Firefox/Linux")."""

    who: Caller
    network: str
    device: str


@dataclass(frozen=True, slots=True)
class Entered:
    """Whom the device is now. `secret` is what it keeps from now on, told this once; "" when it keeps what it has."""

    person: Person
    who: Caller
    secret: str = ""


def open_claims() -> QuerySet[Claim]:
    """What somebody should know whom another says to be: claims without an answer, and those that can be undone."""
    return Claim.objects.filter(Q(answer="") | Q(answer="yes", held_until__isnull=False, settled_at=None))


@prepared
def _live_device(secret_hash: str) -> QuerySet[Any]:
    """Of the device with that secret and of its person what a `Caller` is made of, and whether somebody says to be that
    person."""
    return (
        Device.objects.filter(secret_hash=secret_hash, revoked_at__isnull=True, person__forgotten_at__isnull=True)
        .annotate(is_claimed=Exists(open_claims().filter(claimed__person=OuterRef("person"))))
        .values_list(
            "person_id", "pk", "person__name", "person__colour", "person__shape", "person__account_id", "is_claimed",
            "seen_at",
        )
    )  # fmt: skip


def secret_in(cookies: Mapping[str, str]) -> str:
    """The secret of a device, "" where there is none."""
    return cookies.get(OWN + DEVICE_COOKIE) or cookies.get(DEVICE_COOKIE, "")


def caller_of_cookies(cookies: Mapping[str, str]) -> Caller:
    """Who holds these cookies. One statement, none for a stranger; sockets ask with the cookies of their handshake."""
    secret = secret_in(cookies)
    if not _SECRET.fullmatch(secret):
        return STRANGER
    known = _live_device.first(_hash(secret))
    if known is None:
        return STRANGER
    person_id, device_id, name, colour, shape, account_id, is_claimed, seen_at = known
    return Caller(person_id, device_id, name, colour, shape, account_id is not None, is_claimed, seen_at)


def give_device(visit: Visit, person: Person) -> Entered:
    """Make what they came with a device of that person, under a new secret; the one it held before stops working.

    Call it inside the transaction of the action that says so, and hand the secret out afterwards.
    """
    now = timezone.now()
    if visit.who.device_id is not None:
        Device.objects.filter(pk=visit.who.device_id).update(revoked_at=now)
    secret = secrets.token_urlsafe(32)
    Device.objects.create(person=person, secret_hash=_hash(secret), label=visit.device, seen_at=now)
    _drop_oldest(person.pk)
    return Entered(person, caller_of_cookies({DEVICE_COOKIE: secret}), secret)


def take_device(who: Caller) -> None:
    """The secret of this device stops working."""
    if who.device_id is not None:
        Device.objects.filter(pk=who.device_id, revoked_at__isnull=True).update(revoked_at=timezone.now())


def is_given_out(secret: str) -> bool:
    """Whether there is such a device: what gave the secret out may have been refused and undone. One statement."""
    return Device.objects.filter(secret_hash=_hash(secret)).exists()


def _drop_oldest(person_id: int) -> None:
    live = Device.objects.filter(person_id=person_id, revoked_at__isnull=True).order_by("-seen_at", "-pk")
    Device.objects.filter(pk__in=list(live.values_list("pk", flat=True)[DEVICES_MAX:])).delete()
    Device.objects.filter(person_id=person_id, revoked_at__lt=timezone.now() - timedelta(days=30)).delete()


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
