"""Where a frame has its number and its line at the foot, which the press writes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LayerSlot:
    """Where the press writes a number or a line at the foot; mm from the upper left, pt.

    `right` is the edge a number ends at, `left` the one a foot line begins at; `font` a face of fonts.css.
    """

    left: float
    right: float
    baseline: float
    pt: float
    font: str
    weight: int
    tracking: float  # mm
    colour: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Slots:
    """The two slots of a frame; `numbers` by type step."""

    numbers: tuple[LayerSlot | None, ...]
    foot: LayerSlot
