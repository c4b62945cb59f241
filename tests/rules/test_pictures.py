"""What is drawn beside words: a doodle's strokes, an ornament that stays its title's own, colours that can be read."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from itertools import product
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.face.colour import readable, tinted, written_on
from cards.face.doodle import BARE, PAD_WIDTH, TALLEST, TOOLS, doodle_svg, stroke_path
from cards.face.drawn import draw_face
from cards.face.face import Face, Kind, Stroke
from cards.face.ornament import INKS, SIDE, ornament

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5600 3500">'
PEN, FELT = Stroke("pen", "#aa0000", (0, 0, 400, 0)), Stroke("felt", "#e2b23c", (500, 600, 700, 800))
DOT, BARE_DOT = Stroke("pen", "#aa0000", (100, 200)), Stroke("pen", BARE, (100, 200))
LINE = "M0 -14q134 -12 200 -12t133 6l67 6a14 14 0 0 1 0 28q-134 12 -200 12t-133 -6l-67 -6a14 14 0 0 1 0 -28z"


def inked(stroke: Stroke, ink: str = "#1f2a4a", veil: str = "") -> str:
    return f'<path d="{stroke_path(stroke)}" fill="{ink}"{veil}/>'


RED, BLACK = inked(PEN, "#aa0000"), inked(PEN, "#000000")


@pytest.mark.parametrize(
    ("strokes", "coloured", "black"),
    [
        ((), "", ""), ((PEN,), RED, BLACK),
        ((PEN, FELT), inked(FELT, "#e2b23c", ' fill-opacity="0.42"') + RED, BLACK),
        ((replace(PEN, ink="red"),), inked(PEN), BLACK), ((replace(PEN, ink="#aa0000\n"),), inked(PEN), BLACK),
        ((replace(PEN, points=(1,)), PEN), RED, BLACK), ((replace(PEN, points=(0, 0, 400, 0, 7)),), RED, BLACK),
        ((replace(PEN, points=(-1, -9, 5601, 0)),), inked(replace(PEN, points=(0, 0, 5600, 0)), "#aa0000"),
         inked(replace(PEN, points=(0, 0, 5600, 0)), "#000000")),
    ],
)  # fmt: skip
def test_a_doodle_is_drawn_stroke_by_stroke_felt_under_pen_and_in_black_without_felt(
    strokes: tuple[Stroke, ...], coloured: str, black: str
) -> None:
    assert doodle_svg(strokes) == f"{HEAD}{coloured}</svg>"
    assert doodle_svg(strokes, is_black=True) == f"{HEAD}{black}</svg>"


def test_a_stroke_is_the_shape_its_ink_leaves() -> None:
    assert stroke_path(PEN) == LINE
    assert stroke_path(replace(PEN, points=(0, 0, 5, 5, 200, 0, 300, 0, 400, 0))).count("t") == 2
    assert stroke_path(DOT) == "M53 200a47 47 0 0 1 94 0a47 47 0 0 1 -94 0z"
    assert stroke_path(replace(DOT, points=(100, 200) * 9)) == stroke_path(DOT)
    assert stroke_path(replace(DOT, tool="felt")).startswith("M-20 200a120 120 ")
    assert stroke_path(replace(DOT, tool="felt", width=100)).startswith("M50 200a50 50 ")


def radii(path: str) -> list[int]:
    return [int(radius) for radius in re.findall(r"a(\d+)", path)]


def test_pressure_widens_a_line_and_a_sharp_turn_is_round() -> None:
    corner = (0, 0, 400, 0, 400, 400)
    assert [path.count("z") for path in (stroke_path(replace(PEN, points=corner)), LINE)] == [2, 1]
    light, usual, firm = (
        max(radii(stroke_path(replace(PEN, points=corner, pressure=(felt,) * 3)))) for felt in (0, 50, 100)
    )
    assert (light, usual, firm) == (17, 38, 59)


def test_bare_paper_hides_what_lies_under_it_and_nothing_drawn_later() -> None:
    bare, dot = inked(BARE_DOT, BARE), inked(DOT, "#aa0000")
    assert doodle_svg((PEN, BARE_DOT, DOT)) == f"{HEAD}{RED}{bare}{dot}</svg>"
    assert doodle_svg((PEN, BARE_DOT), is_black=True) == f"{HEAD}{BLACK}{bare}</svg>"
    under = replace(BARE_DOT, tool="felt")
    assert doodle_svg((PEN, FELT, under)).endswith(f"{inked(under, BARE)}{RED}</svg>")
    assert doodle_svg((under,), is_black=True) == f"{HEAD}</svg>"


def test_strokes_of_one_ink_that_follow_each_other_are_one_shape() -> None:
    assert doodle_svg((PEN, FELT, DOT)).count("<path") == 2
    assert f'd="{stroke_path(PEN)}{stroke_path(DOT)}" fill="#aa0000"' in doodle_svg((PEN, FELT, DOT))


def test_a_drawing_is_never_cut_below_but_made_smaller() -> None:
    deep = replace(PEN, points=(0, 0, 0, 9999))
    sizes = [(PEN, -1), (deep, -1), (PEN, 2), (deep, 2), (PEN, 6), (deep, 6)]
    heights = [re.findall(r'viewBox="0 0 5600 (\d+)"', doodle_svg((one,), lines=lines)) for one, lines in sizes]
    assert heights == [["3500"], ["4200"], ["1400"], ["4200"], ["4200"], ["4200"]]


@given(
    st.lists(st.tuples(st.integers(-2000, 12_000), st.integers(-2000, 12_000)), min_size=1, max_size=30),
    st.sampled_from(["pen", "felt"]), st.booleans(), st.integers(0, 600),
)  # fmt: skip
def test_any_points_become_ink_that_keeps_to_its_points(
    points: list[tuple[int, int]], tool: Literal["pen", "felt"], is_felt: bool, width: int
) -> None:
    numbers = tuple(number for point in points for number in point)
    pressure = tuple(abs(x) % 101 for x, _ in points) if is_felt else ()
    path = stroke_path(Stroke(tool, "#000000", numbers, pressure, width))
    assert re.fullmatch(r"(?:M-?\d+ -?\d+(?:[lt]-?\d+ -?\d+|[qa][-\d ]+)+z)+", path)
    x, y = 0.0, 0.0
    near = max(width or TOOLS[tool].width, 4) * (0.5 + TOOLS[tool].give) + 4
    for letter, said in re.findall(r"([Mltqa])([-\d ]+)", path):
        *_, to_x, to_y = map(int, said.split())
        x, y = (to_x, to_y) if letter == "M" else (x + to_x, y + to_y)
        assert -near <= x <= PAD_WIDTH + near and -near <= y <= TALLEST + near


# The digest of many ornaments of each kind. A card keeps its ornament for as long as it keeps its name, whichever
# release draws it: what changes these changes cards that lie on tables.
KEPT: dict[Kind, str] = {
    "thing": "cb85d48f9f6e5c9b", "action": "8f1efd823b257144", "rule": "a2752fbb109b0af0", "other": "7dcff02603e98e38",
}  # fmt: skip


@pytest.mark.parametrize("kind", KEPT)
def test_an_ornament_is_what_it_was_of_every_title(kind: Kind) -> None:
    every = [ornament(f" Title {n}", kind, rows) for n, rows in product(range(24), (1, 2, 5))]
    every += [ornament(f"Title {n}", kind, 4, 3, "#123456") for n in range(12)]
    shapes = re.sub(r' stroke="#[0-9a-f]{6}" stroke-width="[0-9.]+"', "", "".join(every))
    assert hashlib.sha256(shapes.encode()).hexdigest()[:16] == KEPT[kind]


def test_an_ornament_is_as_large_as_it_is_asked_for_and_in_the_ink_of_its_kind_or_its_own() -> None:
    assert 'viewBox="0 0 560 350"' in ornament("Slug", "thing", 5) and 'fill="#1b4b8a"' in ornament("Slug", "thing", 5)
    assert 'viewBox="0 0 210 140"' in ornament("Slug", "thing", 2, 3) and SIDE == 70
    assert set(re.findall(r'fill="([^"]+)"', ornament("Slug", "rule", 3, ink="#123456"))) == {"#123456"}
    assert ornament("SLUG ", "thing", 3) == ornament("slug", "thing", 3)


def inks_of(svg: str) -> set[str]:
    return set(re.findall(r"#[0-9a-f]{6}", svg))


def test_cards_of_one_trait_share_a_tint_and_those_of_another_have_another() -> None:
    things = {trait: [draw_face(Face(f"Card {n}", f"Thing{trait}")) for n in range(12)]
              for trait in ("", " — Space", " — Magic", " — Ghost", " — Goal")}  # fmt: skip
    inks = {trait: {ink for card in cards for ink in inks_of(card.picture.svg)} for trait, cards in things.items()}  # type: ignore[union-attr]
    assert inks[""] == {INKS["thing"]} and all(len(found) == 1 for found in inks.values())
    assert len(set.union(*inks.values())) == len(inks), "five piles that nobody takes for one"
    for found in inks.values():
        assert all(contrast_to_white(ink) >= 5.6 for ink in found)
    assert len({card.picture.svg for cards in things.values() for card in cards}) == 5 * 12, (
        "and no two cards are alike"
    )  # type: ignore[union-attr]


def test_a_kind_of_the_deck_s_own_tints_by_its_word_and_a_colour_that_was_voted_is_tinted_too() -> None:
    ghost, magic = (draw_face(Face("Veil", kind)).picture for kind in ("Ghost", "Magic"))
    assert ghost and magic and inks_of(ghost.svg) != inks_of(magic.svg)
    plain, kin = (draw_face(Face("Veil", words, colour="#2c62a8")).picture for words in ("Thing", "Thing — Space"))
    assert plain and kin and inks_of(plain.svg) == {readable("#2c62a8")} != inks_of(kin.svg)


def test_only_the_first_trait_decides_and_case_does_not() -> None:
    drawn = {
        draw_face(Face("Veil", words)).picture for words in ("Thing — Pest", "Thing — pest, Wet", "Thing — Pest ,x")
    }
    assert len(drawn) == 1


def test_where_ink_is_saved_an_ornament_is_outlines_alone_in_what_the_words_leave() -> None:
    for frame in ("saver", "classic"):
        art = draw_face(Face("Veil", "Thing — Space", "Falls."), frame=frame).picture  # type: ignore[arg-type]
        assert art and art.kind == "ornament" and set(re.findall(r'fill="(.*?)"', art.svg)) == {"none"}
        assert inks_of(art.svg) == ({"#000000"} if frame == "saver" else {tinted(INKS["thing"], "Thing — Space")})
        long = Face("Veil", "Thing", "A word and a word. " * 21)
        assert draw_face(long, frame=frame).fit <= draw_face(long).fit, "no letter is smaller for it"  # type: ignore[arg-type]


def contrast_to_white(colour: str) -> float:
    """WCAG's relative luminance, written down again."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 1.05 / (0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] + 0.05)


GRID = [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in product((0, 9, 60, 119, 130, 200, 255), repeat=3)]


def test_a_frame_is_darkened_no_more_than_its_letters_need() -> None:
    for colour in GRID:
        parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
        while contrast_to_white("#{:02x}{:02x}{:02x}".format(*parts)) < 5.6:
            parts = [part * 15 // 16 for part in parts]
        assert readable(colour) == "#{:02x}{:02x}{:02x}".format(*parts), colour
        assert written_on(colour) == ("#ffffff" if contrast_to_white(colour) >= 3.6 else "#171a21"), colour
