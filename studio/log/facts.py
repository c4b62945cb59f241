"""Entry ⇄ fact, for every kind of stream. Nothing else reads or writes an entry's body.

A kind of stream has a vocabulary: the union of all its facts. What an entry says was written by some version of this
program; shapes that have changed since are brought up to today's by their upcasters (`studio/kernel/schema.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

from studio.kernel.codec import TAG, Unreadable, from_plain, to_plain
from studio.kernel.schema import NUMBER
from studio.models import Entry
from studio.speed.prepared import prepared

Fact = TypeVar("Fact")
SEQ_MAX = 2**31 - 1  # what an entry's number can be
A_PAGE = 100  # entries
_LONG_AGO, _FOR_EVER = datetime(1900, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)


class UnknownFact(ValueError):
    """An entry that this program cannot read: of a kind or a number it does not know, or of another shape."""

    def __init__(self, kind: str, number: Any, why: str, seq: int | None = None) -> None:
        super().__init__(f"An entry of kind {kind!r}, number {number}, cannot be read: {why}")
        self.kind, self.number, self.seq = kind, number, seq


@dataclass(frozen=True, slots=True)
class Recorded(Generic[Fact]):
    """One entry: its number in the stream, the member who acted, when, and what happened."""

    seq: int
    by: int | None
    at: datetime
    fact: Fact


Columns = tuple[int, str, Any, int | None, datetime]


@prepared
def _entries(stream_id: int, after: int, last: int) -> QuerySet[Entry, Columns]:
    between = Entry.objects.filter(stream_id=stream_id, seq__gt=after, seq__lte=last)
    return between.order_by("seq").values_list("seq", "kind", "body", "by_id", "at")


@prepared
def _entries_of_kinds(stream_id: int, after: int, last: int, kinds: Sequence[str]) -> QuerySet[Entry, Columns]:
    between = Entry.objects.filter(stream_id=stream_id, seq__gt=after, seq__lte=last, kind__in=kinds)
    return between.order_by("seq").values_list("seq", "kind", "body", "by_id", "at")


@prepared
def _moments_before(stream_id: int, before: datetime, kinds: Sequence[str]) -> QuerySet[Entry, datetime]:
    found = Entry.objects.filter(stream_id=stream_id, at__lt=before, kind__in=kinds)
    return found.order_by("-at").values_list("at", flat=True)[A_PAGE : A_PAGE + 1]


@prepared
def _entries_between(
    stream_id: int, since: datetime, before: datetime, kinds: Sequence[str]
) -> QuerySet[Entry, Columns]:
    between = Entry.objects.filter(stream_id=stream_id, at__gte=since, at__lt=before, kind__in=kinds)
    return between.order_by("seq").values_list("seq", "kind", "body", "by_id", "at")


class Vocabulary(Generic[Fact]):
    """The facts of one kind of stream; `facts` is the union of their classes."""

    def __init__(self, facts: Any) -> None:
        self._facts = facts

    def read(self, kind: str, body: Any, seq: int | None = None) -> Fact:
        """What an entry says, the `seq`th where that is known. Raises UnknownFact."""
        number = body.get(NUMBER, 1) if isinstance(body, dict) else None
        if number is None or TAG in body:
            raise UnknownFact(kind, number, "it is no object of fields", seq)
        try:
            fact: Fact = from_plain(self._facts, {TAG: kind, **body})
        except Unreadable as problem:
            raise UnknownFact(kind, number, str(problem), seq) from problem
        return fact

    def recorded(
        self, stream_id: int, *, after: int = 0, until: int | None = None, kinds: Iterable[str] | None = None
    ) -> Iterator[Recorded[Fact]]:
        """The entries numbered above `after` up to `until`, of these kinds, in order. One statement."""
        last = SEQ_MAX if until is None else until
        if kinds is None:
            found = _entries.rows(stream_id, after, last)
        else:
            found = _entries_of_kinds.rows(stream_id, after, last, sorted(kinds))
        return self._read_all(found)

    def recorded_before(
        self, stream_id: int, before: datetime | None, kinds: Iterable[str]
    ) -> tuple[list[Recorded[Fact]], bool]:
        """The latest of these kinds before a moment, in order, and whether those are not all: one more than `A_PAGE`,
        with all that are of the same moment as the earliest. Two statements, and as many entries however long the log.
        """
        wanted, until = sorted(kinds), before or _FOR_EVER
        since = _moments_before.first(stream_id, until, wanted)
        found = _entries_between.rows(stream_id, since or _LONG_AGO, until, wanted)
        return list(self._read_all(found)), since is not None

    def _read_all(self, found: Iterable[Columns]) -> Iterator[Recorded[Fact]]:
        for seq, kind, body, by, at in found:
            yield Recorded(seq, by, at, self.read(kind, body, seq))

    def facts(self, stream_id: int, *, after: int = 0, until: int | None = None) -> Iterator[Fact]:
        """What the entries say, in order. One statement."""
        return (one.fact for one in self.recorded(stream_id, after=after, until=until))


def written(fact: Any) -> tuple[str, dict[str, Any]]:
    """The kind and the body of the entry that keeps a fact."""
    return type(fact).__name__, to_plain(fact)
