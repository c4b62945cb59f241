"""Which cards in play have something to press of their own (B6)."""

from __future__ import annotations

import pytest

from cards.face.face import Face
from cards.queries.faces import ReadFace
from play.queries.card_views import ability_of


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("Action: Draw two cards.", "Use its Action"),
        ("It lies about.\n**Action:** Draw two cards.", "Use its Action"),
        ("Extra Move Action: “Second Wind”", "Use its Action"),
        ("ACTIVATE: turn it over.", "Activate it"),
        ("Activate: turn it over. Action: draw.", "Use its Action"),
        ("That player may not use “Action:” abilities: their lap is full.", ""),
        ('Nobody may use an "Activate:" ability.', ""),
        ("An interaction: none.", ""),
        ("", ""),
    ],
)
def test_what_is_offered(text: str, offered: str) -> None:
    assert ability_of(ReadFace("0" * 64, Face(title="Cat", text=text))) == offered
