"""The sealed processes that draw for a process of a site, seen from outside (Linux)."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path


def presses_of(server: int) -> list[int]:
    """Which processes draw for that one."""
    return [number for number in _numbers() if _parent(number) == server and b"sealed.process" in _line(number)]


def hold(processes: list[int]) -> None:
    """They do nothing more until they are let go."""
    _send(processes, signal.SIGSTOP)


def let_go(processes: list[int]) -> None:
    _send(processes, signal.SIGCONT)


def is_there(process: int) -> bool:
    return b"sealed.process" in _line(process)


def _send(processes: list[int], what: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, what)


def _numbers() -> list[int]:
    return [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit()]


def _parent(number: int) -> int:
    try:
        return int(Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _line(number: int) -> bytes:
    try:
        return Path(f"/proc/{number}/cmdline").read_bytes()
    except OSError:
        return b""
