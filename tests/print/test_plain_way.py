"""The plain way and the fast way say the same: pages, words and where they stand, and every point of a picture.

Both files are read by pdfium, which draws and writes nothing of ours.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from cards.face.picture import Picture
from cards.printing.geometry.finish import SheetFinish
from cards.printing.geometry.layouts import arranged, layout_for
from cards.printing.geometry.papers import A4, LETTER
from cards.printing.queue.plain import printed_plainly
from cards.printing.queue.press import Press
from cards.printing.queue.requests import keys_of
from cards.printing.queue.values import Item, Job
from cards.printing.shared.pieces import CardBack
from tests.layers import kinds, without
from tests.picture_files import halves, written
from tests.print import matrix
from tests.print.alike import letters, look_alike
from tests.print.beside import WANTED
from tests.print.conftest import FACES, RULE, items_of, job
from tests.print.fitting import FOREIGN

MANY = (*items_of((*FACES, *FOREIGN), 2), Item(RULE, True, "§ 1", "Allotment Wars · 7"))
BACKS = tuple(CardBack("plain", title=title) for title in ("Ada", "Огород"))
BACKED = tuple(replace(item, back=BACKS[n % 2]) for n, item in enumerate(MANY))
JOBS = {
    "every card twice, pages beside": job(MANY, before=WANTED[:2], after=WANTED[2:], language="en"),
    "backs behind, bleed, a test page": job(
        BACKED, layout=arranged(LETTER, "bridge", bleed=318), frame="hand", is_draft=True,
        finish=SheetFinish("lines", back_x=100, back_bleed=200, has_test_page=True, whose="Ядвига"),
    ),
    "folded": job(BACKED[:5], layout=arranged(A4, "poker", is_folded=True), frame="saver"),
    "backs apart": job(
        BACKED[:12], layout=layout_for("a4", "mini"), frame="classic", finish=SheetFinish(backing="apart"),
    ),
}  # fmt: skip


@pytest.fixture
def pictured(tmp_path: Path) -> Job:
    """Cards that are not lines and letters alone: a photograph, letters in colours."""
    goat, file = matrix.pictured(
        tmp_path, written(halves(1200, 800), quality=90), Picture("9" * 64, 1200, 800, (0, 0, 500, 1000))
    )
    shown = Item(goat, False, "1", "x", 12, file)
    return job((shown, *items_of(matrix.AWKWARD)))


def plainly(asked: Job, press: Press) -> bytes:
    """What the plain way makes of it, with a process of that press."""
    key_of = keys_of(asked)
    keys = {key_of(item): item for item in (*asked.items, *asked.backs)}
    header, files = printed_plainly(asked, keys, press._workers[0].ask)
    assert header == {"done": True, "faults": []}
    return files[0]


def pages(pdf: bytes) -> list[tuple[float, float]]:
    """How large each is, in pt."""
    with closing(pypdfium2.PdfDocument(io.BytesIO(pdf))) as document:
        return [tuple(round(length, 2) for length in page.get_size()) for page in document]


def marks(pdf: bytes) -> list[tuple[str, int]]:
    """Its bookmarks and where they lead."""
    with closing(pypdfium2.PdfDocument(io.BytesIO(pdf))) as document:
        return [(mark.get_title(), mark.get_dest().get_index()) for mark in document.get_toc()]


def places(pdf: bytes) -> Iterator[list[tuple[str, int, int]]]:
    """Of each page the letters with the lower left corner of their boxes, in quarters of a pt."""
    with closing(pypdfium2.PdfDocument(io.BytesIO(pdf))) as document:
        for page in document:
            text = page.get_textpage()
            found = ((text.get_text_range(n, 1), text.get_charbox(n)) for n in range(text.count_chars()))
            yield sorted((letter, round(4 * box[0]), round(4 * box[1])) for letter, box in found if letter.strip())


def say_the_same(one: bytes, other: bytes) -> None:
    assert pages(one) == pages(other) and marks(one) == marks(other)
    assert letters(one) == letters(other)
    for here, there in zip(places(one), places(other), strict=True):
        assert here == there
    assert look_alike(one, other)


@pytest.mark.parametrize("name", JOBS)
def test_both_ways_say_the_same(inside: Callable[..., Press], tmp_path: Path, name: str, caplog) -> None:
    press = inside(tmp_path, 1)
    say_the_same(press.print_sheets(JOBS[name]), plainly(JOBS[name], press))
    assert "plainly" not in caplog.text


def test_both_ways_say_the_same_of_pictures_and_letters_in_colours(
    inside: Callable[..., Press], tmp_path: Path, pictured: Job
) -> None:
    press = inside(tmp_path, 1)
    say_the_same(press.print_sheets(pictured), plainly(pictured, press))


def test_without_any_layer_of_the_press_the_same_is_printed(inside: Callable[..., Press], tmp_path: Path) -> None:
    """The same bytes; but for sheets that are joined, which are another file that says the same."""
    press, asked = inside(tmp_path, 1), JOBS["backs apart"]
    whole = press.print_sheets(asked)
    layers = kinds()["the press"]
    assert len(layers) >= 12
    for name in layers:
        with without(name):
            again = press.print_sheets(asked)
        assert (again == whole) == (name != "sheets joined"), name
    with without(*layers):
        say_the_same(whole, press.print_sheets(asked))
