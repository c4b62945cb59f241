"""How the back of a deck's cards is drawn. Pure.

One half is drawn, the other is the same turned round: a card lies either way up in a pile, and must not tell.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import get_args

from cards.face.back import DeckBack
from cards.face.doodle import doodle_svg
from cards.face.face import Kind, Stroke
from cards.face.ornament import ornament
from studio.speed.lately import weighed

BACK_LINES = 4  # of a half on a poker card, as lines of the pad
COLUMNS = 8  # tiles of a pattern side by side
INK = "#171a21"
ART = (56.0, 77.0)  # width and height in mm of what is drawn on a poker card
LINE = 3.0  # width of a contour, in the units of a pattern
DRAWN_KEPT = 4_000_000  # bytes of drawings on backs
PLATE = 21.0  # height in mm of the plate between the halves
_NAME = re.compile(rf"({'|'.join(get_args(Kind))})\.([0-9a-f]{{6}})\.([0-9a-f]{{16}})\.(plate|whole)")


def pattern_name(back: DeckBack, title: str) -> str:
    """All that decides the pattern of a deck of that title: "thing.171a21.0f3c….plate"."""
    words = " ".join((back.seed or title).split()).casefold()
    seed = hashlib.sha256(words.encode(errors="surrogatepass")).hexdigest()[:16]
    colour = (back.colour or INK)[1:]
    return f"{back.shapes}.{colour}.{seed}.{'plate' if back.has_plate else 'whole'}"


def named_pattern(name: str) -> str | None:
    """The SVG of that name on a poker card, or None for a name that is none."""
    return pattern(name, ART[0], ART[1], PLATE) if _NAME.fullmatch(name) else None


@lru_cache(maxsize=256)
def pattern(name: str, wide: float, high: float, plate: float, *, is_line: bool = False) -> str:
    """The pattern in mm, with room for a plate of that height where it has one; `is_line` has contours only."""
    found = _NAME.fullmatch(name)
    assert found is not None, name
    shapes, colour, seed, has_plate = found.groups()
    half = _half(high, plate if has_plate == "plate" else 0)
    rows = max(1, round(half / (wide / COLUMNS)))
    line = LINE if is_line else 0.0
    svg = ornament(seed, shapes, rows, COLUMNS, f"#{colour}", line=line)
    return _turned(svg, wide, high, half, "none")


@weighed(DRAWN_KEPT)
def drawn(doodle: tuple[Stroke, ...], wide: float, high: float, plate: float, *, is_black: bool = False) -> str:
    """The drawing in mm, once in each half."""
    return _turned(doodle_svg(doodle, lines=BACK_LINES, is_black=is_black), wide, high, _half(high, plate), "xMidYMid")


def art_of(back: DeckBack, title: str, wide: float, high: float, plate: float, *, is_saver: bool = False) -> str:
    """What is drawn on a back, as SVG. `is_saver`: no more ink than the frame of that name has."""
    if back.doodle:
        return drawn(back.doodle, wide, high, plate if back.has_plate else 0, is_black=is_saver)
    return pattern(pattern_name(back, title), wide, high, plate, is_line=is_saver)


def _half(high: float, plate: float) -> float:
    return round((high - plate) / 2, 3)


def _turned(svg: str, wide: float, high: float, half: float, fitted: str) -> str:
    """A drawing in the upper half of a picture, and the same turned round in the lower."""
    inner = svg.replace(
        "<svg ", f'<svg x="0" y="0" width="{wide:g}" height="{half:g}" preserveAspectRatio="{fitted}" ', 1
    ).replace('xmlns="http://www.w3.org/2000/svg" ', "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}">'
        f'{inner}<g transform="rotate(180 {wide / 2:g} {high / 2:g})">{inner}</g></svg>'
    )
