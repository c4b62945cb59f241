"""Sheets made into one PDF, the fast way.

Runs in the sealed process. A card that is on one sheet only is written straight into that sheet, so that
neighbours are compressed together; one that is on several is a form XObject, in the file once. The fonts of
all batches are joined into one of just the glyphs this file shows. What a process has done before changes no
byte: it only remembers sheets, so that one that is laid as it was is not compressed again.
"""

from __future__ import annotations

import dataclasses
import zlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import pikepdf

from cards.printing.geometry.sheets import CardPlace
from cards.printing.geometry.sides import SheetSide
from cards.printing.sealed.font_embedding import embed, stream
from cards.printing.sealed.joined.batches import Batch, BatchFont, PageContent, joined, opened
from cards.printing.sealed.joined.pdf_resources import Belongings
from cards.printing.sealed.lettering import letter_fonts
from cards.printing.sealed.plain_sheets import add_pages, letters_of, tests_of, written
from cards.printing.sealed.recent import Recent
from cards.printing.sealed.render import CardRenderer
from cards.printing.sealed.sheet_drawing import LEVEL, ForeignLines, draw_sheet
from cards.printing.sealed.sheet_values import Box, DrawnSheet, PlacedCard, SheetCard, SheetSpec, shown_of


class Apart(Exception):
    """A card shows a font that cannot be joined: what such a font holds depends on what else was drawn with it."""


def laid_joined(wanted: SheetSpec, packed: Sequence[bytes], renderer: CardRenderer) -> bytes:
    """The finished PDF of card pages out of so many batches. Raises Apart when it can be laid plainly alone."""
    batches = [opened(one) for one in packed]
    if not all(batches[card.batch].is_joinable(card.page) for card in (*wanted.cards, *wanted.backs)):
        raise Apart
    slots = renderer.slots(wanted.frame, wanted.size)
    foreign = ForeignLines(wanted, slots, renderer)
    sides = wanted.sides()
    placed = _placed(wanted, sides, batches)
    count = max((side.number for side in sides), default=0)
    manner = dataclasses.replace(wanted, title="", date="", cards=(), backs=(), author="", keywords=(), licence="")

    def drawn(side: SheetSide[SheetCard], cards: list[PlacedCard]) -> DrawnSheet:
        shown = tuple((one.card, one.place, one.shown, one.name, one.operators is None) for one in cards)
        key = (manner, side.number, side.is_back, count, shown)
        return _sheets.get(key, lambda: draw_sheet(wanted, side, cards, count, slots, foreign))

    sheets = [*tests_of(wanted), *(drawn(side, cards) for side, cards in zip(sides, placed, strict=True))]
    with pikepdf.new() as pdf:
        everything = {one.name: one.box for cards in placed for one in cards}
        joining = _Joining(pdf, batches, everything, sheets)

        def form(name: tuple[str, int] | str) -> Any:
            return pdf.copy_foreign(foreign.form(name)) if isinstance(name, str) else joining.form(name)

        add_pages(pdf, wanted, sheets, joining.shared, form)
        return written(pdf, wanted, sides)


def _placed(
    wanted: SheetSpec, sides: Sequence[SheetSide[SheetCard]], batches: Sequence[Batch]
) -> list[list[PlacedCard]]:
    """The cards side by side, each as a form or as operators of its side."""
    on: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for index, side in enumerate(sides):
        for card, _ in side.laid:
            on[card.batch, card.page].add(index)

    def placed(card: SheetCard, place: CardPlace) -> PlacedCard:
        batch = batches[card.batch]
        piece = batch.piece(card.page)
        is_alone = piece.is_plain and len(on[card.batch, card.page]) == 1
        box = batch.box(card.page, wanted.drawn_height)
        shown = shown_of(wanted, place, box, is_back=wanted.is_back(card))
        card_alone = dataclasses.replace(card, batch=0, page=0, face=0, part=0, back=-1)
        name = (batch.digest, card.page)
        return PlacedCard(card_alone, place, shown, name, box, piece.content if is_alone else None)

    return [[placed(card, place) for card, place in side.laid] for side in sides]


class _Joining:
    """The objects that the pages of one PDF share: fonts, opacities, cards that are on several sheets."""

    def __init__(
        self,
        pdf: pikepdf.Pdf,
        batches: Sequence[Batch],
        everything: dict[tuple[str, int], Box],
        sheets: Sequence[DrawnSheet],
    ) -> None:
        self._pdf, self._everything = pdf, everything
        self._batches = {batch.digest: batch for batch in batches}
        self._belongings = Belongings(pdf)
        self._fonts = self._embedded(sheets)
        self.shared = {
            "/Font": pikepdf.Dictionary({f"/{name}": font for name, font in self._fonts.items()}),
            "/ExtGState": self._states(),
        }
        self._common = pdf.make_indirect(pikepdf.Dictionary(self.shared))

    def _embedded(self, sheets: Sequence[DrawnSheet]) -> dict[str, Any]:
        used: defaultdict[str, dict[str, tuple[BatchFont, frozenset[int]]]] = defaultdict(dict)
        for digest, page in self._everything:
            batch = self._batches[digest]
            for name, glyphs in batch.piece(page).glyphs.items():
                if name in batch.fonts:
                    _, known = used[name].get(digest, (None, frozenset()))
                    used[name][digest] = (batch.fonts[name], known | glyphs)
        fonts = {name: joined(found) for name, found in sorted(used.items())} | letter_fonts(letters_of(sheets))
        return {name: embed(self._pdf, font) for name, font in fonts.items()}

    def _states(self) -> pikepdf.Dictionary:
        """The opacities that are used; their names say their values."""
        found: dict[str, tuple[str, float]] = {}
        for digest, page in self._everything:
            found |= self._batches[digest].piece(page).states
        return pikepdf.Dictionary(
            {f"/{name}": pikepdf.Dictionary({key: value}) for name, (key, value) in sorted(found.items())}
        )

    def form(self, name: tuple[str, int]) -> Any:
        """A card as a form XObject whose box is the card's."""
        batch, page = self._batches[name[0]], name[1]
        piece = batch.piece(page)
        return stream(
            self._pdf,
            _forms.get(name, lambda: zlib.compress(piece.content, LEVEL)),
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Form,
            BBox=pikepdf.Array(self._everything[name]),
            Resources=self._common if piece.is_plain else self._resources(batch, page, piece),
        )

    def _resources(self, batch: Batch, page: int, piece: PageContent) -> pikepdf.Dictionary:
        """What a page that is not plain needs of its batch, and no more."""
        needed = pikepdf.Dictionary()
        for kind, things in batch.resources(page).items():
            chosen = pikepdf.Dictionary()
            for name, thing in things.items():
                if name[1:] not in piece.names:
                    continue
                if kind == "/Font" and name[1:] in self._fonts:
                    chosen[name] = self._fonts[name[1:]]
                else:
                    chosen["/" + piece.aliases.get(name[1:], name[1:])] = self._belongings.brought(thing)
            if len(chosen):
                needed[kind] = chosen
        return needed


_sheets: Recent[Any, DrawnSheet] = Recent(8 * 1024 * 1024, lambda sheet: len(sheet.content))
_forms: Recent[tuple[str, int], bytes] = Recent(4 * 1024 * 1024, len)
