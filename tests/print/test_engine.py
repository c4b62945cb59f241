"""What we take of the page engine beyond what it documents: in one folder, and as it was when we looked."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.lexicon import DeckSymbol, Keyword, Lexicon
from cards.printing.queue.failures import pango_is_missing
from tests.print.conftest import FACES

PROJECT = Path(__file__).resolve().parents[2]
ENGINE = PROJECT / "cards" / "printing" / "sealed" / "engine"
DOCUMENTED = {
    "from weasyprint import CSS, HTML",
    "from weasyprint.text.fonts import FontConfiguration",
    "from weasyprint.urls import URLFetcher, URLFetcherResponse",
}

pytestmark = pytest.mark.skipif(pango_is_missing(), reason="Pango is not on this machine: nothing can be laid out")


@pytest.fixture(scope="module")
def renderer():  # type: ignore[no-untyped-def]
    from cards.printing.sealed.render import CardRenderer

    return CardRenderer()


def test_only_one_folder_reaches_behind_what_the_page_engine_documents() -> None:
    found = []
    for path in sorted((PROJECT / "cards").rglob("*.py")):
        if ENGINE in path.parents:
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            is_import = re.match(r"\s*(?:from|import) weasyprint\b", line) and line.strip() not in DOCUMENTED
            if is_import or "_page_box" in line or "weasyprint.progress" in line:
                found.append(f"{path.relative_to(PROJECT)}: {line.strip()}")
    assert found == []


def test_a_page_still_has_the_boxes_we_read(renderer) -> None:
    from cards.printing.sealed.engine import boxes

    card = draw_face(FACES[1], art="asset:art/", number=7, foot_line="Allotment Wars")
    (page,) = renderer._document([(card,)], "poker").pages
    title = boxes.words(page, "cf-title")
    assert {box.text.strip() for box in title} == {"Hosepipe Ban"}
    found = boxes.slot(title[0])
    assert (found.font, found.weight) == ("Besley", 800)
    assert found.colour == pytest.approx((0.09, 0.10, 0.13), abs=0.01)
    assert found.pt == pytest.approx(14.4) and found.tracking == pytest.approx(-0.012 * 14.4 * 25.4 / 72, abs=0.005)
    assert 13.1 == pytest.approx(found.left, abs=0.1) and found.left < found.right < 60 and 8 < found.baseline < 13
    assert found.right <= boxes.end(page) <= 60 and not boxes.is_over(page)
    text = boxes.words(page, "cf-text")
    assert "".join(dict.fromkeys(box.text.strip() for box in text)).startswith("Until your next turn")
    assert all(box.position_y <= later.position_y for box, later in zip(text, text[1:], strict=False))


WORDS = Lexicon((DeckSymbol("wool", "", "#2c62a8", "round", "", "sun"),), (Keyword("haste", "At any time."),))


@pytest.mark.parametrize("frame", ["press", "saver"])
def test_a_deck_s_own_symbol_and_keyword_are_on_paper_drawn_and_in_words(renderer, frame) -> None:
    from cards.printing.sealed.engine import boxes

    face = Face("Sheep", "Thing", "It gives {wool 3}, {haste}.")
    card = draw_face(face, frame=frame, art="asset:art/", lexicon=WORDS)
    document = renderer._document([(card,)], "poker")
    text = " ".join(box.text.strip() for box in boxes.words(document.pages[0], "cf-text"))
    assert "It gives" in text and "haste" in text and "3" in text and renderer.fetcher.refused == []
    drawn = document.write_pdf(uncompressed_pdf=True)
    blue, black = b"0.172549 0.384314 0.658824 rg", b"0 0 0 RG"
    assert (blue in drawn) == (frame == "press") and (black in drawn) == (frame == "saver")


def test_every_page_of_a_layout_is_told(renderer) -> None:
    told: list[int] = []
    renderer.draw([(face, False) for face in FACES[1:4]], "press", "poker", told.append)
    assert told[:3] == [1, 2, 3]
    told.clear()
    renderer.draw([(FACES[1], False)], "press", "poker")
    assert told == []  # to nobody who did not ask


def test_a_font_is_still_made_where_we_make_ours() -> None:
    from weasyprint.pdf import fonts, stream
    from weasyprint.text.fonts import get_pango_font_hb_face, get_pango_font_key

    from cards.printing.sealed.engine.fonts import FileFont, _font_of

    def asks_for(function) -> list[str]:  # type: ignore[no-untyped-def]
        return list(inspect.signature(function).parameters)

    assert stream.Stream.add_font is _font_of
    assert asks_for(fonts.Font.__init__) == ["self", "pango_font", "description", "font_size"]
    for name in ("get_unused_glyph_id", "clean", "subset"):
        assert asks_for(getattr(fonts.Font, name)) == asks_for(getattr(FileFont, name)), name
    assert asks_for(get_pango_font_key) == ["pango_font"] == asks_for(get_pango_font_hb_face)
    assert {"_fonts"} <= set(inspect.getsource(stream.Stream.__init__).replace("self.", " ").split())


def test_styles_that_were_looked_up_at_once_are_those_the_engine_finds(renderer) -> None:
    """Of every element of cards in two frames, every style that can be asked for."""
    from weasyprint import HTML
    from weasyprint.css import ComputedStyle
    from weasyprint.css.properties import INITIAL_VALUES

    from cards.printing.sealed.engine import shortcuts

    cards = [draw_face(face, frame=frame, art="asset:art/") for face in FACES[:2] for frame in ("press", "hand")]
    pictures: dict[str, bytes] = {}
    html = "".join(renderer.face_html(card, pictures, {}) for card in cards)
    sheets = [*renderer._sheets.values(), renderer._page_style("poker", 0)]

    def styles() -> list[dict[str, object]]:
        page = HTML(string=html + "<p style='margin-inline-start: 3px; float: left'>x", url_fetcher=renderer.fetcher)
        with renderer._showing(pictures):
            document = page.render(stylesheets=sheets, font_config=renderer._fonts)
        found = [box.style for one in document.pages for box in one._page_box.descendants(placeholders=True)]
        return [{name: style[name] for name in INITIAL_VALUES if name not in shortcuts._LOGICAL} for style in found]

    def told(values: list[dict[str, object]]) -> list[list[str]]:
        return [[re.sub(" at 0x[0-9a-f]+", "", f"{name}: {value!r}") for name, value in one.items()] for one in values]

    assert ComputedStyle.__missing__ is shortcuts._missing
    ours = told(styles())
    try:
        shortcuts.take_the_long_way()
        assert ComputedStyle.__missing__ is shortcuts._the_long_way
        theirs = told(styles())
    finally:
        shortcuts.take_shortcuts()
    differing = [pair for one, other in zip(ours, theirs, strict=True) for pair in zip(one, other, strict=True)]
    assert len(ours) > 100 and [(one, other) for one, other in differing if one != other] == []


def test_a_page_with_words_in_its_margin_still_has_them(renderer) -> None:
    css = "@page { size: 90mm 60mm; margin: 12mm; @bottom-center { content: 'Page ' counter(page) } }"
    (page,) = renderer.document("<p>One</p>", (), css).pages
    found = [box.text for box in page._page_box.descendants(placeholders=True) if hasattr(box, "text")]
    assert "".join(found) == "OnePage 1"
