"""Between the log and the value: the log is the truth, a snapshot and an in-process cache make loading cheap."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import connection
from django.db.models import QuerySet

from play import models as rows
from play.storage.log import TABLE_LOG
from play.table import events as e
from play.table.limits import UNDO_MAX
from play.table.narration import Narration
from play.table.state import Scene, Table
from play.table.undoable import spills
from play.verbs.telling import tell
from studio.log.states import Transition
from studio.speed.prepared import prepared

_CACHED_TABLES = 300
_TOLD_TABLES = 120  # each keeps its latest entries
RECENT = UNDO_MAX  # entries that are kept, for the log's words and for taking back

NOBODY: frozenset[int] = frozenset()  # of most entries: an empty set takes as much room as one with five in it
_TO_NOBODY: Mapping[int, Narration | None] = {}
TableStep = Transition[e.Event, Table]  # one entry with the table before and after it


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Happening:
    """One entry: what each seat is told of it, what words about it name, and whether it showed anybody something."""

    seq: int
    by: int | None
    at: datetime
    fact: e.Event
    then: Scene
    now: Scene
    spills: bool
    told_to: Callable[[int], Narration | None]  # in no language yet; 0 is whoever only watches

    @property
    def told_apart(self) -> frozenset[int]:
        """The seats that are told something else than whoever only watches."""
        seats, to_all = {seat.number for scene in (self.then, self.now) for seat in scene.seats}, self.told_to(0)
        return frozenset(seat for seat in seats if self.told_to(seat) != to_all) or NOBODY

    def without_tables(self) -> Happening:
        """The same with all that is told of it told already: with the tables it is told from, each of the latest
        entries would keep a list of all pieces."""
        to_all = self.told_to(0)
        apart = {seat: self.told_to(seat) for seat in sorted(self.told_apart)}
        return replace(self, told_to=ToldBefore(to_all, apart))


class ToldBefore:
    """What seats were told of an entry: some something else than all, everybody else the very same. Frozen."""

    __slots__ = ("_apart", "_to_all")

    def __init__(self, to_all: Narration | None, apart: Mapping[int, Narration | None]) -> None:
        self._to_all, self._apart = to_all, apart or _TO_NOBODY

    def __call__(self, seat: int) -> Narration | None:
        return self._apart.get(seat, self._to_all)


def happening(step: TableStep) -> Happening:
    before, fact, after = step.before, step.fact, step.after
    then, now = before.scene, after.scene
    told_to = partial(tell, before, fact, after)
    return Happening(
        step.seq, step.by, step.at, fact, then, then if now == then else now, spills(before, fact), told_to
    )  # fmt: skip


class _Recent(NamedTuple):
    """The latest entries of a table, and the table after the last of them."""

    entries: tuple[Happening, ...]
    table: Table | None


_NONE = _Recent((), None)

# By code, which is never given twice: a row's number is, after a rollback or when a database was restored.
_cache: OrderedDict[str, tuple[int, Table]] = OrderedDict()
_told: OrderedDict[str, _Recent] = OrderedDict()
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
    """The latest entries up to `head`, oldest first.

    One statement for what is new here, and no more than the latest is ever read.
    """
    with _lock:
        known, last = _told.get(table.code, _NONE)
    known = tuple(one for one in known if head - RECENT <= known[-1].seq and one.seq <= head)
    fresh = steps(table, known[-1].seq, head, last) if known else steps(table, max(0, head - RECENT), head)
    if not fresh or _may_be_undone():
        return (*known, *map(happening, fresh))[-RECENT:]
    kept = _kept(known, fresh)
    remember(table.code, fresh[-1].seq, fresh[-1].after)  # one table in memory, not two that are equal
    with _lock:
        now = _told.get(table.code, _NONE).entries
        if not now or now[-1].seq <= fresh[-1].seq:
            _keep_told(table.code, kept)
    return kept.entries


def _kept(known: tuple[Happening, ...], fresh: Sequence[TableStep]) -> _Recent:
    entries = (*known, *(happening(step).without_tables() for step in fresh))
    return _Recent(entries[-RECENT:], fresh[-1].after)


def _keep_told(code: str, kept: _Recent) -> None:
    """Holding the lock."""
    _told[code] = kept
    _told.move_to_end(code)
    while len(_told) > _TOLD_TABLES:
        _told.popitem(last=False)


def steps(table: rows.Table, after: int, until: int, value: Table | None = None) -> tuple[TableStep, ...]:
    """The entries after `after` up to `until`; `value` is the table at `after`, where it is known. Two statements, one
    with it; two more after an undo."""
    return tuple(TABLE_LOG.steps(table.stream_id, after=after, until=until, state=value))


def happenings(table: rows.Table, after: int, until: int) -> tuple[Happening, ...]:
    """The same, and what is told of them."""
    return tuple(map(happening, steps(table, after, until)))


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


def remember_done(code: str, done: Sequence[TableStep]) -> None:
    """Keep what was just committed as it was decided, so that it is neither read nor folded again where somebody is
    looking. Only after the commit."""
    remember(code, done[-1].seq, done[-1].after)
    if any(isinstance(one.fact, e.TakenBack) for one in done):
        return  # what it goes back to stands in the log
    with _lock:
        known = _told.get(code, _NONE).entries
    if not known or known[-1].seq != done[0].seq - 1:
        return
    kept = _kept(known, done)
    with _lock:
        if _told.get(code, _NONE).entries is known:
            _keep_told(code, kept)


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
