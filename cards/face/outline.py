"""The outline of one stroke: the shape that ink leaves where a hand drew points, as the commands of an SVG path. Pure.

After the method of perfect-freehand (Steve Ruiz, MIT): a line that swells with the pressure of the hand, or with its
slowness where the device felt none, and that thins at its ends. Ours is written for paper: whole numbers of 1/100 mm
that come out the same on every machine, ends and dots as arcs, sides as chains of curves whose control points are
even, so that what a renderer mirrors for `t` is exact.

A turn sharper than SHARP ends one piece and begins another, each round at its ends and all running the same way about
their ink: filled by the rule `nonzero`, pieces that lie on each other leave no hole.
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

SHARP = 0.5  # cosine of the turn
APART = 0.6  # of the width: points nearer to each other than this are one
HASTE = 5.0  # widths between two points at which a hand without pressure is at its lightest
SLOWNESS = 0.35  # how much of a change is followed at each point


class Tool(NamedTuple):
    """`width` in 1/100 mm; `give`: how far pressure widens or thins it, of 1; `taper`: what is left of it at the ends,
    of 1, over `ends` widths; `dot`: the radius of a point alone, in widths."""

    width: int
    give: float
    taper: float
    ends: float
    dot: float


Point = tuple[float, float]


class _Spot(NamedTuple):
    x: float
    y: float
    pressure: float
    way: float  # from the beginning
    radius: float = 1.0


def outline(points: list[tuple[int, int]], pressure: tuple[int, ...], tool: Tool) -> str:
    """The path of a stroke of at least one point. `pressure` is 0 to 100 for each point, or empty."""
    spots = _spots(points, pressure, tool)
    if len(spots) == 1:
        return _dot(*points[0], max(1, round(tool.width * tool.dot)))
    return "".join(_piece(piece) for piece in _pieces(spots))


def _spots(points: list[tuple[int, int]], pressure: tuple[int, ...], tool: Tool) -> list[_Spot]:
    """The points that are far enough from each other, with the radius of the ink there."""
    kept = _apart(points, tool.width * APART)
    steps = [
        hypot(points[to][0] - points[index][0], points[to][1] - points[index][1])
        for index, to in zip(kept, kept[1:], strict=False)
    ]
    pressed = [pressure[index] / 100 for index in kept] if pressure else _by_haste(steps, tool.width)
    spots = [_Spot(*points[kept[0]], pressed[0], 0.0)]
    for index, hand, step in zip(kept[1:], pressed[1:], steps, strict=True):
        spots += _between(spots[-1], points[index], step, tool.ends * tool.width, is_all=len(steps) == 1)
        was = spots[-1]
        eased = was.pressure + (hand - was.pressure) * SLOWNESS
        way = was.way + hypot(points[index][0] - was.x, points[index][1] - was.y)
        spots.append(_Spot(*points[index], eased, way))
    return [spot._replace(radius=_radius(spot, spots[-1].way, tool)) for spot in spots]


def _between(start: _Spot, end: tuple[int, int], step: float, ends: float, is_all: bool) -> list[_Spot]:
    """On a long straight way two more, and on one that is the whole stroke: so that it thins at its ends alone."""
    x, y = end
    parts: tuple[float, ...] = (ends / step, 1 - ends / step)
    if step < 2.5 * ends:
        parts = (1 / 3, 2 / 3) if is_all else ()
    return [
        _Spot(start.x + (x - start.x) * part, start.y + (y - start.y) * part, start.pressure, start.way + step * part)
        for part in parts
    ]


def _radius(spot: _Spot, length: float, tool: Tool) -> float:
    ends = tool.ends * tool.width
    end = min(1.0, spot.way / ends, (length - spot.way) / ends)
    thin = tool.taper + (1 - tool.taper) * end * (2 - end)
    return max(tool.width / 2 * (1 + tool.give * (2 * spot.pressure - 1)) * thin, 1.0)


def _apart(points: list[tuple[int, int]], least: float) -> list[int]:
    """Indexes of points that are `least` from the one before; the first and the last stay, unless they are one."""
    kept = [0]
    for index in range(1, len(points)):
        (x, y), (was_x, was_y) = points[index], points[kept[-1]]
        if hypot(x - was_x, y - was_y) >= least:
            kept.append(index)
    last = len(points) - 1
    if kept[-1] != last and points[last] != points[kept[-1]]:
        if len(kept) > 1:
            kept[-1] = last
        else:
            kept.append(last)
    return kept


def _by_haste(steps: list[float], width: int) -> list[float]:
    """What the hand may have pressed at each point, from how far it went to it."""
    pressed = [0.62 - 0.3 * min(1.0, step / (HASTE * width)) for step in steps]
    return [*(pressed[:1] or [0.5]), *pressed]


def _pieces(spots: list[_Spot]) -> list[list[_Spot]]:
    """Parted where the line turns sharply."""
    pieces, piece = [], [spots[0]]
    for before, spot, after in zip(spots, spots[1:], spots[2:], strict=False):
        piece.append(spot)
        in_x, in_y, out_x, out_y = spot.x - before.x, spot.y - before.y, after.x - spot.x, after.y - spot.y
        if in_x * out_x + in_y * out_y < SHARP * hypot(in_x, in_y) * hypot(out_x, out_y):
            pieces.append(piece)
            piece = [spot]
    return [*pieces, [*piece, spots[-1]]]


def _piece(spots: list[_Spot]) -> str:
    """One side, a round end, the other side back, and the round beginning: always clockwise about the ink."""
    left: list[tuple[int, int]] = []
    right: list[tuple[int, int]] = []
    for index, spot in enumerate(spots):
        before, after = spots[max(index - 1, 0)], spots[min(index + 1, len(spots) - 1)]
        x, y = after.x - before.x, after.y - before.y
        far = spot.radius / (hypot(x, y) or 1.0)
        left.append((_even(spot.x + y * far), _even(spot.y - x * far)))
        right.append((_even(spot.x - y * far), _even(spot.y + x * far)))
    right.reverse()
    end, beginning = round(spots[-1].radius), round(spots[0].radius)
    return (
        f"M{left[0][0]} {left[0][1]}{_side(left)}{_round(left[-1], right[0], end)}"
        f"{_side(right)}{_round(right[-1], left[0], beginning)}z"
    )


def _side(points: list[tuple[int, int]]) -> str:
    """A smooth line from the first point, through the middles between the others, to the last."""
    x, y = points[0]
    if len(points) == 2:
        return f"l{points[1][0] - x} {points[1][1] - y}"
    said = ""
    parts: list[str] = []
    for (bend_x, bend_y), (next_x, next_y) in zip(points[1:-1], points[2:], strict=True):
        middle_x, middle_y = (bend_x + next_x) // 2, (bend_y + next_y) // 2
        said = "t" if parts else f"q{bend_x - x} {bend_y - y} "
        parts.append(f"{said}{middle_x - x} {middle_y - y}")
        x, y = middle_x, middle_y
    return "".join(parts) + f"l{points[-1][0] - x} {points[-1][1] - y}"


def _round(start: tuple[int, int], end: tuple[int, int], radius: int) -> str:
    """Half a circle; a renderer widens a radius that is too small by rounding."""
    return f"a{radius} {radius} 0 0 1 {end[0] - start[0]} {end[1] - start[1]}"


def _dot(x: int, y: int, radius: int) -> str:
    return f"M{x - radius} {y}a{radius} {radius} 0 0 1 {2 * radius} 0a{radius} {radius} 0 0 1 {-2 * radius} 0z"


def _even(number: float) -> int:
    return 2 * round(number / 2)
