"""A card that is drawn again is the card that was drawn before: every frame, every size, letter for letter."""

from __future__ import annotations

import random
import string
from urllib.parse import quote

import pytest

from cards.face.doodle import svg_address
from cards.face.drawn import draw_face
from tests.rules.drawn_faces import FACES, FILE, FRAMES, lines_of

LINES = FILE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", FACES)
def test_what_is_drawn_of_a_face_is_what_was_drawn_of_it(name: str) -> None:
    at = list(FACES).index(name) * len(FRAMES)
    assert list(lines_of(name)) == LINES[at : at + len(FRAMES)], "python -m tests.rules.drawn_faces, if it is meant"


def test_nothing_else_is_written_down() -> None:
    assert len(LINES) == len(FACES) * len(FRAMES) and draw_face(FACES["two cards"][0]).more


def test_a_drawing_in_an_address_is_what_quoting_letter_by_letter_makes_of_it() -> None:
    luck = random.Random(7)
    for letters in ("".join(map(chr, range(0x20, 0x7F))), string.printable + "é雨\u0301"):
        for _ in range(300):
            svg = "".join(luck.choices(letters, k=luck.randint(0, 60)))
            address = svg_address(svg)
            assert address == "data:image/svg+xml," + quote(svg, safe=" /:=,;'()!*-._~@$+") and '"' not in address
