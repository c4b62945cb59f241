"""A list that is read again is read as it was before, card for card and remark for remark."""

from __future__ import annotations

import pytest

from cards.formats.listing import read
from tests.formats.read_lists import FILE, LISTS, lines_of

WRITTEN = {
    told.partition("\n")[0]: told.rstrip("\n").split("\n") for told in FILE.read_text(encoding="utf-8").split("== ")[1:]
}


@pytest.mark.parametrize("name", LISTS)
def test_what_is_read_of_a_list_is_what_was_read_of_it(name: str) -> None:
    _, *lines = lines_of(name)
    assert [name, *lines] == WRITTEN[name], "python -m tests.formats.read_lists, if it is meant"


def test_nothing_else_is_written_down() -> None:
    assert list(WRITTEN) == list(LISTS)


def test_a_header_without_rows_is_no_table_and_a_row_without_a_title_makes_it_no_other_list() -> None:
    for text in ("| Title | Type |\n|---|---|", "Title\tType", "Title;Type\n"):
        assert not read(text).listing.cards
    reading = read("| Title | Type |\n| Slug | Thing |\n| Frost | Action |\n| | Action |")
    assert [card.face.title for card in reading.listing.cards] == ["Slug", "Frost"]


def test_nobody_is_told_of_copies_of_a_special_rule_which_keeps_its_number() -> None:
    reading = read("Frost law x2\nSpecial Rule\nStays.\n\nSlug x2\nThing\nBites.")
    assert reading.listing.rules[0].face.title == "Frost law x2" and reading.listing.cards[0].copies == 2
    assert [(remark.line, remark.code) for remark in reading.remarks] == [(5, "listing.copies")]
