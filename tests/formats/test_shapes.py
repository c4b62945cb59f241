"""Lists in the shapes people write them in: each is read right, or refused with the shape that was seen."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.face.face import Face
from cards.formats import listing, read_text
from cards.formats.values import DeckListing, ListedCard, ListedRule, Reading
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.web.words import say

SHARED = Path(os.environ.get("CARTE_SHARED") or Path(__file__).resolve().parents[3] / "shared")

CEMENT = ("Wet Cement", "Thing", "Nobody may move a Thing.", 1)
SLUG = ("Slug", "Thing — Pest", "At the end of your turn, eat a Vegetable.", 1)
FROST = ("Frost", "Action", "Destroy a Vegetable, then draw.", 1)
THREE = [CEMENT, SLUG, FROST]


def cards(reading: Reading) -> list[tuple[str, str, str, int]]:
    return [(card.face.title, card.face.type_line, card.face.text, card.copies) for card in reading.listing.cards]


def codes(reading: Reading) -> set[str]:
    return {remark.code for remark in reading.remarks}


# Every list says the three cards; what must be said about it stands beside, by its code.
LISTS = {
    "blank lines between cards": (
        "",
        """Wet Cement
Thing
Nobody may move a Thing.

Slug
Thing — Pest
At the end of your turn, eat a Vegetable.

Frost
Action
Destroy a Vegetable, then draw.
""",
    ),
    "blank lines everywhere": (
        "",
        """Wet Cement

Thing

Nobody may move a Thing.

Slug

Thing — Pest

At the end of your turn, eat a Vegetable.

Frost

Action

Destroy a Vegetable, then draw.
""",
    ),
    "headings without blank lines": (
        "",
        """# Wet Cement
Thing
Nobody may move a Thing.
# Slug
Thing — Pest
At the end of your turn, eat a Vegetable.
# Frost
Action
Destroy a Vegetable, then draw.
""",
    ),
    "headings as wikis write them": (
        "",
        """== Wet Cement ==
Thing
Nobody may move a Thing.

===Slug===
Thing — Pest
At the end of your turn, eat a Vegetable.

== Frost ==
Action
Destroy a Vegetable, then draw.
""",
    ),
    "rows of dashes between cards": (
        "",
        """Wet Cement
Thing
Nobody may move a Thing.
---
Slug
Thing — Pest
At the end of your turn, eat a Vegetable.
---
Frost
Action
Destroy a Vegetable, then draw.
""",
    ),
    "rows of long dashes between cards": (
        "",
        """Wet Cement
Thing
Nobody may move a Thing.
———
Slug
Thing — Pest
At the end of your turn, eat a Vegetable.
+++
Frost
Action
Destroy a Vegetable, then draw.
""",
    ),
    "titles that say which card it is": (
        "listing.numbers",
        """Card 1: Wet Cement
Thing
Nobody may move a Thing.

Card #2 – Slug
Thing — Pest
At the end of your turn, eat a Vegetable.

No. 3 Frost
Action
Destroy a Vegetable, then draw.
""",
    ),
    "boxes to tick": (
        "listing.shape",
        """- [ ] Wet Cement (Thing): Nobody may move a Thing.
- [ ] Slug (Thing — Pest): At the end of your turn, eat a Vegetable.
- [ ] Frost (Action): Destroy a Vegetable, then draw.
""",
    ),
    "rows of stars between cards, and blank lines": (
        "",
        """Wet Cement

Thing

Nobody may move a Thing.
* * *
Slug

Thing — Pest

At the end of your turn, eat a Vegetable.
* * *
Frost

Action

Destroy a Vegetable, then draw.
""",
    ),
    "no blank lines at all": (
        "listing.shape",
        """Wet Cement
Thing
Nobody may move a Thing.
Slug
Thing — Pest
At the end of your turn, eat a Vegetable.
Frost
Action
Destroy a Vegetable, then draw.
""",
    ),
    "numbered": (
        "listing.numbers",
        """1. Wet Cement
Thing
Nobody may move a Thing.

2. Slug
Thing — Pest
At the end of your turn, eat a Vegetable.

3. Frost
Action
Destroy a Vegetable, then draw.
""",
    ),
    "numbered with brackets, indented": (
        "listing.shape",
        """1) Wet Cement
   Thing
   Nobody may move a Thing.
2) Slug
   Thing — Pest
   At the end of your turn, eat a Vegetable.
3) Frost
   Action
   Destroy a Vegetable, then draw.
""",
    ),
    "numbered headings": (
        "listing.numbers",
        """## 1. Wet Cement
Thing
Nobody may move a Thing.

## 2. Slug
Thing — Pest
At the end of your turn, eat a Vegetable.

## 3. Frost
Action
Destroy a Vegetable, then draw.
""",
    ),
    "numbers without a mark": (
        "listing.numbers",
        """1 Wet Cement
Thing
Nobody may move a Thing.

2 Slug
Thing — Pest
At the end of your turn, eat a Vegetable.

3 Frost
Action
Destroy a Vegetable, then draw.
""",
    ),
    "labels": (
        "listing.shape",
        """Name: Wet Cement
Type: Thing
Text: Nobody may move a Thing.

Name: Slug
Type: Thing — Pest
Text: At the end of your turn, eat a Vegetable.

Name: Frost
Type: Action
Text: Destroy a Vegetable, then draw.
""",
    ),
    "labels without blank lines": (
        "listing.shape",
        """Title: Wet Cement
Type: Thing
Effect: Nobody may move a Thing.
Title: Slug
Type: Thing — Pest
Effect: At the end of your turn,
eat a Vegetable.
Title: Frost
Type: Action
Effect: Destroy a Vegetable, then draw.
""".replace("turn,\neat", "turn, eat"),
    ),
    "bold labels": (
        "listing.shape",
        """**Name:** Wet Cement
**Type:** Thing
**Text:** Nobody may move a Thing.

**Name:** Slug
**Type:** Thing — Pest
**Text:** At the end of your turn, eat a Vegetable.

**Name**: Frost
**Type**: Action
**Text**: Destroy a Vegetable, then draw.
""",
    ),
    "titles, then labels": (
        "listing.label",
        """Wet Cement
Type: Thing
Text: Nobody may move a Thing.

Slug
Type: Thing — Pest
Text: At the end of your turn, eat a Vegetable.

Frost
Type: Action
Text: Destroy a Vegetable, then draw.
""",
    ),
    "an invisible space before titles": (
        "",
        """\u200bWet Cement
Thing
Nobody may move a Thing.

\u200eSlug\u200b
\u200bThing — Pest
At the end of your turn, eat a Vegetable.

\u200b## Frost
Action
Destroy a Vegetable, then draw.
""".replace("## ", ""),
    ),
    "underlined titles": (
        "listing.shape",
        """Wet Cement
----------
Thing
Nobody may move a Thing.

Slug
----
Thing — Pest
At the end of your turn, eat a Vegetable.

Frost
-----

Action
Destroy a Vegetable, then draw.
""",
    ),
    "titles underlined twice": (
        "listing.shape",
        """Wet Cement
==========
Thing
Nobody may move a Thing.
Slug
====
Thing — Pest
At the end of your turn, eat a Vegetable.
Frost
=====
Action
Destroy a Vegetable, then draw.
""",
    ),
    "bullets": (
        "listing.shape",
        """- Wet Cement
  Thing
  Nobody may move a Thing.
- Slug
  Thing — Pest
  At the end of your turn, eat a Vegetable.
- Frost
  Action
  Destroy a Vegetable, then draw.
""",
    ),
    "nested bullets": (
        "listing.shape",
        """* Wet Cement
  * Thing
  * Nobody may move a Thing.
* Slug
  * Thing — Pest
  * At the end of your turn, eat a Vegetable.
* Frost
  * Action
  * Destroy a Vegetable, then draw.
""",
    ),
    "bullets at the margin": (
        "listing.shape",
        """- Wet Cement
- Thing
- Nobody may move a Thing.

- Slug
- Thing — Pest
- At the end of your turn, eat a Vegetable.

- Frost
- Action
- Destroy a Vegetable, then draw.
""",
    ),
    "bullets, a card on each": (
        "listing.shape",
        """• Wet Cement (Thing): Nobody may move a Thing.
• Slug (Thing — Pest): At the end of your turn, eat a Vegetable.
• Frost (Action): Destroy a Vegetable, then draw.
""",
    ),
    "quotations": (
        "listing.shape",
        """> Wet Cement
> Thing
> Nobody may move a Thing.
>
> Slug
> Thing — Pest
> At the end of your turn, eat a Vegetable.
>
> Frost
> Action
> Destroy a Vegetable, then draw.
""",
    ),
    "title, type": (
        "listing.shape",
        """Wet Cement, Thing
Nobody may move a Thing.

Slug, Thing — Pest
At the end of your turn, eat a Vegetable.

Frost, Action
Destroy a Vegetable, then draw.
""",
    ),
    "title, type, text": (
        "listing.shape",
        """Wet Cement, Thing, Nobody may move a Thing.
Slug, Thing — Pest, At the end of your turn, eat a Vegetable.
Frost, Action, Destroy a Vegetable, then draw.
""",
    ),
    "text before type": (
        "listing.shape",
        """Wet Cement
Nobody may move a Thing.
Thing

Slug
At the end of your turn, eat a Vegetable.
Thing — Pest

Frost
Destroy a Vegetable, then draw.
Action
""",
    ),
    "a table": (
        "listing.shape",
        """| Title | Type | Text |
|-------|:----:|------|
| Wet Cement | Thing | Nobody may move a Thing. |
| Slug | Thing — Pest | At the end of your turn, eat a Vegetable. |
| Frost | Action | Destroy a Vegetable, then draw. |
""",
    ),
    "a table in another order, with copies": (
        "listing.shape",
        """| Type | Copies | Name | Effect |
|---|---|---|---|
| Thing | 1 | **Wet Cement** | Nobody may move a Thing. |
| Thing — Pest | 1 | **Slug** | At the end of your turn, eat a Vegetable. |
| Action | 1 | **Frost** | Destroy a Vegetable, then draw. |
""",
    ),
    "hyphens": (
        "listing.shape",
        """Wet Cement - Thing - Nobody may move a Thing.
Slug - Thing — Pest - At the end of your turn, eat a Vegetable.
Frost - Action - Destroy a Vegetable, then draw.
""".replace("Thing — Pest", "Thing - Pest"),
    ),
    "en dashes": (
        "listing.shape",
        """Wet Cement – Thing – Nobody may move a Thing.
Slug – Thing – Pest – At the end of your turn, eat a Vegetable.
Frost – Action – Destroy a Vegetable, then draw.
""",
    ),
    "em dashes and blank lines": (
        "listing.shape",
        """Wet Cement — Thing — Nobody may move a Thing.

Slug — Thing — Pest — At the end of your turn, eat a Vegetable.

Frost — Action — Destroy a Vegetable, then draw.
""",
    ),
    "dashes, the text below": (
        "listing.shape",
        """## Wet Cement – Thing
Nobody may move a Thing.

## Slug – Thing — Pest
At the end of your turn, eat a Vegetable.

## Frost – Action
Destroy a Vegetable, then draw.
""",
    ),
    "title (type): text": (
        "listing.shape",
        """Wet Cement (Thing): Nobody may move a Thing.
Slug (Thing — Pest): At the end of your turn, eat a Vegetable.
Frost (Action): Destroy a Vegetable, then draw.
""",
    ),
    "bold titles with the type in brackets": (
        "listing.shape",
        """**Wet Cement** (Thing)
Nobody may move a Thing.

**Slug** (Thing — Pest)
At the end of your turn, eat a Vegetable.

**Frost** (Action)
Destroy a Vegetable, then draw.
""",
    ),
    "title [type]": (
        "listing.shape",
        """Wet Cement [Thing]
Nobody may move a Thing.
Slug [Thing — Pest]
At the end of your turn, eat a Vegetable.
Frost [Action]
Destroy a Vegetable, then draw.
""",
    ),
    "tabs": (
        "listing.shape",
        """Wet Cement\tThing\tNobody may move a Thing.
Slug\tThing — Pest\tAt the end of your turn, eat a Vegetable.
Frost\tAction\tDestroy a Vegetable, then draw.
""",
    ),
    "semicolons": (
        "listing.shape",
        """Wet Cement;Thing;Nobody may move a Thing.
Slug;Thing — Pest;At the end of your turn, eat a Vegetable.
Frost;Action;Destroy a Vegetable, then draw.
""",
    ),
    "titles that end in a full stop": (
        "listing.shape",
        """Wet Cement.
Thing
Nobody may move a Thing.

Slug.
Thing — Pest
At the end of your turn, eat a Vegetable.

Frost.
Action
Destroy a Vegetable, then draw.
""",
    ),
    "type: title": (
        "listing.shape",
        """Thing: Wet Cement
Nobody may move a Thing.

Thing — Pest: Slug
At the end of your turn, eat a Vegetable.

Action: Frost
Destroy a Vegetable, then draw.
""",
    ),
    "title: type. text": (
        "listing.shape",
        """Wet Cement: Thing. Nobody may move a Thing.
Slug: Thing — Pest. At the end of your turn, eat a Vegetable.
Frost: Action. Destroy a Vegetable, then draw.
""",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("front", ["", "Garden\n\nA deck about mud.\n\n"], ids=["bare", "titled"])
def test_a_list_is_read_whatever_its_shape(name: str, front: str) -> None:
    code, text = LISTS[name]
    if front and text.startswith(">"):
        text, front = "".join(f"> {line}\n" for line in front.split("\n")[:-1]) + text, ""
    reading = listing.read(front + text)
    expected = [(f"{t}.", *rest) for t, *rest in THREE] if "full stop" in name else THREE
    assert cards(reading) == expected
    assert not reading.stops
    assert (code in codes(reading)) if code else not codes(reading)
    if front:
        assert (reading.listing.title, reading.listing.blurb) == ("Garden", "A deck about mud.")
    assert reading.listing.notes == ""


def test_sections_by_kind_give_their_cards_the_kind() -> None:
    text = """# Garden

A deck about mud.

## Setup

Deal five.

## Things

### Wet Cement

Nobody may move a Thing.

## Actions (1)

### Frost

Destroy a Vegetable, then draw.

## Special Rules

### Peas

Plant peas.
"""
    reading = listing.read(text)
    assert cards(reading) == [CEMENT, FROST]
    assert [(rule.face.title, rule.face.text) for rule in reading.listing.rules] == [
        ("Setup", "Deal five."),
        ("Peas", "Plant peas."),
    ]
    assert (reading.listing.title, reading.listing.blurb) == ("Garden", "A deck about mud.")


COPIES = [
    "Slug x3", "3x Slug", "Slug (x3)", "Slug *3", "Slug ×3", "Slug (3x)", "Slug [x3]", "Slug (3 copies)", "Slug x 3",
]  # fmt: skip


@pytest.mark.parametrize("title", COPIES)
def test_copies_in_every_usual_spelling(title: str) -> None:
    for mark in ("", "## "):
        reading = listing.read(f"{mark}{title}\nThing\nEats.\n\n{mark}Frost\nAction\nBrr.")
        assert cards(reading) == [("Slug", "Thing", "Eats.", 3), ("Frost", "Action", "Brr.", 1)]
        assert codes(reading) == {"listing.copies"}


@pytest.mark.parametrize("one", ["{} ({})", "{1} {0}", "{} [{}]", "{} {}x", "{} X{}"])
def test_a_number_at_most_titles_means_copies(one: str) -> None:
    slug, frost = one.format("Slug", 3), one.format("Frost", 2)
    reading = listing.read(f"{slug}\nThing\nEats.\n\n{frost}\nAction\nBrr.\n\nHail\nAction\nOw.")
    assert cards(reading) == [
        ("Slug", "Thing", "Eats.", 3), ("Frost", "Action", "Brr.", 2), ("Hail", "Action", "Ow.", 1),
    ]  # fmt: skip


@pytest.mark.parametrize("title", ["7 Wonders", "Bus (2)"])
def test_a_number_at_one_title_stays_and_is_asked_about(title: str) -> None:
    reading = listing.read(f"{title}\nThing\nEats.\n\nFrost\nAction\nBrr.\n\nHail\nAction\nOw.")
    assert cards(reading)[0] == (title, "Thing", "Eats.", 1)
    assert codes(reading) == {"listing.maybe_copies"}
    numbered = listing.read("Bus (1)\nThing\nGoes.\n\nBus (2)\nThing\nStops.")
    assert [card[0] for card in cards(numbered)] == ["Bus (1)", "Bus (2)"], "they would be one title"


def test_a_tick_is_no_word_of_a_card() -> None:
    reading = listing.read("- [x] Slug (Thing): Eats.\n- [X] Frost (Action): Brr.\n- [ ] Hail (Action): Ow.")
    assert [card[0] for card in cards(reading)] == ["Slug", "Frost", "Hail"]


def test_a_title_alone_that_begins_like_a_number_stays() -> None:
    reading = listing.read("No. 10 Downing Street\nThing\nA door.\n\nFrost\nAction\nBrr.\n\nCard 3\nThing\nOw.")
    assert [card[0] for card in cards(reading)] == ["No. 10 Downing Street", "Frost", "Card 3"]


def test_copies_on_a_line_of_their_own_and_on_the_type_line() -> None:
    for below in ("Action (x3)\nBrr.", "Action x3\nBrr.", "Action (3)\nBrr.", "Action\nCopies: 3\nBrr.",
                  "Action\nBrr.\nCopies: 3", "Action\nBrr.\n\nQuantity: x3", "Action\nBrr.\nx3", "Action\n(3x)\nBrr.",
                  "Action\nBrr.\n\n\u00d73"):  # fmt: skip
        reading = listing.read(f"Frost\n{below}\n\nHail\nAction\nOw.")
        assert cards(reading) == [("Frost", "Action", "Brr.", 3), ("Hail", "Action", "Ow.", 1)], below
        assert codes(reading) == {"listing.copies"}
    labelled = listing.read("Name: Frost\nType: Action\nCopies: 3\nCost: 2\nFlavour: Cold.\nCreator: Bea\nText: Brr.")
    (card,) = labelled.listing.cards
    assert card == ListedCard(Face("Frost", "Action", "Brr.", "Cold.", cost="2"), 3, credit="Bea")


@pytest.mark.parametrize("kind", ["Acton — Cold", "Acton"])
def test_a_slip_beside_copies_is_said_and_made_twice_is_a_kind(kind: str) -> None:
    meant = kind.replace("Acton", "Action")
    for below in (f"{kind} x2", f"{kind} (x2)"):
        once = listing.read(f"Frost\n{below}\nBrr.\n\nSlug\nThing\nBites.")
        assert cards(once) == [("Frost", meant, "Brr.", 2), ("Slug", "Thing", "Bites.", 1)]
        assert [(r.line, say(r.said)) for r in once.remarks if r.code == "listing.slip"] == [
            (2, f"“{kind}” was read as “{meant}”.")
        ]
        twice = listing.read(f"Frost\n{below}\nBrr.\n\nHail\n{below}\nOw.")
        assert cards(twice) == [("Frost", kind, "Brr.", 2), ("Hail", kind, "Ow.", 2)]
        assert codes(twice) == {"listing.copies", "listing.own_kind"}


def test_marks_and_numbers_of_a_text_stay_its_own() -> None:
    reading = listing.read(
        "Act- (Action): -1 to all.\nHail (Action): 2x damage.\nFrost (Action) x3: Brr.\nMud (Thing) - Wet."
    )
    assert cards(reading) == [
        ("Act-", "Action", "-1 to all.", 1),
        ("Hail", "Action", "2x damage.", 1),
        ("Frost", "Action", "Brr.", 3),
        ("Mud", "Thing", "Wet.", 1),
    ]
    dashes = listing.read("Hail – Action – 2x damage.\nFrost – Action – x3 – Brr.\nRain – Action – -1 to all.")
    assert [card[2:] for card in cards(dashes)] == [("2x damage.", 1), ("Brr.", 3), ("-1 to all.", 1)]


def test_what_a_table_has_no_column_for_is_printed_on_no_card_and_said() -> None:
    text = (
        "| Type | Name | Artist | Text |\nOf old:\n|---|---|---|---|\n| Thing | Slug | Bea | Eats. |\nAlways.\n"
        "| Thing | | Cleo | Lost. |\n| Action | Frost | Dot | Brr. |"
    )
    reading = listing.read(text)
    assert cards(reading) == [
        ("Slug", "Thing", "Eats.\nAlways.", 1),
        ("Frost", "Action", "Brr.", 1),
    ]
    assert [say(remark.with_line) for remark in reading.remarks if remark.line] == [
        "Line 5: “Always.” is no row of the table; it was kept as words on “Slug”.",
        "Line 4: “Artist: Bea” was not understood, and was left out; so was 1 more of that name.",
        "Line 2: “Of old:” was not understood, and was left out.",
        "Line 6: “Thing | Cleo | Lost.” was not understood, and was left out.",
    ]
    assert (reading.listing.title, reading.listing.blurb) == ("", "")


NOISE = st.sampled_from(
    ["A line of prose that stands here.", "Deal five", "## Heading", "- a point", "| x | y |", "q; r; s; t", "> said",
     "Wren (Bird)", "Wren – Bird – sings", "---", "", "Thing", "k\tl\tm", "Wren, Thing", "A: B: C: D"]
)  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(LISTS)), st.lists(st.tuples(st.integers(0, 12), NOISE), min_size=1, max_size=4))
def test_no_word_of_a_card_is_lost_whatever_stands_between(name: str, noise: list[tuple[int, str]]) -> None:
    rows = LISTS[name][1].split("\n")
    for place, row in noise:
        rows.insert(min(place, len(rows)), row)
    reading = listing.read("\n".join(rows))
    deck = reading.listing
    kept = [deck.title, deck.blurb, deck.notes, *(say(remark.said) for remark in reading.remarks)]
    for article in (*deck.rules, *deck.cards):
        kept += [article.face.title, article.face.type_line, article.face.text, article.face.flavour]
    missing = set(re.findall(r"[^\W\d_]+", "\n".join(rows))) - set(re.findall(r"[^\W\d_]+", " ".join(kept)))
    assert missing <= {"Name", "Title", "Type", "Text", "Effect", "Copies", "Card", "No"}  # "Card No. 3: Frost"


def test_a_card_of_a_kind_of_its_own_among_known_ones_is_no_text_of_the_one_before() -> None:
    reading = listing.read("Slug (Thing): Eats.\nGoblin (Creature): Bites.\nFrost (Action): Brr.")
    assert [card[:2] for card in cards(reading)] == [("Slug", "Thing"), ("Goblin", "Creature"), ("Frost", "Action")]
    assert "listing.own_kind" in codes(reading)


# --- what is no list of cards ----------------------------------------------------------------------------------------


def shared(name: str) -> str:
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"NOT RUN: {name} was not found; set CARTE_SHARED to the folder of shared input")
    return path.read_text()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("seeds/elemental-deck-builder.txt", "this looks like a list in another order (title, text, type)"),
        ("seeds/dvorak-rules-2000-2007.txt", "This looks like prose"),
        ("seeds/axis-mundi.md", "No card was found. This looks like prose. "),
        ("seeds/energy-deck-builder.txt", "No card was found. This looks like prose. "),
    ],
)
def test_what_is_no_list_of_cards_is_refused_with_the_true_reason_first(name: str, words: str) -> None:
    chosen, reading = read_text(shared(name))
    assert chosen.name == "listing"
    assert words in say(reading.stops[0].said)
    assert reading.stops[0] == reading.remarks[0]


def test_a_list_that_may_be_in_another_order_is_asked_about() -> None:
    sentences = "".join(f"Card {n}\n\nDeal {n} damage.\n\nAction\n\n" for n in range(3))
    assert [remark.code for remark in listing.read(sentences).stops] == ["listing.order"]
    words = "".join(f"Card {n}\n\nDeal {n} damage\n\nAction\n\n" for n in range(3))
    assert "listing.maybe_order" in codes(listing.read(words))


def test_other_programs_files_are_named() -> None:
    for text, words in (
        (shared("decks/programming.derived.mse-set.txt"), "a Magic Set Editor set"),
        (shared("decks/programming.derived.mush"), "MUSH code"),
        (shared("decks/basic-rules-style.reworded.mush"), "MUSH code"),
        (shared("decks/basic-rules-style.reworded.dvorax.mush"), "MUSH code"),
        ("<h3>Frost</h3>\n<p>Action</p>\n<p>Brr.</p>", "the code of a web page"),
    ):
        with pytest.raises(Refused) as caught:
            read_text(text)
        assert caught.value == Refused("file.not_yet", format=message(words))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("| Frost | Brr. |\n| Slug | Eats. |\n| Hail | Ow. |", "a table, without a column that says Thing or Action"),
        ("Frost\tBrr.\nSlug\tEats.\nHail\tOw.", "rows of a table, without a column"),
        ("## Frost\nBrr.\n\n## Slug\nEats.\n\n## Hail\nOw.", "no type line under any of them"),
        ("- Frost\n- Slug\n- Hail and rain", "a list with bullets that says no type"),
        ("Frost\nSlug\nHail\nRain", "a list of titles alone"),
        (("It was a dark night, and nothing stirred. " * 5 + "\n\n") * 4, "This looks like prose"),
    ],
)
def test_a_list_without_types_is_told_what_it_looks_like(text: str, words: str) -> None:
    reading = listing.read(text)
    assert reading.stops[0].code == "listing.no_cards"
    assert words in say(reading.stops[0].said)


def test_what_was_read_right_before_is_read_the_same() -> None:
    text = (
        "Slug\nThing\nAction: draw a card.\n\nFrost (really)\nAction\nTake it, Thing by thing.\n\n"
        "1984\nThing\nBe watched."
    )
    assert cards(listing.read(text)) == [
        ("Slug", "Thing", "Action: draw a card.", 1),
        ("Frost (really)", "Action", "Take it, Thing by thing.", 1),
        ("1984", "Thing", "Be watched.", 1),
    ]
    points = "Slug\nThing\nChoose:\n- Eat\n- Sleep\n\nFrost\nAction\nBrr."
    assert cards(listing.read(points))[0][2] == "Choose:\n- Eat\n- Sleep"


# --- round trips and hostile input -----------------------------------------------------------------------------------

WORD = st.sampled_from("Amber Brook Candle Dusk Ember Fern Grove Harbour Ivory Jade Kettle Lantern Moss".split())
TITLE = st.lists(WORD, min_size=1, max_size=3).map(" ".join)
KIND = st.sampled_from(["Thing", "Action", "Thing — Pest", "Thing — Space Goal"])
SENTENCE = st.lists(WORD.map(str.lower), min_size=3, max_size=9).map(lambda words: f"Then {' '.join(words)}.")
CARDS = st.lists(st.tuples(TITLE, KIND, SENTENCE), min_size=2, max_size=6, unique_by=lambda card: card[0])
WRITERS = {
    "dense": lambda n, t, k, x: f"{t}\n{k}\n{x}\n",
    "ruled": lambda n, t, k, x: f"{t}\n{k}\n{x}\n---\n",
    "numbered": lambda n, t, k, x: f"{n}. {t}\n{k}\n{x}\n\n",
    "labels": lambda n, t, k, x: f"Name: {t}\nType: {k}\nText: {x}\n",
    "underlined": lambda n, t, k, x: f"{t}\n{'-' * len(t + 'x')}\n{k}\n{x}\n\n",
    "bullets": lambda n, t, k, x: f"* {t}\n  * {k}\n  * {x}\n",
    "quoted": lambda n, t, k, x: f"> {t}\n> {k}\n> {x}\n>\n",
    "comma": lambda n, t, k, x: f"{t}, {k}\n{x}\n\n",
    "below": lambda n, t, k, x: f"{t}\n{x}\n{k}\n\n",
    "piped": lambda n, t, k, x: f"| {t} | {k} | {x} |\n",
    "dashes": lambda n, t, k, x: f"{t} – {k} – {x}\n",
    "brackets": lambda n, t, k, x: f"{t} ({k}): {x}\n",
    "square": lambda n, t, k, x: f"{t} [{k}]\n{x}\n",
    "tabs": lambda n, t, k, x: f"{t}\t{k}\t{x}\n",
    "semicolons": lambda n, t, k, x: f"{t};{k};{x}\n",
    "first": lambda n, t, k, x: f"{k}: {t}\n{x}\n\n",
    "plain": lambda n, t, k, x: f"{t}\n{k}\n{x}\n\n",
}


@settings(deadline=None, max_examples=40)
@given(CARDS, st.sampled_from(sorted(WRITERS)))
def test_the_same_cards_in_every_shape_are_the_same_cards(drawn: list[tuple[str, str, str]], name: str) -> None:
    text = "".join(WRITERS[name](n, *card) for n, card in enumerate(drawn, 1))
    reading = listing.read(text)
    assert cards(reading) == [(*card, 1) for card in drawn]
    assert not reading.stops


TRAPS = st.sampled_from(
    ["1. A", "2. B", "3 Slugs", "Bus (2)", "A X3", "Copies: 3", "Text: x", "Name: y", "A, Thing", "B (Thing)",
     "Thing: C", "A – Thing – x", "| a | Thing | b |", "- Thing", "---", "\u200bA", "A\u200b", "Type: x", "Action (x3)",
     "Thing"]
)  # fmt: skip
TEXT = st.lists(TRAPS, max_size=3).filter(lambda lines: lines[-1:] != ["---"])


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.tuples(TRAPS, TRAPS, st.lists(TRAPS, max_size=3).filter(lambda x: x[-1:] != ["---"])), min_size=1, max_size=4
    )
)
def test_what_is_written_is_read_again_whatever_it_looks_like(drawn: list[tuple[str, str, list[str]]]) -> None:
    articles = [Face(title, kind, "\n".join(text)) for title, kind, text in drawn]
    deck = DeckListing(
        title="Garden", cards=tuple(map(ListedCard, articles)), rules=tuple(map(ListedRule, articles[:1]))
    )
    assert listing.read(listing.write(deck).text).listing == deck


HOSTILE: dict[str, Callable[[int], str]] = {
    "rows": lambda n: "a | Thing | b |\n" * n,
    "heads": lambda n: "a (Thing): b\n" * n,
    "labels": lambda n: "Name: a\nType: Thing\n" * (n // 2),
    "bullets": lambda n: "- a\n  - Thing\n" * (n // 2),
    "quotes": lambda n: "> a\n> Thing\n" * (n // 2),
    "deep": lambda n: "".join("> " * (row % 200) + "a\n" for row in range(n)),
    "underlined": lambda n: "a\n---\nThing\n" * (n // 3),
    "numbers": lambda n: "".join(f"{row}. a\nThing\n\n" for row in range(n // 2)),
    "sections": lambda n: "# Things\n## a\nb\n" * (n // 3),
    "blocks": lambda n: "a\nb\nThing\n\n" * (n // 3),
    "brackets": lambda n: "(" * 300_000,
    "commas": lambda n: ", Thing" * 50_000,
    "dashes": lambda n: " - " * 100_000,
    "pipes": lambda n: "|" * 300_000,
    "tabs": lambda n: "a\t" * 100_000,
    "columns": lambda n: (
        "a;" * 50_000 + "\n" + "a;" * 50_000 + "\n" + "".join("a;" * row + "\n" for row in range(n // 8))
    ),
    "one line": lambda n: "Thing " * 50_000,
    "invisible": lambda n: "\u200b" * 300_000 + "a\u200b \u200b" * 30_000,
    "spaces": lambda n: "a" + " " * 300_000 + "(Thing)",
    "digits": lambda n: "9" * 300_000 + " a\nThing\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_every_shape_comes_to_an_end(name: str, rounds: Callable[[int, int], int]) -> None:
    """Anything but a linear look at these would take hours."""
    reading = listing.read(HOSTILE[name](rounds(1500, 19_999)))
    assert len(reading.listing.cards) + len(reading.listing.rules) + len(reading.remarks) > 0


def test_a_line_that_could_mean_something_else_is_named_with_what_it_was_taken_for() -> None:
    counted = "Card 1\nSlug\nThing\nEats.\n\nCard 2\nFrost\nAction\nDraw.\n\nCard 3\nThing\nHides.\n"
    told = [(r.line, say(r.said)) for r in listing.read(counted).remarks if r.code == "listing.number_alone"]
    leave = "If it only counts the cards, leave it out."
    assert told == [
        (1, f"“Card 1” was taken for words about the deck. {leave}"),
        (6, f"“Card 2” was taken for words on “Slug”. {leave}"),
        (11, f"“Card 3” was taken for the title of a card. {leave}"),
    ]
    beside = "Slug: Eats: all. (Thing)\nFrost: Draws. (Action)\nGoat: Roams. (Thing)\n"
    assert [(r.line, say(r.said)) for r in listing.read(beside).remarks if r.code == "listing.type_last"][0] == (
        1,
        "“Slug: Eats: all. (Thing)” was taken for the title of a card. "
        "If it is a card of its own, write “Slug (Thing): Eats: all.”.",
    )
    amid = listing.read(f"Slug\nThing\nEats.\n\nGoat: Roams. (Thing)\n\nFrost\nAction\nDraw.\n{' ' * 9000}x\n")
    assert [(r.line, r.code) for r in amid.remarks if r.code.startswith("listing.type_")] == [(5, "listing.type_last")]
    below = "If it is a card of its own, write its type on a line under its title."
    assert [say(r.said) for r in amid.remarks if r.code == "listing.type_last"] == [
        f"“Goat: Roams. (Thing)” was taken for words on “Slug”. {below}"
    ]
    amid = listing.read("Frost (Action): Draws.\n\nSlug\nThing\nEats.\n\nGoat (thing): Roams.\n\nHail\nAction\nOw.\n")
    assert [(r.line, r.code, say(r.said)) for r in amid.remarks] == [
        (1, "listing.type_beside", f"“Frost (Action): Draws.” was taken for words about the deck. {below}"),
        (7, "listing.type_beside", f"“Goat (thing): Roams.” was taken for words on “Slug”. {below}"),
    ]
    assert codes(listing.read("Slug (Thing)\nEats.\n\nFrost (Action): Draws.\n")) == {"listing.shape"}
    assert codes(listing.read("Slug\nThing\nDraw card 2. (See: Thing)\n")) == set()
