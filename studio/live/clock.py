"""Wall-clock time by the database, so that several processes agree on deadlines and leases."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import connection
from django.utils import timezone


def database_now() -> datetime:
    """Aware UTC. PostgreSQL is asked; SQLite lives on this machine and has its clock."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    return now.astimezone(UTC)
