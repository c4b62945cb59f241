"""A face asked in part, where it is kept: whoever weighs a drawing has read nothing of it."""

from __future__ import annotations

from typing import Any

from django.db.models import Func, IntegerField, JSONField
from django.db.models.fields.json import KeyTextTransform

LIGHT = 4_000  # bytes: a face that takes no more is no more to read than words are
WORDS = 100_000  # more than all the words of a Special Rule can take
BYTES_A_NUMBER = 5  # as SQLite keeps them: digits, a comma and a space
BYTES_IN_A_ROW = 12  # as PostgreSQL does, once they are unpacked: as they lie there a drawing of dots is hardly any


class Numbers(Func):
    """About how many numbers the drawing of a kept face has; 0 where that is no more than words are.

    By its length, for to count them would be to read it; long words alone are no drawing. On PostgreSQL by the length
    of the drawing alone, as it is unpacked: what is all one dot is packed a hundredfold.
    """

    arity = 1
    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> tuple[str, Any]:
        length = "LENGTH(CAST(%(expressions)s AS BLOB))"
        is_drawn = f"{length} > {LIGHT} AND JSON_ARRAY_LENGTH(%(expressions)s, '$.doodle') > 0"
        template = f"CASE WHEN {length} > {WORDS} OR {is_drawn} THEN {length} / {BYTES_A_NUMBER} ELSE 0 END"
        return self.as_sql(compiler, connection, template=template, **more)

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> tuple[str, Any]:
        length = "COALESCE(PG_COLUMN_SIZE(%(expressions)s -> 'doodle'), 0)"
        light = LIGHT // BYTES_A_NUMBER * BYTES_IN_A_ROW
        template = f"CASE WHEN {length} > {light} THEN {length} / {BYTES_IN_A_ROW} ELSE 0 END"
        return self.as_sql(compiler, connection, template=template, **more)


class WithoutDrawing(Func):
    """What is kept of a face but its drawing, which never leaves the database."""

    arity = 1
    output_field = JSONField()

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> tuple[str, Any]:
        return self.as_sql(compiler, connection, template="JSON_REMOVE(%(expressions)s, '$.doodle')", **more)

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> tuple[str, Any]:
        return self.as_sql(compiler, connection, template="(%(expressions)s - 'doodle')", **more)


def kept_words(content: str, field: str = "title") -> KeyTextTransform:
    """A field of the faces that lie in this column, as the words they are: asked for by its path alone, a title "12"
    comes back from SQLite as a number, and "null" as none."""
    return KeyTextTransform(field, content)
