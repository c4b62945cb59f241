"""The addresses of the live sockets."""

from __future__ import annotations

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.urls import re_path

from studio.live.consumer import live

socket: Any = live  # to Django's types an address leads to a view; here it leads to an ASGI application

websocket_urlpatterns: list[Any] = [
    re_path(r"^live/(?P<key>[A-Za-z0-9_-]{8,24})/$", socket),
    re_path(r"", WebsocketDenier.as_asgi()),
]
