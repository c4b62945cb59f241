"""Over HTTPS a cookie of ours is called so that no other host of the domain can set one in its place (`__Host-`).

Everywhere else cookies go by their plain names. What a browser has under such a name, from before, counts while it has
no other: who was known stays so.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponse

from studio.people.devices import OWN
from studio.web.devices import GetResponse

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
