"""Imposition as geometry, for every paper (PRINT.md 4.3, 4.4)."""

from __future__ import annotations

import pytest

from cards.face.measures import CARD_SIZES
from cards.printing.geometry.papers import LAYOUTS, MARGIN, PAPERS, SheetLayout, layout_for
from cards.printing.geometry.sheets import FOOT_FALL, FOOT_RISE, backs, dealt, foot, guides, places


@pytest.fixture(params=sorted(LAYOUTS), ids="-".join)
def layout(request: pytest.FixtureRequest) -> SheetLayout:
    return LAYOUTS[request.param]


# Independent of the table: the sizes of the trade, and how many go on a sheet upright (PRINT.md 4.3).
TRIMS = {"poker": (6300, 8800), "mini": (4400, 6300), "tarot": (7000, 12000)}
COUNTS = {"poker": 9, "mini": 16, "tarot": 4}


def test_cards_of_every_size_touch_and_keep_the_margin(layout: SheetLayout) -> None:
    wide, high = TRIMS[layout.card.name]
    assert (layout.card.width, layout.card.height) == (wide, high)
    assert layout.places == COUNTS[layout.card.name]
    found = places(layout)
    assert len({(place.x, place.y) for place in found}) == layout.places
    assert {b.x - a.x for a, b in zip(found, found[1:], strict=False) if a.row == b.row} == {wide}
    assert {b.y - a.y for a, b in zip(found, found[layout.columns :], strict=False)} == {high}
    assert min(place.x for place in found) >= MARGIN and min(place.y for place in found) >= MARGIN
    assert layout.right <= layout.paper.width - MARGIN
    assert layout.bottom <= layout.paper.height - MARGIN


def test_every_paper_has_a_sheet_for_every_size_and_nothing_else_is_taken_for_one() -> None:
    assert {(paper, size) for paper in PAPERS for size in CARD_SIZES} == set(LAYOUTS)
    for paper, size in (("a4", "jumbo"), ("foolscap", "poker")):
        with pytest.raises(KeyError):
            layout_for(paper, size)  # type: ignore[arg-type]


def test_a4_is_the_template_of_the_trade() -> None:
    assert (layout_for("a4", "poker").left, layout_for("a4", "poker").top) == (1050, 1000)


def test_cards_lie_in_the_middle_between_left_and_right(layout: SheetLayout) -> None:
    assert layout.left == layout.paper.width - layout.right


def test_guides_are_outside_the_trim_and_inside_the_margin(layout: SheetLayout) -> None:
    found = guides(layout)
    assert len(found) == 2 * (layout.columns + 1) + 2 * (layout.rows + 1)
    for guide in found:
        xs, ys = sorted((guide.x0, guide.x1)), sorted((guide.y0, guide.y1))
        is_outside = xs[1] < layout.left or xs[0] > layout.right or ys[1] < layout.top or ys[0] > layout.bottom
        assert is_outside
        assert xs[0] >= MARGIN and ys[0] >= MARGIN
        assert xs[1] <= layout.paper.width - MARGIN and ys[1] <= layout.paper.height - MARGIN
        assert (xs[1] - xs[0]) + (ys[1] - ys[0]) >= 200


def test_every_cut_line_has_a_guide_at_both_ends(layout: SheetLayout) -> None:
    found = guides(layout)
    for column in range(layout.columns + 1):
        x = layout.left + column * layout.card.width
        assert sum(guide.x0 == guide.x1 == x for guide in found) == 2
    for row in range(layout.rows + 1):
        y = layout.top + row * layout.card.height
        assert sum(guide.y0 == guide.y1 == y for guide in found) == 2


def test_the_foot_keeps_two_millimetres_off_the_trim_and_stays_inside_the_margin(layout: SheetLayout) -> None:
    place = foot(layout)
    above, below = place.baseline - FOOT_RISE, place.baseline + FOOT_FALL
    if place.is_turned:
        assert MARGIN <= above and below <= layout.left - 200
        along, edge = (layout.paper.height - layout.bottom, layout.paper.height - layout.top), 8800
    else:
        assert layout.bottom + 200 <= above and below <= layout.paper.height - MARGIN
        along, edge = (layout.left, layout.right), layout.card.width
    assert len(place.fields) == 3
    if layout.columns == 3:  # a field to a column, between the guides: none of them meets a cut line
        assert sum(along) == 3 * edge + 2 * along[0]
        for index, (start, length) in enumerate(place.fields):
            assert along[0] + index * edge < start and start + length < along[0] + (index + 1) * edge
    else:  # below the guides, one after the other, and none as short as what it says
        assert above > max(max(guide.y0, guide.y1) for guide in guides(layout) if guide.x0 == guide.x1)
        ends = [MARGIN, *(start + length for start, length in place.fields)]
        assert all(before <= start for before, (start, _) in zip(ends, place.fields, strict=False))
        assert ends[-1] <= layout.paper.width - MARGIN and min(length for _, length in place.fields) > 5600


def test_a_sheet_flipped_at_its_left_edge_has_its_backs_behind_its_fronts(layout: SheetLayout) -> None:
    for front, back in zip(places(layout), backs(layout, "left"), strict=True):
        assert back.x == layout.paper.width - front.x - layout.card.width  # seen through the paper
        assert (back.y, back.is_turned) == (front.y, False)


def test_a_sheet_flipped_at_its_top_edge_has_its_backs_turned_behind_its_fronts(layout: SheetLayout) -> None:
    for front, back in zip(places(layout), backs(layout, "top"), strict=True):
        assert back.y == layout.paper.height - front.y - layout.card.height
        assert (back.x, back.is_turned) == (front.x, True)


def test_cards_are_dealt_in_order_and_the_last_sheet_may_be_short(layout: SheetLayout) -> None:
    full = layout.places
    found = dealt(list(range(2 * full + 2)), layout)
    assert [len(sheet) for sheet in found] == [full, full, 2]
    assert [card for sheet in found for card in sheet] == list(range(2 * full + 2))
    assert dealt([], layout) == ()
