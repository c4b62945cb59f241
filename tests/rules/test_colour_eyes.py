"""Colours as other eyes see them: the published matrices, and which pairs of colours are one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cards.face.colour import ALIKE, APART, MATRICES, Eyes, confused_by, distance, seen_by

SPRITE = Path(__file__).parents[2] / "templates" / "studio" / "_sprite.html"


@pytest.mark.parametrize("eyes", MATRICES)
def test_white_black_and_grey_stay_what_they_are(eyes: Eyes) -> None:
    for colour in ("#ffffff", "#000000", "#808080"):
        assert seen_by(eyes, colour) == colour


@pytest.mark.parametrize(
    ("eyes", "colour", "seen"),
    [
        ("protan", "#ff0000", "#6d5f00"), ("deutan", "#ff0000", "#a39000"), ("tritan", "#0000ff", "#006b96"),
        ("protan", "#00ff00", "#ffe500"), ("grey", "#00ff00", "#dcdcdc"), ("grey", "#ff0000", "#7f7f7f"),
    ],
)  # fmt: skip
def test_pure_colours_are_seen_as_published(eyes: Eyes, colour: str, seen: str) -> None:
    assert seen_by(eyes, colour) == seen


def test_distances_are_those_of_the_colour_space() -> None:
    assert distance("#000000", "#ffffff") == pytest.approx(100, abs=0.01) and distance("#b02a4c", "#b02a4c") == 0
    assert distance("#ff0000", "#00ff00") == pytest.approx(170.6, abs=0.3)


@pytest.mark.parametrize(
    ("one", "other", "eyes"),
    [
        ("#b02a4c", "#4a4c52", "protan"), ("#b02a4c", "#3c6b4c", "deutan"), ("#b02a2a", "#4a5a2c", "protan"),
        ("#00a0a0", "#3f90d0", "tritan"), ("#1f2a4a", "#8a6208", None), ("#2c62a8", "#b02a4c", None),
        ("#b02a4c", "#b52c50", None),  # nobody means these as two
    ],
)  # fmt: skip
def test_two_colours_are_one_to_some_eyes(one: str, other: str, eyes: Eyes | None) -> None:
    assert confused_by(one, other) == confused_by(other, one) == eyes
    if eyes:
        assert distance(one, other) >= APART and distance(seen_by(eyes, one), seen_by(eyes, other)) < ALIKE


def test_the_filters_of_the_page_have_the_same_numbers() -> None:
    found = dict(re.findall(r'id="eyes-(\w+)".*?values="([^"]*)"', SPRITE.read_text(encoding="utf-8"), re.DOTALL))
    assert {eyes: [float(number) for number in values.split()] for eyes, values in found.items()} == {
        eyes: [*(number for row in matrix for number in (*row, 0, 0)), 0, 0, 0, 1, 0]
        for eyes, matrix in MATRICES.items()
    }
