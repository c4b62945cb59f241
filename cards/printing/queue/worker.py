"""One sealed, warm, niced process, seen from outside: started, asked, watched, and replaced when it dies or stalls.

A process that says nothing for WALL seconds and is not at work is ended: stopped, or asleep for good. One that is gives
way to all others, however long that takes, and limits its own processor time. What is said on the pipe is
cards/printing/shared/messages.py.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from cards.printing.queue.cancelled import Cancelled
from cards.printing.queue.failures import PressFailed
from cards.printing.queue.processes import Effort
from cards.printing.shared import messages
from cards.printing.shared.build import ROOT
from cards.printing.shared.installed_fonts import Listing, listing
from cards.printing.shared.messages import Rendered

WALL = 60.0  # seconds without a word, also until a process is ready
TRIES = 3  # with a fresh process each, before a request is given up
MOST_REQUESTS = 60  # then a process is replaced by a fresh one
WARM = [sys.executable, "-m", "cards.printing.sealed.process"]
PANGO_PLACES = (  # where a system has Pango that does not have it among its own libraries
    "LD_LIBRARY_PATH",
    "WEASYPRINT_DLL_DIRECTORIES",
    "DYLD_FALLBACK_LIBRARY_PATH",
)
SYSTEM_FONTS, INK = Path("/etc/fonts/fonts.conf"), ROOT / "cards" / "printing" / "shared" / "fonts.conf"

T = TypeVar("T")

log = logging.getLogger(__name__)


class Worker:
    """One sealed process, started when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._scratch: Path | None = None
        self._requests = 0
        self._used = 0.0
        self._build = ""
        self._installed: Listing = ()
        self._lock = threading.Lock()
        self._is_over = False  # this process ends, and starts no other
        self.print: Cancelled | None = None  # what it works for, and whether that is wanted no more

    def build(self) -> str:
        """The renderer's build, as the process itself tells it."""
        with self._lock:
            self._persist(self._ready)
            return self._build

    def ask(
        self, request: dict[str, Any], blobs: Sequence[bytes], progress: Callable[[int], None] | None = None
    ) -> Rendered:
        """The answer to one request. Raises PressFailed; the process is then gone, or ready again."""
        with self._lock:
            return self._persist(lambda: self._ask(request, blobs, progress))

    def _persist(self, deed: Callable[[], T]) -> T:
        """What `deed` answers.

        A process that was ended by somebody, on a request or while it still starts, is replaced and asked once more,
        up to TRIES times in all.
        """
        for _ in range(TRIES - 1):
            try:
                return deed()
            except PressFailed as failed:
                self._check()
                if failed.code != "print.stopped" or self._is_over:
                    raise
                log.warning("a process of the press has ended (%s); it is tried again", failed.why)
        return deed()

    def _ask(self, request: dict[str, Any], blobs: Sequence[bytes], progress: Callable[[int], None] | None) -> Rendered:
        process = self._ready()
        self._check()  # from here on there is a process that can be killed
        alarm = _Alarm(process)
        try:
            assert process.stdin and process.stdout
            messages.write(process.stdin, request, list(blobs))
            while (message := messages.read(process.stdout)) is not None:
                header, found = message
                alarm.put_off()
                if "progress" in header:
                    if progress:
                        progress(int(header["progress"]))
                elif "failed" in header:
                    raise PressFailed(header["failed"], header.get("why", ""))
                else:
                    self._requests, self._used = self._requests + 1, time.monotonic()
                    return header, found
        except (BrokenPipeError, ConnectionError, ValueError):
            pass
        finally:
            alarm.cancel()
        raise self._post_mortem(process, is_late=alarm.has_rung)

    def _check(self) -> None:
        if self.print is not None:
            self.print.check()

    def kill(self) -> None:
        """End what it is doing at once, from another thread; whoever asked finds the pipe shut."""
        process = self._process
        if process is not None:
            process.kill()

    def end(self) -> None:
        """The same for good, from any thread: one that is just being started ends too, and no other is."""
        self._is_over = True
        self.stop()

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(OSError, ValueError):
                if process.stdin:
                    process.stdin.close()
            try:
                process.wait(timeout=1)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout:
                process.stdout.close()
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)
            self._scratch = None

    def stop_if_idle(self, seconds: float) -> None:
        if self._process and time.monotonic() - self._used > seconds and self._lock.acquire(blocking=False):
            try:
                self.stop()
            finally:
                self._lock.release()

    def _ready(self) -> subprocess.Popen[bytes]:
        if self._process is not None and (self._process.poll() is not None or self._requests >= MOST_REQUESTS):
            self.stop()
        if self._process is not None and self._installed != listing():  # it knows the fonts there were when it began
            self.stop()
        return self._process or self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        """A process that has said it is ready. Another thread may end it meanwhile: what was begun is known here."""
        if self._is_over:
            raise PressFailed("print.stopped", "this process ends")
        self._installed = listing()
        self._folder.mkdir(parents=True, exist_ok=True)
        self._scratch = Path(tempfile.mkdtemp(dir=self._folder, prefix="press-"))
        self._process = process = subprocess.Popen(
            WARM,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            env=surroundings(str(self._scratch), str(self._folder)),
            process_group=0,  # Ctrl-C is not for it; of the site's session, where it can give way to it
        )
        message, is_late = _first_word(process)
        if message is None or "ready" not in message[0]:
            if message and "failed" in message[0]:
                self.stop()
                raise PressFailed(message[0]["failed"], message[0].get("why", ""))
            raise self._post_mortem(process, is_late=is_late)
        self._build, self._requests, self._used = message[0]["build"], 0, time.monotonic()
        return process

    def _post_mortem(self, process: subprocess.Popen[bytes], *, is_late: bool) -> PressFailed:
        """Why the process ended, from its exit status."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=2)
        status = process.returncode
        self.stop()
        if is_late or status == -24:  # 24: its processor time was used up
            return PressFailed("print.too_long", f"status {status}")
        if status == -6:  # a library found no memory and gave up; Python itself says so, see sealed.py
            return PressFailed("print.too_big", f"status {status}")
        return PressFailed("print.stopped", f"status {status}")


def _first_word(process: subprocess.Popen[bytes]) -> tuple[Rendered | None, bool]:
    """What it says when it is warm, None where it ended before; and whether nothing came in time."""
    assert process.stdout
    effort = Effort(process.pid)
    try:
        while not (readable := bool(select.select([process.stdout], [], [], WALL)[0])) and effort.goes_on():
            pass
        return (messages.read(process.stdout) if readable else None), not readable
    except (OSError, ValueError):  # it was ended from another thread, and its pipe is shut
        return None, False


class _Alarm:
    """Ends a process that has said nothing for WALL seconds and is not at work."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process, self._lock = process, threading.Lock()
        self._is_over = self.has_rung = False
        self._effort = Effort(process.pid)
        self.put_off()
        self._wait(WALL)

    def put_off(self) -> None:
        self._until = time.monotonic() + WALL

    def cancel(self) -> None:
        with self._lock:
            self._is_over = True
            self._timer.cancel()

    def _wait(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self._ring)
        self._timer.start()

    def _ring(self) -> None:
        with self._lock:
            if self._is_over:
                return
            if (left := self._until - time.monotonic()) > 0:
                self._wait(left)
                return
            if self._effort.goes_on():
                self._wait(WALL)
                return
            self.has_rung = True
            self._process.kill()


def surroundings(scratch: str, cache: str) -> dict[str, str]:
    """The environment of a sealed process: nothing of ours but what it needs. Both are folders."""
    surroundings = {
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",  # the same cards, the same bytes
        "HOME": scratch,
        "TMPDIR": scratch,
        "XDG_CACHE_HOME": cache,  # fontconfig's cache, shared by all
    }
    if sys.pycache_prefix:  # written before it closes itself, and not compiled again at the next start
        surroundings["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    else:
        surroundings["PYTHONDONTWRITEBYTECODE"] = "1"
    if SYSTEM_FONTS.is_file():  # elsewhere the library knows its own place
        surroundings["FONTCONFIG_FILE"] = str(INK)
    for name in PANGO_PLACES:
        if name in os.environ:
            surroundings[name] = os.environ[name]
    return surroundings
