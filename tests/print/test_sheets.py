"""Imposition as geometry, for every paper (PRINT.md 4.3, 4.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.face.measures import CARD_SIZES
from cards.printing.geometry.papers import LAYOUTS, MARGIN, PAPERS, Paper, SheetLayout, arranged, layout_for
from cards.printing.geometry.sheets import (
    FOOT_FALL,
    FOOT_RISE,
    CardPlace,
    Foot,
    Guide,
    backs,
    dealt,
    foot,
    foot_words,
    guides,
    places,
)


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


def test_a_sheet_of_the_trade_is_drawn_to_the_hundredth() -> None:
    layout = layout_for("a4", "poker")
    assert places(layout)[:4] == (
        CardPlace(0, 0, 1050, 1000),
        CardPlace(1, 0, 7350, 1000),
        CardPlace(2, 0, 13650, 1000),
        CardPlace(0, 1, 1050, 9800),
    )
    assert backs(layout, "left")[0] == CardPlace(2, 0, 13650, 1000)
    assert backs(layout, "left")[5] == CardPlace(0, 1, 1050, 9800)
    assert backs(layout, "top")[0] == CardPlace(0, 2, 1050, 19900, is_turned=True)
    assert backs(layout, "top")[5] == CardPlace(2, 1, 13650, 11100, is_turned=True)
    assert guides(layout) == (
        *(Guide(x, y, x, y + long) for x in (1050, 7350, 13650, 19950) for y, long in ((940, -400), (27460, 400))),
        *(Guide(x, y, x + long, y) for y in (1000, 9800, 18600, 27400) for x, long in ((990, -400), (20010, 400))),
    )


def test_a_guide_without_room_ends_at_the_margin() -> None:
    assert guides(layout_for("letter", "poker"))[:2] == (Guide(1345, 710, 1345, 500), Guide(1345, 27230, 1345, 27440))


FEET = {
    ("a4", "poker"): Foot(((1200, 6000), (7500, 6000), (13800, 6000)), 28110),
    ("a4", "mini"): Foot(((500, 6366), (7166, 6366), (13832, 6366)), 28220),
    ("a4", "tarot"): Foot(((500, 6366), (7166, 6366), (13832, 6366)), 27620),
    ("letter", "poker"): Foot(((920, 8500), (9720, 8500), (18520, 8500)), 1027, is_turned=True),
    ("letter", "mini"): Foot(((500, 6563), (7363, 6563), (14226, 6563)), 27340),
    ("letter", "tarot"): Foot(((500, 6563), (7363, 6563), (14226, 6563)), 26740),
}


def test_the_foot_of_every_sheet_stands_where_it_stood() -> None:
    assert {key: foot(layout) for key, layout in LAYOUTS.items()} == FEET
    assert foot_words(2, 3) == "Sheet 2 of 3. Print at 100 %, not “fit to page”."


# Cards that end ever lower: the margin begins at 29 200, and the foot with its clearance takes 530.
@pytest.mark.parametrize(
    "top, baseline, is_turned",
    [(1000, 28110, False), (2030, 29140, False), (2031, 29140, False), (2270, 29140, False), (2271, 880, True)],
)
def test_the_foot_sinks_with_the_cards_to_the_margin_and_then_reads_up_the_side(
    top: int, baseline: int, is_turned: bool
) -> None:
    place = foot(replace(layout_for("a4", "poker"), top=top))
    assert (place.baseline, place.is_turned) == (baseline, is_turned)


def test_a_paper_takes_as_many_cards_as_fit_inside_its_margins() -> None:
    card = CARD_SIZES["poker"]
    exact = Paper("exact", "Exact", 2 * card.width + 2 * MARGIN, 2 * card.height + 2 * MARGIN)
    assert arranged(exact, card) == SheetLayout("exact-poker-4", exact, card, 2, 2, MARGIN, MARGIN)
    scant = replace(exact, width=exact.width - 1, height=exact.height - 1)
    assert arranged(scant, card) == SheetLayout("exact-poker-1", scant, card, 1, 1, 3649, 4899)
