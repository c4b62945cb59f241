"""The test page: what its combs say makes good what a printer does."""

from __future__ import annotations

import io
from itertools import product

import pikepdf
import pypdfium2
import pytest

from cards.printing.geometry.alignment import WORDS_ABOVE, combs, cross
from cards.printing.geometry.finish import SheetFinish
from cards.printing.geometry.layouts import arranged
from cards.printing.geometry.papers import A4, LETTER, PAPERS
from cards.printing.queue.press import Press
from tests.print.conftest import FACES, items_of, job

MM = 25.4 / 72


def test_the_number_at_the_cross_moves_backs_to_where_they_belong() -> None:
    """For every paper, either way it lies and is turned over, and whatever the printer is off by."""
    for paper in (lying for one in PAPERS.values() for lying in (one, one.turned)):
        (upright, level), (across, down) = cross(paper), combs(paper)
        for flip, off_x, off_y in product(("left", "top"), range(-500, 501, 250), (-500, -50, 0, 300)):
            x = paper.width - upright.x0 if flip == "left" else upright.x0  # where the cross shines through
            y = level.y0 if flip == "left" else paper.height - level.y0
            (right,) = (tick.value for tick in across if tick.line.x0 + off_x == x)
            (lower,) = (tick.value for tick in down if tick.line.y0 + off_y == y)
            assert (right + off_x, lower + off_y) == (0, 0)


def test_it_stands_before_the_sheets_on_two_pages_with_its_numbers_in_place(press: Press) -> None:
    plain = job(items_of(FACES[:1]), layout=arranged(LETTER, "poker"))
    asked = job(items_of(FACES[:1]), layout=arranged(LETTER, "poker"), finish=SheetFinish(has_test_page=True))
    pdf = press.print_sheets(asked)
    assert press.print_sheets(asked) == pdf
    document, bare = pypdfium2.PdfDocument(pdf), pypdfium2.PdfDocument(press.print_sheets(plain))
    assert len(document) == len(bare) + 2
    assert document[2].render(scale=1).to_pil().tobytes() == bare[0].render(scale=1).to_pil().tobytes()
    assert [mark.get_title() for mark in document.get_toc()] == ["Test page", "Sheet 1"]
    front = document[0].render(scale=10 * MM).to_pil().convert("L")  # 10 points a mm
    middle = front.width // 2, front.height // 2
    for x, y in ((middle[0], middle[1] - 250), (middle[0] - 250, middle[1])):
        assert front.crop((x - 2, y - 2, x + 3, y + 3)).getextrema()[0] < 200
    text = document[1].get_textpage()
    for label, across in (("+2", 2), ("-4", -4)):
        first = text.search(label).get_next()
        assert first is not None
        left, bottom, right, top = text.get_charbox(first[0] + 1)
        x = (left + right) / 2 * MM - LETTER.width / 200
        assert x == pytest.approx(across, abs=1.2), label
    with pikepdf.open(io.BytesIO(pdf)) as file:
        assert file.check_pdf_syntax() == []


def test_its_words_stay_on_every_paper() -> None:
    from cards.printing.sealed.lettering import embedded_font

    assert embedded_font("Atkinson Hyperlegible Next", 400).covers("“Shift to the right”+-0123456789%")
    assert all(min(paper.width, paper.height) / 2 > WORDS_ABOVE + 500 for paper in PAPERS.values())
    assert A4.turned.height / 2 > WORDS_ABOVE
