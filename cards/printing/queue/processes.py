"""Which process works on a print, and whether that process is still there.

A name says where the process is (machine, start of the machine, its own view of processes) and which it is
(number and when it began, so that a number given out again is not taken for it). Of a process elsewhere
nothing is known: there only the lease counts.
"""

from __future__ import annotations

import os
import platform
from functools import lru_cache
from pathlib import Path

PROC = Path("/proc")


def this_process() -> str:
    """The name of this process: "machine pid start", or empty where the system tells nothing of processes."""
    return _named(os.getpid())


def is_gone(owner: str) -> bool:
    """Whether the process of that name ran here and does so no more. False when nothing is known of it."""
    machine, _, process = owner.partition(" ")
    if not process or machine != _machine():
        return False
    number, _, start = process.partition(" ")
    return not number.isdigit() or _start(int(number)) != start


@lru_cache(maxsize=2)
def _named(number: int) -> str:
    machine, start = _machine(), _start(number)
    return f"{machine} {number} {start}" if machine and start else ""


@lru_cache(maxsize=1)
def _machine() -> str:
    try:
        boot = (PROC / "sys/kernel/random/boot_id").read_text().strip()
        return f"{platform.node()}/{boot}/{os.readlink(PROC / 'self/ns/pid')}".replace(" ", "_")[:90]
    except OSError:
        return ""


def _start(number: int) -> str:
    """When a process began, in ticks since the machine did; empty when it is not there or has ended."""
    try:
        after_name = (PROC / str(number) / "stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if after_name[0] in "ZX" else after_name[19]
