"""What a command did is remembered as it was decided, and is no other than what the log tells of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from play import models as rows
from play.storage import store
from play.storage.log import TABLE_LOG
from play.table.events import TakenBack
from tests.live.table_scenarios import ALL, Scenario
from tests.table_fixture import TableFixture

pytestmark = pytest.mark.django_db


@pytest.fixture
def committed(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., Any]
) -> Callable[..., Any]:
    """As if the test's own transaction were none: what was done inside is committed when the block ends."""
    monkeypatch.setattr(store, "_may_be_undone", lambda: False)
    return lambda: django_capture_on_commit_callbacks(execute=True)


def told(table: rows.Table, head: int) -> list[tuple[object, ...]]:
    return [all_of(one) for one in store.recent(table, head)]


def all_of(one: store.Happening) -> tuple[object, ...]:
    told_to = [one.told_to(seat) for seat in range(8)]
    return one.seq, one.by, one.at, one.fact, one.then, one.now, one.spills, one.told_apart, told_to


def in_the_log(table: rows.Table, head: int) -> list[tuple[object, ...]]:
    log = TABLE_LOG.steps(table.stream_id, after=max(0, head - store.RECENT), until=head)
    return [all_of(store.happening(step)) for step in log]


@pytest.mark.parametrize(("verb", "scenario"), ALL, ids=[f"{verb}-{n}" for n, (verb, _) in enumerate(ALL)])
def test_whoever_looks_on_reads_no_entry_of_what_was_done_here(
    verb: str, scenario: Scenario, committed: Callable[..., Any]
) -> None:
    at = TableFixture()
    course = scenario(at)
    with committed():
        next(course)
    row, before = rows.Table.objects.get(pk=at.table.pk), at.head
    told(row, before)  # somebody is looking on
    with committed():
        next(course, None)
    with CaptureQueriesContext(connection) as asked:
        known = told(row, at.head)
    assert known == in_the_log(row, at.head)
    assert store.load(row, at.head) == TABLE_LOG.from_the_beginning(row.stream_id, at.head)
    took_back = any(isinstance(x.fact, TakenBack) for x in store.recent(row, at.head) if x.seq > before)
    assert took_back or not [one["sql"] for one in asked if "studio_entry" in one["sql"]], verb


def test_what_others_did_in_between_is_read_and_nothing_is_told_twice(committed: Callable[..., Any]) -> None:
    at = TableFixture()
    row = rows.Table.objects.get(pk=at.table.pk)
    told(row, at.head)
    piece = at.in_play()  # as another process would: nobody here is told of it
    with committed():
        at.do(1, "tap", piece=piece, tapped="1")
    assert told(row, at.head) == in_the_log(row, at.head)


def test_what_nobody_looks_at_is_not_kept(committed: Callable[..., Any]) -> None:
    at = TableFixture()
    with committed():
        at.in_play()
    assert at.table.code not in store._told
