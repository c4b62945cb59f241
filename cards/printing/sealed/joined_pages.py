"""Pages as large as the paper put before and behind the sheets of one file."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import islice
from string import ascii_uppercase

import pikepdf

from cards.printing.sealed.extra_pages import draw_extra_pages
from cards.printing.sealed.render import CardRenderer
from cards.printing.sealed.sheet_values import SheetSpec
from cards.printing.shared.extra_pages import ExtraPage

_OTHER = str.maketrans(ascii_uppercase, ascii_uppercase[1:] + ascii_uppercase[0])


def with_pages(
    pdf: bytes,
    before: Sequence[ExtraPage],
    after: Sequence[ExtraPage],
    renderer: CardRenderer,
    wanted: SheetSpec,
) -> bytes:
    """The file of those sheets with these pages as well; the fonts of the pages are in it once.

    Where sheets have backs behind them, each thing begins on a front: behind one of an odd number of pages a blank one
    keeps the fronts in front.
    """
    sides = wanted.sides()
    sheets = len({side.number for side in sides})
    drawn = draw_extra_pages((*before, *after), renderer, wanted.layout, sheets)
    with pikepdf.open(io.BytesIO(pdf)) as file, pikepdf.open(io.BytesIO(drawn.pdf)) as extra:
        _rename_fonts(extra)
        is_duplex = wanted.finish.backing == "duplex" and any(side.is_back for side in sides)
        pages, at = zip(extra.pages, drawn.names, strict=True), 0
        marks: list[tuple[int, str]] = []
        for index, count in enumerate(drawn.counts):
            if index == len(before):
                at = len(file.pages)
            for page, name in islice(pages, count):
                file.pages.insert(at, page)
                marks.append((at, name))
                at += 1
            if is_duplex and count % 2:
                file.pages.insert(at, _blank(file, file.pages[at - 1]))
                at += 1
        _mark(file, marks, sum(drawn.counts[: len(before)]))
        out = io.BytesIO()
        file.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _rename_fonts(extra: pikepdf.Pdf) -> None:
    """Other names for the fonts of these pages: the page engine calls parts of one font alike in every file, and
    printers that know a font by its name would take the letters of the sheets from there."""
    for thing in extra.objects:
        for key in ("/BaseFont", "/FontName") if isinstance(thing, pikepdf.Dictionary) else ():
            tag, plus, name = str(thing.get(key, "")).partition("+")
            if plus:
                thing[key] = pikepdf.Name(f"{tag.translate(_OTHER)}+{name}")


def _mark(file: pikepdf.Pdf, marks: Sequence[tuple[int, str]], before: int) -> None:
    """Bookmarks for the pages that came, those before the sheets first."""
    items = [pikepdf.OutlineItem(name, page) for page, name in marks]
    with file.open_outline() as outline:
        outline.root[:] = [*items[:before], *outline.root, *items[before:]]


def _blank(file: pikepdf.Pdf, like: pikepdf.Page) -> pikepdf.Page:
    """A page with nothing on it, as large as that one."""
    return pikepdf.Page(
        file.make_indirect(
            pikepdf.Dictionary(Type=pikepdf.Name.Page, MediaBox=like.mediabox, Resources=pikepdf.Dictionary())
        )
    )
