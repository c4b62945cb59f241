"""The device that a request comes from: the cookie that holds its secret (`carte_device`), and whose it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.utils import timezone

from studio.models import Device
from studio.people.devices import DEVICE_COOKIE, OWN, STRANGER, Caller, Entered, Visit, caller_of_cookies, is_given_out
from studio.web.ratelimit import network_of

COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers keep one; given again on each visit of a new day
SEEN_EVERY = timedelta(hours=12)

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

GetResponse = Callable[[HttpRequest], HttpResponse]


def caller(request: HttpRequest) -> Caller:
    """Who sends this request; a stranger is a Caller too. One statement, the first time in a request."""
    known = getattr(request, "_caller", None)
    if known is None:
        known = caller_of_cookies(request.COOKIES)
        request._caller = known  # type: ignore[attr-defined]
    return known


def visit_of(request: HttpRequest) -> Visit:
    """The same as somebody who may become somebody by it."""
    return Visit(caller(request), network_of(request), _label_of(request))


def keep_device(request: HttpRequest, entered: Entered) -> None:
    """The browser is told its new secret with the answer; whatever it held before as a session is another's.

    An account that is signed in to must not come with a session that was planted before.
    """
    if not entered.secret:
        return
    if request.session.session_key:
        request.session.cycle_key()
    rotate_token(request)
    request._device_secret = entered.secret  # type: ignore[attr-defined]


def drop_device(request: HttpRequest) -> None:
    """This browser forgets: its cookie and its session go."""
    request.session.flush()
    rotate_token(request)
    request._device_secret = ""  # type: ignore[attr-defined]
    request._caller = STRANGER  # type: ignore[attr-defined]


def remember_devices(get_response: GetResponse) -> GetResponse:
    """Middleware: sets or clears the cookie, and keeps a device's last visit to the half day."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        secret = getattr(request, "_device_secret", None)
        if secret and not is_given_out(secret):
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


def _label_of(request: HttpRequest) -> str:
    """ "Firefox/Linux", either part empty where it is not known: enough to know one's own devices by, and no more is
    kept. studio/people/queries.py says it in words."""
    agent = request.headers.get("User-Agent", "")[:400]
    browser = next((name for sign, name in _BROWSERS if sign in agent), "")
    machine = next((name for sign, name in _MACHINES if sign in agent), "")
    return f"{browser}/{machine}"


# --- cookies of our own -----------------------------------------------------------------------------------------------

# Over HTTPS a cookie of ours is called so that no other host of the domain can set one in its place (`__Host-`).
# Everywhere else cookies go by their plain names. What a browser has under such a name, from before, counts while it
# has no other: who was known stays so.

OURS = "carte_"  # begins the name of every cookie of ours


def by_plain_names(cookies: Mapping[str, str]) -> dict[str, str]:
    """What a browser sent, of a page or a socket, where each of ours is found by its plain name."""
    own = {name.removeprefix(OWN): value for name, value in cookies.items() if name.startswith(OWN + OURS)}
    return {**cookies, **own}


def keep_own_cookies(get_response: GetResponse) -> GetResponse:
    """Middleware, before all that read or set one."""

    def answer(request: HttpRequest) -> HttpResponse:
        request.COOKIES = by_plain_names(request.COOKIES)
        response = get_response(request)
        if settings.SESSION_COOKIE_SECURE:
            for name in [name for name in response.cookies if name.startswith(OURS)]:
                _call_it_our_own(response, name)
        return response

    return answer


def _call_it_our_own(response: HttpResponse, name: str) -> None:
    """A cookie that goes is taken away under both names."""
    plain = response.cookies[name]
    response.cookies[OWN + name] = plain.value
    own = response.cookies[OWN + name]
    for part in ("expires", "max-age", "httponly", "samesite"):
        own[part] = plain[part]
    own["path"], own["secure"] = "/", True
    if plain["max-age"] != 0:
        del response.cookies[name]
