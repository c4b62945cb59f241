"""Finished files on disk, named by what decides them, and the press of this process that makes them."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import BoundedSemaphore

from django.conf import settings

from cards.printing.queue.cancelled import Cancelled
from cards.printing.queue.failures import PressFailed
from cards.printing.queue.page_cache import write_whole
from cards.printing.queue.press import Press
from cards.printing.queue.values import CardPicture, Job, PreviewPicture, ReadingJob, job_digest, picture_digest
from cards.printing.shared.build import build

REST = 600.0  # seconds after which warm processes that have nothing to do are let go
KEPT_BYTES = 1024 * 1024 * 1024  # finished files; the oldest go first
KEPT_PICTURES = 256 * 1024 * 1024  # pictures of single cards, apart: whoever asks for many pushes nobody's sheets out
LEFT = 86_400.0  # seconds after which what a killed process began to write is nobody's: none lives as long
WAIT = 8.0  # seconds a picture waits for a print that is under way
IN_LINE = 4  # pictures that wait at once in this process

_line = BoundedSemaphore(IN_LINE)


def folder() -> Path:
    """All that the press writes."""
    return Path(settings.DATA) / "prints"


def finished(digest: str) -> Path:
    """Where the file of that name is, if it is kept: a PDF, or pictures in a ZIP."""
    packed = folder() / "sheets" / f"{digest}.zip"
    return packed if packed.is_file() else packed.with_suffix(".pdf")


@cache
def the_press() -> Press:
    """The press of this process, with its warm workers."""
    return Press(folder())


def print_now(
    job: Job | ReadingJob, progress: Callable[[int, int], None] | None = None, cancelled: Cancelled | None = None
) -> Path:
    """The finished file, made if it is not there. Raises PressFailed, also when it was given up meanwhile."""
    path = finished(job_digest(job, build()))
    if not path.is_file():
        press = the_press()
        if isinstance(job, ReadingJob):
            pdf = press.print_reading(job, progress, cancelled)
        elif job.pictures:
            path, pdf = path.with_suffix(".zip"), press.print_pictures(job, progress, cancelled)
        else:
            pdf = press.print_sheets(job, progress, cancelled)
        try:
            write_whole(path, pdf)
        except OSError as problem:
            raise PressFailed("print.no_room", str(problem)) from problem
    return path


def picture_of(wanted: CardPicture | PreviewPicture) -> Path:
    """Where the picture of a card or of a link is, if it is kept."""
    return folder() / "pictures" / f"{picture_digest(wanted, build())}.{wanted.form}"


def draw_now(wanted: CardPicture | PreviewPicture) -> Path:
    """The picture, drawn if it is not there. Raises PressFailed, "print.busy" after WAIT seconds."""
    path = picture_of(wanted)
    if not path.is_file():
        with _in_line():
            picture = the_press().draw_picture(wanted, WAIT)
        try:
            write_whole(path, picture, is_synced=False)
        except OSError as problem:
            raise PressFailed("print.no_room", str(problem)) from problem
        _prune("pictures", KEPT_PICTURES)
    return path


@contextmanager
def _in_line() -> Iterator[None]:
    """A few wait for the press. Whoever comes then is told at once: each would keep a thread of the site."""
    if not _line.acquire(blocking=False):
        raise PressFailed("print.busy")
    try:
        yield
    finally:
        _line.release()


def forget_all() -> None:
    """Nothing of what was printed stays on this disk: words were taken down, and any of it may have them."""
    for name in ("sheets", "pictures", "cards"):
        shutil.rmtree(folder() / name, ignore_errors=True)


def is_over() -> bool:
    """Whether this process ends, and its press with it: what is on it has not failed."""
    return bool(the_press.cache_info().currsize) and the_press().is_over


def keep_small() -> None:
    """Let idle processes go, the oldest files above what is kept, and what killed processes left behind."""
    if the_press.cache_info().currsize:
        the_press().rest(REST)
    _prune("sheets", KEPT_BYTES)
    _prune("pictures", KEPT_PICTURES)
    _clear_away()


def _clear_away() -> None:
    """What was left half written, and the folders of sealed processes that are no more."""
    for path in (*folder().glob("*/.part-*"), *folder().glob("cards/*/.part-*"), *folder().glob("tmp/press-*")):
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < time.time() - LEFT:
                shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)


def _prune(name: str, most: int) -> None:
    """The oldest files of a folder go until what is left has at most so many bytes. Others may do the same now."""
    found: list[tuple[float, int, Path]] = []
    for path in (folder() / name).glob("[!.]*"):
        with suppress(FileNotFoundError):
            about = path.stat()
            found.append((about.st_mtime, about.st_size, path))
    total = 0
    for _, size, path in sorted(found, reverse=True):
        total += size
        if total > most:
            path.unlink(missing_ok=True)
