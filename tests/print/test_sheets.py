"""Imposition as geometry, for every paper (PRINT.md 4.3, 4.4)."""

from __future__ import annotations

import pytest

from cards.printing.papers import MARGIN, TEMPLATES, Template
from cards.printing.sheets import FOOT_FALL, FOOT_RISE, backs, dealt, foot, guides, places


@pytest.fixture(params=sorted(TEMPLATES))
def template(request: pytest.FixtureRequest) -> Template:
    return TEMPLATES[request.param]


def test_nine_cards_of_63_by_88_mm_touch_and_keep_the_margin(template: Template) -> None:
    assert (template.card.width, template.card.height, template.places) == (6300, 8800, 9)
    found = places(template)
    assert len({(place.x, place.y) for place in found}) == 9
    assert [b.x - a.x for a, b in zip(found, found[1:], strict=False) if a.row == b.row] == [6300] * 6
    assert [b.y - a.y for a, b in zip(found, found[3:], strict=False)] == [8800] * 6
    assert min(place.x for place in found) >= MARGIN and min(place.y for place in found) >= MARGIN
    assert template.right <= template.paper.width - MARGIN
    assert template.bottom <= template.paper.height - MARGIN


def test_a4_is_the_template_of_the_trade() -> None:
    assert (TEMPLATES["a4"].left, TEMPLATES["a4"].top) == (1050, 1000)


def test_cards_lie_in_the_middle_between_left_and_right(template: Template) -> None:
    assert template.left == template.paper.width - template.right


def test_guides_are_outside_the_trim_and_inside_the_margin(template: Template) -> None:
    found = guides(template)
    assert len(found) == 2 * 4 + 2 * 4
    for guide in found:
        xs, ys = sorted((guide.x0, guide.x1)), sorted((guide.y0, guide.y1))
        is_outside = xs[1] < template.left or xs[0] > template.right or ys[1] < template.top or ys[0] > template.bottom
        assert is_outside
        assert xs[0] >= MARGIN and ys[0] >= MARGIN
        assert xs[1] <= template.paper.width - MARGIN and ys[1] <= template.paper.height - MARGIN
        assert (xs[1] - xs[0]) + (ys[1] - ys[0]) >= 200


def test_every_cut_line_has_a_guide_at_both_ends(template: Template) -> None:
    found = guides(template)
    for column in range(4):
        x = template.left + column * 6300
        assert sum(guide.x0 == guide.x1 == x for guide in found) == 2
    for row in range(4):
        y = template.top + row * 8800
        assert sum(guide.y0 == guide.y1 == y for guide in found) == 2


def test_the_foot_keeps_two_millimetres_off_the_trim_and_stays_inside_the_margin(template: Template) -> None:
    place = foot(template)
    above, below = place.baseline - FOOT_RISE, place.baseline + FOOT_FALL
    if place.is_turned:
        assert MARGIN <= above and below <= template.left - 200
        along, edge = (template.paper.height - template.bottom, template.paper.height - template.top), 8800
    else:
        assert template.bottom + 200 <= above and below <= template.paper.height - MARGIN
        along, edge = (template.left, template.right), 6300
    assert len(place.fields) == 3 and sum(along) == 3 * edge + 2 * along[0]
    for index, (start, length) in enumerate(place.fields):  # between the guides: none of them meets a cut line
        assert along[0] + index * edge < start and start + length < along[0] + (index + 1) * edge


def test_a_sheet_flipped_at_its_left_edge_has_its_backs_behind_its_fronts(template: Template) -> None:
    for front, back in zip(places(template), backs(template, "left"), strict=True):
        assert back.x == template.paper.width - front.x - 6300  # seen through the paper
        assert (back.y, back.is_turned) == (front.y, False)


def test_a_sheet_flipped_at_its_top_edge_has_its_backs_turned_behind_its_fronts(template: Template) -> None:
    for front, back in zip(places(template), backs(template, "top"), strict=True):
        assert back.y == template.paper.height - front.y - 8800
        assert (back.x, back.is_turned) == (front.x, True)


def test_cards_are_dealt_in_order_and_the_last_sheet_may_be_short(template: Template) -> None:
    found = dealt(list(range(20)), template)
    assert [len(sheet) for sheet in found] == [9, 9, 2]
    assert [card for sheet in found for card in sheet] == list(range(20))
    assert dealt([], template) == ()
