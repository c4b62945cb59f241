"""A print on its way: how far it is, and where its file and the choices behind it are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404

from cards.access import Door
from cards.face.measures import CARD_SIZES
from cards.face.text import clean_line
from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.reading import as_query, read_choices
from cards.printing.choices.resolved import layout_of
from cards.printing.choices.services import SERVICES
from cards.printing.geometry.cutting_machines import cutter_named, to_type
from cards.printing.geometry.papers import paper_named
from cards.printing.geometry.templates import TEMPLATES
from cards.printing.queue.away import waits_in_vain
from cards.printing.queue.jobs import PrintJob, place_in_queue
from cards.printing.queue.values import Job, job_digest
from cards.printing.shared.build import build
from cards.queries.shop.asked import EXPLICIT
from cards.queries.shop.jobs import job_asked_for, press_job
from cards.queries.shop.page import edition_message
from cards.queries.shop.printable import printable
from cards.queries.shop.sheets import drawn_items, made_of
from cards.queries.shop.words import card_words, how_words, paper_words, sentence
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused
from studio.web.addresses import path_to
from studio.web.words import say

HEADINGS: Mapping[str, Message] = {
    "queued": message("Waiting for the press"),
    "running": message("On the press"),
    "waiting": message("The press is away"),
    "done": message("Ready to print"),
    "failed": message("Not printed"),
    "cancelled": message("Cancelled"),
    "gone": message("Printed a while ago"),
}

TURNINGS: Mapping[tuple[str, str], Message] = {
    ("left", "long"): message("Print on both sides, flipped on the left edge: “flip on long edge” in most printers."),
    ("left", "short"): message("Print on both sides, flipped on the left edge: “flip on short edge” in most printers."),
    ("top", "long"): message("Print on both sides, flipped on the top edge: “flip on long edge” in most printers."),
    ("top", "short"): message("Print on both sides, flipped on the top edge: “flip on short edge” in most printers."),
}


@dataclass(frozen=True, slots=True)
class JobShown:
    """A print under way, done or failed. `back` is the print shop as it was when this was asked for.

    `cancel` is where whoever asked for it can cancel it; empty for anybody else. `kind` is what the file is: "sheets"
    to print here, an edition for "reading", or "pages" or "pictures" for a print service. `turning` says how sheets
    with backs are turned over; `cuts` is what a machine cuts by, `told` what its program must be told, or what is to
    be done before a service takes the files. `is_what` says in a line what was asked for, and of which cards. All may
    be empty. `is_away`: no press is there to take it.
    """

    title: str
    heading: str
    back: str
    href: str
    file: str
    state: str
    done: int
    total: int
    percent: int
    before: int
    error: str
    cancel: str
    kind: str
    turning: str
    cuts: str
    told: str
    is_what: str
    is_away: bool


def job_shown(door: Door, number: int, asker: str, *, counted: bool = False) -> tuple[PrintJob, JobShown]:
    """A print of this deck, as `asker` sees it; `counted` with how many sheets and cards it is. Http404 when it is
    another's, of the draft and the caller only reads, or somebody's own copy. 2 statements, 8 counted."""
    job = job_asked_for(door, number, asker)
    choices = read_choices(job.options, strict=False)
    home = path_to("print", slug=door.slug)
    version = f"version={job.version}&" if job.version else ""
    percent = 100 if job.state == "done" else 95 * job.progress // job.total if job.total else 0
    state = job.state if job.state != "done" or job.file.is_file() else "gone"
    is_away = waits_in_vain(job)
    return job, JobShown(
        title=say(message("{deck}, {edition}", deck=clean_line(job.deck.title), edition=edition_message(job.version))),
        heading=say(HEADINGS["waiting" if is_away else state]),
        back=f"{home}?{version}{as_query(choices) or EXPLICIT}",
        href=f"{home}{job.pk}/",
        file=f"{home}{job.pk}/sheets.pdf",
        state=state,
        done=max(0, min(job.progress, job.total - 1)),
        total=max(0, job.total - 1),
        percent=percent,
        before=place_in_queue(job),
        error=job.error,
        cancel=f"{home}{job.pk}/cancel/" if job.is_active and job.is_asked_by(asker) else "",
        kind=_kind(choices),
        turning=_turning(choices),
        cuts=f"{home}{job.pk}/cuts.svg" if choices.cutter and state == "done" else "",
        told=_told(choices),
        is_what=_is_what(job, choices, counted=counted),
        is_away=is_away,
    )


def _is_what(job: PrintJob, choices: PrintChoices, *, counted: bool) -> str:
    """ "Press, Poker, A4. Two sheets. 12 cards, a Special Rule." Two prints of one deck differ by it alone."""
    name = choices.size
    size = CARD_SIZES[name].label if name in CARD_SIZES else say(message("{size} mm", size=name.replace("x", " × ")))
    how = sentence(say(how_words(choices, size, _sheets_name(choices))))
    said = (how, *(_how_many(job, choices) if counted else ()))
    return " ".join(one for one in said if one)


def _how_many(row: PrintJob, choices: PrintChoices) -> tuple[str, ...]:
    """Sheets and cards, where they are known: a draft that has changed since it was printed tells nothing of it."""
    try:
        shown = printable(row.deck, row.version, choices, drawn=())
        job = press_job(shown, choices)
        if row.version is None and row.digest != job_digest(job, build()):
            return ()
        if not isinstance(job, Job):
            return ()
    except (Refused, Http404):
        return ()
    drawn = drawn_items(job, shown, choices)
    made = made_of(drawn, job.layout.sheets_of(sum(one.length for one in drawn)), job)
    return sentence(say(paper_words(made, choices))), sentence(say(card_words(made)))


def _kind(choices: PrintChoices) -> str:
    if choices.output == "reading":
        return "reading"
    return SERVICES[choices.service].takes if choices.service else "sheets"


def _sheets_name(choices: PrintChoices) -> str:
    """The print service it is for, the sheet of the trade, or the paper."""
    if choices.service:
        return SERVICES[choices.service].label
    return TEMPLATES[choices.template].label if choices.template else paper_named(choices.paper).label


def _told(choices: PrintChoices) -> str:
    """What a cutting machine must be told, or what a print service asks for that the file is not."""
    if choices.service:
        lacks = SERVICES[choices.service].lacks
        return say(lacks) if lacks else ""
    told = to_type(cutter_named(choices.cutter)) if choices.cutter else None
    return say(message("Type into {told}", told=told)) if told else ""


def _turning(choices: PrintChoices) -> str:
    """Printers speak of a long and a short edge; which is left depends on how the paper lies."""
    if choices.back == "none" or choices.backing != "duplex" or _kind(choices) != "sheets":
        return ""
    try:
        layout = layout_of(choices)
    except Refused:  # a row of another version of this program
        return ""
    if layout.fold:
        return ""
    is_long = (choices.flip == "left") != layout.is_landscape
    return say(TURNINGS[choices.flip, "long" if is_long else "short"])
