"""What a sheet draws: its cards, numbers and lines at the foot, cut guides, and the foot of the sheet.

Geometry comes from `sheets.py`. Nothing here knows a file: a sheet is operators, and a list of what they need.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pikepdf

from cards.face.measures import CARD_SIZES, Frame, Size
from cards.printing.geometry.papers import SheetLayout, layout_for
from cards.printing.geometry.sheets import Foot, foot, foot_words, guides, places
from cards.printing.sealed.batches import PageContent
from cards.printing.sealed.lettering import PT, Lettering, Letters, embedded_font, fitted
from cards.printing.sealed.render import CardRenderer
from cards.printing.sealed.slots import LayerSlot, Slots

INK = (0.09, 0.102, 0.129)
LEVEL = 6  # of compression; 9 takes a sixth longer for one part in seventy
_PATCHES = ("#171a21", "#1b4b8a", "#97193a", "#7a5608")
_TEXT, _GOTHIC = ("Atkinson Hyperlegible Next", 400), ("League Gothic", 400)
_RULER = 40.0  # mm

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class SheetCard:
    """One card to be laid down: which page of which batch, and what is written on it here.

    `face` is its place among the faces that were sent along, `part` which of that face's cards it is.
    """

    batch: int
    page: int
    number: str
    foot_line: str
    step: int
    foot_left: float
    foot_right: float
    face: int = 0
    part: int = 0


@dataclass(frozen=True, slots=True)
class SheetSpec:
    """What is to be printed. `date` is the version's, as PDF writes it; `name` stands at the foot."""

    title: str
    name: str
    date: str
    paper: str
    frame: Frame
    size: Size
    is_draft: bool
    cards: tuple[SheetCard, ...]
    language: str = ""


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card on its sheet. `name` is its page's, among all batches; a `piece` is written into the sheet itself."""

    card: SheetCard
    name: tuple[str, int]
    box: Box
    piece: PageContent | None


@dataclass(frozen=True, slots=True)
class DrawnSheet:
    """One sheet: deflated operators, the letters they write, and its forms (a card's name, or a foreign line)."""

    content: bytes
    letters: Letters
    forms: dict[str, tuple[str, int] | str]


def draw_sheet(
    wanted: SheetSpec, cards: Sequence[PlacedCard], index: int, sheets: int, slots: Slots, foreign: ForeignLines
) -> DrawnSheet:
    """The sheet of that index (of so many)."""
    layout = layout_for(wanted.paper, wanted.size)
    content = _Content(layout)
    for placed, place in zip(cards, places(layout), strict=False):
        content.card(placed, place.x / 100, place.y / 100)
        content.lettered(placed.card, place.x / 100, place.y / 100, slots, foreign)
    content.guides()
    content.foot(wanted, index + 1, sheets, foreign)
    return DrawnSheet(zlib.compress(b"".join(content.operators), LEVEL), content.letters.used, content.forms)


class ForeignLines:
    """Lines with letters our own files lack, drawn by the page engine instead (one page a line)."""

    def __init__(self, wanted: SheetSpec, slots: Slots, renderer: CardRenderer) -> None:
        lines: dict[str, LayerSlot] = {}
        face = embedded_font(slots.foot.font, slots.foot.weight)
        for line in dict.fromkeys(card.foot_line for card in wanted.cards):
            if not face.covers(line):
                lines[line] = slots.foot
        if not embedded_font(*_TEXT).covers(wanted.name):
            lines[wanted.name] = LayerSlot(0, 0, 0, 6.6, _TEXT[0], 400, 0.0, INK)
        self._pages: dict[str, tuple[pikepdf.Page, Box]] = {}
        if lines:
            self._file = pikepdf.open(io.BytesIO(renderer.lines(list(lines.items()), wanted.size)[0]))
            height = CARD_SIZES[wanted.size].high * PT
            self._pages = {text: cut(page, height) for text, page in zip(lines, self._file.pages, strict=True)}

    def __contains__(self, text: str) -> bool:
        return text in self._pages

    def box(self, text: str) -> Box:
        return self._pages[text][1]

    def form(self, text: str) -> Any:
        """The line as a form XObject of its own file."""
        return self._pages[text][0].as_form_xobject()


def cut(page: pikepdf.Page, height: float) -> tuple[pikepdf.Page, Box]:
    """A page reduced to what lies at its top, `height` pt high; and the box of that."""
    _, _, right, top = (float(value) for value in page.mediabox)
    box = (0.0, round(top - height, 4), right, top)
    page.mediabox = page.cropbox = page.trimbox = pikepdf.Array(box)
    return page, box


class _Content:
    """The drawing operators of one sheet. Positions come in mm from the upper left."""

    def __init__(self, layout: SheetLayout) -> None:
        self.layout, self.letters = layout, Lettering()
        self.height = layout.paper.height / 100
        self.operators: list[bytes] = []
        self.forms: dict[str, tuple[str, int] | str] = {}

    def card(self, placed: PlacedCard, x: float, y: float) -> None:
        """A card whose words and lines end at its edge."""
        if placed.piece is None:
            self.operators.append(self._at(self._form("C", placed.name), placed.box, x, y))
            return
        left, bottom, right, top = placed.box
        window = f"{left:g} {bottom:.3f} {right - left:.3f} {top - bottom:.3f} re W n\n".encode("ascii")
        self.operators += [self._moved(placed.box, x, y), window, placed.piece.content, b"\nQ\n"]

    def lettered(self, card: SheetCard, x: float, y: float, slots: Slots, foreign: ForeignLines) -> None:
        """The number and the line at the foot of a card, where card.css puts them."""
        number = slots.numbers[card.step - 1]
        if number and card.number:
            face = embedded_font(number.font, number.weight)
            digits = "".join(letter for letter in card.number if letter in face.glyphs)
            left = number.right - face.width(digits, number.pt, number.tracking)
            self.words(digits, number, x + left, y + number.baseline)
        if card.foot_line:
            slot = slots.foot
            left = slot.left + card.foot_left
            room = self.layout.card.wide - slot.left - left - card.foot_right
            self.line(card.foot_line, slot, x + left, y + slot.baseline, room, foreign)

    def line(self, text: str, slot: LayerSlot, x: float, y: float, room: float, foreign: ForeignLines) -> None:
        """Words in a limited room: cut with "…", or as a foreign one behind a window of that width."""
        if text not in foreign:
            face = embedded_font(slot.font, slot.weight)
            self.words(fitted(text, face, slot.pt, room, slot.tracking), slot, x, y)
            return
        top = y - 4 - slot.pt / PT * 0.8  # a foreign line begins 4 mm down, its baseline is about 0.8 of a line below
        window = f"{self.x(x)} {self.y(y + 1.2)} {room * PT:.3f} {(1.2 + slot.pt / PT) * PT:.3f} re W n"
        drawn = self._at(self._form("S", text), foreign.box(text), x, top)
        self.operators.append(f"q {window}\n".encode("ascii") + drawn + b"Q\n")

    def _form(self, letter: str, wanted: tuple[str, int] | str) -> str:
        """The short name of a form on this sheet."""
        for name, known in self.forms.items():
            if known == wanted:
                return name
        name = f"{letter}{len(self.forms)}"
        self.forms[name] = wanted
        return name

    def _at(self, name: str, box: Box, x: float, y: float) -> bytes:
        """A form with the upper left corner of its box at x, y."""
        return self._moved(box, x, y) + f"/{name} Do Q\n".encode("ascii")

    def _moved(self, box: Box, x: float, y: float) -> bytes:
        return f"q 1 0 0 1 {self.x(x)} {(self.height - y) * PT - box[3]:.3f} cm\n".encode("ascii")

    def words(self, text: str, slot: LayerSlot, x: float, y: float) -> None:
        self.operators.append(
            self.letters.write(
                text, slot.font, slot.weight, slot.pt, x * PT, (self.height - y) * PT, slot.colour, slot.tracking
            )
        )

    def guides(self) -> None:
        """Cut guides, outside the trim."""
        lines = "".join(
            f"{self.x(g.x0 / 100)} {self.y(g.y0 / 100)} m {self.x(g.x1 / 100)} {self.y(g.y1 / 100)} l\n"
            for g in guides(self.layout)
        )
        self.operators.append(f"q 0.4 w 0 0 0 RG\n{lines}S Q\n".encode("ascii"))

    def foot(self, wanted: SheetSpec, sheet: int, sheets: int, foreign: ForeignLines) -> None:
        """Deck and version, which sheet of how many, and a ruler to check the scale."""
        place = foot(self.layout)
        line = place.baseline / 100 * PT
        at = f"0 1 -1 0 {line:.3f} 0" if place.is_turned else f"1 0 0 1 0 {self.height * PT - line:.3f}"
        self.operators.append(f"q {at} cm\n".encode("ascii"))
        self._foot(place, wanted, sheet, sheets, foreign)
        self.operators.append(b"Q\n")

    def _foot(self, place: Foot, wanted: SheetSpec, sheet: int, sheets: int, foreign: ForeignLines) -> None:
        """In a frame of its own: x along the line, and the baseline where the paper ends."""
        y = self.height
        (x0, room), (x1, _), (x2, _) = ((x / 100, width / 100) for x, width in place.fields)
        slot = LayerSlot(0, 0, 0, 6.6, *_TEXT, 0.0, INK)
        if wanted.is_draft:
            mark = LayerSlot(0, 0, 0, 8.6, *_GOTHIC, 0.2, INK)
            self.words("DRAFT", mark, x0, y)
            indent = embedded_font(*_GOTHIC).width("DRAFT", 8.6, 0.2) + 2
            x0, room = x0 + indent, room - indent
        self.line(wanted.name, slot, x0, y, room, foreign)
        self.words(foot_words(sheet, sheets), slot, x1, y)
        self._ruler(x2, y)
        if wanted.frame != "saver":
            self._patches(x2 + _RULER + 3.5, y)

    def _ruler(self, x: float, y: float) -> None:
        label = f"{_RULER:.0f} mm when printed at its true size"
        slot = LayerSlot(0, 0, 0, 6.2, *_TEXT, 0.0, INK)
        wide = embedded_font(*_TEXT).width(label, slot.pt)
        self.words(label, slot, x + (_RULER - wide) / 2, y - 0.9)
        ends = "".join(f"{self.x(at)} {self.y(y - 1.2)} m {self.x(at)} {self.y(y)} l\n" for at in (x, x + _RULER))
        line = f"{self.x(x)} {self.y(y)} m {self.x(x + _RULER)} {self.y(y)} l"
        self.operators.append(f"q 0.5 w 0.09 0.102 0.129 RG\n{ends}{line} S Q\n".encode("ascii"))

    def _patches(self, x: float, y: float) -> None:
        """A patch of each ink: a printer out of one shows it here."""
        for index, colour in enumerate(_PATCHES):
            red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
            corner = f"{self.x(x + index * 3)} {self.y(y)} {3 * PT:.3f} {2.2 * PT:.3f}"
            self.operators.append(f"q {red:.3f} {green:.3f} {blue:.3f} rg {corner} re f Q\n".encode("ascii"))

    def x(self, mm: float) -> str:
        return f"{mm * PT:.3f}"

    def y(self, mm: float) -> str:
        return f"{(self.height - mm) * PT:.3f}"
