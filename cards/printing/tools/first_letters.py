"""The letters that nearly every page has, in files of their own: what a first visit waits for is small.

Beside the whole file of a style of ours, which the press reads, the screen has two: `<stem>.1` with the first letters
and `<stem>.2` with all others. Upright Besley and Atkinson have their first letters in one file for all weights, a
variable font that each rule of `fonts.css` asks for its own weight: the same outlines, less than half of the bytes.

Made by `typefaces.py`, which knows the styles.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

# ASCII and what stands around words in English: a space that does not break, § © « · » × – — ‘ ’ “ ” … −.
FIRST = frozenset({
    0x00, 0x0D, *range(0x20, 0x7F), 0xA0, 0xA7, 0xA9, 0xAB, 0xB7, 0xBB, 0xD7, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C,
    0x201D, 0x2026, 0x2212,
})  # fmt: skip
# How letters are set on our pages. Fractions and numerals that nothing asks for would only weigh.
_SETTING = ["calt", "ccmp", "kern", "liga", "locl", "mark", "mkmk", "tnum"]


def cut(whole: Path, letters: Iterable[int], to: Path) -> None:
    """A file with these letters of another one, in the form that is smallest on the line."""
    with TTFont(whole, recalcTimestamp=False) as font:
        _cut(font, letters, to)


def cut_of_all_weights(variable: Path, weights: tuple[int, int], letters: Iterable[int], to: Path) -> None:
    """The same from a variable font, of which only the weights between these two stay."""
    with TTFont(variable, recalcTimestamp=False) as font:
        narrowed = BytesIO()
        font.flavor = None
        instancer.instantiateVariableFont(font, {"wght": weights}).save(narrowed)
    narrowed.seek(0)
    with TTFont(narrowed, recalcTimestamp=False) as font:
        _cut(font, letters, to)


def _cut(font: TTFont, letters: Iterable[int], to: Path) -> None:
    chosen = subset.Subsetter(subset.Options(layout_features=_SETTING, hinting=False, notdef_outline=True))
    chosen.populate(unicodes=sorted({*letters, 0x20}))
    chosen.subset(font)
    font.flavor, font.flavorData = "woff2", None
    font.save(to)
