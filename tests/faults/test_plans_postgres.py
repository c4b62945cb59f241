"""A PostgreSQL whose columns become others under a process that runs: a newer release takes its place beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import ConnectionHandler, NotSupportedError
from pytest_django import DjangoDbBlocker

from studio.live.reach import is_the_database_away

POOLED = {"server_side_binding": True, "prepare_threshold": 2, "pool": {"min_size": 1, "max_size": 1, "timeout": 4}}


@contextmanager
def lent(url: str, blocker: DjangoDbBlocker) -> Iterator[Any]:
    """The site's engine with one connection, which a request after the other is lent."""
    asked = psycopg.conninfo.conninfo_to_dict(url)
    server = {"NAME": asked["dbname"], "HOST": asked["host"], "PORT": str(asked.get("port", ""))}
    whose = {"USER": asked["user"], "PASSWORD": asked.get("password", ""), "CONN_HEALTH_CHECKS": True}
    handler = ConnectionHandler({"default": {"ENGINE": "studio.postgres", **server, **whose, "OPTIONS": POOLED}})
    with blocker.unblock():
        try:
            yield handler["default"]
        finally:
            handler.close_all()
            handler["default"].close_pool()


def looked_up(connection: Any) -> list[Any]:
    """As a request does."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT name FROM studio_person WHERE name = %s", ["Ros"])
            return list(cursor.fetchall())
    finally:
        connection.close_if_unusable_or_obsolete()


def test_what_was_planned_for_other_columns_fails_once_and_in_words(
    postgres_database: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with lent(postgres_database, django_db_blocker) as connection:
        for _ in range(4):
            assert looked_up(connection) == []
        with psycopg.connect(postgres_database, autocommit=True) as newer:
            newer.execute("ALTER TABLE studio_person ALTER COLUMN name TYPE varchar(99)")
        with pytest.raises(NotSupportedError) as problem:
            looked_up(connection)
        assert is_the_database_away(problem.value), "that is not said to be broken: whoever asks again is answered"
        for _ in range(4):
            assert looked_up(connection) == []


def test_a_connection_that_failed_is_not_lent_again_however_it_is_given_back(
    postgres_database: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with lent(postgres_database, django_db_blocker) as connection:
        lines = []
        for statement in ("SELECT 1", "SELECT 1", "SELECT nothing", "SELECT 1"):
            with connection.cursor() as cursor:
                lines.append(cursor.connection.info.backend_pid)
                try:
                    cursor.execute(statement)
                except Exception as problem:
                    assert "nothing" in str(problem)
            connection.close()
        assert lines[0] == lines[1] == lines[2] != lines[3]
