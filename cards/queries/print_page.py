"""The pages of the print shop: what can be chosen for a deck, its first sheet, and a print on its way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.http import Http404

from cards import models as rows
from cards.access import Door
from cards.face.drawn import DrawnFace, draw_face, has_art
from cards.face.letters import FONTS_LINE
from cards.face.measures import USUAL, Frame
from cards.face.text import clean_line
from cards.printing.geometry.papers import PAPERS, layout_for
from cards.printing.geometry.sheets import dealt
from cards.printing.queue.failures import PANGO, pango_is_missing
from cards.printing.queue.jobs import PrintJob, place_in_queue
from cards.printing.queue.values import Item
from cards.queries.prints import Options, Printable, boxes_of, chosen_version, options_of, printable
from cards.queries.sheet_preview import SheetSight, sheet_sight
from cards.values import counts
from studio.kernel.messages import Message, counted, message, number_word
from studio.web.words import say

FRAMES: tuple[tuple[Frame, Message], ...] = (
    ("press", message("Press", context="frame")),
    ("saver", message("Ink saver")),
    ("classic", message("Classic")),
    ("hand", message("Handwritten")),
)


@dataclass(frozen=True, slots=True)
class PaperChoice:
    name: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class FrameChoice:
    name: str
    label: str
    is_chosen: bool
    face: DrawnFace


@dataclass(frozen=True, slots=True)
class PrintPage:
    """The print shop for one deck."""

    title: str
    language: str
    edition: str
    back: str
    here: str
    version: int | None
    what: str
    made_of: str
    trim: str
    to_a_sheet: str
    frames: tuple[FrameChoice, ...]
    papers: tuple[PaperChoice, ...]
    options: Options
    has_rules: bool
    sheet: SheetSight | None
    sheets: int
    cards: int
    over: tuple[str, ...]
    boxes: tuple[str, ...]
    fonts: str
    pango: str


@dataclass(frozen=True, slots=True)
class JobSight:
    """A print under way, done or failed."""

    title: str
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


def print_page(door: Door, number: int | None, options: Options) -> PrintPage:
    """What to print and how, with the first sheet drawn. 6 statements at most."""
    deck = rows.Deck.objects.get(pk=door.deck_id)
    shown = printable(deck, chosen_version(door, number))
    items = shown.chosen(options)
    drawn = {id(item): _drawn(item, options.frame, shown) for item in items}
    laid = [(item, card) for item in items for _ in range(item.copies) for card in _all(drawn[id(item)])]
    layout = layout_for(options.paper, USUAL.name)
    sheets = dealt(laid, layout)
    rules = sum(item.is_rule for item in shown.items)
    copies = sum(item.copies for item in shown.items if not item.is_rule)
    sample = next((item for item in shown.items if has_art(item.face)), shown.items[0] if shown.items else None)
    return PrintPage(
        title=shown.title,
        language=shown.language,
        edition=say(_edition(shown.version)),
        back=f"/decks/{shown.slug}/" + (f"versions/{shown.version}/" if shown.version else ""),
        here=f"/decks/{shown.slug}/print/",
        version=shown.version,
        what=say(counts.cards_and_rules(copies, rules) if copies or rules else message("No cards")),
        made_of=say(counted("{count} sheet", "{count} sheets", len(sheets))),
        trim=say(message("{wide} × {high} mm", wide=f"{layout.card.wide:g}", high=f"{layout.card.high:g}")),
        to_a_sheet=say(number_word(layout.places)),
        frames=tuple(
            FrameChoice(name, say(label), name == options.frame, _sample(sample, name, shown)) for name, label in FRAMES
        )
        if sample
        else (),
        papers=tuple(PaperChoice(paper.name, paper.label, paper.name == options.paper) for paper in PAPERS.values()),
        options=options,
        has_rules=rules > 0,
        sheet=sheet_sight(layout, [_with_words(*pair) for pair in sheets[0]], shown.name, len(sheets))
        if sheets
        else None,
        sheets=len(sheets),
        cards=len(laid),
        over=tuple(item.face.title for item in items if drawn[id(item)].parts > 1),
        boxes=boxes_of(shown, options),
        fonts=FONTS_LINE,
        pango=PANGO if pango_is_missing() else "",
    )


def job_sight(door: Door, number: int) -> tuple[PrintJob, JobSight]:
    """A print of this deck. Http404 when it is another's, or of the draft and the caller only reads. 2 statements."""
    job = PrintJob.objects.filter(pk=number, deck_id=door.deck_id).select_related("deck").first()
    if job is None or (job.version is None and not door.is_member):
        raise Http404
    options = options_of(job.options)
    home = f"/decks/{door.slug}/print/"
    percent = 100 if job.state == "done" else 95 * job.progress // job.total if job.total else 0
    return job, JobSight(
        title=say(message("{deck}, {edition}", deck=clean_line(job.deck.title), edition=_edition(job.version))),
        back=home + (f"?version={job.version}" if job.version else ""),
        href=f"{home}{job.pk}/",
        file=f"{home}{job.pk}/sheets.pdf",
        state=job.state if job.state != "done" or job.file.is_file() else "gone",
        done=max(0, min(job.progress, job.total - 1)),
        total=max(0, job.total - 1),
        percent=percent,
        before=place_in_queue(job),
        error=job.error,
        sheets_name=PAPERS[options.paper].label,
    )


def _edition(version: int | None) -> Message:
    return message("version {number}", number=version) if version else message("the draft")


def _drawn(item: Item, frame: Frame, shown: Printable) -> DrawnFace:
    return draw_face(item.face, is_rule=item.is_rule, frame=frame, language=shown.language, lexicon=shown.lexicon)


def _all(face: DrawnFace) -> Iterable[DrawnFace]:
    return (face, *face.more)


def _with_words(item: Item, card: DrawnFace) -> DrawnFace:
    """A card with number and foot line, which on paper the imposition layer writes."""
    return replace(card, number=item.number, foot_line=item.foot_line)


def _sample(item: Item | None, frame: Frame, shown: Printable) -> DrawnFace:
    assert item is not None
    return _with_words(item, _drawn(item, frame, shown))
