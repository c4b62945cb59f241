"""The application a server runs: pages over HTTP, hints and frames over sockets."""

from __future__ import annotations

import os
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
from studio.server.handler import get_pages  # noqa: E402

pages = get_pages()

from channels.security.websocket import WebsocketDenier  # noqa: E402
from django.urls import re_path  # noqa: E402

from studio.live import hub  # noqa: E402
from studio.live.consumer import live  # noqa: E402
from studio.ports import check_filled  # noqa: E402
from studio.server.health import HealthFirst  # noqa: E402 - models may be imported only from here on
from studio.web.origins import SameOriginOnly  # noqa: E402

check_filled()
_live: Any = live  # to Django's types an address leads to a view; here it leads to an ASGI application
_sockets: list[Any] = [
    re_path(r"^live/(?P<key>[A-Za-z0-9_-]{8,24})/$", _live),
    re_path(r"", WebsocketDenier.as_asgi()),
]
_application = ProtocolTypeRouter({"http": HealthFirst(pages), "websocket": SameOriginOnly(URLRouter(_sockets))})


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The first request of a process starts its hub, so that its commands are whispered on without waiting."""
    hub.running()
    await _application(scope, receive, send)
