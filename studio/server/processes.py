"""Several server processes on one listening socket: a parent that starts them, restarts them, and ends them."""

from __future__ import annotations

import logging
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence

log = logging.getLogger(__name__)
PATIENCE = 10.0  # seconds for the children to end before they are killed
PAUSE = 1.0  # seconds before a child that died is started again
LONGEST = 30.0  # before one that dies each time, for what it stands on has to be seen to first


class _Asked(Exception):
    """Somebody asked the parent to stop."""


def keep(listening: socket.socket, count: int, command: Sequence[str]) -> int:
    """Keep `count` processes of `command` + ["--fd", N] alive until SIGTERM or SIGINT; 0 when all ended well."""

    def asked(*_: object) -> None:
        raise _Asked

    listening.set_inheritable(True)
    descriptor = listening.fileno()

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, *command, "--fd", str(descriptor)], pass_fds=(descriptor,))

    children: list[subprocess.Popen[bytes]] = []
    rests = [Rest() for _ in range(count)]
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, asked)
    try:
        children += [start() for _ in range(count)]
        while True:
            time.sleep(PAUSE)
            for index, (child, rest) in enumerate(zip(children, rests, strict=True)):
                if child.poll() is not None and rest.is_over(time.monotonic()):
                    log.error("Server process %s ended with %s; starting another.", child.pid, child.returncode)
                    children[index] = start()
    except _Asked:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
    listening.close()
    return _end(children)


class Rest:
    """Between a child that died and the next in its place: none where it had lived, and longer each time where it dies
    as it begins."""

    def __init__(self) -> None:
        self._pause = 0.0
        self._begun = float("-inf")

    def is_over(self, now: float) -> bool:
        """Whether another may begin now, which it then does."""
        lived = now - self._begun
        if lived < self._pause:
            return False
        self._pause = PAUSE if lived > 2 * LONGEST else min(LONGEST, 2 * self._pause)
        self._begun = now
        return True


def _end(children: list[subprocess.Popen[bytes]]) -> int:
    for child in children:
        child.send_signal(signal.SIGTERM)
    until = time.monotonic() + PATIENCE
    worst = 0
    for child in children:
        try:
            code = child.wait(timeout=max(0.1, until - time.monotonic()))
            if code != -signal.SIGTERM:  # that one was still starting
                worst = max(worst, abs(code))
        except subprocess.TimeoutExpired:
            child.kill()
            worst = 1
    return worst
