"""Imposition as geometry, for every paper (PRINT.md 4.3, 4.4)."""

from __future__ import annotations

import pytest

from cards.face.measures import CARD_SIZES
from cards.printing.geometry.papers import MARGIN, PAPERS, TEMPLATES, Template, template_for
from cards.printing.geometry.sheets import FOOT_FALL, FOOT_RISE, backs, dealt, foot, guides, places


@pytest.fixture(params=sorted(TEMPLATES), ids="-".join)
def template(request: pytest.FixtureRequest) -> Template:
    return TEMPLATES[request.param]


# Independent of the table: the sizes of the trade, and how many go on a sheet upright (PRINT.md 4.3).
TRIMS = {"poker": (6300, 8800), "mini": (4400, 6300), "tarot": (7000, 12000)}
COUNTS = {"poker": 9, "mini": 16, "tarot": 4}


def test_cards_of_every_size_touch_and_keep_the_margin(template: Template) -> None:
    wide, high = TRIMS[template.card.name]
    assert (template.card.width, template.card.height) == (wide, high)
    assert template.places == COUNTS[template.card.name]
    found = places(template)
    assert len({(place.x, place.y) for place in found}) == template.places
    assert {b.x - a.x for a, b in zip(found, found[1:], strict=False) if a.row == b.row} == {wide}
    assert {b.y - a.y for a, b in zip(found, found[template.columns :], strict=False)} == {high}
    assert min(place.x for place in found) >= MARGIN and min(place.y for place in found) >= MARGIN
    assert template.right <= template.paper.width - MARGIN
    assert template.bottom <= template.paper.height - MARGIN


def test_every_paper_has_a_sheet_for_every_size_and_nothing_else_is_taken_for_one() -> None:
    assert {(paper, size) for paper in PAPERS for size in CARD_SIZES} == set(TEMPLATES)
    for paper, size in (("a4", "jumbo"), ("foolscap", "poker")):
        with pytest.raises(KeyError):
            template_for(paper, size)  # type: ignore[arg-type]


def test_a4_is_the_template_of_the_trade() -> None:
    assert (template_for("a4", "poker").left, template_for("a4", "poker").top) == (1050, 1000)


def test_cards_lie_in_the_middle_between_left_and_right(template: Template) -> None:
    assert template.left == template.paper.width - template.right


def test_guides_are_outside_the_trim_and_inside_the_margin(template: Template) -> None:
    found = guides(template)
    assert len(found) == 2 * (template.columns + 1) + 2 * (template.rows + 1)
    for guide in found:
        xs, ys = sorted((guide.x0, guide.x1)), sorted((guide.y0, guide.y1))
        is_outside = xs[1] < template.left or xs[0] > template.right or ys[1] < template.top or ys[0] > template.bottom
        assert is_outside
        assert xs[0] >= MARGIN and ys[0] >= MARGIN
        assert xs[1] <= template.paper.width - MARGIN and ys[1] <= template.paper.height - MARGIN
        assert (xs[1] - xs[0]) + (ys[1] - ys[0]) >= 200


def test_every_cut_line_has_a_guide_at_both_ends(template: Template) -> None:
    found = guides(template)
    for column in range(template.columns + 1):
        x = template.left + column * template.card.width
        assert sum(guide.x0 == guide.x1 == x for guide in found) == 2
    for row in range(template.rows + 1):
        y = template.top + row * template.card.height
        assert sum(guide.y0 == guide.y1 == y for guide in found) == 2


def test_the_foot_keeps_two_millimetres_off_the_trim_and_stays_inside_the_margin(template: Template) -> None:
    place = foot(template)
    above, below = place.baseline - FOOT_RISE, place.baseline + FOOT_FALL
    if place.is_turned:
        assert MARGIN <= above and below <= template.left - 200
        along, edge = (template.paper.height - template.bottom, template.paper.height - template.top), 8800
    else:
        assert template.bottom + 200 <= above and below <= template.paper.height - MARGIN
        along, edge = (template.left, template.right), template.card.width
    assert len(place.fields) == 3
    if template.columns == 3:  # a field to a column, between the guides: none of them meets a cut line
        assert sum(along) == 3 * edge + 2 * along[0]
        for index, (start, length) in enumerate(place.fields):
            assert along[0] + index * edge < start and start + length < along[0] + (index + 1) * edge
    else:  # below the guides, one after the other, and none as short as what it says
        assert above > max(max(guide.y0, guide.y1) for guide in guides(template) if guide.x0 == guide.x1)
        ends = [MARGIN, *(start + length for start, length in place.fields)]
        assert all(before <= start for before, (start, _) in zip(ends, place.fields, strict=False))
        assert ends[-1] <= template.paper.width - MARGIN and min(length for _, length in place.fields) > 5600


def test_a_sheet_flipped_at_its_left_edge_has_its_backs_behind_its_fronts(template: Template) -> None:
    for front, back in zip(places(template), backs(template, "left"), strict=True):
        assert back.x == template.paper.width - front.x - template.card.width  # seen through the paper
        assert (back.y, back.is_turned) == (front.y, False)


def test_a_sheet_flipped_at_its_top_edge_has_its_backs_turned_behind_its_fronts(template: Template) -> None:
    for front, back in zip(places(template), backs(template, "top"), strict=True):
        assert back.y == template.paper.height - front.y - template.card.height
        assert (back.x, back.is_turned) == (front.x, True)


def test_cards_are_dealt_in_order_and_the_last_sheet_may_be_short(template: Template) -> None:
    full = template.places
    found = dealt(list(range(2 * full + 2)), template)
    assert [len(sheet) for sheet in found] == [full, full, 2]
    assert [card for sheet in found for card in sheet] == list(range(2 * full + 2))
    assert dealt([], template) == ()
