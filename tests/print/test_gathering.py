"""How a file is put together: cards in their sheets, one font of each name, the same bytes whatever came before."""

from __future__ import annotations

import io
import shutil
from collections import Counter
from typing import Any

import pikepdf

from cards.face.face import Face
from cards.printing.queue.press import Press
from cards.printing.queue.values import USUAL_LAYOUT
from cards.printing.sealed.joined import batches, sheets
from cards.printing.sealed.plain_sheets import laid_plainly
from cards.printing.sealed.sheet_values import SheetCard, SheetSpec
from tests.bench.pdf import faces, plain
from tests.print.alike import letters, look_alike
from tests.print.conftest import FACES, RULE, items_of, job, words_of
from tests.print.fitting import FOREIGN


def kinds(pdf: bytes) -> Counter[str]:
    """How many of each kind of object."""
    found: Counter[str] = Counter()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for thing in document.objects:
            if isinstance(thing, pikepdf.Stream | pikepdf.Dictionary):
                found[str(thing.get("/Subtype", thing.get("/Type", "/None")))] += 1
    return found


def fonts(pdf: bytes) -> list[str]:
    """The names of all fonts in the file."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return [
            str(thing.FontName)
            for thing in document.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor"
        ]


def test_cards_printed_once_are_written_into_their_sheets(fresh: Press) -> None:
    """Nine cards share one compressed stream and all sheets one set of resources."""
    pdf = fresh.print_sheets(job(items_of(tuple(faces(20, "a")))))
    assert kinds(pdf)["/Form"] == 0
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert len(document.pages) == 3
        assert all(page.Contents.get("/Filter") == "/FlateDecode" for page in document.pages)
        assert len({page.obj.get("/Resources").objgen for page in document.pages}) == 1


def test_a_card_on_several_sheets_is_in_the_file_once(fresh: Press) -> None:
    cards = tuple(faces(3, "b"))
    pdf = fresh.print_sheets(job(items_of(cards, 12)))  # on sheets 1 and 2, 2 and 3, 3 and 4
    assert kinds(pdf)["/Form"] == 3
    with pikepdf.open(io.BytesIO(pdf)) as document:
        forms = [page.Resources.XObject["/C0"].objgen for page in document.pages]
        assert forms[0] != forms[-1]
        assert all(page.Resources.XObject["/C0"].Resources.objgen == forms_of(document) for page in document.pages)
    assert all(len(set(words.split()) & {"b"}) for words in words_of(pdf))


def forms_of(document: Any) -> tuple[int, int]:
    return document.pages[0].Resources.XObject["/C0"].Resources.objgen


def test_two_batches_bring_one_font_of_each_name(fresh: Press) -> None:
    first = tuple(faces(4, "c"))
    fresh.print_sheets(job(items_of(first)))
    pdf = fresh.print_sheets(job(items_of((*first, Face("Zürich QXJ", "Thing", "Ærøskøbing, **Vwxyz**. 98765 &")))))
    names = fonts(pdf)
    assert len(names) == len(set(names)) >= 5
    assert "Ærøskøbing, Vwxyz. 98765 &" in words_of(pdf)[0]


def test_what_was_printed_before_leaves_the_file_as_it_is(fresh: Press) -> None:
    """A process that did other things in between gives the same bytes for the same cards of the same batches."""
    cards = (*FACES, *faces(9, "d"))
    for some in (cards[12:], cards[3:5], cards[4:13]):
        fresh.print_sheets(job(items_of(some)))
    once = fresh.print_sheets(job(items_of(cards)))
    fresh.print_sheets(job(items_of(tuple(faces(12, "other")))))
    fresh._workers[0].stop()  # the next process remembers nothing
    assert fresh.print_sheets(job(items_of(cards))) == once


def test_joined_fonts_draw_every_letter_as_its_own_batch_did() -> None:
    """Also letters made of others ("i"), whose parts have other numbers in each batch."""
    from cards.printing.sealed.render import CardRenderer
    from cards.printing.sealed.truetype import picked

    pages = CardRenderer()
    words = ("Aij éü; Zz", "BCD àÿ ñ: i", "Ω? j ö ç 7")
    opened = [
        batches.Batch(pages.draw([(Face(word, "Thing", f"{word} **{word}**", word), False)], "press", "poker")[0], word)
        for word in words
    ]
    compared = composite = 0
    for name in opened[0].fonts.keys() & opened[1].fonts.keys():
        fonts = [batch.fonts[name] for batch in opened if name in batch.fonts]
        wanted = {number: font.outlines for font in fonts for number in font.widths}
        joined = drawn_by(picked(wanted))
        for batch in opened:
            if name in batch.fonts:
                own = drawn_by(picked(dict.fromkeys(batch.fonts[name].widths, batch.fonts[name].outlines)))
                original = drawn_by(program_of(batch, name))
                for number in batch.piece(0).glyphs.get(name, ()):
                    assert joined(number) == own(number) == original(number), (name, number)
                    compared += 1
                    composite += original(number, whole=False) != original(number)
    assert compared > 50 and composite > 5


def program_of(batch: Any, name: str) -> bytes:
    return bytes(batch.resources(0).Font["/" + name].DescendantFonts[0].FontDescriptor.FontFile2.read_bytes())


def drawn_by(program: bytes) -> Any:
    """A function from a glyph's number to its lines and its advance."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen, RecordingPen
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(program))
    font.setGlyphOrder([f"g{number}" for number in range(font["maxp"].numGlyphs)])
    glyphs = font.getGlyphSet()

    def drawn(number: int, *, whole: bool = True) -> Any:
        pen = DecomposingRecordingPen(glyphs) if whole else RecordingPen()
        glyphs[f"g{number}"].draw(pen)
        return pen.value, glyphs[f"g{number}"].width

    return drawn


def test_written_into_the_sheet_or_as_a_form_a_card_looks_the_same(fresh: Press) -> None:
    """Every card as a form is what the page engine drew, untouched: the oracle for what is written into sheets."""
    from cards.printing.sealed.render import CardRenderer

    pages = CardRenderer()
    drawn, found = pages.draw([(face, face is RULE) for face in (*FACES, RULE, *FOREIGN)], "press", "poker")
    laid = tuple(
        SheetCard(0, page.page, "7", "Огород · 7", page.step, page.foot_left, page.foot_right)
        for cards in found
        for page in cards
    )
    wanted = SheetSpec("x", "x", "D:20261121090000Z", USUAL_LAYOUT, "press", False, laid)
    pieces = sheets.laid_joined(wanted, [drawn], pages)
    forms = laid_plainly(wanted, [drawn], pages)
    assert kinds(forms)["/Form"] == len(laid) + 1 and kinds(pieces)["/Form"] == 1  # one: the foot in Cyrillic
    assert look_alike(forms, pieces)
    assert letters(forms) == letters(pieces)


def test_a_page_that_is_not_plain_stays_a_form_with_what_it_needs(monkeypatch) -> None:
    """Pictures and the like keep the resources of their batch, and no others."""
    from cards.printing.sealed.render import CardRenderer

    pages = CardRenderer()
    drawn, found = pages.draw([(face, False) for face in FACES[:3]], "press", "poker")
    laid = tuple(SheetCard(0, cards[0].page, "7", "x", 1, 0, 0) for cards in found)
    wanted = SheetSpec("x", "x", "D:20261121090000Z", USUAL_LAYOUT, "press", False, laid)
    whole = sheets.laid_joined(wanted, [drawn], pages)
    monkeypatch.setattr(batches, "_NEEDS_MORE", frozenset({"q"}))
    monkeypatch.setattr(sheets, "opened", lambda batch: batches.Batch(batch, "another"))
    forms = sheets.laid_joined(wanted, [drawn], pages)
    assert kinds(forms)["/Form"] == 3
    assert look_alike(forms, whole)
    assert sorted(fonts(forms)) == sorted(fonts(whole))
    with pikepdf.open(io.BytesIO(forms)) as document:
        assert "/ColorSpace" not in document.pages[0].Resources.XObject["/C0"].Resources


def test_a_font_that_was_replaced_meanwhile_is_not_mixed_with_the_new_one(monkeypatch) -> None:
    """Two batches with different files of one font's name: each card keeps the one it was drawn with."""
    from cards.printing.sealed import render

    name = "fonts/atkinson-hyperlegible-next-latin-400-normal.woff2"
    replaced = render.prepared_assets() | {name: render.prepared_assets()[name.replace("400", "600")]}
    pages = [render.CardRenderer()]
    monkeypatch.setattr(render, "prepared_assets", lambda: replaced)
    pages.append(render.CardRenderer())
    cards = (Face("Old", "Thing", "Vex the wizard"), Face("New", "Thing", "Quick fox jumps"))
    batches = [some.draw([(face, False)], "press", "poker")[0] for some, face in zip(pages, cards, strict=True)]
    laid = tuple(SheetCard(n, 0, "7", "x", 1, 0, 0) for n in range(2))
    wanted = SheetSpec("x", "x", "D:20261121090000Z", USUAL_LAYOUT, "press", False, laid)
    pdf = sheets.laid_joined(wanted, batches, pages[0])
    names = [font.partition("+")[2] for font in fonts(pdf)]
    assert Counter(names)["Atkinson-Hyperlegible-Next"] == 2 and len(fonts(pdf)) == len(set(fonts(pdf)))
    assert "Vex the wizard" in words_of(pdf)[0] and "Quick fox jumps" in words_of(pdf)[0]


def test_the_file_is_not_much_larger_than_the_engine_s_own(fresh: Press) -> None:
    """Same faces, same fonts: at most 1.2 times one plain document of all sheets (without numbers and guides)."""
    cards = faces(45, "e")
    pdf = fresh.print_sheets(job(items_of(tuple(cards[:20]))))
    pdf = fresh.print_sheets(job(items_of(tuple(cards))))
    assert len(pdf) <= 1.2 * len(plain()(cards))


def test_a_cache_that_is_emptied_beneath_a_print_costs_a_drawing(fresh: Press, monkeypatch) -> None:
    """Words of another deck are taken down, and nothing that may have them stays."""
    wanted = job(items_of(FACES))
    as_ever = fresh.print_sheets(wanted)
    imposed, emptied = fresh._imposed, []

    def beneath(*given: Any, **more: Any) -> Any:
        if not emptied:
            shutil.rmtree(fresh._folder / "cards")
            emptied.append(True)
        return imposed(*given, **more)

    monkeypatch.setattr(fresh, "_imposed", beneath)
    assert fresh.print_sheets(wanted) == as_ever and emptied
