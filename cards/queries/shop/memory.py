"""What somebody chose when they last printed a deck, and which version of it they have on paper."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import DatabaseError, transaction
from django.utils import timezone

from cards import models as rows
from cards.access import Door
from cards.printing.choices.choices import USUAL_CHOICES, PrintChoices
from cards.printing.choices.reading import as_query, how_of, read_choices, to_plain
from cards.printing.queue.jobs import PrintJob
from cards.printing.queue.memory import PrintMemory, remember

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Remembered:
    """`choices` say how, not what. `version` is what they have on paper, None where that is not known."""

    choices: PrintChoices = USUAL_CHOICES
    version: int | None = None
    at: datetime | None = None

    def since(self, version: int | None) -> int | None:
        """What changes count from in a print of this version (None: the draft) for who has theirs on paper already;
        None where they have none, or no older one."""
        is_older = self.version is not None and (version is None or self.version < version)
        return self.version if is_older else None

    @property
    def query(self) -> str:
        """Their choices as an address has them; "" where these are as usual."""
        return as_query(self.choices)

    def continued(self, choices: PrintChoices, version: int | None) -> PrintChoices:
        """An update that does not say since when is one of what they have on paper."""
        if choices.what != "update" or choices.since is not None:
            return choices
        return replace(choices, since=self.since(version))


def remembered(door: Door) -> Remembered:
    """One statement; none for somebody without a name."""
    if door.person_id is None:
        return Remembered()
    row = PrintMemory.objects.filter(deck_id=door.deck_id, person_id=door.person_id).first()
    return Remembered(read_choices(row.choices, strict=False), row.version, row.printed_at) if row else Remembered()


def remember_choices(door: Door, choices: PrintChoices) -> None:
    """They asked for a print with these."""
    remember(door.deck_id, door.person_id, choices=to_plain(how_of(choices)))


def remember_print(door: Door, job: PrintJob) -> None:
    """They have opened the finished file: from now on this is what they have, if it makes theirs whole."""
    choices = read_choices(job.options, strict=False)
    had = remembered(door).version
    is_whole = choices.what == "deck" or (choices.what == "update" and (had is None or had >= (choices.since or had)))
    if not is_whole or door.person_id is None:
        return
    version = job.version
    if version is None:
        before = rows.Version.objects.filter(deck_id=job.deck_id, at__lte=job.created_at).order_by("-number")
        version = before.values_list("number", flat=True).first()
    if version is not None:
        try:
            with transaction.atomic():
                remember(door.deck_id, door.person_id, version=version, printed_at=timezone.now())
        except DatabaseError:  # full, or only to be read: the file is handed over all the same
            log.exception("a print could not be remembered")
