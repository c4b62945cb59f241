"""The print shop: choose, ask the press, watch, and open the PDF."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards import models as rows
from cards.access import Door
from cards.printing.choices.choices import USUAL_CHOICES
from cards.printing.choices.reading import read_choices, to_plain
from cards.printing.choices.resolved import layout_of
from cards.printing.choices.rows import CHOICES
from cards.printing.geometry.cutting_machines import cut_svg, cutter_named
from cards.printing.geometry.papers import paper_at_home
from cards.printing.queue import jobs, runner
from cards.printing.queue.failures import PressFailed, pango_is_missing
from cards.queries.card_picture import read_version
from cards.queries.shop import reading_edition
from cards.queries.shop.asked import ShopAsked
from cards.queries.shop.controls import merged
from cards.queries.shop.job_page import job_shown
from cards.queries.shop.jobs import job_asked_for, press_job, take_up
from cards.queries.shop.memory import remember_choices, remember_print, remembered
from cards.queries.shop.page import field_of, print_page
from cards.queries.shop.page_preview import LABELS
from cards.queries.shop.printable import chosen_version, printable
from cards.queries.workshop import has_no_title
from cards.views.doors import open_deck
from studio.kernel.inputs import Inputs
from studio.kernel.refusals import Refused
from studio.people.limits import PRINT_PACE
from studio.web.addresses import path_to
from studio.web.inputs import in_address, sent
from studio.web.lanes import in_lane, refuse_when_full
from studio.web.ratelimit import network_of, take_try
from studio.web.redirects import see_other
from studio.web.words import say
from studio.wording import status

# What stands beside the choices.
BESIDE = frozenset({"version", "part", "sheet", "side", "page", "scale", "card", "csrfmiddlewaretoken"})
SHEET_DIGITS = 4


@require_http_methods(["GET", "HEAD", "POST"])
@in_lane("proofs")
def print_shop(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows the page with a sheet as it will come out, `part=shop` of it what the choices decide; POST asks the
    press for the PDF, for which every drawing of the deck is read. What makes no sense is told beside its field, and
    nothing is printed. Raises Refused("lane.full")."""
    door = open_deck(request, slug)
    refuse_when_full(request)
    last = remembered(door)
    if request.method != "POST" and (query := last.query) and not in_address(request):  # which says otherwise
        return see_other(f"{path_to('print', slug=door.slug)}?{query}")
    if request.method != "POST" and not last.query and (at_home := _on_their_paper(request)):
        return see_other(f"{path_to('print', slug=door.slug)}?{at_home}")
    asked = _asked(sent(request))
    asked = replace(asked, choices=last.continued(asked.choices, chosen_version(door, asked.version)))
    if request.method == "POST" and not asked.wrong:
        try:
            return _ask(request, door, asked)
        except Refused as refused:
            if isinstance(refused, PressFailed):
                raise
            asked = replace(asked, wrong={field_of(refused): refused})
    page = print_page(door, asked, last)
    if in_address(request).get("part") == "shop":
        return render(request, "cards/_print_parts.html", {"page": page})
    code = status(page.refused) if page.refused else 200
    is_asked = door.member_id is not None and has_no_title(page.title)
    context = {"page": page, "here": "archive", "asks_title": is_asked, "slug": door.slug}
    return render(request, "cards/print.html", context, status=code)


def _on_their_paper(request: HttpRequest) -> str:
    """The address with the paper that a browser's languages speak of, where nothing is chosen yet and it is not the
    usual one; else ""."""
    asked = in_address(request)
    paper = paper_at_home(request.headers.get("Accept-Language", ""))
    if set(asked) - {"version"} or paper == USUAL_CHOICES.paper:
        return ""
    if "version" not in asked:
        return f"paper={paper}"
    version = asked.whole_number("version", SHEET_DIGITS + 2, otherwise=0)
    return f"version={version}&paper={paper}" if version else ""


@require_safe
def card_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The chosen cards as one plain page, which a browser prints well."""
    door = open_deck(request, slug)
    asked = _asked(in_address(request))
    for refused in asked.wrong.values():
        raise refused
    deck = rows.Deck.objects.get(pk=door.deck_id)
    shown = printable(deck, chosen_version(door, asked.version), asked.choices, drawn=())
    return render(request, "cards/card_list.html", {"page": reading_edition.card_list(shown, asked.choices)})


@require_safe
def print_job(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """How a print is getting on; with `part=state` that alone, for the page's script."""
    door = open_deck(request, slug)
    part = in_address(request).get("part") == "state"
    _, job = job_shown(door, number, asker_of(request, door), counted=not part)
    words = say(Refused(job.error, line="")) if job.error else ""
    if job.error == "print.no_pango":
        words = say(PressFailed(job.error))
    template = "cards/_print_state.html" if part else "cards/print_job.html"
    return render(request, template, {"job": job, "words": words, "here": "archive"})


@require_safe
def print_cuts(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What a cutting machine cuts of each sheet, beside the PDF."""
    door = open_deck(request, slug)
    row, job = job_shown(door, number, asker_of(request, door))
    if not job.cuts:
        raise Http404
    choices = read_choices(row.options, strict=False)
    drawn = cut_svg(layout_of(choices), cutter_named(choices.cutter))
    name = f"{row.deck.slug}-{choices.cutter}-cuts.svg"
    return HttpResponse(
        drawn, content_type="image/svg+xml", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@require_safe
def print_file(request: HttpRequest, slug: str, number: int) -> HttpResponse | FileResponse:
    """The PDF, opened in the browser. The right to it is the deck's, never the file's."""
    door = open_deck(request, slug)
    row, job = job_shown(door, number, asker_of(request, door))
    if job.state != "done":
        raise Http404
    if request.method == "GET":
        remember_print(door, row)
    edition = f"v{row.version}" if row.version else "draft"
    choices = read_choices(row.options, strict=False)
    if choices.what == "update":
        edition += "-update"  # beside the whole deck in somebody's downloads
    kind = "reading" if choices.output == "reading" else choices.service or choices.template or choices.paper
    file = row.file
    is_zip = file.suffix == ".zip"
    response = FileResponse(
        file.open("rb"),
        as_attachment=is_zip,
        content_type="application/zip" if is_zip else "application/pdf",
        filename=f"{row.deck.slug}-{edition}-{kind}{file.suffix}",
    )
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _asked(fields: Inputs) -> ShopAsked:
    """What an address or a form asks for, where a name may come more than once; each field that makes no sense is as
    usual, with its refusal. Raises Refused for a name that is no choice, and for a version that is no number."""
    typed = merged({name: ",".join(values) if name == "picked" else values[-1] for name, values in fields.lists()})
    typed = {name: value for name, value in typed.items() if name not in BESIDE}
    wrong: dict[str, Refused] = {}
    while True:
        try:
            choices = read_choices({name: typed[name] for name in typed if name not in wrong}, strict=True)
            break
        except Refused as refused:
            name = refused.facts.get("field", "")
            if name not in CHOICES or name in wrong:
                raise
            wrong[name] = refused
    return ShopAsked(
        version=read_version({"version": fields["version"]}) if fields.get("version") else None,
        choices=choices,
        typed=typed,
        wrong=wrong,
        sheet=fields.whole_number("sheet", SHEET_DIGITS, otherwise=1),
        side=fields.choice("side", ("fronts", "backs"), "fronts"),
        page=fields.choice("page", tuple(LABELS), ""),
        is_full=fields.choice("scale", ("100",), "") == "100",
        card=fields.whole_number("card", SHEET_DIGITS, otherwise=0),
    )


def _ask(request: HttpRequest, door: Door, asked: ShopAsked) -> HttpResponse:
    if pango_is_missing():
        raise PressFailed("print.no_pango")
    take_print_try(request, door)
    asker, secret = asker_for_good(request, door)
    number = chosen_version(door, asked.version)
    deck = rows.Deck.objects.get(pk=door.deck_id)
    shown = printable(deck, number, asked.choices)
    shown.refuse_senseless(asked.choices)
    row = jobs.ask(
        press_job(shown, asked.choices),
        deck_id=door.deck_id,
        version=number,
        options=to_plain(asked.choices),
        asker=asker,
        is_named=door.person_id is not None,
    )
    remember_choices(door, asked.choices)
    take_up()
    answer = see_other(path_to("print-job", slug=row.deck.slug, number=row.pk))
    keep_secret(request, answer, secret)
    return answer


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


# --- who asks ---------------------------------------------------------------------------------------------------------

PRINTER_COOKIE = "carte_printer"
COOKIE_SECONDS = int(jobs.FORGOTTEN.total_seconds())
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


def asker_of(request: HttpRequest, door: Door) -> str:
    """Whose prints may be seen and cancelled by whoever sends this. A browser that never asked for one has none."""
    return jobs.asker_of(door.person_id, _secret_of(request), network_of(request))


def asker_for_good(request: HttpRequest, door: Door) -> tuple[str, str]:
    """Who asks for a print now, and the secret by which their browser is known from now on: "" for a person."""
    if door.person_id is not None:
        return asker_of(request, door), ""
    secret = _secret_of(request) or secrets.token_urlsafe(32)
    return jobs.asker_of(None, secret, network_of(request)), secret


def take_print_try(request: HttpRequest, door: Door) -> None:
    """Count what was asked for or cancelled: by person, and of people without a name by their network, since they have
    as many secrets as they like."""
    who = f"person:{door.person_id}" if door.person_id is not None else network_of(request)
    take_try("print", who, PRINT_PACE)


def keep_secret(request: HttpRequest, response: HttpResponse, secret: str) -> None:
    """The browser keeps it for as long as anybody is known to have asked."""
    if secret:
        response.set_cookie(
            PRINTER_COOKIE,
            secret,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE or request.is_secure(),
        )


def _secret_of(request: HttpRequest) -> str:
    secret = request.COOKIES.get(PRINTER_COOKIE, "")
    return secret if _SECRET.fullmatch(secret) else ""
