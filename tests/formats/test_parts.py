"""Which lines of a list are titles, by headings and by the type lines that stand under them."""

from __future__ import annotations

import pytest

from cards.formats.lines import lined
from cards.formats.parts import Found, dense_list, plain_list, trimmed
from studio.kernel.messages import english


def told(found: Found) -> list[str]:
    """Of each part its title, its type with how sure that is, and its rows."""
    return [
        " | ".join(
            [p.title.words, f"{p.kind.words} ({p.kind.certainty})" if p.kind else "-", *[x.words for x in p.body]]
        )
        for p in found.parts
    ]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        # under no heading: a title stands apart, and a kind of the deck's own shows its shape or comes again
        ("Slug\nThing\nBites.\n\nFrost\nAction", ["Slug | Thing (known) | Bites.", "Frost | Action (known)"]),
        ("Slug\nThing\n\nThing\nAction", ["Slug | Thing (known)", "Thing | Action (known)"]),
        ("Slug\n\nThing\n\nAction\n\nBites", ["Slug | Thing (known) | Action | Bites"]),
        ("Slug.\nThing\nBites.", []),
        ("Orc\nCreature\nHits.", []),
        ("Orc\nBeast\nHits.\n\nElf\nBeast\nSings.", ["Orc | Beast (own) | Hits.", "Elf | Beast (own) | Sings."]),
        ("Orc\nCreature — Green\nHits.", ["Orc | Creature — Green (own) | Hits."]),
        ("Orc\nThnig\nHits.", ["Orc | Thing (slip) | Hits."]),
        ("Orc\nThang\nHits.\n\nElf\nThang\nSings.", ["Orc | Thang (own) | Hits.", "Elf | Thang (own) | Sings."]),
        # under headings: those without a type are kept as titles, and nothing but loud lines is one beside them
        ("# Slug\nThing\n\nFrost\nAction\nBrr.", ["Slug | Thing (known) | Frost | Action | Brr."]),
        ("# Slug\nThing\n\nFROST\nAction\nBrr.", ["Slug | Thing (known)", "FROST | Action (known) | Brr."]),
        ("# Slug\nThing\n\nFROST\nType: Odd\nBrr.", ["Slug | Thing (known) | FROST | Type: Odd | Brr."]),
        ("# Slug\nThing\n\nFROST\nBig Action\nBrr.", ["Slug | Thing (known) | FROST | Big Action | Brr."]),
        # before the first known type a heading stands over prose, if its kind does not come again
        ("# Deck\nWords — Many\n# Slug\nThing\n# Orc\nGoblin — Green", [
            "Deck | - | Words — Many", "Slug | Thing (known)", "Orc | Goblin — Green (own)",
        ]),
        ("# Deck\nWords — Many\n# Slug\nType: Odd\n# Orc\nGoblin — Green", [
            "Deck | - | Words — Many", "Slug | Odd (said)", "Orc | Goblin — Green (own)",
        ]),
        ("# Deck\nWords — Many\n# Slug\nWords — Few\n# Orc\nThing", [
            "Deck | Words — Many (own)", "Slug | Words — Few (own)", "Orc | Thing (known)",
        ]),
        ("# Orc\nGoblin — Green\n# Elf\nSinger — Blue", ["Orc | Goblin — Green (own)", "Elf | Singer — Blue (own)"]),
        ("# Slug\nThing\n# Orc\nGoblin\nHits.", ["Slug | Thing (known)", "Orc | - | Goblin | Hits."]),
        ("# Slug\nThng\n# Orc\nAction", ["Slug | Thing (slip)", "Orc | Action (known)"]),
        ("# Slug\nThing\n---\n* * *\n# Frost\nAction\n---", ["Slug | Thing (known)", "Frost | Action (known)"]),
    ],
)  # fmt: skip
def test_a_title_stands_over_its_type(text: str, parts: list[str]) -> None:
    assert told(plain_list(lined(text.split("\n")))) == parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Slug\nThing\nBites.\nFrost\nAction\nBrr.",
            ["Slug | Thing (known) | Bites.", "Frost | Action (known) | Brr."],
        ),
        ("Slug\nType: Odd\nBites.", ["Slug | Odd (said) | Bites."]),
        ("Slug\nThng\nBites.", []),
        ("# Slug\nThing\nBites.", []),
        ("Slug\nThing\nAction\nBites.", ["Slug | Thing (known) | Action | Bites."]),
        ("Slug\nType: Odd\nThing\nBites.", ["Slug | Odd (said) | Thing | Bites."]),
        ("Thing\nAction\nBites.", []),
        ("Type: Odd\nAction\nBites.", []),
        ("Slug\nThing\nOrc\nAction", ["Slug | Thing (known)", "Orc | Action (known)"]),
        ("Slug.\nThing\nBites.\nFrost.\nAction", ["Slug. | Thing (known) | Bites. | Frost. | Action"]),
        ("Slug.\n\nThing\nBites.", []),
        ("> Slug\nThing", []),
    ],
)
def test_the_line_above_a_type_is_a_title_where_nothing_parts_the_cards(text: str, parts: list[str]) -> None:
    assert told(dense_list(lined(text.split("\n")))) == parts


@pytest.mark.parametrize(
    ("rows", "kept"), [(["a", "---", "==="], 1), (["a", "# ---"], 2), (["a", "# ---", "---"], 2), (["---"], 0), ([], 0)]
)
def test_rows_of_dashes_at_the_end_are_no_words_unless_they_are_a_heading(rows: list[str], kept: int) -> None:
    lines = lined(rows)
    assert trimmed(lines) == lines[:kept]


def test_a_loud_line_without_a_heading_mark_is_said() -> None:
    found = plain_list(lined("# Slug\nThing\n\nFROST\nAction\nBrr.".split("\n")))
    assert found.is_marked and [(one.line, one.code, english(one.said)) for one in found.remarks] == [
        (4, "listing.heading", "“FROST” has no heading mark; it was read as a card.")
    ]
    assert not plain_list(lined(["Slug", "Thing"])).is_marked
