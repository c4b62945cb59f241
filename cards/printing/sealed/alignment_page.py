"""The page to measure a printer by: crosses on its front, and behind them combs that say which numbers to type in."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from cards.printing.geometry.alignment import (
    LABEL_PT,
    LINE,
    WORDS_ABOVE,
    WORDS_BESIDE,
    WORDS_PT,
    WORDS_WIDE,
    AlignmentSide,
    alignment_back,
    alignment_front,
)
from cards.printing.geometry.papers import Paper
from cards.printing.geometry.sheets import Guide
from cards.printing.sealed.lettering import embedded_font
from cards.printing.sealed.sheet_drawing import INK, LEVEL, SheetContent
from cards.printing.sealed.sheet_values import DrawnSheet, SheetSpec
from cards.printing.sealed.slots import LayerSlot

TEST_PAGES = 2
_FONT = ("Atkinson Hyperlegible Next", 400)
_LABEL, _WORDS = (LayerSlot(0, 0, 0, pt, *_FONT, 0.0, INK) for pt in (LABEL_PT, WORDS_PT))


def draw_test_pages(wanted: SheetSpec) -> list[DrawnSheet]:
    """Front and back, on the paper of the sheets as it lies."""
    paper = wanted.layout.paper
    return [_drawn(wanted, side) for side in (alignment_front(paper), alignment_back(paper, wanted.finish.offset))]


def _drawn(wanted: SheetSpec, shown: AlignmentSide) -> DrawnSheet:
    side = SheetContent(wanted.layout)
    _strokes(side, shown.lines, 0.5)
    _strokes(side, (tick.line for tick in (*shown.across, *shown.down)), 0.35)
    _labels(side, shown)
    _strokes(side, shown.now, 1.2)
    _write(side, wanted.layout.paper, shown.words)
    return DrawnSheet(zlib.compress(b"".join(side.operators), LEVEL), side.letters.used, {})


def _labels(side: SheetContent, shown: AlignmentSide) -> None:
    """The numbers above one comb and beside the other."""
    face = embedded_font(*_FONT)
    for tick in shown.across:
        wide = face.width(tick.label, _LABEL.pt)
        side.words(tick.label, _LABEL, tick.line.x1 / 100 - wide / 2, tick.line.y1 / 100 - 0.8)
    for tick in shown.down:
        wide = face.width(tick.label, _LABEL.pt)
        side.words(tick.label, _LABEL, tick.line.x1 / 100 - wide - 0.8, tick.line.y1 / 100 + 1.1)


def _strokes(side: SheetContent, lines: Iterable[Guide], wide: float) -> None:
    path = "".join(
        f"{side.x(line.x0 / 100)} {side.y(line.y0 / 100)} m {side.x(line.x1 / 100)} {side.y(line.y1 / 100)} l\n"
        for line in lines
    )
    if path:
        side.operators.append(f"q {wide:g} w 0 0 0 RG\n{path}S Q\n".encode("ascii"))


def _write(side: SheetContent, paper: Paper, sentences: Iterable[str]) -> None:
    """Above the middle, each in as many lines as the paper needs."""
    face = embedded_font(*_FONT)
    room = min(paper.width - 2 * WORDS_BESIDE, WORDS_WIDE) / 100
    y = (paper.height / 2 - WORDS_ABOVE) / 100
    for sentence in sentences:
        line = ""
        for word in [*sentence.split(" "), ""]:
            longer = f"{line} {word}".lstrip()
            if word and face.width(longer, _WORDS.pt) <= room:
                line = longer
                continue
            side.words(line, _WORDS, (paper.width / 100 - face.width(line, _WORDS.pt)) / 2, y)
            line, y = word, y + LINE / 100
