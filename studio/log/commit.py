"""The one loop: the only writer of entries (docs/architecture.md "The loop").

One transaction locks the stream, looks the request key up, lets `work` decide and write its rows,
appends numbered entries; after the commit goes the number, never content.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from studio.kernel.codec import canonical, to_plain
from studio.kernel.refusals import Refused
from studio.live.clock import database_now
from studio.log.committed import Committed, readable_key, request_of
from studio.log.facts import written as written_form
from studio.models import Entry, RequestKey, Stream
from studio.ports import HINTS
from studio.speed.inserted import insert
from studio.speed.prepared import prepared

log = logging.getLogger(__name__)


_sqlite_writer = threading.RLock()  # what runs after a commit may commit itself


@dataclass(frozen=True, slots=True)
class Uncommitted:
    """What `work` answers: the facts to append, in order, and what the asker is told (plain JSON)."""

    facts: Sequence[Any]
    result: dict[str, Any]


Work = Callable[[Stream, datetime], Uncommitted]


def commit(stream_id: int, *, by: int | None, key: str | None, asked: Any, work: Work) -> Committed:
    """Carry a command out on one stream, once.

    `by` is the acting member's id; `key` the request key ("" or None: not repeatable); `asked` what
    was asked, plain or a dataclass: the same key with something else asked raises
    Refused("request.reused"), an unreadable key Refused("request.unreadable"). Refusals of `work` leave nothing behind.
    """
    key = readable_key(key or "")
    fingerprint = _fingerprint(by, asked) if key else ""
    with _in_line(), transaction.atomic():
        stream = _locked.one(stream_id)
        if key and (done := request_of.first(stream_id, key)):
            if done.fingerprint != fingerprint:
                raise Refused("request.reused")
            return Committed(done.result["v"], done.result["result"], is_repeat=True)
        now = database_now()
        written = work(stream, now)
        v = _append(stream, written.facts, by, now)
        if key:
            result = {"v": v, "result": written.result}
            insert([RequestKey(stream_id=stream.pk, key=key, fingerprint=fingerprint, result=result)])
        if written.facts:
            transaction.on_commit(lambda: _announce(stream_id, v), robust=True)
    return Committed(v, written.result)


@prepared
def _locked(stream_id: int) -> QuerySet[Stream]:
    return Stream.objects.select_for_update().filter(pk=stream_id)


@prepared
def _numbered(stream_id: int) -> QuerySet[Stream]:
    return Stream.objects.filter(pk=stream_id)


@contextmanager
def _in_line() -> Iterator[None]:
    """SQLite has one lock for writing, and who finds it taken sleeps and tries again: up to 0.1 s too long each time.

    The threads of one process therefore wait for each other here, and wake at once. Inside a transaction that lock is
    held already.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with _sqlite_writer:
        yield


def _append(stream: Stream, facts: Sequence[Any], by: int | None, at: datetime) -> int:
    if not facts:
        return stream.head
    entries = [
        Entry(stream_id=stream.pk, seq=seq, kind=kind, body=body, by_id=by, at=at)
        for seq, (kind, body) in enumerate(map(written_form, facts), stream.head + 1)
    ]
    insert(entries)
    stream.head += len(entries)
    _numbered.update({"head": stream.head}, stream.pk)
    return stream.head


def _fingerprint(by: int | None, asked: Any) -> str:
    return hashlib.sha256(canonical([by, to_plain(asked, tagged=True)])).hexdigest()


def _announce(stream_id: int, v: int) -> None:
    """A hint that cannot be sent never turns a committed command into a failure; the heartbeat repairs it."""
    try:
        HINTS.get().announce(stream_id, v)
    except Exception:
        log.exception("the hint for stream %s at %s was not sent", stream_id, v)
