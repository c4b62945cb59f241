"""The test page: what its combs say makes good what a printer does."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import product

import pikepdf
import pypdfium2
import pytest

from cards.printing.geometry.alignment import (
    LINE,
    REACH,
    STEP,
    WORDS_ABOVE,
    WORDS_BESIDE,
    WORDS_PT,
    WORDS_WIDE,
    CrossPlace,
    back_words,
    combs,
    cross,
    cross_places,
    front_words,
    typed_in,
)
from cards.printing.geometry.finish import SheetFinish
from cards.printing.geometry.layouts import arranged
from cards.printing.geometry.papers import A4, LETTER, PAPERS, Paper, paper_named
from cards.printing.queue.press import Press
from cards.printing.sealed.lettering import embedded_font
from tests.print.conftest import FACES, items_of, job

MM = 25.4 / 72


def read_at(at: CrossPlace, beside: CrossPlace, paper: Paper, flip: str, off: tuple[int, int]) -> tuple[int, int]:
    """What somebody types in who looks through the paper: the ticks of a back, off by so much there, at the cross."""
    (upright, level), (across, down) = cross(at), combs(beside)
    x = paper.width - upright.x0 if flip == "left" else upright.x0  # where the cross shines through
    y = level.y0 if flip == "left" else paper.height - level.y0
    (right,) = (tick.value for tick in across if tick.line.x0 + off[0] == x)
    (lower,) = (tick.value for tick in down if tick.line.y0 + off[1] == y)
    return right, lower


def behind(at: CrossPlace, paper: Paper, flip: str) -> CrossPlace:
    """The point of the back that lies behind one of the front."""
    x, y = (paper.width - at.x, at.y) if flip == "left" else (at.x, paper.height - at.y)
    (found,) = (other for other in cross_places(paper) if (other.x, other.y) == (x, y))
    return found


def test_the_number_at_the_cross_moves_backs_to_where_they_belong() -> None:
    """For every paper, either way it lies and is turned over, and whatever the printer is off by."""
    for paper in (lying for one in PAPERS.values() for lying in (one, one.turned)):
        middle, *corners = cross_places(paper)
        assert len(corners) == 4
        for flip, off_x, off_y in product(("left", "top"), range(-500, 501, 250), (-500, -50, 0, 300)):
            assert read_at(middle, behind(middle, paper, flip), paper, flip, (off_x, off_y)) == (-off_x, -off_y)


def test_paper_fed_askew_and_sides_of_two_sizes_are_read_at_the_corners_and_not_in_the_middle() -> None:
    """A back that is turned by half a degree, and one printed at 98 % of its front: what each corner says."""
    for flip in ("left", "top"):
        for moved in (lambda x, y: (-y * 0.0087, x * 0.0087), lambda x, y: (-x * 0.02, -y * 0.02)):
            told = {}
            for at in cross_places(A4):
                on_back = behind(at, A4, flip)
                x, y = moved(on_back.x - A4.width / 2, on_back.y - A4.height / 2)
                off = round(x / STEP) * STEP, round(y / STEP) * STEP
                told[at.x, at.y] = read_at(at, on_back, A4, flip, off)
            assert told.pop((A4.width // 2, A4.height // 2)) == (0, 0)
            assert all(any(abs(length) >= 50 for length in said) for said in told.values())
            assert len(set(told.values())) == 4, "each corner another number"


def test_it_says_how_far_crosses_are_apart_and_what_is_typed_in_now(press: Press) -> None:
    asked = job(items_of(FACES[:1]), layout=arranged(A4, "poker"), finish=SheetFinish(has_test_page=True))
    moved = replace(asked, finish=replace(asked.finish, back_x=130, back_y=-70))
    front, back = (
        page.get_textpage().get_text_range() for page in list(pypdfium2.PdfDocument(press.print_sheets(moved)))[:2]
    )
    corners = cross_places(A4)[1:]
    apart = (max(at.x for at in corners) - min(at.x for at in corners)) / 100
    said = " ".join(front.split())
    assert f"are {apart:g} mm apart. Where a ruler says {apart * 0.98:.1f} mm, the sheet was printed at 98 %" in said
    assert "Typed in now: +1.3 mm to the right, -0.7 mm down." in " ".join(back.split())
    pages = [pypdfium2.PdfDocument(press.print_sheets(one))[1].render(scale=4).to_pil() for one in (asked, moved)]
    scale = 4 / MM / 100
    for at in cross_places(A4):  # the short lines of what is typed in, and nothing where nothing is
        for line in typed_in(at, (130, -70)):
            x, y = ((line.x0 + line.x1) / 2 * scale, (line.y0 + line.y1) / 2 * scale)
            dark = [
                page.convert("L").crop((int(x) - 2, int(y) - 2, int(x) + 3, int(y) + 3)).getextrema()[0]
                for page in pages
            ]
            assert dark[0] > 200 > 100 > dark[1]


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


def test_its_words_stay_on_every_paper_between_crosses_and_combs() -> None:
    face = embedded_font("Atkinson Hyperlegible Next", 400)
    for paper in (lying for one in PAPERS.values() for lying in (one, one.turned)):
        middle, *corners = cross_places(paper)
        for words in (front_words(paper), back_words(paper, (-1000, 1000))):
            assert face.covers("".join(words))
            room = min(paper.width - 2 * WORDS_BESIDE, WORDS_WIDE)
            lines = sum(int(face.width(said, WORDS_PT) * 100 / (room * 0.9)) + 1 for said in words)
            first, last = middle.y - WORDS_ABOVE - 300, middle.y - WORDS_ABOVE + (lines - 1) * LINE + 100
            assert first > 500 and last < middle.y - max(middle.arm, middle.away + 700 + 400), (paper.name, lines)
            left = (paper.width - room) // 2
            for at in corners:
                beyond = at.away + 700 + 500  # of the combs and their numbers
                is_above = at.y + REACH + 100 < first or last < at.y - beyond
                is_beside = at.x + REACH + 100 < left or at.x - beyond > left + room
                assert is_above or is_beside, (paper.name, at)
            assert all(at.x - at.away - 700 - 500 > 500 and at.y - at.away - 700 - 400 > 500 for at in corners)


def test_a_small_paper_has_the_cross_in_its_middle_alone() -> None:
    small = paper_named("100x150")
    assert len(cross_places(small)) == 1
    assert not any(
        "corner" in words.casefold() or "apart" in words for words in (*front_words(small), *back_words(small, (0, 0)))
    )
