"""The cover: how to print and cut the file, with a drawing of a sheet, rulers and patches of ink."""

from __future__ import annotations

from dataclasses import dataclass

from cards.face.measures import CardSize
from cards.face.ornament import ornament
from cards.face.text import Direction, Markup, direction
from cards.printing.geometry.hexes import HexPoint, hex_corners
from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.sheets import CardPlace, places
from cards.printing.shared.extra_pages import Cover, CutBy, Fact, Turning
from cards.printing.shared.pages.heads import HeadShown, head_of

_INK = "#171a21"
_LONG = 240  # letters of a blurb that is set smaller
_BAND = (3, 26)  # rows and columns of the ornament at the top


@dataclass(frozen=True, slots=True)
class CutLine:
    """A line of a drawing, in mm."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card as it is cut out, a closed line in mm of the paper."""

    outline: str


@dataclass(frozen=True, slots=True)
class SheetDrawing:
    """A sheet as the cover shows it; lengths in mm of the paper."""

    width: float
    height: float
    cards: tuple[DrawnCard, ...]
    across: tuple[CutLine, ...]
    down: tuple[CutLine, ...]

    @property
    def box(self) -> str:
        """As a `viewBox`, with the edge of the paper whole."""
        return f"-1 -1 {self.width + 2:g} {self.height + 2:g}"

    @property
    def high(self) -> float:
        """How high it is drawn, in mm."""
        return round(min(60, 46 * (self.height + 2) / (self.width + 2)), 2)

    @property
    def wide(self) -> float:
        return round(self.high * (self.width + 2) / (self.height + 2), 2)


@dataclass(frozen=True, slots=True)
class Ruler:
    """A ruler as one path of strokes, in mm from its zero; `numbers` stand below their strokes."""

    length: float
    path: str
    numbers: tuple[tuple[float, int], ...]
    says: str

    @property
    def box(self) -> str:
        """As a `viewBox`: 4 mm of air to the left and right, so that the first and the last number are whole."""
        return f"-4 -1 {self.length + 8:g} 9"

    @property
    def width(self) -> float:
        return self.length + 8


@dataclass(frozen=True, slots=True)
class CoverShown:
    template: str
    name: str
    head: HeadShown
    band: Markup
    blurb: str
    blurb_side: Direction
    is_long: bool
    facts: tuple[Fact, ...]
    steps: tuple[Fact, ...]
    cuts: tuple[Fact, ...]
    sheet: SheetDrawing
    rulers: tuple[Ruler, ...]


def cover_shown(cover: Cover, layout: SheetLayout, sheets: int) -> CoverShown:
    """The cover of so many sheets that are laid like that."""
    rows, columns = _BAND
    return CoverShown(
        template="print/cover.html",
        name="How to print",
        head=head_of(cover.heading),
        band=Markup(ornament(cover.heading.title, "thing", rows, columns, ink=_INK)),
        blurb=cover.blurb,
        blurb_side=direction(cover.blurb),
        is_long=len(cover.blurb) > _LONG,
        facts=cover.facts,
        steps=tuple(_steps(cover, layout, sheets)),
        cuts=_cuts(cover.cut_by, layout),
        sheet=_drawing(layout),
        rulers=(_millimetres(), _inches()),
    )


def _steps(cover: Cover, layout: SheetLayout, sheets: int) -> list[Fact]:
    """How to print, in the order of doing it."""
    count = "one sheet" if sheets == 1 else f"{sheets} sheets"
    steps = [
        Fact("At 100 %", "In the print window choose “Actual size” or 100 %. “Fit to page” makes every card smaller."),
        Fact(
            f"On {layout.paper.label}",
            "Card of 200 to 300 g/m² makes good cards. So does plain paper in sleeves, with an old card behind it.",
        ),
        _TURNINGS[cover.turning] or _both_sides(cover.turning, layout),
        Fact("This page first", "Lay a ruler on the one below. If it is right, the cards will be."),
        Fact(f"Then {count} of cards", _also(cover.also)),
    ]
    return steps if sheets else steps[:-1]


_TURNINGS: dict[Turning, Fact | None] = {
    "": Fact(
        "On one side", "These sheets have no backs. Opaque sleeves, or card with a plain back, hide what is dealt."
    ),
    "left": None,
    "top": None,
    "folded": Fact(
        "On one side, then folded",
        "Backs are on the same sheet. Fold along the dotted line, glue the halves together, let them dry, then cut.",
    ),
    "apart": Fact(
        "Backs apart",
        "Backs are on sheets of their own. Print both, glue them back to back, let them dry, then cut.",
    ),
}


def _both_sides(turning: Turning, layout: SheetLayout) -> Fact:
    """Printers speak of a long and a short edge; which is left depends on how the paper lies."""
    is_lying = layout.paper.width > layout.paper.height
    edge = "short" if (turning == "left") == is_lying else "long"
    return Fact(
        f"On both sides, flipped on the {turning} edge",
        f"Your printer may call it “flip on {edge} edge”. Print one sheet and hold it against the light.",
    )


def _also(also: tuple[str, ...]) -> str:
    if not also:
        return "Let the ink dry before you cut."
    listed = also[0] if len(also) == 1 else f"{', '.join(also[:-1])} and {also[-1]}"
    return f"Behind them: {listed}. Let the ink dry before you cut."


def _cuts(cut_by: CutBy, layout: SheetLayout) -> tuple[Fact, ...]:
    """How to cut, by what is there to cut by."""
    card = layout.card
    wide, high = f"{card.width / 100:g} mm", f"{card.height / 100:g} mm"
    if cut_by == "machine":
        words = "Lay the sheet on the mat as it is. The machine finds the marks in the corners, and cuts by their SVG."
        return (Fact("With a cutting machine", words),)
    if card.shape == "hex":
        words = (
            "First across, along the marks beside the sheet: every flat side is on one of them. Then each slanted one, "
            "with a ruler laid from tick to tick; the ticks stand outside the corners, and stay on the waste."
        )
        return (Fact("With a knife", words),)
    by = "the edges of the cards" if cut_by == "none" else f"the {cut_by}"
    return (
        Fact(
            "With a knife",
            f"First across, along {by}, from the first card to the last and no further: the edge of the paper stays "
            "whole and holds the sheet. Then from top to bottom, right through.",
        ),
        Fact(
            "With a guillotine",
            f"Take off the edges. Set the stop to {high} and cut strips, then to {wide} and cut cards.",
        ),
    )


def _drawing(layout: SheetLayout) -> SheetDrawing:
    """The sheet, its cards, and the cuts in both directions."""
    wide, high = layout.card.width / 100, layout.card.height / 100
    boxes = [(place.x / 100, place.y / 100) for place in places(layout)]
    left, right = min(x for x, _ in boxes), max(x for x, _ in boxes) + wide
    width, height = layout.paper.width / 100, layout.paper.height / 100
    ys = sorted({edge for _, y in boxes for edge in (y, round(y + high, 2))})
    xs = sorted({edge for x, _ in boxes for edge in (x, round(x + wide, 2))})
    return SheetDrawing(
        width,
        height,
        tuple(DrawnCard(_outline(layout.card, place)) for place in places(layout)),
        tuple(CutLine(left - 4, y, right + 4, y) for y in ys),
        () if layout.card.shape == "hex" else tuple(CutLine(x, 3, x, height - 3) for x in xs),
    )


def _outline(card: CardSize, place: CardPlace) -> str:
    """As a path."""
    right, bottom = place.x + card.width, place.y + card.height
    corners: tuple[HexPoint, ...] = ((place.x, place.y), (right, place.y), (right, bottom), (place.x, bottom))
    if card.shape == "hex":
        corners = hex_corners(card, place.x, place.y)
    return "M" + "L".join(f"{x / 100:g} {y / 100:g}" for x, y in corners) + "Z"


def _millimetres() -> Ruler:
    """100 mm, a stroke for each."""
    path = "".join(f"M{at} 0V{5 if at % 10 == 0 else 3.4 if at % 5 == 0 else 2}" for at in range(101))
    return Ruler(100, f"M0 0H100{path}", tuple((at, at) for at in range(0, 101, 10)), "100 mm")


def _inches() -> Ruler:
    """2 in, a stroke for each sixteenth."""
    tall = {16: 5.0, 8: 3.8, 4: 3.0, 2: 2.4, 1: 1.6}
    path = ""
    for at in range(33):
        step = next(step for step in tall if at % step == 0)
        path += f"M{at * 25.4 / 16:.4f} 0V{tall[step]:g}"
    return Ruler(50.8, f"M0 0H50.8{path}", tuple((at * 25.4, at) for at in range(3)), "2 in")
