"""Pages as large as the paper, read from outside: cover, rules sheet, tokens, tuck box."""

from __future__ import annotations

import io
from dataclasses import dataclass

import pypdfium2
import pytest
import zxingcpp

from cards.printing.geometry.layouts import layout_for
from cards.printing.shared.extra_pages import (
    ContentsLine,
    CounterPiece,
    Cover,
    Fact,
    Heading,
    RulesSheet,
    RuleWords,
    TokenPiece,
    TokenSheet,
    plain_pages,
    read_pages,
)
from tests.print.beside import NET, WANTED


@dataclass
class Read:
    """What a reader of PDFs that is not ours finds."""

    names: tuple[str, ...]
    counts: tuple[int, ...]
    sizes: list[tuple[float, float]]
    words: list[str]
    pdf: bytes


@pytest.fixture(scope="module")
def made(renderer) -> Read:  # type: ignore[no-untyped-def]
    from cards.printing.sealed.extra_pages import draw_extra_pages

    assert read_pages(plain_pages(WANTED)) == WANTED, "pages go through the pipe unchanged"
    drawn = draw_extra_pages(WANTED, renderer, layout_for("a4", "poker"), 8)
    document = pypdfium2.PdfDocument(io.BytesIO(drawn.pdf))
    return Read(
        drawn.names,
        drawn.counts,
        [(page.get_width() / 72 * 25.4, page.get_height() / 72 * 25.4) for page in document],
        [page.get_textpage().get_text_range() for page in document],
        drawn.pdf,
    )


def test_every_page_is_as_large_as_the_paper_and_has_a_name(made: Read) -> None:
    assert len(made.sizes) == len(made.names) == sum(made.counts)
    assert made.counts[0] == 1 and made.counts[1] > 1, "a long list of cards goes over pages"
    for size in made.sizes:
        assert size == pytest.approx((210, 297), abs=0.01)
    assert made.names[:3] == ("How to print", "Rules", "Rules 2") and made.names[-1] == "Tuck box"


def test_nothing_is_lost_between_the_pages_of_a_list(made: Read) -> None:
    said = " ".join(made.words[1 : 1 + made.counts[1]]).split()
    assert [word for word in said if word.isdigit() and int(word) < 200][-1] == "199"
    assert said.count("Marrow") == 199


def test_a_line_that_fits_is_not_ended_after_its_first_word(made: Read) -> None:
    assert WANTED[0].blurb in made.words[0]


def test_the_rulers_of_the_cover_are_right_to_a_tenth_of_a_millimetre(made: Read) -> None:
    """As a ruler sees them: on a line of dots through all strokes, from the middle of the first to that of the last."""
    with pypdfium2.PdfDocument(io.BytesIO(made.pdf)) as document:
        page = document[0]
        picture = page.render(scale=600 / 72, crop=(0, 0, 0, page.get_height() - 170)).to_pil().convert("L")
    rows = (strokes(picture, y) for y in range(0, picture.height, 3))
    found = next(row for row in rows if len(row) == 101 + 33)
    in_mm = [at * 25.4 / 600 for at in found]
    assert in_mm[100] - in_mm[0] == pytest.approx(100, abs=0.1)
    assert in_mm[-1] - in_mm[101] == pytest.approx(50.8, abs=0.1)
    assert in_mm[101 + 16] - in_mm[101] == pytest.approx(25.4, abs=0.1)


def strokes(picture, y: int) -> list[float]:  # type: ignore[no-untyped-def]
    """Where the dark runs of a line of dots have their middles."""
    line = picture.crop((0, y, picture.width, y + 1)).tobytes()
    found, start = [], None
    for x, dot in enumerate((*line, 255)):
        if dot < 128 and start is None:
            start = x
        elif dot >= 128 and start is not None:
            found.append((start + x - 1) / 2)
            start = None
    return found


def test_a_camera_opens_the_deck_from_the_rules_sheet(made: Read) -> None:
    with pypdfium2.PdfDocument(io.BytesIO(made.pdf)) as document:
        picture = document[1].render(scale=150 / 72).to_pil()
    assert [code.text for code in zxingcpp.read_barcodes(picture)] == [WANTED[1].address]


def test_the_net_on_the_paper_is_the_net_that_was_computed(made: Read) -> None:
    """The front of the box is 64.4 × 89.4 mm between its folds, where a ruler finds them."""
    with pypdfium2.PdfDocument(io.BytesIO(made.pdf)) as document:
        page = document[len(document) - 1]
        picture = page.render(scale=600 / 72).to_pil().convert("L")
    front = next(panel for panel in NET.panels if panel.name == "front")
    row = round((front.y + front.height + 300) / 100 / 25.4 * 600)  # through the floor, whose edges are cut
    found = [at * 25.4 / 600 for at in strokes(picture, row)]
    left, right = (min(found, key=lambda at, x=x: abs(at - x / 100)) for x in (front.x, front.x + front.width))
    assert right - left == pytest.approx(64.4, abs=0.1)


def test_words_of_every_script_and_giant_words_stay_on_their_pages(renderer) -> None:  # type: ignore[no-untyped-def]
    """On Letter, with the most that a deck can say of itself: one cover, all words there, none beyond the edge."""
    from cards.printing.sealed.extra_pages import draw_extra_pages

    giant = Heading("Q" * 80, "Draft, 1 May 2026", "en")
    hebrew, russian = Heading("מלחמות החלקה", "Draft, 1 May 2026", "he"), Heading("Огородные войны", "Draft", "ru")
    wanted = (
        Cover(giant, (Fact("Cards", "0"),), "Q" * 600, "apart", "none", ("the rules", "tokens", "a box to fold")),
        RulesSheet(giant, rules=(RuleWords(1, "Q" * 80, "Q" * 1500),), cards=(ContentsLine("1", "Q" * 80, "", 99),)),
        TokenSheet(giant, (TokenPiece("Q" * 60, "#ffffff", 2),), (CounterPiece("Q" * 60, -2000, 9999, -17, 1),)),
        RulesSheet(hebrew, rules=(RuleWords(1, "התערוכה", "העז אוכלת **ירק** אחד."),)),
        RulesSheet(russian, rules=(RuleWords(1, "Выставка", "В конце раунда игрок берёт розетку."),)),
        Cover(Heading("", "Draft", ""), ()),
    )
    drawn = draw_extra_pages(wanted, renderer, layout_for("letter", "poker"), 0)
    assert drawn.counts == (1, 2, 1, 1, 1, 1)
    with pypdfium2.PdfDocument(io.BytesIO(drawn.pdf)) as document:
        for page in document:
            text = page.get_textpage()
            wide = page.get_width()
            boxes = [text.get_rect(at) for at in range(text.count_rects())]
            assert min(box[0] for box in boxes) > 28 and max(box[2] for box in boxes) < wide - 28
            assert min(box[1] for box in boxes) > 28
        words = ["".join(page.get_textpage().get_text_range().split()) for page in document]
    assert words[0].count("Q") == 680 and words[1].count("Q") + words[2].count("Q") == 80 + 80 + 1500 + 80
    assert "העזאוכלתירקאחד" in words[4] and "игрокберётрозетку" in words[5]


GERMAN = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"


def test_a_long_word_of_a_title_is_parted_where_its_language_parts_it_beside_the_code(renderer) -> None:  # type: ignore[no-untyped-def]
    from cards.printing.sealed.extra_pages import draw_extra_pages

    sheet = RulesSheet(
        Heading(GERMAN, "Version 7, 21 November 2026", "de"), address="https://cards.example.org/decks/x/"
    )
    drawn = draw_extra_pages((sheet,), renderer, layout_for("a4", "poker"), 8)
    with pypdfium2.PdfDocument(io.BytesIO(drawn.pdf)) as document:
        page = document[0].get_textpage()
        at = {letter: page.get_charbox(page.get_text_range().index(letter)) for letter in ("R", "V")}
        title = page.get_text_range().partition("VERSION")[0]
    assert title.split()[-2:] == ["Rindfleischetikettierungsüberwachungsaufgaben\u2010", "übertragungsgesetz"]
    assert at["R"][3] > (297 - 20) / 25.4 * 72, "the title stands beside the code, not below it"
