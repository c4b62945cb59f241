"""What was fitted is looked at after the page engine has laid it out: no words over a foot, none over an edge."""

from __future__ import annotations

import logging

import pytest

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.text import parse, to_html
from cards.printing.queue.failures import pango_is_missing
from cards.printing.queue.press import Press
from cards.printing.queue.values import Item
from tests.print.conftest import DOODLE, FACES, LETTER, RULE, job
from tests.print.fitting import FOREIGN, inside_lines
from tests.print.reading import differing

TIGHT = tuple(
    Face(f"Tight {n}", ("Thing", "Action", "Blessing — Weather")[n % 3], " ".join([LETTER] * 3)[: 60 + 37 * n],
         "Flavour that goes on for a line or two, as flavour does." if n % 2 else "",
         cost="3" if n % 4 == 0 else "", stat="2/2" if n % 3 == 0 else "", value="10" if n % 5 == 0 else "",
         doodle=DOODLE if n % 6 == 0 else ())
    for n in range(36)
)  # fmt: skip


@pytest.fixture(scope="module")
def pages():
    if pango_is_missing():
        pytest.skip("Pango is not on this machine: nothing can be laid out")
    from cards.printing.sealed.render import CardRenderer

    return CardRenderer()


def drawn_cards(faces, frame):
    return [
        (first, *first.more)
        for face in faces
        for first in (draw_face(face, is_rule=face is RULE, frame=frame, art="asset:art/"),)
    ]


@pytest.mark.parametrize("frame", ["press", "hand", "saver", "classic"])
def test_nothing_that_was_fitted_runs_over(pages, frame, caplog) -> None:
    """Straight from the fitter, without the second look the press takes."""
    from cards.printing.sealed.engine.boxes import PIXEL, inside, is_over, words

    cards = drawn_cards((*FACES, RULE, *TIGHT), frame)
    with caplog.at_level(logging.WARNING, "weasyprint"):
        document = pages._document(cards, "poker")
    flat = [card for group in cards for card in group]
    assert len(document.pages) == len(flat)
    assert [card.title for card, page in zip(flat, document.pages, strict=True) if is_over(page)] == []
    for card, page in zip(flat, document.pages, strict=True):
        for name in ("cf-title", "cf-type", "cf-text", "cf-flavour", "cf-cost", "cf-gain", "cf-stat", "cf-value"):
            for box in words(page, name):
                if "vh" in ((box.element.get("class") or "") if box.element is not None else ""):
                    continue
                right = (box.position_x + box.width) * PIXEL
                assert -0.05 <= box.position_x * PIXEL and right <= 63.05, (frame, card.title, box.text)
        rule = next(inside(page, "cf-type"))
        title = [box for box in inside(page, "cf-title") if type(box).__name__ == "LineBox"]
        assert max(box.position_y + box.height for box in title) <= rule.position_y + 1 / PIXEL, card.title
        assert min(box.position_y for box in title) >= -0.5 / PIXEL, card.title
    assert [record.getMessage() for record in caplog.records] == []


def test_letters_of_other_fonts_are_fitted_by_a_second_look(pages) -> None:
    """The press lays out, looks, and takes the next step down where another font was wider than was thought."""
    from cards.printing.sealed.engine.boxes import is_over

    _, found = pages.draw([(face, False) for face in FOREIGN], "press", "poker")
    assert [page.page for cards in found for page in cards] == list(range(sum(map(len, found))))
    cards = drawn_cards(FOREIGN, "press")
    assert len(found) == len(cards)
    assert not any(is_over(page) for page in pages._document(cards, "poker").pages) or len(found) >= 3


def test_the_second_look_sees_what_runs_over(pages) -> None:
    """The oracle of these tests is not blind: a card with too large a step is found out."""
    from dataclasses import replace

    from cards.printing.sealed.engine.boxes import is_over

    whole = draw_face(Face("Letter", "Action", LETTER, "Yours."), art="asset:art/")
    document = pages._document([(replace(whole, fit=0, rows=5),)], "poker")
    assert is_over(document.pages[0])


def test_symbols_and_coins_keep_the_lines_apart(pages) -> None:
    """A line with symbols is not taller than the fitter takes it to be."""
    from cards.printing.sealed.engine.boxes import PIXEL, inside

    face = Face("Pay", "Action", "Pay {gold 3} and {life 2}, roll {die 6}.\nThen {tap} it.\nThen wait.")
    document = pages._document([(draw_face(face, art="asset:art/"),)], "poker")
    lines = [box for box in inside(document.pages[0], "cf-text") if type(box).__name__ == "LineBox"]
    heights = {round(box.height * PIXEL, 1) for box in lines}
    assert max(heights) - min(heights) <= 0.35


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "Whoever first controls three Vegetables, each with a rosette {token}, wins.",
            ["Whoever first controls three", "Vegetables, each with a rosette", ", wins."],
        ),
        (
            "Whoever first controls three Vegetables, each with a rosette **and luck**, wins.",
            ["Whoever first controls three", "Vegetables, each with a rosette", "and luck, wins."],
        ),
        (
            "Each player who has **no more than three** Vegetables draws {card 2}{card 2}, then {time}.",
            ["Each player who has no more", "than three Vegetables draws", "2\u202f2\u202f, then ."],
        ),
        ("One two three four five six{token}, seven", ["One two three four five six,", "seven"]),
    ],
)
def test_a_line_before_a_symbol_is_as_full_as_any_other(pages, text: str, lines: list[str]) -> None:
    """Only the symbol goes to the next line, with the letters it touches."""
    document = pages._document([(draw_face(Face("Lines", "Action", text), art="asset:art/"),)], "poker")
    assert lines_of(document.pages[0]) == lines


def test_a_long_word_is_parted_where_its_language_parts_it(pages) -> None:
    face = Face("Fähre", "Thing", "Die Donaudampfschifffahrtsgesellschaft fährt mit dir und dem Nachziehstapel davon.")
    for language, lines in {
        "de": ["Die Donaudampfschifffahrtsge-", "sellschaft fährt mit dir und dem", "Nachziehstapel davon."],
        "mis": ["Die", "Donaudampfschifffahrtsgesells", "chaft fährt mit dir und dem", "Nachziehstapel davon."],
    }.items():
        drawn = draw_face(face, art="asset:art/", language=language)
        document = pages._document([(drawn,)], "poker")
        assert [line.replace("\u00ad", "") for line in lines_of(document.pages[0])] == lines
        assert "\u00ad" not in drawn.plain and drawn.plain == face.text


def lines_of(page) -> list[str]:
    """The words of a card's text, line by line as they were laid out."""
    return inside_lines(page, "cf-text")


def test_a_page_engine_that_asks_for_more_than_assets_is_refused(pages) -> None:
    from cards.printing.sealed.render import Closed

    for address in ("http://127.0.0.1:1/x", "file:///etc/passwd", "data:text/plain,x", "asset:../secret", "//x/y"):
        with pytest.raises(Closed):
            pages.fetcher.fetch(address)
    assert pages.fetcher.fetch("asset:art/sym-tap.svg").read().startswith(b"<svg")
    pages.fetcher.refused.clear()


def test_an_endless_word_that_changes_its_style_with_every_letter_stays_on_its_card(press: Press) -> None:
    """The page engine parts a long word, but of itself not between two styles; one such card kept a deck from paper."""
    sheets = job((Item(Face("Howl", "Action", "*o*" * 40, "*u*" * 60), False, "1", "x"),))
    pdf = press.print_sheets(sheets)
    assert not differing(pdf, sheets)
    assert "<wbr>" not in to_html(parse("**Donau**dampfer, *a*, a **Keyword**: and 3**4**"), art="")
    assert "Photosynthesis</b>." in to_html(parse("A **Photosynthesis**."), art="")  # its full stop begins no line
