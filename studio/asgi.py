"""The application a server runs: pages over HTTP, hints and frames over sockets."""

from __future__ import annotations

import os
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
from studio.server.handler import get_pages  # noqa: E402

pages = get_pages()

from studio.live import hub  # noqa: E402
from studio.live.routing import websocket_urlpatterns  # noqa: E402
from studio.ports import check_filled  # noqa: E402
from studio.server.health import HealthFirst  # noqa: E402 - models may be imported only from here on
from studio.web.origins import SameOriginOnly  # noqa: E402

check_filled()
_application = ProtocolTypeRouter(
    {"http": HealthFirst(pages), "websocket": SameOriginOnly(URLRouter(websocket_urlpatterns))}
)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The first request of a process starts its hub, so that its commands are whispered on without waiting."""
    hub.running()
    await _application(scope, receive, send)
