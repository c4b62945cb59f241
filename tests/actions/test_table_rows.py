"""The row of a table, by which it is found: what its log says, and since when (play/storage/store.py)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from play import actions
from play import models as rows
from play.storage import store
from play.storage.audit import disagreements
from play.verbs import commands as c
from studio.live.clock import as_of
from tests.table_fixture import TableFixture

pytestmark = pytest.mark.django_db

NOON = datetime(2031, 5, 1, 12, tzinfo=UTC)


def row_of(at: TableFixture) -> rows.Table:
    return rows.Table.objects.select_related("stream").get(pk=at.table.pk)


def test_it_follows_its_log_though_it_was_read_before_others_moved() -> None:
    at = TableFixture(begun=False)
    gathering = row_of(at)
    at.do(1, "begin", confirmed="1")
    at.do(1, "abandon")
    for seat in (2, 3):
        at.do(seat, "answer", question="1", yes="1")
    assert row_of(at).state == "over"
    with as_of(NOON):
        gathering.changed_at = NOON  # so that nothing but its state asks to be written
        actions.act(gathering, c.PlayAgain(1), by=at.member(1), key=None)
    assert row_of(at).state == at.value.state == "gathering"
    assert not list(disagreements(row_of(at)))


def test_it_says_to_the_minute_when_it_changed_and_a_move_within_the_minute_leaves_it_alone() -> None:
    at = TableFixture()
    piece = at.in_play()
    changed, written = [], []
    for after in (5, 25, 59, 60, 61):
        with as_of(NOON + timedelta(seconds=after)), CaptureQueriesContext(connection) as asked:
            at.do(1, "tap", piece=piece, tapped=str(after % 2))
        changed.append(row_of(at).changed_at - NOON)
        written.append(any('UPDATE "play_table"' in one["sql"] for one in asked))
    assert changed == [timedelta(seconds=n) for n in (5, 5, 5, 60, 60)]
    assert written == [True, False, False, True, False]


def test_of_tables_that_are_alike_kit_and_cards_are_in_memory_once_and_each_table_too() -> None:
    both = [row_of(TableFixture()) for _ in range(2)]
    for row in both:
        store.forget(row.code)
    one, other = (store.load(row, row.stream.head) for row in both)
    assert one.kit is other.kit and one.cards[1] is other.cards[1]
    told = store.recent(both[0], both[0].stream.head)
    assert store.load(both[0], both[0].stream.head) is told[-1].after == one
