"""New rows whose statement is worded once, as `studio/speed/prepared.py` does for queries.

    insert([Entry(…), Entry(…)])    # as Entry.objects.bulk_create([…])

One statement. Unlike there, no ids come back, and no value is an expression. For what is written with every command,
and for nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import AutoField, CharField, ForeignKey, IntegerField, Model, sql


@dataclass(frozen=True, slots=True)
class _Column:
    """A field, and the kind of value that its column keeps as it is: asking the field what becomes of a plain number
    or word took a third of an insertion."""

    field: Any
    as_it_is: type | None


@dataclass(frozen=True, slots=True)
class _Insertion:
    """The statement for one row, and the columns in its order."""

    sql: str
    columns: tuple[_Column, ...]


_PLAIN = ((IntegerField, int), (CharField, str))  # AutoFields are numbers too
_worded: dict[tuple[type[Model], str], _Insertion] = {}  # by model and kind of database


def insert(rows: Sequence[Model]) -> None:
    """Add rows of one model. Raises IntegrityError as bulk_create does. Their own ids stay None."""
    if not rows:
        return
    database = connections[DEFAULT_DB_ALIAS]
    key = (type(rows[0]), database.vendor)
    worded = _worded.get(key)
    if worded is None:
        worded = _worded[key] = _word(rows[0], database)
    told = [[_value(column, row, database) for column in worded.columns] for row in rows]
    with database.cursor() as cursor:
        if len(told) == 1:
            cursor.execute(worded.sql, told[0])
        else:
            cursor.executemany(worded.sql, told)


def _word(row: Model, database: Any) -> _Insertion:
    meta = row._meta
    fields = [field for field in meta.concrete_fields if not isinstance(field, AutoField)]
    query = sql.InsertQuery(type(row))
    query.insert_values(fields, [row])
    ((words, parameters),) = query.get_compiler(connection=database).as_sql()
    if len(parameters) != len(fields):
        raise TypeError(f"A column of {meta.label} is an expression, which is another statement")
    return _Insertion(words, tuple(_Column(field, _kept_as_it_is(field)) for field in fields))


def _kept_as_it_is(field: Any) -> type | None:
    kept = field.target_field if isinstance(field, ForeignKey) else field
    return next(
        (plain for kind, plain in _PLAIN if isinstance(kept, kind) and type(field).pre_save is kind.pre_save), None
    )


def _value(column: _Column, row: Model, database: Any) -> Any:
    """A column of a new row as the database keeps it; defaults that are made at the last moment are made now."""
    field = column.field
    if type(value := vars(row)[field.attname]) is column.as_it_is:
        return value
    value = field.pre_save(row, True)
    if hasattr(value, "resolve_expression"):
        raise TypeError(f"{field} is an expression, which is another statement")
    return field.get_db_prep_save(value, database)
