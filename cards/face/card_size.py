"""What is measured of one card size, and how a size that nobody set by hand has its measures from one that is.

Trims are whole numbers of 1/100 mm, other lengths mm, letters pt. The sizes themselves are in measures.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Frame = Literal["press", "hand", "saver", "classic"]
Size = str  # a name in the table of measures.py, or width and height in mm: "63.5x88"
Outline = Literal["rectangle", "hex"]

BLEED_MAX = 318  # 1/8 in: how far a card may be drawn past its trim, in 1/100 mm
LEAST_PT = 7.0  # nothing that must be read is smaller: eyes do not shrink with the paper
LEADING = (1.3, 1.32, 1.3, 1.28, 1.27, 1.25)  # line height of the text at each step
_LOW, _TALL = (
    4,
    10,
)  # rows of the picture that go on a card: from here down it has words first, from here up a higher picture


@dataclass(frozen=True, slots=True)
class Hand:
    """The handwritten card of one size."""

    head: float  # mm above the first line
    margin: float  # mm left and right of what is written
    titles: tuple[float, ...]  # pt by step
    types: tuple[float, ...]  # pt by step
    flavour: tuple[float, float]  # pt by step
    foot_pt: float  # the line at the foot
    text: tuple[tuple[float, float], ...]  # by step: from line to line in mm, letters in pt


@dataclass(frozen=True, slots=True)
class CardSize:
    """One card size. Nothing that must be read is set smaller than LEAST_PT, but the line at the foot."""

    name: Size
    label: str
    width: int  # of the trim, in 1/100 mm
    height: int
    scale: float  # of what is drawn in proportion: marks, plates, the spaces between the parts; poker is 1
    corner: float  # radius in mm
    safe: float  # mm inside the trim, left and right, that words keep clear of
    head: float  # mm from the upper edge to the type line
    tab: tuple[float, float]  # width and height of the tab in mm
    indent: float  # mm from the safe area to the title
    titles: tuple[float, ...]  # pt by step
    type_line: float  # height in mm
    type_pt: float
    row: float  # one row of the picture in mm
    text: tuple[float, ...]  # pt by step
    flavour: tuple[float, float]  # pt by step, never larger than the text beside it
    below: float  # mm for the spaces between the parts, and for the foot
    foot_pt: float  # the line at the foot
    cost_pt: float  # a value in an upper corner
    plate_pt: float  # a value in a lower corner
    plate: float  # height of its plate in mm
    plates: float  # mm that values in the lower corners take from the text
    hand: Hand
    shape: Outline = "rectangle"
    inset: float = 0.0  # mm more than the safe area that head and foot keep from the sides: a hexagon is narrower there
    under: float = 0.0  # mm left free below the text besides, for the same reason

    @property
    def wide(self) -> float:
        """Width of the trim in mm."""
        return self.width / 100

    @property
    def high(self) -> float:
        """Height of the trim in mm."""
        return self.height / 100

    @property
    def column(self) -> float:
        """Width of the text in mm."""
        return _mm(self.wide - 2 * self.safe)

    @property
    def title_column(self) -> float:
        """Width of the title in mm."""
        return _mm(self.column - 2 * self.inset - self.indent)

    @property
    def hand_column(self) -> float:
        """Width of what is written, in mm."""
        return _mm(self.wide - 2 * self.hand.margin)

    @property
    def fixed(self) -> float:
        """Height of everything but text and picture, in mm."""
        return _mm(self.head + self.type_line + self.below + self.under)

    @property
    def is_tall(self) -> bool:
        """Whether a picture may be higher than on a poker card."""
        return (self.high - self.fixed) / self.row >= _TALL

    @property
    def is_low(self) -> bool:
        """Whether a picture would take all of it: a card much wider than high."""
        return (self.high - self.fixed) / self.row < _LOW

    @property
    def types(self) -> tuple[float, ...]:
        """The type line in pt by step."""
        return self.type_pt, *(max(LEAST_PT, round(self.type_pt * part, 3)) for part in (0.84, 0.7))

    @property
    def corners(self) -> tuple[float, float]:
        """Longer values in a corner in pt, at the second and the third step."""
        return min(10.4, self.cost_pt), min(7.6, self.cost_pt)

    @property
    def hand_corner(self) -> float:
        """A written value in pt."""
        return scaled_pt(12.0, min(self.scale, 1.0))

    @property
    def clear(self) -> float:
        """How far ink keeps off the edge in mm, where nothing is drawn past the cut."""
        return _mm(0.6 + 0.9 * self.scale)

    @property
    def bar(self) -> float:
        """Height of the bar with the title in mm, in the frame Classic: two lines go into the least one."""
        return max(7.7, _mm(11.0 * self.scale))

    @property
    def classic_titles(self) -> tuple[float, ...]:
        """The title in pt by step, in the frame of that name."""
        return tuple(scaled_pt(pt, self.scale) for pt in (14.0, 11.6, 10.2, 8.8))

    @property
    def classic_types(self) -> tuple[float, ...]:
        """The type line in pt by step, in the frame of that name."""
        return scaled_pt(8.2, self.scale), scaled_pt(7.2, self.scale), LEAST_PT

    @property
    def classic_corner(self) -> float:
        """A value in an upper corner in pt, in the frame of that name."""
        return scaled_pt(13.0, self.scale)

    @property
    def beside(self) -> float:
        """What a gain takes from the title beside it, in mm."""
        return _mm(8.8 * self.scale)

    @property
    def hand_beside(self) -> float:
        """What a cost or a gain takes from a written title, in mm."""
        return _mm(9.0 * self.scale)

    def text_column(self, frame: Frame) -> float:
        """Width of the text in mm."""
        return self.hand_column if frame == "hand" else self.column


def scaled_pt(pt: float, scale: float) -> float:
    """Letters on a card of another size, never under LEAST_PT."""
    return max(LEAST_PT, round(pt * scale, 1))


def _mm(length: float) -> float:
    return round(length, 4)


# ---- derived ---------------------------------------------------------------------------------


def derived(like: CardSize, name: Size, label: str, width: int, height: int, shape: Outline = "rectangle") -> CardSize:
    """A size with all measures in proportion to those of another. `width`, `height`: its trim in 1/100 mm."""
    wide, high = width / 100, height / 100
    # A hexagon stands on a side; words keep to the rectangle in its middle, the head and the foot to its flat sides.
    inner, upper = (0.66, 0.85) if shape == "hex" else (1.0, 1.0)
    k = _scale(wide * inner / like.wide, high * upper / like.high, min(wide * inner / 50, high / 55) / like.scale)
    safe = round(0.21 * wide, 2) if shape == "hex" else max(2.0, round(like.safe * k, 2))
    column = wide - 2 * safe
    return replace(
        like,
        name=name, label=label, width=width, height=height, shape=shape, scale=round(like.scale * k, 2),
        corner=0.0 if shape == "hex" else round(like.corner * min(k, 1.0), 2),
        safe=safe, inset=round(wide / 4 + 2.01 - safe, 2) if shape == "hex" else 0.0,
        head=round(like.head * k, 2), tab=(round(like.tab[0] * k, 2), round(like.tab[1] * k, 2)),
        indent=round(like.indent * k, 2), titles=tuple(scaled_pt(pt, k) for pt in like.titles),
        type_line=max(3.1, round(like.type_line * k, 2)), type_pt=scaled_pt(like.type_pt, k),
        row=round(column / 8, 4), text=_text(like, k), flavour=(scaled_pt(like.flavour[0], k), LEAST_PT),
        below=round(like.below * k, 2), under=round(high * 0.07, 2) if shape == "hex" else 0.0,
        foot_pt=round(min(max(like.foot_pt * k, 5.0), 6.4), 1),
        cost_pt=scaled_pt(like.cost_pt, k), plate_pt=scaled_pt(like.plate_pt, k),
        plate=max(3.6, round(like.plate * k, 2)), plates=round(like.plates * k, 2), hand=_hand(like.hand, k, safe),
    )  # fmt: skip


def _scale(wider: float, higher: float, most: float) -> float:
    """How large the parts of a card are; its width counts twice, and neither edge may be all head.

    Parts grow slower than cards. One that is all but as large keeps the very measures.
    """
    scale = round(min(0.2 + 0.8 * (wider * wider * higher) ** (1 / 3), most), 2)
    return 1.0 if abs(scale - 1) <= 0.03 else scale


def _text(like: CardSize, k: float) -> tuple[float, ...]:
    """The steps lie between the largest and the smallest as they do on the other card."""
    if k == 1:
        return like.text
    largest = round(max(LEAST_PT + 0.4, like.text[0] * k**0.85), 1)
    smallest = LEAST_PT if k <= 1 else round(LEAST_PT + 2.5 * (k - 1), 1)
    first, last = like.text[0], like.text[-1]
    return tuple(round(smallest + (largest - smallest) * (pt - last) / (first - last), 1) for pt in like.text)


def _hand(like: Hand, k: float, safe: float) -> Hand:
    """The handwritten card. It becomes larger on a larger card by half of that."""
    if k == 1:
        return like
    grown = k if k <= 1 else 1 + (k - 1) / 2
    (_, first), (_, last) = like.text[0], like.text[-1]
    largest = max(LEAST_PT + 0.4, first * grown**0.9)
    steps = [LEAST_PT + (largest - LEAST_PT) * (pt - last) / (first - last) for _, pt in like.text]
    return Hand(
        head=round(like.head * k, 2),
        margin=max(safe, 2.4, round(like.margin * k, 2)),
        titles=tuple(scaled_pt(pt, grown) for pt in like.titles),
        types=tuple(scaled_pt(pt, grown) for pt in like.types),
        flavour=(scaled_pt(like.flavour[0], grown), LEAST_PT),
        foot_pt=round(min(like.foot_pt, max(LEAST_PT, like.foot_pt * k)), 1),
        text=tuple((round(pt * 0.45 + 0.05, 2), round(pt, 1)) for pt in steps),
    )
