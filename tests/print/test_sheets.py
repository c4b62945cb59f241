"""Imposition as geometry, for every paper, size, bleed and fold (docs/printing-formats.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from cards.face.measures import CARD_SIZES
from cards.printing.geometry.layouts import SheetLayout, arranged, layout_for, one_a_page
from cards.printing.geometry.papers import A4, LETTER, MARGIN, ONE_CARD, PAPERS, Paper, paper_named
from cards.printing.geometry.sheets import (
    FOOT_FALL,
    FOOT_PT,
    FOOT_RISE,
    RULER,
    RULER_WORDS,
    CardPlace,
    Foot,
    Guide,
    backs,
    dealt,
    fold,
    foot,
    foot_words,
    guides,
    places,
    turned_over,
)
from cards.printing.geometry.templates import TEMPLATES, template_named
from cards.printing.sealed.lettering import embedded_font
from studio.kernel.refusals import Refused

EVERY = [
    layout
    for paper, size, bleed, is_folded in product(PAPERS.values(), CARD_SIZES, (0, 200, 318), (False, True))
    if paper in (A4, LETTER) or size in ("poker", "micro", "jumbo")  # the least, the most, the usual
    for layout in [arranged(paper, size, bleed=bleed, is_folded=is_folded)]
] + [template.layout for template in TEMPLATES.values() if template.layout.paper.name != ONE_CARD]
IDS = [f"{layout.paper.name}-{layout.size}-{layout.bleed}{layout.fold and '-' + layout.fold}" for layout in EVERY]
UPRIGHT = {(paper.name, size): arranged(paper, size) for paper, size in product((A4, LETTER), CARD_SIZES)}


def every(test: Callable[[SheetLayout], None]) -> Callable[[], None]:
    """One test of all: six hundred sheets are six thousand tests to pytest, and it is the longest of them."""

    def of_every() -> None:
        for name, layout in zip(IDS, EVERY, strict=True):
            try:
                test(layout)
            except AssertionError as failure:
                raise AssertionError(f"{name}: {layout}\n{failure}") from failure

    of_every.__name__ = test.__name__
    return of_every


Box = tuple[int, int, int, int]


def _box(layout: SheetLayout, place: CardPlace, beyond: int = 0) -> Box:
    """Left, top, right, bottom of a card with so much round it."""
    right, bottom = place.x + layout.card.width, place.y + layout.card.height
    return place.x - beyond, place.y - beyond, right + beyond, bottom + beyond


def _touch(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@every
def test_no_card_nor_its_bleed_leaves_the_printable_area_or_lies_on_another(layout: SheetLayout) -> None:
    sheets = [places(layout)] if not layout.fold else [places(layout) + backs(layout, "left")]
    for found in [*sheets, backs(layout, "left"), backs(layout, "top")]:
        boxes = [_box(layout, place, layout.bleed) for place in found]
        for left, top, right, bottom in boxes:
            assert left >= MARGIN and top >= MARGIN
            assert right <= layout.paper.width - MARGIN and bottom <= layout.paper.height - MARGIN
        assert not any(_touch(a, b) for index, a in enumerate(boxes) for b in boxes[:index])


def _seen_through(layout: SheetLayout, how: str) -> Callable[[int, int], tuple[int, int]]:
    """Where a point of the other side lies when one looks through the paper."""
    width, height = layout.paper.width, layout.paper.height
    return (lambda x, y: (width - x, y)) if how in ("left", "down") else (lambda x, y: (x, height - y))


@every
def test_every_back_lies_behind_its_front_the_same_way_up(layout: SheetLayout) -> None:
    for flip in ("left", "top"):
        _lie_behind(layout, flip)


def _lie_behind(layout: SheetLayout, flip: str) -> None:
    through = _seen_through(layout, layout.fold or flip)
    for front, back in zip(places(layout), backs(layout, flip), strict=True):  # type: ignore[arg-type]
        left, top, right, bottom = _box(layout, front)
        corners = {through(x, y) for x, y in product((left, right), (top, bottom))}
        left, top, right, bottom = _box(layout, back)
        assert corners == set(product((left, right), (top, bottom)))
        # The upper edge of a card is the upper edge of its back: where it comes out depends on whether it was turned.
        upper = bottom if back.is_turned else top
        assert through(left, upper)[1] == front.y


@every
def test_a_fold_is_the_middle_between_fronts_and_backs_and_half_a_centimetre_off_them(layout: SheetLayout) -> None:
    line = fold(layout)
    if not layout.fold:
        assert line is None
        return
    assert line is not None
    for place in (*places(layout), *backs(layout, "left")):
        left, top, right, bottom = _box(layout, place, layout.bleed)
        is_clear = top >= line.y1 + 500 or bottom <= line.y0 - 500
        assert is_clear if layout.fold == "across" else left >= line.x1 + 500 or right <= line.x0 - 500


@every
def test_every_cut_has_a_guide_at_both_ends_that_touches_no_card(layout: SheetLayout) -> None:
    for style in ("marks", "lines"):
        _touch_no_card(layout, style)


def _touch_no_card(layout: SheetLayout, style: str) -> None:
    laid = places(layout) + (backs(layout, "left") if layout.fold else ())
    boxes = [_box(layout, place, layout.bleed) for place in laid]
    found = guides(layout, style)  # type: ignore[arg-type]
    upright = [guide for guide in found if guide.x0 == guide.x1]
    lying = [guide for guide in found if guide.y0 == guide.y1]
    is_hex = layout.card.shape == "hex"  # whose slanted sides have ticks: see below
    found = tuple(upright + lying) if is_hex else found
    assert len(upright) + len(lying) == len(found) == len(set(found))
    cuts_x = {x for place in laid for x in (place.x, place.x + layout.card.width) if not is_hex}
    cuts_y = {y for place in laid for y in (place.y, place.y + layout.card.height)}
    assert {x: sum(g.x0 == x for g in upright) for x in cuts_x} == dict.fromkeys(cuts_x, 2)
    assert {y: sum(g.y0 == y for g in lying) for y in cuts_y} == dict.fromkeys(cuts_y, 2)
    assert len(found) == 2 * (len(cuts_x) + len(cuts_y))
    for guide in found:
        xs, ys = sorted((guide.x0, guide.x1)), sorted((guide.y0, guide.y1))
        assert not any(_touch((xs[0] - 30, ys[0] - 30, xs[1] + 30, ys[1] + 30), box) for box in boxes)
        assert 0 <= xs[0] and xs[1] <= layout.paper.width and 0 <= ys[0] and ys[1] <= layout.paper.height
        assert (xs[1] - xs[0]) + (ys[1] - ys[0]) >= 150
    if style == "lines":
        assert is_hex or {g.y1 for g in upright} == {0, layout.paper.height}
        assert {g.x1 for g in lying} == {0, layout.paper.width}


@every
def test_the_guides_of_the_other_side_lie_behind_those_of_the_first_however_it_is_flipped(layout: SheetLayout) -> None:
    for flip in ("left", "top") if not layout.fold and layout.card.shape != "hex" else ():
        behind = backs(layout, flip)  # type: ignore[arg-type]
        cuts_x = {x for place in behind for x in (place.x, place.x + layout.card.width)}
        cuts_y = {y for place in behind for y in (place.y, place.y + layout.card.height)}
        found = guides(turned_over(layout, flip))  # type: ignore[arg-type]
        assert cuts_x <= {g.x0 for g in found if g.x0 == g.x1} and cuts_y <= {g.y0 for g in found if g.y0 == g.y1}
    assert guides(layout, "none") == ()


SHIFTS = ((130, -70), (-1000, 1000))


@every
def test_the_guides_of_backs_that_are_shifted_lie_behind_those_of_the_fronts_once_they_are_printed(layout) -> None:
    """Whoever cuts from the back cut every card wrong by what the printer needs."""
    fronts = guides(layout, "lines")
    for flip, (x, y) in product(("left", "top"), SHIFTS) if not layout.fold else ():
        behind = guides(turned_over(layout, flip, (x, y)), "lines")  # type: ignore[arg-type]
        wide, high = layout.paper.width, layout.paper.height
        for guide in behind:  # as it lies on the paper, seen from the front
            x0, x1, y0, y1 = guide.x0 - x, guide.x1 - x, guide.y0 - y, guide.y1 - y
            across = (wide - x0, y0) if flip == "left" else (x0, high - y0)
            if x0 == x1:
                assert any(one.x0 == one.x1 == across[0] for one in fronts)
            elif y0 == y1:
                assert any(one.y0 == one.y1 == across[1] for one in fronts)
        moved = places(turned_over(layout, flip, (x, y)))  # type: ignore[arg-type]
        assert {(one.x, one.y) for one in backs(layout, flip, (x, y))} == {(one.x, one.y) for one in moved}  # type: ignore[arg-type]


@every
def test_what_a_printer_does_to_second_sides_moves_nothing_on_a_folded_sheet(layout: SheetLayout) -> None:
    """Fronts and backs come out together: backs that were moved lay off fronts and guides by all of it."""
    for flip, shift in product(("left", "top"), SHIFTS):
        is_as_it_was = backs(layout, flip, shift) == backs(layout, flip)  # type: ignore[arg-type]
        assert is_as_it_was == bool(layout.fold)


def test_a_hexagon_is_cut_from_tick_to_tick_along_each_of_its_slanted_sides() -> None:
    """Ticks lie on the lines of the sides, at both ends, on the paper, and on no card: reckoned from the size alone."""
    for layout in (layout for layout in EVERY if layout.card.shape == "hex"):
        wide, high = layout.card.width, layout.card.height
        laid = [*places(layout), *(backs(layout, "left") if layout.fold else ())]
        ticks = [guide for guide in guides(layout) if guide.x0 != guide.x1 and guide.y0 != guide.y1]
        assert len(ticks) == len(set(ticks)) == 8 * len(laid)
        middles = [(place.x + wide / 2, place.y + high / 2) for place in laid]

        def out_of(x: float, y: float, middle: tuple[float, float], wide: int = wide, high: int = high) -> float:
            """How far a point is from the middle, where 1 is the edge: a hexagon is what three pairs of sides hold."""
            across, down = abs(x - middle[0]) / wide, abs(y - middle[1]) / high
            return max(2 * down, 2 * across + down)

        for tick in ticks:
            for x, y in ((tick.x0, tick.y0), (tick.x1, tick.y1)):
                assert 0 < x < layout.paper.width and 0 < y < layout.paper.height
                assert all(out_of(x, y, middle) > 1.005 for middle in middles)
            middle = min(middles, key=lambda at: out_of(tick.x0, tick.y0, at))  # noqa: B023
            straight = [
                sign * 2 * (x - middle[0]) / wide + (y - middle[1]) / high
                for sign in (1, -1)
                for x, y in ((tick.x0, tick.y0), (tick.x1, tick.y1))
            ]
            assert any(abs(abs(one) - 1) < 0.001 and abs(abs(other) - 1) < 0.001
                       for one, other in (straight[:2], straight[2:])), tick  # fmt: skip


@every
def test_the_foot_is_on_the_paper_and_on_no_card_and_its_fields_hold_the_ruler(layout: SheetLayout) -> None:
    place = foot(layout)
    if place is None:
        return
    along = layout.paper.height if place.is_turned else layout.paper.width
    for start, length in place.fields:
        assert 0 < start and start + length < along and length >= 4000
        if place.is_turned:
            box = (place.baseline - FOOT_RISE, along - start - length, place.baseline + FOOT_FALL, along - start)
        else:
            box = (start, place.baseline - FOOT_RISE, start + length, place.baseline + FOOT_FALL)
        assert box[0] >= 100 and box[1] >= 100
        assert box[2] <= layout.paper.width - 100 and box[3] <= layout.paper.height - 100
        laid = places(layout) + (backs(layout, "left") if layout.fold else ())
        assert not any(_touch(box, _box(layout, card, layout.bleed + 50)) for card in laid)
        for guide in guides(layout):
            line = (min(guide.x0, guide.x1) - 5, min(guide.y0, guide.y1) - 5, max(guide.x0, guide.x1) + 5,
                    max(guide.y0, guide.y1) + 5)  # fmt: skip
            assert not _touch(box, line)
    ends = [0, *(start + length for start, length in place.fields)]
    assert all(before <= start for before, (start, _) in zip(ends, place.fields, strict=False))


def test_every_sheet_has_room_for_its_foot_but_full_ones_of_micro_cards_and_pages_of_one_card() -> None:
    assert {(layout.size, bool(layout.bleed)) for layout in EVERY if foot(layout) is None} == {("micro", True)}
    assert foot(one_a_page("poker", 318)) is None


# By hand: on A4 without bleed, with 2 and 3 mm, folded; on Letter without, with 2 and 3.175, folded.
COUNTS = {
    "poker": (9, 8, 8, 4, 9, 8, 6, 4),
    "poker-us": (9, 8, 8, 4, 9, 6, 6, 4),
    "bridge": (10, 9, 9, 5, 9, 8, 8, 4),
    "us-game": (10, 9, 9, 5, 9, 8, 8, 4),
    "euro": (9, 8, 8, 4, 8, 8, 8, 4),
    "mini-us": (18, 16, 12, 9, 18, 15, 12, 8),
    "mini-euro": (16, 12, 12, 8, 18, 12, 12, 6),
    "tarot-us": (4, 4, 4, 2, 4, 4, 4, 2),
    "tarot": (4, 4, 4, 2, 4, 4, 4, 2),
    "jumbo": (4, 3, 3, 2, 3, 2, 2, 1),
    "index": (4, 4, 4, 2, 4, 4, 4, 2),
    "business-us": (10, 10, 10, 5, 12, 8, 8, 5),
    "business-eu": (10, 9, 9, 5, 9, 9, 8, 4),
    "square": (12, 8, 8, 6, 12, 9, 6, 6),
    "square-70": (8, 6, 6, 4, 6, 6, 6, 3),
    "square-89": (6, 6, 6, 3, 6, 4, 4, 3),
    "domino": (12, 12, 10, 6, 12, 10, 10, 6),
    "micro": (36, 32, 25, 18, 36, 28, 28, 18),
}


@pytest.mark.parametrize("size", COUNTS)
def test_a_paper_holds_as_many_as_the_table_of_the_trade_or_more(size: str) -> None:
    kinds = [(0, False), (200, False), (300, False), (0, True)], [(0, False), (200, False), (318, False), (0, True)]
    found = [
        arranged(paper, size, bleed=bleed, is_folded=is_folded).places
        for paper, asked in zip((A4, LETTER), kinds, strict=True)
        for bleed, is_folded in asked
    ]
    assert all(ours >= theirs for ours, theirs in zip(found, COUNTS[size], strict=True)), found


def test_a_paper_is_named_or_measured_and_nothing_else() -> None:
    assert paper_named("210x280") == Paper("210x280", "210 × 280 mm", 21000, 28000)
    assert paper_named("215.9x279.4").width == LETTER.width
    for name in ("", "foolscap", "210", "210x", "-210x280", "49x100", "100x501", "1e2x100", "210x280x3", "٢١٠x٢٨٠"):
        with pytest.raises(Refused) as refused:
            paper_named(name)
        assert refused.value.code == "print.paper"


def test_a_card_larger_than_its_paper_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        arranged(paper_named("60x85"), "poker")
    assert refused.value.code == "print.no_fit"


def test_a_page_as_large_as_its_card_has_the_card_in_its_bleed() -> None:
    layout = one_a_page("poker", 318)
    assert (layout.paper.width, layout.paper.height, layout.places) == (6300 + 636, 8800 + 636, 1)
    assert places(layout) == (CardPlace(0, 0, 318, 318),) and backs(layout, "left")[0] == CardPlace(0, 0, 318, 318)


def test_cards_are_dealt_in_order_and_the_last_sheet_may_be_short() -> None:
    found = dealt(list(range(20)), layout_for("a4", "poker"))
    assert [len(sheet) for sheet in found] == [9, 9, 2]
    assert [card for sheet in found for card in sheet] == list(range(20))
    assert dealt([], layout_for("a4", "poker")) == ()


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
    assert backs(layout, "left", (30, -20))[5] == CardPlace(0, 1, 1080, 9780)
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
    ("a4", "tarot"): Foot(((500, 6366), (7166, 6366), (13832, 6366)), 27620),
    ("letter", "poker"): Foot(((920, 8500), (9720, 8500), (18520, 8500)), 1027, is_turned=True),
    ("letter", "tarot"): Foot(((500, 6563), (7363, 6563), (14226, 6563)), 26740),
}


def test_the_foot_of_every_usual_sheet_stands_where_it_stood() -> None:
    assert {key: foot(UPRIGHT[key]) for key in FEET} == FEET
    assert foot_words(2, 3, 6000) == "Sheet 2 of 3. Print at 100 %, not “fit to page”."


def test_the_words_at_the_foot_are_shorter_where_they_would_be_cut_off() -> None:
    narrow = foot(arranged(paper_named("150x200"), "50x80"))
    assert narrow and foot_words(2, 3, narrow.fields[1][1]) == "Sheet 2 of 3. Print at 100 %."
    letters = embedded_font("Atkinson Hyperlegible Next", 400)
    for sheet, of in ((1, 2), (8, 8), (9, 12), (88, 88), (444, 444)):
        for is_back in (False, True):
            for room in (6000, 6366, 4366):
                assert letters.width(foot_words(sheet, of, room, is_back=is_back), FOOT_PT) * 100 <= room
    usual = [foot_words(sheet, 9, 6000, is_back=is_back) for sheet in (1, 9) for is_back in (False, True)]
    assert all(words.endswith(" Print at 100 %, not “fit to page”.") for words in usual)
    assert letters.width(RULER_WORDS, FOOT_PT) * 100 <= RULER


def test_a_postcard_has_no_ruler_that_runs_over_its_edge() -> None:
    small = foot(arranged(paper_named("100x150"), "euro"))
    assert small and not small.has_ruler and foot_words(1, 2, small.fields[1][1]) == "Sheet 1 of 2."
    assert all(place.has_ruler for layout in UPRIGHT.values() if (place := foot(layout)))


# Cards that end ever lower: the margin begins at 29 200, and the foot with its clearance takes 530.
@pytest.mark.parametrize(
    "top, baseline, is_turned",
    [(1000, 28110, False), (2030, 29140, False), (2031, 29140, False), (2270, 29140, False), (2271, 790, True)],
)
def test_the_foot_sinks_with_the_cards_to_the_margin_and_then_reads_up_the_side(
    top: int, baseline: int, is_turned: bool
) -> None:
    place = foot(replace(layout_for("a4", "poker"), top=top))
    assert place is not None and (place.baseline, place.is_turned) == (baseline, is_turned)


def test_a_paper_takes_as_many_cards_as_fit_inside_its_margins() -> None:
    card = CARD_SIZES["poker"]
    exact = Paper("exact", "Exact", 2 * card.width + 2 * MARGIN, 2 * card.height + 2 * MARGIN)
    assert arranged(exact, "poker") == SheetLayout(exact, "poker", 2, 2, MARGIN, MARGIN, card.width, card.height)
    scant = replace(exact, width=exact.width - 1, height=exact.height - 1)
    assert arranged(scant, "poker", orientation="upright") == SheetLayout(
        scant, "poker", 1, 1, 3649, 4899, card.width, card.height
    )


def test_a_lying_sheet_is_taken_where_it_holds_more_and_where_it_is_asked_for() -> None:
    assert (layout_for("a4", "poker").is_landscape, layout_for("a4", "mini").is_landscape) == (False, True)
    lying = arranged(A4, "poker", orientation="lying")
    assert (lying.is_landscape, lying.columns, lying.rows) == (True, 4, 2)
    assert arranged(A4, "mini", orientation="upright").places == 16 < arranged(A4, "mini").places


def test_the_sheets_of_the_trade_have_their_names_and_hold_what_they_say() -> None:
    assert {name: template.layout.places for name, template in TEMPLATES.items()} == {
        "a4-poker-9": 9, "a4-poker-8": 8, "a4-poker-8-bleed": 8, "a4-usgame-9": 9, "a4-euro-9": 9, "letter-poker-9": 9,
        "letter-poker-gutterfold": 4, "drivethru-1up": 1, "ppg-18": 18,
    }  # fmt: skip
    assert template_named("a4-poker-9").layout == layout_for("a4", "poker")
    page = template_named("drivethru-1up").layout.paper  # 2.75 by 3.75 inches
    assert (page.width / 2540, page.height / 2540) == pytest.approx((2.75, 3.75), abs=0.005)
    with pytest.raises(Refused) as refused:
        template_named("a4-poker-10")
    assert refused.value.code == "print.template"
