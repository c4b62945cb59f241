"""Threads of the hub's own for reading and drawing, so that a busy room never holds up pages, nor pages a room.

Each thread keeps its database connection between jobs and drops it when it has idled; a job that meets a broken
connection (the database was restarted) is done once more on a new one. Jobs are therefore repeatable.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import InterfaceError, OperationalError, connections

R = TypeVar("R")

THREADS = 2
IDLE_SECONDS = 5.0  # a connection that rested longer is not trusted: the file may have been restored, the server gone

_drawing = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="live-drawing")
_last = threading.local()


async def drawn(job: Callable[..., R], *args: Any) -> R:
    """The job's answer, from a thread that reads and draws."""
    return await asyncio.get_running_loop().run_in_executor(_drawing, _done, job, args)


def _done(job: Callable[..., R], args: tuple[Any, ...]) -> R:
    if time.monotonic() - getattr(_last, "used", 0.0) > IDLE_SECONDS:
        connections.close_all()
    try:
        return job(*args)
    except (InterfaceError, OperationalError):
        connections.close_all()
        return job(*args)
    finally:
        _last.used = time.monotonic()
