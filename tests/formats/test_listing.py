"""Plain listings: what is a card, what is a rule, and that no word goes missing."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.face.face import Face, kind_of
from cards.formats import listing, read_text
from cards.formats.listing_writer import escaped
from cards.formats.type_lines import type_line
from cards.formats.values import DeckListing, ListedCard, ListedRule, Reading
from cards.rules.limits import clean_line, clean_text
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.web.words import say
from tests.growing import grows_evenly

HERE = Path(__file__).parent / "fixtures"
SHARED = Path(os.environ.get("CARTE_SHARED") or Path(__file__).resolve().parents[3] / "shared")


def all_words(reading: Reading) -> Counter[str]:
    """Every word of the reading, with how often it occurs, remarks included."""
    deck = reading.listing
    texts = [deck.title, deck.blurb, deck.notes, *(say(remark.said) for remark in reading.remarks)]
    for article in (*deck.rules, *deck.cards):
        face = article.face
        texts += [face.title, face.type_line, face.text, face.flavour]
    return words(" ".join(texts))


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[^\W_]+", text))


def assert_no_word_lost(source: str, reading: Reading) -> None:
    missing = words(source) - all_words(reading)
    assert not missing


def kettle() -> Reading:
    return listing.read((HERE / "kettle.md").read_text())


def said(reading: Reading) -> list[tuple[int | None, str]]:
    return [(remark.line, remark.code) for remark in reading.remarks]


def test_headings_with_a_type_line_are_cards_with_kinds_and_traits() -> None:
    cards = [(card.face.title, card.face.type_line, card.copies) for card in kettle().listing.cards]
    assert cards == [
        ("BROWN POT", "Thing — Pot Crockery", 1),
        ("SPILT MILK", "Action", 1),
        ("STEADY HAND", "Action", 1),
        ("BISCUIT TIN", "Thing — Biscuit", 3),
        ("AUNT", "Relative — Formidable", 1),
        ("SUGAR TONGS", "", 1),
        ("LAST DROP", "Action", 1),
    ]
    pot = kettle().listing.cards[0].face
    assert (kind_of(pot), pot.kind_word, pot.traits) == ("thing", "Thing", "Pot Crockery")


def test_prose_before_the_first_card_is_title_blurb_notes_and_rules() -> None:
    deck = kettle().listing
    assert deck.title == "THE KETTLE QUESTION"
    assert deck.blurb == "a small deck about tea by nobody in particular"
    assert deck.notes == "Drawn on the back of a calendar."
    assert [rule.face.title for rule in deck.rules] == [
        "You will need",
        "Setting the table",
        "How it goes",
        "HOUSE RULES",
        "Thanks",
    ]
    assert deck.rules[3].face.type_line == "Rule"
    assert deck.rules[2].face.text == (
        "**Your turn:** Draw one card, then play one.\n\n"
        "A Thing stays in front of you; an Action is stirred into the discard pile."
    )


def test_what_was_not_understood_is_said_with_its_line() -> None:
    assert said(kettle()) == [
        (35, "listing.slip"),
        (53, "listing.copies"),
        (67, "listing.own_kind"),
        (71, "listing.no_type"),
        (89, "listing.section"),
    ]
    assert say(kettle().remarks[0].with_line) == "Line 35: “Actoin” was read as “Action”."


def test_bullets_quotations_and_rows_of_dashes_become_points_flavour_and_nothing() -> None:
    steady, tin = kettle().listing.cards[2].face, kettle().listing.cards[3].face
    assert steady.text == "Choose one:\n\n- Move a sip\n- Steal a biscuit\n- Nothing happens, elegantly"
    assert (tin.text, tin.flavour) == ("You may look inside at any time.", "It rattles. It always rattles.")


def test_no_word_of_a_list_is_lost() -> None:
    for name in ("kettle.md", "bare.txt"):
        source = (HERE / name).read_text()
        assert_no_word_lost(source, listing.read(source))


def test_lists_without_any_marks_are_read_by_their_type_lines() -> None:
    deck = listing.read((HERE / "bare.txt").read_text()).listing
    assert deck.title == "The Night Bus"
    assert deck.blurb == "Catch the last bus home before the chips go cold."
    assert [(card.face.title, card.face.type_line, card.copies) for card in deck.cards] == [
        ("Bus Stop", "Thing — Place", 1),
        ("Exact Change", "Action", 1),
        ("Sleeping Passenger", "Thing", 2),
        ("Wrong Bus", "Action - Regret", 1),
    ]
    assert deck.cards[0].face.text == "At the start of your turn, roll a die.\nOn a six the bus comes."


def test_a_kind_of_its_own_that_comes_again_is_a_type_line() -> None:
    deck = listing.read("## A\nBlessing\nBe well.\n\n## B\nBlessing\nBe better.\n").listing
    assert [card.face.type_line for card in deck.cards] == ["Blessing", "Blessing"]


def test_a_misspelling_made_twice_is_no_slip() -> None:
    deck = listing.read("## A\nAuction\nBid.\n\n## B\nAuction\nBid more.\n\n## C\nAction\nGo.").listing
    assert [card.face.type_line for card in deck.cards] == ["Auction", "Auction", "Action"]


def test_a_title_in_capitals_that_lost_its_mark_is_still_a_card() -> None:
    reading = listing.read("## A\n\nThing\n\nStay.\n\nLOST SHEEP\n\nThing\n\nBaa.\n\n## C\n\nAction\n\nGo.")
    assert [card.face.title for card in reading.listing.cards] == ["A", "LOST SHEEP", "C"]
    assert said(reading) == [(7, "listing.heading")]


def test_a_sentence_that_begins_with_a_kind_is_text() -> None:
    deck = listing.read("## A\n\nThing\n\nAction: draw a card.\n\nThing is what this is.").listing
    assert deck.cards[0].face.text == "Action: draw a card.\n\nThing is what this is."


def test_overlong_words_are_kept_whole_and_stop_the_list() -> None:
    title = "T" * 10_000
    reading = listing.read(f"## {title}\n\nThing\n\n{'x' * 2000}")
    assert reading.listing.cards[0].face.title == title
    assert reading.listing.cards[0].face.text == "x" * 2000
    assert [(remark.code, remark.line) for remark in reading.stops] == [("face.title_long", 1)]
    assert "10000" in say(reading.stops[0].said) and "80" in say(reading.stops[0].said)


def test_too_many_copies_stop_the_list() -> None:
    assert [r.code for r in listing.read("## A ×100\n\nThing\n\nx").stops] == ["copies.out_of_range"]


def test_a_list_without_cards_keeps_its_words_and_stops() -> None:
    reading = listing.read("Dear all,\n\nthere are no cards today.\n\nYours")
    assert [remark.code for remark in reading.stops] == ["listing.no_cards"]
    assert_no_word_lost("Dear all there are no cards today Yours", reading)


def test_more_than_a_thousand_cards_stop_the_list() -> None:
    reading = listing.read("".join(f"## Card {n}\n\nThing\n\nx\n\n" for n in range(1001)))
    assert len(reading.listing.cards) == 1001
    assert [remark.code for remark in reading.stops] == ["deck.cards_many"]


def test_line_ends_of_windows_and_old_macs_make_no_difference() -> None:
    source = (HERE / "kettle.md").read_text()
    assert listing.read(source.replace("\n", "\r\n")) == listing.read(source)
    assert listing.read(source.replace("\n", "\r")) == listing.read(source)


def test_characters_that_cannot_be_printed_are_taken_out_and_said() -> None:
    reading = listing.read("## Sl\u202eug\n\nThing\n\nEat \x07leaves.\n")
    face = reading.listing.cards[0].face
    assert (face.title, face.text) == ("Slug", "Eat leaves.")
    assert said(reading) == [(1, "text.cleaned"), (5, "text.cleaned")]


def test_markup_and_script_stay_letters() -> None:
    text = "<script>alert(1)</script> {{x}} <b>&amp;"
    assert listing.read(f"## A\n\nThing\n\n{text}").listing.cards[0].face.text == text


HOSTILE: list[Callable[[int], str]] = [  # of so many characters, more or less
    lambda n: "x" * n,
    lambda n: "#" * n,
    lambda n: "# " * (n // 2),
    lambda n: "## a\nThing\n" * (n // 10),
    lambda n: "\\" * n,
    lambda n: "a\u0301" * (n // 2),
    lambda n: "e" + "\u0301" * n,
    lambda n: "- \\*" * (n // 4),
    lambda n: "**" * (n // 2),
    lambda n: "Thing\n" * (n // 6),
    lambda n: "> " * (n // 2),
    lambda n: "A — B\n\n" * (n // 7),
    lambda n: "word " * (n // 5) + "\nThing",
    lambda n: "-" * n,
    lambda n: "Title;Type" + ";x" * (n // 2),
    lambda n: "Title;Type;Text\n" + 'a;Thing;"b\n' * (n // 11),
    lambda n: 'Title;Type\na;"' + "x" * n,
    lambda n: "Name: a\nType: b\n" + "mood: x\n" * (n // 8),
    lambda n: "a" * 24 + " " * n + "x",
    lambda n: "- " * (n // 2),
    lambda n: "1x " * (n // 3) + "\nThing\n",
    lambda n: ("T" * 79 + " x1\nThing\n\n") * (n // 90),
    lambda n: "_" * (n // 2) + "a" + "_" * (n // 2),
    lambda n: "\u202e\x00\ufeff" * (n // 3),
    lambda n: "## A" + " " * n + "x\nThing\n",
    lambda n: "## A\nType: A" + " " * n + "x\n",
    lambda n: "## A\nThing\n\nx \\" + " " * n + "x\n",
    lambda n: "## a\nThing\n\n" * (n // 11),
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_costs_more_than_its_length(text: Callable[[int], str]) -> None:
    assert grows_evenly(lambda n: listing.read(text(n)), 40_000)


def test_seven_megabytes_of_cards_are_not_read() -> None:
    assert listing.read("## a\nThing\n\n" * 600_000).stops


def test_a_kind_before_a_million_spaces_is_found_at_no_more_than_their_number() -> None:
    assert kind_of(Face("A", type_line="Thing" + " " * 200_000 + "x")) == kind_of(Face("A", type_line="Thing x"))
    assert kind_of(Face("A", type_line="Thing   \u2014   Tool")) == "thing"
    assert grows_evenly(lambda n: kind_of(Face("A", type_line="Thing" + " " * n + "x")), 200_000)


def test_a_list_of_more_lines_than_are_read_at_once_stops() -> None:
    reading = listing.read("## A\nThing\n\n" * 10_001)
    assert [(remark.code, remark.stops) for remark in reading.remarks] == [("listing.long", True)]
    assert "20,002" in say(reading.remarks[0].said) and "20,000" in say(reading.remarks[0].said)
    assert "listing.long" not in {remark.code for remark in listing.read("## A\nThing\n\n" * 10_000).remarks}


def test_a_point_in_the_middle_of_a_line_keeps_its_star() -> None:
    text = "Say a - \\* b"
    assert listing.read(f"## A\n\nThing\n\n{text}").listing.cards[0].face.text == text


def test_reading_time_grows_with_the_length_alone() -> None:
    source = (HERE / "kettle.md").read_text()
    assert grows_evenly(lambda times: listing.read(source * times), 25)


@settings(deadline=None)
@given(st.text(st.sampled_from("aB# \n\n*_->x2×()\\Thing Action—.:\t\u0301"), max_size=300))
def test_any_text_is_read_and_keeps_its_words(text: str) -> None:
    reading = listing.read(text)
    assert_no_word_lost(clean_text(text), reading)


# --- round trip ------------------------------------------------------------------------------------------------------

LETTERS = st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("#>\\*-_ ×x2().:|`")
LINE = st.text(LETTERS, max_size=30).map(clean_line) | st.sampled_from(
    [
        "Thing",
        "Action — Song",
        "# heading",
        "> quoted",
        "\\#",
        "\\\\",
        "Type: x",
        "**BOLD**",
        "LOUD",
        "Actio",
        "Role",
        "",
    ]
)
TITLE = (st.text(LETTERS, min_size=1, max_size=30).map(clean_line) | LINE).filter(bool)


def _is_row_of_dashes(line: str) -> bool:
    return bool(re.fullmatch(r"(?:[-=_~] *){3,}|(?:\* *){3,}", line.strip()))


def _keeps(text: str) -> bool:
    """What this format carries: no row of dashes at the end, no escaped point, no type line in bold to begin with."""
    last = text.rsplit("\n", 1)[-1]
    escaped_point = any(re.match(r"\s*[-*+] +\\[*\-] *(?=\S)", line) for line in text.split("\n"))
    no_backslash_helps = type_line(escaped(text.split("\n", 1)[0]).strip())
    return not _is_row_of_dashes(last) and not escaped_point and not no_backslash_helps


TEXT = st.lists(LINE, max_size=6).map(lambda lines: re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()).filter(_keeps)
PARAGRAPH = st.lists(LINE.filter(bool), max_size=3).map("\n".join).filter(_keeps)
FLAVOUR = st.lists(LINE, max_size=2).map(lambda lines: "\n".join(lines).strip())


@st.composite
def cards(draw: st.DrawFn) -> ListedCard:
    return ListedCard(Face(draw(TITLE), draw(LINE), draw(TEXT), draw(FLAVOUR)), draw(st.integers(1, 99)))


@st.composite
def rules(draw: st.DrawFn) -> ListedRule:
    return ListedRule(Face(draw(TITLE), draw(LINE), draw(TEXT), draw(FLAVOUR)))


@st.composite
def listings(draw: st.DrawFn) -> DeckListing:
    return DeckListing(
        title=draw(TITLE),
        blurb=draw(TEXT),
        notes=draw(TEXT),
        rules=tuple(draw(st.lists(rules(), max_size=3))),
        cards=tuple(draw(st.lists(cards(), min_size=1, max_size=4))),
    )


@settings(deadline=None, max_examples=120)
@given(listings())
def test_what_is_written_is_read_again(deck: DeckListing) -> None:
    written = listing.write(deck)
    assert written.left_out == ()
    assert listing.read(written.text).listing == deck


def test_what_a_list_cannot_carry_is_said() -> None:
    card = ListedCard(Face("A", cost="4", colour="#aa0000", credit="Bea"), number=7, side="Red")
    deck = DeckListing(title="D", goal="Win.", players_min=2, cards=(card, card))
    assert tuple(map(say, listing.write(deck).left_out)) == (
        "the deck's goal",
        "the deck's players",
        "the corner values of 2 cards",
        "the colour of 2 cards",
        "the maker of 2 cards",
        "the side of 2 cards",
        "the number of 2 cards",
    )


# --- a real one ------------------------------------------------------------------------------------------------------


def shared(name: str) -> str:
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"NOT RUN: {name} was not found; set CARTE_SHARED to the folder of shared input")
    return path.read_text()


def test_axshun_gives_ninety_cards_and_six_rules() -> None:
    source = shared("seeds/axshun.md")
    reading = listing.read(source)
    deck = reading.listing
    assert (deck.title, len(deck.cards), len(deck.rules)) == ("AXSHUN", 90, 6)
    assert Counter(kind_of(card.face) for card in deck.cards) == {"thing": 48, "action": 42}
    assert Counter(card.face.traits for card in deck.cards) == {
        "": 52, "Space": 12, "Magic": 8, "Ghost": 8, "Goal": 5,
        "Magic Space": 2, "Space Goal": 1, "Magic Goal": 1, "Ghost Goal": 1,
    }  # fmt: skip
    assert [rule.face.title for rule in deck.rules] == [
        "Materials", "Setup", "Play", "Keywords", "After Play", "BASIC RULES",
    ]  # fmt: skip
    assert [say(remark.with_line) for remark in reading.remarks] == ["Line 193: “Actio” was read as “Action”."]
    assert deck.blurb.startswith("a card game by Royce Roeswood")
    assert_no_word_lost(source, reading)
    assert all(card.copies == 1 and card.face.text for card in deck.cards)


def test_other_people_s_texts_are_read_without_losing_a_word() -> None:
    for name in (
        "axis-mundi.md",
        "dvorak-rules-2000-2007.txt",
        "elemental-deck-builder.txt",
        "energy-deck-builder.txt",
    ):
        source = shared(f"seeds/{name}")
        assert_no_word_lost(clean_text(source), listing.read(source))


def test_a_list_is_told_from_other_formats() -> None:
    assert read_text((HERE / "kettle.md").read_text())[0].name == "listing"
    for text, name in (
        ("{{Infobox|title=X}}\n{{card|title=A}}", "wiki text"),
        ("intro\n{{Card\n|title=Rod\n}}", "wiki text"),
        ("cleardeck\nloadcard Rod/T/Fish.", "MUSH code"),
        ("Name\tSet\tImageFile\tType\n", "a LackeyCCG list"),
        ("deck { name: X; }", "a Dvorak Deck Definition"),
        ("-\n  title: Rod\n  type: Tool\n", "YAML"),
        ("[b]Rod[/b]\n[i]Thing[/i]\n", "a forum post with [b] and [i]"),
        ('{"ObjectStates": []}', "a saved object of Tabletop Simulator"),
    ):
        with pytest.raises(Refused) as caught:
            read_text(text)
        assert caught.value == Refused("file.not_yet", format=message(name))
