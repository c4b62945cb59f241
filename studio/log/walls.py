"""The walls in the database: triggers by which nothing that was written once is changed or deleted.

No part of the product ever takes one down: a deck that goes is marked, and guests who are swept never wrote anything.
The host who must erase a deck for good, and tests that empty their database, lower them for the length of one
transaction; nobody else finds them down meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

_STANDING = """
    SELECT c.relname, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace"""


@contextmanager
def lowered() -> Iterator[None]:
    """One transaction in which the walls are down. They stand again at its end, however it ends."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            standing = cursor.fetchall()
            down = [f"DROP TRIGGER {connection.ops.quote_name(name)}" for name, _ in standing]
            up = [sql for _, sql in standing]
        else:
            cursor.execute(_STANDING)
            pairs = [tuple(map(connection.ops.quote_name, row)) for row in cursor.fetchall()]
            down = [f"ALTER TABLE {table} DISABLE TRIGGER {name}" for table, name in pairs]
            up = [f"ALTER TABLE {table} ENABLE TRIGGER {name}" for table, name in pairs]
        _do(cursor, down)
        yield
        _do(cursor, up)


def _do(cursor: CursorWrapper, statements: Iterable[str]) -> None:
    """PostgreSQL changes no table of which something still waits to be checked at the end: it is checked now."""
    if connection.vendor == "postgresql":
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    for statement in statements:
        cursor.execute(statement)
