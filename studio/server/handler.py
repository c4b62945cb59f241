"""Django behind ASGI as it is behind WSGI: a request is answered from beginning to end in one thread of a pool.

Django's own ASGI handler makes a thread, hops into it several times and opens the database anew for each request; all
our pages are ordinary synchronous code, so one hop is enough, and a thread that stays keeps its connection. Nothing
here is awaited while a page is made: the event loop is free for the sockets.

What is short and changes something (a vote, a move) has threads of its own: however many pages are drawn or files sent,
a command waits for commands only. What strangers can make as costly as they like (a picture, a list, a preview) goes in
lanes beside both, and no page waits for it; so does a page on which much is drawn that nobody has seen since the
process began. Few threads do more than many, for one of them computes at a time.
Commands of one browser go one after the other, so whoever sends a flood of them waits for it themselves; and
those to one room, be it a thousand who join a group, leave a thread to all others.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, nullcontext
from functools import lru_cache
from typing import Any
from weakref import WeakValueDictionary

import django
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http import FileResponse, HttpRequest, parse_cookie
from django.http.response import HttpResponseBase
from django.template import engines
from django.urls import Resolver404, ResolverMatch, get_resolver

from studio.costly import DRAWN_BETWEEN, NotHere, no_more_than
from studio.live.hub import hints_held
from studio.people.devices import secret_in
from studio.server.plain_forms import PageRequest
from studio.web.lanes import FULL, TAKE_TURNS, THREADS, Lane, turn
from studio.web.language import english_from_now_on

# Requests at once; more wait their turn. PostgreSQL's pool (settings.py) has some connections more.
COMMANDS, PAGES = 3, 5
ADDRESSES_MAX = 500  # of pages whose view is known
RESTED = 5.0  # seconds after which a thread looks again after its connection: it may be past its time
COMMAND_MAX = 32 * 1024  # bytes: no button and no line of talk is longer; lists and drawings are

log = logging.getLogger(__name__)
_last = threading.local()


_NOTHING: AbstractContextManager[Any] = nullcontext()


class Pages(ASGIHandler):
    """The site's pages as an ASGI application for HTTP."""

    request_class = PageRequest

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        # All views and template tags now: the files may be renewed under a server that runs, and two first requests
        # would import them in two threads at once.
        _ = get_resolver().url_patterns, engines.all()
        self._leads_to = lru_cache(ADDRESSES_MAX)(get_resolver().resolve)  # what leads nowhere is not remembered
        self._commands = ThreadPoolExecutor(COMMANDS, "commands", initializer=english_from_now_on)
        self._pages = ThreadPoolExecutor(PAGES, "pages", initializer=english_from_now_on)
        self._lanes = {
            lane: ThreadPoolExecutor(threads, lane, initializer=english_from_now_on)
            for lane, threads in THREADS.items()
        }
        self._crowd = Crowd()
        self._lines: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by the browser that waits
        self._rooms: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()  # by how their address begins

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request. Raises ValueError for anything that is not HTTP."""
        if scope["type"] != "http":
            raise ValueError(f"These are pages, and this is {scope['type']}.")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        # Daphne takes a prefix of all addresses from a header that any visitor may send.
        scope = {**scope, "root_path": ""}

        def stream(message: dict[str, Any]) -> None:
            asyncio.run_coroutine_threadsafe(send(message), loop).result()

        size = body.seek(0, os.SEEK_END)
        body.seek(0)
        lane, is_own = self._lane_of(scope, size)
        if lane:
            answer = await self._in_lane(lane, scope, body, stream, size, may_wait=not is_own)
        elif scope["method"] not in ("GET", "HEAD"):
            async with self._line_of(_device(scope)), self._room_at(scope["path"]):
                answer = await loop.run_in_executor(self._commands, self._answer, scope, body, stream)
        else:
            answer = await loop.run_in_executor(self._pages, self._page, scope, body, stream)
            if answer is None:
                answer = await self._in_lane("drawings", scope, body, stream, size, may_wait=False)
        for message in answer:
            await send(message)

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        """Where its address leads, found once: Django would try the patterns again at each request."""
        request.resolver_match = found = self._leads_to(request.path_info)
        return found

    def _lane_of(self, scope: Any, size: int) -> tuple[Lane | None, bool]:
        """The lane of what costs more than a page, and whether its view names it; none for a page and a command."""
        is_sent = scope["method"] not in ("GET", "HEAD")
        try:
            lane: Lane | None = getattr(self._leads_to(scope["path"]).func, "lane", None)
        except Resolver404:
            lane = None
        if lane == "press" or (lane and is_sent):
            return lane, True
        if not is_sent or (size <= COMMAND_MAX and not _has_files(scope)):
            return None, False
        return "pictures" if _has_files(scope) else "proofs", False

    async def _in_lane(self, lane: Lane, scope: Any, body: Any, stream: Any, size: int, *, may_wait: bool) -> Any:
        """Its answer, when it is its turn; where too many wait already, a page that says so."""
        loop, who = asyncio.get_running_loop(), _device(scope) or str(scope.get("client"))
        if not self._crowd.has_room(lane, who, size, may_wait=may_wait):
            return await loop.run_in_executor(self._pages, self._answer, {**scope, FULL: True}, body, stream)
        async with self._crowd.waiting(lane, who, size):
            held = turn if lane in TAKE_TURNS else _NOTHING
            return await loop.run_in_executor(self._lanes[lane], self._answer, scope, body, stream, held)

    def _line_of(self, device: str) -> AbstractAsyncContextManager[Any]:
        """Where that browser's next command waits; whoever has none yet waits for nobody."""
        return self._lines.setdefault(device, asyncio.Lock()) if device else nullcontext()

    def _room_at(self, path: str) -> asyncio.Semaphore:
        """Where commands to one deck, one table or one invitation wait."""
        return self._rooms.setdefault("/".join(path.split("/", 3)[:3]), asyncio.Semaphore(COMMANDS - 1))

    def _answer(
        self, scope: Any, body: Any, stream: Any, held: AbstractContextManager[Any] = _NOTHING
    ) -> tuple[dict[str, Any], ...]:
        """The messages of a short answer; a long one (a file) is sent from here, piece by piece. `held` is held while
        it is made, and not while it is sent: whoever takes it slowly keeps nobody waiting."""
        with hints_held():
            return self._made(scope, body, stream, held)

    def _page(self, scope: Any, body: Any, stream: Any) -> tuple[dict[str, Any], ...] | None:
        """The same for a page. None where there is more to draw on it than others should wait for: nothing was done."""
        try:
            with no_more_than(DRAWN_BETWEEN):
                return self._answer(scope, body, stream)
        except NotHere:
            close_old_connections()  # as the end of a request does
            return None

    def _made(
        self, scope: Any, body: Any, stream: Any, held: AbstractContextManager[Any]
    ) -> tuple[dict[str, Any], ...]:
        """Django's signal at the start of a request is not sent: whatever listens would only look again after the
        connection that was looked after when the thread's last request ended. After a rest that is done."""
        if time.monotonic() - getattr(_last, "answered", 0.0) > RESTED:
            close_old_connections()
        request, unreadable = self.create_request(scope, body)
        with held:
            response: Any = unreadable if request is None else self.get_response(request)
        try:
            response._handler_class = self.__class__
            start = _start(response)
            if not response.streaming:
                return start, {"type": "http.response.body", "body": response.content}
            if scope["method"] == "HEAD":  # the server would hold back the first piece alone
                return start, {"type": "http.response.body"}
            if isinstance(response, FileResponse):
                response.block_size = self.chunk_size
            stream(start)
            for part in response:
                stream({"type": "http.response.body", "body": bytes(part), "more_body": True})
            return ({"type": "http.response.body"},)
        finally:
            body.close()
            _end(response)
            _last.answered = time.monotonic()


def _has_files(scope: Any) -> bool:
    """Whether files come with it: a form without a script sends a picture with the card."""
    return any(name == b"content-type" and value.startswith(b"multipart/") for name, value in scope["headers"])


def _device(scope: Any) -> str:
    """The browser's cookie, as its request will read it."""
    lines = (value.decode("latin1") for name, value in scope["headers"] if name == b"cookie")
    return secret_in(parse_cookie("; ".join(lines)))


def _start(response: HttpResponseBase) -> dict[str, Any]:
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    headers += [(b"Set-Cookie", cookie.OutputString().encode("ascii")) for cookie in response.cookies.values()]
    return {"type": "http.response.start", "status": response.status_code, "headers": headers}


def _end(response: HttpResponseBase) -> None:
    """End the request for Django: its database connection rests until the next one.

    What was done is done: a connection that cannot be given back does not make its answer a failure.
    """
    try:
        response.close()
    except Exception:
        log.exception("A request was answered, but did not end well")


def get_pages() -> Pages:
    """Set Django up and load the middleware, once for a process."""
    django.setup(set_prefix=False)
    return Pages()


# Who waits in the lanes (studio/web/lanes.py), and how much of what they sent lies in memory meanwhile.
WAITING_MAX = 40  # requests in one lane, those under way among them
OWN_MAX = 12  # of one browser in one lane: who types fast sends some before the first is answered
BYTES_MAX = 64 * 1024 * 1024  # of bodies in all lanes
OWN_BYTES_MAX = 24 * 1024 * 1024  # of one browser's: three of the largest pictures, and room for all others
LIGHT = 32 * 1024  # bytes of a body that always has room: however many wait, they take little


class Crowd:
    """Touched by the event loop alone."""

    def __init__(self) -> None:
        self._in: Counter[str] = Counter()
        self._own: Counter[tuple[str, str]] = Counter()
        self._bytes = 0
        self._own_bytes: Counter[str] = Counter()
        self._lines: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    def has_room(self, lane: str, who: str, size: int, *, may_wait: bool) -> bool:
        """Whether one more can wait. `may_wait`: however many do, for nothing else would keep its words."""
        is_held = self._bytes + size <= BYTES_MAX and self._own_bytes[who] + size <= OWN_BYTES_MAX
        return (is_held or size <= LIGHT) and (
            may_wait or (self._in[lane] < WAITING_MAX and self._own[lane, who] < OWN_MAX)
        )

    @asynccontextmanager
    async def waiting(self, lane: str, who: str, size: int) -> AsyncIterator[None]:
        """In line: one of a browser at a time, so that many of one stand in nobody's way."""
        own = lane, who
        self._in[lane] += 1
        self._own[own] += 1
        self._bytes += size
        self._own_bytes[who] += size
        try:
            async with self._lines.setdefault(own, asyncio.Lock()):
                yield
        finally:
            self._in[lane] -= 1
            self._bytes -= size
            self._own[own] -= 1
            self._own_bytes[who] -= size
            if not self._own_bytes[who]:
                del self._own_bytes[who]
            if not self._own[own]:
                del self._own[own]
