"""Which cards in play have something to press of their own (B6)."""

from __future__ import annotations

import pytest

from play.table.card_words import ability_in


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("Action: Draw two cards.", "action"),
        ("It lies about.\n**Action:** Draw two cards.", "action"),
        ("Extra Move Action: “Second Wind”", "action"),
        ("ACTIVATE: turn it over.", "activate"),
        ("Activate: turn it over. Action: draw.", "action"),
        ("That player may not use “Action:” abilities: their lap is full.", ""),
        ('Nobody may use an "Activate:" ability.', ""),
        ("An interaction: none.", ""),
        ("", ""),
    ],
)
def test_what_is_offered(text: str, offered: str) -> None:
    assert ability_in(text) == offered
