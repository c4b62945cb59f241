"""Work that grows with what people brought, met by a thread that all share. Such a thread does a little of it; where
there is more, it lets go of what it was at, and a thread of its own begins that anew (studio/server/handler.py for
pages, studio/live/threads.py for rooms).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

DRAWN_BETWEEN = 20_000  # numbers of drawings for one page or one step of a room: forty drawings of a usual hand

_left: ContextVar[int | None] = ContextVar("left", default=None)


class NotHere(BaseException):
    """There is more of it than this thread may do. No Exception: nothing on the way takes it for a page's fault."""


@contextmanager
def no_more_than(much: int) -> Iterator[None]:
    """Within, this thread may spend so much."""
    before = _left.set(much)
    try:
        yield
    finally:
        _left.reset(before)


def spend(much: int) -> None:
    """Before such work is done. Raises NotHere where this thread may not; any other may do all there is."""
    left = _left.get()
    if left is not None:
        if much > left:
            raise NotHere
        _left.set(left - much)
