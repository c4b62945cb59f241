"""Between the log and the value: the log is the truth, a snapshot and an in-process cache make loading cheap."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import connection

from play import models as rows
from play.rules import events as e
from play.rules.evolve import fold
from play.rules.table import Table
from studio.kernel.codec import Unreadable, from_plain, to_plain
from studio.models import Entry

SNAPSHOT_EVERY = 50  # entries
_CACHED_TABLES = 300

_cache: OrderedDict[int, tuple[int, Table]] = OrderedDict()
_lock = threading.Lock()


def read_event(kind: str, body: dict[str, Any]) -> e.Event:
    """The fact an entry holds."""
    return from_plain(e.Event, {"is": kind, **body})


def events_of(stream_id: int, after: int = 0, until: int | None = None) -> list[e.Event]:
    found = Entry.objects.filter(stream_id=stream_id, seq__gt=after).order_by("seq")
    if until is not None:
        found = found.filter(seq__lte=until)
    return [read_event(kind, body) for kind, body in found.values_list("kind", "body")]


def load(table: rows.Table, head: int) -> Table:
    """The table after entry `head`. No statement when this process made it, else the snapshot and what came after."""
    with _lock:
        known = _cache.get(table.pk)
    if known is not None and known[0] == head:
        return known[1]
    seq, value = known if known is not None and known[0] < head else _snapshot(table, head)
    value = fold(value, events_of(table.stream_id, seq, head))
    if not connection.in_atomic_block:  # inside a turn the head may yet be undone
        remember(table.pk, head, value)
    return value


def at(table: rows.Table, seq: int) -> Table:
    """The table as it was after entry `seq`, from the log alone."""
    return fold(Table(), events_of(table.stream_id, 0, seq))


def remember(table_id: int, head: int, value: Table) -> None:
    """Keep what this process has just loaded. Only after a commit, or for a head that is committed."""
    with _lock:
        if (known := _cache.get(table_id)) is None or known[0] <= head:
            _cache[table_id] = (head, value)
            _cache.move_to_end(table_id)
        while len(_cache) > _CACHED_TABLES:
            _cache.popitem(last=False)


def forget(table_id: int) -> None:
    with _lock:
        _cache.pop(table_id, None)


def _snapshot(table: rows.Table, head: int) -> tuple[int, Table]:
    found = rows.Snapshot.objects.filter(table=table, seq__lte=head).first()
    if found is None:
        return 0, Table()
    try:
        return found.seq, from_plain(Table, found.state)
    except Unreadable:  # an older program wrote it: the log knows better
        return 0, Table()


def keep(table: rows.Table, value: Table, seq: int, written: int) -> None:
    """A new snapshot when the last is old. Inside the turn's transaction."""
    if seq // SNAPSHOT_EVERY != (seq - written) // SNAPSHOT_EVERY:
        rows.Snapshot.objects.update_or_create(table=table, defaults={"seq": seq, "state": to_plain(value)})


def project(table: rows.Table, value: Table, facts: Iterable[e.Event], at: datetime) -> None:
    """The rows that find a table again: its state, and who sits where."""
    table.state, table.changed_at = value.state, at
    table.save(update_fields=["state", "changed_at"])
    if any(isinstance(f, e.SeatTaken | e.SeatLeft | e.SeatHandedOver | e.TakenBack) for f in facts):
        sitting = {s.number: s.person for s in value.sitting}
        rows.SeatRow.objects.filter(table=table).delete()
        rows.SeatRow.objects.bulk_create(
            [rows.SeatRow(table=table, number=n, member_id=member) for n, member in sitting.items() if member]
        )
