"""Bytes to text and text to its format: what is refused, and with which words."""

from __future__ import annotations

import pytest

from cards.formats import format_named, listing, read_file, read_text
from cards.formats.detect import Decoded, decode, sniff
from cards.rules.limits import FILE_BYTES_MAX
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from tests.formats.read_lists import LISTS


def refused(content: bytes) -> Refused:
    with pytest.raises(Refused) as caught:
        decode(content)
    return caught.value


def test_a_file_of_the_greatest_length_is_read_and_one_byte_more_is_not() -> None:
    assert decode(b"a" * FILE_BYTES_MAX).text == "a" * FILE_BYTES_MAX
    large = refused(b"a" * (FILE_BYTES_MAX + 1))
    assert large == Refused("file.large", limit=8) and isinstance(large.facts["limit"], int)


@pytest.mark.parametrize(
    "content",
    [
        b"%PDF-1.7", b"a\x00b", b"\xff\xfe\x00", b"\xef\xbb\xbf\xe9", b"\x81\x8d", b"\xe9\x01",
        b"\xe9\x01" + b"a" * 97,
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_no_text_is_refused(content: bytes) -> None:
    assert refused(content) == Refused("file.not_text")


@pytest.mark.parametrize(
    ("content", "text", "line"),
    [
        (b"\xe9t\xe9", "été", 1),
        (b"\nd'\xe9t\xe9\n\xe9", "\nd'été\n\xe9", 2),
        (b"a\n\n\xe9\r\t\f" + b"\x01" + b"a" * 94, "a\n\né\r\t\f\x01" + "a" * 94, 3),
    ],
)
def test_an_old_file_of_windows_is_read_and_its_first_letter_of_that_sort_is_named(
    content: bytes, text: str, line: int
) -> None:
    decoded = decode(content)
    assert decoded.text == text
    assert [(one.line, one.code) for one in decoded.remarks] == [(line, "file.western")]
    assert decoded.remarks[0] in read_file(content)[1].remarks


def test_a_mark_of_an_encoding_is_no_letter() -> None:
    for encoding in ("utf-8-sig", "utf-16", "utf-32"):
        assert decode("Slüg".encode(encoding)) == Decoded("Slüg")


def test_text_is_json_where_it_begins_so_unless_it_is_of_a_wiki() -> None:
    assert [sniff(text) for text in (" {", "[", "{ {", "Slug {", "")] == ["json", "json", "json", "listing", "listing"]
    for text in ("{{x", "\n {{x"):
        with pytest.raises(Refused) as caught:
            sniff(text)
        assert caught.value == Refused("file.not_yet", format=message("wiki text"))


def test_one_line_in_four_of_commands_is_code_and_fewer_are_prose() -> None:
    with pytest.raises(Refused) as caught:
        sniff("  cleardeck\n\na\nb\n")
    assert caught.value == Refused("file.not_yet", format=message("MUSH code"))
    assert sniff("cleardeck\n\na\nb\nc\n") == "listing"


def test_another_program_is_looked_for_in_the_beginning_alone() -> None:
    with pytest.raises(Refused):
        sniff("a" * 19_990 + "\n{{card|x")
    assert sniff("a" * 19_994 + "\n{{card|x") == "listing"


def test_a_format_nobody_knows_is_refused_with_those_that_are_known() -> None:
    assert format_named("listing").read is listing.read
    with pytest.raises(Refused) as caught:
        format_named("x" * 50)
    assert caught.value == Refused("format.unknown", format="x" * 40, known="json, listing")


def test_a_file_that_cannot_be_read_is_refused_with_the_place_and_the_reason() -> None:
    with pytest.raises(Refused) as caught:
        read_text('{"format": [1,')
    where, why = caught.value.facts["where"], caught.value.facts["why"]
    assert caught.value.code == "file.unreadable" and where == message(
        "line {line}, column {column}", line=1, column=15
    )
    assert "here it stops being JSON" in getattr(why, "text", "")
    with pytest.raises(Refused) as caught:
        read_text(" \n")
    assert caught.value == Refused("file.empty")


def test_what_was_said_of_the_letters_comes_first() -> None:
    remarks = decode(b"\xe9").remarks
    chosen, reading = read_text(LISTS["plain"], remarks)
    assert chosen.name == "listing" and reading.remarks[:1] == remarks


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark_is_read_and_said(encoding: str) -> None:
    for text in ("Slüg\nThing\nBites — hard.\n\nFrost\r\nAction\tBrr.", "天気\nThing\n雨が降る。 It rains.\n"):
        decoded = decode(text.encode(encoding))
        assert decoded.text == text and [one.code for one in decoded.remarks] == ["file.utf16"]


@pytest.mark.parametrize(
    "content",
    [
        b"a\x00b", b"ab\x00\x00cd\x00\x00", b"\x00" * 40, bytes(range(256)) * 40, b"\x01\x00\x02\x00\x03\x00",
        b"a\x00\x00\xd8", b"a\x00b\x00c", b"GIF\x00" + b"\x90\x00" * 40,
    ],
    ids=repr,
)  # fmt: skip
def test_other_bytes_with_nothing_among_them_are_no_text(content: bytes) -> None:
    assert refused(content) == Refused("file.not_text")
