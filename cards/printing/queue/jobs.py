"""Prints that were asked for: a row each.

The finished file is named by what decides it (`job_digest`): asking for the same again is a file send. Nobody is
answered with a print of something else: one that is asked for while another of theirs is under way is refused. Who
asked is known as long as the print is waiting or under way, by a keyed hash, and forgotten when it ends. A copy that
says whose it is belongs to whoever asked for it, and to nobody else: of that one they are known for a day.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

from django.db import IntegrityError, models, transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from cards.printing.queue.files import finished
from cards.printing.queue.values import Job, ReadingJob, job_digest
from cards.printing.shared.build import build
from studio.kernel.refusals import Refused
from studio.web.addresses import path_to

ACTIVE = ("queued", "running")
STATES = [(state, state) for state in (*ACTIVE, "done", "failed", "cancelled")]
NETWORK_MOST = 8  # prints under way for people without a name at one network: a household, a class
FORGOTTEN = timedelta(days=1)  # after which nobody knows who asked, even where the print never ended


class PrintJob(models.Model):
    """One PDF that somebody asked for. `options` are those of `cards/queries/shop/printable.py`.

    `asker` is empty once the print has ended, but for a copy of somebody's own. `slot` is one of those that runner.py
    gives to the jobs under way.
    """

    ACTIVE: ClassVar = ACTIVE

    deck = models.ForeignKey("cards.Deck", on_delete=models.CASCADE, related_name="prints")
    version = models.PositiveIntegerField(null=True, blank=True)
    options = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, db_index=True)
    state = models.CharField(max_length=10, choices=STATES, default="queued")
    progress = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=40, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    owner = models.CharField(max_length=120, blank=True, default="")  # the process that works on it, see processes.py
    slot = models.PositiveSmallIntegerField(null=True, blank=True, unique=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    asker = models.CharField(max_length=64, blank=True, default="", db_index=True)
    created_at = models.DateTimeField()

    class Meta:
        app_label = "cards"
        ordering = ["created_at", "pk"]
        indexes = [models.Index(fields=["state", "created_at"], name="print_by_state")]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="running", slot__isnull=False) | (~Q(state="running") & Q(slot__isnull=True)),
                name="print_slot_while_running",
            ),
            models.UniqueConstraint(
                fields=["asker"], condition=Q(state__in=ACTIVE) & ~Q(asker=""), name="print_one_at_a_time_each"
            ),
        ]

    @property
    def is_active(self) -> bool:
        return self.state in ACTIVE

    @property
    def is_own(self) -> bool:
        """Whether it says whose copy it is."""
        return bool(self.options.get("whose"))

    @property
    def asker_at_the_end(self) -> str:
        """Who is still known to have asked once it has ended."""
        return self.asker if self.is_own else ""

    def is_asked_by(self, asker: str) -> bool:
        """Whether it is the print of whoever asks now, also from another network."""
        return bool(self.asker) and _who(self.asker) == _who(asker)

    @property
    def file(self) -> Path:
        """The finished PDF, while it is kept."""
        return finished(self.digest)


_WHERE = 16  # characters of an asker that say at which network, for people without a name


def asker_of(person_id: int | None, browser: str, network: str) -> str:
    """Who may have one print at a time: a person, or for somebody without a name their browser, by a secret of its own.

    By a hash with this site's key: the table names nobody. Of people without a name its first part is their network's,
    by which they are counted and never known.
    """
    told = f"browser:{browser}" if person_id is None else f"person:{person_id}"
    where = _hashed(f"network:{network}")[:_WHERE] if person_id is None else "0" * _WHERE
    return where + _who(_hashed(told))


def _who(asker: str) -> str:
    return asker[_WHERE:]


def _hashed(told: str) -> str:
    return salted_hmac("cards.prints", told, algorithm="sha256").hexdigest()


def ask(
    job: Job | ReadingJob,
    *,
    deck_id: int,
    version: int | None,
    options: dict[str, Any],
    asker: str,
    is_named: bool,
) -> PrintJob:
    """The row for this print: one that is under way or done already, or a new one.

    One print a person at a time. Raises Refused("print.under_way") with the address of the one they have, and
    Refused("print.one_at_a_time") where as many as one network may have are under way for people without a name.
    """
    digest = job_digest(job, build())
    is_own = bool(options.get("whose"))
    same = PrintJob.objects.filter(deck_id=deck_id, digest=digest, version=version)
    if is_own:
        same = same.filter(asker__endswith=_who(asker))

    def found_or_made() -> PrintJob:
        is_there = finished(digest).is_file()
        if found := same.filter(state__in=ACTIVE).first():
            return found
        if is_there and (found := same.filter(state="done").last()):
            return found
        if not is_there:
            _refuse_another(asker, is_named=is_named)
        return PrintJob.objects.create(
            deck_id=deck_id,
            version=version,
            options=options,
            digest=digest,
            state="done" if is_there else "queued",
            asker="" if is_there and not is_own else asker,
            created_at=timezone.now(),
        )

    try:
        with transaction.atomic():
            return found_or_made()
    except IntegrityError:  # the same asker has asked at the same instant
        with transaction.atomic():
            return found_or_made()


def _refuse_another(asker: str, *, is_named: bool) -> None:
    """Where one of theirs is under way, or of people without a name too many of their network's."""
    active = PrintJob.objects.filter(state__in=ACTIVE)
    mine = active.filter(asker__endswith=_who(asker)).values_list("deck__slug", "pk").first()
    if mine is not None:
        raise Refused("print.under_way", at=path_to("print-job", slug=mine[0], number=mine[1]))
    if not is_named and active.filter(asker__startswith=asker[:_WHERE]).count() >= NETWORK_MOST:
        raise Refused("print.one_at_a_time", limit=NETWORK_MOST)


def cancel(job: PrintJob, asker: str) -> bool:
    """Whoever asked for it wants it no more. Whether it was theirs and had not ended; a press at work is told by its
    own look at the row (runner.py)."""
    if not job.is_asked_by(asker):
        return False
    theirs = PrintJob.objects.filter(pk=job.pk, asker=job.asker, state__in=ACTIVE)
    return bool(theirs.update(state="cancelled", asker=job.asker_at_the_end, owner="", slot=None, lease_until=None))


def cancel_all(deck_id: int) -> None:
    """A deck was put away: nobody can have its prints any more, and whoever asked for one may ask for another. One
    statement; a press at work sees it at its next note."""
    theirs = PrintJob.objects.filter(deck_id=deck_id, state__in=ACTIVE)
    theirs.update(state="cancelled", asker="", owner="", slot=None, lease_until=None)


def prints_made(deck_id: int) -> int:
    """How many different prints of a deck's versions there are. One statement."""
    return _made().filter(deck_id=deck_id).count()


def prints_made_by_deck() -> Mapping[int, int]:
    """The same of every deck that stands in the archive and was printed at all. One statement."""
    standing = _made().filter(deck__shelved__isnull=False)
    return dict(standing.order_by().values_list("deck").annotate(Count("pk")))


def _made() -> QuerySet[PrintJob]:
    return PrintJob.objects.filter(state="done", version__isnull=False)


def place_in_queue(job: PrintJob) -> int:
    """How many are before it; 0 when it is next or on the press."""
    if job.state != "queued":
        return 0
    earlier = Q(created_at__lt=job.created_at) | Q(created_at=job.created_at, pk__lt=job.pk)
    return PrintJob.objects.filter(earlier, state="queued").count()


def forget_prints(deck_ids: Collection[int]) -> None:
    """Words of these decks were taken down: nothing that was printed before is handed out, and what is on a press is
    begun anew without them. Two statements."""
    theirs = PrintJob.objects.filter(deck_id__in=deck_ids)
    theirs.filter(state="running").update(state="queued", owner="", slot=None, lease_until=None)
    theirs.exclude(state__in=ACTIVE).update(digest="")


def forget_askers(now: datetime | None = None) -> int:
    """By the clock: nobody is known for longer than FORGOTTEN, also where a print never ended; how many there were."""
    before = (now or timezone.now()) - FORGOTTEN
    return PrintJob.objects.filter(created_at__lt=before).exclude(asker="").update(asker="")
