"""A print on its way: how far it is, and where its file and the choices behind it are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cards.access import Door
from cards.face.text import clean_line
from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.reading import as_query, read_choices
from cards.printing.choices.resolved import layout_of
from cards.printing.choices.services import SERVICES
from cards.printing.geometry.cutting import cutter_named, to_type
from cards.printing.geometry.papers import paper_named
from cards.printing.geometry.templates import TEMPLATES
from cards.printing.queue.jobs import PrintJob, place_in_queue
from cards.queries.print_asked import EXPLICIT
from cards.queries.print_page import edition_message
from cards.queries.prints import job_asked_for
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused
from studio.web.words import say

HEADINGS: Mapping[str, Message] = {
    "queued": message("Waiting for the press"),
    "running": message("On the press"),
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
class JobSight:
    """A print under way, done or failed. `back` is the print shop as it was when this was asked for.

    `cancel` is where whoever asked for it can cancel it; empty for anybody else. `kind` is what the file is: "sheets"
    to print here, an edition for "reading", or "pages" or "pictures" for a print service, which `sheets_name` names.
    `turning` says how sheets with backs are turned over; `cuts` is what a cutting machine cuts by, `told` what its
    program must be told. All may be empty.
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
    sheets_name: str
    cancel: str
    kind: str
    turning: str
    cuts: str
    told: str


def job_sight(door: Door, number: int, asker: str) -> tuple[PrintJob, JobSight]:
    """A print of this deck, as `asker` sees it. Http404 when it is another's, of the draft and the caller only
    reads, or somebody's own copy. 2 statements."""
    job = job_asked_for(door, number, asker)
    choices = read_choices(job.options, strict=False)
    home = f"/decks/{door.slug}/print/"
    version = f"version={job.version}&" if job.version else ""
    percent = 100 if job.state == "done" else 95 * job.progress // job.total if job.total else 0
    state = job.state if job.state != "done" or job.file.is_file() else "gone"
    return job, JobSight(
        title=say(message("{deck}, {edition}", deck=clean_line(job.deck.title), edition=edition_message(job.version))),
        heading=say(HEADINGS[state]),
        back=f"{home}?{version}{as_query(choices) or EXPLICIT}",
        href=f"{home}{job.pk}/",
        file=f"{home}{job.pk}/sheets.pdf",
        state=state,
        done=max(0, min(job.progress, job.total - 1)),
        total=max(0, job.total - 1),
        percent=percent,
        before=place_in_queue(job),
        error=job.error,
        sheets_name=_sheets_name(choices),
        cancel=f"{home}{job.pk}/cancel/" if job.is_active and job.asker == asker else "",
        kind=_kind(choices),
        turning=_turning(choices),
        cuts=f"{home}{job.pk}/cuts.svg" if choices.cutter and state == "done" else "",
        told=_told(choices),
    )


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
