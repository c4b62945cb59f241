"""Who asks for a print: a person, or a browser whose person has no name, by a secret of its own. Never a network:
a household, a class and everybody behind a proxy have one."""

from __future__ import annotations

import re
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from cards.access import Door
from cards.printing.queue import jobs
from studio.people.limits import PRINT_PACE
from studio.web.ratelimit import network_of, take_try

PRINTER_COOKIE = "carte_printer"
COOKIE_SECONDS = int(jobs.FORGOTTEN.total_seconds())
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


def asker_of(request: HttpRequest, door: Door) -> str:
    """Whose prints may be seen and cancelled by whoever sends this. A browser that never asked for one has none."""
    return jobs.asker_of(door.person_id, _secret_of(request), network_of(request))


def asker_for_good(request: HttpRequest, door: Door) -> tuple[str, str]:
    """Who asks for a print now, and the secret by which their browser is known from now on: "" for a person."""
    if door.person_id is not None:
        return asker_of(request, door), ""
    secret = _secret_of(request) or secrets.token_urlsafe(32)
    return jobs.asker_of(None, secret, network_of(request)), secret


def take_print_try(request: HttpRequest, door: Door) -> None:
    """Count what was asked for or cancelled: by person, and of people without a name by their network, since they have
    as many secrets as they like."""
    who = f"person:{door.person_id}" if door.person_id is not None else network_of(request)
    take_try("print", who, PRINT_PACE)


def keep_secret(request: HttpRequest, response: HttpResponse, secret: str) -> None:
    """The browser keeps it for as long as anybody is known to have asked."""
    if secret:
        response.set_cookie(
            PRINTER_COOKIE,
            secret,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE or request.is_secure(),
        )


def _secret_of(request: HttpRequest) -> str:
    secret = request.COOKIES.get(PRINTER_COOKIE, "")
    return secret if _SECRET.fullmatch(secret) else ""
