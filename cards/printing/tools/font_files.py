"""Font files as such: which letters one has, the form the press opens at once, and a box for what is missing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pathlib import Path

from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.woff2 import WOFF2FlavorData


@cache
def letters_of(path: Path) -> frozenset[int]:
    """The letters a font file has a form for, by their code points."""
    with TTFont(path, lazy=True) as font:
        return frozenset(font.getBestCmap())


def as_ranges(letters: Iterable[int]) -> list[tuple[int, int]]:
    """Code points as runs from first to last."""
    runs: list[tuple[int, int]] = []
    for code in sorted(letters):
        if runs and runs[-1][1] == code - 1:
            runs[-1] = (runs[-1][0], code)
        else:
            runs.append((code, code))
    return runs


def save_plain(font: TTFont, path: Path) -> None:
    """In the form the press opens at once."""
    with BytesIO() as first:
        font.save(first)
        font = TTFont(first, recalcTimestamp=False)
        font.flavorData = WOFF2FlavorData(transformedTables=set())
        font.save(path)


def box_what_is_missing(font: TTFont) -> bool:
    """Where a font draws nothing for a letter it lacks, a box: a title in a script that no font has must not vanish."""
    name, high = font.getGlyphOrder()[0], font["head"].unitsPerEm * 7 // 10
    if font["glyf"][name].numberOfContours:
        return False
    pen, thick, wide = TTGlyphPen(None), high // 14, high * 8 // 10
    for inset, turn in ((0, 1), (thick, -1)):
        left, right, low, top = inset + thick, wide + thick - inset, inset, high - inset
        corners = [(left, low), (left, top), (right, top), (right, low)][::turn]
        pen.moveTo(corners[0])
        for corner in corners[1:]:
            pen.lineTo(corner)
        pen.closePath()
    font["glyf"][name] = pen.glyph()
    font["glyf"][name].recalcBounds(font["glyf"])
    font["hmtx"][name] = (wide + 2 * thick, thick)
    return True


def open_at_once(path: Path) -> None:
    """A file that keeps its letters, brought into the form the press opens at once."""
    with TTFont(path, recalcTimestamp=False) as font:
        font.flavorData = None
        box_what_is_missing(font)
        if not is_plain(path):
            save_plain(font, path)


def is_plain(path: Path) -> bool:
    """Whether the outlines are in the form the press opens at once."""
    with TTFont(path, lazy=True) as font:
        return not font.reader.tables["glyf"].transformed
