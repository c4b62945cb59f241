"""Threads of the hub's own, so that a busy room never holds up pages, nor pages a room: one draws, another looks, and a
third draws where there is much that nobody has seen since the process began: no other room waits for that.

One of each is enough: one thread of a process computes at a time, and two that draw at once take the interpreter from
each other at every statement, which made a move dearer by a third. What is looked at (doors of sockets that open,
leases, the hub's rounds) is short and has a thread beside it: a thousand who come at once keep no drawing waiting.

Each thread keeps its database connection between jobs and drops it when it has idled; a job that meets a broken
connection (the database was restarted, or has other columns now) is done once more on a new one. Jobs are therefore
repeatable.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import InterfaceError, NotSupportedError, OperationalError, connections

from studio.costly import DRAWN_BETWEEN, NotHere, no_more_than

R = TypeVar("R")

IDLE_SECONDS = 5.0  # a connection that rested longer is not trusted: the file may have been restored, the server gone

_drawing = ThreadPoolExecutor(1, thread_name_prefix="live-drawing")
_looking = ThreadPoolExecutor(1, thread_name_prefix="live-looking")
_drawing_much = ThreadPoolExecutor(1, thread_name_prefix="live-much")
POOLS = (_drawing, _drawing_much, _looking)
_last = threading.local()


async def drawn(job: Callable[..., R], *args: Any) -> R:
    """The job's answer, from the thread that reads and draws for rooms, one after the other."""
    loop = asyncio.get_running_loop()
    found = await loop.run_in_executor(_drawing, _little, job, args)
    return found[0] if found else await loop.run_in_executor(_drawing_much, _done, job, args)


async def looked(job: Callable[..., R], *args: Any) -> R:
    """The same from the thread that asks who may be here and who is: short, and never behind a drawing."""
    return await asyncio.get_running_loop().run_in_executor(_looking, _done, job, args)


def _little(job: Callable[..., R], args: tuple[Any, ...]) -> tuple[R] | None:
    """None where there is more to draw than other rooms should wait for."""
    try:
        with no_more_than(DRAWN_BETWEEN):
            return (_done(job, args),)
    except NotHere:
        return None


def _done(job: Callable[..., R], args: tuple[Any, ...]) -> R:
    if time.monotonic() - getattr(_last, "used", 0.0) > IDLE_SECONDS:
        connections.close_all()
    try:
        return job(*args)
    except (InterfaceError, OperationalError, NotSupportedError):  # the last: what was planned is for other columns
        connections.close_all()
        return job(*args)
    finally:
        _last.used = time.monotonic()
