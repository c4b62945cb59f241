"""Sheets and the pages beside them in one file: their order, their fonts, their backs."""

from __future__ import annotations

import io
from collections import Counter

import pikepdf

from cards.printing.geometry.layouts import layout_for
from tests.print.beside import WANTED
from tests.print.conftest import words_of


def joined(sheets: bytes, renderer, *, has_backs: bool = False) -> bytes:  # type: ignore[no-untyped-def]
    from cards.printing.sealed.joined_pages import with_pages
    from cards.printing.sealed.sheet_values import SheetCard, SheetSpec

    count = len(words_of(sheets)) // (2 if has_backs else 1)
    card = SheetCard(0, 0, "1", "", 0, 0.0, 0.0, back=0 if has_backs else -1)
    backs = (SheetCard(0, 0, "", "", 0, 0.0, 0.0),)
    wanted = SheetSpec("", "", "", layout_for("a4", "poker"), "press", False, (card,) * (9 * count), backs=backs)
    return with_pages(sheets, WANTED[:1], WANTED[2:], renderer, wanted)


def test_pages_stand_before_and_behind_the_sheets_and_the_cover_counts_them(sheets: bytes, renderer) -> None:  # type: ignore[no-untyped-def]
    pdf = joined(sheets, renderer)
    bare, words = words_of(sheets), words_of(pdf)
    assert len(words) == 1 + len(bare) + 2
    assert "Actual size" in words[0] and f"Then {len(bare)} sheets of cards" in " ".join(words[0].split())
    assert words[1:-2] == bare, "no sheet has changed"
    assert "ROSETTE" in words[-2].upper() and "60 cards" in words[-1]
    with pikepdf.open(io.BytesIO(pdf)) as file:
        fonts = Counter(
            str(thing.FontName)
            for thing in file.objects
            if isinstance(thing, pikepdf.Dictionary) and "/FontFile2" in thing
        )
    assert max(fonts.values()) == 1, "of a typeface the cards have a part and the pages another, each by its own name"
    assert joined(sheets, renderer) == pdf, "made anew it is the same bytes"


def test_printed_on_both_sides_every_page_beside_the_sheets_has_a_blank_back(sheets: bytes, renderer) -> None:  # type: ignore[no-untyped-def]
    """As if every second sheet of the file were the back of the one before."""
    words, bare = words_of(joined(sheets, renderer, has_backs=True)), words_of(sheets)
    assert len(words) == 2 + len(bare) + 4
    assert words[1] == "" and words[2] == bare[0] and words[-1] == words[-3] == ""
