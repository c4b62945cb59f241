"""The row of a table, by which it is found: what its log says, and since when (play/storage/store.py)."""

from __future__ import annotations

import gc
from datetime import UTC, datetime, timedelta
from types import FunctionType, ModuleType
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from play import actions
from play import models as rows
from play.storage import store
from play.storage.audit import disagreements
from play.table.state import Table
from play.verbs import commands as c
from play.verbs.telling import tell
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
    store.recent(both[0], both[0].stream.head)
    assert store.load(both[0], both[0].stream.head) is store._told[both[0].code].table
    assert store._told[both[0].code].table == one


def test_an_older_look_is_not_answered_with_what_is_newer() -> None:
    """Neither the table nor what was told of it: whoever read the head before a move shows what was then."""
    at = TableFixture()
    piece, row = at.in_play(), row_of(at)
    head, then = row.stream.head, at.value
    lines = [one.seq for one in store.recent(row, head)]
    at.do(1, "tap", piece=piece, tapped="1")
    newer = row_of(at)
    store.remember(row.code, newer.stream.head, at.value)
    assert store.recent(newer, newer.stream.head)[-1].seq == newer.stream.head
    assert store.load(row, head) == then != at.value
    assert [one.seq for one in store.recent(row, head)] == lines


def test_what_is_rolled_back_was_never_known() -> None:
    at = TableFixture()
    piece, head = at.in_play(), at.head + 1
    with transaction.atomic():
        at.do(1, "tap", piece=piece, tapped="1")
        undone = row_of(at)
        assert store.load(undone, head).pieces[piece].tapped and store.recent(undone, head)[-1].seq == head
        transaction.set_rollback(True)
    assert at.head == head - 1
    at.do(1, "token", piece=piece, token="rosette", count="2")  # with the very number that the undone one had
    row = row_of(at)
    known = store.load(row, head), [one.fact for one in store.recent(row, head)]
    store.forget(row.code)
    assert known == (store.load(row, head), [one.fact for one in store.recent(row, head)])
    assert known[0].pieces[piece].tokens and not known[0].pieces[piece].tapped


def test_what_was_read_slowly_does_not_drive_out_what_is_newer(monkeypatch: pytest.MonkeyPatch) -> None:
    at = TableFixture()
    piece, older = at.in_play(), row_of(at)
    at.do(1, "tap", piece=piece, tapped="1")
    newer = row_of(at)
    store.forget(newer.code)
    read, meanwhile = store.steps, [lambda: store.recent(newer, newer.stream.head)]

    def slowly(*of: Any) -> Any:
        found = read(*of)
        if meanwhile:
            meanwhile.pop()()
        return found

    monkeypatch.setattr(store, "steps", slowly)
    assert store.recent(older, older.stream.head)[-1].seq == older.stream.head
    with CaptureQueriesContext(connection) as asked:
        assert store.recent(newer, newer.stream.head)[-1].seq == newer.stream.head
        assert store.load(newer, newer.stream.head) is store._told[newer.code].table
    assert not meanwhile and not len(asked)


def test_of_what_is_far_behind_no_more_is_read_than_the_latest(monkeypatch: pytest.MonkeyPatch) -> None:
    at = TableFixture()
    piece, asked = at.in_play(), list[range]()
    store.recent(row_of(at), at.head)
    for n in range(1, 6):
        at.do(1, "tap", piece=piece, tapped=str(n % 2))
    monkeypatch.setattr(store, "RECENT", 3)
    read, row = store.steps, row_of(at)

    def noted(table: rows.Table, after: int, until: int, *more: Any) -> Any:
        asked.append(range(after, until))
        return read(table, after, until, *more)

    monkeypatch.setattr(store, "steps", noted)
    told = store.recent(row, row.stream.head)
    assert [len(one) for one in asked] == [len(told)] == [3]
    at.do(1, "tap", piece=piece, tapped="0")
    assert len(store.recent(row_of(at), at.head)) == 3 and len(asked[-1]) == 1


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 0, 3, 2)])
def test_each_seat_is_told_its_own_whoever_was_told_before(order: tuple[int, ...]) -> None:
    at = TableFixture()
    at.do(1, "draw", confirmed="1")
    apart = set[int]()
    for step in store.steps(row_of(at), 0, at.head):
        own = {seat: tell(step.before, step.fact, step.after, seat) for seat in range(4)}
        for one in (store.happening(step), store.happening(step).without_tables()):
            assert {seat: one.told_to(seat) for seat in order} == own
            assert one.told_apart == {seat for seat in (1, 2, 3) if own[seat] != own[0]}
            apart |= one.told_apart
    assert 1 in apart


def held_by(one: object) -> list[object]:
    """All that an object keeps in memory, itself among it."""
    found, known = [one], {id(one)}
    for held in found:  # which grows meanwhile
        more = [
            it
            for it in gc.get_referents(held)
            if id(it) not in known and not isinstance(it, type | ModuleType | FunctionType)
        ]
        known.update(map(id, more))
        found += more
    return found


def test_of_the_latest_entries_none_keeps_a_table() -> None:
    at = TableFixture()
    piece = at.in_play()
    at.do(1, "draw", confirmed="1")
    before = store.recent(row_of(at), at.head)
    assert any(one.told_apart for one in before)
    at.do(1, "tap", piece=piece, tapped="1")
    row, head = row_of(at), at.head
    with CaptureQueriesContext(connection) as asked:
        told = store.recent(row, head)
    assert len(asked) == 1 and "studio_entry" in asked[0]["sql"], "no snapshot, and nothing is folded anew"
    assert told[: len(before)] == before
    assert not [held for one in told for held in held_by(one) if isinstance(held, Table)]
    assert told[-1].told_apart is store.NOBODY, "one set for all entries that everybody is told alike"
