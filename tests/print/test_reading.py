"""The reading edition, read from outside: by a checker of PDF/UA and by a reader of PDFs, neither of them ours."""

from __future__ import annotations

import io
import re
import zlib

import page as checker
import pikepdf
import pypdfium2
import pytest
from django.template.loader import render_to_string

from cards.face.face import Face
from cards.face.lexicon import DeckSymbol, Keyword, Lexicon
from cards.face.reading import reading_face, reading_parts
from cards.face.text import Run, parse
from cards.printing.shared.extra_pages import Fact, Heading
from cards.printing.shared.reading_edition import ReadArticle, ReadingEdition
from tests.markup import as_read
from tests.print.conftest import FACES, RULE

OTHERS = (
    Face("עז נודדת", "Thing — חיה", "העז אוכלת **ירק** אחד."),
    Face("Слизень", "Thing — Вредитель", "В конце хода положите жетон {token}."),
    Face("W" * 80, "Action", "x" * 400),
    Face("Rosette", "Thing", "{rosette} {haste}", doodle=FACES[5].doodle, art_words="A rosette, hung askew"),
)
LEXICON = Lexicon((DeckSymbol("rosette", "a rosette", "#97193a", "star"),), (Keyword("haste", "may be used at once"),))
CARDS = FACES + OTHERS
EDITION = ReadingEdition(
    Heading("Allotment Wars", "Version 7, 21 November 2026", "sk"),
    "2026-11-21T09:00:00Z",
    (ReadArticle(RULE, True, "§ 1"), *(ReadArticle(face, False, str(n), n % 3) for n, face in enumerate(CARDS, 1))),
    (Fact("Cards", "60"),),
    "Neighbours grow vegetables.",
    LEXICON,
    author="The Allotment Society",
    licence="CC BY-SA 4.0",
)


@pytest.fixture(scope="module")
def pdf(renderer) -> bytes:  # type: ignore[no-untyped-def]
    from cards.printing.sealed.reading import draw_reading

    return draw_reading(EDITION, renderer, {})


def flat(text: str) -> str:
    return re.sub(r"[\s\ufffe\u200b-\u200f\u202a-\u202f-]+", "", text)


def test_it_is_pdf_ua_by_a_checker_that_finds_faults_elsewhere(pdf: bytes, renderer) -> None:  # type: ignore[no-untyped-def]
    report = checker.validate_pdf_bytes(pdf, profile=checker.ValidationProfile.PDF_UA_1)
    assert report.is_compliant, report.failures
    cards, _ = renderer.draw([(FACES[0], False)], "press", "poker")
    untagged = checker.validate_pdf_bytes(zlib.decompress(cards), profile=checker.ValidationProfile.PDF_UA_1)
    assert not untagged.is_compliant, "the checker sees that card pages have no tags"


def test_every_card_is_there_whole_and_in_order(pdf: bytes) -> None:
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    text = flat("".join(page.get_textpage().get_text_range() for page in document))
    document.close()
    at = 0
    for article in EDITION.articles:
        face = article.face
        blocks = [*parse(face.text, LEXICON), *parse(face.flavour, LEXICON)]
        runs = [inline.text for block in blocks for inline in block.inlines if isinstance(inline, Run)]
        for part in filter(None, map(flat, (face.title, *runs))):
            found = text.find(part, at)
            assert found >= 0, part
            at = found + len(part)


def test_every_card_has_a_bookmark_and_headings_do_not_skip(pdf: bytes) -> None:
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    marks = [(mark.level, mark.get_title()) for mark in document.get_toc(max_depth=5)]
    document.close()
    assert [level for level, _ in marks[:4]] == [0, 1, 2, 1]
    assert [title for level, title in marks if level == 2] == [article.face.title for article in EDITION.articles]


def test_it_says_its_language_its_title_and_what_drawings_show(pdf: bytes) -> None:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert document.Root.Lang == "sk" and str(document.docinfo["/Title"]).startswith("Allotment Wars")
        assert document.docinfo["/Author"] == "The Allotment Society"
        told = document.open_metadata()
        assert str(told["dc:rights"]) == "CC BY-SA 4.0" and list(told["dc:creator"]) == ["The Allotment Society"]
        assert told["pdfuaid:part"] == "1"
        alts = {
            str(thing.Alt) for thing in document.objects if isinstance(thing, pikepdf.Dictionary) and "/Alt" in thing
        }
    assert {"A rosette, hung askew", "a rosette", "token", "Doodle"} <= alts


def test_the_same_edition_is_the_same_bytes(pdf: bytes, renderer) -> None:  # type: ignore[no-untyped-def]
    from cards.printing.sealed.reading import draw_reading

    assert draw_reading(EDITION, renderer, {}) == pdf


def test_our_words_are_read_in_english_in_whatever_language_the_deck_is() -> None:
    wordless = reading_face(Face("Tichá", "— Počasie", "Prší.", doodle=FACES[5].doodle), is_rule=False, number="3")
    own = reading_face(Face("Koláč", "Vec", "Chutí."), is_rule=False, number="4")
    html = as_read(render_to_string("print/_reading.html", {"parts": reading_parts([wordless, own]), "language": "sk"}))
    assert '<h2 class="rd-h2" lang="en">Cards</h2>' in html
    assert '<span lang="en">Card</span> — Počasie' in html and ">Vec</p>" in html
    assert re.search(r'<(?:img|svg)[^>]*lang="en"[^>]*>', html), "a doodle without words is called one in English"
