"""Registration marks and cut lines: frozen, because people keep the cut files they made.

The files kept here cut a side that two cards share twice; where lines lie, they hold.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cards.face.measures import CARD_SIZES
from cards.printing.geometry.cutting_machines import (
    CUTTERS,
    RegistrationMark,
    arranged_for_cutter,
    clear_of_marks,
    cut_svg,
    cutter_named,
    marks,
    to_type,
)
from cards.printing.geometry.papers import MARGIN, PAPERS
from cards.printing.geometry.sheets import FOOT_FALL, FOOT_RISE, TIGHT, beyond_foot, foot, places
from studio.kernel.messages import english
from studio.kernel.refusals import Refused

GOLDEN = Path(__file__).parent / "cutting_machines"
SVG = "{http://www.w3.org/2000/svg}"
FROZEN = [(cutter, paper) for cutter, paper in product(CUTTERS, ("a4", "letter", "a3", "tabloid"))]


@pytest.mark.parametrize("cutter, paper", FROZEN, ids=["-".join(one) for one in FROZEN])
def test_a_sheet_for_a_machine_is_as_it_was_when_people_made_their_cut_files(cutter: str, paper: str) -> None:
    machine = CUTTERS[cutter]
    made = cut_svg(arranged_for_cutter(machine, PAPERS[paper], "poker"), machine)
    kept = (GOLDEN / f"{cutter}-{paper}-poker.svg").read_text()
    now, then = ElementTree.fromstring(made), ElementTree.fromstring(kept)
    strokes = [{stroke for cut in _cuts(drawn) for stroke in _strokes(cut)} for drawn in (now, then)]
    assert strokes[0] == strokes[1]
    assert now.attrib == then.attrib and made.partition('<g id="marks"')[2] == kept.partition('<g id="marks"')[2]


def test_the_marks_are_a_square_of_5_mm_and_two_angles_of_20_mm_10_mm_inside_the_paper() -> None:
    assert marks(CUTTERS["silhouette"], PAPERS["a4"]) == (
        RegistrationMark(1000, 1000, 500, 500),
        RegistrationMark(18000, 1000, 2000, 30),
        RegistrationMark(19970, 1000, 30, 2000),
        RegistrationMark(1000, 28670, 2000, 30),
        RegistrationMark(1000, 26700, 30, 2000),
    )
    assert marks(CUTTERS["unmarked"], PAPERS["a4"]) == ()


def test_no_card_nor_its_bleed_comes_near_a_mark_and_the_paper_lies_upright() -> None:
    machine = CUTTERS["silhouette"]
    for paper, size, bleed in product(PAPERS, CARD_SIZES, (0, 318)):
        layout = arranged_for_cutter(machine, PAPERS[paper], size, bleed=bleed)
        assert not layout.is_landscape
        for mark, place in product(marks(machine, layout.paper), places(layout)):
            left, top = place.x - bleed - 100, place.y - bleed - 100
            right, bottom = place.x + layout.card.width + bleed + 100, place.y + layout.card.height + bleed + 100
            is_clear = mark.x >= right or mark.x + mark.width <= left or mark.y >= bottom
            assert is_clear or mark.y + mark.height <= top


def test_what_a_machine_s_program_must_be_told_is_what_its_marks_are() -> None:
    (square, across, down, *_), paper = marks(CUTTERS["silhouette"], PAPERS["a4"]), PAPERS["a4"]
    told = to_type(CUTTERS["silhouette"])
    assert told and english(told) == (
        f"Silhouette Studio, registration marks: inset {square.x / 100:g} mm, length {across.width / 100:g} mm, "
        f"thickness {across.height / 100:g} mm."
    )
    assert paper.width - across.x - across.width == across.y == square.x and down.height == across.width
    assert to_type(CUTTERS["unmarked"]) is None


def test_a_second_line_at_the_foot_lies_on_no_card_and_on_paper_that_is_printed() -> None:
    machine = CUTTERS["silhouette"]
    for paper, size, bleed in product(PAPERS, CARD_SIZES, (0, 200, 318)):
        layout = arranged_for_cutter(machine, PAPERS[paper], size, bleed=bleed)
        place = foot(layout, clear_of_marks(machine))
        assert place is not None
        baseline = place.baseline + beyond_foot(place, layout)
        if place.is_turned:  # words read upwards, left of the cards
            assert MARGIN <= baseline - FOOT_RISE and baseline + FOOT_FALL + TIGHT <= layout.left - bleed, (paper, size)
        else:
            assert layout.bottom + bleed + TIGHT <= baseline - FOOT_RISE, (paper, size)
            assert baseline + FOOT_FALL <= layout.paper.height - MARGIN, (paper, size)


@pytest.mark.parametrize("size", CARD_SIZES)
def test_a_card_that_shares_no_side_is_one_closed_cut_of_its_trim(size: str) -> None:
    machine = CUTTERS["unmarked"]
    layout = arranged_for_cutter(machine, PAPERS["a4"], size, gap=200)
    drawn = ElementTree.fromstring(cut_svg(layout, machine, 2))
    assert drawn.get("width") == f"{layout.paper.width / 100:g}mm"
    assert drawn.get("viewBox") == f"0 0 {layout.paper.width / 100:g} {layout.paper.height / 100:g}"
    cuts = _cuts(drawn)
    assert len(cuts) == min(2, layout.places) and not drawn.findall(f"{SVG}g[@id='marks']/*")
    for cut, place in zip(cuts, places(layout), strict=False):
        assert cut.startswith("M") and cut.endswith(" Z")
        points = [point for ends, _ in _strokes(cut) for point in ends]
        xs, ys = zip(*points, strict=True)
        assert (min(xs), max(xs)) == pytest.approx((place.x / 100, (place.x + layout.card.width) / 100))
        assert (min(ys), max(ys)) == pytest.approx((place.y / 100, (place.y + layout.card.height) / 100))


@pytest.mark.parametrize("size", CARD_SIZES)
def test_every_side_is_cut_once_also_where_two_cards_share_it(size: str) -> None:
    """What is cut of a whole sheet is what is cut of its cards one by one, and nothing of it twice."""
    machine = CUTTERS["unmarked"]
    layout = arranged_for_cutter(machine, PAPERS["a4"], size)
    drawn = _cuts(ElementTree.fromstring(cut_svg(layout, machine)))
    together = [stroke for cut in drawn for stroke in _strokes(cut)]
    alone = set()
    for place in places(layout):
        one = replace(layout, left=place.x, top=place.y, columns=1, rows=1)
        (cut,) = _cuts(ElementTree.fromstring(cut_svg(one, machine)))
        alone.update(_strokes(cut))
    assert len(together) == len(set(together)) and set(together) == alone
    assert len(drawn) == layout.places


def _cuts(drawn: ElementTree.Element) -> list[str]:
    return [path.get("d") or "" for path in drawn.findall(f"{SVG}g[@id='cut']/{SVG}path")]


def _strokes(path: str) -> list[tuple[frozenset[tuple[float, float]], bool]]:
    """Both ends of every stroke of M, L, H, V, A and Z, and whether it is an arc; none that goes nowhere."""
    found = []
    at = first = (0.0, 0.0)
    for letter, told in re.findall(r"([MLHVAZ])([^MLHVAZ]*)", path):
        numbers = [float(number) for number in told.split()]
        match letter:
            case "H":
                end = numbers[-1], at[1]
            case "V":
                end = at[0], numbers[-1]
            case "Z":
                end = first
            case _:
                end = numbers[-2], numbers[-1]
        if letter == "M":
            first = end
        elif end != at:
            found.append((frozenset((at, end)), letter == "A"))
        at = end
    return found


def test_a_machine_that_is_not_known_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        cutter_named("guillotine")
    assert refused.value.code == "print.cutter"
