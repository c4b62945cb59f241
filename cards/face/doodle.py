"""Doodles: strokes of pen and felt, drawn as SVG twice: in colour, and in black without felt.

The pad is PAD_WIDTH x PAD_HEIGHT in 1/100 mm, the size of the picture on a poker card (5 lines of LINE_HEIGHT). Felt
lies under pen, whatever the order drawn. BARE hides what was drawn before: on paper it is the paper, and on the screen
a drawing is multiplied with its card, so that it is the card's own colour, and its ruled lines.
"""

from __future__ import annotations

import re
import string
from itertools import groupby
from operator import attrgetter
from urllib.parse import quote

from cards.face.face import AS_IT_FITS, Stroke
from cards.face.outline import Tool, outline
from studio.costly import spend
from studio.speed.lately import weighed

PAD_WIDTH, PAD_HEIGHT = 5600, 3500
LINE_HEIGHT = 700
TALLEST = 6 * LINE_HEIGHT
BARE = "#ffffff"  # bare paper
TOOLS = {
    "pen": Tool(width=76, give=0.55, taper=0.45, ends=4.0, dot=0.62),
    "felt": Tool(width=240, give=0.12, taper=0.8, ends=0.6, dot=0.5),
}
KEPT = 8_000_000  # bytes of drawings: a thousand of a usual hand, or three of the fullest there may be
VEIL = 0.42  # how much of its colour felt lays on the paper

_INK = re.compile(r"#[0-9a-f]{6}\Z")
_DEFAULT_INK = "#1f2a4a"
_ADDRESS = "data:image/svg+xml,"
_SAFE = " /:=,;'()!*-._~@$+"
# What stands for a sign first, since that begins with the sign of it.
_QUOTED = tuple((one, quote(one)) for one in ("%", *string.punctuation.replace("%", "")) if one not in _SAFE)


@weighed(KEPT)
def doodle_svg(
    strokes: tuple[Stroke, ...], *, lines: int = AS_IT_FITS, is_black: bool = False, over: tuple[Stroke, ...] = ()
) -> str:
    """The drawing on paper of so many lines; `is_black` leaves the felt out (ink saver). What is to lie over another
    drawing is drawn as large as that one. Costs what its numbers cost (studio/costly.py)."""
    spend(sum(len(stroke.points) for stroke in strokes))
    height = _reach((*over, *strokes), PAD_HEIGHT if lines <= 0 else LINE_HEIGHT * lines)
    drawn = [stroke for stroke in strokes if len(stroke.points) >= 2]
    felt = [] if is_black else [stroke for stroke in drawn if stroke.tool == "felt"]
    layers = (felt, [stroke for stroke in drawn if stroke.tool == "pen"])
    paths = (_inked(list(run), is_black) for layer in layers for _, run in groupby(layer, key=attrgetter("ink")))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAD_WIDTH} {height}">{"".join(paths)}</svg>'


def svg_address(svg: str) -> str:
    """The drawing as an address for a picture."""
    if not svg.isascii() or not svg.isprintable():
        return _ADDRESS + quote(svg, safe=_SAFE)
    for mark, quoted in _QUOTED:  # a drawing has few that must be, and letter by letter is forty times slower
        svg = svg.replace(mark, quoted)
    return _ADDRESS + svg


def stroke_path(stroke: Stroke) -> str:
    """The commands of the path that a stroke is drawn with; it has a point at least."""
    tool = TOOLS[stroke.tool]
    if stroke.width:
        tool = tool._replace(width=stroke.width)
    return outline(_on_paper(stroke), stroke.pressure, tool)


def _reach(strokes: tuple[Stroke, ...], asked: int) -> int:
    """The height asked for, and more where the drawing reaches lower: it is made smaller then, never cut."""
    lowest = max((min(y, TALLEST) for stroke in strokes for y in stroke.points[1::2]), default=0)
    return max(asked, lowest)


def _on_paper(stroke: Stroke) -> list[tuple[int, int]]:
    """The points, those beside the paper brought to its edge. Half a point is none."""
    pairs = zip(stroke.points[::2], stroke.points[1::2], strict=False)
    return [(min(max(x, 0), PAD_WIDTH), min(max(y, 0), TALLEST)) for x, y in pairs]


def _inked(strokes: list[Stroke], is_black: bool) -> str:
    """Strokes of one tool and ink that follow each other, as one shape. Felt lets through what lies under it."""
    tool, own = strokes[0].tool, strokes[0].ink
    ink = BARE if own == BARE else "#000000" if is_black else own if _INK.match(own) else _DEFAULT_INK
    veil = f' fill-opacity="{VEIL}"' if tool == "felt" and own != BARE else ""
    return f'<path d="{"".join(map(stroke_path, strokes))}" fill="{ink}"{veil}/>'
