"""No reader drops, hides or glues a word: each is on a card, in a rule, in the deck's words, or unplaced and said."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.formats import FORMATS, listing, own_json, read_file, read_text
from cards.formats.values import Reading
from studio.kernel.codec import to_plain
from studio.kernel.refusals import Refused
from tests.formats.accounted import missing, missing_of_json, unspoken
from tests.formats.read_lists import LISTS

HERE = Path(__file__).parent
CASES = {path.name: path.read_bytes() for path in sorted((HERE / "cases").iterdir()) if ".expect." not in path.name}
FIXTURES = {path.name: path.read_bytes() for path in sorted((HERE / "fixtures").iterdir())}
FILES = {**CASES, **FIXTURES, **{f"list: {name}": text.encode() for name, text in LISTS.items()}}


def unaccounted(content: bytes) -> list[str]:
    """What of a file is nowhere, or not said. Nothing of one that is refused: then all of it stays with its owner."""
    try:
        chosen, reading = read_file(content)
    except Refused:
        return []
    text = content.decode("utf-8", "replace")
    whole = [own_json.SCHEMA, to_plain(reading.listing)]
    gone = missing_of_json(text, reading, whole) if chosen.name == "json" else missing(text, reading)
    return gone + unspoken(reading)


def test_every_format_has_its_account() -> None:
    assert {one.name for one in FORMATS} == {"json", "listing"}, "a reader without an account of its words"


@pytest.mark.parametrize("name", FILES)
def test_every_word_of_a_file_is_somewhere(name: str) -> None:
    assert unaccounted(FILES[name]) == []


# --- the cases that other tools' users brought ------------------------------------------------------------------------


def cards_of(reading: Reading) -> list[dict[str, Any]]:
    return [
        {"title": card.face.title, "type": card.face.type_line, "text": card.face.text, "copies": card.copies}
        | ({"flavour": card.face.flavour} if card.face.flavour else {})
        for card in reading.listing.cards
    ]


@pytest.mark.parametrize("name", CASES)
def test_a_case_is_read_as_its_owner_meant_it_or_refused_by_its_name(name: str) -> None:
    expected = json.loads((HERE / "cases" / f"{name}.expect.json").read_text())
    try:
        _, reading = read_file(CASES[name])
    except Refused as refused:
        named = {"bbcode.txt": "forum post", "yaml-list.yml": "YAML", "tts-saved-object.json": "Tabletop Simulator"}
        assert refused.code == "file.not_yet" and named[name] in refused.facts["format"].text
        return
    assert "named" not in expected
    if "round_trip" in expected:
        again = listing.read(listing.write(reading.listing).text)
        assert len(again.listing.rules) == expected["rules"] and again.listing.blurb == reading.listing.blurb
        return
    if "refused_or_cards" in expected:
        (stop,) = reading.stops
        assert "list of names with counts" in str(stop.said) and "no types" in str(stop.said)
        return
    assert cards_of(reading) == expected["cards"] and not reading.stops
    assert reading.listing.rules == () and reading.listing.notes == ""
    assert reading.listing.title == expected.get("title", "") and reading.listing.blurb == ""
    assert sorted({one.name for one in reading.unplaced}) == sorted(expected.get("unplaced", []))


# --- files that nobody brought ----------------------------------------------------------------------------------------

# Each gap is filled with a word that stands nowhere else in the file.
OF_LABELS = (
    "Name: ~", "Name: ~\nType: Thing\nText: ~", "Title: ~\nKind: ~", "Type: ~", "Type: Thing", "Text: ~", "Text:",
    "~: ~", "mood: ~",
    "~:", "Flavour: ~", "Copies: ~", "Copies: 3", "Cost: ~", "Cost: 2", "By: ~", "-", "~ ~", "", "# ~\n* Type : ~",
    "* ~ : ~", "https://~",
)  # fmt: skip
OF_CELLS = (
    "Title;Type;Text;~", "N;Title;Type", "~;Thing;~", "~;Thing;~", "~;~;~;~", ";;", ";~;~", '~;Thing;"~; ""~"" ~"',
    '~;Thing;"~', '~"',
    "sep=;", "#~:~", "~;;", "~", "", "~;Thing;~;~;~;~", "3;~;Action", "4;~;Thing;~",
)  # fmt: skip
OF_BARS = (
    "| Title | Type | Text |", "| Name | ~ | Type | Qty |", "|---|---|", "| | ~ |", "| ~ | Thing | ~ |",
    "| ~ | Thing | ~ | 3 |",
    "~ \\| ~ | Thing | ~", "| ~ | ~ | ~ | ~ |", "~", "", "## ~",
)  # fmt: skip
OF_COMMAS = ("Name,Qty,~", "Name,Type,Text", "~,3,~", '"~, ~",2,~', "~,~", "~,Thing,~", ",,", "~,,", '"~', "~", "")
LINES = (
    "", "-", "---", "~", "~ ~", "~ ~.", "# ~", "## ~ ~", "**~**", "> ~", "- ~", "1. ~", "2) ~ (Thing): ~",
    "1. ~ (Thing): ~", "Thing",
    "Action", "Rule", "Thing — ~", "Creature", "Ding", "Actio", "x3", "~ x2", "2x ~", "~ (Thing): ~",
    "~ (Thing, Pest) - ~", "~ (~) - ~",
    "~ – Action – ~", "~ - ~ - ~", "~, Thing. ~", "~: Thing: ~", "Action: ~", "~\tThing\t~", "Name\tType\t~", "\t~",
    "\\~", "  ~",
    "  - ~", "~\n----", "= ~ =", "# Things", "## Notes", "## Blurb", "Card 3", "[b]~[/b]", "~ {gold 3}",
    "~\nThing\n~.", "~\nCreature\n~.",
)  # fmt: skip
FAMILIES = (OF_LABELS, OF_CELLS, OF_BARS, OF_COMMAS, LINES, (*LINES, *OF_LABELS, *OF_CELLS, *OF_BARS, *OF_COMMAS))


def filled(rows: list[str], rng: random.Random) -> str:
    count = iter(range(10_000))

    def word(_: re.Match[str]) -> str:
        number = next(count)
        letters = "".join(chr(ord("a") + number // 26**place % 26) for place in range(3))
        return f"Zq{letters}" if rng.random() < 0.5 else f"zq{letters}"

    return re.sub("~", word, "\n".join(rows))


@settings(deadline=None, max_examples=400)
@given(
    st.sampled_from(FAMILIES).flatmap(lambda lines: st.lists(st.sampled_from(lines), max_size=24)), st.integers(0, 99)
)
def test_every_word_of_a_file_that_nobody_meant_is_somewhere(rows: list[str], seed: int) -> None:
    text = filled(rows, random.Random(seed))
    if not text.strip():
        return
    try:
        _, reading = read_text(text)
    except Refused:
        return
    assert [word for word in missing(text, reading) if word.startswith("zq")] == []
    assert unspoken(reading) == []


# --- files that were spoilt -------------------------------------------------------------------------------------------


def _cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _without_a_line(text: str, rng: random.Random) -> str:
    rows = text.split("\n")
    del rows[rng.randrange(len(rows))]
    return "\n".join(rows)


def _shuffled(text: str, rng: random.Random) -> str:
    rows = text.split("\n")
    rng.shuffle(rows)
    return "\n".join(rows)


def _doubled(text: str, rng: random.Random) -> str:
    rows = text.split("\n")
    at = rng.randrange(len(rows))
    return "\n".join([*rows[:at], rows[at], *rows[at:]])


def _with_a_mark(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(["|", ";", '"', "\t", ":", "-", "\n", "\n\n", "\\", "(", "#", ",", "x3"]) + text[at:]


def _without_a_mark(text: str, rng: random.Random) -> str:
    marks = [at for at, letter in enumerate(text) if letter in '|;"\t:-\n\\(#,']
    at = rng.choice(marks) if marks else 0
    return text[:at] + text[at + 1 :]


def _of_another_line(text: str, rng: random.Random) -> str:
    rows = text.split("\n")
    rows.insert(rng.randrange(len(rows) + 1), filled([rng.choice(rng.choice(FAMILIES))], rng))
    return "\n".join(rows)


SPOILT: tuple[Callable[[str, random.Random], str], ...] = (
    _cut, _without_a_line, _shuffled, _doubled, _with_a_mark, _without_a_mark, _of_another_line,
)  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_was_spoilt_is_refused_in_words_or_every_word_of_it_is_somewhere(name: str) -> None:
    rng = random.Random(name)
    text = FILES[name].decode()
    for spoil in SPOILT * (1 if name.startswith("list: ") else 4):
        spoilt = spoil(text, rng)
        assert unaccounted(spoilt.encode()) == [], (spoil.__name__, spoilt[:2_000])


@pytest.mark.parametrize("name", CASES)
def test_bytes_that_were_spoilt_never_break_a_reader(name: str) -> None:
    rng = random.Random(name)
    for encoding in ("utf-16", "utf-32", "utf-8-sig"):
        content = FILES[name].decode().encode(encoding)
        for _ in range(4):
            at = rng.randrange(len(content) + 1)
            spoilt = content[:at] + rng.randbytes(rng.randrange(4)) + content[at + rng.randrange(3) :]
            try:
                read_file(spoilt)
            except Refused as refused:
                assert refused.code.startswith("file.")


@settings(deadline=None, max_examples=60)
@given(st.recursive(st.text("abc é\n", max_size=8) | st.integers(0, 9) | st.none(),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("xyz", max_size=3),
                    inner, max_size=3),
                    max_leaves=8))  # fmt: skip
def test_what_a_json_file_holds_besides_is_unplaced_and_said(more: object) -> None:
    deck = {"title": "Peas", "note": more, "cards": [{"face": {"title": "Slug", "mood": more}, "foil": more}]}
    text = json.dumps({"schema": own_json.SCHEMA, "deck": deck, "tool": more})
    reading = own_json.read(text)
    assert [one.name for one in reading.unplaced] == ["tool", "note", "foil", "mood"]
    assert missing_of_json(text, reading, [own_json.SCHEMA, to_plain(reading.listing)]) == []
    assert unspoken(reading) == []
