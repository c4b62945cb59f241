"""Two questions for whoever watches the site: is the process alive, and could it serve a page now?

Anybody may ask, and as often as they like: what is found out serves all who ask within a second, and to ask leaves
nothing behind.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse

from studio.live.bus import LOOK, NOBODY
from studio.live.clock import database_now
from studio.live.reach import LAYER
from studio.models import Pulse
from studio.server.newer import is_left_behind

PATIENCE = 1.0  # seconds for all questions together
KEPT = 1.0  # seconds for which what was found out is told again
ROOM = 64 * 1024  # bytes
WRITE_EVERY = 10.0  # seconds between two looks whether rows can be written, which costs a write

# What may be missing without any page suffering by it: its name, and whether it is. Apps that have such a thing add it.
DEGRADED: dict[str, Callable[[], bool]] = {}


NO_ANSWER = "no answer from the database"


class Examined(NamedTuple):
    """Why pages cannot be read, or "", and what is missing besides."""

    wrong: str = ""
    degraded: tuple[str, ...] = ()


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
    """200 where pages can be read and written, naming what is missing besides; else 503 naming why not."""
    status, words = await _readiness.now()
    return HttpResponse(words, content_type="text/plain", status=status)


class ReadyAnswer:
    """What was found out last, and when. In one loop at a time.

    A question that is not answered in time goes on, and no second one is asked beside it: threads that wait for a
    database would pile up.
    """

    def __init__(self) -> None:
        self._asked: asyncio.Task[tuple[int, str]] | None = None
        self._since = 0.0
        self._reading: asyncio.Future[Examined] | None = None
        self._writing: asyncio.Future[bool] | None = None
        self._wrote_at = float("-inf")
        self._can_write = True

    async def now(self) -> tuple[int, str]:
        """Status and words. Whoever asks while somebody else does waits with them."""
        at, asked = time.monotonic(), self._asked
        if asked is None or asked.get_loop() is not asyncio.get_running_loop():
            self._reading = self._writing = asked = None
        if asked is None or (asked.done() and at - self._since > KEPT):
            self._since, self._asked = at, (asked := asyncio.ensure_future(self._ask()))
        return await asyncio.shield(asked)

    async def _ask(self) -> tuple[int, str]:
        if self._reading is None or self._reading.done():
            self._reading = asyncio.ensure_future(_read())
        is_due = not self._can_write or time.monotonic() - self._wrote_at > WRITE_EVERY
        if is_due and (self._writing is None or self._writing.done()):
            self._writing = asyncio.ensure_future(_write())
        layer = asyncio.ensure_future(_does_layer_answer())
        asked: list[asyncio.Future[Any]] = [self._reading, layer, *([self._writing] if self._writing else [])]
        await asyncio.wait(asked, timeout=PATIENCE)
        if self._writing is not None and self._writing.done():  # while somebody else writes at length it waits
            self._can_write, self._writing, self._wrote_at = self._writing.result(), None, time.monotonic()
        is_there = layer.done() and layer.exception() is None
        layer.cancel()
        found = self._reading.result() if self._reading.done() else Examined(NO_ANSWER)
        if found.wrong or not self._can_write:
            return 503, f"{found.wrong or 'nothing can be written'}\n"
        degraded = (*(() if is_there else ("hints",)), *found.degraded)
        return 200, f"degraded: {', '.join(degraded)}\n" if degraded else "ready\n"


@sync_to_async(thread_sensitive=False)  # a stuck database must not hold up the thread that serves pages
def _read() -> Examined:
    try:
        if is_left_behind():
            return Examined("the data is of another release")
        return Examined(degraded=tuple(name for name, is_missing in DEGRADED.items() if is_missing()))
    except DatabaseError:
        return Examined(NO_ANSWER)
    finally:
        connection.close()


@sync_to_async(thread_sensitive=False)
def _write() -> bool:
    """Whether a row can be, and beside it as much as a command writes: nothing else notices a disk that is full."""
    try:
        with tempfile.TemporaryFile(dir=settings.DATA) as file:
            file.write(bytes(ROOM))
        beat(SITE)
    except (DatabaseError, OSError):
        return False
    finally:
        connection.close()
    return True


async def _does_layer_answer() -> None:
    """Something is sent to nobody: no channel is opened for it, which would have to be given up again."""
    layer: Any = get_channel_layer()
    await layer.group_send(NOBODY, LOOK)
    if LAYER.is_lost:
        raise ConnectionError  # it answers, but its reader has not taken up again


_readiness = ReadyAnswer()


# Signs of life in the database, which others look for: that the press's worker lives, and that rows can be written.
SITE, PRESS = "site", "press"


def beat(whose: str) -> None:
    """It lives, by the database's clock. One statement. Raises DatabaseError."""
    Pulse.objects.bulk_create(
        [Pulse(name=whose, at=Now())], update_conflicts=True, unique_fields=["name"], update_fields=["at"]
    )


def is_silent(whose: str, since: timedelta) -> bool:
    """Whether nothing was heard of it for so long, or ever. What a clock wrote that was set back since says nothing."""
    now = database_now()
    return not Pulse.objects.filter(name=whose, at__gt=now - since, at__lt=now + since).exists()
