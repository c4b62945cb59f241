"""Who waits in the lanes (studio/web/lanes.py), and how much of what they sent lies in memory meanwhile."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

WAITING_MAX = 40  # requests in one lane, those under way among them
OWN_MAX = 12  # of one browser in one lane: who types fast sends some before the first is answered
BYTES_MAX = 64 * 1024 * 1024  # of bodies in all lanes
OWN_BYTES_MAX = 24 * 1024 * 1024  # of one browser's: three of the largest pictures, and room for all others
LIGHT = 32 * 1024  # bytes of a body that always has room: however many wait, they take little


class Crowd:
    """Touched by the event loop alone."""

    def __init__(self) -> None:
        self._in: Counter[str] = Counter()
        self._own: Counter[tuple[str, str]] = Counter()
        self._bytes = 0
        self._own_bytes: Counter[str] = Counter()
        self._lines: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    def has_room(self, lane: str, who: str, size: int, *, may_wait: bool) -> bool:
        """Whether one more can wait. `may_wait`: however many do, for nothing else would keep its words."""
        is_held = self._bytes + size <= BYTES_MAX and self._own_bytes[who] + size <= OWN_BYTES_MAX
        return (is_held or size <= LIGHT) and (
            may_wait or (self._in[lane] < WAITING_MAX and self._own[lane, who] < OWN_MAX)
        )

    @asynccontextmanager
    async def waiting(self, lane: str, who: str, size: int) -> AsyncIterator[None]:
        """In line: one of a browser at a time, so that many of one stand in nobody's way."""
        own = lane, who
        self._in[lane] += 1
        self._own[own] += 1
        self._bytes += size
        self._own_bytes[who] += size
        try:
            async with self._lines.setdefault(own, asyncio.Lock()):
                yield
        finally:
            self._in[lane] -= 1
            self._bytes -= size
            self._own[own] -= 1
            self._own_bytes[who] -= size
            if not self._own_bytes[who]:
                del self._own_bytes[who]
            if not self._own[own]:
                del self._own[own]
