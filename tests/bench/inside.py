"""The site in this very process, as it is shipped: what one request costs, without a client and a network beside it.

A request goes through the site's own handler (`studio.server.handler`), its thread pool and all of its middleware, over
an SQLite file in WAL with FULL synchronous writing and production's settings.
"""

from __future__ import annotations

import asyncio
import gc
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

TOKEN = "c" * 32  # a CSRF secret of our own: cookie and form agree


@contextmanager
def site_in_here(database: str = "") -> Iterator[Inside]:
    """Django set up once in this process over a folder that ends with the block; over a PostgreSQL if one is named."""
    with tempfile.TemporaryDirectory(prefix="carte-bench-") as folder, asyncio.Runner() as runner:
        for name in ("DATABASE_URL", "REDIS_URL", "CARTE_SITE", "CARTE_HOSTS", "DEBUG", "SECRET_KEY"):
            os.environ.pop(name, None)
        os.environ |= {"CARTE_DATA": folder, "CARTE_SYNC": "FULL", "DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
        if database:
            os.environ["DATABASE_URL"] = database
        import django
        from django.core.management import call_command

        django.setup()
        call_command("prepare")
        from studio.server.handler import get_pages

        yield Inside(runner, get_pages())


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Cost:
    """Medians of one request: milliseconds of a processor, statements, bytes of the answer."""

    ms: float
    statements: int
    bytes: int

    def __str__(self) -> str:
        return f"{self.ms:8.2f} ms {self.statements:4} statements {self.bytes / 1000:9.1f} KB"


@dataclass
class Inside:
    runner: asyncio.Runner
    pages: Any

    def ask(self, method: str, path: str, secret: str = "", **fields: object) -> Answer:
        """One request of the device with this secret."""
        body = urlencode(fields | {"csrfmiddlewaretoken": TOKEN}).encode() if method == "POST" else b""
        cookie = f"carte_csrf={TOKEN}" + (f"; carte_device={secret}" if secret else "")
        where, _, query = path.partition("?")
        scope = {
            "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": where,
            "raw_path": where.encode(), "query_string": query.encode(), "root_path": "",
            "client": ("127.0.0.1", 40_000), "server": ("127.0.0.1", 8000),
            "headers": [
                (b"host", b"127.0.0.1"), (b"cookie", cookie.encode()), (b"x-carte", b"1"),
                (b"content-type", b"application/x-www-form-urlencoded"), (b"content-length", str(len(body)).encode()),
            ] if method == "POST" else [(b"host", b"127.0.0.1"), (b"cookie", cookie.encode())],
        }  # fmt: skip
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        self.runner.run(self.pages(scope, receive, send))
        headers = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
        return Answer(sent[0]["status"], headers, b"".join(message.get("body", b"") for message in sent[1:]))

    def cost(self, ask: Callable[[int], Answer], rounds: int = 40, warm: int = 5) -> Cost:
        """What `ask(number)` costs: all threads of this process counted; the garbage of before is collected first."""
        for number in range(warm):
            self._went_well(ask(number))
        gc.collect()
        took = []
        for number in range(warm, warm + rounds):
            began = time.process_time()
            answer = ask(number)
            took.append(time.process_time() - began)
            self._went_well(answer)
        with self._counted() as statements:
            answer = ask(warm + rounds)
        return Cost(statistics.median(took) * 1000, len(statements), len(answer.body))

    @contextmanager
    def _counted(self) -> Iterator[list[str]]:
        """The statements of all threads meanwhile: a thread's own wrappers would be the thread's alone."""
        from django.db.backends.utils import CursorWrapper

        found: list[str] = []
        kept = CursorWrapper.execute

        def noted(cursor: Any, sql: Any, params: Any = None) -> Any:
            found.append(str(sql))
            return kept(cursor, sql, params)

        CursorWrapper.execute = noted  # type: ignore[method-assign]
        try:
            yield found
        finally:
            CursorWrapper.execute = kept  # type: ignore[method-assign]

    @staticmethod
    def _went_well(answer: Answer) -> None:
        assert answer.status in (200, 204), (answer.status, answer.headers, answer.body[-2000:])


def unit() -> float:
    """Milliseconds of a processor for a fixed piece of Python: how fast this machine is just now."""
    took = []
    for _ in range(30):
        began = time.process_time()
        sum(hash((n, str(n))) & 7 for n in range(2000))
        took.append(time.process_time() - began)
    return statistics.median(took) * 1000
