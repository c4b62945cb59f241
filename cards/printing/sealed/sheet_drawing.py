"""What a sheet draws: its cards, numbers and lines at the foot, cut guides, and the foot of the sheet.

Geometry comes from `sheets.py`. Nothing here knows a file: a sheet is operators, and a list of what they need.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence
from typing import Any

import pikepdf

from cards.face.measures import card_size
from cards.printing.geometry.cutting_machines import Cutter, clear_of_marks, cutter_named, to_type
from cards.printing.geometry.cutting_machines import marks as registration_marks
from cards.printing.geometry.finish import SheetFinish
from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.papers import MARGIN
from cards.printing.geometry.sheets import (
    FOOT_PT,
    RULER,
    RULER_WORDS,
    Foot,
    Guide,
    beyond_foot,
    fold,
    foot,
    foot_words,
    guides,
    turned_over,
)
from cards.printing.geometry.sides import SheetSide
from cards.printing.sealed.lettering import PT, Lettering, embedded_font, fitted
from cards.printing.sealed.render import CardRenderer
from cards.printing.sealed.sheet_values import Box, DrawnSheet, PlacedCard, SheetCard, SheetSpec
from cards.printing.sealed.slots import LayerSlot, Slots
from studio.kernel.messages import english

INK = (0.09, 0.102, 0.129)
LEVEL = 6  # of compression; 9 takes a sixth longer for one part in seventy
_PATCHES = ("#171a21", "#1b4b8a", "#97193a", "#7a5608")
_TEXT, _GOTHIC = ("Atkinson Hyperlegible Next", 400), ("League Gothic", 400)
_RULER = RULER / 100  # mm


def draw_sheet(
    wanted: SheetSpec,
    side: SheetSide[SheetCard],
    cards: Sequence[PlacedCard],
    sheets: int,
    slots: Slots,
    foreign: ForeignLines,
) -> DrawnSheet:
    """One side of a sheet (of so many)."""
    finish = wanted.finish
    is_behind = side.is_back and finish.backing == "duplex"
    behind = turned_over(wanted.layout, finish.flip, finish.offset)
    content = SheetContent(behind if is_behind else wanted.layout)
    for placed in cards:
        x, y = placed.place.x / 100, placed.place.y / 100
        content.card(placed, x - wanted.bleed / 100, y - wanted.bleed / 100)
        if not placed.place.is_turned:
            content.lettered(placed.card, x, y, slots, foreign)
    if not finish.cutter:
        content.guides(finish, is_back=side.is_back)
    elif not side.is_back:
        content.registration_marks(cutter_named(finish.cutter))
    if finish.has_foot:
        content.foot(wanted, side, sheets, foreign)
    return DrawnSheet(zlib.compress(b"".join(content.operators), LEVEL), content.letters.used, content.forms)


class ForeignLines:
    """Lines with letters our own files lack, drawn by the page engine instead (one page a line)."""

    def __init__(self, wanted: SheetSpec, slots: Slots, renderer: CardRenderer) -> None:
        lines: dict[str, LayerSlot] = {}
        face = embedded_font(slots.foot.font, slots.foot.weight)
        for line in dict.fromkeys(card.foot_line for card in wanted.cards):
            if not face.covers(line):
                lines[line] = slots.foot
        if not embedded_font(*_TEXT).covers(wanted.line):
            lines[wanted.line] = LayerSlot(0, 0, 0, FOOT_PT, *_TEXT, 0.0, INK)
        self._pages: dict[str, tuple[pikepdf.Page, Box]] = {}
        if lines:
            self._file = pikepdf.open(io.BytesIO(renderer.lines(list(lines.items()), wanted.size)[0]))
            height = card_size(wanted.size).high * PT
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


class SheetContent:
    """The drawing operators of one sheet. Positions come in mm from the upper left."""

    def __init__(self, layout: SheetLayout) -> None:
        self.layout, self.letters = layout, Lettering()
        self.height = layout.paper.height / 100
        self.keep_off = MARGIN
        self.operators: list[bytes] = []
        self.forms: dict[str, tuple[str, int] | str] = {}

    def card(self, placed: PlacedCard, x: float, y: float) -> None:
        """A card with its bleed, of which nothing is seen beyond the part that is shown."""
        moved = self._turned if placed.place.is_turned else self._moved
        left, bottom, right, top = placed.shown
        window = f"{left:g} {bottom:.3f} {right - left:.3f} {top - bottom:.3f} re W n\n".encode("ascii")
        if placed.operators is not None:
            self.operators += [moved(placed.box, x, y), window, placed.operators, b"\nQ\n"]
            return
        form = f"/{self._form('C', placed.name)} Do Q\n".encode("ascii")
        self.operators += [moved(placed.box, x, y), window if placed.shown != placed.box else b"", form]

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

    def _turned(self, box: Box, x: float, y: float) -> bytes:
        """Upside down, and the lower right corner of the box where its upper left would be."""
        return f"q -1 0 0 -1 {x * PT + box[2]:.3f} {(self.height - y) * PT + box[1]:.3f} cm\n".encode("ascii")

    def words(self, text: str, slot: LayerSlot, x: float, y: float) -> None:
        self.operators.append(
            self.letters.write(
                text, slot.font, slot.weight, slot.pt, x * PT, (self.height - y) * PT, slot.colour, slot.tracking
            )
        )

    def guides(self, finish: SheetFinish, *, is_back: bool) -> None:
        """Cut guides, outside the trim; and where a sheet is to be folded, dots."""
        if not is_back or finish.has_guides_on_backs:
            found = guides(self.layout, finish.guides)
            self._lines(found, is_seen_on_ink=finish.guides == "lines" or self.layout.bleed > 0)
        if (line := fold(self.layout)) is not None:
            self.operators.append(f"q 0.7 w 1 J [0 2.2] 0 d 0 0 0 RG\n{self._path([line])}S Q\n".encode("ascii"))

    def _lines(self, found: Sequence[Guide], *, is_seen_on_ink: bool) -> None:
        """Hairlines; where they may lie beside ink in two colours, so that they are seen on any."""
        if not found:
            return
        path = self._path(found)
        if is_seen_on_ink:
            self.operators.append(f"q 0.4 w 0.8 0.8 0.8 RG\n{path}S Q\n".encode("ascii"))
        dashes = "[2 2] 0 d " if is_seen_on_ink else ""
        self.operators.append(f"q 0.4 w {dashes}0 0 0 RG\n{path}S Q\n".encode("ascii"))

    def _path(self, found: Sequence[Guide]) -> str:
        return "".join(
            f"{self.x(g.x0 / 100)} {self.y(g.y0 / 100)} m {self.x(g.x1 / 100)} {self.y(g.y1 / 100)} l\n" for g in found
        )

    def registration_marks(self, cutter: Cutter) -> None:
        """What the camera of a cutting machine looks for; words keep off it."""
        self.keep_off = clear_of_marks(cutter)
        marks = registration_marks(cutter, self.layout.paper)
        boxes = "".join(
            f"{self.x(mark.x / 100)} {self.y((mark.y + mark.height) / 100)} "
            f"{self.x(mark.width / 100)} {self.x(mark.height / 100)} re\n"
            for mark in marks
        )
        self.operators.append(f"q 0 0 0 rg\n{boxes}f Q\n".encode("ascii") if boxes else b"")

    def foot(self, wanted: SheetSpec, side: SheetSide[SheetCard], sheets: int, foreign: ForeignLines) -> None:
        """Deck and version, which sheet of how many, and a ruler to check the scale."""
        if (place := foot(self.layout, self.keep_off)) is None:
            return
        line = place.baseline / 100 * PT
        at = f"0 1 -1 0 {line:.3f} 0" if place.is_turned else f"1 0 0 1 0 {self.height * PT - line:.3f}"
        self.operators.append(f"q {at} cm\n".encode("ascii"))
        words = foot_words(side.number, sheets, place.fields[1][1], is_back=side.is_back)
        self._foot(place, wanted, words, foreign)
        if not side.is_back and wanted.finish.cutter and (told := to_type(cutter_named(wanted.finish.cutter))):
            at_y = self.height + beyond_foot(place, self.layout) / 100
            slot = LayerSlot(0, 0, 0, FOOT_PT, *_TEXT, 0.0, INK)
            self.words(english(told), slot, place.fields[0][0] / 100, at_y)
        self.operators.append(b"Q\n")

    def _foot(self, place: Foot, wanted: SheetSpec, words: str, foreign: ForeignLines) -> None:
        """In a frame of its own: x along the line, and the baseline where the paper ends."""
        y = self.height
        (x0, room), (x1, middle), (x2, wide) = ((x / 100, width / 100) for x, width in place.fields)
        slot = LayerSlot(0, 0, 0, FOOT_PT, *_TEXT, 0.0, INK)
        if wanted.is_draft:
            mark = LayerSlot(0, 0, 0, 8.6, *_GOTHIC, 0.2, INK)
            self.words("DRAFT", mark, x0, y)
            indent = embedded_font(*_GOTHIC).width("DRAFT", 8.6, 0.2) + 2
            x0, room = x0 + indent, room - indent
        self.line(wanted.line, slot, x0, y, room, foreign)
        self.line(words, slot, x1, y, middle, foreign)
        if place.has_ruler:
            self._ruler(x2, y)
        if wanted.frame != "saver" and wide >= _RULER + 3.5 + 3 * len(_PATCHES):
            self._patches(x2 + _RULER + 3.5, y)

    def _ruler(self, x: float, y: float) -> None:
        slot = LayerSlot(0, 0, 0, FOOT_PT, *_TEXT, 0.0, INK)
        wide = embedded_font(*_TEXT).width(RULER_WORDS, slot.pt)
        self.words(RULER_WORDS, slot, x + (_RULER - wide) / 2, y - 0.9)
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
