"""The test page as geometry: crosses on its front, combs behind them that say by how much backs are to be moved. Pure.

One in the middle, which tells the shift; one near each corner, where paper that is fed askew, or a side that is printed
larger than the other, has other numbers. Lengths are 1/100 mm from the upper left corner of the paper.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cards.printing.geometry.papers import Paper
from cards.printing.geometry.sheets import Guide

REACH, STEP = 500, 50  # how far combs go either way, and from tick to tick
CORNER = 3500  # of a cross near a corner from both edges
LEAST_PAPER = 18000  # a smaller one has a cross in its middle alone
WORDS_ABOVE, WORDS_BESIDE = 7000, 1500  # the first baseline above the middle, and what is left white beside the words
WORDS_WIDE = 12500  # no wider: they stand between the corners
WORDS_PT, LINE = 9.0, 420  # how large the words are, and from line to line
LABEL_PT = 9.5
SMALLER = 98  # per cent: what “fit to page” makes of a sheet


@dataclass(frozen=True, slots=True)
class CrossPlace:
    """Where a cross stands, how long its arms are, and how far off its combs."""

    x: int
    y: int
    arm: int
    away: int


@dataclass(frozen=True, slots=True)
class CombTick:
    """A line of a comb, what to type in when it meets the cross, and the words for that, "" beside most."""

    line: Guide
    value: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class AlignmentSide:
    """One side of the test page, whoever draws it: the lines of crosses or the ticks of combs, the short lines of what
    is typed in now, and the words above the middle."""

    words: tuple[str, ...]
    lines: tuple[Guide, ...] = ()
    across: tuple[CombTick, ...] = ()
    down: tuple[CombTick, ...] = ()
    now: tuple[Guide, ...] = ()


def alignment_front(paper: Paper) -> AlignmentSide:
    return AlignmentSide(front_words(paper), tuple(line for at in cross_places(paper) for line in cross(at)))


def alignment_back(paper: Paper, offset: tuple[int, int]) -> AlignmentSide:
    """With the short lines where anything is typed in."""
    places = cross_places(paper)
    across, down = (tuple(tick for comb in both for tick in comb) for both in zip(*map(combs, places), strict=True))
    now = tuple(line for at in places for line in typed_in(at, offset)) if any(offset) else ()
    return AlignmentSide(back_words(paper, offset), across=across, down=down, now=now)


def cross_places(paper: Paper) -> tuple[CrossPlace, ...]:
    """The middle, and the corners: where they are whichever way the sheet is turned over."""
    middle = CrossPlace(paper.width // 2, paper.height // 2, 3000, 1800)
    if min(paper.width, paper.height) < LEAST_PAPER:
        return (middle,)
    corners = (
        CrossPlace(x, y, 1700, 900) for y in (CORNER, paper.height - CORNER) for x in (CORNER, paper.width - CORNER)
    )
    return (middle, *corners)


def cross(at: CrossPlace) -> tuple[Guide, Guide]:
    """On the front: its upright line and its level one."""
    x, y = at.x, at.y
    return Guide(x, y - at.arm, x, y + at.arm), Guide(x - at.arm, y, x + at.arm, y)


def combs(at: CrossPlace) -> tuple[tuple[CombTick, ...], tuple[CombTick, ...]]:
    """Behind it: the comb across, for what is to be moved to the right, and the comb down.

    A back that comes out 1 mm too far to the left has the tick of +1 behind the cross: that is what makes it good.
    """
    x, y, away = at.x, at.y, at.away
    across, down = [], []
    for value in range(-REACH, REACH + 1, STEP):
        label = "" if value % 200 else f"{value / 100:+g}" if value else "0"
        long = 150 if value % 100 else 250 if value % 200 else 350 if value % 400 else 700  # two rows of numbers
        across.append(CombTick(Guide(x + value, y - away, x + value, y - away - long), value, label))
        down.append(CombTick(Guide(x - away, y + value, x - away - long, y + value), value, label))
    return tuple(across), tuple(down)


def typed_in(at: CrossPlace, offset: tuple[int, int]) -> Iterator[Guide]:
    """Short lines at the teeth of both combs that stand for what is typed in now, where they reach so far."""
    right, down = offset
    if abs(right) <= REACH:
        yield Guide(at.x + right, at.y - at.away + 60, at.x + right, at.y - at.away + 260)
    if abs(down) <= REACH:
        yield Guide(at.x - at.away + 60, at.y + down, at.x - at.away + 260, at.y + down)


def front_words(paper: Paper) -> tuple[str, ...]:
    """How it is used, and how its own size is told. Part of the paper, and so in English whoever prints it."""
    first = (
        "Test page, front. Print this sheet on both sides at 100 %, as you will print the cards.",
        "Then hold it against a light, with this side away from you.",
    )
    if len(cross_places(paper)) == 1:
        return first
    apart = paper.width - 2 * CORNER
    return (
        *first,
        f"The two upper crosses are {apart / 100:g} mm apart. Where a ruler says {apart * SMALLER / 10000:.1f} mm, "
        f"the sheet was printed at {SMALLER} %.",
    )


def back_words(paper: Paper, offset: tuple[int, int]) -> tuple[str, ...]:
    """What its numbers are for, and what is typed in now."""
    first = (
        "Test page, back. Hold it against a light: the crosses of the front shine through.",
        "Type in the number at the line the middle one meets: “Shift to the right” from the upper comb, “Shift down” "
        "from the other.",
    )
    now = (
        f"Typed in now: {_signed(offset[0])} mm to the right, {_signed(offset[1])} mm down. It does not move this page"
    )
    now += ": where the cross meets the short lines, it is still right." if any(offset) else "."
    if len(cross_places(paper)) == 1:
        return (*first, now)
    return (
        *first,
        now,
        "Corners that say other numbers than the middle: the paper was fed askew, or its sides were printed at two "
        "sizes. No shift mends that. See that the paper lies close in its tray, and nothing is fitted to the page.",
    )


def _signed(length: int) -> str:
    return f"{length / 100:+g}" if length else "0"
