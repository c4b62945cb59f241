"""What can be done about a print that is on its way."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from cards.printing.queue import jobs, runner
from cards.queries.shop.jobs import job_asked_for, take_up
from cards.views.doors import open_deck
from cards.views.print_askers import asker_of, take_print_try
from studio.web.addresses import path_to
from studio.web.redirects import see_other


@require_POST
def cancel_print(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Whoever asked for it wants it no more. For anybody else there is nothing here to cancel."""
    door = open_deck(request, slug)
    asker = asker_of(request, door)
    job = job_asked_for(door, number, asker)
    if job.is_active:
        take_print_try(request, door)
        if not jobs.cancel(job, asker):
            raise Http404
        runner.cancel(job.pk)
        take_up()
    return see_other(path_to("print-job", slug=door.slug, number=job.pk))
