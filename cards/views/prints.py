"""The print shop: choose, ask the press, watch, and open the PDF."""

from __future__ import annotations

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from cards import models as rows
from cards.access import Door
from cards.printing.queue import jobs
from cards.printing.queue.failures import PressFailed, pango_is_missing
from cards.queries.print_page import job_sight, print_page
from cards.queries.prints import Options, chosen_version, options_of, printable, take_up
from cards.views.doors import open_deck
from studio.kernel.refusals import Refused
from studio.web.inputs import in_address, sent
from studio.web.ratelimit import network_of
from studio.web.words import say


@require_http_methods(["GET", "HEAD", "POST"])
def print_shop(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows the page, with the sheet as it will come out; POST asks the press for the PDF."""
    door = open_deck(request, slug)
    asked = sent(request)
    number = asked.whole_number("version", 6, otherwise=None)
    options = options_of(dict(asked)) if "paper" in asked else Options()
    if request.method == "POST":
        return _ask(request, door, number, options)
    page = print_page(door, number, options)
    return render(request, "cards/print.html", {"page": page, "here": "archive"})


@require_safe
def print_job(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """How a print is getting on; with `part=state` that alone, for the page's script."""
    door = open_deck(request, slug)
    _, job = job_sight(door, number)
    words = say(Refused(job.error, line="")) if job.error else ""
    if job.error == "print.no_pango":
        words = say(PressFailed(job.error))
    part = in_address(request).get("part") == "state"
    template = "cards/_print_state.html" if part else "cards/print_job.html"
    return render(request, template, {"job": job, "words": words, "here": "archive"})


@require_safe
def print_file(request: HttpRequest, slug: str, number: int) -> HttpResponse | FileResponse:
    """The PDF, opened in the browser. The right to it is the deck's, never the file's."""
    door = open_deck(request, slug)
    row, job = job_sight(door, number)
    if job.state != "done":
        raise Http404
    shown = f"{row.deck.slug}-{f'v{row.version}' if row.version else 'draft'}-{options_of(row.options).paper}.pdf"
    response = FileResponse(row.file.open("rb"), content_type="application/pdf", filename=shown)
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _ask(request: HttpRequest, door: Door, number: int | None, options: Options) -> HttpResponse:
    if pango_is_missing():
        raise PressFailed("print.no_pango")
    number = chosen_version(door, number)
    deck = rows.Deck.objects.get(pk=door.deck_id)
    row = jobs.ask(
        printable(deck, number).job(options),
        deck_id=door.deck_id,
        version=number,
        options=options.plain(),
        asker=jobs.asker_of(door.person_id, network_of(request)),
        member_id=door.member_id,
    )
    take_up()
    response = HttpResponseRedirect(f"/decks/{row.deck.slug}/print/{row.pk}/")
    response.status_code = 303
    return response
