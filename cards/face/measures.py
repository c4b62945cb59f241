"""The measures of a card, in one table: trim, safe area, corner, sizes of type and rows of each card size.

Everything that must know how large a card is reads it here: what fits (`fit.py`), the screen and the page engine
(`static/css/measures.css`, written from this table by `python -m cards.printing.tools.measures`), and the sheets
(`cards/printing/geometry/`). Trims are whole numbers of 1/100 mm, other lengths mm, letters pt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Frame = Literal["press", "hand", "saver", "classic"]
Size = Literal["poker", "mini", "tarot"]

LEADING = (1.3, 1.32, 1.3, 1.28, 1.27, 1.25)  # line height of the text at each step
CORNER_STEPS = (10.4, 7.6)  # pt of longer values in a corner, whatever the size of the card
BESIDE = 8.8  # mm a gain takes from the title beside it
HAND_BESIDE = 9.0  # mm a cost or a gain takes from a written title
HAND_CORNER = 12.0  # pt of a written value
CLASSIC_TITLES = (14.0, 11.6, 10.2, 8.8)  # pt by step
CLASSIC_TYPES = (8.2, 7.2, 6.2)  # pt by step


@dataclass(frozen=True, slots=True)
class Hand:
    """The handwritten card of one size."""

    head: float  # mm above the first line
    margin: float  # mm left and right of what is written
    titles: tuple[float, float, float, float]  # pt by step
    types: tuple[float, float, float]  # pt by step
    flavour: tuple[float, float]  # pt by step
    foot_pt: float  # the line at the foot
    text: tuple[tuple[float, float], ...]  # by step: from line to line in mm, letters in pt


@dataclass(frozen=True, slots=True)
class CardSize:
    """One card size. Nothing that must be read is set smaller than 7 pt: eyes do not shrink with the paper."""

    name: Size
    label: str
    width: int  # of the trim, in 1/100 mm
    height: int
    corner: float  # radius in mm
    safe: float  # mm inside the trim, left and right, that words keep clear of
    head: float  # mm from the upper edge to the type line
    tab: tuple[float, float]  # width and height of the tab in mm
    indent: float  # mm from the safe area to the title
    titles: tuple[float, float, float, float]  # pt by step
    type_line: float  # height in mm
    type_pt: float
    row: float  # one row of the picture in mm
    text: tuple[float, float, float, float, float, float]  # pt by step
    flavour: tuple[float, float]  # pt by step, never larger than the text beside it
    below: float  # mm for the spaces between the parts, and for the foot
    foot_pt: float  # the line at the foot
    cost_pt: float  # a value in an upper corner
    plate_pt: float  # a value in a lower corner
    plate: float  # height of its plate in mm
    plates: float  # mm that values in the lower corners take from the text
    hand: Hand

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
        return _mm(self.column - self.indent)

    @property
    def hand_column(self) -> float:
        """Width of what is written, in mm."""
        return _mm(self.wide - 2 * self.hand.margin)

    @property
    def fixed(self) -> float:
        """Height of everything but text and picture, in mm."""
        return _mm(self.head + self.type_line + self.below)

    @property
    def types(self) -> tuple[float, float, float]:
        """The type line in pt by step."""
        return self.type_pt, round(self.type_pt * 0.84, 3), round(self.type_pt * 0.7, 3)

    def text_column(self, frame: Frame) -> float:
        """Width of the text in mm, less what the border of a frame takes."""
        match frame:
            case "hand":
                return self.hand_column
            case "saver":
                return _mm(self.column - 0.4)
            case "classic":
                return _mm(self.column - 0.6)
            case "press":
                return self.column


def _mm(length: float) -> float:
    return round(length, 4)


_HAND = ((5.8, 13.2), (5.0, 11.2), (4.5, 10.0), (4.0, 8.8), (3.5, 7.7), (3.2, 7.0))
_HAND_MINI = ((4.6, 10.2), (4.0, 8.8), (3.6, 7.9), (3.4, 7.5), (3.3, 7.2), (3.2, 7.0))

POKER = CardSize(
    "poker", "Poker", 6300, 8800, corner=3.0, safe=3.5,
    head=13.0, tab=(7.4, 10.4), indent=9.6, titles=(14.4, 12.0, 10.2, 8.6),
    type_line=4.7, type_pt=9.6, row=7.0, text=(11.4, 9.8, 8.7, 7.7, 7.3, 7.0), flavour=(7.8, 7.0),
    below=11.6, foot_pt=5.8, cost_pt=14.0, plate_pt=15.0, plate=7.0, plates=3.87,
    hand=Hand(15.0, 4.0, (17.0, 14.0, 11.5, 9.0), (9.6, 8.2, 6.8), (8.4, 7.0), 7.4, _HAND),
)  # fmt: skip
MINI = CardSize(
    "mini", "Mini", 4400, 6300, corner=2.4, safe=2.6,
    head=10.0, tab=(5.6, 8.0), indent=7.2, titles=(10.4, 8.8, 7.6, 6.6),
    type_line=3.7, type_pt=7.4, row=4.85, text=(9.0, 8.4, 7.9, 7.5, 7.2, 7.0), flavour=(6.2, 6.2),
    below=9.3, foot_pt=4.6, cost_pt=10.5, plate_pt=11.0, plate=5.2, plates=2.77,
    hand=Hand(11.0, 2.8, (12.4, 10.2, 8.4, 6.8), (7.0, 7.0, 6.8), (7.0, 7.0), 7.4, _HAND_MINI),
)  # fmt: skip
TAROT = CardSize(
    "tarot", "Tarot", 7000, 12000, corner=3.0, safe=4.2,
    head=16.4, tab=(8.6, 12.4), indent=11.2, titles=(16.4, 14.0, 11.8, 10.0),
    type_line=5.4, type_pt=11.0, row=7.7, text=(13.0, 11.4, 10.2, 9.2, 8.2, 7.4), flavour=(9.0, 7.4),
    below=12.7, foot_pt=6.4, cost_pt=16.0, plate_pt=18.0, plate=8.4, plates=5.28,
    hand=Hand(18.6, 4.0, (19.0, 16.0, 11.5, 9.0), (9.6, 8.2, 6.8), (8.4, 7.0), 7.4, _HAND),
)  # fmt: skip
CARD_SIZES: dict[Size, CardSize] = {size.name: size for size in (POKER, MINI, TAROT)}
USUAL = POKER  # what a deck has that says nothing else, and what all cards on the screen are
