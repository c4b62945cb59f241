"""The database engine of a site on one file: Django's own but for what it does anew with every statement.

Django says `%s` where `sqlite3` says `?`, and rewrites every statement at every call. That takes as long as SQLite
needs to answer it; here each is rewritten once. And it looks in five places whether a cursor may be opened.
"""

from __future__ import annotations

import sqlite3
from asyncio import _get_running_loop  # tells without raising
from datetime import UTC, datetime
from functools import lru_cache
from threading import get_ident
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.backends.sqlite3.operations import DatabaseOperations
from django.utils.asyncio import async_unsafe

WORDINGS_MAX = 1000  # statements; a site words some hundreds, and lists of every length among them


class Cursor(base.SQLiteCursorWrapper):
    def execute(self, query: str, params: Any = None) -> Any:
        if type(params) in (list, tuple):
            return sqlite3.Cursor.execute(self, _with_question_marks(query), params)
        return super().execute(query, params)

    def convert_query(self, query: str, *, param_names: Any = None) -> str:
        if param_names is None:
            return _with_question_marks(query)
        return super().convert_query(query, param_names=param_names)


@lru_cache(WORDINGS_MAX)
def _with_question_marks(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class Operations(DatabaseOperations):
    def convert_datetimefield_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """A moment as it comes from a column is in the site's UTC; whatever else comes Django reads."""
        if type(value) is datetime and value.tzinfo is None and self.connection.timezone_name == "UTC":
            return value.replace(tzinfo=UTC)
        return super().convert_datetimefield_value(value, expression, connection)


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = Operations

    def cursor(self) -> Any:
        """Of the connection that is open already, in one step."""
        return self.make_cursor(self.connection.cursor(factory=Cursor)) if self._is_at_hand else super().cursor()

    @property
    def _is_at_hand(self) -> bool:
        """Open, this very thread's, outside of an event loop, and nobody notes what is asked."""
        return (
            self.connection is not None
            and self._thread_ident == get_ident()  # type: ignore[attr-defined]  # not in its stubs
            and _get_running_loop() is None
            and not self.queries_logged
        )

    @async_unsafe
    def create_cursor(self, name: str | None = None) -> Cursor:
        cursor: Cursor = self.connection.cursor(factory=Cursor)
        return cursor
