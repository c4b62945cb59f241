"""Over HTTPS a cookie of ours is called so that no other host of the domain can set one in its place (`__Host-`).

Everywhere else cookies go by their plain names. What a browser has under such a name, from before, counts while it has
no other: who was known stays so.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponse

from studio.people.devices import DEVICE_COOKIE, OWN
from studio.web.devices import GetResponse


def keep_own_cookies(get_response: GetResponse) -> GetResponse:
    """Middleware, before all that read or set one."""

    def answer(request: HttpRequest) -> HttpResponse:
        names = (DEVICE_COOKIE, settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)
        for name in names:
            if (own := request.COOKIES.get(OWN + name)) is not None:
                request.COOKIES[name] = own
        response = get_response(request)
        if settings.SESSION_COOKIE_SECURE:
            for name in names:
                _call_it_our_own(response, name)
        return response

    return answer


def _call_it_our_own(response: HttpResponse, name: str) -> None:
    """A cookie that goes is taken away under both names."""
    plain = response.cookies.get(name)
    if plain is None:
        return
    response.cookies[OWN + name] = plain.value
    own = response.cookies[OWN + name]
    for part in ("expires", "max-age", "httponly", "samesite"):
        own[part] = plain[part]
    own["path"], own["secure"] = "/", True
    if plain["max-age"] != 0:
        del response.cookies[name]
