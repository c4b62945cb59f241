"""No sheet leaves the press unread: what was put together wrongly is drawn again, or the print fails in words."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cards.face.face import Face
from cards.face.lexicon import DeckKind, DeckSymbol, Keyword, Lexicon
from cards.printing.queue.failures import PressFailed
from cards.printing.queue.press import Press
from cards.printing.queue.values import Item
from cards.printing.sealed import answers, proof, read_pdf
from cards.printing.sealed.font_embedding import Embedded, to_text
from cards.printing.sealed.joined import sheets
from cards.printing.sealed.truetype import picked
from tests.print.conftest import FACES, RULE, items_of, job, words_of
from tests.print.fitting import FOREIGN
from tests.print.reading import differing

Made = Callable[..., Press]
ASKED = job((*items_of((*FACES, *FOREIGN)), Item(RULE, True, "§ 1", "x")))


def without_text(font: Embedded) -> Embedded:
    """A font whose letters cannot be read any more."""
    return replace(font, to_text=to_text({}))


def with_other_text(font: Embedded) -> Embedded:
    return replace(font, to_text=to_text({number: "q" for number, _ in font.widths}))


def without_outlines(font: Embedded) -> Embedded:
    """A font all of whose letters are blank."""
    from zlib import decompress

    from cards.printing.sealed.font_embedding import deflated
    from cards.printing.sealed.truetype import outlines

    whole = outlines(decompress(font.program))
    blank = replace(whole, glyphs=(b"",) * len(whole.glyphs))
    program = picked(dict.fromkeys((number for number, _ in font.widths), blank))
    return replace(font, program=deflated(program), length=len(program))


@pytest.mark.parametrize("harm", [without_text, with_other_text, without_outlines])
def test_fonts_that_were_joined_wrongly_are_noticed_and_the_cards_drawn_again(
    inside: Made, tmp_path: Path, monkeypatch, harm, caplog
) -> None:
    joined = sheets.joined
    monkeypatch.setattr(sheets, "joined", lambda used: harm(joined(used)))
    pdf = inside(tmp_path).print_sheets(ASKED)
    assert "drawn again plainly" in caplog.text
    assert differing(pdf, ASKED) == []


def test_a_page_that_is_another_card_s_is_noticed(inside: Made, tmp_path: Path, caplog) -> None:
    """The cache is not believed either: whose its pages are is changed about."""
    press = inside(tmp_path)
    cards = job(items_of((FACES[0], FACES[1])))
    press.print_sheets(cards)
    (index,) = tmp_path.glob("cards/*/*.json")
    (one, first), (other, second) = json.loads(index.read_bytes()).items()
    index.write_text(json.dumps({one: second, other: first}))
    assert differing(inside(tmp_path).print_sheets(cards), cards) == []
    assert "drawn again plainly" in caplog.text


def test_what_still_differs_fails_in_words_and_is_not_kept(inside: Made, tmp_path: Path, monkeypatch) -> None:
    from cards.printing.sealed import render
    from studio.web.words import say

    html = render.CardRenderer._html
    monkeypatch.setattr(
        render.CardRenderer, "_html", lambda self, card, *more: html(self, card, *more).replace("z", "x")
    )
    cards = job(items_of((Face("Lazy", "Thing", "Zzz, dozing."), FACES[1])))
    press = inside(tmp_path)
    with pytest.raises(PressFailed) as failed:
        press.print_sheets(cards)
    assert failed.value.code == "print.differs" and "Lazy" in failed.value.why
    assert "did not say what the deck says" in say(failed.value)
    monkeypatch.undo()
    assert differing(press.print_sheets(cards), cards) == []


def test_a_letter_no_font_has_is_a_box_also_in_a_title_and_is_let_through(inside: Made, tmp_path: Path, caplog) -> None:
    from tests.print.reading import cards_inked

    odd = [Face(f"{letter}{letter}", "Thing — 山", f"Only {letter}.") for letter in "山𓀀\u1234"]
    pdf = inside(tmp_path).print_sheets(job(items_of(odd)))
    assert "plainly" not in caplog.text and differing(pdf, job(items_of(odd))) == []
    without = inside(tmp_path).print_sheets(job(items_of([replace(face, title="") for face in odd])))
    for titled, bare in zip(cards_inked(pdf), cards_inked(without), strict=True):
        assert titled == bare or sum(a != b for a, b in zip(titled, bare, strict=True)) > 50
    assert cards_inked(pdf)[0] != cards_inked(without)[0]


def test_a_box_where_a_letter_exists_is_a_fault(inside: Made) -> None:
    from cards.face.drawn import draw_face
    from cards.printing.sealed.read_pdf import ShownLine

    face = draw_face(Face("Ab", "Thing", "x"))
    right = (ShownLine("Ab", "", ""), ShownLine("Thing", "", ""), ShownLine("x 7 s", "", ""))
    assert proof._fault("7 s", face, right, 0) == ""
    assert "boxes" in proof._fault("7 s", face, (*right[1:], ShownLine("Ab", "b", "")), 0)
    assert "lacks 'x'" in proof._fault("7 s", face, right[:2], 0)
    assert "has 'y'" in proof._fault("7 s", face, (*right, ShownLine("y", "", "")), 0)
    assert "blank" in proof._fault("7 s", face, (*right[1:], ShownLine("Ab", "", "A")), 0)
    assert proof._fault("7 s", face, (*right[1:], ShownLine("Ab", "", "A")), 1) == ""  # a letter in colours


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("straße", "STRASSE"),
        ("ıİi", "III"),
        ("É", "e\u0301"),
        ("ﬁ", "FI"),
        ("(א", ")א"),
        ("a\u200d\ufe0f-–b", "AB"),
        ("ς", "Σ"),
    ],
)
def test_letters_are_the_same_however_they_are_set(written: str, shown: str) -> None:
    a, b = proof.letters(written), proof.letters(shown)
    assert a - Counter("\u0307") == b - Counter("\u0307")
    assert proof.letters(written) != proof.letters(written + "x")


def test_orders_hand_out_nothing_that_was_found_wrong(inside: Made, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(answers, "faults", lambda *_: ["wrong"])
    with pytest.raises(PressFailed, match=r"print\.differs"):
        inside(tmp_path).print_sheets(job(items_of(FACES[:1])))


@pytest.mark.parametrize("language", ["tr", "el", "lt", "nl", "de", ""])
def test_capitals_of_a_language_are_no_fault(inside: Made, tmp_path: Path, language: str, caplog) -> None:
    """The type line is set in capitals, and each language has its own: dots, accents, two letters at once."""
    kinds = ("Thing — ışık iki", "Thing — άυλος έυ ΐ", "Thing — į̇́ ijs", "Ding — Straße ǆ ŉ")
    cards = tuple(Face(kind[8:], kind, f"{kind} {kind.upper()}") for kind in kinds)
    inside(tmp_path).print_sheets(job(items_of(cards), language=language))
    assert "plainly" not in caplog.text


def test_a_form_in_outlines_of_the_other_kind_is_seen_too() -> None:
    """As fonts for Chinese, Japanese and Korean have them."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.t2CharStringPen import T2CharStringPen

    pen, empty = T2CharStringPen(1000, None), T2CharStringPen(1000, None)
    pen.moveTo((0, 0))
    pen.lineTo((0, 900))
    pen.lineTo((900, 0))
    pen.closePath()
    made = FontBuilder(1000, isTTF=False)
    made.setupGlyphOrder([".notdef", "mountain"])
    made.setupCharacterMap({0x5C71: "mountain"})
    made.setupCFF("Trial", {}, {".notdef": empty.getCharString(), "mountain": pen.getCharString()}, {})
    made.setupHorizontalMetrics({".notdef": (1000, 0), "mountain": (1000, 0)})
    made.setupHorizontalHeader()
    made.setupPost()
    written = io.BytesIO()
    made.save(written)
    forms = read_pdf._Forms(written.getvalue())
    assert [forms.is_blank(glyph) for glyph in (0, 1, 2)] == [True, False, True]


def test_a_sheet_is_printed_with_the_words_of_its_deck_and_anew_with_other_words(inside: Made, tmp_path: Path) -> None:
    """The finished file is read again by the proof, which stops what lacks a letter."""
    press = inside(tmp_path, 1)
    items = items_of((Face("Sheep", "Blessing — Woolly", "It gives {wool 3}, {haste}.", cost="{wool}"),))
    words = Lexicon(
        (DeckSymbol("wool", "a ball", "#2c62a8", "round", "", "sun"),),
        (Keyword("haste", "At any time."),),
        reminders=True,
    )
    kinds = (DeckKind("Blessing", "#3c6b4c", "star"),)
    first = press.print_sheets(job(items, lexicon=replace(words, kinds=kinds)))
    assert "(Haste: At any time.)" in " ".join(" ".join(words_of(first)).split())
    never = replace(words, keywords=(Keyword("haste", "Never."),))
    other = press.print_sheets(job(items, lexicon=never))
    assert "(Haste: Never.)" in " ".join(" ".join(words_of(other)).split())


def test_a_number_and_a_foot_of_letters_that_are_not_seen_print_nothing(press: Press) -> None:
    unseen = Item(Face("Unseen", "Thing", "Seen."), False, "\u200b\u200d", "\u200b\u200d")
    assert "Seen." in words_of(press.print_sheets(job((unseen,))))[0]
