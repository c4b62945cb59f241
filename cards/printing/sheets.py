"""Imposition as geometry: where cards, cut guides and the foot of a sheet lie.

Pure. Lengths are 1/100 mm from the upper left corner of the paper, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from cards.printing.papers import MARGIN, Template

T = TypeVar("T")
Flip = Literal["left", "top"]

GUIDE_GAP = 60  # a guide begins this far outside the trim, so no line is left on a card
GUIDE_LENGTH = 400


@dataclass(frozen=True, slots=True)
class Place:
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
    """The line of words under the cards: one field to a column, all on one baseline."""

    fields: tuple[tuple[int, int], ...]  # x and width
    baseline: int


def places(template: Template) -> tuple[Place, ...]:
    """All places of a sheet, row by row."""
    return tuple(
        Place(column, row, template.left + column * template.card.width, template.top + row * template.card.height)
        for row in range(template.rows)
        for column in range(template.columns)
    )


def backs(template: Template, flip: Flip) -> tuple[Place, ...]:
    """The places of the backs, in the order of the fronts, for a sheet flipped at its left or its top edge.

    At the left edge columns change sides. At the top edge rows do, and every back is turned round.
    A short last sheet keeps its empty places, so its backs lie behind their fronts.
    """
    width, height = template.paper.width, template.paper.height
    turned: list[Place] = []
    for place in places(template):
        if flip == "left":
            x = width - place.x - template.card.width
            turned.append(Place(template.columns - 1 - place.column, place.row, x, place.y))
        else:
            y = height - place.y - template.card.height
            turned.append(Place(place.column, template.rows - 1 - place.row, place.x, y, is_turned=True))
    return tuple(turned)


def dealt(cards: Sequence[T], template: Template) -> tuple[tuple[T, ...], ...]:
    """The cards sheet by sheet."""
    return tuple(tuple(cards[i : i + template.places]) for i in range(0, len(cards), template.places))


def guides(template: Template) -> tuple[Guide, ...]:
    """Marks at the end of every cut line, outside the trim and inside the printable part of the paper."""
    found: list[Guide] = []
    above, below = _outwards(template.top, template.bottom, template.paper.height)
    for column in range(template.columns + 1):
        x = template.left + column * template.card.width
        found += [Guide(x, start, x, end) for start, end in (above, below)]
    left, right = _outwards(template.left, template.right, template.paper.width)
    for row in range(template.rows + 1):
        y = template.top + row * template.card.height
        found += [Guide(start, y, end, y) for start, end in (left, right)]
    return tuple(found)


def _outwards(near: int, far: int, edge: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two ends of a cut line: from the trim outwards, at most to the margin."""
    before = (near - GUIDE_GAP, max(near - GUIDE_GAP - GUIDE_LENGTH, MARGIN))
    after = (far + GUIDE_GAP, min(far + GUIDE_GAP + GUIDE_LENGTH, edge - MARGIN))
    return before, after


def foot(template: Template) -> Foot:
    """Where the words under the cards stand: between the guides, as low as the margin needs."""
    lowest = template.paper.height - MARGIN - 20
    baseline = min(template.bottom + GUIDE_GAP + GUIDE_LENGTH + 250, lowest)
    fields = tuple(
        (template.left + column * template.card.width + 150, template.card.width - 300)
        for column in range(template.columns)
    )
    return Foot(fields, baseline)
