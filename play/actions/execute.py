"""The turn of a table: load, decide, write. The only place where play touches the one loop."""

from __future__ import annotations

import secrets
from collections.abc import Container, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.functional import cached_property  # functools' has one lock for all threads until Python 3.12

from play import models as rows
from play.storage import store
from play.storage.log import TABLE_LOG
from play.table.state import Table
from play.verbs import commands as c
from play.verbs.decide import decided
from studio.kernel.refusals import Refused
from studio.live import presence
from studio.log.commit import Uncommitted, commit
from studio.log.committed import Committed
from studio.log.states import Transition
from studio.models import Entry, Stream
from studio.ports import HINTS

_random = secrets.SystemRandom()


class Chance:
    """Luck in life: from the system's randomness."""

    def below(self, n: int) -> int:
        return _random.randrange(n)

    def order(self, n: int) -> tuple[int, ...]:
        numbers = list(range(n))
        _random.shuffle(numbers)
        return tuple(numbers)

    def piece_id(self) -> str:
        return secrets.token_urlsafe(9)


def carry_out(
    table: rows.Table, commands: Sequence[c.Command], *, by: int | None, key: str | None, asked: Any
) -> Committed:
    """Commands on one table as one turn: all of them or none. `by` is the acting member. Raises Refused."""

    def work(stream: Stream, now: datetime) -> Uncommitted:
        before = value = store.load(table, stream.head)
        done: list[store.TableStep] = []
        for command in commands:
            for step in decided(value, command, _moment(table, value, stream, now, by)):
                done.append(Transition(stream.head + len(done) + 1, by, now, *step))
                value = step.after
        facts = [one.fact for one in done]
        if facts:
            store.project(table, before, value, facts, now)
            TABLE_LOG.keep(stream.pk, value, done[-1].seq, len(facts))
            if table.is_creative and set(_people(before)) != set(_people(value)):
                transaction.on_commit(lambda: tell_the_workshop(table), robust=True)
            transaction.on_commit(lambda: store.remember_done(table.code, done), robust=True)
        return Uncommitted(facts, {})

    return commit(table.stream_id, by=by, key=key, asked=asked, work=work)


def _people(value: Table) -> list[int | None]:
    return [seat.member for seat in value.sitting]


def tell_the_workshop(table: rows.Table) -> None:
    """Who sits where a draft is played has changed, and with them perhaps where its cards are judged."""
    if table.deck is not None:
        HINTS.get().touch(table.deck.stream_id, "presence")


def _moment(table: rows.Table, value: Table, stream: Stream, now: datetime, by: int | None) -> c.Moment:
    return c.Moment(
        int(now.timestamp()),
        Chance(),
        _Away(value, stream, now, by),
        back_to=lambda seq: _back_to(table, stream, seq),
        since=lambda seq: tuple(one.fact for one in store.recent(table, stream.head) if one.seq > seq),
        spilled_at=lambda: spilled_at(table, stream.head),
        oldest=lambda: oldest(table, stream.head),
    )


class _Away(Container[int]):
    """The seats whose people are not at the table; nobody is away who acts. One statement, when one is asked about."""

    def __init__(self, value: Table, stream: Stream, now: datetime, by: int | None) -> None:
        self._value, self._stream, self._now, self._by = value, stream, now, by

    def __contains__(self, seat: object) -> bool:
        return seat in self._seats

    @cached_property
    def _seats(self) -> frozenset[int]:
        people = [s.member for s in self._value.sitting if s.member is not None]
        here, _ = presence.here_and_away(self._stream.pk, people, self._now)
        return frozenset(s.number for s in self._value.sitting if s.member not in here and s.member != self._by)


def _back_to(table: rows.Table, stream: Stream, seq: int) -> Table:
    """The table after entry `seq`, where one command ended and another began: half a command is never taken back."""
    around = list(
        Entry.objects.filter(stream=stream, seq__in=(seq, seq + 1)).order_by("seq").values_list("at", "by_id")
    )
    if len(around) < 2 or around[0] == around[1]:
        raise Refused("undo.none")
    return store.at(table, seq)


def spilled_at(table: rows.Table, head: int) -> int:
    """The last entry at which somebody learnt something or the deck changed. Nothing older than `recent` is undone."""
    told = store.recent(table, head)
    return next((one.seq for one in reversed(told) if one.spills), oldest(table, head))


def oldest(table: rows.Table, head: int) -> int:
    """The entry before the first of `recent`."""
    told = store.recent(table, head)
    return told[0].seq - 1 if told else 0
