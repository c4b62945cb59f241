"""What comes out of the press: page sizes, card rectangles in mm, words, fonts, no warnings, the same twice."""

from __future__ import annotations

import io
import re

import pikepdf
import pypdfium2
import pytest

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.measures import Size
from cards.face.text import parse, to_plain
from cards.printing.geometry.layouts import layout_for
from cards.printing.geometry.sheets import places
from cards.printing.queue.failures import PressFailed
from cards.printing.queue.press import Press
from cards.printing.queue.values import Item, Job, job_digest
from tests.print.conftest import FACES, LETTER, RULE, items_of, job, words_of
from tests.print.reading import differing

MM = 25.4 / 72


def bare(text: str) -> str:
    return re.sub(r"[\s\ufffe\u00ad-]", "", text)  # hyphens at line ends are read in two ways


def rectangles(pdf: bytes) -> list[list[tuple[float, float, float, float]]]:
    """Of each page, the rectangles of its cards in mm from the upper left, from the content stream itself."""
    found = []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            height = float(page.MediaBox[3])
            cards, matrix, depth, last = [], [1.0, 0, 0, 1, 0, 0], 0, ""
            for operands, operator in pikepdf.parse_content_stream(page):
                box: tuple[float, ...] = ()
                match str(operator):
                    case "q":
                        depth += 1
                    case "Q":
                        depth -= 1
                    case "cm" if depth == 1:
                        matrix = [float(value) for value in operands]
                    case "re" if depth == 1 and last == "cm":  # the window of a card written into the sheet
                        x, y, width, tall = (float(value) for value in operands)
                        box = (x, y, x + width, y + tall)
                    case "Do" if str(operands[0]).startswith("/C"):
                        box = tuple(float(value) for value in page.Resources.XObject[operands[0]].BBox)
                if box:
                    assert matrix[:4] == [1, 0, 0, 1]
                    left, bottom = matrix[4] + box[0], matrix[5] + box[1]
                    top = height - bottom - (box[3] - box[1])
                    cards.append((left * MM, top * MM, (box[2] - box[0]) * MM, (box[3] - box[1]) * MM))
                last = str(operator)
            assert depth == 0
            found.append(cards)
    return found


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pages_and_cards_have_their_sizes_and_places(press: Press, paper: str) -> None:
    pdf = press.print_sheets(job(items_of(FACES), layout=layout_for(paper, "poker")))
    layout = layout_for(paper, "poker")
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            size = [float(value) * MM for value in page.MediaBox]
            assert size == pytest.approx([0, 0, layout.paper.width / 100, layout.paper.height / 100], abs=0.01)
    laid = rectangles(pdf)
    count = sum(1 + len(draw_face(face).more) for face in FACES)
    assert [len(page) for page in laid] == [9, count - 9]
    for page in laid:
        for card, place in zip(page, places(layout), strict=False):
            assert card == pytest.approx((place.x / 100, place.y / 100, 63, 88), abs=0.03)


@pytest.mark.parametrize(("size", "trim"), [("mini", (44, 63)), ("tarot", (70, 120))])
def test_a_print_of_another_size_is_laid_out_at_that_size(press: Press, size: Size, trim: tuple[float, float]) -> None:
    """The cards' own boxes, and where another reader finds their words: not one card as a poker card."""
    wanted = job(items_of(FACES[:5]), layout=layout_for("a4", size))
    pdf = press.print_sheets(wanted)
    layout = layout_for("a4", size)
    laid = rectangles(pdf)
    for card, place in zip(laid[0], places(layout), strict=False):
        assert card == pytest.approx((place.x / 100, place.y / 100, *trim), abs=0.03)
    assert len(laid) == -(-sum(map(len, laid)) // layout.places)
    assert differing(pdf, wanted) == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_knife_that_slips_a_millimetre_and_a_half_finds_no_ink_but_the_guides(press: Press, paper: str) -> None:
    pdf = press.print_sheets(job(items_of(FACES), layout=layout_for(paper, "poker"), is_draft=True))
    layout, scale = layout_for(paper, "poker"), 150 / 25.4
    drawn = pypdfium2.PdfDocument(io.BytesIO(pdf))[0].render(scale=150 / 72).to_pil().convert("L")

    def inked(left: float, top: float, right: float, bottom: float) -> bool:
        box = tuple(round(side / 100 * scale) for side in (left, top, right, bottom))
        return drawn.crop(box).getextrema()[0] < 250

    near, far, gap = 20, 170, 60  # 1/100 mm off the trim, and off the cut lines
    for place in places(layout):
        x, y = place.x, place.y
        assert not inked(x + gap, layout.top - far, x + 6300 - gap, layout.top - near)
        assert not inked(x + gap, layout.bottom + near, x + 6300 - gap, layout.bottom + far)
        assert not inked(layout.left - far, y + gap, layout.left - near, y + 8800 - gap)
        assert not inked(layout.right + near, y + gap, layout.right + far, y + 8800 - gap)
    assert inked(0, 0, layout.left, layout.paper.height) and inked(0, 0, layout.paper.width, layout.top)


def test_every_word_is_there_to_be_selected(sheets: bytes) -> None:
    printed = bare("".join(words_of(sheets)))
    for face in (*FACES, RULE):
        cards = draw_face(face, is_rule=face is RULE)
        for card in (cards, *cards.more):
            assert bare(card.title) in printed
        for block in parse(face.text):
            spoken = to_plain((block,)).removeprefix("- ")
            if "{" not in face.text and len(cards.more) == 0:
                assert bare(spoken) in printed, face.title
    assert printed.count(bare(LETTER.split("\n\n")[0])) >= 2 * 3


def test_numbers_and_foot_lines_are_written_on_every_card(sheets: bytes) -> None:
    pages = words_of(sheets)
    everything = "\n".join(pages)
    cards = sum(len(page) for page in rectangles(sheets))
    assert everything.count("Allotment Wars · 7") == cards
    assert everything.count("§ 1") == len(draw_face(RULE, is_rule=True).more) + 1
    assert all(f"Sheet {n} of {len(pages)}" in page for n, page in enumerate(pages, 1))
    assert all("Allotment Wars, version 7" in page for page in pages)


def test_number_and_foot_line_stand_where_the_stylesheet_puts_them(press: Press) -> None:
    """The same card drawn whole by the page engine, and by the imposition layer: the letters coincide."""
    from cards.printing.sealed.render import CardRenderer

    slots = CardRenderer().slots("press", "poker")
    pdf = press.print_sheets(job((Item(FACES[1], False, "13", "Allotment Wars · 7"),)))
    text = pypdfium2.PdfDocument(io.BytesIO(pdf))[0].get_textpage()
    number = _box(text, "13")
    layout = layout_for("a4", "poker")
    assert slots.numbers[0] is not None
    assert number[2] * MM == pytest.approx(layout.left / 100 + slots.numbers[0].right, abs=0.35)
    assert 297 - number[1] * MM == pytest.approx(layout.top / 100 + slots.numbers[0].baseline, abs=0.2)
    line = _box(text, "Allotment Wars · 7")
    assert line[0] * MM == pytest.approx(layout.left / 100 + slots.foot.left, abs=0.35)
    assert 297 - line[1] * MM == pytest.approx(layout.top / 100 + slots.foot.baseline, abs=0.2)
    assert 13.9 < slots.numbers[0].baseline < 18.7 and 82.5 < slots.foot.baseline < 85.6


def _box(text: pypdfium2.PdfTextPage, words: str) -> tuple[float, float, float, float]:
    found = text.search(words).get_next()
    assert found is not None
    boxes = [text.get_charbox(found[0] + i) for i in range(found[1])]
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def test_all_fonts_are_ours_and_embedded(sheets: bytes) -> None:
    names = set()
    with pikepdf.open(io.BytesIO(sheets)) as document:
        for object_ in document.objects:
            if isinstance(object_, pikepdf.Dictionary) and object_.get("/Type") == "/FontDescriptor":
                assert any(key in object_ for key in ("/FontFile2", "/FontFile3"))
                names.add(str(object_.FontName).partition("+")[2])
    assert {re.split(r"[-,]", name)[0] for name in names} <= {
        "Besley", "Atkinson", "AtkinsonHyperlegibleNext", "League", "LeagueGothic",
    }  # fmt: skip
    assert any("Bold" in name for name in names)


def test_copies_are_in_the_file_once(press: Press, sheets: bytes) -> None:
    single = press.print_sheets(job((*items_of(FACES, 1), Item(RULE, True, "§ 1", "Allotment Wars · 7"))))
    assert len(sheets) < 1.15 * len(single)


def test_the_same_order_gives_the_same_bytes(press: Press, sheets: bytes) -> None:
    again = press.print_sheets(job((*items_of(FACES, 2), Item(RULE, True, "§ 1", "Allotment Wars · 7"))))
    assert again == sheets


def test_another_press_draws_the_same_words_boxes_and_pixels(sheets: bytes, tmp_path) -> None:
    other = Press(tmp_path, workers=1)
    try:
        again = other.print_sheets(job((*items_of(FACES, 2), Item(RULE, True, "§ 1", "Allotment Wars · 7"))))
    finally:
        other.close()
    assert words_of(again) == words_of(sheets)
    assert rectangles(again) == rectangles(sheets)
    assert _pixels(again) == _pixels(sheets)


def _pixels(pdf: bytes) -> bytes:
    return pypdfium2.PdfDocument(io.BytesIO(pdf))[0].render(scale=1).to_pil().tobytes()


def test_the_file_says_what_it_is_and_when_that_was_made(sheets: bytes) -> None:
    with pikepdf.open(io.BytesIO(sheets)) as document:
        assert str(document.docinfo["/Title"]) == "Allotment Wars, version 7"
        assert str(document.docinfo["/CreationDate"]) == "D:20261121090000Z"
        assert document.Root.ViewerPreferences.PrintScaling == "/None"


def test_a_file_is_in_the_language_of_its_deck_and_a_page_of_another_language_is_not_taken_for_it(press: Press) -> None:
    items = items_of((Face("Fähre", "Thing", "Die Donaudampfschifffahrtsgesellschaft fährt."),))
    said, printed = {}, {}
    for language in ("", "de", "nl"):
        pdf = press.print_sheets(job(items, language=language))
        with pikepdf.open(io.BytesIO(pdf)) as document:
            said[language] = str(document.Root.get("/Lang", ""))
        printed[language] = words_of(pdf)[0]
        assert bare("Donaudampfschifffahrtsgesellschaft") in bare(printed[language])
    assert said == {"": "", "de": "de", "nl": "nl"}
    assert printed[""] != printed["de"]  # no page of the one was taken for the other
    names = {job_digest(job(items, language=language), "build") for language in said}
    assert len(names) == 3


def test_a_draft_says_so_on_every_sheet(press: Press, sheets: bytes) -> None:
    draft = press.print_sheets(job(items_of(FACES), is_draft=True))
    assert all("DRAFT" in page for page in words_of(draft))
    assert not any("DRAFT" in page for page in words_of(sheets))


@pytest.mark.parametrize("frame", ["hand", "saver", "classic"])
def test_every_design_prints(press: Press, frame: str) -> None:
    pages = words_of(press.print_sheets(job(items_of(FACES[:5]), frame=frame)))
    assert "Hosepipe Ban" in pages[0] and "nobody may play a Vegetable" in " ".join(pages[0].split())


@pytest.mark.parametrize("frame", ["press", "hand", "saver", "classic"])
def test_a_card_is_read_in_the_order_it_is_written(press: Press, frame: str) -> None:
    """Title, type line, text (each dash before its point), flavour: as another reader finds them in the file."""
    printed = bare(words_of(press.print_sheets(job(items_of(FACES[:5]), frame=frame)))[0]).casefold()
    for face in FACES[1:5]:
        lines = to_plain(parse(face.text)).replace("\n- ", "\n– ").replace("{token}", "").split("\n")
        at = 0
        for words in (face.title, face.type_line, *(line for line in lines if "token" not in line), face.flavour):
            found = printed.find(bare(words).casefold(), at)
            assert found >= 0, (frame, face.title, words)
            at = found + len(bare(words))


def test_titles_in_other_scripts_reach_the_foot(press: Press) -> None:
    named = Job("Огород", "Огород, версия 7", "D:20261121090000Z", (Item(FACES[1], False, "1", "Огород · 7"),))
    page = words_of(press.print_sheets(named))[0]
    assert "Огород, версия 7" in page and "Огород · 7" in page


def test_a_card_that_changed_is_drawn_and_the_others_are_not(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    press.print_sheets(job(items_of(FACES)))
    drawn = []
    ask = press._workers[0].ask

    def count(request, blobs, progress=None):  # type: ignore[no-untyped-def]
        drawn.extend(request["faces"] if request["do"] == "draw" else [])
        return ask(request, blobs, progress)

    monkeypatch.setattr(press._workers[0], "ask", count)
    press.print_sheets(job(items_of((*FACES, Face("New here", "Thing", "Say hello.")))))
    assert [face["title"] for face, _ in drawn] == ["New here"]


def test_many_small_changes_are_gathered_into_one_source_again(press: Press, tmp_path) -> None:
    fresh = Press(tmp_path, workers=1)
    fresh._workers = press._workers
    faces = [Face(f"Card {n}", "Thing", "One.") for n in range(12)]
    for n in range(1, 13):
        pdf = fresh.print_sheets(job(items_of(tuple(faces[:n]))))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        fonts = [
            o for o in document.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"
        ]
    assert len(fonts) <= 9 * 4  # never one set of fonts for each of the twelve exports
    assert "Card 0" in words_of(pdf)[0] and "Card 11" in words_of(pdf)[1]


def test_progress_is_told_and_ends_with_everything(sealed_press: Press) -> None:
    told: list[tuple[int, int]] = []
    fresh = tuple(Face(f"Fresh {n}", "Action", LETTER) for n in range(6))
    sealed_press.print_sheets(job(items_of(fresh)), lambda done, total: told.append((done, total)))
    assert told == sorted(told) and told[0] == (0, 7) and told[-1] == (7, 7)
    assert len(told) >= 3


def test_a_print_of_nothing_readable_fails_in_words_and_the_press_goes_on(sealed_press: Press) -> None:
    worker = sealed_press._workers[0]
    with pytest.raises(PressFailed) as failed:
        worker.ask({"do": "draw", "faces": [[{"nonsense": 1}, False]], "frame": "press", "size": "poker"}, [])
    assert failed.value.code == "print.broken"
    assert "Hosepipe Ban" in words_of(sealed_press.print_sheets(job(items_of(FACES[1:2]))))[0]
