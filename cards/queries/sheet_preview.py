"""The first sheet of a print as the page shows it: where the press will have it."""

from __future__ import annotations

from dataclasses import dataclass

from cards.face.drawn import DrawnFace
from cards.printing.geometry.papers import SheetLayout
from cards.printing.geometry.sheets import foot, foot_words, guides

LINE = 0.25  # mm; the press draws 0.14, which a screen loses


@dataclass(frozen=True, slots=True)
class FootSight:
    """The line of words beside the cards: its style, and of each of its three fields where it stands."""

    style: str
    is_turned: bool
    deck: str
    sheet: str
    scale: str
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class SheetSight:
    """The first sheet as it will come out. Lengths in mm, as CSS wants them; `guides` are styles.

    `across` is how wide the cards of a row are together.
    """

    paper: str
    width: str
    height: str
    across: str
    left: str
    top: str
    guides: tuple[str, ...]
    faces: tuple[DrawnFace, ...]
    foot: FootSight


def sheet_sight(layout: SheetLayout, faces: list[DrawnFace], name: str, sheets: int) -> SheetSight:
    """The first of so many sheets, from the geometry the press lays it out by."""
    paper = layout.paper
    return SheetSight(
        paper=paper.name,
        width=f"{paper.width / 100:g}",
        height=f"{paper.height / 100:g}",
        across=f"{(layout.right - layout.left) / 100:g}",
        left=f"{layout.left / 100:g}",
        top=f"{layout.top / 100:g}",
        guides=tuple(_box(g.x0, g.y0, g.x1 - g.x0, g.y1 - g.y0) for g in guides(layout)),
        faces=tuple(faces),
        foot=_foot(layout, name, sheets),
    )


def _box(x: int, y: int, width: int, height: int) -> str:
    """A guide as CSS, from either of its ends."""
    left, top, wide, tall = min(x, x + width), min(y, y + height), abs(width), abs(height)
    return f"left:{left / 100:g}mm;top:{top / 100:g}mm;width:{wide / 100 or LINE:g}mm;height:{tall / 100 or LINE:g}mm"


def _foot(layout: SheetLayout, name: str, sheets: int) -> FootSight:
    place = foot(layout)
    x, y = (place.baseline, layout.paper.height) if place.is_turned else (0, place.baseline)
    deck, sheet, scale = (f"left:{start / 100:g}mm;width:{length / 100:g}mm" for start, length in place.fields)
    return FootSight(
        style=f"left:{x / 100:g}mm;top:{y / 100:g}mm",
        is_turned=place.is_turned,
        deck=deck,
        sheet=sheet,
        scale=scale,
        name=name,
        words=foot_words(1, sheets),
    )
