"""A lock file: whoever comes second waits. Standard library only; the lock ends with the process, whatever happens."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def locked(path: Path, waiting: Callable[[], None] = lambda: None) -> Iterator[IO[bytes]]:
    """Hold the lock file `path`; `waiting` is called once when somebody else has it. OSError: cannot be written.

    On POSIX a process that is handed the open file holds the lock as well, for as long as it lives.
    """
    with open(path, "a+b") as file:
        if not _try(file.fileno()):
            waiting()
            while not _try(file.fileno()):
                time.sleep(0.05)
        yield file  # closing the file lets go


def hold_open(path: Path, waiting: Callable[[], None] = lambda: None) -> IO[bytes]:
    """Hold `path` together with others like us for as long as the file returned is open. OSError: cannot be written.

    Where somebody has it for themselves (`nobody_holds`) they are waited for; `waiting` is called once.
    """
    file = open(path, "a+b")
    if os.name == "posix" and not _try(file.fileno(), shared=True):
        waiting()
        while not _try(file.fileno(), shared=True):
            time.sleep(0.05)
    return file


@contextmanager
def nobody_holds(path: Path) -> Iterator[bool]:
    """Whether nobody had `path` open by `hold_open`; if so nobody can until the block ends."""
    with open(path, "a+b") as file:
        yield _try(file.fileno())


def _try(descriptor: int, shared: bool = False) -> bool:
    try:
        if os.name == "posix":
            import fcntl

            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        else:
            import msvcrt

            os.lseek(descriptor, 0, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except (BlockingIOError, PermissionError):
        return False
    return True
