"""What is printed, as a value, and the name of the file that it becomes."""

from __future__ import annotations

import dataclasses
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cards.face.face import Face
from cards.face.lexicon import PLAIN, Lexicon
from cards.face.measures import Frame, Size
from cards.printing.geometry.finish import SheetFinish
from cards.printing.geometry.layouts import SheetLayout, layout_for
from cards.printing.shared.extra_pages import ExtraPage
from cards.printing.shared.link_preview import LinkPreview
from cards.printing.shared.pieces import CardBack, CardPiece, piece_digest
from cards.printing.shared.reading_edition import ReadingEdition
from studio.kernel.codec import digest

USUAL_LAYOUT = layout_for("a4", "poker")


@dataclass(frozen=True, slots=True)
class Item:
    """What is printed on a card: a face or another piece, what is written beside its type line, and how often.

    `picture` is the file of the picture that the face names; a face whose picture is not there comes without it.
    `kept_as` is the digest under which its face is kept.
    """

    piece: CardPiece
    is_rule: bool
    number: str
    foot_line: str
    copies: int = 1
    picture: Path | None = None
    back: CardBack | None = None
    kept_as: str = ""

    @property
    def face(self) -> Face:
        """The face, of an item that has one."""
        assert isinstance(self.piece, Face)
        return self.piece


@dataclass(frozen=True, slots=True)
class Job:
    """One PDF. `date` as PDF writes it (D:20261121090000Z); `name` stands at the foot of every sheet.

    `layout` says how cards lie, `finish` what is round them; pages as large as the paper stand before and after them.
    With `pictures` the file is no PDF but a ZIP of PNGs, each so wide and high in pixels. `author`, `keywords` and
    `licence` are told in the file's properties.
    `language` is the deck's, as a tag; empty when it is not known. `lexicon` is what its words and marks mean there.
    """

    title: str
    name: str
    date: str
    items: tuple[Item, ...]
    layout: SheetLayout = USUAL_LAYOUT
    frame: Frame = "press"
    is_draft: bool = False
    language: str = ""
    lexicon: Lexicon = PLAIN
    finish: SheetFinish = SheetFinish()
    before: tuple[ExtraPage, ...] = ()
    after: tuple[ExtraPage, ...] = ()
    pictures: tuple[int, int] | None = None
    author: str = ""
    keywords: tuple[str, ...] = ()
    licence: str = ""

    @property
    def size(self) -> Size:
        """The cards', by name."""
        return self.layout.size

    @property
    def bleed(self) -> int:
        """What is drawn outside the trim of every card, in 1/100 mm; of fronts only their layout's is shown."""
        return self.layout.bleed + (self.finish.back_bleed if self.backs else 0)

    @property
    def backs(self) -> tuple[Item, ...]:
        """Each back once, to be drawn as any card."""
        return tuple(Item(back, False, "", "") for back in dict.fromkeys(item.back for item in self.items) if back)


@dataclass(frozen=True, slots=True)
class ReadingJob:
    """One PDF to be read. `pictures` are the files of those that its faces name, by digest."""

    title: str
    edition: ReadingEdition
    pictures: tuple[tuple[str, Path], ...] = ()


@dataclass(frozen=True, slots=True)
class CardPicture:
    """One card as a picture, of a job whose only item it is, a page for each card of it; `part` counts from 0.

    A PNG is as many pixels as the job says. An SVG has its title and words for those who do not see it.
    """

    job: Job
    part: int
    form: Literal["png", "svg"]
    title: str
    described: str


@dataclass(frozen=True, slots=True)
class PreviewPicture:
    """The picture of a link. `pictures` are the files of those that its faces name, by digest."""

    preview: LinkPreview
    pictures: tuple[tuple[str, Path], ...] = ()
    form: Literal["png"] = "png"


def picture_digest(picture: CardPicture | PreviewPicture, build: str) -> str:
    """The name of the file: what decides how it looks. When it is asked for does not."""
    if isinstance(picture, PreviewPicture):
        return hashlib.sha256(f"preview {build} {digest(picture.preview)}".encode()).hexdigest()
    card = job_digest(dataclasses.replace(picture.job, title="", name="", date="", is_draft=False), build)
    words = f"{picture.title}\0{picture.described}" if picture.form == "svg" else ""
    return hashlib.sha256(f"{card} {picture.form} {picture.part} {words}".encode()).hexdigest()


def job_digest(job: Job | ReadingJob, build: str) -> str:
    """The name of the finished file: everything that decides it."""
    found = hashlib.sha256(build.encode("ascii"))
    if isinstance(job, ReadingJob):
        found.update(f"reading {digest(job.edition)}".encode("ascii"))
        return found.hexdigest()
    for field in dataclasses.fields(job):
        if field.name not in ("items", "lexicon"):
            found.update(f"{field.name}={getattr(job, field.name)}\0".encode())
    found.update(digest(job.lexicon).encode("ascii"))
    for item in job.items:
        found.update(
            f"{_named(item)}|{item.is_rule}|{item.number}|{item.foot_line}|{item.copies}"
            f"|{item.back and piece_digest(item.back)}\0".encode()
        )
    return found.hexdigest()


def _named(item: Item) -> str:
    """What is on it, by name. Of a face that is kept its drawing is in the name already: a page that tells of a print
    has not read all of them."""
    if not item.kept_as:
        return piece_digest(item.piece)
    face = item.face
    return f"{item.kept_as} {bool(face.doodle)} {piece_digest(dataclasses.replace(face, doodle=()))}"
