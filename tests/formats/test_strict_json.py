"""JSON from strangers: what is refused, in words, and at which line and place of the file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cards.formats.own_json import read
from cards.formats.strict_json import in_words, path_in_words, read_strictly
from studio.kernel.codec import Unreadable
from studio.kernel.messages import english, message


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ('{"a": [1, -2, true, false, null, "x"], "b": {"a": {}}}',
         {"a": [1, -2, True, False, None, "x"], "b": {"a": {}}}),
        ('"\\" { [ 1.5 NaN"', '" { [ 1.5 NaN'), ("999999999999999", 10**15 - 1), ("-999999999999999", 1 - 10**15),
        ('[{"a": 1}, {"a": 1}]', [{"a": 1}, {"a": 1}]), ('{"a": "a", "b": "a"}', {"a": "a", "b": "a"}),
        ("[" * 32 + "]" * 32, json.loads("[" * 32 + "]" * 32)), ("[" + "[], " * 40 + "[]]", [[]] * 41),
    ],
)  # fmt: skip
def test_what_is_plain_is_read(text: str, plain: Any) -> None:
    assert read_strictly(text) == plain


def test_a_text_of_the_greatest_length_is_read() -> None:
    assert read_strictly("1".rjust(8_000_000)) == 1


ENDLESS = "these words begin with a quotation mark and never end"
DEEP = "brackets are nested more than 32 deep"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('["x', f"line 1: {ENDLESS}"), ('"x', f"line 1: {ENDLESS}"),
        ('{\n "deck": {"cards": [{}, {"face": {"title": "x', f"line 2 (card 2, title): {ENDLESS}"),
        ("\n" + "[" * 33, f"line 2: {DEEP}"),
        ("{}" * 40 + "[" * 33, f"line 1: {DEEP}"),
        ('{"deck": {"cards": ' + "[" * 40, f"line 1 (card 1): {DEEP}"),
        ('{"a": ' * 40, f"line 1 (a, a, a, a, a, a): {DEEP}"),
        ('{"a": 1, "a": 2}', "line 1: “a” is given twice"), ('{"a": 1, "\\u0061": 2}', "line 1: “a” is given twice"),
        ('{"deck": {"title": "x",\n"title": "x"}}', "line 2: “title” is given twice"),
        ('{"deck": {"cards": [{"side": "x", "side": "x"}]}}', "line 1 (card 1): “side” is given twice"),
        ('{"' + "x" * 50 + '": 1, "' + "x" * 50 + '": 1}', f"line 1: “{'x' * 40}” is given twice"),
        ('{"a": 1.5}', "line 1 (a): 1.5 is not a whole number"), ("1e5", "line 1: 1e5 is not a whole number"),
        ("+1", "line 1: +1 is not a whole number"), (".5", "line 1: .5 is not a whole number"),
        ("NaN", "line 1: NaN is not a whole number"), ("[Infinity]", "line 1: Infinity is not a whole number"),
        ("[1, -Infinity]", "line 1: -Infinity is not a whole number"),
        ("1." + "0" * 40, f"line 1: 1.{'0' * 18} is not a whole number"),
        ("1000000000000000", "line 1: this number has more than 15 digits"),
        ('{"deck": {"cards": [{}, {"copies": -1000000000000000}]}}',
         "line 1 (card 2, copies): this number has more than 15 digits"),
        ('{"deck":\n {"players_min": 2.5}}', "line 2 (the deck’s players min): 2.5 is not a whole number"),
        ("", "line 1, column 1: here it stops being JSON (Expecting value)"),
        ('{\n"a" 1}', "line 2, column 5: here it stops being JSON (Expecting ':' delimiter)"),
        ("[1] 2", "line 1, column 5: here it stops being JSON (Extra data)"),
        ("]{[", "line 1, column 1: here it stops being JSON (Expecting value)"),
        ('{"\\x": 1}', "line 1, column 3: here it stops being JSON (Invalid \\escape)"),
        ("nul", "line 1, column 1: here it stops being JSON (Expecting value)"),
        (" " * 8_000_001, "the file: it is longer than 8,000,000 characters"),
    ],
)  # fmt: skip
def test_what_is_odd_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_strictly(text)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("deck.cards.3.face.title", "card 4, title"), ("deck.rules.0", "rule 1"),
        ("history.entries.9.at", "history, entry 10, at"),
        ("history.people.0.name", "history, person 1, name"), ("history.faces.1", "history, face 2"),
        ("deck.tags.2", "tag 3"), ("deck.cards.1.face.doodle.4.ink", "card 2, stroke 5, ink"),
        ("deck.title", "the deck’s title"), ("deck.players_min", "the deck’s players min"), ("deck.cards", "cards"),
        ("deck.cards.x.1", "cards, x, 1"), ("deck.cards.1.2", "card 2, 2"), ("listing.deck.face", "the file"),
        ("", "the file"),
        ("deck.kit.zones.0", "kit, zones, 0"), ("other.title", "other, title"),
        ("a\u202e b" + "c" * 50, "a b" + "c" * 37),
        ("deck.cards.1234567890123", "card 123456790"), ("deck.cards.٣", "cards, ٣"),
    ],
)  # fmt: skip
def test_a_place_is_said_as_a_person_would_find_it(path: str, words: str) -> None:
    assert english(in_words(Unreadable(path, message("why"))).where) == words


def test_a_place_in_words_stays_and_a_path_that_says_nothing_is_none() -> None:
    said = Unreadable(message("line 1"), message("why"))
    assert in_words(said) is said and path_in_words(()) is None and path_in_words(("deck",)) is None
    assert in_words(Unreadable("a", message("why"))).why == message("why")


OWN = '"schema": "carte-blanche/1"'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", 'the file: an object with "schema": "carte-blanche/1" was expected'),
        ("{}", 'the file: an object with "schema": "carte-blanche/1" was expected'),
        ('{"schema": "x"}', "schema: carte-blanche/1 was expected"),
        ('{"schema": 1}', "schema: carte-blanche/1 was expected"),
        ('{"schema": "carte-blanche/2"}',
         "schema: carte-blanche/2 was written by a newer Carte Blanche; this one reads carte-blanche/1"),
        ('{"schema": "carte-blanche/2x"}', "schema: carte-blanche/1 was expected"),
        (f"{{{OWN}}}", "the file: the deck is missing"),
        (f'{{{OWN}, "deck": {{"history": 1}}}}', "the deck’s history: the history stands beside the deck, not in it"),
        (f'{{{OWN}, "deck": []}}', "the file: an object was expected"),
        (f'{{{OWN}, "deck": {{"cards": {[0] * 5001}}}}}', "cards: there are 5,001 of them; a deck holds 1,000"),
        (f'{{{OWN}, "deck": {{"rules": {[0] * 5001}}}}}', "rules: there are 5,001 of them; a deck holds 1,000"),
        (f'{{{OWN}, "deck": {{"cards": {[0] * 5000}}}}}', "card 1: an object was expected"),
        (f'{{{OWN}, "deck": {{"tags": {[0] * 5001}}}}}', "tag 1: words were expected"),
        (f'{{{OWN}, "deck": {{}}, "history": []}}', "history: an object was expected"),
    ],
)  # fmt: skip
def test_what_is_no_file_of_ours_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert str(caught.value) == words


LONG = "x" * 41
CARDS = '"cards": [{"face": {"title": "Slug"}}]'


@pytest.mark.parametrize(
    ("text", "remarks"),
    [
        (f'{{{OWN}, "deck": {{{CARDS}}}}}', []),
        (f'{{{OWN}, "deck": {{}}}}', ["listing.no_cards! There are no cards in this file."]),
        (f'{{{OWN}, "deck": {{"rules": [{{"face": {{"title": "Law"}}}}]}}}}',
         ["listing.no_cards There are no cards in this file."]),
        (f'{{{OWN}, "deck": {{"kit": {{"sides": ["Red"]}}}}}}', ["listing.no_cards There are no cards in this file."]),
        (f'{{{OWN}, "mood": 1, "deck": {{{CARDS}}}}}',
         ["json.unknown “mood” is not known here and was left out (the deck)."]),
        (f'{{{OWN}, "deck": {{"mood": 1, {CARDS}}}}}',
         ["json.unknown “mood” is not known here and was left out (the deck)."]),
        (f'{{{OWN}, "deck": {{"cards": [{{"face": {{"title": "a", "{LONG}": 1}}}}, '
         f'{{"face": {{"title": ""}}, "{LONG}": 1}}]}}}}',
         [f"json.unknown “{'x' * 40}” is not known here and was left out (card 1, and 1 more).",
          "face.title_empty! Card 2 “”: face.title_empty"]),
        (f'{{{OWN}, "deck": {{{", ".join(f"{chr(34)}a{n}{chr(34)}: 1" for n in range(20))}, {CARDS}}}}}',
         [f"json.unknown “a{n}” is not known here and was left out (the deck)." for n in range(20)]),
        (f'{{{OWN}, "deck": {{{", ".join(f"{chr(34)}a{n}{chr(34)}: 1" for n in range(23))}, {CARDS}}}}}',
         [*(f"json.unknown “a{n}” is not known here and was left out (the deck)." for n in range(20)),
          "json.unknown 3 more fields are not known and were left out."]),
    ],
)  # fmt: skip
def test_what_was_left_out_of_a_file_is_named_once(text: str, remarks: list[str]) -> None:
    found = read(text).remarks
    assert [f"{one.code}{'!' * one.stops} {english(one.said)}" for one in found] == remarks
    assert {one.line for one in found} <= {None}


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1,\n"a": 2,\n\n"b": 1}', '{"a":\n1.5,\n"b": 2}', '{"a":\n' + "1" * 99 + ',\n"b": 2}', '{"a":\n"b\n\n',
        "{" + '"a":' + "\n" + "[" * 99 + "\n\n",
    ],
)  # fmt: skip
def test_what_is_amiss_is_named_with_its_own_line_whatever_follows(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_strictly(text)
    assert english(caught.value.where).startswith("line 2"), caught.value
