"""Blank cards, change slips and backs: what is as large as a card and no face."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest

from cards.face.back import DeckBack
from cards.face.back_art import named_pattern, pattern_name
from cards.face.card_size import Frame
from cards.face.drawn_back import DrawnBack, shown_back
from cards.face.face import Kind, Stroke
from cards.face.lexicon import PLAIN, DeckKind, Lexicon
from cards.face.measures import CARD_SIZES, card_size
from cards.printing.queue.press import Press
from cards.printing.queue.requests import keys_of
from cards.printing.queue.values import Item
from cards.printing.shared.drawn_pieces import DrawnBlank, DrawnSlip, draw_piece
from cards.printing.shared.pieces import (
    BlankCard,
    CardBack,
    CardPiece,
    ChangeSlip,
    SlipLine,
    piece_digest,
    plain_pieces,
    read_pieces,
)
from cards.queries.shop.printable import back_behind
from studio.kernel.refusals import Refused
from tests.print.conftest import DOODLE, FACES, job, words_of

PUT_IN = tuple(SlipLine(str(n), f"Something new, the {n}th of its name", 1 + n % 3) for n in range(1, 15))
TAKE_OUT = (SlipLine("§ 2", "Weather"), SlipLine("91", "Slug Pellets", 2))
SLIP = ChangeSlip("Allotment Wars", "version 5", "version 7", PUT_IN, (SlipLine("3", "Slug"),), TAKE_OUT)
PIECES: tuple[CardPiece, ...] = (
    FACES[0],
    BlankCard(),
    BlankCard("thing"),
    BlankCard("action", is_ruled=True),
    SLIP,
    CardBack("plain", "Allotment Wars"),
    CardBack("deck", "Allotment Wars", "Carte Blanche"),
    CardBack("kind", "Sheep", "Blessing", face_kind="other", colour="#2c62a8", mark="star.2c62a8.none"),
    CardBack("drawn", "Огород", "", doodle=DOODLE),
)
SIZES = (*CARD_SIZES, "25x25", "200x200", "30x180")


def test_pieces_come_through_the_pipe_as_they_went_in_and_no_two_have_one_name() -> None:
    assert read_pieces(plain_pieces(PIECES)) == PIECES
    items = [Item(piece, False, "", "") for piece in PIECES]
    keys = set(map(keys_of(job(tuple(items))), items))
    assert len(keys) == len({piece_digest(piece) for piece in PIECES}) == len(PIECES)


def test_a_sheet_of_pieces_says_what_they_say(press: Press) -> None:
    """The press reads its own sheets: a letter that is missing, or one too many, fails the print."""
    behind = back_behind(FACES[0], "deck", DeckBack("rule", "sheep"), "Goats", PLAIN)
    pages = words_of(press.print_sheets(job(tuple(Item(piece, False, "", "", back=behind) for piece in PIECES))))
    text = " ".join(" ".join(pages).split())
    cards = len(draw_piece(SLIP, "press", "poker", art="", bleed=0))
    assert cards > 1 and text.count("Change slip") == cards
    assert sum(page.count("Goats") for page in pages[1::2]) == len(PIECES) - 1 + cards
    assert not any("Goats" in page for page in pages[::2])
    for words in (f"From version 5 to version 7 ({cards} of {cards})", "Slug Pellets × 2", "Allotment Wars", "Огород"):
        assert words in text


@pytest.mark.parametrize("size", SIZES)
def test_at_every_size_a_slip_goes_on_over_more_cards_and_loses_no_number(size: str) -> None:
    cards = [card for card in draw_piece(SLIP, "press", size, art="") if isinstance(card, DrawnSlip)]
    assert [card.part for card in cards] == list(range(1, len(cards) + 1))
    wanted = [line.number for line in (*SLIP.put_in, *SLIP.swap, *SLIP.take_out)]
    assert [line.number for card in cards for group in card.groups for line in group.lines] == wanted
    assert all(card.groups for card in cards)
    narrower = draw_piece(SLIP, "press", size, art="", least=1)
    assert len(narrower) >= len(cards)


def test_twenty_lines_take_one_card_and_a_few_stand_each_on_a_line() -> None:
    """A slip takes no more places of a sheet than it needs, and gives each card a line where that costs none."""
    many = tuple(SlipLine(str(n), f"The {n}th Marrow") for n in range(1, 44))
    for lines, cards in ((many[:20], 1), (many, 2)):
        drawn = draw_piece(ChangeSlip("Goats", "version 1", "version 2", swap=lines), "press", "poker", art="")
        assert len(drawn) == cards
        for card in drawn:
            assert isinstance(card, DrawnSlip) and card.groups[0].label == "Swap for the new one"
    (few,) = draw_piece(ChangeSlip("Goats", "version 1", "version 2", swap=many[:5]), "press", "poker", art="")
    assert isinstance(few, DrawnSlip) and not few.is_run


def test_a_slip_of_a_few_cards_is_one_card_without_a_count() -> None:
    (card,) = draw_piece(ChangeSlip("Goats", "version 1", "the draft", PUT_IN[:3]), "press", "poker", art="")
    assert isinstance(card, DrawnSlip) and card.under == "From version 1 to the draft"
    assert [group.label for group in card.groups] == ["Put in"]


@pytest.mark.parametrize("size", SIZES)
def test_ruled_lines_stay_between_the_type_line_and_the_foot(size: str) -> None:
    card = card_size(size)
    for frame in get_args(Frame):
        (drawn,) = draw_piece(BlankCard(is_ruled=True), frame, size, art="")
        assert isinstance(drawn, DrawnBlank)
        lines = [float(line) for line in drawn.lines]
        assert all(card.head + card.type_line < line < card.high - 3 for line in lines)
        assert bool(lines) == (frame != "hand")


def test_a_back_looks_the_same_turned_round() -> None:
    """A card that lies the other way up in a pile must not be told from the rest."""
    for back in (DeckBack(), DeckBack("action", "x", has_plate=False), DeckBack("other", colour="#2c62a8")):
        svg = named_pattern(pattern_name(back, "Allotment Wars"))
        assert svg is not None
        upper, lower = svg.split('<g transform="rotate(180 28 38.5)">')
        assert upper.partition(">")[2] == lower.removesuffix("</g></svg>")


def test_a_pattern_is_named_by_what_decides_it() -> None:
    names = {
        pattern_name(DeckBack(shapes, seed, colour, has_plate=has_plate), "Goats")
        for shapes, seed, colour, has_plate in product(get_args(Kind)[:2], ("", "x"), ("", "#2c62a8"), (True, False))
    }
    assert len(names) == 16 and all(named_pattern(name) for name in names)
    assert pattern_name(DeckBack(), "Goats ") == pattern_name(DeckBack(seed="GOATS"), "Sheep")
    for wrong in ("", "thing", "thing.171a21.0.plate", "../thing.171a21.0123456789abcdef.plate", "x" * 500):
        assert named_pattern(wrong) is None


@pytest.mark.parametrize("size", SIZES)
def test_a_deck_of_any_name_has_room_on_its_back(size: str) -> None:
    for title in ("Ox", "Allotment Wars", "W" * 80, "The Society for the Improvement of Long Titles, " * 2):
        (drawn,) = draw_piece(CardBack("deck", title, "Carte Blanche"), "press", size, art="")
        assert isinstance(drawn, DrawnBack) and drawn.svg
        lengths = dict(rule.split(":") for rule in drawn.style.split(";"))
        assert float(lengths["--cb-name"].removesuffix("pt")) >= 7
        assert drawn.title == title.strip() or drawn.title.endswith("…")


def test_the_ink_saver_draws_contours_of_a_back() -> None:
    (full,) = draw_piece(CardBack("deck", "Goats"), "press", "poker", art="")
    (line,) = draw_piece(CardBack("deck", "Goats", colour="#2c62a8"), "saver", "poker", art="")
    assert isinstance(full, DrawnBack) and isinstance(line, DrawnBack)
    assert 'fill="#171a21"' in full.svg and 'fill="none" stroke="#171a21"' in line.svg
    black = CardBack("drawn", "Goats", doodle=(Stroke("felt", "#e2b23c", (0, 0, 900, 900)), DOODLE[0]))
    (drawn,) = draw_piece(black, "saver", "poker", art="")
    assert isinstance(drawn, DrawnBack) and Counter(drawn.svg)["#"] and "#e2b23c" not in drawn.svg


def test_a_plain_back_has_a_name_and_no_ink_to_speak_of() -> None:
    (drawn,) = draw_piece(CardBack("plain", "Goats"), "press", "poker", art="")
    assert isinstance(drawn, DrawnBack) and drawn.title == "Goats" and not drawn.svg
    (empty,) = draw_piece(replace(CardBack("plain", "Goats"), title=""), "press", "poker", art="")
    assert isinstance(empty, DrawnBack) and not empty.title


def test_each_card_has_the_back_that_was_chosen_and_no_back_tells_more_than_that() -> None:
    words = Lexicon(kinds=(DeckKind("Blessing", "#3c6b4c", "star"),))
    drawn, plain = DeckBack(doodle=DOODLE), DeckBack("rule", "sheep", "#2c62a8")
    backs = {face: back_behind(face, "kind", plain, "Goats", words) for face in FACES}
    told = {face.kind_word.casefold(): {backs[f] for f in FACES if f.kind_word == face.kind_word} for face in FACES}
    assert all(len(found) == 1 for found in told.values()), "one of a kind is like the next, whatever is on it"
    blessing = backs[next(face for face in FACES if face.kind_word == "Blessing")]
    assert blessing and (blessing.sub, blessing.colour, blessing.mark) == ("Blessing", "#3c6b4c", "star.3c6b4c.none")
    for piece in (FACES[0], BlankCard(), SLIP):
        assert back_behind(piece, "none", plain, "Goats", words) is None
        assert back_behind(piece, "plain", plain, "Goats", words) == CardBack("plain", "Goats")
        own = CardBack("deck", "Goats", "Carte Blanche", "sheep", "rule", "#2c62a8")
        assert back_behind(piece, "deck", plain, "Goats", words) == own
        assert back_behind(piece, "drawn", drawn, "Goats", words) == back_behind(piece, "deck", drawn, "Goats", words)
    with pytest.raises(Refused, match="back_none"):
        back_behind(FACES[0], "drawn", plain, "Goats", words)


def test_the_back_on_paper_is_the_one_on_the_screen() -> None:
    for back in (DeckBack(), DeckBack("other", "x", "#2c62a8"), DeckBack("action", has_plate=False)):
        behind = back_behind(BlankCard(), "deck", back, "Goats", PLAIN)
        assert behind is not None
        (paper,) = draw_piece(behind, "press", "poker", art="")
        assert isinstance(paper, DrawnBack)
        screen = shown_back(back, "Goats")
        assert named_pattern(screen.src.removeprefix("/backs/").removesuffix(".svg")) == paper.svg
        assert (screen.title, screen.sub) == (paper.title, paper.sub)
