"""A tuck box as geometry: panels, cut lines and fold lines of one piece of paper. Pure; lengths are 1/100 mm.

    glue │ back │ side │ front │ side        lid on the back, bottom on the front, dust flaps on the sides

The box is as wide and as high as a card, in its sleeve if it has one, and a little air; as deep as the cards lie upon
each other.
"""

from __future__ import annotations

from dataclasses import dataclass

from cards.face.measures import CardSize
from cards.printing.geometry.papers import MARGIN, Paper
from studio.kernel.refusals import Refused

AIR = 100  # between the cards and each wall, on both sides together
WALLS = 40  # what the folded paper itself takes of the width and the height
BOARD = 60  # and of the depth, where it lies double
SLEEVE = (300, 400, 12)  # what a sleeve adds to a card's width, its height and its thickness
GLUE = 1000  # width of the glue flap
TUCK = 1400  # length of the flap that is tucked in
LEAST_DEPTH = 800  # shallower ones cannot be folded
THUMB = 800  # radius of the cut for the thumb
SLANT = 200  # flaps grow narrower by this towards their ends, so that they slide in


@dataclass(frozen=True, slots=True)
class NetLine:
    """A line of a net, from point to point."""

    x1: int
    y1: int
    x2: int
    y2: int


@dataclass(frozen=True, slots=True)
class Panel:
    """A side of the box with words on it: its upper left corner on the paper, and its measures."""

    name: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class BoxNet:
    """The whole net on its paper (turned where `is_lying`). `width`, `height`, `depth` are the box's, inside."""

    width: int
    height: int
    depth: int
    is_lying: bool
    cuts: tuple[NetLine, ...]
    folds: tuple[NetLine, ...]
    panels: tuple[Panel, ...]
    thumb: Panel


def box_measures(card: CardSize, cards: int, thickness: int, *, is_sleeved: bool = False) -> tuple[int, int, int]:
    """Width, height and depth inside, for so many cards of that thickness each, before any sleeve."""
    wider, higher, _ = SLEEVE if is_sleeved else (0, 0, 0)
    width, height = card.width + wider + AIR + WALLS, card.height + higher + AIR + WALLS
    return width, height, max(_deep(cards, thickness, is_sleeved=is_sleeved), LEAST_DEPTH)


def spare_depth(cards: int, thickness: int, *, is_sleeved: bool = False) -> int:
    """How much deeper a box is than its cards need, since a shallower one cannot be folded."""
    return max(LEAST_DEPTH - _deep(cards, thickness, is_sleeved=is_sleeved), 0)


def _deep(cards: int, thickness: int, *, is_sleeved: bool) -> int:
    return cards * (thickness + (SLEEVE[2] if is_sleeved else 0)) + BOARD + AIR


def tuck_box(card: CardSize, cards: int, thickness: int, paper: Paper, *, is_sleeved: bool = False) -> BoxNet:
    """The net in the middle of the paper, upright if it goes on so. Raises Refused: print.no_cards, print.box_large."""
    if cards < 1:
        raise Refused("print.box_empty")
    width, height, depth = box_measures(card, cards, thickness, is_sleeved=is_sleeved)
    across = GLUE + 2 * width + 2 * depth
    down = TUCK + depth + height + depth
    for wide, high, is_lying in ((paper.width, paper.height, False), (paper.height, paper.width, True)):
        if across <= wide - 2 * MARGIN and down <= high - 2 * MARGIN:
            return _net((wide - across) // 2, (high - down) // 2, width, height, depth, is_lying)
    raise Refused(
        "print.box_large",
        needed=f"{across / 100 + 2 * MARGIN / 100:.0f} × {down / 100 + 2 * MARGIN / 100:.0f} mm",
        paper=paper.label,
    )


def _net(left: int, top: int, width: int, height: int, depth: int, is_lying: bool) -> BoxNet:
    """The lines of a net whose upper left corner lies there."""
    back, side_1, front, side_2 = (
        left + GLUE,
        left + GLUE + width,
        left + GLUE + width + depth,
        left + GLUE + 2 * width + depth,
    )
    end = side_2 + depth
    roof = top + TUCK  # where the tuck flap is folded down
    upper, lower = roof + depth, roof + depth + height  # upper and lower edge of the walls
    floor = lower + depth
    flap = min(depth, width // 2)  # of the dust flaps, which may not meet
    cuts = [
        # the glue flap
        *_polyline((back, upper), (left, upper + SLANT), (left, lower - SLANT), (back, lower)),
        # the lid on the back, with its tuck flap
        *_polyline((back, upper), (back, roof), (back + SLANT, top)),
        *_polyline((back + SLANT, top), (side_1 - SLANT, top), (side_1, roof), (side_1, upper)),
    ]
    for start in (side_1, side_2):
        for fold, tip in ((upper, upper - flap), (lower, lower + flap)):
            far = start + depth
            cuts += _polyline((start, fold), (start + SLANT, tip), (far - SLANT, tip), (far, fold))
    middle = front + width // 2
    cuts += [
        NetLine(front, upper, middle - THUMB, upper),
        NetLine(middle + THUMB, upper, side_2, upper),
        # the two halves of the floor, glued upon each other
        *_polyline((back, lower), (back + SLANT, floor), (side_1 - SLANT, floor), (side_1, lower)),
        *_polyline((front, lower), (front, floor), (side_2, floor), (side_2, lower)),
        NetLine(end, upper, end, lower),
    ]
    folds = [
        *(NetLine(x, upper, x, lower) for x in (back, side_1, front, side_2)),
        NetLine(back, roof, side_1, roof),
        NetLine(back, upper, side_1, upper),
        *(NetLine(x, y, x + depth, y) for x in (side_1, side_2) for y in (upper, lower)),
        NetLine(back, lower, side_1, lower),
        NetLine(front, lower, side_2, lower),
    ]
    panels = (
        Panel("back", back, upper, width, height),
        Panel("side", side_1, upper, depth, height),
        Panel("front", front, upper, width, height),
        Panel("side", side_2, upper, depth, height),
        Panel("lid", back, roof, width, depth),
        Panel("glue", left, upper + SLANT, GLUE, height - 2 * SLANT),
        Panel("floor", front, lower, width, depth),
    )
    thumb = Panel("thumb", middle - THUMB, upper, 2 * THUMB, THUMB)
    return BoxNet(width, height, depth, is_lying, tuple(cuts), tuple(folds), panels, thumb)


def _polyline(*points: tuple[int, int]) -> list[NetLine]:
    return [NetLine(*start, *end) for start, end in zip(points, points[1:], strict=False)]
