"""Whether the site has leisure: while it computes, the press leaves it a processor.

A process of the press is idle in the system's eyes and gives way, yet not to everything at once: where there is one on
each processor, a request is put aside for a turn of theirs now and then, some milliseconds long. One processor without
them is enough, and a busy site leaves no more to the press than that anyway.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

BUSY = 0.2  # of one processor's time, taken by this process
LOOK = 0.25  # seconds over which that is seen


class Leisure:
    """What this process takes, looked at again and again. `processors` there are for it and for all of the press."""

    def __init__(
        self,
        processors: int,
        clock: Callable[[], float] = time.monotonic,
        spent: Callable[[], float] = time.process_time,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._processors, self._clock, self._spent, self._sleep = processors, clock, spent, sleep

    def for_all(self, processes: int) -> bool:
        """Whether so many processes of the press may be at work. Takes LOOK seconds where that must be seen."""
        if processes < self._processors:
            return True
        began, before = self._clock(), self._spent()
        self._sleep(LOOK)
        return (self._spent() - before) / (self._clock() - began) < BUSY


def processors() -> int:
    """That this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS
        return os.cpu_count() or 1
