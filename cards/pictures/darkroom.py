"""The sealed process of pictures seen from outside: started for one picture, asked, watched, and ended."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass

from cards.pictures import limits
from cards.pictures.header import check_header
from cards.printing.queue.worker import surroundings
from cards.printing.shared import messages
from cards.printing.shared.build import ROOT
from studio.kernel.refusals import Refused

WALL = 25.0  # seconds for one picture, the start of its process included
ENDING = 1.0  # seconds in which a process that closed its pipe is gone
SEALED = [sys.executable, "-m", "cards.pictures.sealed"]
BROUGHT = frozenset(("picture.torn", "picture.moves", "picture.kind", "picture.vast", "picture.tail", "picture.heavy"))

log = logging.getLogger(__name__)
_turns = threading.BoundedSemaphore(limits.AT_ONCE)


@dataclass(frozen=True, slots=True)
class DevelopedPicture:
    """A picture as it is kept: pixels of ours and nothing else, named by the digest of its bytes."""

    digest: str
    width: int
    height: int
    kept: bytes
    screen: bytes


def develop(content: bytes, name: str = "") -> DevelopedPicture:
    """A file somebody brought, drawn anew. Raises Refused("picture.*"); takes a third of a second and more."""
    check_header(content, name)
    if not _turns.acquire(timeout=limits.QUEUE_SECONDS):
        raise Refused("picture.busy")
    try:
        header, blobs = _asked(content)
    finally:
        _turns.release()
    if "failed" in header:
        code = header["failed"] if header["failed"] in BROUGHT else "picture.torn"
        raise Refused(code, **({"limit": limits.PIXELS_MAX // 2**20} if code == "picture.vast" else {}))
    kept, screen = blobs
    return DevelopedPicture(hashlib.sha256(kept).hexdigest(), header["width"], header["height"], kept, screen)


def _asked(content: bytes) -> messages.Rendered:
    scratch = tempfile.mkdtemp(prefix="picture-")
    process = subprocess.Popen(
        SEALED, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT,
        env=surroundings(scratch, scratch), process_group=0,  # of the site's session, where it can give way to it
    )  # fmt: skip
    alarm = threading.Timer(WALL, process.kill)
    alarm.start()
    try:
        assert process.stdin and process.stdout
        ready = messages.read(process.stdout) if select.select([process.stdout], [], [], WALL)[0] else None
        if ready is not None and "ready" in ready[0]:
            with contextlib.suppress(BrokenPipeError):
                messages.write(process.stdin, {"do": "develop"}, [content])
            answer = messages.read(process.stdout)
            if answer is not None:
                return answer
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(ENDING)
        log.warning("the sealed process of a picture ended without a word (%s)", process.returncode)
        # A picture that takes too much meets the limit on processor time, long before the wall. What was killed had no
        # turn on this machine, and nothing was found wrong with it.
        if process.returncode in (None, -signal.SIGKILL):
            raise Refused("picture.busy")
        return {"failed": "picture.heavy"}, []
    finally:
        alarm.cancel()
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError, ValueError):
                if pipe:
                    pipe.close()
        process.wait()
        shutil.rmtree(scratch, ignore_errors=True)
