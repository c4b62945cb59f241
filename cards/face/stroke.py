"""What a face and a back are both made of: strokes of a drawing, and the kinds that have a look of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["thing", "action", "other", "rule"]


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line of a doodle: pen or felt, an ink (#rrggbb), points as x0, y0, x1, y1 … in 1/100 mm.

    `pressure` is the hand's at each point, 0 to 100, or empty where the device felt none. `width` is the tool's in
    1/100 mm, 0 for its usual one.
    """

    tool: Literal["pen", "felt"]
    ink: str
    points: tuple[int, ...]
    pressure: tuple[int, ...] = ()
    width: int = 0
