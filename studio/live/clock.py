"""Wall-clock time by the database, so that several processes agree on deadlines and leases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

from django.db import connection
from django.utils import timezone

_AS_OF: ContextVar[datetime | None] = ContextVar("as_of", default=None)


@contextmanager
def as_of(moment: datetime) -> Iterator[None]:
    """What is written inside is dated `moment`: for a history that is brought in, never for a request."""
    token = _AS_OF.set(moment)
    try:
        yield
    finally:
        _AS_OF.reset(token)


def database_now() -> datetime:
    """Aware UTC. PostgreSQL is asked; SQLite lives on this machine and has its clock."""
    if (moment := _AS_OF.get()) is not None:
        return moment
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now.astimezone(UTC)
