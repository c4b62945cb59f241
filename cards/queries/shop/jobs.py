"""The jobs of the press: what one is made of, whose it is, and who takes up what waits."""

from __future__ import annotations

from datetime import UTC

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404

from cards.access import Door
from cards.printing.choices import limits
from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.reading import read_choices
from cards.printing.choices.resolved import finish_of, layout_of
from cards.printing.choices.services import SERVICES
from cards.printing.queue.jobs import PrintJob
from cards.printing.queue.runner import print_in_background
from cards.printing.queue.values import Job, ReadingJob
from cards.queries.shop.extra_pages import extra_pages
from cards.queries.shop.printable import Printable, printable
from cards.queries.shop.reading_edition import reading_job
from studio.kernel.refusals import Refused
from studio.speed.prepared import prepared


def press_job(shown: Printable, choices: PrintChoices) -> Job | ReadingJob:
    """What the press is given. Refused when there is nothing to print."""
    if choices.output == "reading":
        return reading_job(shown, choices)
    layout, service = layout_of(choices), SERVICES.get(choices.service)
    items = shown.everything(choices, layout.places)
    if not items:
        raise Refused("print.nothing")
    if (cards := sum(item.copies for item in items)) > limits.CARDS_MAX:
        raise Refused("print.many", cards=cards, limit=limits.CARDS_MAX)
    if service and cards > service.most:
        raise Refused("print.service_many", service=service.label, limit=service.most, cards=cards)
    site = settings.ENV.site.partition("://")[2]
    beside = extra_pages(shown, choices, items, layout)
    return Job(
        title=shown.name,
        name=f"{shown.name} · {site}" if site else shown.name,
        date=shown.at.astimezone(UTC).strftime("D:%Y%m%d%H%M%SZ"),
        items=items,
        layout=layout,
        finish=finish_of(choices),
        pictures=service.pixels_of(choices.size) if service and service.takes == "pictures" else None,
        frame=choices.frame,
        is_draft=shown.version is None,
        language=shown.language,
        lexicon=shown.lexicon,
        author=", ".join(shown.makers),
        keywords=("Dvorak", *shown.tags),
        licence=shown.licence,
        before=beside.before,
        after=beside.after,
    )


def job_asked_for(door: Door, number: int, asker: str) -> PrintJob:
    """A print of this deck. Http404 when it is another's, of the draft and the caller only reads, or somebody else's
    own copy, which has their name on it. One statement."""
    job = _print_of.first(number, door.deck_id)
    if job is None or (job.version is None and not door.is_member) or (job.is_own and not job.is_asked_by(asker)):
        raise Http404
    return job


@prepared
def _print_of(number: int, deck_id: int) -> QuerySet[PrintJob]:
    return PrintJob.objects.filter(pk=number, deck_id=deck_id).select_related("deck")


def job_of(row: PrintJob) -> Job | ReadingJob:
    """The job of a row, from the deck as it is now (a version never changes; what was taken down is not printed)."""
    choices = read_choices(row.options, strict=False)
    return press_job(printable(row.deck, row.version, choices), choices)


def take_up() -> None:
    """By the clock: print what waits, also what a process that died left. A site with a worker leaves it to that."""
    if not settings.ENV.has_worker:
        print_in_background(job_of)
