"""What an amendment changes, shown as it reads."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

import pytest
from django.utils.html import conditional_escape
from hypothesis import example, given
from hypothesis import strategies as st

from cards.face.drawn import ART
from cards.face.face import Face
from cards.rules.word_diff import DiffRun, common_runs, face_diff, text_diff, word_diff

PIECES = ("a", "b", " ", ", ", "**", "*", "{life 3}", "{gold 1}", "\n", "\n\n", "- ", "1\ufe0f\u20e3", "<b>", "&", "é")


def shown(pieces: tuple[DiffRun, ...]) -> str:
    """Cut words in [-…-], added ones in {+…+}, everything as a page draws it, which writes what is none as letters."""
    marks = {"same": "{}", "cut": "[-{}-]", "added": "{{+{}+}}"}
    return "".join(piece.space + marks[piece.mark].format(conditional_escape(piece.drawn)) for piece in pieces)


@pytest.mark.parametrize(
    ("old", "new", "read"),
    [
        ("It wanders.", "It **wanders**.", "It [-wanders-]{+<b>wanders</b>+}."),
        ("Eats **every** *Vegetable*.", "Eats **one** *Vegetable*.",
         "Eats [-<b>every</b>-]{+<b>one</b>+} <i>Vegetable</i>."),
        ("It may stay in play.", "It can go to bed.", "It [-may stay in play-]{+can go to bed+}."),
        ("Any *old goat* eats.", "Any *new hen* eats.", "Any [-<i>old goat</i>-]{+<i>new hen</i>+} eats."),
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
    assert shown(word_diff("A *Goat*", "A *Kid* <b>")) == "A *[-Goat-]{+Kid+}* {+&lt;b&gt;+}"


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


@given(st.text("ab ,c", max_size=40), st.text("ab ,c", max_size=40))
@example("ab" * 9, "ba" * 9)
@example("abcdefgXabcdefghYij", "abcdefghZabcdefgij")  # its half is found where the whole is not
@example("abcdXpqYrstuv", "rstuvZabcd")  # the longest begins where the half that is nowhere does
@example("x" + " a" * 90, "y" + " a" * 90)
def test_what_stays_is_what_difflib_finds(was: str, now: str) -> None:
    """The longest run first, of several the first: what people are used to read, by another way than its own."""
    blocks = SequenceMatcher(None, was, now, autojunk=False).get_matching_blocks()[:-1]
    assert common_runs(was, now) == [tuple(block) for block in blocks]


@given(st.lists(st.sampled_from(PIECES)), st.lists(st.sampled_from(PIECES)))
def test_either_text_is_read_from_the_pieces_and_from_nothing_else(was: list[str], now: list[str]) -> None:
    pieces = text_diff("".join(was), "".join(now))
    for left, words in (("added", was), ("cut", now)):
        alone = text_diff("".join(words), "".join(words))
        assert "".join(one.text for one in pieces if one.mark != left) == "".join(one.text for one in alone)
    assert all(one.text and (one.drawn or one.text.isspace()) for one in pieces)


def test_two_texts_of_nothing_but_other_words_are_not_held_word_against_word() -> None:
    """Two thousand words that share their spaces alone: each space is the first that is found."""
    was, now = ("".join(f"{chr(base + n)} " for n in range(1000)) for base in (10_000, 20_000))
    Looked.often = 0
    assert len(common_runs(was, Looked(now))) == 1000
    assert 1000 < Looked.often < 10_000


class Looked(str):
    """A text that counts how often something is looked for in it, or in a piece of it."""

    often = 0

    def find(self, *args: Any) -> int:
        Looked.often += 1
        return super().find(*args)

    def __contains__(self, part: Any) -> bool:
        Looked.often += 1
        return super().__contains__(part)

    def __getitem__(self, at: Any) -> Looked:
        return Looked(super().__getitem__(at))
