"""What an amendment changes, shown as it reads."""

from __future__ import annotations

import pytest

from cards.face.drawn import ART
from cards.face.face import Face
from cards.rules.word_diff import DiffRun, face_diff, text_diff, word_diff


def shown(pieces: tuple[DiffRun, ...]) -> str:
    """Cut words in [-…-], added ones in {+…+}, everything as a page draws it."""
    marks = {"same": "{}", "cut": "[-{}-]", "added": "{{+{}+}}"}
    return "".join(piece.space + marks[piece.mark].format(piece.drawn) for piece in pieces)


@pytest.mark.parametrize(
    ("old", "new", "read"),
    [
        ("It wanders.", "It **wanders**.", "It [-wanders-]{+<b>wanders</b>+}."),
        ("Eats **every** *Vegetable*.", "Eats **one** *Vegetable*.",
         "Eats [-<b>every</b>-]{+<b>one</b>+} <i>Vegetable</i>."),
        ("- one\n- two", "- one\n- three", "• one<br>• [-two-]{+three+}"),
        ("2*3 and *more", "2*3 or *more", "2*3 [-and-]{+or+} *more"),
        ("a <b>", "a <i>", "a &lt;[-b-]{+i+}&gt;"),
        ("One.\n\nTwo.", "One.\n\nThree.", "One.<br><br>[-Two-]{+Three+}."),
        ("One.\n\n- two\n\nNo.", "One.\n\n- six\n\nNo.", "One.<br><br>• [-two-]{+six+}<br><br>No."),
    ],
)  # fmt: skip
def test_marks_are_drawn_and_never_shown(old: str, new: str, read: str) -> None:
    assert shown(text_diff(old, new)) == read


def test_a_symbol_is_cut_and_added_as_a_drawing() -> None:
    (_, cut, added, *_) = text_diff("Pay {life 3}.", "Pay {gold 3}.")
    assert (cut.mark, cut.text) == ("cut", "3 life") and f"{ART}sym-life.svg" in cut.drawn
    assert (added.mark, added.text) == ("added", "3 gold") and "cf-coin" in added.drawn


def test_a_title_has_no_marks_and_is_escaped_by_the_page() -> None:
    assert shown(word_diff("A *Goat*", "A *Kid* <b>")) == "A *[-Goat-]{+Kid+}* {+<b>+}"


def test_the_space_before_a_word_is_neither_struck_nor_underlined() -> None:
    assert shown(text_diff("It wanders.", "It wanders & bleats.")) == "It wanders {+&amp; bleats+}."
    assert shown(text_diff("It wanders off.", "It wanders.")) == "It wanders [-off-]."


def test_what_reads_the_same_is_no_change() -> None:
    assert face_diff(Face("Goat", text=r"One \- two"), Face("Goat", text="One - two")) == ()
    title, flavour = face_diff(Face("A *Kid*", flavour="*a*"), Face("No *Kid*", flavour="b"), "de")
    assert (title.field, shown(title.pieces), title.language) == ("title", "[-A-]{+No+} *Kid*", "de")
    assert (flavour.field, shown(flavour.pieces)) == ("flavour", "[-<i>a</i>-]{+b+}")
    assert [change.language for change in face_diff(Face("Goat"), Face("Kid"))] == [""]
    assert [c.field for c in face_diff(Face("Goat", text="a"), Face("Kid", text="**a**"))] == ["title", "text"]


def test_very_long_texts_are_compared_whole() -> None:
    pieces = text_diff("**a** " * 1500, "b " * 1500)
    assert [piece.mark for piece in pieces] == ["cut", "added"] and "*" not in shown(pieces)
    assert [len(piece.text) for piece in pieces] == [2 * 1500 - 1] * 2
    assert shown(word_diff("x " + "a " * 150, "y " + "a " * 150)) == "[-x-]{+y+} " + "a " * 150


def test_two_thousand_words_are_compared_word_by_word_and_more_are_not() -> None:
    for more, marks in (("", ["cut", "added", "same"]), ("!", ["cut", "added"])):
        pieces = word_diff("x" + " a" * 999 + "." + more, "y" + " a" * 999 + "." + more)
        assert [piece.mark for piece in pieces] == marks
