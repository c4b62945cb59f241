"""A tuck box holds its cards, goes on its paper, and folds: its measures worked out a second time."""

from __future__ import annotations

import pytest

from cards.face.measures import CARD_SIZES
from cards.printing.geometry.papers import PAPERS
from cards.printing.geometry.tuck_box import BoxNet, spare_depth, tuck_box
from studio.kernel.refusals import Refused

POKER = CARD_SIZES["poker"]
A4, LETTER = PAPERS["a4"], PAPERS["letter"]


def sides(net: BoxNet) -> dict[str, list[tuple[float, float, float, float]]]:
    """The panels in mm: left, top, right, bottom."""
    found: dict[str, list[tuple[float, float, float, float]]] = {}
    for panel in net.panels:
        x, y, wide, high = (length / 100 for length in (panel.x, panel.y, panel.width, panel.height))
        found.setdefault(panel.name, []).append((x, y, x + wide, y + high))
    return found


def test_sixty_cards_of_a_third_of_a_millimetre_have_a_millimetre_of_air_besides_the_paper_itself() -> None:
    """60 × 0.3 mm are 18 mm; with the fold of the paper and air the box is 19.6 mm deep."""
    net = tuck_box(POKER, 60, 30, A4)
    walls = sides(net)
    front, back, (one, two) = walls["front"][0], walls["back"][0], walls["side"]
    for left, _, right, _ in (front, back):
        assert right - left == pytest.approx(64.4)
    for left, _, right, _ in (one, two):
        assert right - left == pytest.approx(19.6)
    for _, top, _, bottom in (front, back, one, two):
        assert bottom - top == pytest.approx(89.4)
    assert back[2] == one[0] and one[2] == front[0] and front[2] == two[0], "the walls hang together"
    assert walls["lid"][0][3] - walls["lid"][0][1] == pytest.approx(19.6), "the lid is as deep as the box"


def test_sleeved_cards_go_in_with_their_sleeves() -> None:
    """Sixty poker cards in sleeves of 66 × 91 mm, of twice 0.06 mm, which no box for bare cards holds."""
    bare, sleeved = tuck_box(POKER, 60, 30, A4), tuck_box(POKER, 60, 30, A4, is_sleeved=True)
    assert bare.width < 6600 + 50 and bare.height < 9100 + 50 and bare.depth < 60 * 42
    assert (sleeved.width, sleeved.height, sleeved.depth) == (6740, 9340, 2680)
    assert spare_depth(10, 30) == spare_depth(10, 18, is_sleeved=True) > 0, "a short deck is not the shorter for them"


@pytest.mark.parametrize("size", CARD_SIZES)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=str)
@pytest.mark.parametrize("cards", (1, 24, 60, 104, 250))
def test_no_line_of_a_box_is_in_the_margin_and_every_fold_ends_on_cuts(size: str, paper, cards: int) -> None:  # type: ignore[no-untyped-def]
    try:
        net = tuck_box(CARD_SIZES[size], cards, 30, paper)
    except Refused as refused:
        assert refused.code == "print.box_large"
        return
    wide, high = (paper.height, paper.width) if net.is_lying else (paper.width, paper.height)
    ends = {(x, y) for cut in net.cuts for x, y in ((cut.x1, cut.y1), (cut.x2, cut.y2))}
    for line in (*net.cuts, *net.folds):
        for x, y in ((line.x1, line.y1), (line.x2, line.y2)):
            assert 500 <= x <= wide - 500 and 500 <= y <= high - 500
    for fold in net.folds:
        assert (fold.x1, fold.y1) in ends and (fold.x2, fold.y2) in ends, fold
    assert net.depth >= cards * 30 + 100


def test_a_box_that_goes_on_one_way_of_the_paper_alone_is_turned() -> None:
    assert not tuck_box(POKER, 60, 30, A4).is_lying
    assert tuck_box(POKER, 104, 30, A4).is_lying
    with pytest.raises(Refused) as refused:
        tuck_box(POKER, 250, 30, LETTER)
    assert refused.value.code == "print.box_large"
    with pytest.raises(Refused) as refused:
        tuck_box(POKER, 0, 30, A4)
    assert refused.value.code == "print.box_empty"
