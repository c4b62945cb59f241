"""Prints that were asked for: a row each, carried out one after the other beside the web requests.

A row is claimed with a lease that its process renews every few seconds, so that of several processes one works
on it, and a job whose process died is taken up again: at once where the death can be seen, else after the lease.
The finished file is named by what decides it (`job_digest`): asking for the same again is a file send.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connections, models, transaction
from django.db.models import Q
from django.utils import timezone

from cards.printing.queue.page_cache import write_whole
from cards.printing.queue.press import Job, Press, PressFailed, job_digest
from cards.printing.queue.processes import is_gone, this_process
from cards.printing.shared.build import build

log = logging.getLogger(__name__)

AT_ONCE = 2  # prints under way on one machine
LEASE = timedelta(seconds=30)
BEAT = 4.0  # seconds after which a lease is renewed
ATTEMPTS_MAX = 3
TELL_EVERY = 0.4  # seconds between two notes of progress
REST = 600.0  # seconds after which warm processes that have nothing to do are let go
KEPT_BYTES = 1024 * 1024 * 1024  # finished files; the oldest go first

ACTIVE = ("queued", "running")
STATES = [(state, state) for state in (*ACTIVE, "done", "failed")]


class PrintJob(models.Model):
    """One PDF that somebody asked for. `options` are those of `cards/queries/prints.py`."""

    deck = models.ForeignKey("cards.Deck", on_delete=models.CASCADE, related_name="prints")
    version = models.PositiveIntegerField(null=True, blank=True)
    options = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, db_index=True)
    state = models.CharField(max_length=8, choices=STATES, default="queued")
    progress = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=40, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    owner = models.CharField(max_length=120, blank=True, default="")  # the process that works on it, see owners.py
    lease_until = models.DateTimeField(null=True, blank=True)
    asker = models.CharField(max_length=64, db_index=True)
    by = models.ForeignKey("studio.Member", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        app_label = "cards"
        ordering = ["created_at", "pk"]
        indexes = [models.Index(fields=["state", "created_at"], name="print_by_state")]

    @property
    def is_active(self) -> bool:
        return self.state in ACTIVE

    @property
    def file(self) -> Path:
        """The finished PDF, while it is kept."""
        return finished(self.digest)


JobOf = Callable[[PrintJob], Job]


def folder() -> Path:
    """All that the press writes."""
    return Path(settings.DATA) / "prints"


def finished(digest: str) -> Path:
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


def ask(
    job: Job, *, deck_id: int, version: int | None, options: dict[str, Any], asker: str, member_id: int | None
) -> PrintJob:
    """The row for this print: one that is under way or done already, this asker's other one, or a new one.

    One print a person: who asks for another while one is under way is shown that one.
    """
    digest = job_digest(job, build())
    with transaction.atomic():
        same = PrintJob.objects.filter(deck_id=deck_id, digest=digest, version=version)
        if found := same.filter(state__in=ACTIVE).first():
            return found
        if finished(digest).is_file() and (found := same.filter(state="done").last()):
            return found
        if found := PrintJob.objects.filter(asker=asker, state__in=ACTIVE).first():
            return found
        is_there = finished(digest).is_file()
        return PrintJob.objects.create(
            deck_id=deck_id,
            version=version,
            options=options,
            digest=digest,
            state="done" if is_there else "queued",
            asker=asker,
            by_id=member_id,
            created_at=timezone.now(),
        )


def place_in_queue(job: PrintJob) -> int:
    """How many are before it; 0 when it is next or on the press."""
    if job.state != "queued":
        return 0
    earlier = Q(created_at__lt=job.created_at) | Q(created_at=job.created_at, pk__lt=job.pk)
    return PrintJob.objects.filter(earlier, state="queued").count()


# ---- the runner --------------------------------------------------------------------------------

_running = threading.Lock()


def wake(job_of: JobOf) -> None:
    """See to it that what is queued is printed, in a thread beside the requests."""
    if not _running.locked() and PrintJob.objects.filter(state__in=ACTIVE).exists():
        threading.Thread(target=_run_and_close, args=(job_of,), name="press", daemon=True).start()


def sweep() -> None:
    """By the clock: let idle processes go, keep the folder small."""
    if the_press.cache_info().currsize:
        the_press().rest(REST)
    files = (folder() / "sheets").glob("*.pdf")
    total = 0
    for path in sorted(files, key=lambda found: found.stat().st_mtime, reverse=True):
        total += path.stat().st_size
        if total > KEPT_BYTES:
            path.unlink(missing_ok=True)


def run_queued(job_of: JobOf) -> int:
    """Print what is queued until nothing is left for this process; how many there were."""
    count = 0
    if not _running.acquire(blocking=False):
        return 0
    try:
        while (job := _claim()) is not None:
            _carry_out(job, job_of)
            count += 1
    finally:
        _running.release()
    return count


def _run_and_close(job_of: JobOf) -> None:
    close_old_connections()
    try:
        run_queued(job_of)
    except Exception:
        log.exception("the press stopped")
    finally:
        connections.close_all()


def _claim() -> PrintJob | None:
    """The next job, claimed for this process; None when there is none or enough are under way."""
    now = timezone.now()
    for job in PrintJob.objects.filter(state="running"):
        if is_lost(job, now):
            _take_away(job)
    if PrintJob.objects.filter(state="running").count() >= AT_ONCE:
        return None
    for job in PrintJob.objects.filter(state="queued").select_related("deck")[:20]:
        claimed = PrintJob.objects.filter(pk=job.pk, state="queued").update(
            state="running",
            owner=this_process(),
            lease_until=now + LEASE,
            attempts=job.attempts + 1,
            progress=0,
            error="",
        )
        if claimed:
            job.refresh_from_db()
            return job
    return None


def is_lost(job: PrintJob, now: datetime) -> bool:
    """Whether nobody works on a running job any more."""
    return is_gone(job.owner) or job.lease_until is None or job.lease_until < now


def _take_away(job: PrintJob) -> None:
    """Queue a lost job again, or give it up after so many attempts; not if it was claimed or renewed meanwhile."""
    is_given_up = job.attempts >= ATTEMPTS_MAX
    PrintJob.objects.filter(pk=job.pk, state="running", owner=job.owner, lease_until=job.lease_until).update(
        state="failed" if is_given_up else "queued",
        error="print.stopped" if is_given_up else "",
        owner="",
        lease_until=None,
    )


def _carry_out(job: PrintJob, job_of: JobOf) -> None:
    mine = PrintJob.objects.filter(pk=job.pk, state="running", owner=job.owner)

    def tell(done: int, total: int) -> None:
        mine.update(progress=done, total=total, lease_until=timezone.now() + LEASE)

    notes = _Notes(tell)
    try:
        wanted = job_of(job)
        job.digest = job_digest(wanted, build())
        print_now(wanted, notes.take)
        ending = {"state": "done", "error": "", "digest": job.digest}
    except PressFailed as problem:
        log.warning("print %s failed: %s %s", job.pk, problem.code, problem.why)
        ending = {"state": "failed", "error": problem.code}
    except Exception:
        log.exception("print %s failed", job.pk)
        ending = {"state": "failed", "error": "print.broken"}
    finally:
        notes.close()
    mine.update(**ending, owner="", lease_until=None)


class _Notes:
    """Progress comes from threads of the press; rows are written by the thread that owns the job."""

    def __init__(self, tell: Callable[[int, int], None]) -> None:
        self._tell, self._latest, self._is_open = tell, (0, 0), True
        self._changed = threading.Condition()
        self._writer = threading.Thread(target=self._write, name="press-notes", daemon=True)
        self._writer.start()

    def take(self, done: int, total: int) -> None:
        with self._changed:
            self._latest = (done, total)
            self._changed.notify()

    def close(self) -> None:
        with self._changed:
            self._is_open = False
            self._changed.notify()
        self._writer.join()

    def _write(self) -> None:
        """Tell what is new, and that somebody is there when nothing is. A note that cannot be written is left out."""
        written = (0, 0)
        try:
            while self._waits(BEAT, lambda: self._latest != written):  # noqa: B023
                written = self._latest
                try:
                    self._tell(*written)
                except DatabaseError:
                    log.exception("progress of a print could not be noted")
                if not self._waits(TELL_EVERY, lambda: False):
                    return
        finally:
            connections.close_all()

    def _waits(self, seconds: float, is_enough: Callable[[], bool]) -> bool:
        """Wait so long at most. False when there will be no more."""
        with self._changed:
            self._changed.wait_for(lambda: is_enough() or not self._is_open, seconds)
            return self._is_open
