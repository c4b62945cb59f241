"""Prints that were asked for: a row each.

The finished file is named by what decides it (`job_digest`): asking for the same again is a file send. Who asked is
known as long as the print is waiting or under way, by a keyed hash, and forgotten when it ends.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from cards.printing.queue.files import finished
from cards.printing.queue.values import Job, job_digest
from cards.printing.shared.build import build

ACTIVE = ("queued", "running")
STATES = [(state, state) for state in (*ACTIVE, "done", "failed")]
FORGOTTEN = timedelta(days=1)  # after which nobody knows who asked, even where the print never ended


class PrintJob(models.Model):
    """One PDF that somebody asked for. `options` are those of `cards/queries/prints.py`.

    `asker` is empty once the print has ended. `slot` is one of those that runner.py gives to the jobs under way.
    """

    ACTIVE: ClassVar = ACTIVE

    deck = models.ForeignKey("cards.Deck", on_delete=models.CASCADE, related_name="prints")
    version = models.PositiveIntegerField(null=True, blank=True)
    options = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, db_index=True)
    state = models.CharField(max_length=8, choices=STATES, default="queued")
    progress = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=40, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    owner = models.CharField(max_length=120, blank=True, default="")  # the process that works on it, see processes.py
    slot = models.PositiveSmallIntegerField(null=True, blank=True, unique=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    asker = models.CharField(max_length=64, blank=True, default="", db_index=True)
    by = models.ForeignKey("studio.Member", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
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
    def file(self) -> Path:
        """The finished PDF, while it is kept."""
        return finished(self.digest)


def asker_of(person_id: int | None, network: str) -> str:
    """Who may have one print at a time: a person, or for somebody without a name a network.

    By a hash with this site's key: the table names nobody.
    """
    told = f"network:{network}" if person_id is None else f"person:{person_id}"
    return salted_hmac("cards.prints", told, algorithm="sha256").hexdigest()


def ask(
    job: Job, *, deck_id: int, version: int | None, options: dict[str, Any], asker: str, member_id: int | None
) -> PrintJob:
    """The row for this print: one that is under way or done already, this asker's other one, or a new one.

    One print a person: who asks for another while one is under way is shown that one.
    """
    digest = job_digest(job, build())
    same = PrintJob.objects.filter(deck_id=deck_id, digest=digest, version=version)

    def found_or_made() -> PrintJob:
        is_there = finished(digest).is_file()
        if found := same.filter(state__in=ACTIVE).first():
            return found
        if is_there and (found := same.filter(state="done").last()):
            return found
        if found := PrintJob.objects.filter(asker=asker, state__in=ACTIVE).first():
            return found
        return PrintJob.objects.create(
            deck_id=deck_id,
            version=version,
            options=options,
            digest=digest,
            state="done" if is_there else "queued",
            asker="" if is_there else asker,
            by_id=member_id,
            created_at=timezone.now(),
        )

    try:
        with transaction.atomic():
            return found_or_made()
    except IntegrityError:  # the same asker has asked at the same instant
        with transaction.atomic():
            return found_or_made()


def place_in_queue(job: PrintJob) -> int:
    """How many are before it; 0 when it is next or on the press."""
    if job.state != "queued":
        return 0
    earlier = Q(created_at__lt=job.created_at) | Q(created_at=job.created_at, pk__lt=job.pk)
    return PrintJob.objects.filter(earlier, state="queued").count()


def forget_askers(now: datetime | None = None) -> int:
    """By the clock: nobody is known for longer than FORGOTTEN, also where a print never ended; how many there were."""
    before = (now or timezone.now()) - FORGOTTEN
    return PrintJob.objects.filter(created_at__lt=before).exclude(asker="").update(asker="")
