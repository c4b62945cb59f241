"""What is drawn beside words: a doodle's strokes, an ornament that stays its title's own, colours that can be read."""

from __future__ import annotations

import hashlib
import re
from itertools import product

import pytest

from cards.face.colour import readable, written_on
from cards.face.doodle import doodle_svg
from cards.face.face import Kind, Stroke
from cards.face.ornament import SIDE, ornament

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5600 3500"><g fill="none" stroke-linecap="round" stroke-linejoin="round">'  # noqa: E501


def path(curve: str, ink: str = "#1f2a4a", width: int = 55, veil: str = "") -> str:
    return f'<path d="{curve}" stroke="{ink}" stroke-width="{width}"{veil}/>'


def felt(curve: str, ink: str) -> str:
    return path(curve, ink, 240, ' stroke-opacity="0.42"')


PEN, FELT = Stroke("pen", "#aa0000", (1, 2, 3, 4)), Stroke("felt", "#e2b23c", (5, 6, 7, 8))


@pytest.mark.parametrize(
    ("strokes", "coloured", "black"),
    [
        ((), "", ""), ((PEN,), path("M1 2L3 4", "#aa0000"), path("M1 2L3 4", "#000000")),
        ((FELT, PEN), felt("M5 6L7 8", "#e2b23c") + path("M1 2L3 4", "#aa0000"), path("M1 2L3 4", "#000000")),
        ((Stroke("pen", "red", (1, 2)),), path("M1 2h1"), path("M1 2h1", "#000000")),
        ((Stroke("pen", "#aa0000\n", (1, 2)),), path("M1 2h1"), path("M1 2h1", "#000000")),
        ((Stroke("pen", "#aa0000", (1,)), PEN), path("M1 2L3 4", "#aa0000"), path("M1 2L3 4", "#000000")),
        ((Stroke("pen", "#aa0000", (1, 2, 3)),), path("M1 2h1", "#aa0000"), path("M1 2h1", "#000000")),
        (
            (Stroke("pen", "#aa0000", (-1, -9, 10, 20, 15, 31, 5601, 3501)),),
            path("M0 0Q10 20 12 25Q15 31 2807 1765L5600 3500", "#aa0000"),
            path("M0 0Q10 20 12 25Q15 31 2807 1765L5600 3500", "#000000"),
        ),
    ],
)  # fmt: skip
def test_a_doodle_is_drawn_stroke_by_stroke_and_in_black_without_felt(
    strokes: tuple[Stroke, ...], coloured: str, black: str
) -> None:
    assert doodle_svg(strokes) == f"{HEAD}{coloured}</g></svg>"
    assert doodle_svg(strokes, is_black=True) == f"{HEAD}{black}</g></svg>"


# The digest of many ornaments of each kind. A card keeps its ornament for as long as it keeps its name, whichever
# release draws it: what changes these changes cards that lie on tables.
KEPT: dict[Kind, str] = {
    "thing": "cb85d48f9f6e5c9b", "action": "8f1efd823b257144", "rule": "a2752fbb109b0af0", "other": "7dcff02603e98e38",
}  # fmt: skip


@pytest.mark.parametrize("kind", KEPT)
def test_an_ornament_is_what_it_was_of_every_title(kind: Kind) -> None:
    every = [ornament(f" Title {n}", kind, rows) for n, rows in product(range(24), (1, 2, 5))]
    every += [ornament(f"Title {n}", kind, 4, 3, "#123456") for n in range(12)]
    assert hashlib.sha256("".join(every).encode()).hexdigest()[:16] == KEPT[kind]


def test_an_ornament_is_as_large_as_it_is_asked_for_and_in_the_ink_of_its_kind_or_its_own() -> None:
    assert 'viewBox="0 0 560 350"' in ornament("Slug", "thing", 5) and 'fill="#1b4b8a"' in ornament("Slug", "thing", 5)
    assert 'viewBox="0 0 210 140"' in ornament("Slug", "thing", 2, 3) and SIDE == 70
    assert set(re.findall(r'fill="([^"]+)"', ornament("Slug", "rule", 3, ink="#123456"))) == {"#123456"}
    assert ornament("SLUG ", "thing", 3) == ornament("slug", "thing", 3)


def contrast_to_white(colour: str) -> float:
    """WCAG's relative luminance, written down again."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 1.05 / (0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] + 0.05)


GRID = [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in product((0, 9, 60, 119, 130, 200, 255), repeat=3)]


def test_a_frame_is_darkened_no_more_than_its_letters_need() -> None:
    for colour in GRID:
        parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
        while contrast_to_white("#{:02x}{:02x}{:02x}".format(*parts)) < 5.6:
            parts = [part * 15 // 16 for part in parts]
        assert readable(colour) == "#{:02x}{:02x}{:02x}".format(*parts), colour
        assert written_on(colour) == ("#ffffff" if contrast_to_white(colour) >= 3.6 else "#171a21"), colour
