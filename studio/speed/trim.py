"""Memory that was freed goes back to the system: a frame of fifty kilobytes lies in it for a moment, and what stays
around it would keep the gaps that many of them leave."""

from __future__ import annotations

import ctypes
import gc
from functools import lru_cache
from typing import Any

GIVE_BACK_EVERY = 5  # seconds; it takes a millisecond


def give_back() -> bool:
    """Give back what the C library holds for nobody. Whether it can be told to: glibc can."""
    trim = _trim()
    if trim is not None:
        trim(0)
    return trim is not None


@lru_cache(maxsize=1)
def _trim() -> Any | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):  # another C library, or a system that names its own otherwise
        return None


# --- what nobody can reach --------------------------------------------------------------------------------------------

# Python's collector is kept from walking again and again through what stays. What a process has loaded stays for as
# long as it serves, and what pages remember is dropped by their memories. Walking through all of it took a seventh of
# what moves at a hundred tables cost, and with an archive of ten thousand decks known it stops every thread for a
# quarter of a second.

# Objects made, and how often the younger are looked over before the older are: what a request leaves behind is small,
# and goes before much else is made around it.
COLLECT_AFTER = (4_000, 100, 20)


def collect_seldom() -> None:
    """As a process begins."""
    pass_over()
    gc.set_threshold(*COLLECT_AFTER)


def pass_over() -> None:
    """Have the collector pass over whatever is there now, for good."""
    gc.collect()
    gc.freeze()
