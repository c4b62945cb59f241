"""Drawings as full as a card takes, no two alike: what somebody sends who means ill."""

from __future__ import annotations

import json
import random
import threading
from typing import Any

import pytest

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


def drawn_by_thread(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many numbers of drawings each kind of thread draws from now on; to draw takes no time meanwhile."""
    spent = dict[str, int]()

    def outline(points: list[tuple[int, int]], *_: Any) -> str:
        where = threading.current_thread().name.partition("_")[0]
        spent[where] = spent.get(where, 0) + 2 * len(points)
        return "M0 0"

    monkeypatch.setattr("cards.face.doodle.outline", outline)
    return spent
