"""Sheets: card pages laid out as form XObjects, with cut guides, numbers and a foot.

Runs in the sealed process. Geometry comes from `sheets.py`; each different card is in the file once,
however many copies are printed.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import pikepdf

from cards.printing.lettering import PT, Lettering, fitted, typeface
from cards.printing.papers import Template, template_for
from cards.printing.render import Pages, Slot, Slots
from cards.printing.sheets import dealt, foot, guides, places
from cards.rules.fit import Frame, Size

INK = (0.09, 0.102, 0.129)
SOFT = (0.29, 0.298, 0.322)
_PATCHES = ("#171a21", "#1b4b8a", "#97193a", "#7a5608")
_TEXT, _GOTHIC = ("Atkinson Hyperlegible Next", 400), ("League Gothic", 400)
_RULER = 40.0  # mm


@dataclass(frozen=True, slots=True)
class Laid:
    """One card to be laid down: which page of which source, and what is written on it here."""

    source: int
    page: int
    number: str
    slug: str
    step: int
    slug_left: float
    slug_right: float


@dataclass(frozen=True, slots=True)
class Sheets:
    """What is to be printed. `date` is the version's, as PDF writes it; `name` stands at the foot."""

    title: str
    name: str
    date: str
    paper: str
    frame: Frame
    size: Size
    is_draft: bool
    cards: tuple[Laid, ...]


def impose(wanted: Sheets, sources: list[bytes], pages: Pages) -> bytes:
    """The finished PDF."""
    template = template_for(wanted.paper)
    with pikepdf.new() as pdf:
        letters = Lettering(pdf)
        slots = pages.slots(wanted.frame, wanted.size)
        forms = _forms(pdf, wanted, sources)
        slips = _Slips(pdf, wanted, slots, pages)
        sheets = dealt(wanted.cards, template)
        for index, cards in enumerate(sheets):
            content = _Content(template, letters)
            for card, place in zip(cards, places(template), strict=False):
                content.card(forms, card, place.x / 100, place.y / 100)
                content.lettered(card, place.x / 100, place.y / 100, slots, slips)
            content.guides()
            content.foot(wanted, index + 1, len(sheets), slips)
            _add_page(pdf, template, content, letters)
        letters.finish()
        _describe(pdf, wanted)
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _forms(pdf: pikepdf.Pdf, wanted: Sheets, sources: list[bytes]) -> dict[tuple[int, int], tuple[str, Any]]:
    """Every different card page as a form XObject of the new file, under a short name."""
    opened = [pikepdf.open(io.BytesIO(source)) for source in sources]
    forms: dict[tuple[int, int], tuple[str, Any]] = {}
    for card in wanted.cards:
        key = (card.source, card.page)
        if key not in forms:
            form = _cut(opened[card.source].pages[card.page], template_for(wanted.paper))
            forms[key] = (f"/C{len(forms)}", pdf.copy_foreign(form))
    return forms


def _cut(page: pikepdf.Page, template: Template) -> Any:
    """The card at the top of a page, as a form XObject whose box is the card's."""
    _, _, width, height = (float(value) for value in page.mediabox)
    box = pikepdf.Array([0, round(height - template.card.height / 100 * PT, 4), width, height])
    page.mediabox = page.cropbox = page.trimbox = box
    return page.as_form_xobject()


class _Slips:
    """Lines with letters our own files lack, drawn by the page engine instead (one page a line)."""

    def __init__(self, pdf: pikepdf.Pdf, wanted: Sheets, slots: Slots, pages: Pages) -> None:
        lines: dict[str, Slot] = {}
        face = typeface(slots.slug.font, slots.slug.weight)
        for card in wanted.cards:
            if not face.covers(card.slug):
                lines[card.slug] = slots.slug
        if not typeface(*_TEXT).covers(wanted.name):
            lines[wanted.name] = Slot(0, 0, 0, 6.6, _TEXT[0], 400, 0.0, INK)
        self.forms: dict[str, tuple[str, Any]] = {}
        if not lines:
            return
        drawn, _ = pages.slips(list(lines.items()), wanted.size)
        source = pikepdf.open(io.BytesIO(drawn))
        for index, text in enumerate(lines):
            form = _cut(source.pages[index], template_for(wanted.paper))
            self.forms[text] = (f"/S{index}", pdf.copy_foreign(form))


class _Content:
    """The drawing operators of one sheet. Positions come in mm from the upper left."""

    def __init__(self, template: Template, letters: Lettering) -> None:
        self.template, self.letters = template, letters
        self.height = template.paper.height / 100
        self.operators: list[bytes] = []
        self.forms: dict[str, Any] = {}

    def card(self, forms: dict[tuple[int, int], tuple[str, Any]], card: Laid, x: float, y: float) -> None:
        name, form = forms[card.source, card.page]
        self.forms[name] = form
        self.operators.append(self._at(name, form, x, y))

    def lettered(self, card: Laid, x: float, y: float, slots: Slots, slips: _Slips) -> None:
        """The number and the line at the foot of a card, where card.css puts them."""
        number = slots.numbers[card.step - 1]
        if number and card.number:
            face = typeface(number.font, number.weight)
            digits = "".join(letter for letter in card.number if letter in face.glyphs)
            left = number.right - face.width(digits, number.pt, number.tracking)
            self.words(digits, number, x + left, y + number.baseline)
        if card.slug:
            slot = slots.slug
            left = slot.left + card.slug_left
            room = self.template.card.width / 100 - slot.left - left - card.slug_right
            self.line(card.slug, slot, x + left, y + slot.baseline, room, slips)

    def line(self, text: str, slot: Slot, x: float, y: float, room: float, slips: _Slips) -> None:
        """Words in a limited room: cut with "…", or as a slip behind a window of that width."""
        if text not in slips.forms:
            face = typeface(slot.font, slot.weight)
            self.words(fitted(text, face, slot.pt, room, slot.tracking), slot, x, y)
            return
        name, form = slips.forms[text]
        self.forms[name] = form
        top = y - 4 - slot.pt / PT * 0.8  # a slip begins 4 mm down, its baseline is about 0.8 of a line below
        window = f"{self.x(x)} {self.y(y + 1.2)} {room * PT:.3f} {(1.2 + slot.pt / PT) * PT:.3f} re W n"
        self.operators.append(f"q {window}\n".encode("ascii") + self._at(name, form, x, top) + b"Q\n")

    def _at(self, name: str, form: Any, x: float, y: float) -> bytes:
        """A form with the upper left corner of its box at x, y."""
        shift = (self.height - y) * PT - float(form.BBox[3])
        return f"q 1 0 0 1 {self.x(x)} {shift:.3f} cm {name} Do Q\n".encode("ascii")

    def words(self, text: str, slot: Slot, x: float, y: float) -> None:
        self.operators.append(
            self.letters.write(
                text, slot.font, slot.weight, slot.pt, x * PT, (self.height - y) * PT, slot.colour, slot.tracking
            )
        )

    def guides(self) -> None:
        """Cut guides, outside the trim."""
        lines = "".join(
            f"{self.x(g.x0 / 100)} {self.y(g.y0 / 100)} m {self.x(g.x1 / 100)} {self.y(g.y1 / 100)} l\n"
            for g in guides(self.template)
        )
        self.operators.append(f"q 0.4 w 0 0 0 RG\n{lines}S Q\n".encode("ascii"))

    def foot(self, wanted: Sheets, sheet: int, sheets: int, slips: _Slips) -> None:
        """Deck and version, which sheet of how many, and a ruler to check the scale."""
        place = foot(self.template)
        y = place.baseline / 100
        (x0, room), (x1, _), (x2, _) = ((x / 100, width / 100) for x, width in place.fields)
        slot = Slot(0, 0, 0, 6.6, *_TEXT, 0.0, INK)
        if wanted.is_draft:
            mark = Slot(0, 0, 0, 8.6, *_GOTHIC, 0.2, INK)
            self.words("DRAFT", mark, x0, y)
            indent = typeface(*_GOTHIC).width("DRAFT", 8.6, 0.2) + 2
            x0, room = x0 + indent, room - indent
        self.line(wanted.name, slot, x0, y, room, slips)
        self.words(f"Sheet {sheet} of {sheets}. Print at 100 %, not “fit to page”.", slot, x1, y)
        self._ruler(x2, y)
        if wanted.frame != "saver":
            self._patches(x2 + _RULER + 3.5, y)

    def _ruler(self, x: float, y: float) -> None:
        label = f"{_RULER:.0f} mm when printed at its true size"
        slot = Slot(0, 0, 0, 5.2, *_TEXT, 0.0, SOFT)
        wide = typeface(*_TEXT).width(label, slot.pt)
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


def _add_page(pdf: pikepdf.Pdf, template: Template, content: _Content, letters: Lettering) -> None:
    page = pdf.add_blank_page(
        page_size=(template.paper.width / 100 * PT, template.paper.height / 100 * PT),
    )
    page.Contents = pdf.make_stream(b"".join(content.operators))
    page.Resources = pikepdf.Dictionary(
        XObject=pikepdf.Dictionary(content.forms), Font=pikepdf.Dictionary(letters.font_objects())
    )


def _describe(pdf: pikepdf.Pdf, wanted: Sheets) -> None:
    """Title, a fixed date, and the wish that viewers print at 100 %."""
    pdf.docinfo["/Title"] = wanted.title
    pdf.docinfo["/Creator"] = "Carte Blanche"
    pdf.docinfo["/CreationDate"] = wanted.date
    pdf.docinfo["/ModDate"] = wanted.date
    pdf.Root.ViewerPreferences = pikepdf.Dictionary(
        PrintScaling=pikepdf.Name("/None"), DisplayDocTitle=True, PickTrayByPDFSize=True
    )
    pdf.Root.Lang = "en"
