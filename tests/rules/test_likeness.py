"""Titles that are one to the ear, and the cards that a text names: case by case."""

from __future__ import annotations

import pytest

from cards.face.face import Face
from cards.rules.advice import advise
from cards.rules.deck_advice import NAMED_MAX, Mention, mentions
from cards.rules.likeness import bare, holds, near, same, singular
from cards.rules.thoughts import Aside, Known
from studio.kernel.messages import english


@pytest.mark.parametrize(
    ("words", "heard"),
    [
        ("The  Slug!", "slug"), ("A-Goat", "a goat"), ("An Old-Well", "old well"), ("Theory", "theory"),
        ("the the x", "the x"),
        ("Ros's Well", "ross well"), ("STRASSE", "strasse"), ("Straße", "strasse"), ("!!!", ""), ("", ""),
        ("Slug 2", "slug 2"),
    ],
)  # fmt: skip
def test_what_the_ear_keeps_of_a_title(words: str, heard: str) -> None:
    assert bare(words) == heard


def test_the_first_that_sounds_the_same_and_the_most_alike_of_the_others() -> None:
    assert same("the slug", ("Snail", "Slug!", "Slug")) == "Slug!" and same("!!!", ("...",)) == ""
    assert near("Goats", ("Goat", "Goats!")) == "Goats!" and near("Goat", ("Goats",)) == "", "four letters are too few"
    assert near("Gardens", ("Garden", "Gardener", "Gardens x")) == "Garden"
    assert near("abcdef", ("abcdeg",)) == "" and near("abcdefgh", ("abcdefgi",)) == "abcdefgi"
    assert near("Garden", ()) == "" and same("slug", ("Goat",)) == "" and same("slug", ()) == ""
    assert near("abcdefgh", ("abcdefg", "bcdefgh")) == "bcdefgh", "of two that are as near the later"
    assert near("x" + "ab" * 150, ("y" + "ab" * 150,)) == "y" + "ab" * 150, "however long it is"


@pytest.mark.parametrize(
    ("words", "phrase", "is_held"),
    [
        ("all pests die", "pest", True), ("a pest", "pests", True), ("pester", "pest", False), ("losses", "loss", True),
        ("two gases", "gas", True), ("bus", "buss", False), ("anything", "", False),
        ("old well water", "old well", True),
    ],
)  # fmt: skip
def test_words_speak_of_a_phrase_one_or_many(words: str, phrase: str, is_held: bool) -> None:
    assert holds(words, phrase) is is_held


def test_the_s_of_many_is_taken_off_where_there_is_one() -> None:
    many = ("goats", "goat", "loss", "gas", "buses", "cats")
    assert [singular(word) for word in many] == ["goat", "goat", "loss", "gas", "buse", "cat"]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Destroy “Old Well”.", [("Old Well", True)]), ('Play "Old Well" now.', [("Old Well", True)]),
        ("Find **Old Well** there.", [("Old Well", True)]), ("Destroy Old Well now.", [("Destroy Old Well", False)]),
        ("Destroy “Slug”.", [("Slug", True)]), ("Look at “Slug”.", []),
        ("While “Slug” is in play, rest.", [("Slug", True)]),
        ("“Slug” isn’t in play.", [("Slug", True)]), ("Copies of **Slug** here.", [("Slug", True)]),
        ("Say “Old Well”.", []), ("Shout it out: “Old Well”!", []), ("A token called “Old Well”.", []),
        ("**Storm Warning.** At dawn.", []), ("**Storm Warning** At dawn.", [("Storm Warning", True)]),
        ("At “Old Well” tokens.", []), ("The “Old Well” counter.", []), ("**Old Well**: rest.", []),
        ("Words in “Old Well” in its title.", []), ("See “Old Well!” there.", []), ("See “old well” there.", []),
        ("See “Old of the Well” there.", [("Old of the Well", True)]), ("See “of the Well” there.", []),
        ("See “A B C D E F” there.", [("A B C D E F", True)]),
        ("See “A B C D E F G” there.", []),
        ("See “Special Rules” there.", []), ("Destroy “SLUG”.", []), ("See “OLD WELL” there.", [("OLD WELL", True)]),
        ("Pay **{gold 3} Old** there.", []), ("- See “Old Well” there.\n\nSee “New Well” there.",
                                              [("Old Well", True), ("New Well", True)]),
        ("He said no. “Old Well” there.", [("Old Well", True)]),
        ("Destroy “Slug” near Old Well.", [("Slug", True), ("Old Well", False)]),
        ("All Old Well“Slug” there.", [("All Old Well", False)]), ("See “Slug”Old Well there.", [("Old Well", False)]),
        ("Say “**Old Well**”.", []), ("Say X**Old Well** there.", [("Old Well", True)]),
        ("Say {tap} “Old Well”.", []), ("**Old Well**. At dawn.", []), ("**Old Well**! At dawn.", []),
        ("See “Old{gold 3} Well” there.", []),
    ],
)  # fmt: skip
def test_a_text_names_the_cards_that_are_written_as_titles(text: str, named: list[tuple[str, bool]]) -> None:
    assert list(mentions(text)) == [Mention(title, is_marked) for title, is_marked in named]


TYPES = ("Action", *("Thing",) * 11)


def told(face: Face, known: Known) -> list[str]:
    return [english(thought.words) for thought in advise(face, known)]


@pytest.mark.parametrize(
    ("face", "known", "hints"),
    [
        (Face("Slug", "Thing"), Known(("The Slug",)),
         ["“The Slug” is in the deck already. Reword that one, or give yours another name."]),
        (Face("Old Wells", "Thing"), Known(("Old Well",)), ["Much like “Old Well”, which is in the deck."]),
        (Face("Slug", "Thing"), Known(aside=(Aside("Slug"),)),
        ["“Slug” was set aside before. Its reasons are in the drawer."]),
        (Face("Slug", "", "x"), Known(),
        ["No kind yet. Say in a word what it is, so that everybody knows how it is played."]),
        (Face("Slug"), Known(), []), (Face("", "", "x"), Known(), []),
        (Face("Slug", "Blessing"), Known(), ["No Special Rule says how a Blessing is played."]),
        (Face("Slug", "Oath"), Known(), ["No Special Rule says how an Oath is played."]),
        (Face("Slug", "oath"), Known(), ["No Special Rule says how an oath is played."]),
        (Face("Slug", "Oath"), Known(rules=("Oaths: An oath is kept.",)), []),
        (Face("Slug", "Sacred  Oath"), Known(), ["No Special Rule says how a Sacred Oath is played."]),
        (Face("Slug", "Xylophone"), Known(), ["No Special Rule says how a Xylophone is played."]),
        (Face("Slug", "Action", "Destroy “Old Well”. Destroy “New Barn”."), Known(("Old Well",)),
         ["There is no “New Barn” in the deck yet."]),
        (Face("Slug", "Action", "Destroy Old Well.\n\nSee “New Barn” there."), Known(("Old Well",)),
         ["There is no “New Barn” in the deck yet."]),
        (Face("Slug", "Action", "See “Old Well Rope” there."), Known(("Old Well",)),
         ["There is no “Old Well Rope” in the deck yet."]),
        (Face("Slug", "Action", "Now see Great Old Well there."), Known(("Old Well", "Great Old Wall")), []),
        (Face("Slug", "Action", "See “Letter to the Council II” there."), Known(("Letter to the Council",)), []),
        (Face("Slug", "Action", "See “Old Well” there. " * NAMED_MAX + "See “New Barn” there."),
         Known(("Old Well",)), []),
        (Face("Slug", "Action", "See “Old Well” there. " * (NAMED_MAX - 1) + "See “New Barn” there."),
         Known(("Old Well",)), ["There is no “New Barn” in the deck yet."]),
        (Face("Slug", "Action", "A card is discarded."), Known(),
         ["Who discards, and from whose hand? Say so, and nobody has to ask."]),
        (Face("Slug", "Action", "Discard any Thing."), Known(),
         ["What lies on the table is destroyed; a card in a hand is discarded."]),
        (Face("Slug", "Action", "Destroy “Old Well”."), Known(("Slug",)), [
            "“Slug” is in the deck already. Reword that one, or give yours another name.",
            "There is no “Old Well” in the deck yet."]),
        (Face("Slug", "Action", "Destroy “Old Wall”."), Known(("Old Well",)),
         ["There is no “Old Wall” in the deck. Is it “Old Well” that you mean?"]),
        (Face("Slug", "Action", "Now see Old Wall."), Known(("Old Well",)),
         ["There is no “Old Wall” in the deck. Is it “Old Well” that you mean?"]),
        (Face("Slug", "Action", "Now see New Barn."), Known(("Old Well",)), []),
        (Face("Slug", "Thing — Pest"), Known(types=("Thing",) * 8), []),
        (Face("Slug", "Thing — Pest"), Known(types=("Thing",) * 7), []),
        (Face("Slug", "Thing — Pest"), Known(types=("Thing",) * 8, texts=("All pests rest.",)), []),
        (Face("Slug", "Thing — Pest"), Known(types=("Thing",) * 8, is_english=False), []),
        (Face("Slug", "Thing"), Known(types=TYPES, texts=("You rest.",)),
        ["Nothing in the deck says yet how the game is won."]),
        (Face("Slug", "Thing"), Known(types=TYPES[1:], texts=("You rest.",)), []),
        (Face("Slug", "Thing"), Known(types=TYPES, texts=("You rest.",), is_growing=False), []),
        (Face("Slug", "Thing"), Known(types=TYPES, texts=("You rest.",), goal="Win."), []),
        (Face("Slug", "Thing"), Known(types=TYPES, texts=("You rest.", "Ruhe.")),
         ["Nothing in the deck says yet how the game is won."]),
        (Face("Slug", "Thing"), Known(types=TYPES, texts=("You rest.", "Ruhe.", "Rast.")), []),
        (Face("Slug", "Thing"), Known(types=TYPES, texts=("Ruhe.",)), []), (Face("Slug", "Thing"),
        Known(types=TYPES), []),
    ],
)  # fmt: skip
def test_what_a_friend_across_the_table_would_mention(face: Face, known: Known, hints: list[str]) -> None:
    assert told(face, known) == hints
