"""Backs behind their fronts, bleed, folds and marks, read from the finished file as pixels and as text."""

from __future__ import annotations

import io
from colorsys import hsv_to_rgb, rgb_to_hsv
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from cards.face.face import Face
from cards.face.measures import CARD_SIZES
from cards.printing.geometry.cutting_machines import CUTTERS, arranged_for_cutter, to_type
from cards.printing.geometry.finish import SheetFinish
from cards.printing.geometry.layouts import SheetLayout, arranged, one_a_page
from cards.printing.geometry.papers import A4, LETTER, PAPERS
from cards.printing.geometry.sheets import places
from cards.printing.geometry.sides import bleed_round, sides_of
from cards.printing.queue.press import Press
from cards.printing.queue.values import Item
from cards.printing.shared.extra_pages import Cover, Heading
from cards.printing.shared.pieces import CardBack
from studio.kernel.messages import english
from tests.print.conftest import job, words_of

BACKS = tuple(CardBack("plain", title=letter * 3) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
USUAL = SheetFinish()
FINISHES = [SheetFinish(flip=flip) for flip in ("left", "top")]  # type: ignore[arg-type]


def test_backs_follow_their_fronts_and_a_short_sheet_keeps_its_empty_places() -> None:
    """Every size, paper, fold and flip, computed: seen through the paper a back is its front's, whatever is short."""
    for paper, size, is_folded, finish in product(PAPERS.values(), CARD_SIZES, (False, True), FINISHES):
        layout = arranged(paper, size, is_folded=is_folded)
        cards = list(range(layout.places + 2))
        sides = sides_of(cards, lambda card: card + 1000 if card < 1000 else None, layout, finish)
        how = layout.fold or finish.flip
        fronts = [side for side in sides if not side.is_back]
        behind = fronts if is_folded else [side for side in sides if side.is_back]
        assert len(fronts) == len(behind) == len(sides) // (1 if is_folded else 2) == -(-len(cards) // layout.places)
        for front, back in zip(fronts, behind, strict=True):
            at = {card - 1000: place for card, place in back.laid if card >= 1000}
            for card, place in ((card, place) for card, place in front.laid if card < 1000):
                if how in ("left", "down"):
                    assert at[card].x == layout.paper.width - place.x - layout.card.width and at[card].y == place.y
                else:
                    assert at[card].y == layout.paper.height - place.y - layout.card.height and at[card].x == place.x
                assert at[card].is_turned == (how in ("top", "across"))


def test_backs_apart_lie_like_their_fronts_and_cards_without_a_back_have_none() -> None:
    layout = arranged(A4, "poker")
    sides = sides_of([1, 2, 3], lambda card: None if card == 2 else -card, layout, SheetFinish(backing="apart"))
    assert [side.is_back for side in sides] == [False, True]
    assert [card for card, _ in sides[1].laid] == [-1, -3]
    assert sides[1].laid[1][1] == sides[0].laid[2][1]
    assert len(sides_of([1, 2], lambda card: None, layout, SheetFinish())) == 1


def test_bleed_only_outside_is_on_the_edges_that_have_no_neighbour() -> None:
    layout = arranged(A4, "poker", bleed=150, gap=0)
    around = [bleed_round(layout, place, layout.bleed) for place in places(layout)]
    assert around[0] == (150, 150, 0, 0) and around[4] == (0, 0, 0, 0) and around[8] == (0, 0, 150, 150)


def test_no_bleed_of_a_front_or_a_back_covers_a_neighbour() -> None:
    """Whatever gap was chosen beside whatever bleed, also that of the backs alone."""
    for size, gap, bleed in product(CARD_SIZES, (0, 1, 100, 350, 636), (0, 200, 318)):
        layout = arranged(A4, size, gap=gap)
        for place in places(layout):
            left, above, right, below = bleed_round(layout, place, bleed)
            assert left == bleed if place.column == 0 else 2 * left <= layout.gap_x
            assert above == bleed if place.row == 0 else 2 * above <= layout.gap_y
            assert right == bleed if place.column == layout.columns - 1 else 2 * right <= layout.gap_x
            assert below == bleed if place.row == layout.rows - 1 else 2 * below <= layout.gap_y
            assert {left, above, right, below} == {bleed} or min(layout.gap_x, layout.gap_y) < 2 * bleed


@pytest.fixture(scope="module")
def paper_press(inside: Any, tmp_path_factory: pytest.TempPathFactory) -> Press:
    """One press in this process for all files here: what they are made of is drawn once."""
    made: Press = inside(tmp_path_factory.mktemp("backs"))
    return made


def _job(layout: SheetLayout, finish: SheetFinish = USUAL, cards: int = 0, **more: Any) -> Any:
    faces = (Face(f"Card {n}", "Thing", "x") for n in range(cards or layout.places + 1))
    items = tuple(Item(face, False, str(n), "", 1, None, BACKS[n % 26]) for n, face in enumerate(faces))
    return job(items, layout=layout, finish=finish, **more)


@pytest.mark.parametrize(
    "layout, finish",
    [
        (arranged(A4, "poker"), FINISHES[0]),
        (arranged(A4, "poker"), FINISHES[1]),
        (arranged(LETTER, "bridge", bleed=318), FINISHES[0]),
        (arranged(A4, "mini"), FINISHES[1]),
        (arranged(A4, "poker", is_folded=True), FINISHES[0]),
        (arranged(LETTER, "domino", is_folded=True), FINISHES[0]),
    ],
    ids=["left", "top", "left-lying-bleed", "top-lying", "across", "down"],
)
def test_the_words_of_every_back_stand_behind_its_front_in_the_file(
    paper_press: Press, layout: SheetLayout, finish: SheetFinish
) -> None:
    """The title on the front and the plate on the back, found by another reader, through the paper."""
    asked = _job(layout, finish)
    document = pypdfium2.PdfDocument(paper_press.print_sheets(asked))
    width, height = layout.paper.width / 100 / 25.4 * 72, layout.paper.height / 100 / 25.4 * 72
    how, step = layout.fold or finish.flip, 1 if layout.fold else 2
    wide, high = layout.card.width / 100 / 25.4 * 72, layout.card.height / 100 / 25.4 * 72
    for number in range(layout.places + 1):
        sheet = number // layout.places * step
        x, y = _middle(document[sheet], f"Card {number}\n", number)
        bx, by = _middle(document[sheet + step - 1], asked.items[number].back.title, number)
        through = (width - bx, by) if how in ("left", "down") else (bx, height - by)
        assert abs(through[0] - x) < wide / 2 and abs(through[1] - y) < high * 0.62, (number, through, (x, y))


def _middle(page: pypdfium2.PdfPage, words: str, number: int) -> tuple[float, float]:
    """Where words stand on a page, in pt from the lower left."""
    text = page.get_textpage()
    found = text.search(words.strip(), match_case=True, match_whole_word=True).get_next()
    assert found is not None, (number, words)
    left, bottom, right, top = text.get_charbox(found[0])
    return (left + right) / 2, (bottom + top) / 2


PROBES = tuple("#" + bytes(round(v * 255) for v in hsv_to_rgb(turn / 8, 0.9, 0.6)).hex() for turn in range(8))


@pytest.mark.parametrize(
    "layout, finish",
    [
        (arranged(LETTER, "square"), FINISHES[0]),
        (arranged(A4, "euro", bleed=200), FINISHES[1]),
        (arranged(A4, "mini-us", is_folded=True), FINISHES[0]),
        (arranged(A4, "square-70", is_folded=True), FINISHES[0]),
    ],
    ids=["left", "top-bleed", "across", "down"],
)
def test_coloured_faces_and_backs_coincide_as_pixels_when_the_sheet_is_turned_over(
    inside: Any, tmp_path: Path, layout: SheetLayout, finish: SheetFinish
) -> None:
    """Probes: each card and its back have an ink of their own. The other side is mirrored as paper is, and overlaid."""
    items = tuple(
        Item(Face("x", "Token", "", colour=ink), False, "", "", 1, None, CardBack("kind", seed="x", colour=ink))
        for ink in PROBES[: layout.places]
    )
    pdf = inside(tmp_path).print_sheets(job(items, layout=layout, finish=replace(finish, has_foot=False)))
    front, back = (_colours(pdf, page) for page in ((0, 0) if layout.fold else (0, 1)))
    how = layout.fold or finish.flip
    flipped = Image.Transpose.FLIP_LEFT_RIGHT if how in ("left", "down") else Image.Transpose.FLIP_TOP_BOTTOM
    back = back.transpose(flipped)
    for item, place in zip(items, places(layout), strict=False):
        right, bottom = place.x + layout.card.width, place.y + layout.card.height
        box = tuple(side // 25 for side in (place.x, place.y, right, bottom))
        for side in (front, back):
            assert _ink_of(side.crop(box)) == item.face.colour, (how, place)  # type: ignore[arg-type]


def _colours(pdf: bytes, page: int) -> Image.Image:
    """A page at four pixels to the mm."""
    return pypdfium2.PdfDocument(pdf)[page].render(scale=4 * 25.4 / 72).to_pil().convert("RGB")


def _ink_of(part: Image.Image) -> str:
    """Which of the probes' inks most of its coloured points have."""
    counts = dict.fromkeys(PROBES, 0)
    for count, (red, green, blue) in part.getcolors(part.width * part.height):  # type: ignore[misc]
        if max(red, green, blue) - min(red, green, blue) > 60:
            turn = rgb_to_hsv(red / 255, green / 255, blue / 255)[0]
            counts[PROBES[round(turn * 8) % 8]] += count
    return max(counts, key=lambda ink: counts[ink])


def _pixels(pdf: bytes, page: int = 0, per_mm: float = 10) -> Image.Image:
    return pypdfium2.PdfDocument(pdf)[page].render(scale=per_mm * 25.4 / 72).to_pil().convert("L")


def test_a_page_of_one_card_has_its_trim_its_bleed_and_nothing_beside(paper_press: Press) -> None:
    pdf = paper_press.print_sheets(_job(one_a_page("poker-us", 318), cards=2))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert len(document.pages) == 4  # front, back, front, back
        for page in document.pages:
            media, trim, bleed = (
                [float(v) / 72 * 25.4 for v in box] for box in (page.MediaBox, page.TrimBox, page.BleedBox)
            )
            assert media == bleed == pytest.approx([0, 0, 69.86, 95.26], abs=0.01)
            assert trim == pytest.approx([3.18, 3.18, 66.68, 92.08], abs=0.01)


def test_a_machine_s_marks_are_black_where_it_looks_for_them_and_on_fronts_alone(paper_press: Press) -> None:
    machine = CUTTERS["silhouette"]
    pdf = paper_press.print_sheets(_job(arranged_for_cutter(machine, A4, "poker"), SheetFinish(cutter="silhouette"), 1))
    told = english(to_type(machine) or "")
    assert ["".join(told.split()) in "".join(page.split()) for page in words_of(pdf)] == [True, False]
    front, back = _pixels(pdf), _pixels(pdf, 1)
    for x, y in ((12.5, 12.5), (190, 10.15), (199.85, 20), (20, 286.85), (10.15, 275)):
        assert front.getpixel((round(x * 10), round(y * 10))) < 40  # type: ignore[operator]
        assert back.getpixel((round(x * 10), round(y * 10))) > 250  # type: ignore[operator]
    for x, y in ((16, 16), (185, 13), (13, 280)):
        assert front.getpixel((round(x * 10), round(y * 10))) > 250  # type: ignore[operator]


def test_lines_go_to_the_edge_of_the_paper_on_both_sides_and_a_fold_is_dotted(paper_press: Press) -> None:
    layout = arranged(A4, "poker")
    pdf = paper_press.print_sheets(_job(layout, SheetFinish(guides="lines"), 1))
    for page in (0, 1):
        drawn = _pixels(pdf, page)
        assert drawn.crop((0, 95, 60, 105)).getextrema()[0] < 200  # type: ignore[operator]
        assert drawn.crop((100, 0, 110, 60)).getextrema()[0] < 200  # type: ignore[operator]
    folded = arranged(A4, "poker", is_folded=True)
    line = _pixels(paper_press.print_sheets(_job(folded, cards=1))).crop((0, 1045, 2970, 1055))
    dark = [min(line.getpixel((x, y)) for y in range(10)) < 160 for x in range(300, 2600)]  # type: ignore[type-var]
    assert 0.1 < sum(dark) / len(dark) < 0.7  # neither nothing nor a line


def test_guides_and_foot_move_with_backs_that_are_shifted(paper_press: Press) -> None:
    """Only the backs did: a knife that followed the guides of the second side was off by what the printer needs."""
    layout, (dx, dy) = arranged(A4, "poker"), (130, -70)
    plain = _job(layout, SheetFinish(guides="lines"), 1)
    front, as_it_was = (_lines(paper_press.print_sheets(plain), page) for page in (0, 1))
    moved = replace(plain, finish=replace(plain.finish, back_x=dx, back_y=dy))
    pdf = paper_press.print_sheets(moved)
    still, behind = (_lines(pdf, page) for page in (0, 1))
    assert still == front and behind != as_it_was and all(len(lines) >= 4 for lines in front)
    assert behind[0] == {x + dx for x in as_it_was[0]} and behind[1] == {y + dy for y in as_it_was[1]}


def _lines(pdf: bytes, page: int) -> tuple[set[int], set[int]]:
    """Where lines of a sheet itself stand that go straight down and straight across, in 1/100 mm."""
    down: set[int] = set()
    across: set[int] = set()
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        sheet, at = opened.pages[page], (0.0, 0.0)
        within = [False]  # what is moved to its place
        high = float(sheet.MediaBox[3])
        for operands, operator in pikepdf.parse_content_stream(sheet):
            match str(operator):
                case "q":
                    within.append(within[-1])
                case "Q":
                    within.pop()
                case "cm":
                    within[-1] = True
                case "m" | "l" if not within[-1]:
                    x, y = (float(value) for value in operands)
                    if str(operator) == "l" and x == at[0]:
                        down.add(round(x / 72 * 2540))
                    elif str(operator) == "l" and y == at[1]:
                        across.add(round((high - y) / 72 * 2540))
                    at = (x, y)
    return down, across


def test_pages_before_and_behind_are_joined_with_bookmarks_and_what_the_file_is(paper_press: Press) -> None:
    pages = (Cover(Heading("Allotment Wars", "Version 7"), ()),)
    asked = _job(
        arranged(A4, "poker"), SheetFinish(whose="Ada"), 1, before=pages, after=pages,
        author="The Allotment", licence="CC BY-SA 4.0", keywords=("dvorak", "cards"), language="de",
    )  # fmt: skip
    pdf = paper_press.print_sheets(asked)
    assert paper_press.print_sheets(asked) == pdf
    document = pypdfium2.PdfDocument(pdf)
    assert [mark.get_title() for mark in document.get_toc()][1:3] == ["Sheet 1", "Sheet 1, backs"]
    assert len(list(document.get_toc())) == 4 and len(document) == 6  # behind either cover its empty back
    assert all("· Ada" in document[page].get_textpage().get_text_range() for page in (2, 3))
    assert "Sheet 1 of 1, backs" in document[3].get_textpage().get_text_range()
    with pikepdf.open(io.BytesIO(pdf)) as found:
        assert (str(found.docinfo["/Author"]), str(found.Root.Lang)) == ("The Allotment", "de")
        told = found.open_metadata()
        assert told["dc:rights"] == "CC BY-SA 4.0" and told["dc:creator"] == ["The Allotment"]
        assert set(told["dc:subject"]) == {"dvorak", "cards"} and told["dc:title"]
        assert found.check_pdf_syntax() == []


def test_nothing_but_what_was_chosen_changes_a_sheet(inside: Any, tmp_path: Path) -> None:
    """The same cards with and without backs, and moved: fronts are the same points, backs lie where they were sent."""
    press, layout = inside(tmp_path), arranged(A4, "poker")
    plain, moved = _job(layout, cards=2), _job(layout, SheetFinish(back_x=300, back_y=-200), 2)
    alone = replace(plain, items=tuple(replace(item, back=None) for item in plain.items))
    first, second, bare = (press.print_sheets(asked) for asked in (plain, moved, alone))
    assert _pixels(first).tobytes() == _pixels(second).tobytes() == _pixels(bare).tobytes()
    texts = [pypdfium2.PdfDocument(pdf)[1] for pdf in (first, second)]
    (x, y), (mx, my) = (_middle(page, "AAA", 0) for page in texts)
    assert ((mx - x) / 72 * 25.4, (y - my) / 72 * 25.4) == pytest.approx((3, -2), abs=0.02)
