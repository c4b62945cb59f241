"""The press: turns articles into a PDF with the help of sealed, warm, niced processes.

    press = Press(Path("…/prints"))
    pdf = press.print_sheets(job, progress=lambda done, total: …)

Only cards that are not in the cache are drawn, on two processes when they are many; one process then
imposes. Each request has WALL seconds; a process that dies or stalls is replaced. No Django, no database.
"""

from __future__ import annotations

import atexit
import errno
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cards.printing.queue.failures import PressFailed
from cards.printing.queue.page_cache import CachedPages, PageCache
from cards.printing.queue.requests import drawing, imposing, key_of
from cards.printing.queue.values import Item, Job
from cards.printing.queue.worker import Worker
from cards.printing.shared.messages import Rendered

BATCH = 125  # faces in one document at most
PLAIN = 250  # faces in one document when they are drawn again plainly
FEW = 20  # faces that are not worth a second process
MOST_BATCHES = 8  # each takes time to open; beyond that all cards are drawn into one again

Progress = Callable[[int, int], None]

log = logging.getLogger(__name__)


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
        keys = {key_of(item, job): item for item in job.items}
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

    def _plainly(self, job: Job, keys: dict[str, Item]) -> Rendered:
        """All faces drawn for this print alone, nothing taken from the cache, nothing joined."""
        found: dict[str, CachedPages] = {}
        batches: dict[str, bytes] = {}
        for start in range(0, len(keys), PLAIN):
            lot = list(keys)[start : start + PLAIN]
            header, blobs = self._workers[0].ask(*drawing([keys[key] for key in lot], job))
            name = str(start)
            batches[name] = blobs[0]
            found |= {key: CachedPages(name, tuple(pages)) for key, pages in zip(lot, header["done"], strict=True)}
        return self._imposed(job, found, batches.__getitem__, is_plain=True)

    def _imposed(
        self, job: Job, found: dict[str, CachedPages], batch: Callable[[str], bytes], *, is_plain: bool = False
    ) -> Rendered:
        """What the process that lays and reads the sheets says of them."""
        request, batches = imposing(job, found, is_plain=is_plain)
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
                request, pictures = drawing([missing[key] for key in lot], job)
                start = done.lot(len(lot))
                header, blobs = worker.ask(request, pictures, lambda page, start=start: start.tell(page))  # type: ignore[misc]
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
