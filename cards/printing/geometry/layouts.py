"""How cards of one size lie on a paper: the one value by which sheets are drawn, shown, counted and named.

Pure. Every length is a whole number of 1/100 mm from the upper left corner of the paper, x to the right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from cards.face.measures import CardSize, card_size
from cards.printing.geometry.papers import A4, MARGIN, ONE_CARD, Paper, paper_named
from studio.kernel.refusals import Refused

Orientation = Literal["best", "upright", "lying"]
Fold = Literal["", "across", "down"]

HEX_GAP = 600  # between cards with slanted sides, so that each can be cut by itself
FOLD_CLEAR = 500  # what fronts and backs keep off the fold, each


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """How many cards lie on a sheet and where. `left`, `top` are the trim of the first, pitches go from trim to trim.

    `paper` is as it lies. `bleed` is what is drawn outside of every trim. With a `fold` across (or down) the paper
    only the fronts are counted: they lie above it (or left of it), their backs beyond it.
    """

    paper: Paper
    size: str
    columns: int
    rows: int
    left: int
    top: int
    pitch_x: int
    pitch_y: int
    bleed: int = 0
    fold: Fold = ""

    @property
    def card(self) -> CardSize:
        return card_size(self.size)

    @property
    def places(self) -> int:
        return self.columns * self.rows

    def sheets_of(self, cards: int) -> int:
        """How many sheets so many cards take."""
        return -(-cards // self.places)

    @property
    def is_landscape(self) -> bool:
        return self.paper.width > self.paper.height

    @property
    def right(self) -> int:
        """Where the trim of the last column ends."""
        return self.left + (self.columns - 1) * self.pitch_x + self.card.width

    @property
    def bottom(self) -> int:
        """Where the trim of the last row ends."""
        return self.top + (self.rows - 1) * self.pitch_y + self.card.height

    @property
    def gap_x(self) -> int:
        """Between the trims of two neighbours; 0 where they share one cut."""
        return self.pitch_x - self.card.width

    @property
    def gap_y(self) -> int:
        return self.pitch_y - self.card.height


def arranged(
    paper: Paper,
    size: str,
    *,
    margin: int = MARGIN,
    margin_y: int | None = None,
    gap: int | None = None,
    bleed: int = 0,
    orientation: Orientation = "best",
    is_folded: bool = False,
) -> SheetLayout:
    """As many cards as go on a paper inside its margins with their bleed, in the middle of it.

    `margin` is that of all sides, or where `margin_y` says another above and below, of left and right. Without a `gap`
    it is what the bleed of two neighbours takes. Of arrangements that hold the same number the upright is taken, then
    the one that folds across. Raises Refused("print.no_fit") where not one card has room.
    """
    gap = 2 * bleed if gap is None else gap
    if card_size(size).shape == "hex":
        gap = max(gap, HEX_GAP)
    papers = {"best": (paper, paper.turned), "upright": (paper,), "lying": (paper.turned,)}[orientation]
    margins = margin, margin if margin_y is None else margin_y
    folds: tuple[Fold, ...] = ("across", "down") if is_folded else ("",)
    found = [_filled(lying, size, margins, gap, bleed, fold) for lying in papers for fold in folds]
    best = max(found, key=lambda layout: layout.places)  # the first of those that hold as many
    if best.places <= 0:
        raise Refused("print.no_fit", size=card_size(size).label, paper=paper.label)
    return _as_the_trade(best)


def one_a_page(size: str, bleed: int = 0) -> SheetLayout:
    """A page for every card, as large as the card with its bleed."""
    card = card_size(size)
    paper = Paper(ONE_CARD, card.label, card.width + 2 * bleed, card.height + 2 * bleed)
    return SheetLayout(paper, size, 1, 1, bleed, bleed, card.width, card.height, bleed)


def _filled(paper: Paper, size: str, margins: tuple[int, int], gap: int, bleed: int, fold: Fold) -> SheetLayout:
    card = card_size(size)
    halves = {"": (1, 1), "across": (1, 2), "down": (2, 1)}[fold]
    wide, high = paper.width // halves[0], paper.height // halves[1]
    room_x = wide - 2 * (margins[0] + bleed) if halves[0] == 1 else wide - margins[0] - FOLD_CLEAR - 2 * bleed
    room_y = high - 2 * (margins[1] + bleed) if halves[1] == 1 else high - margins[1] - FOLD_CLEAR - 2 * bleed
    pitch_x, pitch_y = card.width + gap, card.height + gap
    columns, rows = max(0, (room_x + gap) // pitch_x), max(0, (room_y + gap) // pitch_y)
    used_x, used_y = columns * pitch_x - gap, rows * pitch_y - gap
    left = (wide - used_x) // 2 if halves[0] == 1 else wide - FOLD_CLEAR - bleed - used_x
    top = (high - used_y) // 2 if halves[1] == 1 else high - FOLD_CLEAR - bleed - used_y
    return SheetLayout(paper, size, columns, rows, left, top, pitch_x, pitch_y, bleed, fold)


def _as_the_trade(layout: SheetLayout) -> SheetLayout:
    """Nine poker cards on A4 lie where everybody has them: what is left over stands below, where the foot is."""
    is_usual = (layout.paper, layout.size, layout.places, layout.gap_x, layout.fold) == (A4, "poker", 9, 0, "")
    return replace(layout, top=1000) if is_usual and not layout.bleed else layout


def layout_for(paper: str, size: str) -> SheetLayout:
    """The best arrangement for a paper's and a card size's name, without bleed. Raises Refused."""
    return arranged(paper_named(paper), size)
