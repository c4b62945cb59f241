"""A plain list as it is written, line for line, what it cannot carry, and which file is read as what."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cards.face.face import Face, Stroke
from cards.formats.detect import decode, sniff
from cards.formats.listing import read
from cards.formats.listing_writer import escaped, write
from cards.formats.values import DeckListing, History, ListedCard, ListedRule, VersionMark
from cards.rules.decision import TableSetting
from cards.rules.deck import Source
from cards.rules.kit import DVORAK
from studio.kernel.messages import english
from studio.kernel.refusals import Refused

SLUG = Face("Slug", "Thing — Pest", "Bites.\n\nAgain.", "Slow.\n\nVery.")


def card(copies: int = 1, **words: Any) -> DeckListing:
    return DeckListing(cards=(ListedCard(replace(SLUG, **{"text": "", "flavour": "", **words}), copies),))


def rule(*faces: Face) -> DeckListing:
    return DeckListing(rules=tuple(map(ListedRule, faces)))


@pytest.mark.parametrize(
    ("listing", "text"),
    [
        (DeckListing(), "\n"), (DeckListing("Peas", "Green.\n\n- round", notes="Thing\n# x"),
                                "# Peas\n\n## Blurb\n\nGreen.\n\n- round\n\n## Notes\n\n\\Thing\n\\# x\n"),
        (DeckListing("Peas", "Green.\n- round"), "# Peas\n\nGreen.\n- round\n"),
        (rule(Face("Blurb", "", "x")), "## Blurb\n\nSpecial Rule:\n\nx\n"),
        (DeckListing("Thing"), "# Thing\n"), (DeckListing("Peas:"), "# Peas:\n"), (DeckListing("**Peas**"),
        "# \\**Peas**\n"),
        (DeckListing("\\Peas"), "# \\\\Peas\n"), (DeckListing(cards=(ListedCard(SLUG, 2),)),
         "## Slug ×2\n\nThing — Pest\n\nBites.\n\nAgain.\n\n> Slow.\n>\n> Very.\n"),
        (card(title="Slug x2"), "## \\Slug x2 ×1\n\nThing — Pest\n"), (card(3, title="Slug x2"),
        "## Slug x2 ×3\n\nThing — Pest\n"),
        (card(title="2 Slugs"), "## \\2 Slugs\n\nThing — Pest\n"), (card(title="\\Slug"),
        "## \\\\Slug\n\nThing — Pest\n"),
        (card(type_line="Creature"), "## Slug\n\nType: Creature\n"), (card(type_line=""), "## Slug\n\nType:\n"),
        (card(type_line="Rule"), "## Slug\n\nType: Rule\n"), (card(type_line="Thing x2"),
        "## Slug\n\nType: Thing x2\n"),
        (card(type_line="*Thing*"), "## Slug\n\nType: *Thing*\n"), (card(text="Thing\n> said\nType: x"),
         "## Slug\n\nThing — Pest\n\n\\Thing\n\\> said\n\\Type: x\n"),
        (rule(Face("Law", "", "Stays."), Face("Rest", "", "So.")), "## Law\n\nStays.\n\n## Rest\n\nSo.\n"),
        (rule(Face("Law", "Old", "Stays."), Face("Rest", "", "So.")),
         "## Law\n\nSpecial Rule: Old\n\nStays.\n\n## Rest\n\nSpecial Rule:\n\nSo.\n"),
        (rule(Face("Law", "Rule", "Stays.")), "## Law\n\nRule\n\nStays.\n"),
        (rule(Face("Law", "Thing", "Stays.")), "## Law\n\nSpecial Rule: Thing\n\nStays.\n"),
        *[(rule(odd), text) for odd, text in (
            (Face("Law"), "## Law\n\nSpecial Rule:\n"), (Face("Notes", "", "x"), "## Notes\n\nSpecial Rule:\n\nx\n"),
            (Face("Law", "", "x", "y"), "## Law\n\nSpecial Rule:\n\nx\n\n> y\n"),
            # a backslash before a star is of the markup, so it says nothing about the line
            (Face("Law", "", "**Thing**\nStays."), "## Law\n\nSpecial Rule:\n\n**Thing**\nStays.\n"),
            (Face("Law", "", "**Thing**\na\nb"), "## Law\n\nSpecial Rule:\n\n**Thing**\na\nb\n"),
            (Face("Law", "", "Stays.\n**Thing**"), "## Law\n\nStays.\n**Thing**\n"),
            (Face("Law", "", "**Thing** stays."), "## Law\n\n**Thing** stays.\n"))],
        (DeckListing(cards=(ListedCard(replace(SLUG, text="")), ListedCard(Face("Frost", "Action", "a\n  \nb")))),
         "## Slug\n\nThing — Pest\n\n> Slow.\n>\n> Very.\n\n## Frost\n\nAction\n\na\n\nb\n"),
    ],
)  # fmt: skip
def test_a_list_is_written_so_that_it_is_read_again(listing: DeckListing, text: str) -> None:
    assert write(listing).text == text


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("Words.", "Words."), ("", ""), ("# x", "\\# x"), ("> x", "\\> x"), ("Thing", "\\Thing"), ("\\x", "\\\\x"),
        ("\\# x", "\\\\# x"), ("- x", "- x"), ("Creature — Green", "\\Creature — Green"),
        ("---", "\\---"), ("* * *", "\\* * *"), ("\\---", "\\\\---"), ("--", "--"),
    ],
)  # fmt: skip
def test_a_line_that_would_be_more_than_words_is_announced(line: str, written: str) -> None:
    assert escaped(line) == written


@pytest.mark.parametrize(
    "cards", [(("9", 2), ("8", 3)), (("9", 1), ("8", 1)), (("9", 2), ("Slug", 1)), (("3x", 2), ("x3", 3))]
)
def test_cards_whose_titles_are_numbers_come_back_with_their_copies(cards: tuple[tuple[str, int], ...]) -> None:
    listing = DeckListing(cards=tuple(ListedCard(Face(title, "Thing", "Eat."), copies) for title, copies in cards))
    back = read(write(listing).text).listing.cards
    assert tuple((one.face.title, one.copies) for one in back) == cards


@pytest.mark.parametrize("row", ["---", "***", "- - -", "* * *", "===", "\\---", "\\\\* * *"])
def test_a_row_of_dashes_in_a_text_is_no_end_of_the_card(row: str) -> None:
    for text in (row, f"a\n{row}", f"{row}\na", f"a\n\n{row}", f"a\n{row}\nb"):
        listing = DeckListing("Peas", cards=(ListedCard(replace(SLUG, text=text, flavour="")), ListedCard(SLUG)))
        assert read(write(listing).text).listing.cards[0].face.text == text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"theme": "x"}, ["the deck's theme"]), ({"goal": "x"}, ["the deck's goal"]),
        ({"status": "x"}, ["the deck's status"]),
        ({"tags": ("x",)}, ["the deck's tags"]), ({"language": "x"}, ["the deck's language"]),
        ({"licence": "x"}, ["the deck's licence"]), ({"players_min": 2}, ["the deck's players"]),
        ({"players_max": 2}, ["the deck's players"]), ({"lineage": (Source("x"),)}, ["the deck's lineage"]),
        ({"kit": replace(DVORAK, sides=("Red",))}, ["the kit of its table"]),
        ({"version": VersionMark(1)}, ["which version it was"]),
        ({"history": History((), (), ())}, ["the history: votes, reasons, talk and versions"]),
        *[({"cards": (ListedCard(replace(SLUG, **{corner: "1"})), ListedCard(SLUG))}, ["the corner values of 1 card"])
          for corner in ("cost", "gain", "value", "stat")],
        ({"cards": (ListedCard(replace(SLUG, colour="#123456")),) * 2}, ["the colour of 2 cards"]),
        ({"cards": (ListedCard(replace(SLUG, doodle=(Stroke("pen", "#123456", ()),))),)}, ["the drawing of 1 card"]),
        ({"rules": (ListedRule(replace(SLUG, effects=(TableSetting("draw", 2),))),)}, ["the settings of 1 card"]),
        ({"cards": (ListedCard(SLUG, credit="Ros"),
        ListedCard(replace(SLUG, credit="Ros")))}, ["the maker of 2 cards"]),
        ({"rules": (ListedRule(SLUG, side="Red"),), "cards": (ListedCard(SLUG, side="Red"),)}, ["the side of 2 cards"]),
        ({"cards": (ListedCard(SLUG, number=0), ListedCard(SLUG, number=4))}, ["the number of 2 cards"]), ({}, []),
    ],
)  # fmt: skip
def test_what_a_list_has_no_place_for_is_told(words: dict[str, Any], told: list[str]) -> None:
    assert [english(one) for one in write(DeckListing("Peas", **words)).left_out] == told


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Slug\nThing", "listing"), ("", "listing"), (' {"schema": 1}', "json"), ("[1]", "json"),
        ("Title of mine\nThing", "listing"), ("cleardeck\n" * 1 + "words\n" * 3, "listing"),
        ("Name this card\nThing", "listing"),
        ("Card Name,Type", "listing"), ("title;Type", "listing"), ("NAME \tType", "listing"), ("[Slug]\nThing",
        "listing"),
        ("- Name: Slug\n  Type: Thing\n  Text: Bites.", "listing"), ("[", "json"), ('[ "a"', "json"), ("[]", "json"),
        ('{"schema": "x", "ObjectStates": 1}', "json"), ("- a\n  note: b\nThing\nBites.\nMore.", "listing"),
        ("Slug [b] and\nThing", "listing"),
        ("see {{cards}} there", "listing"), ("the <b>card</b>", "listing"), ("decks { x", "listing"),
    ],
)  # fmt: skip
def test_a_file_is_read_as_what_it_begins_like(text: str, name: str) -> None:
    assert sniff(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("{{Card|title=Slug}}", "wiki text"), ("words\n{{ template:Infobox x", "wiki text"),
        ("{{subpage}}", "wiki text"),
        ("{{x}}", "wiki text"), ("Name\tSet\tImageFile\tx", "a LackeyCCG list"),
        (" deck {", "a Dvorak Deck Definition"),
        ("/* a\nb */ deck {", "a Dvorak Deck Definition"), (" <?xml version", "XML"), ("<set>", "an OCTGN set"),
        ('<?xml version="1.0"?>\n<!-- a -->\n<set name="x">', "an OCTGN set"),
        ("<cockatrice_carddatabase x", "a Cockatrice file"), ('<deck version="0.8">', "a LackeyCCG deck"),
        ("<!DOCTYPE html>", "a web page"), (" <html lang", "a web page"), ("{\\rtf1 x", "a Rich Text document"),
        ("{| class=x\n|-\n| a", "a table of wiki text"), ("Cards\n{|\n|-\n! a\n", "a table of wiki text"),
        ("[b]Slug[/b]\nThing", "a forum post with [b] and [i]"),
        ("My cards\n\n[size=5]Slug[/size]", "a forum post with [b] and [i]"),
        ("-\n  title: Slug\n  type: Thing\n", "YAML"), ("- title: Slug\n  type: Thing\n", "YAML"),
        ("---\ncards:\n  - title: Slug\n    text: |\n      Bites.\n      Hard.\n", "YAML"),
        ("Slug:\n  type: Thing\n  text: Bites.\nFrost:\n  type: Action\n", "YAML"),
        ('{"SaveName": "", "ObjectStates": []}', "a saved object of Tabletop Simulator"),
        ('{"a": {"type": "deck", "cardTypes": {}}}', "a VirtualTabletop deck"),
        ('[{"white": [], "black": []}]', "a pack of white and black cards"),
        ('[{"black": [], "white": []}]', "a pack of white and black cards"),
        ("<p>x", "the code of a web page"), (' <div class="x">', "the code of a web page"),
        ("mse version: 2", "a Magic Set Editor set"), ("MSE_version: 2", "a Magic Set Editor set"),
        ("cleardeck\nloadcard a/b\nnewcard x y/z\nwords", "MUSH code"), ("LOADCARD a/b", "MUSH code"),
        ("cleardeck\na\nb", "MUSH code"),
    ],
)  # fmt: skip
def test_what_is_not_read_yet_is_named(text: str, name: str) -> None:
    with pytest.raises(Refused) as caught:
        sniff(text)
    assert (caught.value.code, english(caught.value.facts["format"])) == ("file.not_yet", name)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_bytes_of_every_unicode_are_letters(encoding: str) -> None:
    found = decode("Slüg\n🎉".encode(encoding))
    assert (found.text, found.remarks) == ("Slüg\n🎉", ())


def test_old_letters_are_read_as_western_and_said_with_their_line() -> None:
    found = decode("a\nb\nSlüg".encode("cp1252"))
    (remark,) = found.remarks
    assert (found.text, remark.line, remark.code, remark.stops) == ("a\nb\nSlüg", 3, "file.western", False)
    assert english(remark.said) == "The letters are not UTF-8; they were read as Windows Western. Look at the accents."
    assert decode("ü\t\n\r\f".encode("cp1252")).text == "ü\t\n\r\f"
    assert decode(b"\xfc" + b"a" * 98 + b"\x01").text[-1] == "\x01", "one odd letter in a hundred"


@pytest.mark.parametrize("content", [b"%PDF-1.4", b"\x89PNG", b"\x81\x8d", b"\xfc\x01", b"\xfc\x00\x01\x02"])
def test_what_is_no_text_is_refused(content: bytes) -> None:
    with pytest.raises(Refused, match=r"file\.not_text"):
        decode(content)
