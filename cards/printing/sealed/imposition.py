"""Sheets made into one PDF.

Runs in the sealed process. A card that is on one sheet only is written straight into that sheet, so that
neighbours are compressed together; one that is on several is a form XObject, in the file once. The fonts of
all batches are joined into one of just the glyphs this file shows. What a process has done before changes no
byte: it only remembers sheets, so that one that is laid as it was is not compressed again.
"""

from __future__ import annotations

import dataclasses
import io
import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import pikepdf

from cards.printing.geometry.sheets import CardPlace
from cards.printing.geometry.sides import SheetSide
from cards.printing.sealed.alignment_page import draw_test_pages
from cards.printing.sealed.batches import Batch, BatchFont, PageContent, joined, opened
from cards.printing.sealed.file_properties import add_boxes, describe, outline
from cards.printing.sealed.font_embedding import embed, stream
from cards.printing.sealed.lettering import PT, Letters, letter_fonts
from cards.printing.sealed.pdf_resources import Belongings
from cards.printing.sealed.recent import Recent
from cards.printing.sealed.render import CardRenderer
from cards.printing.sealed.sheet_drawing import LEVEL, ForeignLines, draw_sheet
from cards.printing.sealed.sheet_values import DrawnSheet, PlacedCard, SheetCard, SheetSpec, shown_of


class Apart(Exception):
    """A card shows a font that cannot be joined: what such a font holds depends on what else was drawn with it."""


def impose(wanted: SheetSpec, packed: list[bytes], renderer: CardRenderer, *, is_plain: bool = False) -> bytes:
    """The finished PDF. Plainly: every card a form of its own, with what the page engine gave it, nothing joined.

    Raises Apart when that is the only way.
    """
    batches = [opened(one) for one in packed]
    everything = (*wanted.cards, *wanted.backs)
    if not is_plain and not all(batches[card.batch].is_joinable(card.page) for card in everything):
        raise Apart
    slots = renderer.slots(wanted.frame, wanted.size)
    foreign = ForeignLines(wanted, slots, renderer)
    sides = wanted.sides()
    placed = _placed(wanted, sides, batches, is_plain=is_plain)
    count = max((side.number for side in sides), default=0)
    manner = dataclasses.replace(wanted, title="", date="", cards=(), backs=(), author="", keywords=(), licence="")

    def drawn(side: SheetSide[SheetCard], cards: list[PlacedCard]) -> DrawnSheet:
        shown = tuple((one.card, one.place, one.shown, one.name, one.piece is None) for one in cards)
        key = (manner, side.number, side.is_back, count, shown)
        return _sheets.get(key, lambda: draw_sheet(wanted, side, cards, count, slots, foreign))

    tests = draw_test_pages(wanted) if wanted.finish.has_test_page else []
    sheets = [drawn(side, cards) for side, cards in zip(sides, placed, strict=True)]
    with pikepdf.new() as pdf:
        _File(pdf, wanted, batches, is_plain=is_plain).add([*tests, *sheets], placed, foreign)
        describe(pdf, wanted)
        outline(pdf, sides, len(tests))
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _placed(
    wanted: SheetSpec, sides: Sequence[SheetSide[SheetCard]], batches: list[Batch], *, is_plain: bool
) -> list[list[PlacedCard]]:
    """The cards side by side, each as a form or as a piece of its side."""
    height = (wanted.layout.card.height + 2 * wanted.bleed) / 100 * PT
    on: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for index, side in enumerate(sides):
        for card, _ in side.laid:
            on[card.batch, card.page].add(index)
    backs = {(card.batch, card.page) for card in wanted.backs}

    def placed(card: SheetCard, place: CardPlace) -> PlacedCard:
        batch = batches[card.batch]
        piece: PageContent | None = None
        if len(on[card.batch, card.page]) == 1 and not is_plain:
            found = batch.piece(card.page)
            if found.is_plain:
                piece = found
        box = batch.box(card.page, height)
        card_alone = dataclasses.replace(card, batch=0, page=0, face=0, part=0, back=-1)
        shown = shown_of(wanted, place, box, is_back=(card.batch, card.page) in backs)
        return PlacedCard(card_alone, place, shown, (batch.digest, card.page), box, piece)

    return [[placed(card, place) for card, place in side.laid] for side in sides]


class _File:
    """The objects that the pages of one PDF share: fonts, opacities, cards that are on several sheets."""

    def __init__(self, pdf: pikepdf.Pdf, wanted: SheetSpec, batches: list[Batch], *, is_plain: bool) -> None:
        self.pdf, self.layout, self.is_plain = pdf, wanted.layout, is_plain
        self.batches = {batch.digest: batch for batch in batches}
        self.fonts: dict[str, Any] = {}
        self.shared: Any = None
        self.belongings = Belongings(pdf)

    def add(self, sheets: list[DrawnSheet], placed: list[list[PlacedCard]], foreign: ForeignLines) -> None:
        """All pages, in order."""
        everything = {one.name: one.box for cards in placed for one in cards}
        self._add_fonts(everything, sheets)
        self.shared = self.pdf.make_indirect(
            pikepdf.Dictionary(
                Font=pikepdf.Dictionary({f"/{name}": font for name, font in self.fonts.items()}),
                ExtGState=self._states(everything),
            )
        )
        forms: dict[Any, Any] = {}
        for sheet in sheets:
            for wanted in sheet.forms.values():
                if wanted not in forms:
                    forms[wanted] = (
                        self.pdf.copy_foreign(foreign.form(wanted))
                        if isinstance(wanted, str)
                        else self._form(wanted, everything[wanted])
                    )
            self._add_page(sheet, {f"/{name}": forms[wanted] for name, wanted in sheet.forms.items()})

    def _add_fonts(self, everything: Iterable[tuple[str, int]], sheets: list[DrawnSheet]) -> None:
        used: defaultdict[str, dict[str, tuple[BatchFont, frozenset[int]]]] = defaultdict(dict)
        for digest, page in () if self.is_plain else everything:
            batch = self.batches[digest]
            for name, glyphs in batch.piece(page).glyphs.items():
                if name in batch.fonts:
                    _, known = used[name].get(digest, (None, frozenset()))
                    used[name][digest] = (batch.fonts[name], known | glyphs)
        letters: Letters = {}
        for sheet in sheets:
            for key, found in sheet.letters.items():
                letters.setdefault(key, {}).update(found)
        fonts = {name: joined(found) for name, found in sorted(used.items())} | letter_fonts(letters)
        self.fonts = {name: embed(self.pdf, font) for name, font in fonts.items()}

    def _states(self, everything: Iterable[tuple[str, int]]) -> pikepdf.Dictionary:
        """The opacities that are used; their names say their values."""
        found: dict[str, tuple[str, float]] = {}
        for digest, page in everything:
            found |= self.batches[digest].piece(page).states
        return pikepdf.Dictionary(
            {f"/{name}": pikepdf.Dictionary({key: value}) for name, (key, value) in sorted(found.items())}
        )

    def _form(self, name: tuple[str, int], box: tuple[float, float, float, float]) -> Any:
        """A card as a form XObject whose box is the card's."""
        batch, page = self.batches[name[0]], name[1]
        piece = batch.piece(page)
        return stream(
            self.pdf,
            _forms.get(name, lambda: zlib.compress(piece.content, LEVEL)),
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Form,
            BBox=pikepdf.Array(box),
            Resources=self.shared if piece.is_plain and not self.is_plain else self._resources(batch, page, piece),
        )

    def _resources(self, batch: Batch, page: int, piece: PageContent) -> pikepdf.Dictionary:
        """What a page that is not plain needs of its batch, and no more."""
        needed = pikepdf.Dictionary()
        for kind, things in batch.resources(page).items():
            chosen = pikepdf.Dictionary()
            for name, thing in things.items():
                if name[1:] not in piece.names:
                    continue
                if kind == "/Font" and name[1:] in self.fonts:
                    chosen[name] = self.fonts[name[1:]]
                else:
                    chosen["/" + piece.aliases.get(name[1:], name[1:])] = self.belongings.brought(thing)
            if len(chosen):
                needed[kind] = chosen
        return needed

    def _add_page(self, sheet: DrawnSheet, forms: dict[str, Any]) -> None:
        paper = self.layout.paper
        page = self.pdf.add_blank_page(page_size=(paper.width / 100 * PT, paper.height / 100 * PT))
        add_boxes(page, self.layout)
        page.Contents = stream(self.pdf, sheet.content)
        page.Resources = self.shared
        if forms:
            page.Resources = pikepdf.Dictionary(
                Font=self.shared.Font, ExtGState=self.shared.ExtGState, XObject=pikepdf.Dictionary(forms)
            )


_sheets: Recent[Any, DrawnSheet] = Recent(8 * 1024 * 1024, lambda sheet: len(sheet.content))
_forms: Recent[tuple[str, int], bytes] = Recent(4 * 1024 * 1024, len)
