"""Cards with six sides, flat above and below: their corners, and the ticks that slanted cuts are made by.

Pure; lengths are 1/100 mm. Hexes in rows share no slanted cut, so each card has ticks of its own: the slanted
sides go on a little beyond their corners, where a ruler is laid from tick to tick.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from cards.face.measures import CardSize

HexPoint = tuple[int, int]

TICK_GAP, TICK_END = 60, 225  # from the corner to where a tick begins and ends; the foot stays clear of it


def hex_corners(card: CardSize, left: int, top: int) -> tuple[HexPoint, ...]:
    """Of the card whose box begins there: clockwise from the left end of its upper side."""
    right, bottom = left + card.width, top + card.height
    middle, quarter = (top + bottom) // 2, card.width // 4
    return (
        (left + quarter, top),
        (right - quarter, top),
        (right, middle),
        (right - quarter, bottom),
        (left + quarter, bottom),
        (left, middle),
    )


def hex_ticks(card: CardSize, left: int, top: int) -> tuple[tuple[HexPoint, HexPoint], ...]:
    """Both ends of each slanted side, drawn on outside of the card."""
    corners = hex_corners(card, left, top)
    slanted = [side for side in pairwise((*corners, corners[0])) if side[0][1] != side[1][1]]
    return tuple(tick for one, other in slanted for tick in (_beyond(one, other), _beyond(other, one)))


def _beyond(start: HexPoint, corner: HexPoint) -> tuple[HexPoint, HexPoint]:
    """The line from start to corner, from a little beyond the corner on."""
    across, down = corner[0] - start[0], corner[1] - start[1]
    length = hypot(across, down)

    def at(distance: int) -> HexPoint:
        return corner[0] + round(across * distance / length), corner[1] + round(down * distance / length)

    return at(TICK_GAP), at(TICK_END)
