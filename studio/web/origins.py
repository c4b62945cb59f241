"""A socket may be opened only by a page of this very site: same scheme, same host and same port."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import validate_host

AsgiApp = Callable[[Any, Any, Any], Awaitable[None]]
SchemeHostPort = tuple[str, str, int]  # scheme, host, port

_PORTS = {"http": 80, "https": 443}
# What browsers send and nothing else: nobody's name before the host, no path behind the port.
_ORIGIN = re.compile(r"(https?)://(\[[0-9a-f:.]+\]|[^\s\x00-\x1f/?#@\\\[\]:]+)(?::([0-9]{1,5}))?")


class SameOriginOnly:
    """Refuses the handshake (403) unless Origin is the place that the request itself was sent to.

    The Host must be one the site answers to, or a name somebody else points here would be an origin.
    """

    def __init__(self, application: AsgiApp) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if _is_ours(scope):
            await self.application(scope, receive, send)
        else:
            await WebsocketDenier()(scope, receive, send)


def _is_ours(scope: Any) -> bool:
    """(Apart, so that its headers are not kept in words for as long as the socket is open.)"""
    headers = {name: value.decode("latin1") for name, value in scope["headers"]}
    is_secure = scope.get("scheme") in ("wss", "https")
    return is_same_origin(headers.get(b"origin", ""), headers.get(b"host", ""), is_secure=is_secure)


def is_same_origin(origin: str, host: str, *, is_secure: bool = False) -> bool:
    """Whether `origin` ("https://h:1") is a page of `host` ("h:1"), reached by TLS or not. A missing one is not.

    On the host of CARTE_SITE it must be exactly CARTE_SITE, whatever a proxy in front says about TLS.
    """
    page = _place(origin)
    here = _place(f"{'https' if is_secure else 'http'}://{host}")
    if page is None or here is None or not validate_host(here[1], settings.ALLOWED_HOSTS):
        return False
    site = _place(settings.SITE)
    return page == (site if site is not None and site[1] == here[1] else here)


def _place(origin: str) -> SchemeHostPort | None:
    found = _ORIGIN.fullmatch(origin.lower())
    if found is None:
        return None
    scheme, host, port = found.groups()
    return scheme, host, int(port) if port else _PORTS[scheme]
