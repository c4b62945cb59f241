"""A list that is read again is read as it was before, card for card and remark for remark."""

from __future__ import annotations

import pytest

from cards.formats.listing import read
from cards.formats.values import DeckListing, faces_of
from studio.kernel.messages import english
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


def test_a_list_of_as_many_lines_as_are_read_is_read_and_a_longer_one_is_told_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cards.formats.listing.LIST_LINES_MAX", 3)
    assert read("Slug\n\nThing\nBites.\n").listing.cards
    long = read("Slug\nThing\nBites.\nHard.")
    assert long.listing == DeckListing()
    assert [(one.line, one.code, one.stops, english(one.said)) for one in long.remarks] == [
        (None, "listing.long", True, "That is a list of 4 lines, and 3 are read at once. Make it two lists.")
    ]


def test_every_face_of_a_list_says_whether_it_is_a_rule_s() -> None:
    listing = read("Law\nRule\nStays.\n\nSlug\nThing\nBites.").listing
    assert [(face.title, is_rule) for face, is_rule in faces_of(listing)] == [("Law", True), ("Slug", False)]
