"""Colours, and gradients as SVG has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cards.printing.sealed.matrices import number
from cards.printing.sealed.page_pictures.glyphs import Unknown


def colour(given: Any) -> str:
    """A shade of grey, red-green-blue or cyan-magenta-yellow-black, as #rrggbb."""
    parts = [min(1.0, max(0.0, float(value))) for value in given]
    if len(parts) == 1:
        parts *= 3
    if len(parts) == 4:
        parts = [(1 - part) * (1 - parts[3]) for part in parts[:3]]
    if len(parts) != 3:
        raise Unknown("a colour")
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def gradient(shading: Any) -> str:
    """The definition of a gradient from a point to another. Raises Unknown for any other."""
    if int(shading.ShadingType) != 2:
        raise Unknown("a gradient round a point")
    x0, y0, x1, y1 = (number(float(value)) for value in shading.Coords)
    first, last = (float(value) for value in shading.get("/Domain", (0, 1)))
    stops = "".join(
        f'<stop offset="{number((at - first) / (last - first))}" stop-color="{shade}"/>'
        for at, shade in _stops(shading.Function, first, last)
    )
    place = f'x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}" gradientUnits="userSpaceOnUse"'
    return f'<linearGradient id="{{name}}" {place}>{stops}</linearGradient>'


def _stops(function: Any, first: float, last: float) -> Iterator[tuple[float, str]]:
    """Where a gradient has which colour, from functions that are straight between their ends."""
    if int(function.FunctionType) == 2:
        if float(function.N) != 1:
            raise Unknown("a curve of colours")
        yield first, colour(function.get("/C0", (0,)))
        yield last, colour(function.get("/C1", (1,)))
        return
    if int(function.FunctionType) != 3:
        raise Unknown("a function of colours")
    bounds = [first, *(float(value) for value in function.Bounds), last]
    encode = [float(value) for value in function.Encode]
    for index, part in enumerate(function.Functions):
        ends = list(_stops(part, 0, 1))
        if encode[2 * index] > encode[2 * index + 1]:
            ends.reverse()
        yield bounds[index], ends[0][1]
        yield bounds[index + 1], ends[-1][1]
