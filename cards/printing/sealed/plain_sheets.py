"""Sheets made into one PDF, the plain way: a card is a page of the engine cut at its trim, and lies on its sheet as a
form, with the fonts that the engine gave it. To be read first.

`joined/sheets.py` makes sheets that look and read the same, in less time and of fewer bytes. What cannot be done there
is done here, and what came out of there otherwise than the deck says (`queue/plain.py`).
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pikepdf

from cards.printing.geometry.sheets import CardPlace
from cards.printing.geometry.sides import SheetSide
from cards.printing.sealed.alignment_page import TEST_PAGES, draw_test_pages
from cards.printing.sealed.file_properties import add_boxes, describe, outline
from cards.printing.sealed.font_embedding import embed, stream
from cards.printing.sealed.lettering import PT, Letters, letter_fonts
from cards.printing.sealed.render import CardRenderer
from cards.printing.sealed.sheet_drawing import ForeignLines, cut, draw_sheet
from cards.printing.sealed.sheet_values import DrawnSheet, PlacedCard, SheetCard, SheetSpec, shown_of


def laid_plainly(wanted: SheetSpec, packed: Sequence[bytes], renderer: CardRenderer) -> bytes:
    """The finished PDF. `packed` are the documents with the pages of all cards, deflated as a whole."""
    documents = [pikepdf.open(io.BytesIO(zlib.decompress(one))) for one in packed]
    sides = wanted.sides()
    slots = renderer.slots(wanted.frame, wanted.size)
    foreign = ForeignLines(wanted, slots, renderer)
    count = max((side.number for side in sides), default=0)

    def placed(card: SheetCard, place: CardPlace) -> PlacedCard:
        _, box = cut(documents[card.batch].pages[card.page], wanted.drawn_height)
        shown = shown_of(wanted, place, box, is_back=wanted.is_back(card))
        return PlacedCard(card, place, shown, (str(card.batch), card.page), box, None)

    def drawn(side: SheetSide[SheetCard]) -> DrawnSheet:
        cards = [placed(card, place) for card, place in side.laid]
        return draw_sheet(wanted, side, cards, count, slots, foreign)

    def form(name: tuple[str, int] | str) -> Any:
        if isinstance(name, str):
            return foreign.form(name)
        batch, page = name
        return documents[int(batch)].pages[page].as_form_xobject()

    sheets = [*tests_of(wanted), *map(drawn, sides)]
    with pikepdf.new() as pdf:
        fonts = {f"/{name}": embed(pdf, font) for name, font in letter_fonts(letters_of(sheets)).items()}
        add_pages(pdf, wanted, sheets, {"/Font": pikepdf.Dictionary(fonts)}, lambda name: pdf.copy_foreign(form(name)))
        return written(pdf, wanted, sides)


# --- what the fast way does like this too -----------------------------------------------------------------------------


def tests_of(wanted: SheetSpec) -> list[DrawnSheet]:
    """The test page before the sheets, both of its sides, where it is wanted."""
    return draw_test_pages(wanted) if wanted.finish.has_test_page else []


def letters_of(sheets: Sequence[DrawnSheet]) -> Letters:
    """What the sheets themselves write: numbers, lines at the foot."""
    found: Letters = {}
    for sheet in sheets:
        for key, letters in sheet.letters.items():
            found.setdefault(key, {}).update(letters)
    return found


def add_pages(
    pdf: pikepdf.Pdf,
    wanted: SheetSpec,
    sheets: Sequence[DrawnSheet],
    shared: Mapping[str, Any],
    form: Callable[[tuple[str, int] | str], Any],
) -> None:
    """A page for each sheet, in order. `shared` is what all of them use; a form is made once, of its name."""
    paper = wanted.layout.paper
    forms: dict[tuple[str, int] | str, Any] = {}
    common = pdf.make_indirect(pikepdf.Dictionary(dict(shared)))
    for sheet in sheets:
        for name in sheet.forms.values():
            if name not in forms:
                forms[name] = form(name)
        page = pdf.add_blank_page(page_size=(paper.width / 100 * PT, paper.height / 100 * PT))
        add_boxes(page, wanted.layout)
        page.Contents = stream(pdf, sheet.content)
        page.Resources = common
        if sheet.forms:
            here = pikepdf.Dictionary({f"/{short}": forms[name] for short, name in sheet.forms.items()})
            page.Resources = pikepdf.Dictionary({**shared, "/XObject": here})


def written(pdf: pikepdf.Pdf, wanted: SheetSpec, sides: Sequence[SheetSide[SheetCard]]) -> bytes:
    """The file with all that it tells of itself. The same is the same bytes."""
    describe(pdf, wanted)
    outline(pdf, sides, TEST_PAGES if wanted.finish.has_test_page else 0)
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()
