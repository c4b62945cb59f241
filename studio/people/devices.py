"""Knowing who asks: the secret a browser keeps (`carte_device`), and the middleware that gives it out.

A secret is 256 random bits; the table keeps only its SHA-256. There is one way of being somebody on this
site, and it is a device: signing in with an account gives the device a new secret, so a secret that was
planted in a browser before never becomes anybody (session fixation).
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.utils import timezone

from studio.models import Claim, Device
from studio.people.limits import DEVICES_MAX

DEVICE_COOKIE = "carte_device"
COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers keep one; given again on each visit of a new day
SEEN_EVERY = timedelta(hours=12)
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")

_BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
_MACHINES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)

Answer = Callable[[HttpRequest], HttpResponse]


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


def open_claims() -> QuerySet[Claim]:
    """What somebody should know whom another says to be: claims without an answer, and those that can be undone."""
    return Claim.objects.filter(Q(answer="") | Q(answer="yes", held_until__isnull=False, settled_at=None))


def caller_of_cookies(cookies: Mapping[str, str]) -> Caller:
    """Who holds these cookies. One statement, none for a stranger; sockets ask with the cookies of their handshake."""
    secret = cookies.get(DEVICE_COOKIE, "")
    if not _SECRET.fullmatch(secret):
        return STRANGER
    device = (
        Device.objects.select_related("person")
        .filter(secret_hash=_hash(secret), revoked_at__isnull=True, person__forgotten_at__isnull=True)
        .annotate(is_claimed=Exists(open_claims().filter(claimed__person=OuterRef("person"))))
        .first()
    )
    if device is None:
        return STRANGER
    person = device.person
    return Caller(
        person.pk, device.pk, person.name, person.colour, person.shape, person.account_id is not None,
        device.is_claimed, device.seen_at,
    )  # fmt: skip


def caller_of(request: HttpRequest) -> Caller:
    """Who sends this request; looked up once a request."""
    known = getattr(request, "_caller", None)
    if known is None:
        known = caller_of_cookies(request.COOKIES)
        request._caller = known  # type: ignore[attr-defined]
    return known


def give_device(request: HttpRequest, person_id: int) -> Caller:
    """Make this browser a device of that person, under a new secret; the one it held before stops working.

    Call it inside the transaction of the action that says so. The cookie goes out with the answer.
    """
    before = caller_of(request)
    now = timezone.now()
    if before.device_id is not None:
        Device.objects.filter(pk=before.device_id).update(revoked_at=now)
    secret = secrets.token_urlsafe(32)
    Device.objects.create(person_id=person_id, secret_hash=_hash(secret), label=label_of(request), seen_at=now)
    _drop_oldest(person_id)
    if request.session.session_key:
        request.session.cycle_key()
    rotate_token(request)
    request._device_secret = secret  # type: ignore[attr-defined]
    return caller_of_cookies({DEVICE_COOKIE: secret})


def take_device(request: HttpRequest) -> None:
    """Sign this browser out: its secret stops working and the cookie goes."""
    device_id = caller_of(request).device_id
    if device_id is not None:
        Device.objects.filter(pk=device_id, revoked_at__isnull=True).update(revoked_at=timezone.now())
    request.session.flush()
    rotate_token(request)
    request._device_secret = ""  # type: ignore[attr-defined]
    request._caller = STRANGER  # type: ignore[attr-defined]


def label_of(request: HttpRequest) -> str:
    """ "Firefox on Linux": enough to know one's own devices by, and no more is kept."""
    agent = request.headers.get("User-Agent", "")[:400]
    browser = next((name for sign, name in _BROWSERS if sign in agent), "A browser")
    machine = next((name for sign, name in _MACHINES if sign in agent), "")
    return f"{browser} on {machine}" if machine else browser


def remember_devices(get_response: Answer) -> Answer:
    """Middleware: sets or clears the cookie, and keeps a device's last visit to the half day."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        secret = getattr(request, "_device_secret", None)
        if secret and not Device.objects.filter(secret_hash=_hash(secret)).exists():
            secret = None  # what gave it out was refused and undone: the browser keeps what it had
        if secret is None:
            secret = _worth_renewing(request)
        if secret:
            response.set_cookie(
                DEVICE_COOKIE,
                secret,
                max_age=COOKIE_SECONDS,
                httponly=True,
                samesite="Lax",
                secure=settings.SESSION_COOKIE_SECURE or request.is_secure(),
            )
        elif secret == "" and DEVICE_COOKIE in request.COOKIES:
            response.delete_cookie(DEVICE_COOKIE, samesite="Lax")
        return response

    return answer


def _worth_renewing(request: HttpRequest) -> str | None:
    """The secret to give again when a known device was last seen half a day ago; None to leave the cookie alone.

    Nothing is asked of the database before: even an update of no row would take SQLite's one lock for writing.
    """
    known = getattr(request, "_caller", None)
    now = timezone.now()
    if known is None or known.seen_at is None or known.seen_at >= now - SEEN_EVERY:
        return None
    renewed = Device.objects.filter(pk=known.device_id, seen_at__lt=now - SEEN_EVERY).update(seen_at=now)
    return request.COOKIES.get(DEVICE_COOKIE) if renewed else None


def _drop_oldest(person_id: int) -> None:
    live = Device.objects.filter(person_id=person_id, revoked_at__isnull=True).order_by("-seen_at", "-pk")
    Device.objects.filter(pk__in=list(live.values_list("pk", flat=True)[DEVICES_MAX:])).delete()
    Device.objects.filter(person_id=person_id, revoked_at__lt=timezone.now() - timedelta(days=30)).delete()


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
