"""Advice while one writes: certain, short, and silent about what is well put."""

from __future__ import annotations

import time

import pytest

from cards.rules.advice import HINTS_MAX, Known, advise
from cards.rules.face import Face

DECK = Known(
    titles=("Slug", "Wandering Goat", "Letter to the Council", "Best in Show"),
    rules=("Blessings A Blessing stays with whoever prays first.",),
    aside=("Bulldozer", "Slug"),
)


def hints(title: str = "Tea Urn", text: str = "", kind: str = "Thing", *, is_rule: bool = False) -> str:
    return " | ".join(advise(Face(title, kind, text), DECK, is_rule=is_rule))


@pytest.mark.parametrize("title", ["Slug", "slug!", "The Slug", "  SLUG "])
def test_a_title_that_is_in_the_deck_is_said_before_it_is_refused(title: str) -> None:
    assert "“Slug” is in the deck already" in hints(title)


@pytest.mark.parametrize("title", ["Wandering Goats", "Wondering Goat", "A Wandering-Goat ", "Letters to the Council"])
def test_a_title_that_is_nearly_in_the_deck_is_pointed_out(title: str) -> None:
    assert "in the deck" in hints(title)


@pytest.mark.parametrize("title", ["Slum", "Snug", "Settled Goat", "Letter to the Editor", "Best", "!!!", ""])
def test_other_titles_are_let_be(title: str) -> None:
    assert "in the deck" not in hints(title)


def test_what_was_set_aside_once_is_remembered() -> None:
    assert "“Bulldozer” was set aside before" in hints("Bulldozer")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Two cards are **discarded**.", "Who discards"),
        ("Then discard a card.", "Who discards"),
        ("Each player discards a card.", ""),
        ("Discard a card from your hand.", ""),
        ("Shuffle the discard pile.", ""),
        ("Discard a Thing.", "is destroyed; a card in a hand is discarded"),
        ("Discard that *Thing* at once, your own.", "is destroyed"),
        ("Each player gives you a card.", "“each player” and “you”"),
        ("All players draw. You draw two.", ""),
        ("Every other player gives you a card.", ""),
        ("Each player, including you, draws.", ""),
    ],
)
def test_words_that_start_an_argument(text: str, hint: str) -> None:
    assert hint in hints(text=text) if hint else hints(text=text) == ""


def test_a_kind_needs_a_rule_that_explains_it() -> None:
    assert hints(kind="Curse — Old") == "No Special Rule says how a Curse is played."
    assert "how an Omen" in hints(kind="Omen")
    assert [hints(kind=kind) for kind in ("Blessing", "Action", "thing — Pest")] == ["", "", ""]
    assert "No kind yet" in hints(kind="", text="It steams.")
    assert hints(kind="", text="It steams.", is_rule=True) == ""


def test_never_a_lecture_and_never_slow() -> None:
    known = Known(titles=tuple(f"The Long Title of Card Number {n}" for n in range(1000)), aside=("Slug",))
    face = Face("The Long Title of Cart Number 7", "", "Discard a Thing. Each player hits you. " * 100)
    started = time.perf_counter()
    said = advise(face, known)
    assert time.perf_counter() - started < 1.5
    assert 3 <= len(said) <= HINTS_MAX
