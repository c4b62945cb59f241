import os
from datetime import timedelta
from typing import Any

from django.apps import AppConfig


class SmallConfig(AppConfig):
    name = "tests.live.small"
    label = "small"

    def ready(self) -> None:
        from studio.live import hub, presence, transport
        from studio.live.regions import PAGES
        from tests.live import fake

        PAGES["fake"] = fake.PAGE
        hub.STRANGER_SOCKETS_MAX = 1000  # all readers of these tests are strangers of one address
        if os.environ.get("SMALL_PLAIN"):
            transport.daphne_protocol = lambda send: None
        if seconds := os.environ.get("SMALL_GRACE"):
            presence.GRACE = timedelta(seconds=float(seconds))
        if seconds := os.environ.get("SMALL_LINE"):
            _shorten_lines(float(seconds))


def _shorten_lines(seconds: float) -> None:
    """The server ends every line after a day; here after so long."""
    from studio.server.daphne_server import CarteServer

    begin = CarteServer.__init__

    def shorter(self: CarteServer, *args: Any, **options: Any) -> None:
        begin(self, *args, **options)
        self.websocket_timeout = seconds

    CarteServer.__init__ = shorter  # type: ignore[method-assign]
