"""Memory that was freed goes back to the system: a frame of fifty kilobytes lies in it for a moment, and what stays
around it would keep the gaps that many of them leave."""

from __future__ import annotations

import ctypes
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
