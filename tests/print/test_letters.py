"""What people write besides basic Latin comes out as ink of our own fonts in all four designs; titles never vanish."""

from __future__ import annotations

import io
from pathlib import Path
from typing import get_args

import pikepdf
import pytest
from fontTools.ttLib import TTFont

from cards.face.face import Face
from cards.face.letters import NOTHING, undrawable_of
from cards.face.measures import Frame
from cards.printing.queue.values import Item
from tests.print.conftest import job
from tests.print.letters import SCRIPTS, faces
from tests.print.reading import cards_inked

FORMLESS = set(" \u200d\ufe0f🏽\u20e3")  # of a key the frame is drawn


class Shown:
    """Every glyph that a file shows: what its font says it is, and whether the font has an outline for it."""

    def __init__(self, pdf: bytes) -> None:
        self.inked: set[str] = set()
        self.fonts: set[str] = set()
        with pikepdf.open(io.BytesIO(pdf)) as file:
            for font in (thing for thing in file.objects if isinstance(thing, pikepdf.Dictionary)):
                if font.get("/Type") == "/Font" and font.get("/Subtype") == "/Type0":
                    self._read(font)

    def _read(self, font: pikepdf.Dictionary) -> None:
        self.fonts.add(str(font.BaseFont).partition("+")[2])
        with TTFont(io.BytesIO(font.DescendantFonts[0].FontDescriptor.FontFile2.read_bytes())) as program:
            glyf, order = program["glyf"], program.getGlyphOrder()
            box = glyf[order[0]]
            for line in font.ToUnicode.read_bytes().decode("ascii").splitlines():
                if line.startswith("<") and line.count("<") == 2:
                    code, text = (bit.strip("<> ") for bit in line.split("> <"))
                    number = int(code, 16)
                    if 0 < number < len(order) and glyf[order[number]].numberOfContours and glyf[order[number]] != box:
                        self.inked |= set(bytes.fromhex(text).decode("utf-16-be"))


@pytest.fixture(scope="module", params=get_args(Frame))
def printed(request: pytest.FixtureRequest, inside, tmp_path_factory) -> tuple[Frame, bytes]:  # type: ignore[no-untyped-def]
    items = tuple(Item(face, False, str(n), "Letters · draft") for n, face in enumerate(faces(), 1))
    press = inside(tmp_path_factory.mktemp("letters"), 1)
    return request.param, press.print_sheets(job(items, frame=request.param))


def test_every_letter_people_write_is_inked_by_our_own_fonts(printed: tuple[Frame, bytes]) -> None:
    shown = Shown(printed[1])
    for name, letters in SCRIPTS.items():
        missing = {letter for letter in set(letters) - FORMLESS if letter not in shown.inked}
        assert not missing, f"{name} in {printed[0]}: {''.join(sorted(missing))}"
    assert "\u20e3" not in shown.inked, "the empty frame of a key beside its digit"
    assert shown.fonts and not any("DejaVu" in name for name in shown.fonts), shown.fonts


def test_nothing_of_it_is_said_to_be_undrawable() -> None:
    assert [undrawable_of(face, NOTHING) for face in faces()] == [()] * len(SCRIPTS)


@pytest.mark.parametrize("frame", get_args(Frame))
def test_a_title_no_font_has_leaves_ink_and_an_emoji_no_gap(frame: Frame, inside, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Beside a card without a title's letters: only the title differs."""
    titles = ("\u2003", "\U00013000\U00013001\U00013002", "🎉", "山山山")
    items = tuple(Item(Face(title, "Thing", "One text."), False, "1", "Goat") for title in titles)
    cards = cards_inked(inside(tmp_path, 1).print_sheets(job(items, frame=frame)))
    tops = [card[: len(card) // 7] for card in cards[: len(titles)]]
    dark = [sum(point < 128 or point > 250 and frame == "classic" for point in top) for top in tops]
    for title, ink in zip(titles[1:], dark[1:], strict=True):
        assert abs(ink - dark[0]) > 20, (title, frame, dark)
