"""Titles as they are seen across the table: the size that is asked for, and where a long word is parted."""

from __future__ import annotations

import pytest

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.glance import glanced


def seen(title: str, language: str = "") -> tuple[str, float]:
    """The title with its parts, and how many em its widest part takes."""
    face = glanced(draw_face(Face(title=title, type_line="Thing"), is_rule=False, language=language))
    return face.title.replace("\u00ad", "|"), float(face.style.rpartition("--word:")[2])


@pytest.mark.parametrize(
    ("title", "language", "parts"),
    [
        ("Schadenfreude", "", "Schadenfreude"),
        ("Prizewinning Rhododendron", "", "Prizewinning Rhododendron"),
        ("Gießkannenverordnung", "", "Gießkannen|verordnung"),
        ("Streichholzschächtelchen", "de", "Streichholz|schächtelchen"),
        ("Löwenzahnwurzelextraktion", "de", "Löwenzahnwur|zelextraktion"),
        ("Donaudampfschifffahrtsgesellschaft ahoi", "de", "Donaudampfschiff|fahrtsgesellschaft ahoi"),
        ("猫" * 30, "", "猫" * 30),
        ("...............................", "", "..............................."),
    ],
)
def test_a_word_is_parted_near_its_middle_where_it_goes_on_no_line(title: str, language: str, parts: str) -> None:
    assert seen(title, language)[0] == parts


def test_the_widest_part_sets_the_size() -> None:
    assert seen("Ox")[1] < seen("Schadenfreude")[1] == seen("Ox and Schadenfreude")[1]
    assert seen("Gießkannenverordnung")[1] < seen("Kartoffelpuffern")[1]
    assert seen("")[1] == 1
