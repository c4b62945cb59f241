"""Whether what is kept agrees with itself: asked of a site that comes back from a backup, and by tests.

The log of every stream tells what its rows hold (docs/architecture.md). Each app answers with what disagrees, in words
(studio/ports.py), and with nothing where all is well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.db.models import Count, F, Max, Q, Value
from django.db.models.functions import Coalesce

from studio import ports
from studio.models import Stream


def disagreements(read: Callable[[], None] = lambda: None) -> Iterator[str]:
    """All that disagrees anywhere on this site. Reads every entry once; `read` is called as often as a log was."""
    yield from _numbers()
    for app in ports.apps():
        yield from app.disagreements(read)


def _numbers() -> Iterator[str]:
    """Entries of a stream count from one to its head. One statement."""
    counted = Stream.objects.annotate(
        entries_there=Count("entries"), last_there=Coalesce(Max("entries__seq"), Value(0))
    )
    for stream in counted.filter(~Q(entries_there=F("head")) | ~Q(last_there=F("head"))).order_by("pk"):
        there = f"{stream.entries_there} entries up to {stream.last_there}"
        yield f"stream {stream.pk}: {there} do not count to {stream.head}"
