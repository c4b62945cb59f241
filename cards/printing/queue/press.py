"""The press: turns articles into a PDF with the help of sealed, warm, niced processes.

    press = Press(Path("…/prints"))
    pdf = press.print_sheets(job, progress=lambda done, total: …)

What a print is stands in `plain.py`; here it is done the fast way. Only cards that are not in the cache are drawn, on
two processes when they are many and the site has leisure; one process then lays the sheets. A process that dies or
stalls is replaced. No Django, no database.
"""

from __future__ import annotations

import atexit
import errno
import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from cards.printing.queue.cancelled import Cancelled
from cards.printing.queue.failures import PressFailed
from cards.printing.queue.leisure import Leisure, processors
from cards.printing.queue.page_cache import CachedPages, PageCache
from cards.printing.queue.picture_sets import AT_A_TIME, once_each, picture_names, zipped
from cards.printing.queue.plain import printed_plainly
from cards.printing.queue.requests import drawing, imposing, keys_of, previewing, reading, telling
from cards.printing.queue.values import CardPicture, Item, Job, PreviewPicture, ReadingJob
from cards.printing.queue.worker import Worker
from cards.printing.shared.messages import Rendered

BATCH = 125  # faces in one document at most
FEW = 20  # faces that are not worth a second process
MOST_BATCHES = 8  # each takes time to open; beyond that all cards are drawn into one again

Progress = Callable[[int, int], None]

log = logging.getLogger(__name__)


class Press:
    """Warm processes and a cache of card pages. One print at a time; safe to call from any thread."""

    def __init__(self, folder: Path, *, workers: int = 2) -> None:
        self._folder = folder
        self.is_over = False
        self._workers = [Worker(folder / "tmp") for _ in range(workers)]
        self._cache: PageCache | None = None
        self._lock = threading.Lock()
        self._leisure = Leisure(processors())
        atexit.register(self.end)

    def print_sheets(self, job: Job, progress: Progress | None = None, cancelled: Cancelled | None = None) -> bytes:
        """The finished PDF. Raises PressFailed, "print.cancelled" when it was given up meanwhile."""
        with self._at_work(cancelled):
            return self._print(job, progress or (lambda done, total: None))

    def print_pictures(self, job: Job, progress: Progress | None = None, cancelled: Cancelled | None = None) -> bytes:
        """A ZIP of pictures, one for each card and each back, whose names say how many of it are meant."""
        with self._at_work(cancelled):
            told = progress or (lambda done, total: None)
            alone = once_each(job)
            pdf = self._print(alone, told)
            keys = list(map(keys_of(alone), alone.items))
            found = self._ready_cache().find(keys)
            names = picture_names(job, [len(found[key].pages) for key in keys])
            return zipped(names, self._pictures(pdf, 0, alone, len(names)))

    def _pictures(self, pdf: bytes, first: int, job: Job, count: int) -> Iterator[bytes]:
        """So many pages of a file from the first on as PNG, a few at a time."""
        for start in range(first, first + count, AT_A_TIME):
            pages = list(range(start, min(first + count, start + AT_A_TIME)))
            yield from self._workers[0].ask({"do": "pictures", "pages": pages, "size": job.pictures}, [pdf])[1]

    def print_reading(
        self, job: ReadingJob, progress: Progress | None = None, cancelled: Cancelled | None = None
    ) -> bytes:
        """The finished edition. How many pages it has is not known before: they are counted as they come."""
        with self._at_work(cancelled):
            request, pictures = reading(job)
            told = progress or (lambda done, total: None)
            return self._workers[0].ask(request, pictures, lambda page: told(page, page + 1))[1][0]

    def draw_picture(self, wanted: CardPicture | PreviewPicture, wait: float) -> bytes:
        """A card as a picture, or the picture of a link. Raises PressFailed: "print.busy" when a print goes on
        for longer than `wait` seconds, "print.no_svg" for a card that has no words as SVG."""
        with self._at_work(None, wait):
            if isinstance(wanted, PreviewPicture):
                return self._workers[0].ask(*previewing(wanted))[1][0]
            pdf = self._print(wanted.job, lambda done, total: None)
            if wanted.form == "png":
                return next(self._pictures(pdf, wanted.part, wanted.job, 1))
            header, found = self._workers[0].ask(telling(wanted), [pdf])
            if not header["done"]:
                raise PressFailed("print.no_svg", "; ".join(header["faults"]))
            return found[0]

    @contextmanager
    def _at_work(self, cancelled: Cancelled | None, wait: float = -1) -> Iterator[None]:
        """One print at a time. A disk that is full is told from everything else that can be wrong with files.

        Raises PressFailed("print.busy") when it is not its turn in `wait` seconds.
        """
        if not self._lock.acquire(timeout=wait):
            raise PressFailed("print.busy")
        try:
            self._work_for(cancelled)
            yield
        except OSError as problem:
            is_full = problem.errno in (errno.ENOSPC, errno.EDQUOT)
            raise PressFailed("print.no_room" if is_full else "print.broken", str(problem)) from problem
        finally:
            self._work_for(None)
            self._lock.release()

    def _work_for(self, cancelled: Cancelled | None) -> None:
        """What is on the press can be given up; then its processes are ended, and others start for the next print."""
        for worker in self._workers:
            worker.print = cancelled
        if cancelled is not None:
            cancelled.then(self._kill)
            cancelled.check()

    def _kill(self) -> None:
        for worker in self._workers:
            worker.kill()

    def close(self) -> None:
        for worker in self._workers:
            worker.stop()

    def end(self) -> None:
        """This process ends: nothing is started any more, and what is on the press has not failed."""
        self.is_over = True
        for worker in self._workers:
            worker.end()

    def rest(self, seconds: float) -> None:
        """Let processes go that had nothing to do for so long."""
        for worker in self._workers:
            worker.stop_if_idle(seconds)

    def _print(self, job: Job, progress: Progress) -> bytes:
        key_of = keys_of(job)
        keys = {key_of(item): item for item in (*job.items, *job.backs)}
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
        try:
            answer = self._imposed(job, found, cache.batch)
        except FileNotFoundError:  # words of another deck were taken down, and the cache was emptied meanwhile
            found = self._drawn(keys, job, cache, _Count(0, total, progress))
            answer = self._imposed(job, found, cache.batch)
        if not answer[0]["done"]:
            log.warning("sheets are drawn again plainly: %s", "; ".join(answer[0]["faults"]))
            answer = printed_plainly(job, keys, self._workers[0].ask)
        if not answer[0]["done"]:
            cache.forget(keys)
            raise PressFailed("print.differs", "; ".join(answer[0]["faults"]))
        progress(total, total)
        return answer[1][0]

    def _imposed(self, job: Job, found: dict[str, CachedPages], batch: Callable[[str], bytes]) -> Rendered:
        """What the process that lays and reads the sheets says of them."""
        request, batches = imposing(job, found, is_plain=False)
        return self._workers[0].ask(request, [batch(name) for name in batches])

    def _drawn(self, missing: dict[str, Item], job: Job, cache: PageCache, done: _Count) -> dict[str, CachedPages]:
        """Draw what is not in the cache, on as many processes as it is worth."""
        if not missing:
            return {}
        workers = self._workers if len(missing) > FEW else self._workers[:1]
        size = min(BATCH, -(-len(missing) // len(workers)))
        keys = list(missing)
        lots = deque(keys[i : i + size] for i in range(0, len(keys), size))
        kept: dict[str, CachedPages] = {}

        def draw(worker: Worker, before: int) -> None:
            """Lot after lot, as long as there are any. `before` it so many processes are at it already."""
            try:
                while (lot := self._next_of(lots, before)) is not None:
                    request, pictures = drawing([missing[key] for key in lot], job)
                    start = done.lot(len(lot))
                    header, blobs = worker.ask(request, pictures, lambda page, start=start: start.tell(page))  # type: ignore[misc]
                    kept.update(cache.keep(blobs[0], dict(zip(lot, header["done"], strict=True))))
                    start.tell(len(lot))
            finally:
                lots.clear()  # where one failed the others need not go on

        if len(lots) == 1:
            draw(workers[0], 0)
        else:
            with ThreadPoolExecutor(len(workers)) as pool:
                for finished in [pool.submit(draw, worker, before) for before, worker in enumerate(workers)]:
                    finished.result()
        return kept

    def _next_of(self, lots: deque[list[str]], before: int) -> list[str] | None:
        """A lot for the process before which so many are at work: at once for the first, for others while the site has
        leisure. None when there is none left."""
        while lots:
            if not before or self._leisure.for_all(before + 1):
                with suppress(IndexError):  # another was quicker
                    return lots.popleft()
        return None

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
