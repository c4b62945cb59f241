"""A type beside its title, and rows of cells: what each way of writing makes of a line."""

from __future__ import annotations

import pytest

from cards.formats.cells import QUOTED_LINES_MAX, STRAY_MAX, TableRow, rows_of
from cards.formats.lines import lined
from cards.formats.listing import read as read_list
from cards.formats.parts import Found
from cards.formats.rows import beside_lists
from cards.formats.tables import tables
from cards.rules.limits import TITLE_MAX, TYPE_LINE_MAX
from studio.kernel.messages import english

T = "T" * TITLE_MAX
L = "Thing (".ljust(TYPE_LINE_MAX, "x")
K = "Thing — ".ljust(TYPE_LINE_MAX, "x")


def told(found: list[Found]) -> dict[str, list[str]]:
    """By the last word that names the shape, the parts: title, type, copies, rows."""
    return {
        english(one.shape).removeprefix("a list with "): [
            " | ".join(
                [p.title.words, p.kind.words if p.kind else "-", *([f"×{p.copies}"] if p.copies > 1 else [])]
                + [x.words for x in p.body]
            )
            for p in one.parts
        ]
        for one in found
        if one.shape
    }


def beside(text: str) -> dict[str, list[str]]:
    names = {
        "the type in brackets after the title": "()",
        "dashes between title, type and text": "-",
        "a comma between title and type": ",",
        "a colon between title and type": ":",
        "the type before the title": "^",
    }
    return {names[shape]: parts for shape, parts in told(beside_lists(lined(text.split("\n")))).items()}


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (f"{T} (Thing): a", {"()": [f"{T} | Thing | a"]}),
        (f"T{T} (Thing): a", {}),
        (f"A ({K}): a", {"()": [f"A | {K} | a"]}),
        ("A (Thing", {}),
        ("(Thing) a", {}),
        ("A – (Thing) a", {"()": ["A | Thing | a"]}),
        ("A (a) (Thing) (b)", {"()": ["A (a) | Thing | (b)"]}),
        ("**A (Thing)**: **b**", {"()": ["A | Thing | **b**"]}),
        ("__A__ (Thing): __b__", {"()": ["A | Thing | __b__"]}),
        ("****A (Thing): b", {"()": ["A | Thing | b"]}),
        ("**A** (Thing) x3: b", {"()": ["A ×3 | Thing | b"]}),
        ("A (Thing) (2x) - b", {"()": ["A ×2 | Thing | b"]}),
        ("A (Thing) x3 of b", {"()": ["A | Thing | x3 of b"]}),
        ("A – Thing – b", {"-": ["A | Thing | b"]}),
        ("A - b - Thing - c", {"-": ["A - b | Thing | c"]}),
        ("A - b - c - d - e - f - Thing - g", {"-": ["A - b - c - d - e - f | Thing - g"]}),
        ("A - b - c - d - e - f - g - Thing - h", {}),
        (f"{T} - Thing - b", {"-": [f"{T} | Thing | b"]}),
        (f"T{T} - Thing - b", {}),
        (f"A - {L} - b", {"-": [f"A | {L} | b"]}),
        (f"A - {L}: b", {"-": [f"A | {L} | b"]}),
        (f"A - {L}): b", {}),
        ("A – Thing: b – c", {"-": ["A | Thing | b – c"], ":": []}),
        ("A – Thing. b: c – d", {"-": ["A | Thing | b: c – d"]}),
        ("A – Thing – Big Pest – b", {"-": ["A | Thing — Big Pest | b"]}),
        ("A – Thing – Very Big Pest – b", {"-": ["A | Thing — Very Big Pest | b"]}),
        ("A – Thing – Very Very Big Pest – b", {"-": ["A | Thing | Very Very Big Pest – b"]}),
        ("A – Thing – big pest – b", {"-": ["A | Thing | big pest – b"]}),
        ("A – Thing – x2 – b", {"-": ["A ×2 | Thing | b"]}),
        ("| A – Thing – b |", {}),
        (" – Thing – b", {}),
        ("A, Thing", {",": ["A | Thing"]}),
        ("A, b, Thing, c", {",": ["A, b | Thing | c"]}),
        ("A, Thing. b. c: d", {",": ["A | Thing | b. c: d"]}),
        ("A: Thing", {":": ["A | Thing"]}),
        ("A: Thing: b: c", {":": ["A | Thing | b: c"]}),
        ("Thing: A", {"^": ["A | Thing"]}),
        (f"Thing: {T}", {"^": [f"{T} | Thing"]}),
        (f"Thing: T{T}", {}),
        ("Thing: A – b: c", {"^": ["A – b | Thing | c"]}),
        ("Thing – A – b", {"^": ["A | Thing | b"]}),
        ("Thing – A", {}),
        ("Thing: A – x2: b", {"^": ["A – x2 | Thing | b"]}),
        (f"{K}: A", {"^": [f"A | {K}"]}),
        (f"A – {L}xx – b", {"-": [f"A | {L}xx | b"]}),
        (f"A – {L}xxx – b", {}),
        (f"{L}x: A", {"^": [f"A | {L}x"]}),
        (f"{L}xx: A", {}),
        (f"Thing: {T[1:]}: b", {"^": [f"{T[1:]} | Thing | b"]}),
        (f"Thing: TT{T}: b", {}),
        ("A, Big, Thing, c", {",": ["A, Big | Thing | c"]}),
        ("A – Thing: b: c", {"-": ["A | Thing | b: c"]}),
        ("B – Thing – c\nA – X: b", {"-": ["B | Thing | c", "A | X | b"]}),
        ("B – Thing – c\nXy – Some words of it", {"-": ["B | Thing | c | Xy – Some words of it"]}),
        ("Words.\nA (Thing): a\nB (Thing): b\nc\nd\ne\nf", {"()": ["A | Thing | a", "B | Thing | b | c | d | e | f"]}),
        ("# A: Thing\nb\n# C: Thing\nd", {":": ["A | Thing | b", "C | Thing | d"]}),
        (
            "A – Thing\na\n\nB – Thing\nb\n\nC – Thing – Very Big Pest\nc\n\nD – Thing – Very Very Big Pest\nd",
            {
                "-": [
                    "A | Thing | a",
                    "B | Thing | b",
                    "C | Thing — Very Big Pest | c",
                    "D | Thing | Very Very Big Pest | d",
                ]
            },
        ),
        ("Goblin (Creature): a", {}),
        # what ends like a sentence is the text, also where the other cards have theirs below
        (
            "A (Thing): Brr.\n\nB (Thing)\nb\n\nC (Thing) Pest\nc\n\nD (Thing)\nd",
            {"()": ["A | Thing | Brr.", "B | Thing | b", "C | Thing — Pest | c", "D | Thing | d"]},
        ),
        ("A – Thing – Brr. – b", {"-": ["A | Thing | Brr. – b"]}),
        ("A – Thing – Mark X – b", {"-": ["A | Thing — Mark X | b"]}),
    ],
)
def test_a_line_with_its_type_beside_its_title(line: str, read: dict[str, list[str]]) -> None:
    assert beside(line) == {shape: parts for shape, parts in read.items() if parts}


def piped(*rows: str) -> dict[str, list[str]]:
    return {
        shape.removeprefix("a table with ").removeprefix("a "): parts
        for shape, parts in told(tables(lined(rows))).items()
    }


@pytest.mark.parametrize(
    ("rows", "read"),
    [
        (("| A | Thing | b |",), {"table": ["A | Thing | b"]}),
        (("A | Thing | b",), {"table": ["A | Thing | b"]}),
        (("A | Thing",), {}),
        (("# A | Thing | b",), {}),
        (("A\tThing\tb",), {"tabs": ["A | Thing | b"]}),
        (("A\tThing",), {"tabs": ["A | Thing"]}),
        (("\tA\tThing",), {}),
        (("# A\tThing",), {}),
        (("  A\tThing  ",), {"tabs": ["A | Thing"]}),
        (("A;Thing;b",), {"semicolons": ["A | Thing | b"]}),
        (("XA;Thing;b X",), {"semicolons": ["XA | Thing | b X"]}),
        # one column holds kinds in two rows of three, or more
        (("|A|Thing|", "|B|Action|", "|C|of it|"), {"table": ["A | Thing", "B | Action", "C | of it"]}),
        (("|A|Thing|", "|B|of it|"), {}),
        (("|A|Thing|", "|B|of it|", "|C|of it|"), {}),
        # numbers of one or two digits in every row are copies, where a title is left
        (("|2|A|Thing|", "|99|B|Action|"), {"table": ["A | Thing | ×2", "B | Action | ×99"]}),
        (("|2|A|Thing|", "|100|B|Action|"), {"table": ["2 | Thing | A", "100 | Action | B"]}),
        (("|2|Thing|", "|3|Action|"), {"table": ["2 | Thing", "3 | Action"]}),
        (("|A|Thing|2|", "|B|Action|3|", "|C|Thing|"), {"table": ["A | Thing | 2", "B | Action | 3", "C | Thing"]}),
        (("|A|Thing|2|", "|B|Action|3|"), {"table": ["A | Thing | ×2", "B | Action | ×3"]}),
        # a header names the columns
        (("| **Title** | _Type_ |", "|A|Thing|"), {"table": ["A | Thing"]}),
        (("|XTitle|Type|", "|A|Thing|"), {}),
        (("|A|Thing|X|",), {"table": ["A | Thing | X"]}),
        (("|Title|Mood|", "|A|low|"), {}),
        (("|Title|Type|Copies|", "|A|Thing|1|", "|B|Thing|99|", "|C|Thing|0|", "|D|Thing|100|", "|E|Thing|1000|"), {
            "table": ["A | Thing", "B | Thing | ×99", "C | Thing", "D | Thing | ×100", "E | Thing"],
        }),
        (("|Title|Type|Copies|", "|A|Thing|002|", "|B|Thing|0999|"), {
            "table": ["A | Thing | ×2", "B | Thing | ×999"],
        }),
        (("|Title|Type|Type|Count|Qty|", "|A|Thing|Pest|1|2|"), {"table": ["A | Thing Pest"]}),
        (("|Title|Type|", "|---|---|", "| |low|", "| |lost|"), {}),
    ],
)  # fmt: skip
def test_a_row_of_cells(rows: tuple[str, ...], read: dict[str, list[str]]) -> None:
    assert piped(*rows) == read


def unplaced(found: Found) -> list[tuple[int | None, str, str]]:
    return [(one.line, one.name, one.words) for one in found.unplaced]


def test_cells_of_one_name_stand_together_and_rows_without_a_title_are_unplaced() -> None:
    (found,) = tables(
        lined(
            [
                "|Title|Kind|Flavour|Flavor|Cost|Cost|By|By|",
                "|A|odd|a|b|1|2|c|d|",
                "| |x| | | | | | |",
                "|B|Thing|||||||",
                "e",
                "",
                "f",
            ]
        )
    )
    first, second = found.parts
    assert (first.flavour, first.cost, first.maker) == ("a\nb", "1 2", "c d")
    assert first.kind is not None and (first.kind.words, first.kind.certainty) == ("odd", "said")
    assert [(one.line, one.code) for one in found.remarks] == [(5, "listing.row")]
    assert [line.number for line in (*first.body, *second.body)] == [5]
    assert unplaced(found) == [(3, "", "x"), (7, "", "f")]


def test_words_above_a_table_are_the_deck_s_and_rows_without_a_title_are_unplaced() -> None:
    (found,) = tables(lined(["Words.", "|Title|Type|", "|---|---|", "| |Thing|", "More.", "|A|Thing|", "|B|Action|"]))
    assert [line.words for line in found.front] == ["Words."]
    assert unplaced(found) == [(4, "", "Thing"), (5, "", "More.")]
    assert [part.title.number for part in found.parts] == [6, 7]


@pytest.mark.parametrize(
    ("rows", "cards", "left"),
    [
        # quoted cells hold the mark, doubled quotation marks and line breaks
        (['Title;Type;Text', 'A;Thing;"b; ""c"" d"', 'B;Thing;"e', '', 'f"', 'C;Action;g'],
         ['A | Thing | b; "c" d', "B | Thing | e | f", "C | Action | g"], []),
        # a mark of quotation that never ends, or ends amid a cell, is a letter
        (['Title;Type;Text', 'A;Thing;"b', "B;Thing;c", 'C;Action;"d" e'],
         ['A | Thing | "b', "B | Thing | c", 'C | Action | "d" e'], []),
        (["Name,Type", '"A, the first",Thing', "B,Action"], ["A, the first | Thing", "B | Action"], []),
        (["Name,qty", "A,3", "B,1"], ["A |  | ×3", "B | "], []),
        # what a sheet has above its header
        (["sep=;", "#separator:semicolon", "Peas;;", ";;", "By;me;", "Title;Type;Text", "A;Thing;b", ";;",
        "B;Action;c"],
         ["A | Thing | b", "B | Action | c"],
         [(1, "", "sep=;"), (2, "", "#separator:semicolon"), (5, "", "By"), (5, "", "me")]),
        # numbers that count up are places; whole ones from 1 to 99 are copies
        (["N;Title;Type", "3;A;Thing", "2;B;Action"], ["A | Thing | ×3", "B | Action | ×2"], []),
        (["#;Title;Type", "1;A;Thing", "2;B;Action"], ["A | Thing", "B | Action"], [(2, "#", "1"), (3, "#", "2")]),
        (["N;Title;Type", "3;A;Thing", ";B;Action"], ["A | Thing", "B | Action"], [(2, "N", "3")]),
        (["No;Title;Type;Qty", "3;A;Thing;4"], ["A | Thing | ×4"], [(2, "No", "3")]),
        (["Title;Type;Qty", "A;Thing;2.0", "B;Thing;two", "C;Thing;x3"],
         ["A | Thing | ×2", "B | Thing", "C | Thing | ×3"], [(3, "Qty", "two")]),
        (["Title;Type;Subtype;Attack", "A;Thing;Pest;1/1", "B;Thing;;;more"],
         ["A | Thing — Pest", "B | Thing"], [(2, "Attack", "1/1"), (3, "", "more")]),
        (["|Title|Type|Text|", "|A|Thing|b \\| c|"], ["A | Thing | b | c"], []),
    ],
)  # fmt: skip
def test_cells_are_what_a_spreadsheet_means_and_what_has_no_column_is_unplaced(
    rows: list[str], cards: list[str], left: list[tuple[int, str, str]]
) -> None:
    (found,) = tables(lined(rows))
    ((_, parts),) = told([found]).items()
    assert (parts, unplaced(found)) == (cards, left)


def test_a_row_of_a_million_cells_is_not_taken_apart() -> None:
    for mark in "|;\t,":
        assert rows_of([f"Title{mark}Type{f'{mark}x' * 1_000_000}"], mark) == []


def test_marks_of_quotation_that_never_end_are_letters_however_many_there_are() -> None:
    rows = [f'{n};Thing;"b' for n in range(3 * STRAY_MAX)]
    assert [row.cells for row in rows_of(rows, ";")] == [(str(n), "Thing", '"b') for n in range(3 * STRAY_MAX)]
    assert rows_of(['"a', *["b"] * QUOTED_LINES_MAX, 'c";d'], ";") == [TableRow(QUOTED_LINES_MAX + 1, ('c"', "d"))]
    (row,) = rows_of(['"a', *["b"] * (QUOTED_LINES_MAX - 2), 'c";d'], ";")
    assert row.height == QUOTED_LINES_MAX and row.cells[1] == "d"


def test_a_row_of_more_cells_than_a_table_of_cards_has_is_none() -> None:
    assert tables(lined([f"Title;Type{';x' * 58}", "A;Thing"])) != []
    (found,) = tables(lined([f"Title;Type{';x' * 59}", "A;Thing;b"]))
    assert [len(line.words) for line in found.front] == [10 + 2 * 59]


def test_the_text_of_a_row_stands_on_the_row_and_in_its_paragraph() -> None:
    (found,) = tables(lined(["|A|Thing|b|c|", "|B|Thing|d|e|"]))
    assert [(line.number, line.after_blank) for part in found.parts for line in part.body] == [
        (1, False), (1, False), (2, False), (2, False),
    ]  # fmt: skip
    (found,) = beside_lists(lined(["A (Thing): b", "C (Thing): d", "e"]))
    assert [line.number for part in found.parts for line in part.body] == [1, 2, 3]


def test_what_a_whole_column_says_is_no_doubt_of_each_row() -> None:
    """Forty notes that three are three, and fourteen of one kind, buried the one that mattered."""
    rows = [f"Slug {name},Spell,It bites.,{3 if name != 'm' else 1}" for name in "abcdefghijklmn"]
    reading = read_list("\n".join(["Title,Type,Text,Copies", *rows]))
    assert [card.copies for card in reading.listing.cards] == [3] * 12 + [1, 3]
    told = [remark.code for remark in reading.remarks]
    assert "listing.copies" not in told and told.count("listing.own_kind") <= 1
    titled = read_list("Title,Type,Text\nSlug x3,Action,It bites.\nGoat,Action,It eats.")
    assert [card.copies for card in titled.listing.cards] == [3, 1]
    assert "listing.copies" in [remark.code for remark in titled.remarks], "of a title that was taken apart it is said"
