"""What a mistyped word was meant to be."""

from __future__ import annotations

import pytest

from play.console.nearest import nearest, nearest_beginning

WORDS = ("newcard", "playcard", "play", "drawcard", "drawvis", "draw", "tap", "untap", "Man in the Moon")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("newcrad", "newcard"), ("paly", "play"), ("drawcrad", "drawcard"), ("NEWCART", "newcard"), ("ta", ""),
        ("tapp", "tap"), ("atp", "tap"), ("man on the mon", "Man in the Moon"), ("man in teh moon", "Man in the Moon"),
        ("zzz", ""), ("", ""), ("drawcaravan", ""), ("playcards", "playcard"), ("a" * 41, ""),
    ],
)  # fmt: skip
def test_the_nearest_word_is_meant_where_one_is_near(typed: str, meant: str) -> None:
    assert nearest(typed, WORDS) == meant


def test_of_two_as_near_neither_is_guessed() -> None:
    assert (
        nearest("Crad 0", ("Card 3", "Card 4")) == "" and nearest("Crad 3", ("Card 3", "Card 4", "Card 3")) == "Card 3"
    )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("Tode", "Toad Hall"), ("tode  hall", "Toad Hall"), ("mann in", "Man in the Moon"), ("node", ""), ("toe", ""),
     ("Maid", ""), ("x" * 60, "")],
)  # fmt: skip
def test_a_title_is_guessed_by_how_it_begins(typed: str, meant: str) -> None:
    titles = ("Toad Hall", "Man in the Moon", "Mad Hatter", "Mail")
    assert nearest_beginning(typed, titles) == meant
