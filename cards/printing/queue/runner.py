"""Prints carried out, one after the other in this process, beside the web requests.

A row is claimed with one of AT_ONCE slots, which the database gives to one row only: so of all processes of a site no
more are at it at once. The claim is a lease that its process renews every few seconds, so that a job whose process died
is taken up again: at once where the death can be seen, else after the lease.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import DatabaseError, IntegrityError, close_old_connections, connections, transaction
from django.db.models import F
from django.utils import timezone

from cards.printing.queue import files
from cards.printing.queue.cancelled import Cancelled
from cards.printing.queue.jobs import PrintJob
from cards.printing.queue.processes import is_gone, this_process
from cards.printing.queue.values import Job, ReadingJob
from studio.kernel.refusals import Refused
from studio.live.reach import said_of_the_database

log = logging.getLogger(__name__)

AT_ONCE = 2  # prints under way in all processes of a site
LEASE = timedelta(seconds=30)
BEAT = 2.0  # seconds after which a lease is renewed, and a print that was cancelled elsewhere ends
ATTEMPTS_MAX = 3
TELL_EVERY = 1.0  # seconds between two notes of progress; each is a write that commands wait for

JobOf = Callable[[PrintJob], Job | ReadingJob]

_running = threading.Lock()
_is_ending = threading.Event()  # this process was told to stop
_on_the_press: dict[int, Cancelled] = {}  # by job, of this process


def print_in_background(job_of: JobOf) -> None:
    """See to it that what is queued is printed, in a thread of this process."""
    if (
        not _is_ending.is_set()
        and not _running.locked()
        and PrintJob.objects.filter(state__in=PrintJob.ACTIVE).exists()
    ):
        threading.Thread(target=_run_and_close, args=(job_of,), name="print-queue", daemon=True).start()


def run_queued(job_of: JobOf, is_open: Callable[[], bool] = lambda: True) -> int:
    """Print what is queued until nothing is left for this process, or it is not open any more; how many there were."""
    count = 0
    if not _running.acquire(blocking=False):
        return 0
    try:
        while is_open() and not _is_ending.is_set() and (job := claim()) is not None:
            _carry_out(job, job_of)
            count += 1
    finally:
        _running.release()
    return count


def _run_and_close(job_of: JobOf) -> None:
    close_old_connections()
    try:
        run_queued(job_of)
    except Exception as problem:
        if not said_of_the_database(problem):
            log.exception("the queue of prints stopped")
    finally:
        connections.close_all()


def claim() -> PrintJob | None:
    """The next job, claimed for this process; None when there is none or enough are under way."""
    now = timezone.now()
    for job in PrintJob.objects.filter(state="running"):
        if is_lost(job, now):
            _take_away(job)
    for slot in _free_slots():
        for job in PrintJob.objects.filter(state="queued").select_related("deck")[:20]:
            try:
                with transaction.atomic():
                    is_ours = _take(job, slot, now)
            except IntegrityError:  # another process has taken the slot meanwhile
                break
            if is_ours:
                job.refresh_from_db()
                return job
    return None


def _free_slots() -> list[int]:
    taken = set(PrintJob.objects.filter(slot__isnull=False).values_list("slot", flat=True))
    return [slot for slot in range(AT_ONCE) if slot not in taken]


def _take(job: PrintJob, slot: int, now: datetime) -> bool:
    """Whether the job is this process's from now on. Raises IntegrityError when the slot is somebody else's."""
    return bool(
        PrintJob.objects.filter(pk=job.pk, state="queued").update(
            state="running",
            slot=slot,
            owner=this_process(),
            lease_until=now + LEASE,
            attempts=job.attempts + 1,
            progress=0,
            error="",
        )
    )


def is_lost(job: PrintJob, now: datetime) -> bool:
    """Whether nobody works on a running job any more."""
    return is_gone(job.owner) or job.lease_until is None or job.lease_until < now


def _take_away(job: PrintJob) -> None:
    """Queue a lost job again, or give it up after so many attempts; not if it was claimed or renewed meanwhile."""
    is_given_up = job.attempts >= ATTEMPTS_MAX
    PrintJob.objects.filter(pk=job.pk, state="running", owner=job.owner, lease_until=job.lease_until).update(
        state="failed" if is_given_up else "queued",
        error="print.stopped" if is_given_up else "",
        asker=job.asker_at_the_end if is_given_up else job.asker,
        owner="",
        slot=None,
        lease_until=None,
    )


def cancel(job_id: int) -> None:
    """End a print at once if it is on this process's press; another process sees at its next note that it is."""
    if (cancelled := _on_the_press.get(job_id)) is not None:
        cancelled.cancel()


def put_back() -> None:
    """This process ends and claims nothing more: what is on its press waits again, for another, and was not tried in
    vain."""
    _is_ending.set()
    for job_id, cancelled in list(_on_the_press.items()):
        mine = PrintJob.objects.filter(pk=job_id, state="running", owner=this_process())
        mine.update(state="queued", attempts=F("attempts") - 1, owner="", slot=None, lease_until=None)
        cancelled.cancel()


def _carry_out(job: PrintJob, job_of: JobOf) -> None:
    mine = PrintJob.objects.filter(pk=job.pk, state="running", owner=job.owner)
    cancelled = _on_the_press[job.pk] = Cancelled()
    if _is_ending.is_set():  # told between the claim and now
        put_back()

    def tell(done: int, total: int) -> None:
        if not mine.update(progress=done, total=total, lease_until=timezone.now() + LEASE):
            cancelled.cancel()  # cancelled, or another process has taken it for lost

    notes = _Notes(tell)
    try:
        made = files.print_now(job_of(job), notes.take, cancelled)
        ending = {"state": "done", "error": "", "digest": made.stem}
    except Refused as problem:
        if files.is_over():  # this process ends, and nobody told it to
            put_back()
        if not cancelled.is_cancelled:
            log.warning("print %s failed: %s %s", job.pk, problem.code, getattr(problem, "why", ""))
        ending = {"state": "failed", "error": problem.code}
    except Exception:
        log.exception("print %s failed", job.pk)
        ending = {"state": "failed", "error": "print.broken"}
    finally:
        notes.close()
        _on_the_press.pop(job.pk, None)
    mine.update(**ending, asker=job.asker_at_the_end, owner="", slot=None, lease_until=None)


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
                except DatabaseError as problem:
                    if not said_of_the_database(problem):
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
