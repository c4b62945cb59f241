"""Drawings as full as a card takes, no two alike: what somebody sends who means ill."""

from __future__ import annotations

import json
import random

STROKES, POINTS = 20, 650  # of a hand that feels how it presses: three numbers a point


def doodle(seed: int) -> str:
    """As a form sends it."""
    dice = random.Random(seed)
    return json.dumps([
        {
            "tool": "pen", "ink": "#1f2a4a", "points": [dice.randrange(300, 3500) for _ in range(2 * POINTS)],
            "pressure": [dice.randrange(101) for _ in range(POINTS)],
        }
        for _ in range(STROKES)
    ], separators=(",", ":"))  # fmt: skip
