"""When a list is no list of cards, to the line and the letter: what it is taken for, and what it looks like."""

from __future__ import annotations

import pytest

from cards.formats.listing import read
from cards.rules.limits import TEXT_MAX
from studio.kernel.messages import english

CARD = "Slug\nThing\nBites.\n\n"
NO_LIST = {"listing.no_cards", "listing.order", "listing.prose"}


def stops(text: str) -> list[str]:
    return [one.code for one in read(text).stops if one.code in NO_LIST]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a | b | c\nd | e | f\n# x", "This looks like a table, without"),
        ("a | b\nc | d\ne | f", "This looks like a list of titles alone."),
        ("a | b | c\nbut this is none.", None),
        ("a\tb\nc\td\n# x", "This looks like rows of a table"),
        ("a;b;c\nd;e;f\n# x", "This looks like rows of a table"),
        ("a;b!\nc;d!\ne;f!", "This looks like a list of titles alone."),
        ("a" * 120 + ".\n# b", "This looks like prose."),
        (f"{'a' * 120}\nb.", None),
        (f"{'a' * 121}\nb.\nc.\nd.", None),
        (f"{'a' * 121}\nb.\nc.", "This looks like prose."),
        ("one two three four five six seven.\nb.\nc.", "This looks like prose."),
        ("one two three four five six.\nb.\nc.", None),
        ("one two three four five six seven X\nb.\nc.", None),
        ("# a\nb.\nc.\nd.\ne.", "There are headings"),
        ("# a\nb.\nc.\nd.\ne.\nf.", None),
        ("- a.\n- b.\nc.", "This looks like a list with bullets"),
        ("- a.\nb.", None),
        ("a\nb\nc.", "This looks like a list of titles alone."),
        ("a\nb.", None),
        ("4 x Dan\n1 x Laura Field", "This looks like a list of names with counts, and it says no types and no texts."),
        ("2\tDan\tX\n1\tLaura\tX", "This looks like rows of a table"),
        ("2,Dan\n1,Laura", "This looks like a list of names with counts"),
        ("Type,Level\na,b", "This looks like a spreadsheet, and its first row names no column for the titles"),
        ("Type,Level", "This looks like a list of titles alone."),
    ],
)
def test_a_list_without_cards_is_told_what_most_of_its_lines_look_like(text: str, seen: str | None) -> None:
    (said,) = (english(one.said) for one in read(text).stops)
    assert said.startswith(f"No card was found. {seen or 'A card is a line'}")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Slug\nBites.\n\nThing", ["listing.no_cards"]),
        ("Slug\nBites.\n\nThing\nFrost\nBrr.\n\nAction", ["listing.order"]),
        (CARD + "Words.\n\nThing\n\n" * 2, []),
        (CARD + "Words.\n\nThing\n\n" * 3, ["listing.order"]),
        ("# Slug\nThing\nBites.\n" + "Words.\n\nThing\n\n" * 9, []),
    ],
)
def test_types_that_stand_under_no_title_are_those_of_a_list_in_another_order(text: str, codes: list[str]) -> None:
    assert stops(text) == codes


@pytest.mark.parametrize(
    ("front", "body", "is_prose"),
    [
        (6000, TEXT_MAX + 1, True),
        (6000, TEXT_MAX, False),
        (0, TEXT_MAX + 1, True),
        (1500, 0, False),
    ],
)
def test_most_letters_outside_what_could_be_a_card_are_prose(front: int, body: int, is_prose: bool) -> None:
    text = f"{'f' * front}.\n\nSlug\nThing\n{'b' * body}"
    assert stops(text) == (["listing.prose"] if is_prose else [])
    assert not stops(f"# Deck\n{'f' * front}.\n\n## Slug\nThing\n{'b' * body}")


def test_what_a_card_could_hold_is_counted_up_to_three_hundred_letters_of_each() -> None:
    """Two cards: of the second 300 letters count, and what the first has is counted whole."""
    assert stops(f"Slug\nThing\na.\n\nFrost\nAction\n{'b' * 1508}") == []
    assert stops(f"Slug\nThing\na.\n\nFrost\nAction\n{'b' * 1509}") == ["listing.prose"]


def test_one_card_and_many_are_counted() -> None:
    long = "f" * 6000
    (one,) = [english(said.said) for said in read(f"{long}.\n\n{CARD}{long}").remarks if said.code == "listing.prose"]
    assert one == "This looks like prose in which one card stands. Bring the list of cards alone."
    two = f"{long}.\n\n{CARD}Frost\nAction\nBrr.\n{long}"
    (many,) = [english(said.said) for said in read(two).remarks if said.code == "listing.prose"]
    assert many == "This looks like prose in which 2 cards stand. Bring the list of cards alone."


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        # among numbers and bullets a line that begins as the cards do, and a number that is missing
        ("1. Slug (Thing): a\n2. Frost (Action): b\n3. Hail, an odd one\n4. Rain (Action): c", [3, 4]),
        ("- Slug (Thing): a\n- Frost (Action): b\n- Hail, an odd one", [3]),
        ("1. Slug (Thing): a\n2. Frost (Action): b\n4. Rain (Action): c", [3]),
        ("1. Slug (Thing): a\n2. Frost (Action): b\n3. Rain (Action): c", []),
        ("1. Slug (Thing): a\n1. Frost (Action): b\n5. Rain (Action): c", []),
        # points of a text are none
        ("1. Slug (Thing): a\n- b\n- c\n2. Frost (Action): b", []),
        ("1. Slug (Thing): a\n  1. b\n  2. c\n2. Frost (Action): b", []),
        # a title, a kind and a text on a line that says them as the cards do
        ("Slug (Thing): a\nFrost (Action): b\nHail (as ever): c", [3]),
        ("Slug (Thing): a\nFrost (Action): b\nMore (or less) of it.", []),
        ("Slug – Thing – a\nFrost – Action – b\nHail – of no kind – c", [3]),
        # a title over one capitalised word over a sentence
        (f"{CARD}Words first.\n\nHail\nInstant\nOw.\n\nFrost\nAction\nBrr.", [7]),
        (f"Hail\nInstant\nOw.\n\nWords.\n\n{CARD}", [1]),
        (f"{CARD}Hail\nInstant\nof no sentence", []),
        ("# Slug\n\nThing\n\nHail\nInstant\nOw.", []),
    ],
)
def test_what_looks_like_a_card_of_its_own_and_was_taken_for_words_is_named(text: str, lines: list[int]) -> None:
    codes = ("listing.maybe_card", "listing.numbers_missing")
    assert [one.line for one in read(text).remarks if one.code in codes] == lines
