"""The fonts we ship: each file says of itself just the letters it has, on the screen and on paper."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

fonts = pytest.importorskip("fontTools.ttLib", reason="fonttools reads the font files")

from fontTools.varLib import instancer  # noqa: E402

from cards.printing.tools import meanwhile, typefaces  # noqa: E402

STATIC = Path(__file__).resolve().parents[2] / "static"
FACE = re.compile(
    r'@font-face\{font-family:"([^"]+)";font-style:(\w+);font-weight:(\d+);.*?url\(\.\./fonts/([^)]+)\).*?'
    r"unicode-range:([^}]+)\}"
)


def faces(name: str) -> list[tuple[str, str, set[int]]]:
    """Family, file and promised letters of every rule of a style sheet, read from its text alone."""
    return [(family, file, letters) for (family, *_), file, letters in styles(name)]


def styles(name: str) -> list[tuple[tuple[str, str, int], str, set[int]]]:
    """The same with what CSS chooses a rule by: family, style and weight."""
    found = []
    for family, style, weight, file, ranges in FACE.findall((STATIC / "css" / name).read_text()):
        letters: set[int] = set()
        for run in ranges.split(","):
            first, _, last = run.removeprefix("U+").partition("-")
            letters |= set(range(int(first, 16), int(last or first, 16) + 1))
        found.append(((family, style, int(weight)), file, letters))
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


def test_screen_and_paper_have_the_same_letters_and_the_screen_each_in_one_file() -> None:
    screen: dict[tuple[str, str, int], set[int]] = {}
    for style, file, promised in styles("fonts.css"):
        assert not is_ours(style[0]) or not screen.get(style, set()) & promised, file
        screen.setdefault(style, set()).update(promised)
    assert screen == {style: promised for style, _, promised in styles("fonts-paper.css")}


@pytest.mark.parametrize("style", [one[0] for one in styles("fonts-paper.css") if "-latin-ext-" not in one[1]][:10])
def test_what_the_screen_has_of_our_own_styles_is_what_paper_has(style: tuple[str, str, int]) -> None:
    """Letter by letter as wide and of the same outline, to a thousandth of an em: so the files that are
    made from others are those of the files that they are made from."""
    [whole] = [fonts.TTFont(STATIC / "fonts" / file) for one, file, _ in styles("fonts-paper.css") if one == style]
    units = whole["head"].unitsPerEm
    for _, file, promised in [one for one in styles("fonts.css") if one[0] == style]:
        part = fonts.TTFont(STATIC / "fonts" / file)
        assert ("fvar" in part) == file.endswith("-weights.woff2")
        if "fvar" in part:
            part = instancer.instantiateVariableFont(part, {"wght": style[2]})
        assert part["head"].unitsPerEm == units
        for table, names in (("hhea", ("ascent", "descent", "lineGap")), ("OS/2", ("sTypoAscender", "sTypoDescender"))):
            assert all(getattr(part[table], name) == getattr(whole[table], name) for name in names), file
        of_whole, of_part = whole.getBestCmap(), part.getBestCmap()
        for code in promised:
            wide, as_whole = part["hmtx"][of_part[code]][0], whole["hmtx"][of_whole[code]][0]
            assert abs(wide - as_whole) <= units / 1000, (file, chr(code))
            drawn = [outline(font, cmap[code]) for font, cmap in ((part, of_part), (whole, of_whole))]
            assert len(drawn[0]) == len(drawn[1]), (file, chr(code))
            off = [abs(a - b) for one, other in zip(*drawn, strict=True) for a, b in zip(one, other, strict=True)]
            assert max(off, default=0) <= units * 1.1 / 1000, (file, chr(code))  # rounded twice


def outline(font: Any, glyph: str) -> list[tuple[float, float]]:
    return list(font["glyf"][glyph].getCoordinates(font["glyf"])[0])


def test_a_page_in_english_asks_for_few_and_small_files() -> None:
    """All ten styles of ours, with what stands around English words: six files. Five of them, 93 kB, are those of the
    front page (docs/performance.md)."""
    english = {*range(0x20, 0x7F), 0xA0, *map(ord, "–—‘’“”…·×−«»©§")}
    asked = {file for (family, *_), file, promised in styles("fonts.css") if promised & english and is_ours(family)}
    assert len(asked) == 6, asked
    assert sum((STATIC / "fonts" / file).stat().st_size for file in asked) <= 104_000


def is_ours(family: str) -> bool:
    return family in ("Besley", "Atkinson Hyperlegible Next", "League Gothic", "Mansalva")


def test_every_font_file_is_used_and_none_answers_to_anothers_name() -> None:
    used = {file for name in ("fonts.css", "fonts-paper.css") for _, file, _ in faces(name)}
    assert {path.name for path in (STATIC / "fonts").glob("*.woff2")} == used
    for family, file, _ in faces("fonts-paper.css"):
        with fonts.TTFont(STATIC / "fonts" / file) as font:
            names = {str(record) for record in font["name"].names if record.nameID in (1, 16)}
        has_a_style = re.search(r"-latin-\d", file) or file.startswith("mansalva")
        assert names == {family} or has_a_style, file


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


MEANWHILE = re.compile(
    r'@font-face\{font-family:"(.+) on ([\w ]+)";font-style:(\w+);font-weight:(\d+);src:(local\("[^"]+"\),?)+;'
    r"size-adjust:([\d.]+)%;ascent-override:([\d.]+)%;descent-override:([\d.]+)%;line-gap-override:0%;"
)


def test_what_stands_until_our_letters_have_come_is_as_wide_and_high_as_they() -> None:
    """Of each of our ten styles, for Windows, Apple and Linux, and for Android; last in the stacks: it stands for
    no other letters."""
    found = MEANWHILE.findall((STATIC / "css" / "fonts.css").read_text())
    assert len(found) == 20
    files = {style: file for style, file, _ in styles("fonts-paper.css")}
    for family, kind, style, weight, _, size, up, down in found:
        with fonts.TTFont(STATIC / "fonts" / files[family, style, int(weight)]) as font:
            ours = meanwhile.width(font, is_capital=family == "League Gothic")
            metrics, em = font["hhea"], font["head"].unitsPerEm
            instead = [one for pair in meanwhile.INSTEAD[family, style == "italic"] for one in pair if one.kind == kind]
            theirs = instead[int(weight) > 500]
            is_wide = theirs.capital if family == "League Gothic" else theirs.width
            assert is_wide * float(size) / 100 == pytest.approx(ours, rel=1e-3), (family, kind)
            assert float(up) * float(size) / 1e4 == pytest.approx(metrics.ascent / em, rel=1e-3)
            assert float(down) * float(size) / 1e4 == pytest.approx(-metrics.descent / em, rel=1e-3)
    tokens = (STATIC / "css" / "tokens.css").read_text()
    for family, kinds in {family: [kind for one, kind, *_ in found if one == family] for family, *_ in found}.items():
        last = r",\s*".join(f'"{family} on {kind}"' for kind in dict.fromkeys(kinds))
        assert re.search(rf'"{family}",[^;]*var\(--more-letters\),\s*{last},[\s\w,-]+;', tokens), family


def test_every_family_has_its_licence_and_stands_on_the_page_of_licences() -> None:
    page = (STATIC.parent / "templates" / "studio" / "licences_body.html").read_text()
    told = (STATIC / "fonts" / "README.md").read_text()
    for family in {one.family.removesuffix(" Ext") for one in typefaces.TYPEFACES}:
        row = re.search(rf"^\| {family} +\|.*`(LICENSE-[^`]+)` +\|$", told, re.MULTILINE)
        assert family in page and row, family
        assert "Copyright" in (STATIC / "fonts" / row[1]).read_text()[:2000], family
