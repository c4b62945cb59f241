"""The database engine of a site on one file: Django's own but for one thing.

Django says `%s` where `sqlite3` says `?`, and rewrites every statement at every call. That takes as long as SQLite
needs to answer it; here each is rewritten once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base
from django.utils.asyncio import async_unsafe

WORDINGS_MAX = 1000  # statements; a site words some hundreds, and lists of every length among them


class Cursor(base.SQLiteCursorWrapper):
    def convert_query(self, query: str, *, param_names: Any = None) -> str:
        if param_names is None:
            return _with_question_marks(query)
        return super().convert_query(query, param_names=param_names)


@lru_cache(WORDINGS_MAX)
def _with_question_marks(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class DatabaseWrapper(base.DatabaseWrapper):
    @async_unsafe
    def create_cursor(self, name: str | None = None) -> Cursor:
        return self.connection.cursor(factory=Cursor)
