"""Papers and card sizes, as named values. Every length is a whole number of 1/100 mm."""

from __future__ import annotations

from dataclasses import dataclass

MARGIN = 500  # what a home printer leaves blank at the edge


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright."""

    name: str
    label: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Card:
    """A card size (trim)."""

    name: str
    label: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Template:
    """How cards lie on a paper: the upper left corner of the first, and the step to the next.

    A step as wide as the card means one shared cut line.
    """

    name: str
    paper: Paper
    card: Card
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

POKER = Card("poker", "Poker", 6300, 8800)

TEMPLATES: dict[str, Template] = {
    "a4": Template("a4-poker-9", A4, POKER, 3, 3, left=1050, top=1000),
    # 15.4 mm are left over on Letter: half above, half below
    "letter": Template("letter-poker-9", LETTER, POKER, 3, 3, left=1345, top=770),
}


def template_for(paper: str) -> Template:
    """The nine-up sheet for a paper's name. Raises KeyError when the paper is not known."""
    return TEMPLATES[paper]
