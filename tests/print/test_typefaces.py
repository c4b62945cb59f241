"""The fonts we ship: each file says of itself just the letters it has, on the screen and on paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

fonts = pytest.importorskip("fontTools.ttLib", reason="fonttools reads the font files")

from cards.printing.tools import typefaces  # noqa: E402

STATIC = Path(__file__).resolve().parents[2] / "static"
FACE = re.compile(r'@font-face\{font-family:"([^"]+)".*?url\(\.\./fonts/([^)]+)\).*?unicode-range:([^}]+)\}')


def faces(name: str) -> list[tuple[str, str, set[int]]]:
    """Family, file and promised letters of every rule of a style sheet, read from its text alone."""
    found = []
    for family, file, ranges in FACE.findall((STATIC / "css" / name).read_text()):
        letters: set[int] = set()
        for run in ranges.split(","):
            first, _, last = run.removeprefix("U+").partition("-")
            letters |= set(range(int(first, 16), int(last or first, 16) + 1))
        found.append((family, file, letters))
    return found


def letters_in(file: str) -> set[int]:
    with fonts.TTFont(STATIC / "fonts" / file) as font:
        return set(font["cmap"].getBestCmap())


@pytest.mark.parametrize("name", ["fonts.css", "fonts-paper.css"])
def test_a_range_promises_the_letters_of_its_file_and_no_other(name: str) -> None:
    assert len(faces(name)) > 35
    for _, file, promised in faces(name):
        assert promised <= letters_in(file), file
        assert letters_in(file) - promised <= {0x20, 0xA0, *range(0x300, 0x370)}, file


def test_the_style_sheets_are_those_of_the_files() -> None:
    assert typefaces.SCREEN.read_text() == typefaces.screen_css()
    assert typefaces.PAPER.read_text() == typefaces.paper_css()


def test_screen_and_paper_have_the_same_letters() -> None:
    screen: dict[str, set[int]] = {}
    for _, file, promised in faces("fonts.css"):
        whole = re.sub(r"\.\d+(?=\.woff2)", "", file)
        screen.setdefault(whole, set()).update(promised)
    assert screen == {file: promised for _, file, promised in faces("fonts-paper.css")}


def test_every_font_file_is_used_and_none_answers_to_anothers_name() -> None:
    used = {file for name in ("fonts.css", "fonts-paper.css") for _, file, _ in faces(name)}
    assert {path.name for path in (STATIC / "fonts").glob("*.woff2")} == used
    for family, file, _ in faces("fonts-paper.css"):
        with fonts.TTFont(STATIC / "fonts" / file) as font:
            names = {str(record) for record in font["name"].names if record.nameID in (1, 16)}
        is_ours = re.search(r"-latin-\d", file) or file.startswith("mansalva")
        assert names == {family} or is_ours, file


def test_no_font_draws_nothing_for_a_letter_it_lacks() -> None:
    for _, file, _ in faces("fonts-paper.css"):
        with fonts.TTFont(STATIC / "fonts" / file) as font:
            assert font["glyf"][font.getGlyphOrder()[0]].numberOfContours, file


def test_the_stacks_of_the_card_name_the_stand_ins_in_the_order_they_are_measured() -> None:
    css = (STATIC / "css" / "card.css").read_text()
    rest = re.search(r"--cf-rest: ([^;]+);", css)
    assert rest
    for face, stack in (("display", "display"), ("display-italic", "italic"), ("text", "sans"), ("gothic", "gothic"), ("hand", "hand")):  # fmt: skip # noqa: E501
        found = re.search(rf"--cf-{stack}: ([^;]+);", css)
        assert found
        named = re.findall(r'"([^"]+)"', found[1].replace("var(--cf-rest)", rest[1]))
        family_of = {one.stem: one.family for one in typefaces.TYPEFACES}
        measured = dict.fromkeys(family_of[stem] for stem in typefaces.STAND_INS[face])
        assert [family for family in named if family in measured] == list(measured), face


def test_every_family_has_its_licence_and_stands_on_the_page_of_licences() -> None:
    page = (STATIC.parent / "templates" / "studio" / "licences_body.html").read_text()
    told = (STATIC / "fonts" / "README.md").read_text()
    for family in {one.family.removesuffix(" Ext") for one in typefaces.TYPEFACES}:
        row = re.search(rf"^\| {family} +\|.*`(LICENSE-[^`]+)` +\|$", told, re.MULTILINE)
        assert family in page and row, family
        assert "Copyright" in (STATIC / "fonts" / row[1]).read_text()[:2000], family
