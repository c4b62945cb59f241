"""Papers, and how cards of each size lie on them, as named values. Every length is a whole number of 1/100 mm."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cards.face.measures import CARD_SIZES, CardSize, Size

MARGIN = 500  # what a home printer leaves blank at the edge


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright."""

    name: str
    label: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """How cards lie on a paper, edge to edge with one cut line: how many, and the upper left corner of the first."""

    name: str
    paper: Paper
    card: CardSize
    columns: int
    rows: int
    left: int
    top: int

    @property
    def places(self) -> int:
        return self.columns * self.rows

    @property
    def right(self) -> int:
        return self.left + self.columns * self.card.width

    @property
    def bottom(self) -> int:
        return self.top + self.rows * self.card.height


A4 = Paper("a4", "A4", 21000, 29700)
LETTER = Paper("letter", "Letter", 21590, 27940)
PAPERS: dict[str, Paper] = {paper.name: paper for paper in (A4, LETTER)}


def arranged(paper: Paper, card: CardSize) -> SheetLayout:
    """As many cards as go on an upright paper inside its margins, in the middle of it."""
    columns, rows = (paper.width - 2 * MARGIN) // card.width, (paper.height - 2 * MARGIN) // card.height
    left, top = (paper.width - columns * card.width) // 2, (paper.height - rows * card.height) // 2
    return SheetLayout(f"{paper.name}-{card.name}-{columns * rows}", paper, card, columns, rows, left, top)


LAYOUTS: dict[tuple[str, Size], SheetLayout] = {
    (paper.name, card.name): arranged(paper, card) for paper in PAPERS.values() for card in CARD_SIZES.values()
}
# The layout of the trade: what is left over stands below, where the foot is.
LAYOUTS["a4", "poker"] = replace(LAYOUTS["a4", "poker"], top=1000)


def layout_for(paper: str, size: Size) -> SheetLayout:
    """The sheet for a paper's name and a card's size. Raises KeyError when either is not known."""
    return LAYOUTS[paper, size]
