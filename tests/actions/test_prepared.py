"""What is worded once asks the same and finds the same as its plain queryset (studio/speed/prepared.py)."""

from __future__ import annotations

import asyncio
import pickle
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import SynchronousOnlyOperation
from django.db import DatabaseError, IntegrityError, connection, connections, transaction
from django.db.backends.sqlite3.base import SQLiteCursorWrapper
from django.db.backends.sqlite3.operations import DatabaseOperations
from django.db.models import F, QuerySet
from django.db.models.functions import Now
from django.db.models.signals import post_init
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from studio.models import Entry, Group, Lease, Member, Person, Stream
from studio.speed.inserted import insert
from studio.speed.prepared import PREPARED, Prepared, _Slot
from studio.speed.sqlite import base as sqlite
from tests import prepared_cases

pytestmark = pytest.mark.django_db


def test_each_asks_the_same_words_and_finds_the_same_as_its_plain_queryset() -> None:
    assert prepared_cases.differences(prepared_cases.evening()) == []


def made(queryset: Any) -> Prepared[..., Any]:
    """One of our own, that the others are not counted with."""
    one: Prepared[..., Any] = Prepared(queryset)
    PREPARED.remove(one)
    return one


def people(names: Sequence[str]) -> QuerySet[Person]:
    return Person.objects.filter(name__in=names).order_by("name")


def since(at: datetime, shape: str) -> QuerySet[Person]:
    return Person.objects.filter(created_at__gte=at, shape=shape)


def test_lists_of_every_length_and_moments_are_arguments_too() -> None:
    for name in ("Ros", "Idris", "Maud"):
        Person.objects.create(name=name, shape="round")
    asked = made(people)
    for names in (["Ros"], ["Ros", "Maud"], ["Ros", "Maud", "Nobody"], ["Maud", "Maud"]):
        assert [one.name for one in asked.rows(names)] == sorted({*names} - {"Nobody"})
    assert asked.rows([]) == [] and asked.first(["Ros"]).name == "Ros"
    assert made(since).exists(timezone.now() - timedelta(hours=1), shape="round")
    assert not made(since).exists(datetime(2999, 1, 1, tzinfo=UTC), "round")


def by_number(pk: int) -> QuerySet[Group]:
    return Group.objects.filter(pk=pk)


def test_what_no_column_holds_finds_nothing_and_none_is_no_argument() -> None:
    asked = made(by_number)
    assert asked.rows(10**30) == [] and asked.first(2**40) is None and asked.rows(-1) == []
    assert [asked.rows(number) for number in (-(2**63) - 1, -(2**63), 2**63 - 1, 2**63)] == [[]] * 4
    with pytest.raises(TypeError, match="another query"):
        asked.rows(None)
    with pytest.raises(Group.DoesNotExist):
        asked.one(1)


def first_of(shape: str) -> QuerySet[Person]:
    return Person.objects.filter(shape=shape)[:1]


def shapes(shape: str) -> QuerySet[Person, str]:
    return Person.objects.filter(shape=shape).values_list("shape", flat=True).distinct()


def test_what_is_not_one_is_said_and_a_part_of_the_rows_is_not_counted() -> None:
    for name in ("Ros", "Idris"):
        Person.objects.create(name=name, shape="round")
    assert made(people).one(["Ros", "Nobody"]).name == "Ros"
    with pytest.raises(Person.MultipleObjectsReturned):
        made(people).one(["Ros", "Idris"])
    with pytest.raises(Person.DoesNotExist):
        made(people).one(["Nobody"])
    for part in (first_of, shapes):
        assert len(made(part).rows("round")) == 1
        with pytest.raises(TypeError, match="all rows"):
            made(part).count("round")


def test_an_update_sets_what_it_names_and_says_how_many_there_were() -> None:
    asked = made(people)
    for name in ("Ros", "Idris"):
        Person.objects.create(name=name, shape="round")
    assert asked.update({"shape": "shield", "forgotten_at": None}, ["Ros", "Nobody"]) == 1
    assert asked.update({"forgotten_at": timezone.now()}, ["Ros"]) == 1
    assert asked.update({"shape": "hex"}, []) == 0
    assert [asked.update({"colour": "#b02a4c"}, names) for names in (["Ros"], ["Nobody", "Idris", "Ros"])] == [1, 2]
    ros, idris = Person.objects.order_by("pk")
    assert (ros.shape, idris.shape) == ("shield", "round") and ros.forgotten_at is not None is idris.forgotten_at
    assert asked.update({"forgotten_at": None}, ["Ros"]) == 1  # nothing is another statement than something
    assert not Person.objects.filter(forgotten_at__isnull=False).exists()
    with pytest.raises(TypeError, match="expression"):
        asked.update({"name": F("shape")}, ["Ros"])


def sql_of(work: Callable[[], object]) -> str:
    """The one statement of this work, without the ids it asks back."""
    with CaptureQueriesContext(connection) as queries:
        work()
    (said,) = [one["sql"] for one in queries if one["sql"].startswith("INSERT")]
    return str(said).partition(" RETURNING ")[0]


def test_rows_are_inserted_in_the_words_of_bulk_create() -> None:
    now = timezone.now()
    stream = Stream.objects.create(kind="deck")
    member = Member.objects.create(group=Group.objects.create(), person=Person.objects.create(name="Ros"))

    def entry(seq: int) -> Entry:
        return Entry(stream=stream, seq=seq, kind="Told", body={"words": ["é", seq]}, by_id=None, at=now)

    plain = sql_of(lambda: Entry.objects.bulk_create([entry(1)]))
    there = plain.replace(f"VALUES ({stream.pk}, 1", f"VALUES ({stream.pk}, 2").replace("1]}", "2]}")
    assert sql_of(lambda: insert([entry(2)])) == there
    insert([entry(3), entry(4)])
    insert([])
    assert list(Entry.objects.values_list("seq", "body", "by_id", "at")) == [
        (seq, {"words": ["é", seq]}, None, now) for seq in (1, 2, 3, 4)
    ]
    with pytest.raises(IntegrityError), transaction.atomic():
        insert([entry(4)])
    with pytest.raises(TypeError, match="expression"):
        insert([Lease(stream=stream, member=member, until=Now())])
    insert([Lease(stream=stream, member=member, until=now)])  # what was refused did not word it
    assert Lease.objects.get().until == now
    with pytest.raises(TypeError, match="expression"):
        insert([Lease(stream=stream, member=member, until=Now())])


def streams_between(after: int, group_id: int, until: int) -> QuerySet[Stream]:
    return Stream.objects.filter(pk__gt=after, pk__lte=until, group_id=group_id)


def test_arguments_are_told_by_their_names_in_any_order_and_a_row_is_its_number() -> None:
    ours, theirs = (Group.objects.create(name=name) for name in ("ours", "theirs"))
    streams = [Stream.objects.create(kind="deck", group=ours) for _ in range(3)]
    asked, low = made(streams_between), streams[0].pk
    for _ in range(2):  # worded and known
        assert asked.rows(until=low + 1, group_id=ours.pk, after=low) == streams[1:2]
    assert asked.update({"group": theirs}, until=low + 2, group_id=ours.pk, after=low) == 2
    assert asked.update({"group": ours}, until=low + 1, group_id=theirs.pk, after=low) == 1
    assert [one.group_id for one in Stream.objects.order_by("pk")] == [ours.pk, ours.pk, theirs.pk]


def forgetful(pk: int, name: str) -> QuerySet[Group]:
    return Group.objects.filter(pk=pk)


def test_an_argument_that_does_not_come_to_stand_in_the_query_is_noticed() -> None:
    with pytest.raises(TypeError, match="does not hand all"):
        made(forgetful).rows(1, "Ros")


def test_the_wordings_that_are_kept_are_bounded() -> None:
    asked = made(people)
    for length in range(1, 60):
        assert asked.rows([f"Nobody {n}" for n in range(length)]) == []
    assert len(asked._wordings) <= 40
    assert connection.vendor


def test_words_for_sqlite_are_rewritten_as_django_rewrites_them_and_once() -> None:
    ours, plain = sqlite.Cursor(sqlite3.connect(":memory:")), SQLiteCursorWrapper(sqlite3.connect(":memory:"))
    for words in ("SELECT %s, '%%s', %s", "STRFTIME('%%Y-%%m', %s) LIKE %s ESCAPE '\\'", "SELECT 100 %% 7"):
        assert ours.convert_query(words) == plain.convert_query(words)
        assert ours.convert_query(words) is ours.convert_query(words)
    assert ours.execute("SELECT %(one)s || %(one)s", {"one": "x"}).fetchone() == ("xx",)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite alone")
def test_a_site_on_one_file_asks_so() -> None:
    with connection.cursor() as cursor:
        assert type(cursor.cursor) is sqlite.Cursor


@pytest.mark.parametrize(
    "value", [None, datetime(2026, 5, 1, 12), datetime(2026, 5, 1, 12, tzinfo=UTC), "2026-05-01 12:00:00.5"]
)
@pytest.mark.parametrize("zone", [None, "Europe/Berlin"])
def test_a_moment_is_read_from_a_column_as_django_reads_it(value: object, zone: str | None) -> None:
    database = sqlite.DatabaseWrapper(connections["default"].settings_dict | {"TIME_ZONE": zone})
    ours, plain = (kind(database) for kind in (sqlite.Operations, DatabaseOperations))
    assert type(database.ops) is sqlite.Operations
    read = ours.convert_datetimefield_value(value, None, database)
    assert read == plain.convert_datetimefield_value(value, None, database)
    assert read is None or read.utcoffset() is not None


@pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite alone")
@pytest.mark.parametrize("is_open", [True, False])
def test_a_cursor_is_refused_to_another_thread_and_to_an_event_loop(is_open: bool) -> None:
    database = connection.copy()
    if is_open:
        database.ensure_connection()

    def ask() -> Any:
        with database.cursor() as cursor:
            return cursor.execute("SELECT 1").fetchone()

    async def in_a_loop() -> Any:
        return ask()

    try:
        with ThreadPoolExecutor(1) as elsewhere, pytest.raises(DatabaseError, match="same thread"):
            elsewhere.submit(ask).result()
        database.close()
        database = connection.copy()
        if is_open:
            database.ensure_connection()
        with pytest.raises(SynchronousOnlyOperation):
            asyncio.run(in_a_loop())
        assert ask() == (1,)
    finally:
        database.close()


def test_objects_that_are_more_than_their_columns_are_not_made_of_them() -> None:
    def hear(**about: object) -> None: ...

    Person.objects.create(name="Ros", shape="round")
    post_init.connect(hear, sender=Person)
    try:
        with pytest.raises(TypeError, match="more than their columns"):
            made(first_of).rows("round")
    finally:
        post_init.disconnect(hear, sender=Person)
    (ros,) = made(first_of).rows("round")
    ros.name = "Maud"
    ros.save()  # as one that is there already
    assert not ros._state.adding and list(Person.objects.values_list("name", flat=True)) == ["Maud"]


def called_so(shape: str) -> QuerySet[Person]:
    return Person.objects.filter(name="100% Maud's %s", shape=shape)


def visitors(shape: str) -> QuerySet[Person]:
    return Person.objects.select_related("account").defer("colour").filter(shape=shape).order_by("name")


def test_what_is_made_of_columns_is_read_on_saved_copied_and_kept_as_any_row() -> None:
    Person.objects.create(name="Ros", shape="round", colour="#b02a4c")
    Person.objects.create(name="Sam", shape="round", account=User.objects.create(username="sam"))
    ros, sam = made(visitors).rows("round")
    plain = visitors("round").first()
    assert plain is not None
    assert (ros._state.adding, ros._state.db) == (plain._state.adding, plain._state.db)
    assert ros._state.fields_cache == {"account": None} and sam.account.username == "sam"
    assert ros.get_deferred_fields() == {"colour"} and ros.colour == "#b02a4c"
    for again in (copy(ros), pickle.loads(pickle.dumps(ros))):
        assert (again, again.name, again._state.db) == (ros, "Ros", ros._state.db)
    sam.name = "Maud"
    Person.objects.filter(pk=sam.pk).update(colour="#2a4cb0")
    sam.save()
    sam.refresh_from_db()
    assert (sam.name, sam.colour) == ("Maud", "#2a4cb0")


def test_what_is_a_querys_own_is_written_into_its_words_and_only_what_is_sent_is_a_parameter() -> None:
    """SQLite would plan it anew at every call, where an index has a condition of the same column."""
    for name in ("100% Maud's %s", "100%% Maud's %s"):
        Person.objects.create(name=name, shape="round")
    asked = made(called_so)
    (one,) = asked.rows("round")
    assert one.name == "100% Maud's %s" and asked.count("round") == 1 and not asked.exists("hex")
    for worded in asked._wordings.values():
        # PostgreSQL's "is there any" asks for a typed number, which plans nothing anew there.
        assert [part for part in worded.parameters if type(part) in (str, int, _Slot)] == [_Slot(0, None)]
