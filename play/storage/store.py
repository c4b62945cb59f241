"""Between the log and the value: the log is the truth, a snapshot and an in-process cache make loading cheap."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection
from django.db.models import QuerySet

from play import models as rows
from play.storage.log import TABLE_LOG
from play.table import events as e
from play.table.limits import UNDO_MAX
from play.table.narration import Narration
from play.table.state import Table
from play.verbs.telling import tell
from studio.prepared import prepared

_CACHED_TABLES = 300
_TOLD_TABLES = 120  # each keeps as many values of its table as entries
RECENT = UNDO_MAX  # entries whose tables before and after are kept, for the log's words


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Happening:
    """One entry with the table before and after it."""

    seq: int
    by: int | None
    at: datetime
    fact: e.Event
    before: Table
    after: Table
    _told: dict[int, Narration | None] = field(default_factory=dict, repr=False)
    _apart: frozenset[int] | None = field(default=None, repr=False)

    def told_to(self, seat: int) -> Narration | None:
        """The entry for one seat's eyes. It never changes, and is asked for with every move after it. It is in no
        language yet, so that what is kept here is for readers of any. Who is told the same is told the same object."""
        try:
            return self._told[seat]
        except KeyError:
            told = tell(self.before, self.fact, self.after, seat)
            return self._told.setdefault(seat, next((one for one in tuple(self._told.values()) if one == told), told))

    @property
    def told_apart(self) -> frozenset[int]:
        """The seats that are told something else than whoever only watches."""
        known = self._apart
        if known is None:
            to_all, seats = self.told_to(0), (*self.before.seats, *self.after.seats)
            known = frozenset(seat.number for seat in seats if self.told_to(seat.number) is not to_all)
            object.__setattr__(self, "_apart", known)
        return known


# By code, which is never given twice: a row's number is, after a rollback or when a database was restored.
_cache: OrderedDict[str, tuple[int, Table]] = OrderedDict()
_told: OrderedDict[str, tuple[Happening, ...]] = OrderedDict()
_lock = threading.Lock()


def _may_be_undone() -> bool:
    """Inside a turn the head may yet be rolled back: nothing of it is kept for others."""
    return connection.in_atomic_block


def load(table: rows.Table, head: int) -> Table:
    """The table after entry `head`. No statement when this process made it, else the snapshot and what came after."""
    with _lock:
        known = _cache.get(table.code)
    if known is not None and known[0] == head:
        return known[1]
    value = TABLE_LOG.load(table.stream_id, head, known)
    if not _may_be_undone():
        remember(table.code, head, value)
    return value


def recent(table: rows.Table, head: int) -> tuple[Happening, ...]:
    """The latest entries up to `head`, oldest first, each with the table before and after it.

    One statement for what is new here, and no more than the latest is ever read.
    """
    with _lock:
        known = _told.get(table.code, ())
    known = tuple(one for one in known if head - RECENT <= known[-1].seq and one.seq <= head)
    if known:
        fresh = happenings(table, known[-1].seq, head, known[-1].after)
    else:
        fresh = happenings(table, max(0, head - RECENT), head)
    kept = (*known, *fresh)[-RECENT:]
    if fresh and not _may_be_undone():
        remember(table.code, kept[-1].seq, kept[-1].after)  # one table in memory, not two that are equal
        with _lock:
            if not (now := _told.get(table.code, ())) or now[-1].seq <= kept[-1].seq:
                _keep_told(table.code, kept)
    return kept


def _keep_told(code: str, kept: tuple[Happening, ...]) -> None:
    """Holding the lock."""
    _told[code] = kept
    _told.move_to_end(code)
    while len(_told) > _TOLD_TABLES:
        _told.popitem(last=False)


def happenings(table: rows.Table, after: int, until: int, value: Table | None = None) -> tuple[Happening, ...]:
    """The entries after `after` up to `until`; `value` is the table at `after`, where it is known. Two statements, one
    with it; two more after an undo."""
    steps = TABLE_LOG.steps(table.stream_id, after=after, until=until, state=value)
    return tuple(Happening(x.seq, x.by, x.at, x.fact, x.before, x.after) for x in steps)


def at(table: rows.Table, seq: int) -> Table:
    """The table as it was after entry `seq`. Two statements."""
    return TABLE_LOG.at(table.stream_id, seq)


def remember(code: str, head: int, value: Table) -> None:
    """Keep what this process has just loaded. Only after a commit, or for a head that is committed."""
    with _lock:
        if (known := _cache.get(code)) is None or known[0] <= head:
            _cache[code] = (head, value)
            _cache.move_to_end(code)
        while len(_cache) > _CACHED_TABLES:
            _cache.popitem(last=False)


def remember_done(code: str, done: Sequence[Happening]) -> None:
    """Keep what was just committed as it was decided, so that it is neither read nor folded again where somebody is
    looking. Only after the commit."""
    remember(code, done[-1].seq, done[-1].after)
    if any(isinstance(one.fact, e.TakenBack) for one in done):
        return  # what it goes back to stands in the log
    with _lock:
        known = _told.get(code, ())
        if known and known[-1].seq == done[0].seq - 1:
            _keep_told(code, (*known, *done)[-RECENT:])


def forget(code: str) -> None:
    with _lock:
        _cache.pop(code, None)
        _told.pop(code, None)


@prepared
def _row(table_id: int) -> QuerySet[rows.Table]:
    return rows.Table.objects.filter(pk=table_id)


def project(table: rows.Table, before: Table, after: Table, facts: Iterable[e.Event], at: datetime) -> None:
    """The rows that find a table again: its state, when it last changed (to the minute: nothing says more), and who
    sits where. No statement for most moves. `table` may have been read before the lock, `before` may not."""
    is_as_it_was = (after.state, after.removals) == (before.state, before.removals)
    if not is_as_it_was or _minute(at) != _minute(table.changed_at):
        _row.update({"state": after.state, "changed_at": at, "removals": after.removals}, table.pk)
        table.state, table.removals, table.changed_at = after.state, after.removals, at
    if any(isinstance(f, e.SeatTaken | e.SeatLeft | e.SeatHandedOver | e.TakenBack) for f in facts):
        sitting = {s.number: s.member for s in after.sitting}
        rows.SeatRow.objects.filter(table=table).delete()
        rows.SeatRow.objects.bulk_create(
            [rows.SeatRow(table=table, number=n, member_id=member) for n, member in sitting.items() if member]
        )


def _minute(at: datetime) -> datetime:
    return at.replace(second=0, microsecond=0)
