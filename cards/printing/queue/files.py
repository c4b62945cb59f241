"""Finished PDFs on disk, named by what decides them, and the press of this process that makes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from django.conf import settings

from cards.printing.queue.failures import PressFailed
from cards.printing.queue.page_cache import write_whole
from cards.printing.queue.press import Press
from cards.printing.queue.values import Job, job_digest
from cards.printing.shared.build import build

REST = 600.0  # seconds after which warm processes that have nothing to do are let go
KEPT_BYTES = 1024 * 1024 * 1024  # finished files; the oldest go first


def folder() -> Path:
    """All that the press writes."""
    return Path(settings.DATA) / "prints"


def finished(digest: str) -> Path:
    """Where the file of that name is, if it is kept."""
    return folder() / "sheets" / f"{digest}.pdf"


@cache
def the_press() -> Press:
    """The press of this process, with its warm workers."""
    return Press(folder())


def print_now(job: Job, progress: Callable[[int, int], None] | None = None) -> Path:
    """The finished file, made if it is not there. Raises PressFailed."""
    path = finished(job_digest(job, build()))
    if not path.is_file():
        pdf = the_press().print_sheets(job, progress)
        try:
            write_whole(path, pdf)
        except OSError as problem:
            raise PressFailed("print.no_room", str(problem)) from problem
    return path


def keep_small() -> None:
    """Let idle processes go, and the oldest files above KEPT_BYTES."""
    if the_press.cache_info().currsize:
        the_press().rest(REST)
    files = (folder() / "sheets").glob("*.pdf")
    total = 0
    for path in sorted(files, key=lambda found: found.stat().st_mtime, reverse=True):
        total += path.stat().st_size
        if total > KEPT_BYTES:
            path.unlink(missing_ok=True)
