"""The test page as geometry: a cross on its front, combs behind it that say by how much backs are to be moved. Pure.

Lengths are 1/100 mm from the upper left corner of the paper.
"""

from __future__ import annotations

from dataclasses import dataclass

from cards.printing.geometry.papers import Paper
from cards.printing.geometry.sheets import Guide

HALF_CROSS = 3000
REACH, STEP = 500, 50  # how far combs go either way, and from tick to tick
AWAY = 1800  # of the combs from the middle
WORDS_ABOVE, WORDS_BESIDE = 7000, 1500  # the first baseline above the middle, and what is left white beside the words
WORDS_PT, LINE = 9.0, 440  # how large the words are, and from line to line
FRONT_WORDS = (
    "Test page, front. Print this sheet on both sides at 100 %, as you will print the cards.",
    "Then hold it against a light, with this side away from you.",
)
BACK_WORDS = (
    "Test page, back. Hold it against a light: the cross of the front shines through.",
    "Type in the number at the line it meets: “Shift to the right” from the upper comb, “Shift down” from the other.",
    "What was typed in before does not move this page. A cross far off the combs: the sheet was scaled to fit.",
)


@dataclass(frozen=True, slots=True)
class CombTick:
    """A line of a comb, what to type in when it meets the cross, and the words for that, "" beside most."""

    line: Guide
    value: int
    label: str = ""


def cross(paper: Paper) -> tuple[Guide, Guide]:
    """Through the middle of the front, where it is whichever way the sheet is turned over."""
    x, y = paper.width // 2, paper.height // 2
    return Guide(x, y - HALF_CROSS, x, y + HALF_CROSS), Guide(x - HALF_CROSS, y, x + HALF_CROSS, y)


def combs(paper: Paper) -> tuple[tuple[CombTick, ...], tuple[CombTick, ...]]:
    """Behind it: the comb across, for what is to be moved to the right, and the comb down.

    A back that comes out 1 mm too far to the left has the tick of +1 behind the cross: that is what makes it good.
    """
    x, y = paper.width // 2, paper.height // 2
    across, down = [], []
    for value in range(-REACH, REACH + 1, STEP):
        label = "" if value % 200 else f"{value / 100:+g}" if value else "0"
        long = 150 if value % 100 else 250 if value % 200 else 350 if value % 400 else 600  # two rows of numbers
        across.append(CombTick(Guide(x + value, y - AWAY, x + value, y - AWAY - long), value, label))
        down.append(CombTick(Guide(x - AWAY, y + value, x - AWAY - long, y + value), value, label))
    return tuple(across), tuple(down)
