"""Doodles: strokes of pen and felt, drawn as SVG twice: in colour, and in black without felt.

The pad is PAD_WIDTH x PAD_HEIGHT in 1/100 mm, the size of the picture on a poker card (5 lines of LINE_HEIGHT).
"""

from __future__ import annotations

import re

from cards.face.face import AS_IT_FITS, Stroke

PAD_WIDTH, PAD_HEIGHT = 5600, 3500
LINE_HEIGHT = 700
PEN_WIDTH, FELT_WIDTH = 55, 240

_INK = re.compile(r"#[0-9a-f]{6}\Z")
_DEFAULT_INK = "#1f2a4a"


def doodle_svg(strokes: tuple[Stroke, ...], *, lines: int = AS_IT_FITS, is_black: bool = False) -> str:
    """The drawing on paper of so many lines; `is_black` leaves the felt out (ink saver)."""
    height = PAD_HEIGHT if lines <= 0 else _reach(strokes, lines)
    shown = [stroke for stroke in strokes if len(stroke.points) >= 2 and not (is_black and stroke.tool == "felt")]
    paths = "".join(_path(stroke, is_black) for stroke in shown)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAD_WIDTH} {height}">'
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{paths}</g></svg>'
    )


def _reach(strokes: tuple[Stroke, ...], lines: int) -> int:
    """The height asked for, and more where the drawing reaches lower: it is made smaller then, never cut."""
    lowest = max((min(y, PAD_HEIGHT) for stroke in strokes for y in stroke.points[1::2]), default=0)
    return max(LINE_HEIGHT * lines, lowest)


def _path(stroke: Stroke, is_black: bool) -> str:
    ink = "#000000" if is_black else stroke.ink if _INK.match(stroke.ink) else _DEFAULT_INK
    width = PEN_WIDTH if stroke.tool == "pen" else FELT_WIDTH
    veil = "" if stroke.tool == "pen" else ' stroke-opacity="0.42"'
    return f'<path d="{_curve(stroke.points)}" stroke="{ink}" stroke-width="{width}"{veil}/>'


def _curve(points: tuple[int, ...]) -> str:
    """A smooth line: corners become curves through the midpoints. One point is a dot."""
    pairs = [
        (min(max(x, 0), PAD_WIDTH), min(max(y, 0), PAD_HEIGHT)) for x, y in zip(points[::2], points[1::2], strict=False)
    ]
    x0, y0 = pairs[0]
    if len(pairs) == 1:
        return f"M{x0} {y0}h1"
    parts = [f"M{x0} {y0}"]
    for (x, y), (next_x, next_y) in zip(pairs[1:-1], pairs[2:], strict=True):
        parts.append(f"Q{x} {y} {(x + next_x) // 2} {(y + next_y) // 2}")
    parts.append(f"L{pairs[-1][0]} {pairs[-1][1]}")
    return "".join(parts)
