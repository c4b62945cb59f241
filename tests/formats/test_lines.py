"""What a row of a list is by itself: a heading, a quotation, a title with copies, only words."""

from __future__ import annotations

import pytest

from cards.formats.lines import Line, joined, line_of, lined, lines_of, literal, name_of, title_of
from cards.formats.type_lines import TypeLine
from cards.rules.limits import TITLE_MAX

THING = TypeLine("Thing", "known")
UNSEEN = "\u200b"


@pytest.mark.parametrize(
    ("row", "words", "level", "kind"),
    [
        ("Slug", "Slug", 0, TypeLine("Slug", "own")),
        ("# Slug", "Slug", 1, None),
        ("   ###### Slug ##  ", "Slug", 6, None),
        ("    # Slug", "# Slug", 0, None),
        ("####### Slug", "####### Slug", 0, None),
        (f"{UNSEEN}## Slug", "Slug", 2, None),
        (f"# {UNSEEN}Slug{UNSEEN} #", "Slug", 1, None),
        (f"== {UNSEEN}Slug ==", "Slug", 2, None),
        ("=Slug=", "Slug", 1, None),
        ("= Slug ==", "= Slug ==", 0, None),
        (f"{UNSEEN}Thing", "Thing", 0, THING),
        (f"Type: Potion{UNSEEN}", "Type: Potion", 0, TypeLine(f"Potion{UNSEEN}", "said")),
        ("---", "---", 0, None),
        (f"\\Thing{UNSEEN}", f"\\Thing{UNSEEN}", 0, None),
    ],
)
def test_a_row_is_a_heading_a_type_line_or_words(row: str, words: str, level: int, kind: TypeLine | None) -> None:
    for after_blank in (True, False):
        for after_row in (True, False):
            assert line_of(7, row, after_blank, after_row) == Line(
                7, row.rstrip(), words, level, after_blank, kind, after_row
            )
    line = line_of(7, row, True)
    assert line is not None and not line.after_row


@pytest.mark.parametrize("row", ["", " \t ", UNSEEN, f" {UNSEEN} \u3000"])
def test_a_row_of_nothing_is_no_line(row: str) -> None:
    assert line_of(1, row, True) is None


def test_what_stands_above_a_line_is_known_to_it() -> None:
    lines = lined(["a", "---", "b", "", "# ---", "c"])
    assert [(one.number, one.after_blank, one.after_row) for one in lines] == [
        (1, True, False), (2, False, False), (3, False, True), (5, True, False), (6, False, False),
    ]  # fmt: skip
    assert [one.stands_apart for one in lines] == [True, False, True, True, False]


@pytest.mark.parametrize(
    ("words", "is_short", "ends_a_sentence", "is_shouted"),
    [
        ("Slug", True, False, False),
        ("T" + "t" * (TITLE_MAX - 1), True, False, False),
        ("T" + "t" * TITLE_MAX, False, False, False),
        ("**" + "t" * TITLE_MAX + "**", True, False, True),
        ("T" * (TITLE_MAX + 8), False, False, True),
        ("T" * (TITLE_MAX + 9), False, False, False),
        ("*Slug.*", True, True, True),
        ("Slug,", True, True, False),
        ("Slug!", True, False, False),
        ("> Slug", False, False, False),
        ("- Slug", False, False, False),
        ("• Slug", False, False, False),
        ("\\Slug", False, False, False),
        ("?!", False, False, False),
    ],
)
def test_a_line_could_be_a_title_by_its_length_and_its_marks(
    words: str, is_short: bool, ends_a_sentence: bool, is_shouted: bool
) -> None:
    line = line_of(1, words, True)
    assert line is not None
    assert (line.is_short, line.ends_a_sentence, line.is_shouted) == (is_short, ends_a_sentence, is_shouted)
    assert line.may_be_title is (is_short and not ends_a_sentence)


@pytest.mark.parametrize(
    ("words", "title", "copies", "name"),
    [
        ("Slug", "Slug", 1, "Slug"),
        ("**Slug**", "Slug", 1, "Slug"),
        ("*Slug* x2", "Slug", 2, "*Slug* x2"),
        ("**Slug x2**", "Slug", 2, "Slug x2"),
        ("Slug (x3)", "Slug", 3, "Slug (x3)"),
        ("Slug [4 copies]", "Slug", 4, "Slug [4 copies]"),
        ("5x Slug", "Slug", 5, "5x Slug"),
        ("**6x Slug**", "Slug", 6, "6x Slug"),
        ("\\Slug x2", "Slug", 2, "Slug x2"),
        ("\\5x Slug", "5x Slug", 1, "5x Slug"),
        ("\\**Slug**", "**Slug**", 1, "**Slug**"),
        ("\\**Slug** x2", "**Slug**", 2, "**Slug** x2"),
    ],
)
def test_a_title_announces_its_copies_and_a_deck_s_name_none(words: str, title: str, copies: int, name: str) -> None:
    line = Line(1, words, words, 0, True, None)
    assert (title_of(line), name_of(line)) == ((title, copies), name)


@pytest.mark.parametrize(
    ("row", "meant"),
    [
        ("\\# Ow.", "# Ow."),
        ("\\---", "---"),
        ("\\*a*", "\\*a*"),
        ("\\{tap}", "\\{tap}"),
        ("\\-1", "\\-1"),
        ("- \\- no point", "- no point"),
        ("  * \\*x", "  - x"),
        ("- a", "- a"),
        ("a \\b", "a \\b"),
    ],
)
def test_a_backslash_that_says_that_a_line_is_only_words_is_none_of_them(row: str, meant: str) -> None:
    assert literal(row) == meant


def test_paragraphs_and_lines_come_back_as_they_stood() -> None:
    assert joined(lined(["  a", "\\# b", "", "", "c  "])) == "a\n# b\n\nc"
    assert joined(()) == ""


def test_what_cannot_be_printed_is_taken_out_and_told_line_by_line() -> None:
    lines, remarks = lines_of("a\r\nb\x00\x0bc\u0301\u2028e\u0301\x85\x00d\r")
    assert [line.words for line in lines] == ["a", "b", "ć", "é", "d"]
    assert [(remark.line, remark.code) for remark in remarks] == [(2, "text.cleaned"), (5, "text.cleaned")]
    assert lines_of("a\nb")[1] == ()
