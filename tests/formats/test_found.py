"""Which shape a list is taken for, and what its lines are then: each shape at the edges of what it can be."""

from __future__ import annotations

import pytest

from cards.formats.lines import lined
from cards.formats.shapes import found_in
from studio.kernel.messages import english

UNDERLINED, BULLETS, QUOTED = "underlined titles", "bullets or numbers", "quotation marks"
BELOW, SECTIONS = "the type under the text", "sections by kind"
LONG = "a" * 81


def told(text: str) -> tuple[str, list[str]]:
    """The shape, and for each part the level of its title, the title, its type, whose line it is, and its rows."""
    found = found_in(lined(text.split("\n")))
    parts = [
        " | ".join(
            [
                f"{p.title.level} {p.title.words}",
                f"{p.kind.words} ({p.kind.certainty}, {p.kind_line.number})" if p.kind and p.kind_line else "-",
                *[line.raw for line in p.body],
            ]
        )
        for p in found.parts
    ]
    front = [f"front | {' | '.join(line.raw for line in found.front)}"] if found.front else []
    return english(found.shape).partition(" list ")[2].partition(" ")[2] if found.shape else "", front + parts


@pytest.mark.parametrize(
    ("text", "shape", "parts"),
    [
        ("", "", []),
        ("Slug\n---\nThing", UNDERLINED, ["2 Slug | Thing (known, 3)"]),
        ("Slug\n---\n\nThing", UNDERLINED, ["2 Slug | Thing (known, 4)"]),
        ("Slug\n---\n\n\nThing", "", ["front | Slug | --- | Thing"]),
        ("Slug\n---\nType: Odd", UNDERLINED, ["2 Slug | Odd (said, 3)"]),
        ("Slug\n----\nBeast — Green\nBites.", "", ["front | Slug | ---- | Beast — Green | Bites."]),
        ("Slug\n---\nThing\n\nFrost\n---", UNDERLINED, ["2 Slug | Thing (known, 3)", "2 Frost | -"]),
        ("===\nSlug\n---\nThing", UNDERLINED, ["2 Slug | Thing (known, 4)"]),
        ("Slug\n---\nBites.\n\nFrost\n---\nThing", UNDERLINED, ["2 Slug | - | Bites.", "2 Frost | Thing (known, 7)"]),
        ("Words.\nSlug\n===\nBites.\n\nFrost\n---\nThing", UNDERLINED, [
            "front | Words.", "1 Slug | - | Bites.", "2 Frost | Thing (known, 8)",
        ]),
        ("Words.\nOf mine.\n---\nBites.\n\nFrost\n---\nThing", UNDERLINED, [
            "front | Words. | Of mine. | --- | Bites.", "2 Frost | Thing (known, 8)",
        ]),
        ("  > Slug\n>Thing\n> Bites.\n>  Hard.", QUOTED, ["0 Slug | Thing (known, 2) | Bites. |  Hard."]),
        ("- Slug\n  Thing\n  Bites.", BULLETS, ["0 Slug | Thing (known, 2) | Bites."]),
        ("- Thing\n- Action", "", ["front | - Thing | - Action"]),
        ("  - Slug\n- Frost\n- Action", BULLETS, ["front | - Slug", "0 Frost | Action (known, 3)"]),
        ("- Action\n  - a\n\n- Frost\n- Thing", BULLETS, ["front | Action | a", "0 Frost | Thing (known, 5)"]),
        ("- Slug\n  Thing\n  - Bites.\n\n- Frost\n  Action\n  - Brr.", BULLETS, [
            "0 Slug | Thing (known, 2) | Bites.", "0 Frost | Action (known, 6) | Brr.",
        ]),
        ("- Slug\n  Thing\n  - Bites.\n  - Hard.", BULLETS, ["0 Slug | Thing (known, 2) | - Bites. | - Hard."]),
        ("- Slug\n  Thing\n  - Bites.\nXylo.", BULLETS, ["0 Slug | Thing (known, 2) | Bites. | Xylo."]),
        ("Slug\nBites.\nThing", "", ["front | Slug | Bites. | Thing"]),
        ("Slug\nBites.\nThing\n---\nFrost\nBrr.\nAction", BELOW, [
            "0 Slug | Thing (known, 3) | Bites.", "0 Frost | Action (known, 7) | Brr.",
        ]),
        ("A\nb.\nThing\n\nC\nd.\nThing\n\nE\nf.\nThing\n\ng.", BELOW, [
            "0 A | Thing (known, 3) | b.", "0 C | Thing (known, 7) | d.", "0 E | Thing (known, 11) | f. | g.",
        ]),
        ("A\nb.\nThing\n\nC\nd.\nThing\n\nE\nf.\nThing\n\ng.\n\nA\nh.\nThing", BELOW, [
            "0 A | Thing (known, 3) | b.", "0 C | Thing (known, 7) | d.", "0 E | Thing (known, 11) | f. | g.",
            "0 A | Thing (known, 17) | h.",
        ]),
        ("a.\nThing\n\nSlug\nBites.\nThing\n\nFrost\nBrr.\nAction", BELOW, [
            "front | a. | Thing", "0 Slug | Thing (known, 6) | Bites.", "0 Frost | Action (known, 10) | Brr.",
        ]),
        (f"Slug\n{LONG}\nThing\n\nFrost\n{LONG}\nAction", BELOW, [
            f"0 Slug | Thing (known, 3) | {LONG}", f"0 Frost | Action (known, 7) | {LONG}",
        ]),
        ("# **Things**\n## Slug\nBites.", SECTIONS, ["2 Slug | Thing (said, 2) | Bites."]),
        ("# Things\n## Slug\nBites.\n# Rules\n## Law\nStays.", SECTIONS, [
            "2 Slug | Thing (said, 2) | Bites.", "2 Law |  (said, 5) | Stays.",
        ]),
        ("# XThings\n## Slug\nBites.", "", ["1 XThings | -", "2 Slug | - | Bites."]),
    ],
)  # fmt: skip
def test_a_list_is_taken_for_its_shape_and_no_other(text: str, shape: str, parts: list[str]) -> None:
    assert told(text) == (shape, parts)
