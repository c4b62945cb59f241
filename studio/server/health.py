"""Two questions for whoever watches the site: is the process alive, and could it serve a page now?"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import connection
from django.http import HttpRequest, HttpResponse

PATIENCE = 1.0  # seconds for both questions together


class HealthFirst:
    """Answers the two addresses before Django is asked: a page that hangs must not hide that the process lives."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        views = {"/healthz": healthz, "/readyz": readyz}
        view = views.get(scope["path"]) if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") else None
        if view is None:
            await self.application(scope, receive, send)
            return
        answer = await view(HttpRequest())
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": answer.content if scope["method"] == "GET" else b""})


async def healthz(request: HttpRequest) -> HttpResponse:
    """200 as long as the process answers at all."""
    return HttpResponse("alive\n", content_type="text/plain")


async def readyz(request: HttpRequest) -> HttpResponse:
    """200 when the database and the channel layer answer within a second, else 503 naming what does not."""
    names = ("database", "layer")
    asked = [asyncio.ensure_future(ask()) for ask in (_ask_database, _ask_layer)]
    await asyncio.wait(asked, timeout=PATIENCE)
    missing = [name for name, task in zip(names, asked, strict=True) if not _went_well(task)]
    words = "".join(f"no answer from the {name}\n" for name in missing) or "ready\n"
    return HttpResponse(words, content_type="text/plain", status=503 if missing else 200)


def _went_well(task: asyncio.Future[None]) -> bool:
    if not task.done():
        task.cancel()
        return False
    return task.exception() is None


@sync_to_async(thread_sensitive=False)  # a stuck database must not hold up the thread that serves pages
def _ask_database() -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        connection.close()


async def _ask_layer() -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel(f"ready{secrets.token_hex(4)}")
    await layer.send(channel, {"type": "ready"})
    await layer.receive(channel)
