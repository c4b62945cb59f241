"""Whether the log of a table tells what its rows hold. A snapshot is only a cache: one that tells otherwise goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from play import models as rows
from play.storage import store
from play.storage.log import TABLE_LOG
from play.table import events as e
from studio.kernel.codec import Unreadable
from studio.log.audited import one_by_one, standing_still

BROKEN = (Unreadable, KeyError, AssertionError, ValueError, TypeError, AttributeError, IndexError)

OWN_HAND = e.Said | e.NoteWritten | e.DiceRolled | e.CoinFlipped


def every_table(read: Callable[[], None] = lambda: None) -> Iterator[str]:
    """What disagrees at any table; `read` is told of each. Three statements a table, in a time that grows with its
    entries."""
    for table in one_by_one(rows.Table.objects.select_related("stream")):
        yield from (f"table {table.code}: {what}" for what in standing_still(table.stream_id, partial(_look, table)))
        read()


def _look(table: rows.Table) -> list[str]:
    table.refresh_from_db()
    return list(disagreements(table))


def disagreements(table: rows.Table) -> Iterator[str]:
    """What the log of one table tells otherwise than its rows."""
    try:
        told = TABLE_LOG.from_the_beginning(table.stream_id, table.stream.head)
    except BROKEN as problem:
        yield f"its entries do not follow from each other ({type(problem).__name__}: {problem})"
        return
    yield from _voices(table)
    if (told.is_creative, told.allows_spectators, told.removals) != (
        table.is_creative, table.allows_spectators, table.removals
    ):  # fmt: skip
        yield "the log tells another way in than the row"
    if told.state != table.state:
        yield "the log tells another state than the row"
    if told.allows_spectators != table.allows_spectators:
        yield "the log tells another answer to who may watch than the row"
    sitting = {seat.number: seat.member for seat in told.sitting if seat.member}
    if dict(rows.SeatRow.objects.filter(table=table).values_list("number", "member_id")) != sitting:
        yield "the log seats other people than the rows"
    TABLE_LOG.drop_false_snapshots(table.stream_id)


def _voices(table: rows.Table) -> Iterator[str]:
    """What is done with one's own hand is entered by whoever sits there. What was said only its entry tells."""
    for one in store.happenings(table, 0, table.stream.head):
        if isinstance(one.fact, OWN_HAND):
            seat = one.then.seat(one.fact.seat)
            if seat is None or seat.member != one.by:
                yield f"entry {one.seq} names another member than the one in seat {one.fact.seat}"
