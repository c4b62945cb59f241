"""A test that never ends is ended, with the words of where it waits; otherwise a run hangs until somebody looks.

A browser that does not answer is waited for without an end, and no signal gets through to whoever waits. So the worker
tells the stack of each thread and of each of Playwright's greenlets, and goes; pytest-xdist then names the test as
failed and goes on with a new worker.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TextIO

from greenlet import greenlet

LONGEST = 420.0  # seconds of one test with its fixtures; 90 at most were seen, on a busy machine


@contextmanager
def ended_some_time(
    name: str, seconds: float = LONGEST, uncovers: Callable[[], object] = lambda: None
) -> Iterator[None]:
    """Whatever is done within this ends, or the process does (status 1). `uncovers` lets what is printed be seen."""
    clock = threading.Timer(seconds, _tell_and_go, [name, uncovers])
    clock.daemon = True
    clock.start()
    try:
        yield
    finally:
        clock.cancel()


def _tell_and_go(name: str, uncovers: Callable[[], object]) -> None:
    uncovers()
    tell_stacks(name, sys.__stderr__ or sys.stderr)
    os._exit(1)


def tell_stacks(name: str, to: TextIO) -> None:
    """Where everything in this process stands, the thread that tells it apart."""
    print(f"\n{name} does not end. Where it waits:", file=to)
    for number, frame in sys._current_frames().items():
        if number != threading.get_ident():
            _tell(f"thread {number}", frame, to)
    for one in gc.get_objects():
        if isinstance(one, greenlet) and one.gr_frame is not None:
            _tell("greenlet", one.gr_frame, to)
    to.flush()


def _tell(what: str, frame: FrameType, to: TextIO) -> None:
    print(f"- {what}", file=to)
    traceback.print_stack(frame, limit=25, file=to)
