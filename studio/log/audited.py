"""Reading a whole site to see whether it agrees with itself: a little at a time, and while it is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from typing import TypeVar

from django.db import DatabaseError, DataError, connection, transaction
from django.db.models import Model, QuerySet

from studio.models import Stream

Row = TypeVar("Row", bound=Model)
AT_A_TIME = 100  # rows that are held at once
LOOKS = 3  # at what is being written; then it has to wait


def one_by_one(rows: QuerySet[Row], at_a_time: int = AT_A_TIME) -> Iterator[Row]:
    """In the order of their keys, however many there are: so many are held at once. One statement for as many."""
    last = 0
    while found := list(rows.filter(pk__gt=last).order_by("pk")[:at_a_time]):
        yield from found
        last = found[-1].pk


def standing_still(stream_id: int, look: Callable[[], Iterable[str]]) -> list[str]:
    """What `look` finds amiss in a stream and its rows. These are read one after the other, so where something was
    written meanwhile it looks again, and at last with the stream's turn, for which whoever writes waits.

    Two statements more than the look; none of its findings is of two moments.
    """
    for _ in range(LOOKS):
        before = _head(stream_id)
        amiss = _seen(look)
        if not amiss or _head(stream_id) == before:
            return amiss
    with transaction.atomic():
        Stream.objects.select_for_update().get(pk=stream_id)
        return _seen(look)


def _seen(look: Callable[[], Iterable[str]]) -> list[str]:
    """What it finds. One at which it breaks off, whatever a hand may have written there, is a finding as well: the
    others are still to be looked at. Where the database itself does not answer there is nothing to find."""
    try:
        with transaction.atomic() if connection.in_atomic_block else nullcontext():
            return list(look())
    except Exception as problem:
        if isinstance(problem, DatabaseError) and not isinstance(problem, DataError):
            raise
        return [f"it cannot be read ({type(problem).__name__}: {' '.join(str(problem).split())})"]


def _head(stream_id: int) -> int | None:
    return Stream.objects.filter(pk=stream_id).values_list("head", flat=True).first()
