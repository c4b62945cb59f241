"""The press: turns articles into a PDF with the help of sealed, warm, niced processes.

    press = Press(Path("…/prints"))
    pdf = press.print_sheets(job, progress=lambda done, total: …)

Only cards that are not in the cache are drawn, on two processes when they are many; one process then
imposes. Each request has WALL seconds; a process that dies or stalls is replaced. No Django, no database.
"""

from __future__ import annotations

import atexit
import contextlib
import dataclasses
import errno
import hashlib
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
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from cards.face.face import Face
from cards.face.measures import Frame, Size
from cards.printing.queue.page_cache import CachedPages, PageCache
from cards.printing.shared import messages
from cards.printing.shared.build import ROOT
from cards.printing.shared.installed_fonts import Listing, listing
from cards.printing.shared.native_libraries import library
from studio.kernel.codec import to_plain
from studio.kernel.refusals import Refused

WALL = 90.0  # seconds for one request
START = 180.0  # seconds for a process to be ready: fonts and styles are loaded, and others may be at it too
TRIES = 3  # with a fresh process each, before an request is given up
BATCH = 125  # faces in one document at most
PLAIN = 250  # faces in one document when they are drawn again plainly
FEW = 20  # faces that are not worth a second process
MOST_BATCHES = 8  # each takes time to open; beyond that all cards are drawn into one again
MOST_REQUESTS = 60  # then a process is replaced by a fresh one
WARM = [sys.executable, "-m", "cards.printing.sealed.process"]
SYSTEM_FONTS, INK = Path("/etc/fonts/fonts.conf"), ROOT / "cards" / "printing" / "shared" / "fonts.conf"
PANGO = "apt-get install -y libpango-1.0-0 libpangoft2-1.0-0"

Progress = Callable[[int, int], None]
Answer = tuple[dict[str, Any], list[bytes]]
T = TypeVar("T")

log = logging.getLogger(__name__)


class PressFailed(Refused):
    """The PDF could not be made. `code` is worded in studio/wording.py; `why` is for the log."""

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(code, line=PANGO)
        self.why = why


@dataclass(frozen=True, slots=True)
class Item:
    """An article to print: its face, what is written beside its type line, and how often."""

    face: Face
    is_rule: bool
    number: str
    foot_line: str
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Job:
    """One PDF. `date` as PDF writes it (D:20261121090000Z); `name` stands at the foot of every sheet.

    `language` is the deck's, as a tag; empty when it is not known.
    """

    title: str
    name: str
    date: str
    items: tuple[Item, ...]
    paper: str = "a4"
    frame: Frame = "press"
    size: Size = "poker"
    is_draft: bool = False
    language: str = ""


def pango_is_missing() -> bool:
    """Whether the page engine cannot start here (everything but PDF works without it)."""
    return find_spec("weasyprint") is None or library("pango") is None


class Press:
    """Warm processes and a cache of card pages. One print at a time; safe to call from any thread."""

    def __init__(self, folder: Path, *, workers: int = 2) -> None:
        self._folder = folder
        self._workers = [Worker(folder / "tmp") for _ in range(workers)]
        self._cache: PageCache | None = None
        self._lock = threading.Lock()
        atexit.register(self.close)

    def print_sheets(self, job: Job, progress: Progress | None = None) -> bytes:
        """The finished PDF. Raises PressFailed."""
        with self._lock:
            try:
                return self._print(job, progress or (lambda done, total: None))
            except OSError as problem:
                if problem.errno in (errno.ENOSPC, errno.EDQUOT):
                    raise PressFailed("print.no_room", str(problem)) from problem
                raise PressFailed("print.broken", str(problem)) from problem

    def close(self) -> None:
        for worker in self._workers:
            worker.stop()

    def rest(self, seconds: float) -> None:
        """Let processes go that had nothing to do for so long."""
        for worker in self._workers:
            worker.stop_if_idle(seconds)

    def _print(self, job: Job, progress: Progress) -> bytes:
        keys = {_key(item, job): item for item in job.items}
        total = len(keys) + 1
        cache = self._ready_cache()
        found = cache.find(list(keys))
        in_batches = {kept.batch for kept in found.values()}
        missing = {key: item for key, item in keys.items() if key not in found}
        least = -(-len(keys) // BATCH)
        if len(in_batches) + bool(missing) > MOST_BATCHES + least:
            found, missing = {}, dict(keys)
        done = _Count(len(keys) - len(missing), total, progress)
        found |= self._drawn(missing, job, cache, done)
        answer = self._imposed(job, found, cache.batch)
        if not answer[0]["done"]:
            log.warning("sheets are drawn again plainly: %s", "; ".join(answer[0]["faults"]))
            answer = self._plainly(job, keys)
        if not answer[0]["done"]:
            cache.forget(keys)
            raise PressFailed("print.differs", "; ".join(answer[0]["faults"]))
        progress(total, total)
        return answer[1][0]

    def _plainly(self, job: Job, keys: dict[str, Item]) -> Answer:
        """All faces drawn for this print alone, nothing taken from the cache, nothing joined."""
        found: dict[str, CachedPages] = {}
        batches: dict[str, bytes] = {}
        for start in range(0, len(keys), PLAIN):
            lot = list(keys)[start : start + PLAIN]
            header, blobs = self._workers[0].ask(_drawing([keys[key] for key in lot], job), [])
            name = str(start)
            batches[name] = blobs[0]
            found |= {key: CachedPages(name, tuple(pages)) for key, pages in zip(lot, header["done"], strict=True)}
        return self._imposed(job, found, batches.__getitem__, is_plain=True)

    def _imposed(
        self, job: Job, found: dict[str, CachedPages], batch: Callable[[str], bytes], *, is_plain: bool = False
    ) -> Answer:
        """What the process that lays and reads the sheets says of them."""
        batches = {name: index for index, name in enumerate(dict.fromkeys(kept.batch for kept in found.values()))}
        faces = {key: index for index, key in enumerate(found)}
        of = {_key(item, job): item for item in job.items}
        cards = [
            {
                "batch": batches[found[key].batch],
                "page": page["page"],
                "number": item.number,
                "foot_line": item.foot_line,
                "step": page["step"],
                "foot_left": page["foot_left"],
                "foot_right": page["foot_right"],
                "face": faces[key],
                "part": part,
            }
            for item in job.items
            for key in (_key(item, job),)
            for _ in range(item.copies)
            for part, page in enumerate(found[key].pages)
        ]
        sheets = {
            "title": job.title,
            "name": job.name,
            "date": job.date,
            "paper": job.paper,
            "frame": job.frame,
            "size": job.size,
            "is_draft": job.is_draft,
            "language": job.language,
            "cards": cards,
        }
        said = [[to_plain(of[key].face), of[key].is_rule, found[key].pages[0]["least"]] for key in faces]
        request = {"do": "impose", "sheets": sheets, "faces": said, "is_plain": is_plain}
        return self._workers[0].ask(request, [batch(name) for name in batches])

    def _drawn(self, missing: dict[str, Item], job: Job, cache: PageCache, done: _Count) -> dict[str, CachedPages]:
        """Draw what is not in the cache, on as many processes as it is worth."""
        if not missing:
            return {}
        workers = self._workers if len(missing) > FEW else self._workers[:1]
        size = min(BATCH, -(-len(missing) // len(workers)))
        keys = list(missing)
        lots = [keys[i : i + size] for i in range(0, len(keys), size)]
        kept: dict[str, CachedPages] = {}

        def draw(worker: Worker, share: list[list[str]]) -> None:
            for lot in share:
                request = _drawing([missing[key] for key in lot], job)
                start = done.lot(len(lot))
                header, blobs = worker.ask(request, [], lambda page, start=start: start.tell(page))  # type: ignore[misc]
                kept.update(cache.keep(blobs[0], dict(zip(lot, header["done"], strict=True))))
                start.tell(len(lot))

        if len(lots) == 1:
            draw(workers[0], lots)
        else:
            with ThreadPoolExecutor(len(workers)) as pool:
                shares = [lots[index :: len(workers)] for index in range(len(workers))]
                for finished in [pool.submit(draw, *pair) for pair in zip(workers, shares, strict=True)]:
                    finished.result()
        return kept

    def _ready_cache(self) -> PageCache:
        build = self._workers[0].build()
        if self._cache is None or self._cache.build != build:
            self._cache = PageCache(self._folder / "cards", build)
            self._cache.tidy()
        return self._cache


class _Count:
    """Faces done, gathered from several processes."""

    def __init__(self, done: int, total: int, progress: Progress) -> None:
        self._done, self._total, self._progress = done, total, progress
        self._lock = threading.Lock()
        progress(done, total)

    def lot(self, faces: int) -> _Lot:
        return _Lot(self, faces)

    def add(self, faces: int) -> None:
        with self._lock:
            self._done += faces
            self._progress(min(self._done, self._total - 1), self._total)


class _Lot:
    def __init__(self, count: _Count, faces: int) -> None:
        self._count, self._faces, self._told = count, faces, 0

    def tell(self, page: int) -> None:
        page = min(page, self._faces)
        if page > self._told:
            self._count.add(page - self._told)
            self._told = page


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

    def build(self) -> str:
        """The renderer's build, as the process itself tells it."""
        with self._lock:
            self._persist(self._ready)
            return self._build

    def ask(
        self, request: dict[str, Any], blobs: Sequence[bytes], progress: Callable[[int], None] | None = None
    ) -> tuple[dict[str, Any], list[bytes]]:
        """The answer to one request. Raises PressFailed; the process is then gone, or ready again."""
        with self._lock:
            return self._persist(lambda: self._ask(request, blobs, progress))

    def _persist(self, deed: Callable[[], T]) -> T:
        """What `deed` answers.

        A process that was ended by somebody, on an request or while it still starts, is replaced and asked once more,
        up to TRIES times in all.
        """
        for _ in range(TRIES - 1):
            try:
                return deed()
            except PressFailed as failed:
                if failed.code != "print.stopped":
                    raise
                log.warning("a process of the press has ended (%s); it is tried again", failed.why)
        return deed()

    def _ask(
        self, request: dict[str, Any], blobs: Sequence[bytes], progress: Callable[[int], None] | None
    ) -> tuple[dict[str, Any], list[bytes]]:
        process = self._ready()
        deadline = time.monotonic() + WALL
        alarm = threading.Timer(WALL, process.kill)
        alarm.start()
        try:
            assert process.stdin and process.stdout
            messages.write(process.stdin, request, list(blobs))
            while (message := messages.read(process.stdout)) is not None:
                header, found = message
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
        raise self._post_mortem(process, is_late=time.monotonic() >= deadline - 0.5)

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
        if self._process is None:
            self._start()
        assert self._process is not None
        return self._process

    def _start(self) -> None:
        self._installed = listing()
        self._folder.mkdir(parents=True, exist_ok=True)
        self._scratch = Path(tempfile.mkdtemp(dir=self._folder, prefix="press-"))
        scratch = str(self._scratch)
        surroundings = {
            "LANG": "C.UTF-8",
            "PYTHONHASHSEED": "0",  # the same cards, the same bytes
            "HOME": scratch,
            "TMPDIR": scratch,
            "XDG_CACHE_HOME": str(self._folder),  # fontconfig's cache, shared by all
        }
        if sys.pycache_prefix:  # written before it closes itself, and not compiled again at the next start
            surroundings["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
        else:
            surroundings["PYTHONDONTWRITEBYTECODE"] = "1"
        if SYSTEM_FONTS.is_file():  # elsewhere the library knows its own place
            surroundings["FONTCONFIG_FILE"] = str(INK)
        for name in ("WEASYPRINT_DLL_DIRECTORIES", "DYLD_FALLBACK_LIBRARY_PATH"):  # where some systems have Pango
            if name in os.environ:
                surroundings[name] = os.environ[name]
        self._process = subprocess.Popen(
            WARM,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            env=surroundings,
            start_new_session=True,
        )
        assert self._process.stdout
        readable, _, _ = select.select([self._process.stdout], [], [], START)
        message = messages.read(self._process.stdout) if readable else None
        if message is None or "ready" not in message[0]:
            process = self._process
            if message and "failed" in message[0]:
                self.stop()
                raise PressFailed(message[0]["failed"], message[0].get("why", ""))
            raise self._post_mortem(process, is_late=not readable)
        self._build, self._requests, self._used = message[0]["build"], 0, time.monotonic()

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


def _drawing(items: Sequence[Item], job: Job) -> dict[str, Any]:
    """The request to draw these."""
    faces = [[to_plain(item.face), item.is_rule] for item in items]
    return {"do": "draw", "faces": faces, "frame": job.frame, "size": job.size, "language": job.language}


def _key(item: Item, job: Job) -> str:
    """What decides a card's pages, beside the renderer's build. Number and foot line do not."""
    text = f"{item.face.digest}|{int(item.is_rule)}|{job.frame}|{job.size}|{job.language}"
    return hashlib.sha256(text.encode()).hexdigest()


def job_digest(job: Job, build: str) -> str:
    """The name of the finished file: everything that decides it."""
    found = hashlib.sha256(build.encode("ascii"))
    for field in dataclasses.fields(job):
        if field.name != "items":
            found.update(f"{field.name}={getattr(job, field.name)}\0".encode())
    for item in job.items:
        found.update(f"{item.face.digest}|{item.is_rule}|{item.number}|{item.foot_line}|{item.copies}\0".encode())
    return found.hexdigest()
