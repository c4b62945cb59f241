"""Few numbers for the whole house: scales of space, type and colour (static/css/tokens.css).

What stands off a scale is counted, and the count may only fall: whoever brings it down writes the smaller number here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from cards.printing.shared.build import PAGE_SHEETS, PREVIEW_SHEETS, SHEETS

STATIC = Path(__file__).resolve().parent.parent / "static"
PAPER = {*SHEETS, *PAGE_SHEETS, *PREVIEW_SHEETS, "fonts.css"}  # laid out in millimetres
SPACED = re.compile(
    r"(?:scroll-)?(?:margin|padding)(?:-(?:block|inline|top|bottom|left|right))?(?:-(?:start|end))?|(?:row-|column-)?gap"
)
LENGTH = re.compile(r"(?<![\w.#-])-?(\d*\.?\d+)(rem|px)\b")  # em grows with the letters it stands beside
HAIRLINES = 3  # px that are a line, not a space
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch|light-dark)\(")

MOST = {"space": 932, "type": 266, "colour": 244}


def sheets() -> dict[str, str]:
    """Of every sheet of pages its text, without comments."""
    there = {path.name: path.read_text(encoding="utf-8") for path in sorted((STATIC / "css").glob("*.css"))}
    return {name: re.sub(r"/\*.*?\*/", "", text, flags=re.S) for name, text in there.items() if name not in PAPER}


def declared() -> Iterator[tuple[str, str, str]]:
    """Sheet, property, value; not what a page's own variables are worth."""
    for name, text in sheets().items():
        if name != "tokens.css":
            for prop, value in re.findall(r"(?<=[;{\s])([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])", text):
                if not prop.startswith("--"):
                    yield name, prop, value


def off(kind: str, prop: str, value: str) -> int:
    """How many numbers of a declaration stand off the scale of this kind."""
    if kind == "space" and SPACED.fullmatch(prop):
        return sum(unit == "rem" or float(number) > HAIRLINES for number, unit in LENGTH.findall(value))
    if kind == "type" and prop in ("font", "font-size"):
        return len(LENGTH.findall(value))
    if kind == "colour":
        return len(COLOUR.findall(value))
    return 0


@pytest.mark.parametrize("kind", MOST)
def test_what_stands_off_the_scale_only_becomes_less(kind: str) -> None:
    found = Counter[str]()
    for name, prop, value in declared():
        found[name] += off(kind, prop, value)
    assert found.total() <= MOST[kind], found.most_common(5)


def test_what_is_off_a_scale_is_counted() -> None:
    assert off("space", "padding", "var(--s2) .4rem calc(1rem + 1px) 0") == 2
    assert off("space", "margin-inline-start", "-.3rem") == 1 and off("space", "width", "3rem") == 0
    assert off("type", "font", "700 .8rem/1.2 var(--text)") == 1 and off("type", "font-size", "var(--t-fine)") == 0
    assert (
        off("colour", "color", "var(--ink)") == 0
        and off("colour", "box-shadow", "0 1px #0003, 0 2px rgb(0 0 0 / .2)") == 2
    )
