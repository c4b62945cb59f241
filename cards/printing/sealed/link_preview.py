"""The picture of a link: cards of a deck fanned on the felt beside its title. In the sealed process only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cards.face.drawn import draw_face
from cards.face.measures import card_size
from cards.face.style import size_style
from cards.face.text import Direction, Markup, direction
from cards.face.widths import width
from cards.printing.sealed.page_pictures.png import pngs
from cards.printing.sealed.render import SCHEME, CardRenderer
from cards.printing.sealed.screen_template import PageTemplate
from cards.printing.shared.build import PREVIEW_SHEETS, PREVIEW_TEMPLATE, ROOT
from cards.printing.shared.link_preview import CARDS_MAX, HIGH, WIDE, LinkPreview, PreviewCard

_PAGE_CSS = f"@page {{ size: {WIDE}px {HIGH}px; margin: 0 }}"
_TITLES = ((12, 104), (24, 84), (40, 66), (80, 50))  # letters, pixels
_LEAST = 24  # pixels; words that are too wide even so are parted anywhere
_COLUMNS = (590, 590, 510, 480)  # pixels that words have beside so many cards, which are fanned the wider


@dataclass(frozen=True, slots=True)
class PreviewShown:
    """As its template wants it. `size` is the title's and `column` its width, in pixels; `cards` are markup."""

    title: str
    edition: str
    language: str
    side: Direction
    size: int
    column: int
    cards: tuple[Markup, ...]


def draw_preview(preview: LinkPreview, renderer: CardRenderer, files: Mapping[str, bytes]) -> bytes:
    """A PNG of WIDE × HIGH. `files` are the pictures that its faces name, by digest."""
    pictures: dict[str, bytes] = {}
    document = preview_document(preview, renderer, pictures, files)
    return next(pngs(document.write_pdf(pdf_identifier=b"preview"), [0], (WIDE, HIGH)))


def preview_document(
    preview: LinkPreview, renderer: CardRenderer, pictures: dict[str, bytes], files: Mapping[str, bytes]
) -> Any:
    """One page of the page engine's."""
    cards = tuple(_card(card, preview, renderer, pictures, files) for card in preview.cards[:CARDS_MAX])
    size, column = _set(preview.title, len(cards))
    side = direction(preview.title)
    shown = PreviewShown(preview.title, preview.edition, preview.language, side, size, column, cards)
    html = PageTemplate(ROOT / "templates", PREVIEW_TEMPLATE).html({"preview": shown})
    return renderer.document(html, PREVIEW_SHEETS, size_style(card_size("poker")) + _PAGE_CSS, pictures)


def _card(
    card: PreviewCard, preview: LinkPreview, renderer: CardRenderer, pictures: dict[str, bytes],
    files: Mapping[str, bytes],
) -> Markup:  # fmt: skip
    """The first card of a face, as the face's own template writes it."""
    drawn = draw_face(
        card.face, is_rule=card.is_rule, number=card.number, art=f"{SCHEME}art/", language=preview.language,
        lexicon=preview.lexicon,
    )  # fmt: skip
    return Markup(renderer.face_html(drawn, pictures, files))  # escaped by that template


def _set(title: str, cards: int) -> tuple[int, int]:
    """How large a title is and how wide its column beside so many cards: no word of it is broken."""
    column = _COLUMNS[cards]
    widest = max((width(word, "display") for word in title.split()), default=0.0)
    step = next((size for letters, size in _TITLES if len(title) <= letters), _TITLES[-1][1])
    return max(_LEAST, min(step, int(column / widest) if widest else step)), column
