"""A socket may be opened only by a page of this very site: same host and same port."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import validate_host

App = Callable[[Any, Any, Any], Awaitable[None]]


class SameOriginOnly:
    """Refuses the handshake (403) unless Origin names the host and port of the request's own Host header.

    The Host itself must be one the site answers to, or a name somebody else points here would be an origin.
    """

    def __init__(self, application: App) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        if is_same_origin(headers.get(b"origin", ""), headers.get(b"host", "")):
            await self.application(scope, receive, send)
        else:
            await WebsocketDenier()(scope, receive, send)


def is_same_origin(origin: str, host: str) -> bool:
    """Whether `origin` ("https://h:1") is a page of `host` ("h:1"). A missing or opaque origin is not."""
    try:
        parts = urlsplit(origin)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
        here = urlsplit(f"//{host}")
        here_port = here.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return False
    if (parts.hostname, port) != (here.hostname, here_port):
        return False
    if settings.SITE and f"{parts.scheme}://{parts.netloc}" == settings.SITE:
        return True
    name = f"[{here.hostname}]" if ":" in (here.hostname or "") else here.hostname or ""
    return validate_host(name, settings.ALLOWED_HOSTS)
