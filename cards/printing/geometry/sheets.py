"""Imposition as geometry: where cards, cut guides and the foot of a sheet lie.

Pure. Lengths are 1/100 mm from the upper left corner of the paper, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from cards.printing.geometry.papers import MARGIN, SheetLayout

T = TypeVar("T")
Flip = Literal["left", "top"]

GUIDE_GAP = 60  # a guide begins this far outside the trim, so no line is left on a card
GUIDE_LENGTH = 400
CLEAR = 200  # the foot keeps this far off the trim: a knife that slips leaves no ink on a card
FIELDS = 3  # of the foot: which deck, which sheet, a ruler
FOOT_RISE, FOOT_FALL = 270, 60  # what the foot takes above and below its baseline


@dataclass(frozen=True, slots=True)
class CardPlace:
    """One card's place on a sheet: column and row, and the upper left corner of its trim.

    `is_turned`: the card lies upside down (backs of sheets that are flipped at the top).
    """

    column: int
    row: int
    x: int
    y: int
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class Guide:
    """A cut guide: a line outside the trim."""

    x0: int
    y0: int
    x1: int
    y1: int


@dataclass(frozen=True, slots=True)
class Foot:
    """The line of words beside the cards, in three fields.

    `baseline` is its y; of a turned one, which reads up the left side, its x. `fields` are where each begins and how
    long it is, counted along the line from the left of the paper; turned, from its lower edge.
    """

    fields: tuple[tuple[int, int], ...]
    baseline: int
    is_turned: bool = False


def foot_words(sheet: int, of: int) -> str:
    """What stands in the second field. Part of the paper, and so in English whoever prints it."""
    return f"Sheet {sheet} of {of}. Print at 100 %, not “fit to page”."


def places(layout: SheetLayout) -> tuple[CardPlace, ...]:
    """All places of a sheet, row by row."""
    return tuple(
        CardPlace(column, row, layout.left + column * layout.card.width, layout.top + row * layout.card.height)
        for row in range(layout.rows)
        for column in range(layout.columns)
    )


def backs(layout: SheetLayout, flip: Flip) -> tuple[CardPlace, ...]:
    """The places of the backs, in the order of the fronts, for a sheet flipped at its left or its top edge.

    At the left edge columns change sides. At the top edge rows do, and every back is turned round.
    A short last sheet keeps its empty places, so its backs lie behind their fronts.
    The press draws fronts alone as yet.
    """
    width, height = layout.paper.width, layout.paper.height
    turned: list[CardPlace] = []
    for place in places(layout):
        if flip == "left":
            x = width - place.x - layout.card.width
            turned.append(CardPlace(layout.columns - 1 - place.column, place.row, x, place.y))
        else:
            y = height - place.y - layout.card.height
            turned.append(CardPlace(place.column, layout.rows - 1 - place.row, place.x, y, is_turned=True))
    return tuple(turned)


def dealt(cards: Sequence[T], layout: SheetLayout) -> tuple[tuple[T, ...], ...]:
    """The cards sheet by sheet."""
    return tuple(tuple(cards[i : i + layout.places]) for i in range(0, len(cards), layout.places))


def guides(layout: SheetLayout) -> tuple[Guide, ...]:
    """Marks at the end of every cut line, outside the trim and inside the printable part of the paper."""
    found: list[Guide] = []
    above, below = _outwards(layout.top, layout.bottom, layout.paper.height)
    for column in range(layout.columns + 1):
        x = layout.left + column * layout.card.width
        found += [Guide(x, start, x, end) for start, end in (above, below)]
    left, right = _outwards(layout.left, layout.right, layout.paper.width)
    for row in range(layout.rows + 1):
        y = layout.top + row * layout.card.height
        found += [Guide(start, y, end, y) for start, end in (left, right)]
    return tuple(found)


def _outwards(near: int, far: int, edge: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two ends of a cut line: from the trim outwards, at most to the margin."""
    before = (near - GUIDE_GAP, max(near - GUIDE_GAP - GUIDE_LENGTH, MARGIN))
    after = (far + GUIDE_GAP, min(far + GUIDE_GAP + GUIDE_LENGTH, edge - MARGIN))
    return before, after


def foot(layout: SheetLayout) -> Foot:
    """Where the words beside the cards stand: between the guides, below the cards where they stay clear of the trim.

    Where there is no room for that they read up the left side. Where there are not three columns for the three fields
    they stand below the guides.
    """
    card, paper = layout.card, layout.paper
    if layout.columns != FIELDS:
        third = (paper.width - 2 * MARGIN) // FIELDS
        below = layout.bottom + GUIDE_GAP + GUIDE_LENGTH + FOOT_RISE + 40
        return Foot(tuple((MARGIN + field * third, third - 300) for field in range(FIELDS)), below)
    if layout.bottom + CLEAR + FOOT_RISE + FOOT_FALL <= paper.height - MARGIN:
        lowest = paper.height - MARGIN - FOOT_FALL
        baseline = min(layout.bottom + GUIDE_GAP + GUIDE_LENGTH + 250, lowest)
        starts = tuple(layout.left + column * card.width for column in range(layout.columns))
        return Foot(tuple((start + 150, card.width - 300) for start in starts), baseline)
    starts = tuple(paper.height - layout.bottom + row * card.height for row in range(layout.rows))
    middle = (MARGIN + layout.left + FOOT_RISE - FOOT_FALL) // 2
    return Foot(tuple((start + 150, card.height - 300) for start in starts), middle, is_turned=True)
