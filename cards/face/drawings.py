"""The drawings of a deck's own symbols and marks, as SVG. A drawing's name is all that decides it, so it never changes.

    "<shape or bare>.<rrggbb, line or white>.<i-icon, l-code points of letters, or none>"

`line` is the ink saver's: one black, the shape as an outline; `white` is for a mark on a coloured tab. Nothing here
needs a font: letters are outlines.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from cards.face.colour import readable, written_on

LETTERS_MAX = 2
CAPITAL = 668  # how high a capital is, in thousandths of an em
NAME_MAX = 60  # characters of a drawing's name

_NAME = re.compile(r"([a-z]{1,10})\.([0-9a-f]{6}|line|white)\.(none|i-[a-z-]{1,20}|l-[0-9a-f]{1,6}(?:-[0-9a-f]{1,6})?)")
LINE, ON_TAB = "line", "white"
_INKS = {LINE: "#000000", ON_TAB: "#ffffff"}
_BOX = 32
# Outlines in a square of 32, and the side of the square in the middle that holds a figure, and how far down it sits.
_SHAPES: dict[str, tuple[str, float, float]] = {
    "round": ("M16 1.5a14.5 14.5 0 1 1 0 29a14.5 14.5 0 1 1 0-29z", 19.5, 0.0),
    "square": ("M2.5 2.5h27v27h-27z", 21.5, 0.0),
    "diamond": ("M16 1L31 16L16 31L1 16z", 15.5, 0.0),
    "triangle": ("M16 2.5L30.8 29.5H1.2z", 13.0, 4.5),
    "hexagon": ("M8.2 2.5h15.6L31.4 16L23.8 29.5H8.2L.6 16z", 20.0, 0.0),
    "octagon": ("M10.2 2h11.6L30 10.2v11.6L21.8 30H10.2L2 21.8V10.2z", 20.5, 0.0),
    "shield": (
        "M16 1.5C20 4 25 5 29 5v11c0 7.5-5.5 12.5-13 15c-7.5-2.5-13-7.5-13-15V5c4 0 9-1 13-3.5z",
        17.5,
        -1.0,
    ),
    "star": (
        "M16 .8l4.7 10.2l11.1 1.3l-8.2 7.6l2.2 11l-9.8-5.5l-9.8 5.5l2.2-11l-8.2-7.6l11.1-1.3z",
        12.5,
        1.2,
    ),
}
SHAPES = tuple(_SHAPES)


@lru_cache(maxsize=1)
def _figures() -> dict[str, Any]:
    """{"icons": {name: path in a square of 256}, "letters": {letter: [advance in 1/1000 em, path]}}, by figures.py."""
    found: dict[str, Any] = json.loads(Path(__file__).with_name("figures.json").read_text(encoding="ascii"))
    return found


def icon_names() -> tuple[str, ...]:
    return tuple(_figures()["icons"])


def has_letters(letters: str) -> bool:
    """Whether these can be drawn."""
    return 1 <= len(letters) <= LETTERS_MAX and all(letter in _figures()["letters"] for letter in letters)


@lru_cache(maxsize=2048)
def drawing(name: str) -> str | None:
    """The SVG of that name, or None when there is no such drawing."""
    parts = _NAME.fullmatch(name) if len(name) <= NAME_MAX else None
    if parts is None:
        return None
    shape, colour, figure = parts.groups()
    content = _bare(colour, figure) if shape == "bare" else _shaped(shape, colour, figure)
    if not content:
        return None
    box = f'viewBox="0 0 {_BOX} {_BOX}" width="{_BOX}" height="{_BOX}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{content}</svg>'


def _bare(colour: str, figure: str) -> str | None:
    """A figure alone, as dark as it must be on white."""
    return _figure(figure, _BOX - 3, 0.0, _INKS.get(colour) or readable(f"#{colour}"))


def _shaped(shape: str, colour: str, figure: str) -> str | None:
    """A shape, with its figure in what can be read on it; what is pale keeps an edge on white paper."""
    if shape not in _SHAPES:
        return None
    outline, side, down = _SHAPES[shape]
    is_line = colour == LINE
    ink = _INKS.get(colour) or f"#{colour}"
    inside = "" if figure == "none" else _figure(figure, side, down, ink if is_line else written_on(ink))
    if inside is None:
        return None
    fill, edge = "none" if is_line and inside else ink, ink if colour in _INKS else readable(ink)
    return f'<path d="{outline}" fill="{fill}" stroke="{edge}" stroke-width="1.8" stroke-linejoin="round"/>{inside}'


def _figure(figure: str, side: float, down: float, ink: str) -> str | None:
    """An icon or letters, in the middle of the square; None when it is not known."""
    sort, _, what = figure.partition("-")
    if sort == "l":
        return _letters("".join(chr(int(code, 16)) for code in what.split("-") if len(code) < 5), side, down, ink)
    path = _figures()["icons"].get(what)
    scale, left = side / 256, (_BOX - side) / 2
    return _path(path, left, left + down, scale, scale, ink) if path else None


def _letters(letters: str, side: float, down: float, ink: str) -> str | None:
    if not has_letters(letters):
        return None
    glyphs = [_figures()["letters"][letter] for letter in letters]
    wide = sum(advance for advance, _ in glyphs)
    scale = min(side * 0.98 / CAPITAL, side * 1.12 / wide)
    x, base = (_BOX - wide * scale) / 2, _BOX / 2 + down + CAPITAL / 2 * scale
    parts = []
    for advance, path in glyphs:
        parts.append(_path(path, x, base, scale, -scale, ink))
        x += advance * scale
    return "".join(parts)


def _path(path: str, x: float, y: float, wide: float, high: float, ink: str) -> str:
    moved = f"translate({x:.2f} {y:.2f}) scale({wide:.5f} {high:.5f})"
    return f'<path transform="{moved}" d="{path}" fill="{ink}"/>'
