"""One table of measures: style sheets, fitting and sheets have their lengths from it, and nothing else knows them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cards.face.measures import CARD_SIZES, USUAL, CardSize
from cards.printing.tools.measures import SHEET, stylesheet

PROJECT = Path(__file__).resolve().parents[2]
KNOWS = ("cards/face/measures.py", "static/css/measures.css")  # the table, and what is written from it
SIZE = re.compile(r"\b(?:63|88)\s?mm\b|\b63(?:\.0)?\s?(?:[x×,]|by)\s?88\b|\b(?:6300|8800)\b")


@pytest.fixture(params=CARD_SIZES.values(), ids=lambda size: size.name)
def card(request: pytest.FixtureRequest) -> CardSize:
    return request.param


def test_the_style_sheet_is_the_one_that_the_table_gives() -> None:
    told = "write it anew: python -m cards.printing.tools.measures"
    assert SHEET.read_text(encoding="ascii") == stylesheet(), told


def test_nothing_but_the_table_knows_how_large_a_card_is() -> None:
    folders = ("cards", "play", "studio", "static/css", "static/js", "templates")
    files = (path for folder in folders for path in sorted((PROJECT / folder).rglob("*")))
    found = [
        f"{path.relative_to(PROJECT)}:{number}: {line.strip()[:80]}"
        for path in files
        if path.suffix in (".py", ".css", ".js", ".html") and "vendor" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if SIZE.search(line) and path.relative_to(PROJECT).as_posix() not in KNOWS
    ]
    assert found == []


def test_every_property_that_the_face_reads_is_written() -> None:
    read = re.compile(r"var\((--(?:cf|card)-[a-z0-9-]+)\)")
    set_ = re.compile(r"(--(?:cf|card)-[a-z0-9-]+):")
    sheets = {path.name: path.read_text(encoding="utf-8") for path in (PROJECT / "static/css").glob("*.css")}
    written = {name for text in sheets.values() for name in set_.findall(text)}
    wanted = {name for text in sheets.values() for name in read.findall(text)}
    assert wanted - written == set()
    ours = set(set_.findall(sheets["measures.css"]))
    assert ours - wanted == set(), "written, and read by no rule"


def test_the_usual_card_is_the_one_that_fits_every_sleeve() -> None:
    assert (USUAL.width, USUAL.height, USUAL.column, USUAL.fixed) == (6300, 8800, 56.0, 29.3)


def test_steps_only_go_down_and_nothing_that_must_be_read_is_under_seven_points(card: CardSize) -> None:
    hand = [pt for _, pt in card.hand.text]
    for steps in (card.titles, card.types, card.text, card.flavour, card.hand.titles, card.hand.types, hand):
        assert list(steps) == sorted(steps, reverse=True)
    assert min(*card.text, *hand) >= 7


def test_words_stay_in_the_safe_area_of_their_card(card: CardSize) -> None:
    assert 2 * card.safe + card.column == pytest.approx(card.wide)
    assert card.title_column + card.indent == pytest.approx(card.column)
    assert 0 < card.fixed < card.high and card.hand.head < card.high
    assert card.safe >= 2 and card.hand.margin >= 2
