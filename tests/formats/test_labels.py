"""What a line says it is: "Name: Slug", "**Type:** Thing"; and what of a list of such lines is a card."""

from __future__ import annotations

import pytest

from cards.formats.conventions import is_more_than_title, is_more_than_type, is_more_than_words
from cards.formats.labels import labelled, labelled_list
from cards.formats.lines import line_of, lined


@pytest.mark.parametrize(
    ("row", "meant"),
    [
        ("Name: Slug", ("title", "Slug")),
        ("NAME : Slug ", ("title", "Slug")),
        ("Text: Draw: two.", ("text", "Draw: two.")),
        ("Text: **Draw** two.", ("text", "**Draw** two.")),
        ("Text:", ("text", "")),
        ("**Text:** Draw.", ("text", "Draw.")),
        ("**Text**: **Draw** two.", ("text", "Draw** two.")),
        ("__Text:__ Draw__", ("text", "Draw__")),
        ("_Text_: Draw.", ("text", "Draw.")),
        ("Mood: low", None),
        ("Name", None),
        ("xname: Slug", None),
        ("# Name: Slug", None),
        ("Name".ljust(24) + ": Slug", ("title", "Slug")),
        ("Name".ljust(25) + ": Slug", None),
    ],
)
def test_a_label_says_what_its_line_is(row: str, meant: tuple[str, str] | None) -> None:
    line = line_of(1, row, True)
    assert line is not None and labelled(line) == meant


def labelled_cards(text: str) -> list[tuple[str, str, int, str, str, str, list[str]]] | None:
    """Of each card its title, type, copies, cost, flavour and maker, and the rows of its text."""
    found = labelled_list(lined(text.split("\n")))
    return found and [
        (p.title.words, p.kind.words if p.kind else "", p.copies, p.cost, p.flavour, p.maker, [x.raw for x in p.body])
        for p in found.parts
    ]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("Name: Slug\nMood: low", None),
        ("Name: Slug\nType: Thing", [("Slug", "Thing", 1, "", "", "", [])]),
        ("Name: Slug\nText: Bites.", [("Slug", "", 1, "", "", "", ["Bites."])]),
        ("Name: Slug\nText: Bites.\nName: Frost", None),
        ("Name:\nText: Bites.", None),
        ("Name: Slug\nType: Thing\nBites.", [("Slug", "Thing", 1, "", "", "", ["Bites."])]),
        (
            "Name: Slug\nText:\nBites.\nText: Again.\nMore.",
            [("Slug", "", 1, "", "", "", ["Bites.", "Again.", "More."])],
        ),
        (
            "Name: Slug\nText: Bites.\nName:\nSlow",
            [("Slug", "", 1, "", "", "", ["Bites.", "Slow"])],
        ),
        (
            "Name: Slug\nType: Thing\nMood: low\nBites.\n-\nBy: Ros\nMood: high\nType: Action\nFoe: odd",
            [("Slug", "Thing", 1, "", "", "Ros", ["Bites."])],
        ),
        (
            "# Slug\n* Type : Thing\n* Text : Bites.\n# Frost\n* Kind: Action",
            [
                ("Slug", "Thing", 1, "", "", "", ["Bites."]),
                ("Frost", "Action", 1, "", "", "", []),
            ],
        ),
        ("Name: Slug\nType: Big Slug x2", [("Slug", "Big Slug x2", 1, "", "", "", [])]),
        (
            "Name: Slug\nthe Second\nType: Thing\nText: Bites.",
            [("Slug", "Thing", 1, "", "", "", ["the Second", "Bites."])],
        ),
        (
            "Name: Slug\nType: Thing\nCopies: x3\nCost: 12\nFlavour: Slow\n\\Sure: so.\nBy: Ros\nand Idris",
            [("Slug", "Thing", 3, "12", "Slow\nSure: so.", "Ros and Idris", [])],
        ),
        (
            "Name: Slug\nType: Thing\nCopies: many\n4\nCost: far too much for me\n5\n6",
            [
                ("Slug", "Thing", 1, "", "", "", ["4", "5", "6"]),
            ],
        ),
    ],
)
def test_a_line_without_a_label_goes_on_where_the_last_one_left_off(
    text: str, cards: list[tuple[str, str, int, str, str, str, list[str]]] | None
) -> None:
    assert labelled_cards(text) == cards


def unplaced(text: str) -> list[tuple[int | None, str, str]]:
    found = labelled_list(lined(text.split("\n")))
    assert found is not None
    return [(one.line, one.name, one.words) for one in found.unplaced]


def test_a_label_that_nobody_knows_is_glued_to_nothing_and_named_with_its_line() -> None:
    assert unplaced("Name: Slug\nType: Thing\nMood: low\nCopies: many\nType: Action\nCost: far too much\nOdd:") == [
        (3, "Mood", "low"), (5, "Type", "Action"), (7, "", "Odd"), (4, "Copies", "many"), (6, "Cost", "far too much"),
    ]  # fmt: skip


def test_one_that_most_cards_have_is_a_column_and_one_alone_is_words_of_a_text_and_said() -> None:
    text = (
        "Name: Slug\nText: Bites.\nMood: low\n\nName: Frost\nText: Brr.\nMood: high\nOdd: one\nChoose one: this or that"
    )
    assert unplaced(text) == [(3, "Mood", "low"), (7, "Mood", "high")]
    found = labelled_list(lined(text.split("\n")))
    assert found is not None and [(one.line, one.code) for one in found.remarks] == [(8, "listing.label_unknown")]
    assert [line.words for line in found.parts[1].body] == ["Brr.", "Odd: one", "Choose one: this or that"]


def test_lines_of_labels_keep_their_numbers_and_their_paragraphs() -> None:
    found = labelled_list(
        lined("About it.\n---\nName: Slug\n\nType: Thing\n\nText: Bites.\nHard.\n\nMore.\n---".split("\n"))
    )
    assert found is not None and [line.words for line in found.front] == ["About it."]
    (part,) = found.parts
    assert part.kind is not None and (part.kind.words, part.kind.certainty) == ("Thing", "known")
    said = labelled_list(lined(["Name: Slug", "Type: Big Slug x2"]))
    assert said is not None and [part.kind and part.kind.certainty for part in said.parts] == ["said"]
    assert part.kind_line is not None and (part.title.number, part.kind_line.number) == (3, 5)
    assert [(line.number, line.after_blank) for line in part.body] == [(7, True), (8, False), (10, True)]


@pytest.mark.parametrize(
    ("words", "as_title", "as_type", "as_row"),
    [
        ("Slug", False, False, False),
        ("1. Slug", True, False, False),
        ("Card 3 Slug", True, False, False),
        ("7 Wonders", True, False, False),
        ("Bus (2)", True, True, False),
        ("Bus 3x", True, True, False),
        ("Thing (x3)", False, True, False),
        ("Copies: 3", False, False, True),
        (" x3 ", False, False, True),
        (" Text: Draw.", False, False, True),
        ("Mood: low", False, False, False),
    ],
)
def test_what_could_mean_more_than_its_words_is_known_to_who_writes_it(
    words: str, as_title: bool, as_type: bool, as_row: bool
) -> None:
    assert (is_more_than_title(words), is_more_than_type(words), is_more_than_words(words)) == (
        as_title, as_type, as_row,
    )  # fmt: skip
