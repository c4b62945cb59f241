"""What much of something costs beside little of it, in one run: a ratio, for no test may ask for a time."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

TRIES = 3  # a thread that is put aside for a moment makes one of them dear
TOO_LITTLE = 0.003  # seconds; below it nothing is measured but the clock


def grows_evenly(work: Callable[[int], object], few: int, times: int = 5) -> bool:
    """Whether `work(times * few)` costs about `times` what `work(few)` does, or less.

    Processor time of this thread, the best of some tries. Work that grows with the square costs `times` times as much
    again, and twice as much is allowed. `few` must be enough to be felt: below a few milliseconds all growth is even.
    """
    small = large = float("inf")
    for _ in range(TRIES):
        small, large = min(small, _spent(work, few)), min(large, _spent(work, times * few))
        if large < 2 * times * max(small, TOO_LITTLE):
            return True
    return False


def _spent(work: Callable[[int], object], size: int) -> float:
    """Of this thread alone, and without what a collection of everything made before would cost."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        began = time.thread_time()
        work(size)
        return time.thread_time() - began
    finally:
        if was_on:
            gc.enable()
