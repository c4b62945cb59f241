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


class Effort:
    """Whether a process still does something: looked at from time to time."""

    def __init__(self, number: int) -> None:
        self._number, self._spent = number, [""]

    def goes_on(self) -> bool:
        """Whether it waits for its turn on a processor or for a disk, or has had turns since the last look. False
        when it sleeps, is stopped or gone, and where the system tells nothing of processes."""
        told = _told(self._number)
        before, self._spent = self._spent, told[11:13]
        return bool(told) and (told[0] in "RD" or before != self._spent)


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
    told = _told(number)
    return "" if not told or told[0] in "ZX" else told[19]


def _told(number: int) -> list[str]:
    """What the system says of a process after its name, its state first; nothing when it is not there."""
    try:
        return (PROC / str(number) / "stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return []
