"""Advice is few and certain: text by text, and on every card of the example decks."""

from __future__ import annotations

from pathlib import Path

import pytest

from cards.face.face import Face
from cards.rules.advice import HINTS_MAX, advise
from cards.rules.thoughts import Thought
from tests.rules.advice_examples import ADVISED, DECK, UNADVISED
from tests.rules.advised_decks import advised, decks
from tests.rules.ordinary_cards import ORDINARY, TRIED

FLAGGED_MAX = 0.03  # of the cards of all example decks; docs/decisions/0022 says what it is


def test_there_are_sixty_of_each() -> None:
    assert len(set(ADVISED)) >= 60 and len(set(UNADVISED)) >= 60


@pytest.mark.parametrize(("face", "code", "span"), ADVISED, ids=lambda part: getattr(part, "text", None))
def test_a_text_brings_the_advice_it_needs_and_no_other(face: Face, code: str, span: str) -> None:
    (thought,) = advise(face, DECK)
    assert (thought.code, thought.span) == (code, span)
    assert span in {"title": face.title, "text": face.text}.get(thought.part, face.type_line)


@pytest.mark.parametrize("face", UNADVISED, ids=lambda face: face.text)
def test_a_text_that_is_well_put_brings_none(face: Face) -> None:
    assert advise(face, DECK) == ()


@pytest.mark.parametrize(("text", "code", "why"), TRIED)
def test_of_an_evening_s_sentences_those_are_spoken_of_that_hide_a_doubt(text: str, code: str, why: str) -> None:
    assert "".join(thought.code for thought in advise(Face("Tea Pot", "Action", text), DECK)) == code, why


def test_of_sixty_ordinary_cards_none_is_spoken_of() -> None:
    said = {title: advise(Face(title, kind, text), DECK) for title, kind, text in ORDINARY}
    assert len(said) == 60 and {title: thoughts for title, thoughts in said.items() if thoughts} == {}


MENDS = {
    "Discard a Thing.": "Destroy a Thing.",
    "Each player discards two Things.": "Each player destroys two Things.",
    "If you have exactly three Goats, you win.": "If you have at least three Goats, you win.",
    "Whenever you draw a card, draw another card.": "The first time you draw a card in a turn, draw another card.",
    "Destroy “Wondering Goat”.": "Destroy “Wandering Goat”.",
    "It has **Haste** at dawn.": "It has {Haste} at dawn.",
}


@pytest.mark.parametrize(("before", "after"), MENDS.items())
def test_one_press_mends_it_and_then_nothing_is_said(before: str, after: str) -> None:
    (thought,) = advise(Face("Tea Urn", "Thing", before), DECK)
    assert thought.mend is not None and thought.mend.was in before
    assert before.replace(thought.mend.was, thought.mend.becomes, 1) == after
    assert advise(Face("Tea Urn", "Thing", after), DECK) == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Discard a Thing from your hand. Then discard a Thing.",
         "Discard a Thing from your hand. Then destroy a Thing."),
        ("Build exactly three Sheds. If you have exactly three Goats, you win.",
         "Build exactly three Sheds. If you have at least three Goats, you win."),
    ],
)  # fmt: skip
def test_of_the_same_words_in_two_sentences_those_are_mended_that_are_meant(before: str, after: str) -> None:
    thought = advise(Face("Tea Urn", "Thing", before), DECK)[0]
    assert thought.mend is not None and thought.mend.was == thought.span
    assert before.replace(thought.mend.was, thought.mend.becomes, 1) == after
    assert dict(thought.mend.words.slots)["title"] in ("destroy a Thing", "at least three")


def test_every_mend_of_the_examples_stands_in_its_text() -> None:
    mends = [(face, thought.mend) for face, *_ in ADVISED for thought in advise(face, DECK) if thought.mend]
    assert len(mends) > 10 and all(mend.was in face.text and mend.was != mend.becomes for face, mend in mends)


def test_every_card_of_the_example_decks_is_read_and_few_are_spoken_of(shared: Path) -> None:
    said: list[tuple[Thought, ...]] = [thoughts for name in decks(shared) for _, thoughts in advised(shared / name)]
    flagged = sum(bool(thoughts) for thoughts in said)
    assert len(said) > 300 and all(len(thoughts) <= HINTS_MAX for thoughts in said)
    assert flagged / len(said) <= FLAGGED_MAX
