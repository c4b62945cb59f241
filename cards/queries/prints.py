"""What a print is made of: the articles of a version or of the draft, as the press wants them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from django.conf import settings
from django.db.models import Max
from django.http import Http404

from cards import models as rows
from cards.access import Door
from cards.face.drawn import DrawnFace, draw_face
from cards.face.language import tag
from cards.face.letters import FONTS_LINE, told, undrawable, undrawable_of
from cards.face.measures import USUAL, Frame
from cards.face.text import clean_line
from cards.printing.geometry.papers import PAPERS, layout_for
from cards.printing.geometry.sheets import dealt
from cards.printing.queue.failures import PANGO, pango_is_missing
from cards.printing.queue.jobs import PrintJob, place_in_queue
from cards.printing.queue.runner import print_in_background
from cards.printing.queue.values import Item, Job
from cards.printing.shared import installed_fonts
from cards.queries.faces import read_faces
from cards.queries.sheet_preview import SheetSight, sheet_sight
from cards.values import counts
from studio.kernel.messages import Message, counted, message, number_word
from studio.kernel.refusals import Refused
from studio.web.words import say

PaperName = Literal["a4", "letter"]
FRAMES: tuple[tuple[Frame, Message], ...] = (
    ("press", message("Press", context="frame")),
    ("saver", message("Ink saver")),
    ("classic", message("Classic")),
    ("hand", message("Handwritten")),
)


@dataclass(frozen=True, slots=True)
class Options:
    """How a deck is printed. Kept with the job as plain values."""

    paper: PaperName = "a4"
    frame: Frame = "press"
    with_rules: bool = True

    def plain(self) -> dict[str, Any]:
        return {"paper": self.paper, "frame": self.frame, "with_rules": self.with_rules}


def options_of(asked: dict[str, Any]) -> Options:
    """Options from a form or a row; what makes no sense is the ordinary thing."""
    paper: Any = asked.get("paper")
    frame: Any = asked.get("frame")
    return Options(
        paper=paper if paper in get_args(PaperName) else "a4",
        frame=frame if frame in get_args(Frame) else "press",
        with_rules=bool(asked.get("with_rules", False)),
    )


@dataclass(frozen=True, slots=True)
class Printable:
    """A deck's state on its way to paper. `version` None is the draft."""

    deck_id: int
    slug: str
    title: str
    version: int | None
    at: datetime
    items: tuple[Item, ...]
    language: str = ""

    @property
    def name(self) -> str:
        """What stands at the foot of a sheet."""
        edition = f"version {self.version}" if self.version else "draft"
        return f"{self.title}, {edition}"

    def job(self, options: Options) -> Job:
        """What the press is given. Refused when there is nothing to print."""
        items = tuple(item for item in self.items if options.with_rules or not item.is_rule)
        if not items:
            raise Refused("print.nothing")
        site = settings.ENV.site.partition("://")[2]
        return Job(
            title=self.name,
            name=f"{self.name} · {site}" if site else self.name,
            date=self.at.astimezone(UTC).strftime("D:%Y%m%d%H%M%SZ"),
            items=items,
            paper=options.paper,
            frame=options.frame,
            is_draft=self.version is None,
            language=self.language,
        )


def printable(deck: rows.Deck, number: int | None) -> Printable:
    """A version, or the draft when no number is given. 3 statements. Http404 for a version that is not."""
    if number is None:
        lying = rows.Article.objects.filter(deck=deck, in_force=True).order_by("kind", "number")
        wanted = [(a.number, a.face_id, a.copies, a.kind == "rule") for a in lying]
        at, edition = draft_at(deck), "draft"
    else:
        version = rows.Version.objects.filter(deck=deck, number=number).first()
        if version is None:
            raise Http404
        cards = [(n, face, copies, False) for n, face, copies, _ in version.manifest["cards"]]
        wanted = cards + [(n, face, 1, True) for n, face in version.manifest["rules"]]
        at, edition = version.at, str(number)
    faces = read_faces(digest for _, digest, _, _ in wanted)
    line = f"{clean_line(deck.title)} · {edition}"
    items = tuple(
        Item(
            faces[digest].face,
            is_rule,
            f"§ {number}" if is_rule else str(number),
            " · ".join(part for part in (line, clean_line(faces[digest].face.credit)) if part),
            copies,
        )
        for number, digest, copies, is_rule in wanted
    )
    return Printable(deck.pk, deck.slug, clean_line(deck.title), number, at, items, tag(deck.language))


def draft_at(deck: rows.Deck) -> datetime:
    """When a card or a Special Rule was last changed. That somebody joined is no change of the draft. One statement."""
    last = rows.Change.objects.filter(article__deck=deck).aggregate(last=Max("at"))["last"]
    return last or deck.created_at


def boxes_of(shown: Printable, options: Options) -> tuple[str, ...]:
    """Which letters no font here can draw, a sentence for each card that has some, and for the deck's name."""
    name = message("The deck’s name, “{title}”", title=shown.title)
    found = [(name, undrawable(shown.title, installed_fonts.coverage()))]
    for item in shown.items:
        if options.with_rules or not item.is_rule:
            place = message("Special Rule {number}, “{title}”") if item.is_rule else message("Card {number}, “{title}”")
            place = place.given(number=item.number, title=item.face.title)
            found.append((place, undrawable_of(item.face, installed_fonts.coverage())))
    return tuple(
        say(message("{place}: {letters} cannot be drawn here.", place=place, letters=told(letters)))
        for place, letters in found
        if letters
    )


def job_of(row: PrintJob) -> Job:
    """The job of a row, from the deck as it is now (a version never changes; what was taken down is not printed)."""
    return printable(row.deck, row.version).job(options_of(row.options))


def take_up() -> None:
    """By the clock: print what waits, also what a process that died left."""
    print_in_background(job_of)


# ---- the page -------------------------------------------------------------------------------------


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
    items = [item for item in shown.items if options.with_rules or not item.is_rule]
    drawn = {id(item): _drawn(item, options.frame, shown.language) for item in items}
    laid = [(item, card) for item in items for _ in range(item.copies) for card in _all(drawn[id(item)])]
    layout = layout_for(options.paper, USUAL.name)
    sheets = dealt(laid, layout)
    rules = sum(item.is_rule for item in shown.items)
    copies = sum(item.copies for item in shown.items if not item.is_rule)
    sample = next((item for item in shown.items if item.face.doodle), shown.items[0] if shown.items else None)
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
            FrameChoice(name, say(label), name == options.frame, _sample(sample, name, shown.language))
            for name, label in FRAMES
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


def chosen_version(door: Door, number: int | None) -> int | None:
    """The version asked for; without one the draft for members, the latest version for readers. One statement."""
    if number is not None or door.is_member:
        return number
    latest = rows.Version.objects.filter(deck_id=door.deck_id).order_by("-number").values_list("number", flat=True)
    if not latest:
        raise Http404
    return int(latest[0])


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


def _drawn(item: Item, frame: Frame, language: str) -> DrawnFace:
    return draw_face(item.face, is_rule=item.is_rule, frame=frame, language=language)


def _all(face: DrawnFace) -> Iterable[DrawnFace]:
    return (face, *face.more)


def _with_words(item: Item, card: DrawnFace) -> DrawnFace:
    """A card with number and foot line, which on paper the imposition layer writes."""
    return replace(card, number=item.number, foot_line=item.foot_line)


def _sample(item: Item | None, frame: Frame, language: str) -> DrawnFace:
    assert item is not None
    return _with_words(item, _drawn(item, frame, language))
