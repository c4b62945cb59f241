"""The sheet on the page of the print shop lies as the press lays it, and only that sheet is laid."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.resolved import finish_of, layout_of
from cards.printing.choices.selection import Printed
from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.sheets import CardPlace, backs, dealt, guides, places, turned_over
from cards.printing.queue.values import Item, Job
from cards.printing.shared.drawn_pieces import DrawnBack
from cards.printing.shared.extra_pages import Cover, Heading
from cards.printing.shared.pages.cover import cover_shown
from cards.queries.shop.picking import filters
from cards.queries.shop.printable import Printable
from cards.queries.shop.sheet_preview import PlaceShown, line_style, sheet_shown
from cards.queries.shop.sheets import CardOnSheet, DrawnItem, between
from cards.rules.deck import Ref

FACE = Face("Slug", "Thing", "It eats.")
CHOICES = (
    PrintChoices(),
    PrintChoices(paper="letter", size="tarot"),
    PrintChoices(paper="a3", size="mini", bleed=300, flip="top", back_x=50, back_y=-30),
    PrintChoices(template="letter-poker-gutterfold"),
    PrintChoices(size="hex", orientation="lying", guides="lines"),
)


def job_of(choices: PrintChoices) -> Job:
    return Job("Deck", "Deck, draft", "", (), layout=layout_of(choices), finish=finish_of(choices))


def at(place: CardPlace) -> tuple[str, bool]:
    return f"left:{place.x / 100:g}mm;top:{place.y / 100:g}mm", place.is_turned


def lying(places: tuple[PlaceShown, ...]) -> list[tuple[str, bool]]:
    return [(place.style.partition(";clip-path")[0], place.is_turned) for place in places]


def cards(job: Job, count: int, *, with_backs: bool) -> list[CardOnSheet]:
    face = draw_face(FACE, size=job.size, bleed=job.bleed)
    back = DrawnBack(job.size, "plain", "") if with_backs else None
    return [CardOnSheet(face, back)] * count


def test_bleed_is_cut_off_where_the_press_cuts_it_off() -> None:
    job = job_of(PrintChoices(bleed=200, outside_only=True))
    (fronts,) = sheet_shown(job, 1, 1, cards(job, 9, with_backs=False), "fronts").sides
    shown = [place.style.partition(";clip-path:")[2] for place in fronts.places]
    assert (shown[0], shown[8]) == ("inset(-2mm -0mm -0mm -2mm)", "inset(-0mm -2mm -2mm -0mm)") and shown[4] == ""
    turned = job_of(PrintChoices(bleed=200, outside_only=True, flip="top"))
    first = sheet_shown(turned, 1, 1, cards(turned, 9, with_backs=True), "backs").sides[1].places[0]
    # Left and below on the paper: to the right and above of what lies upside down.
    assert first.is_turned and first.style.endswith("top:192.5mm;clip-path:inset(-2mm -2mm -0mm -0mm)")


@pytest.mark.parametrize("choices", CHOICES, ids=str)
def test_fronts_lie_where_the_press_lays_them_also_on_a_short_sheet(choices: PrintChoices) -> None:
    job = job_of(choices)
    for count in (1, job.layout.places - 1, job.layout.places):
        sheet = sheet_shown(job, 1, 1, cards(job, count, with_backs=False), "backs")
        (fronts,) = sheet.sides
        assert lying(fronts.places) == [at(place) for place in places(job.layout)[:count]]
        assert len(fronts.guides) == len(guides(job.layout, choices.guides)) and sheet.shown == "fronts"
        paper, card = job.layout.paper, job.layout.card
        for name, length in (("pw", paper.width), ("ph", paper.height), ("cw", card.width), ("ch", card.height)):
            assert f"--{name}:{length / 100:g}mm" in sheet.style


@pytest.mark.parametrize("choices", CHOICES, ids=str)
def test_backs_lie_behind_their_fronts_or_beyond_the_fold(choices: PrintChoices) -> None:
    job, count = job_of(choices), 3
    sheet = sheet_shown(job, 1, 1, cards(job, count, with_backs=True), "backs")
    wanted = [at(place) for place in backs(job.layout, choices.flip, (choices.back_x, choices.back_y))[:count]]
    if job.layout.fold:
        (fronts,) = sheet.sides
        assert lying(fronts.places)[count:] == wanted and fronts.fold and sheet.shown == "fronts"
    else:
        assert lying(sheet.sides[1].places) == wanted and sheet.shown == "backs"
        if choices.backing == "duplex":
            behind = turned_over(job.layout, choices.flip, (choices.back_x, choices.back_y))
            assert sheet.sides[1].guides == tuple(line_style(guide) for guide in guides(behind, choices.guides))
        bare = replace(job, finish=replace(job.finish, has_guides_on_backs=False))
        assert not sheet_shown(bare, 1, 1, cards(bare, count, with_backs=True), "backs").sides[1].guides


def test_the_cards_of_any_sheet_are_those_that_dealing_all_of_them_gives() -> None:
    chance = random.Random(7)
    for _ in range(200):
        items = [
            DrawnItem(
                Item(Face(str(number)), False, str(number), "", copies=chance.randint(1, 12)),
                tuple(draw_face(Face(f"{number}.{part}")) for part in range(chance.randint(1, 3))),
            )
            for number in range(chance.randint(1, 9))
        ]
        every = [card.title for one in items for _ in range(one.item.copies) for card in one.cards]
        layout = _of(chance.randint(1, 5))
        for sheet, wanted in enumerate(dealt(every, layout)):
            first = sheet * layout.places
            found = between(items, first, first + layout.places)
            assert [card.front.title for card in found if isinstance(card.front, type(items[0].cards[0]))] == list(
                wanted
            )


def test_what_all_cards_can_be_picked_by_is_offered_where_it_tells_some_apart() -> None:
    kinds = ("Thing", "Thing", "Action", "")
    articles = tuple(
        Printed(Ref("card", n), "", 1, kind, ("Pest",), "Ros" if n else "") for n, kind in enumerate(kinds)
    )
    shown = Printable(1, "d", "Deck", None, datetime(2026, 11, 21, tzinfo=UTC), (), articles)
    kind, maker = filters(shown, PrintChoices(what="picked", kind="action"))
    assert [(one.value, one.is_chosen) for one in kind.options][:2] == [("", False), ("Action", True)]
    assert kind.name == "kind" and maker.name == "maker"


def _of(columns: int) -> SheetLayout:
    return replace(layout_of(PrintChoices()), columns=columns)


def test_of_ten_thousand_copies_only_those_of_one_sheet_are_laid() -> None:
    drawn = draw_face(FACE)
    items = [DrawnItem(Item(FACE, False, str(number), "", copies=500), (drawn,)) for number in range(20)]
    laid = list(between(items, 9 * 1110, 9 * 1111))
    assert [card.front.number for card in laid] == ["19"] * 9  # type: ignore[union-attr]


def test_marks_for_a_cutting_machine_stand_on_the_fronts_and_nothing_else_to_cut_by() -> None:
    job = job_of(PrintChoices(paper="letter", cutter="silhouette"))
    fronts, behind = sheet_shown(job, 1, 1, cards(job, 2, with_backs=True), "fronts").sides
    assert fronts.guides[0] == "left:10mm;top:10mm;width:5mm;height:5mm" and len(fronts.guides) == 5
    assert not behind.guides and fronts.foot and behind.foot and fronts.foot.deck != behind.foot.deck
    assert fronts.foot.machine.startswith("Silhouette Studio") and not behind.foot.machine
    bare = job_of(PrintChoices(cutter="unmarked"))
    assert not sheet_shown(bare, 1, 1, cards(bare, 2, with_backs=True), "fronts").sides[0].guides


def test_a_hexagon_is_one_on_the_mat_and_on_the_cover_s_small_sheet() -> None:
    job = job_of(PrintChoices(size="hex"))
    assert sheet_shown(job, 1, 1, cards(job, 1, with_backs=False), "fronts").shape == "hex"
    assert sheet_shown(job_of(PrintChoices()), 1, 1, [], "fronts").shape != "hex"
    cover = Cover(Heading("Deck", "Draft", ""), (), "", "", "marks", ())
    for size, corners in (("hex", 6), ("poker", 4)):
        layout = layout_of(PrintChoices(size=size))
        drawn = cover_shown(cover, layout, 1).sheet.cards
        assert len(drawn) == layout.places and {card.outline.count("L") + 1 for card in drawn} == {corners}


def test_the_ruler_at_the_foot_says_what_the_paper_s_does() -> None:
    job = job_of(PrintChoices())
    (fronts,) = sheet_shown(job, 1, 1, cards(job, 9, with_backs=False), "fronts").sides
    assert fronts.foot is not None and fronts.foot.ruler == "40 mm when printed at its true size"
