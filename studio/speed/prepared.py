"""Queries that are worded once.

Django words a query anew at every call, which takes several times as long as the database needs for it. What is
`@prepared` is worded at its first call in a process; from then on a cursor runs the words:

    @prepared
    def standing_in(group_id: int) -> QuerySet[Member]:
        return Member.objects.filter(group_id=group_id, left_at__isnull=True)

    standing_in.rows(group_id)      # the same SQL and the same objects as list(Member.objects.filter(…))
    standing_in.first(group_id)     # … as .first()
    standing_in.one(group_id)       # … as .get()
    standing_in.exists(group_id)    # … as .exists()
    standing_in.count(group_id)     # … as .count()
    standing_in.update({"called": "Maud"}, group_id)    # … as .update(called="Maud")

The function is called with stand-ins for its arguments, so it does nothing with them but hand them to the query. Their
annotations say what they are: `int`, `str`, `datetime`, or `Sequence[int]` or `Sequence[str]` for `__in`. None is
no argument: it makes another query. For what is asked often (doors, loads, logs), and for nothing else.
`studio/speed/inserted.py` does the same for new rows.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, ParamSpec, TypeVar, get_args, get_type_hints

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Count, Model, QuerySet, signals, sql
from django.db.models.base import ModelState
from django.db.models.query import FlatValuesListIterable, ModelIterable, ValuesListIterable

Arguments = ParamSpec("Arguments")
Row = TypeVar("Row")
Query = QuerySet[Any, Any]
Rows = list[Sequence[Any]]

PREPARED: list[Prepared[..., Any]] = []  # every one that there is; tests compare each with its plain queryset
LENGTHS_MAX = 40  # wordings kept of one query, whose lists differ in length
_INT64 = range(-(2**63), 2**63)
_STAND_IN = 1_900_000_000  # fits a column of 32 bits, and stands in no query of ours
_PLACE = re.compile(r"((?<!%)%s)")  # of a parameter, as Django's own for SQLite finds them
_LONG_AGO = datetime(1900, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class _Slot:
    """Where in the parameters of a statement an argument goes: its number, and the index in it if it is a list."""

    argument: int
    index: int | None


@dataclass(frozen=True, slots=True)
class _Worded:
    """A statement, its parameters with slots among them, and what makes objects of its rows."""

    sql: str
    parameters: tuple[Any, ...]
    read: Callable[[Rows], list[Any]] = list
    fields: tuple[Any, ...] = ()  # of what an update sets, in its order


class Prepared(Generic[Arguments, Row]):
    """A query that is worded once for each kind of database, and each length of its lists."""

    def __init__(self, queryset: Callable[Arguments, QuerySet[Any, Row]]) -> None:
        self.queryset = queryset
        self._signature = inspect.signature(queryset)
        self._wordings: dict[tuple[Any, ...], _Worded] = {}
        PREPARED.append(self)

    def rows(self, *args: Arguments.args, **named: Arguments.kwargs) -> list[Row]:
        """All rows. One statement; none where a list is empty or a number is too large for any column."""
        return self._ask(_all, args, named)

    def first(self, *args: Arguments.args, **named: Arguments.kwargs) -> Row | None:
        """The first row, by primary key if the query names no order. One statement."""
        return next(iter(self._ask(_first, args, named)), None)

    def one(self, *args: Arguments.args, **named: Arguments.kwargs) -> Row:
        """The only row; raises the model's DoesNotExist. One statement."""
        found = self._ask(_all, args, named)
        if len(found) != 1:
            model = self.queryset(*args, **named).model
            raise (model.MultipleObjectsReturned if found else model.DoesNotExist)
        row: Row = found[0]
        return row

    def exists(self, *args: Arguments.args, **named: Arguments.kwargs) -> bool:
        """Whether there is a row. One statement."""
        return bool(self._ask(_any, args, named))

    def count(self, *args: Arguments.args, **named: Arguments.kwargs) -> int:
        """How many rows there are. One statement; none where a list is empty."""
        return sum(self._ask(_count, args, named))

    def update(self, values: Mapping[str, Any], *args: Arguments.args, **named: Arguments.kwargs) -> int:
        """Sets these columns, none of them to an expression, in all rows; how many there were. One statement."""
        asked = self._signature.bind(*args, **named).args if named else args
        if any(hasattr(value, "resolve_expression") for value in values.values()):
            raise TypeError("An expression is another statement")
        lengths = _lengths(asked)
        if lengths is None:
            return 0
        database = connections[DEFAULT_DB_ALIAS]
        key = (database.vendor, *((name, value is None) for name, value in values.items()), *lengths)
        worded = self._wordings.get(key) or self._kept(key, self._worded_update(values, lengths))
        with database.cursor() as cursor:
            columns = [
                _column(field, value, database) for field, value in zip(worded.fields, values.values(), strict=True)
            ]
            told = [value for value in columns if value is not None]
            cursor.execute(worded.sql, [*told, *(_filled(part, asked) for part in worded.parameters)])
            changed: int = cursor.rowcount
            return changed

    def _ask(self, shape: Callable[[Query], Query], args: Any, named: Any) -> list[Any]:
        values = self._signature.bind(*args, **named).args if named else args
        lengths = _lengths(values)
        if lengths is None:
            return []
        database = connections[DEFAULT_DB_ALIAS]  # `connection` would look it up for each of its names
        key = (shape, database.vendor, *lengths)
        worded = self._wordings.get(key) or self._kept(key, self._worded(shape, lengths))
        with database.cursor() as cursor:
            cursor.execute(worded.sql, [_filled(part, values) for part in worded.parameters])
            with database.wrap_database_errors:  # the wrapper's own `fetchall` makes a function for it, each time
                rows = cursor.cursor.fetchall()
        return worded.read(rows)

    def _kept(self, key: tuple[Any, ...], worded: _Worded) -> _Worded:
        if len(self._wordings) < LENGTHS_MAX:
            self._wordings[key] = worded
        return worded

    def _worded(self, shape: Callable[[Query], Query], lengths: Sequence[int]) -> _Worded:
        stand_ins, slots = self._stand_ins(iter(lengths))
        queryset = shape(self.queryset(*stand_ins))  # type: ignore[call-arg]
        compiler = queryset.query.get_compiler(using=queryset.db)
        words, parameters = compiler.as_sql()
        words, parameters = _with_constants(words, self._with_slots(parameters, slots), queryset.db)
        return _Worded(words, parameters, _reader(queryset, compiler))

    def _worded_update(self, values: Mapping[str, Any], lengths: Sequence[int]) -> _Worded:
        stand_ins, slots = self._stand_ins(iter(lengths))
        queryset = self.queryset(*stand_ins)  # type: ignore[call-arg]
        query: Any = queryset.query.chain(sql.UpdateQuery)  # without type hints in its module
        query.add_update_values(dict(values))
        query.clear_select_clause()
        words, parameters = query.get_compiler(using=queryset.db).as_sql()
        told = sum(value is not None for value in values.values())
        fields = tuple(field for field, _, _ in query.values)
        return _Worded(words, self._with_slots(parameters[told:], slots), fields=fields)

    def _with_slots(self, parameters: Sequence[Any], slots: Mapping[Any, _Slot]) -> tuple[Any, ...]:
        slots_in_order = tuple(slots.get(part, part) for part in parameters)
        unused = set(slots.values()) - set(slots_in_order)
        if unused:
            raise TypeError(f"{self.queryset.__qualname__} does not hand all it is given to the query: {unused}")
        return slots_in_order

    def _stand_ins(self, lengths: Iterator[int]) -> tuple[list[Any], dict[Any, _Slot]]:
        """A value for each argument, and which slot each of them stands for as a parameter."""
        hints = get_type_hints(self.queryset)
        values: list[Any] = []
        slots: dict[Any, _Slot] = {}
        for number, name in enumerate(self._signature.parameters):
            kind, inner = hints[name], get_args(hints[name])
            if inner:
                value: Any = [_stand_in(inner[0], number, index) for index in range(next(lengths))]
                slots |= {_parameter(part): _Slot(number, index) for index, part in enumerate(value)}
            else:
                value = _stand_in(kind, number, 0)
                slots[_parameter(value)] = _Slot(number, None)
            values.append(value)
        return values, slots


def prepared(queryset: Callable[Arguments, QuerySet[Any, Row]]) -> Prepared[Arguments, Row]:
    """See the head of this module."""
    return Prepared(queryset)


def _lengths(values: Sequence[Any]) -> tuple[int, ...] | None:
    """Of the lists among them; None where nothing is found with them: no list is empty, no number beyond any column."""
    lengths: tuple[int, ...] = ()
    for value in values:
        if isinstance(value, int):
            if value not in _INT64:
                return None
        elif isinstance(value, (list, tuple)):
            if not value:
                return None
            lengths = (*lengths, len(value))
    return lengths


def _column(field: Any, value: Any, database: Any) -> Any:
    """A value as its column keeps it."""
    return field.get_db_prep_save(value.pk if isinstance(value, Model) else value, database)


def _all(queryset: Query) -> Query:
    return queryset


def _first(queryset: Query) -> Query:
    return (queryset if queryset.ordered else queryset.order_by("pk"))[:1]


def _any(queryset: Query) -> Query:
    bare = queryset.all()
    bare.query = queryset.query.exists()
    bare._iterable_class = ValuesListIterable
    return bare


def _count(queryset: Query) -> Query:
    bare = queryset.all()
    query = queryset.query.chain()
    if query.is_sliced or query.distinct or query.annotations:
        raise TypeError("What is counted is all rows of a plain query")
    query.clear_ordering(force=True)
    query.clear_select_clause()
    query.add_annotation(Count("*"), "__count")
    bare.query, bare._iterable_class = query, FlatValuesListIterable
    return bare


def _stand_in(kind: Any, argument: int, index: int) -> Any:
    if kind is datetime:
        return _LONG_AGO + timedelta(days=argument)
    number = _STAND_IN + argument * 100_000 + index
    return {int: number, str: f"\ue000{number}"}[kind]


def _parameter(value: Any) -> Any:
    """A value as it comes to stand among the parameters of a statement."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


def _with_constants(words: str, parameters: Sequence[Any], using: str) -> tuple[str, tuple[Any, ...]]:
    """The same statement with the words and numbers that are the query's own written into it.

    SQLite plans a statement anew at every call in which a parameter stands where an index has a constant (a claim
    without an answer, say): as long as ten answers take. Nothing that anybody sends is written so: that has a slot.
    """
    quote = connections[using].schema_editor().quote_value
    pieces, kept = _PLACE.split(words), []
    for index, part in enumerate(parameters):
        if type(part) in (str, int):
            pieces[2 * index + 1] = str(quote(part)).replace("%", "%%")
        else:
            kept.append(part)
    assert len(pieces) == 2 * len(parameters) + 1
    return "".join(pieces), tuple(kept)


def _filled(part: Any, values: Sequence[Any]) -> Any:
    if type(part) is not _Slot:
        return part
    value = values[part.argument] if part.index is None else values[part.argument][part.index]
    if value is None:
        raise TypeError("None is asked for by another query")
    return _parameter(value)


def _reader(queryset: Query, compiler: Any) -> Callable[[Rows], list[Any]]:
    """What makes objects of rows, as the queryset itself would."""
    width = compiler.col_count
    converters = compiler.get_converters([column for column, _, _ in compiler.select[:width]])
    made = _MADE[queryset._iterable_class](queryset, compiler)

    def read(rows: Rows) -> list[Any]:
        if converters:
            rows = [_converted(list(row), converters) for row in rows]
        return [made(row[:width]) for row in rows]

    return read


def _converted(row: list[Any], converters: dict[int, tuple[list[Any], Any]]) -> list[Any]:
    for index, (convert_each, expression) in converters.items():
        for convert in convert_each:
            row[index] = convert(row[index], expression, connection)
    return row


def _objects(queryset: Query, compiler: Any) -> Callable[[Sequence[Any]], Any]:
    """Makes an object of a row, with those that `select_related` names, as Django's own `ModelIterable` does."""
    made_of = _maker(compiler.klass_info, compiler.select, queryset.db)
    annotated = compiler.annotation_col_map
    if not annotated:
        return made_of

    def made(row: Sequence[Any]) -> Any:
        found = made_of(row)
        vars(found).update({name: row[index] for name, index in annotated.items()})
        return found

    return made


def _maker(about: Mapping[str, Any], select: Sequence[Any], using: str) -> Callable[[Sequence[Any]], Any]:
    """Makes an object of those columns of a row that `about` tells of; None where there is none beside.

    `Model.from_db` hands them to `__init__`, which asks each field and tells two signals. These are none but columns,
    so they come to lie in the object as they are: a sixth of the time of a look at a table's door.
    """
    model = about["model"]
    _refuse_more_than_columns(model, about)
    begin, end = about["select_fields"][0], about["select_fields"][-1] + 1
    names = [column.target.attname for column, _, _ in select[begin:end]]
    own = begin + names.index(model._meta.pk.attname)
    beside = [
        (_maker(one, select, using), one["local_setter"], one["remote_setter"])
        for one in about.get("related_klass_infos", ())
    ]

    def made(row: Sequence[Any]) -> Any:
        if row[own] is None:
            return None
        found = model.__new__(model)
        found._state = state = ModelState()
        state.adding, state.db = False, using
        vars(found).update(zip(names, row[begin:end], strict=True))
        for near, keep, keep_there in beside:
            other = near(row)
            keep(found, other)
            if other is not None:
                keep_there(other, found)
        return found

    return made


def _refuse_more_than_columns(model: type[Model], about: Mapping[str, Any]) -> None:
    """A model that does something when an object of it is made is asked for by a plain queryset."""
    heard = any(signal.has_listeners(model) for signal in (signals.pre_init, signals.post_init))
    inner = model.__init__ is not Model.__init__ or "from_db" in vars(model)
    if heard or inner or about.get("from_parent"):
        raise TypeError(f"Objects of {model.__name__} are more than their columns")


_MADE: dict[Any, Callable[[Query, Any], Callable[[Sequence[Any]], Any]]] = {
    ModelIterable: _objects,
    ValuesListIterable: lambda queryset, compiler: tuple,
    FlatValuesListIterable: lambda queryset, compiler: lambda row: row[0],
}
