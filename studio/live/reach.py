"""Whether what a process stands on is in reach: one line of the log when it is lost, one when it is found again."""

from __future__ import annotations

import logging
import threading
import time

from django.db import InterfaceError, InternalError, NotSupportedError, OperationalError

log = logging.getLogger(__name__)

READ_ONLY = "25006"  # PostgreSQL's code for "cannot write in a read-only transaction"
OUT_OF_DATE = "0A000"  # and for "what was planned is for columns that are others now"
# How what the pool of connections says of a server that went begins.
POOL_LOST = ("error connecting in", "reconnection attempt in pool", "discarding broken", "discarding closed")
QUIET = 2.5  # seconds without a complaint: the layer's reader, while it is cut off, complains every second


class Reach:
    """One thing that can be lost and found. `lost` and `found` are told in any order, by any thread, however often."""

    def __init__(self, when_lost: str, when_found: str) -> None:
        """`when_lost` has a place (%s) for why, `when_found` for the seconds (%d) it was away."""
        self._when_lost, self._when_found = when_lost, when_found
        self._lock = threading.Lock()
        self._since = self._complained = -1.0  # on the monotonic clock; -1: in reach

    @property
    def is_lost(self) -> bool:
        return self._since >= 0

    def lost(self, why: object) -> None:
        """It did not answer."""
        with self._lock:
            self._complained = time.monotonic()
            if self.is_lost:
                return
            self._since = self._complained
        log.warning(self._when_lost, why)

    def found(self) -> None:
        """It answered. While there are complaints still it is not believed."""
        if not self.is_lost:
            return
        with self._lock:
            now = time.monotonic()
            if not self.is_lost or now - self._complained < QUIET:
                return
            away, self._since = now - self._since, -1.0
        log.warning(self._when_found, away)


LAYER = Reach(
    "The other processes are not reached for now: %s. Nothing is lost; each looks for itself every two seconds.",
    "The other processes are reached again, after %d seconds.",
)
DATABASE = Reach(
    "The database cannot be used for now: %s. Visitors are told so (503); it is tried again every second.",
    "The database can be used again, after %d seconds.",
)


def is_the_database_away(problem: BaseException | None) -> bool:
    """It cannot be reached or written just now: away, full, locked, open for reading only, or changed beneath us."""
    if isinstance(problem, InternalError | NotSupportedError):
        return getattr(problem.__cause__, "sqlstate", "") in (READ_ONLY, OUT_OF_DATE)
    return isinstance(problem, OperationalError | InterfaceError)


def said_of_the_database(problem: Exception) -> bool:
    """Whether this went wrong because the database is away, which is said once for all of it."""
    if not is_the_database_away(problem):
        return False
    DATABASE.lost(str(problem).strip())
    return True


class PoolComplains(logging.Filter):
    """What the pool of connections says for each of its connections and each try is said once."""

    def filter(self, record: logging.LogRecord) -> bool:
        words = record.getMessage()
        if not words.startswith(POOL_LOST):
            return True
        DATABASE.lost(words)
        return False


class LayerComplains(logging.Filter):
    """What the layer's own reader says every second with its trace, while the layer is away, is said once."""

    def filter(self, record: logging.LogRecord) -> bool:
        problem = record.exc_info[1] if record.exc_info else None
        if not _is_away(problem):
            return True
        LAYER.lost(problem)
        return False


def _is_away(problem: BaseException | None) -> bool:
    """Whether it is about the line to Redis. Its own errors are known by where they come from: without REDIS_URL
    nothing of it is loaded."""
    if isinstance(problem, OSError):
        return True
    kinds = [] if problem is None else [f"{kind.__module__}.{kind.__name__}" for kind in type(problem).__mro__]
    return "redis.exceptions.ConnectionError" in kinds or "redis.exceptions.TimeoutError" in kinds
