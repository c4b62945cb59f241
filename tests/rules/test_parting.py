"""Where the next card begins: what a cut comes after, how far it may lie off, and what a worse one must gain.

On a poker card 58.7 mm are the text's. So it holds 11, 12, 14, 16, 17 and 19 lines at the steps 0 to 5.
"""

from __future__ import annotations

import pytest

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.fit import Fit, TextColumn, Words
from cards.face.parting import CLAUSE, LETTER, SENTENCE, WORD, _Laid, _Stretch, divide
from cards.face.text import Bullet, Paragraph, Run, parse, to_plain


def lines(count: int, *sentences: int) -> str:
    """So many lines of one word, each a clause but those that are sentences."""
    return "\n".join("so." if at in sentences else "so:" for at in range(1, count + 1))


def point(text: str) -> str:
    return "- " + text.replace("\n", "\n  ")


def shared(text: str, flavour: str = "", *, least: int = 0, spare: float = 0.0) -> tuple[int, list[int]]:
    """The step, and how many words each card takes."""
    parts = divide(Words(parse(text), parse(flavour), spare=spare), least=least)
    assert len({part.fit for part in parts}) == 1
    said = [to_plain((*part.text, *part.flavour)).split() for part in parts]
    return parts[0].fit.step, [len(words) - words.count("-") for words in said]


def stretch(text: str, flavour: str = "") -> _Stretch:
    return _Stretch(TextColumn(Words(parse(text), parse(flavour)), "press", "poker"))


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("one two", [WORD]), ("One. Two", [SENTENCE]), ("One, two", [CLAUSE]), ("One: two", [CLAUSE]),
        ("One… Two", [SENTENCE]), ("Go! Two? Three", [SENTENCE, SENTENCE]),
        ("e.g. one", [WORD]), ("One. iPod", [WORD]), ("One. 2nd", [SENTENCE]),
        ("One. {tap}", [SENTENCE]), ("{tap} one", [WORD]), ("**One.** *two*", [WORD]),
        *[(f"One.{mark} Two", [SENTENCE]) for mark in "\"'”’»)]*"], ("One,”) two", [CLAUSE]), (".( Two", [WORD]),
        ("one\ntwo", [SENTENCE]), ("one:\ntwo", [CLAUSE]), ("one:”\ntwo", [CLAUSE]),
        ("\u6f22\u5b57", [WORD]), ("\u6f22\u3002\u5b57", [WORD, SENTENCE]), ("W" * 24, [LETTER] * 5),
        ("WW\ufb01W" * 6, [LETTER] * 5), ("WWW\ufb01" * 6, [LETTER] * 5),  # a ligature is no letter that stands alone
        ("one\n\ntwo", [SENTENCE]), ("one:\n\ntwo", [CLAUSE]), ("one:\n\n- two", [CLAUSE]), ("- one:\n- two", [CLAUSE]),
        ("- One. Two", [CLAUSE]), ("- One, two", [WORD]), ("- one two", [LETTER]), ("- " + "W" * 8 * 3, [LETTER] * 5),
        ("- one\n- two", [SENTENCE]),
    ],
)  # fmt: skip
def test_a_place_is_worth_what_it_comes_after(text: str, worth: list[int]) -> None:
    assert list(stretch(text).worth.values()) == worth


def test_an_empty_line_within_a_paragraph_is_a_place_and_stays() -> None:
    blocks = _Stretch(TextColumn(Words((Paragraph((Run("one\n\ntwo"),)),), ()), "press", "poker"))
    assert list(blocks.worth.values()) == [SENTENCE, SENTENCE]
    assert blocks.between((0, 0), blocks.end) == ((Paragraph((Run("one\n\ntwo"),)),), ())


def test_flavour_is_parted_later_than_text() -> None:
    of_flavour = stretch("So.", "One. Two, three four\n\nfive").worth
    assert of_flavour == {
        (1, 0): SENTENCE, (1, 1): WORD, (1, 2): LETTER, (1, 3): LETTER, (2, 0): SENTENCE,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "step", "words"),
    [
        (lines(20), 0, [10, 10]),
        (lines(20, 11), 0, [11, 9]),  # a sentence ends a line further
        (lines(20, 9), 0, [9, 11]),
        (lines(20, 12), 1, [12, 8]),  # one step smaller, a sentence is worth it
        (lines(22, 13), 2, [13, 9]),  # two steps smaller, it is too
        (lines(20, 19), 5, [19, 1]),  # and at the smallest, wherever it ends
        (point(lines(20, 13)), 0, [10, 10]),  # a clause is not, nor further off than a quarter of a card
        (lines(26, 16), 3, [16, 10]),  # three lines of thirteen are less than a quarter
        (point(lines(22, 13)), 0, [11, 11]),  # in a point a sentence is a clause, a clause a word, worth two steps
        (point(lines(20, 12)), 1, [12, 8]),
        (lines(33), 4, [16, 17]),  # as few cards as can be
        (lines(42), 2, [14, 14, 14]),
        (lines(42, 15, 27), 3, [15, 12, 15]),
    ],
)
def test_a_better_cut_is_worth_so_many_steps_of_the_text(text: str, step: int, words: list[int]) -> None:
    assert shared(text) == (step, words)


def test_a_text_begins_no_larger_than_it_was_asked_for() -> None:
    assert shared(lines(22, 13), least=3) == (3, [13, 9])
    assert shared(lines(20), least=5) == (5, [10, 10])
    assert divide(Words(parse("So."))) == divide(Words(parse("So.")), least=0)
    assert divide(Words(parse("So.")))[0].fit == Fit(0, 5, True)


def test_cards_that_go_on_have_no_picture_and_hold_what_they_have() -> None:
    assert [part.fit for part in divide(Words(parse(lines(20))))] == [Fit(0, 0, True)] * 2
    small = divide(Words(parse(lines(80)), parse("so")))
    assert len(small) == 5 and {part.fit.flavour for part in small} <= {1, 2}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (lines(152), [19] * 8),
        (lines(153), [*[19] * 8, 1]),  # nine cards are filled one after the other
        (lines(153, 16), [16, *[19] * 7, 4]),
        (lines(153, 15), [15, *[19] * 7, 5]),
        (lines(153, 14), [*[19] * 8, 1]),  # more than a quarter of a card stays empty for no sentence
        (lines(153, 15, 17), [17, *[19] * 7, 3]),
        ("\n".join(["- so"] * 153), [*[19] * 8, 1]),
        (lines(162, 160), [*[19] * 8, 10]),  # what has room on the last card is not parted
    ],
)
def test_many_cards_are_filled_one_after_the_other(text: str, words: list[int]) -> None:
    assert shared(text) == (5, words)


def test_what_is_taller_than_a_card_has_one_of_its_own() -> None:
    """With no room at all: the page engine may ask for less and less."""
    assert shared("one two\n\nthree four", spare=1000.0) == (5, [1, 1, 1, 1])
    parts = divide(Words(parse("- one two\n- three"), parse("four"), spare=1000.0))
    assert [(part.text, part.flavour) for part in parts] == [
        ((Bullet((Run("one"),)),), ()), ((Paragraph((Run("two"),)),), ()), ((Bullet((Run("three"),)),), ()),
        ((), (Paragraph((Run("four"),)),)),
    ]  # fmt: skip
    drawn = draw_face(Face("Slug", "Thing", "Bites. Twice."), least=30)
    assert [card.plain for card in (drawn, *drawn.more)] == ["Bites.", "Twice."]


def near(count: int, middle: float, each: float, worst: int = SENTENCE) -> list[int]:
    """The points after which a cut is looked for, with lengths in lines of one point each."""
    laid = _Laid(stretch("\n".join(["- so"] * count)), 5, 1)
    pitch = laid.depths[1, 0]
    return [index for index, _ in laid._near(middle * pitch, each * pitch, worst)]


def test_a_cut_is_looked_for_a_quarter_of_a_card_around_and_one_at_a_sentence_anywhere() -> None:
    assert near(32, 16, 16.01, CLAUSE) == [12, 13, 14, 15, 16, 17, 18, 19, 20]
    assert near(32, 16, 15.99, CLAUSE) == [13, 14, 15, 16, 17, 18, 19]
    assert near(32, 16, 3, CLAUSE) == [16]
    assert near(11, 5, 3) == list(range(1, 11))
    laid = _Laid(stretch("\n".join(["- so"] * 32)), 5, 1)
    off = laid.depths[20, 0] - laid.depths[16, 0]
    assert (20, 0) in laid._near(laid.depths[16, 0], 4 * off, CLAUSE), "a quarter off is near enough"
    assert near(100, 50.1, 100) == list(range(45, 57)), "the twelve places that are nearest"


def test_words_that_are_parted_are_the_words_again() -> None:
    blocks = stretch("one two\n\nthree four", "five six")
    every = [(index, at) for index in range(3) for at in range(2)] + [blocks.end]
    told = {
        (start, end): " ".join(to_plain(text) for text in blocks.between(start, end)).split()
        for start in every for end in every if start < end
    }  # fmt: skip
    words = ["one", "two", "three", "four", "five", "six"]
    assert told == {
        (every[first], every[last]): words[first:last] for first in range(7) for last in range(first + 1, 7)
    }
    assert blocks.between((1, 1), (2, 1)) == ((Paragraph((Run("four"),)),), (Paragraph((Run("five"),)),))
