"""Card pages: faces drawn by WeasyPrint as card-size pages of ONE document.

Runs in the sealed process only. The face template and `card.css` are the very ones of the screen. A
user's words enter as escaped text, never as CSS, address or attribute; the fetcher serves prepared
assets and nothing else.
"""

from __future__ import annotations

import contextlib
import hashlib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from cards.face.drawings import drawing
from cards.face.drawn import DrawnFace, draw_face
from cards.face.drawn_back import DrawnBack
from cards.face.face import Face
from cards.face.lexicon import PLAIN, Lexicon
from cards.face.measures import Frame, Size, card_size
from cards.face.style import size_style
from cards.face.text import escape
from cards.printing.sealed.cropping import cropped
from cards.printing.sealed.engine import boxes
from cards.printing.sealed.engine.fonts import use_file_fonts
from cards.printing.sealed.engine.progress import LayoutProgress, TellPage
from cards.printing.sealed.engine.shortcuts import take_shortcuts
from cards.printing.sealed.screen_template import PageTemplate
from cards.printing.sealed.slots import LayerSlot, Slots
from cards.printing.shared.build import PIECE_TEMPLATES, ROOT, SHEETS, TEMPLATE
from cards.printing.shared.drawn_pieces import DrawnBlank, DrawnPiece, DrawnSlip, draw_piece
from cards.printing.shared.pieces import CardPiece

STATIC = ROOT / "static"
SCHEME = "asset:"
SYMBOLS = "art/symbols/"

# Pages are three cards tall, so that words which run over stay on their page and can be seen to; whoever lays
# sheets cuts the card off the top.
TALL = 3
_PAGE_CSS = """
@page card {{ size: {width}mm {height}mm; margin: 0 }}
body {{ margin: 0 }}
.cf {{ page: card; break-after: page }}
.line {{ page: card; break-after: page; margin: 0; padding: 4mm 0 0; line-height: 1; white-space: pre }}
"""


CardDrawing = DrawnFace | DrawnPiece

_TYPES = {"svg": "image/svg+xml", "woff2": "font/woff2", "png": "image/png", "jpg": "image/jpeg"}


class Closed(Exception):
    """Something asked for an address that is not a prepared asset."""


class ClosedFetcher(URLFetcher):
    """Serves `asset:` names from a prepared dictionary, and symbols that a name says how to draw. Everything else is
    refused and remembered."""

    def __init__(self, assets: dict[str, bytes]) -> None:
        super().__init__(allowed_protocols=("asset",), allow_redirects=False)
        self._assets = assets
        self.refused: list[str] = []

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        name = url.removeprefix(SCHEME) if url.startswith(SCHEME) else ""
        body = self._assets.get(name) or _drawn_symbol(name)
        if body is None:
            self.refused.append(url[:200])
            raise Closed(url[:200])
        return URLFetcherResponse(url, body, {"Content-Type": _TYPES[url.rpartition(".")[2]]})


def _drawn_symbol(name: str) -> bytes | None:
    """A deck's own symbol by its name alone."""
    if not (name.startswith(SYMBOLS) and name.endswith(".svg")):
        return None
    svg = drawing(name.removeprefix(SYMBOLS).removesuffix(".svg"))
    return svg.encode() if svg else None


@dataclass(frozen=True, slots=True)
class BatchPage:
    """One page of a batch and what the press must know of it.

    `step` is the type line's (the number is as big as it); `foot_left`, `foot_right` keep the line at
    the foot away from the corner values, in mm; `least` is the text step the face was asked for.
    """

    page: int
    part: int
    parts: int
    step: int
    foot_left: float
    foot_right: float
    least: int


class CardRenderer:
    """Fonts and styles made ready once, and card pages drawn with them as often as is wanted."""

    def __init__(self) -> None:
        use_file_fonts()
        take_shortcuts()
        self._assets = prepared_assets()
        self.fetcher = ClosedFetcher(self._assets)
        self._fonts = FontConfiguration()
        self._sheets = {name: self._css(_asset_css(name)) for name in SHEETS}
        self._page_css: dict[tuple[Size, int], CSS] = {}
        self._sheets_of_pages: dict[str, CSS] = {}
        self._template = PageTemplate(ROOT / "templates", TEMPLATE)
        self._pieces = {name: PageTemplate(ROOT / "templates", path) for name, path in PIECE_TEMPLATES.items()}
        self._slots: dict[tuple[Frame, Size], Slots] = {}
        self._progress = LayoutProgress()

    def draw(
        self,
        faces: list[tuple[CardPiece, bool]],
        frame: Frame,
        size: Size,
        progress: TellPage | None = None,
        language: str = "",
        lexicon: Lexicon = PLAIN,
        pictures: Mapping[str, bytes] | None = None,
        bleed: int = 0,
    ) -> tuple[bytes, list[tuple[BatchPage, ...]]]:
        """The PDF of all pages, deflated as a whole, and for each face (with: is it a Special Rule?) its pages.

        `pictures` are the files of those that the faces name, by digest. With a `bleed` (1/100 mm) a page is so much
        wider on every side, and the trim begins so far from its upper left corner.

        After the layout every page is looked at; what is too tall by a hair takes the next step down.
        """
        least = [0] * len(faces)
        drawn = [_cards(face, is_rule, frame, size, 0, language, lexicon, bleed) for face, is_rule in faces]
        with self._progress.told_to(progress):
            document = self._document(drawn, size, pictures or {}, bleed)
            for _ in range(8):
                high = _too_high(drawn, document.pages)
                if not high:
                    break
                for index in high:
                    least[index] = max(least[index], drawn[index][0].fit) + 1
                    drawn[index] = _cards(*faces[index], frame, size, least[index], language, lexicon, bleed)
                document = self._document(drawn, size, pictures or {}, bleed)
        whole = document.write_pdf(pdf_identifier=b"cards", uncompressed_pdf=True)
        return zlib.compress(whole, 1), list(_pages(drawn, least))

    def cards(
        self, face: CardPiece, is_rule: bool, frame: Frame, size: Size, least: int, language: str, lexicon: Lexicon
    ) -> tuple[CardDrawing, ...]:
        """What the cards of a face show, or of another piece."""
        return _cards(face, is_rule, frame, size, least, language, lexicon)

    def slots(self, frame: Frame, size: Size) -> Slots:
        """Where card.css puts the number and the line at the foot, found by drawing them once."""
        if (frame, size) not in self._slots:
            probe = draw_face(Face("x", "Thing", "x"), frame=frame, size=size, number=8, foot_line="x", art=SCHEME)
            cards = [(replace(probe, type_step=step, picture=None, rows=0),) for step in (1, 2, 3)]
            pages = self._document(cards, size).pages
            foot = boxes.slot(boxes.words(pages[0], "cf-foot-line")[0])
            found = [boxes.words(page, "cf-no") for page in pages]
            numbers = tuple(boxes.slot(words[0]) if words else None for words in found)
            self._slots[frame, size] = Slots(numbers, foot)
        return self._slots[frame, size]

    def lines(self, lines: list[tuple[str, LayerSlot]], size: Size) -> tuple[bytes, list[float]]:
        """Lines our own files have no letters for, a page each with the baseline 4 mm + ascent down."""
        styles = [_line_style(slot) for _, slot in lines]
        body = "".join(
            f'<div class="line" style="{escape(style)}">{escape(text)}</div>'
            for style, (text, _) in zip(styles, lines, strict=True)
        )
        document = self._render(body, size)
        ends = [boxes.end(page) for page in document.pages]
        return document.write_pdf(pdf_identifier=b"lines"), ends

    def document(
        self,
        html: str,
        sheets: Sequence[str],
        css: str,
        pictures: Mapping[str, bytes] | None = None,
        progress: TellPage | None = None,
    ) -> Any:
        """A whole document of pages as large as the paper, with style sheets by name, and the fonts of the cards.

        `pictures` are files that it shows, by the name behind `asset:`.
        """
        styles = [self._page_sheet(name) for name in sheets] + [self._css(css)]
        with self._showing(pictures or {}), self._progress.told_to(progress):
            page = HTML(string=html, url_fetcher=self.fetcher)
            return page.render(stylesheets=styles, font_config=self._fonts)

    def _page_sheet(self, name: str) -> CSS:
        if name not in self._sheets_of_pages:
            self._sheets_of_pages[name] = self._sheets.get(name) or self._css(_asset_css(name))
        return self._sheets_of_pages[name]

    @contextlib.contextmanager
    def _showing(self, pictures: Mapping[str, bytes]) -> Iterator[None]:
        """Meanwhile these are assets too."""
        self._assets.update(pictures)
        try:
            yield
        finally:
            for name in pictures:
                self._assets.pop(name, None)

    def _document(
        self,
        drawn: Sequence[tuple[CardDrawing, ...]],
        size: Size,
        files: Mapping[str, bytes] | None = None,
        bleed: int = 0,
    ) -> Any:
        pictures: dict[str, bytes] = {}
        body = "".join(self._html(card, pictures, files or {}) for cards in drawn for card in cards)
        with self._showing(pictures):
            document = self._render(body, size, bleed)
        if len(document.pages) != sum(map(len, drawn)):
            raise ValueError(f"{len(document.pages)} pages for {sum(map(len, drawn))} cards")
        return document

    def _html(self, card: CardDrawing, pictures: dict[str, bytes], files: Mapping[str, bytes]) -> str:
        match card:
            case DrawnBlank():
                return self._pieces["blank"].html({"blank": card})
            case DrawnSlip():
                return self._pieces["slip"].html({"slip": card})
            case DrawnBack():
                src = _drawing(card.svg, pictures) if card.svg else ""
                return self._pieces["back"].html({"back": replace(card, src=src)})
            case DrawnFace():
                return self.face_html(card, pictures, files)

    def face_html(self, card: DrawnFace, pictures: dict[str, bytes], files: Mapping[str, bytes]) -> str:
        """The markup of a card. What it shows is among `pictures` from then on, by its name behind `asset:`."""
        if card.picture and card.picture.picture:
            shown = card.picture.picture
            content, ending = cropped(files[shown.digest], shown, is_grey=card.frame == "saver")
            name = f"picture/{hashlib.sha256(content).hexdigest()}.{ending}"
            pictures[name] = content
            card = replace(card, picture=AssetArt("picture", SCHEME + name, card.picture.alt))  # type: ignore[arg-type]
        elif card.picture:
            src = _drawing(card.picture.svg, pictures)
            card = replace(card, picture=AssetArt(card.picture.kind, src, card.picture.alt))  # type: ignore[arg-type]
        return self._template.html({"face": card})

    def _render(self, body: str, size: Size, bleed: int = 0) -> Any:
        html = f"<!doctype html><html><head><title>Cards</title></head><body>{body}</body></html>"
        styles = [*self._sheets.values(), self._page_style(size, bleed)]
        return HTML(string=html, url_fetcher=self.fetcher).render(stylesheets=styles, font_config=self._fonts)

    def _page_style(self, size: Size, bleed: int) -> CSS:
        if (size, bleed) not in self._page_css:
            card = card_size(size)
            width, height = card.width + 2 * bleed, card.height * TALL + 2 * bleed
            text = size_style(card) + _PAGE_CSS.format(width=width / 100, height=height / 100)
            self._page_css[size, bleed] = self._css(text)
        return self._page_css[size, bleed]

    def _css(self, text: str) -> CSS:
        return CSS(string=text, font_config=self._fonts, url_fetcher=self.fetcher)


@dataclass(frozen=True, slots=True)
class AssetArt:
    """A picture under its asset name, as the template wants it."""

    kind: str
    src: str
    alt: str


def prepared_assets() -> dict[str, bytes]:
    """Our own fonts and drawings by name: all that a page may ever fetch."""
    found = {f"fonts/{path.name}": path.read_bytes() for path in sorted((STATIC / "fonts").glob("*.woff2"))}
    for path in sorted((STATIC / "art").glob("*.svg")):
        found[f"art/{path.name}"] = path.read_bytes()
    return found


def _drawing(svg: str, pictures: dict[str, bytes]) -> str:
    """The address of a drawing, which is among the pictures from now on."""
    content = svg.encode()
    name = f"picture/{hashlib.sha256(content).hexdigest()}.svg"
    pictures[name] = content
    return SCHEME + name


def _asset_css(name: str) -> str:
    text = (STATIC / "css" / name).read_text(encoding="utf-8")
    return text.replace("url(../", f"url({SCHEME}")


def _cards(
    face: CardPiece, is_rule: bool, frame: Frame, size: Size, least: int, language: str, lexicon: Lexicon,
    bleed: int = 0,
) -> tuple[CardDrawing, ...]:  # fmt: skip
    if not isinstance(face, Face):
        return draw_piece(face, frame, size, art=f"{SCHEME}art/", least=least, bleed=bleed)
    first = draw_face(
        face, is_rule=is_rule, frame=frame, size=size, art=f"{SCHEME}art/", least=least, language=language,
        lexicon=lexicon, bleed=bleed,
    )  # fmt: skip
    return (first, *first.more)


def _pages(drawn: list[tuple[CardDrawing, ...]], least: list[int]) -> Iterator[tuple[BatchPage, ...]]:
    page = 0
    for cards, step in zip(drawn, least, strict=True):
        yield tuple(
            BatchPage(
                page + index,
                card.part,
                card.parts,
                card.type_step if isinstance(card, DrawnFace) else 1,
                _length(card, "--cf-foot-line-x"),
                _length(card, "--cf-foot-line-r"),
                step,
            )
            for index, card in enumerate(cards)
        )
        page += len(cards)


def _length(card: CardDrawing, name: str) -> float:
    for rule in card.style.split(";"):
        if rule.startswith(name + ":"):
            return float(rule.partition(":")[2].removesuffix("mm"))
    return 0.0


def _line_style(slot: LayerSlot) -> str:
    ink = ", ".join(f"{part * 255:.0f}" for part in slot.colour)
    font = f"{slot.weight} {slot.pt:.2f}pt {slot.font!r}, 'Atkinson Hyperlegible Next', sans-serif"
    return f"font: {font}; letter-spacing: {slot.tracking:.3f}mm; color: rgb({ink})"


def _too_high(drawn: list[tuple[CardDrawing, ...]], pages: Any) -> list[int]:
    """Which faces have a card whose words come down to its foot."""
    found, page = [], 0
    for index, cards in enumerate(drawn):
        over = any(boxes.is_over(pages[page + offset]) for offset in range(len(cards)))
        page += len(cards)
        if over:
            found.append(index)
    return found
