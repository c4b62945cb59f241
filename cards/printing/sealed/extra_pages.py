"""Pages as large as the paper, drawn by the page engine in one document: cover, rules sheet, tokens, tuck box.

Runs in the sealed process only. Templates are in `templates/print`, their looks in `static/css/print-pages.css`; a
user's words enter as escaped text, as with the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.papers import Paper
from cards.printing.sealed.render import CardRenderer
from cards.printing.sealed.screen_template import PageTemplate
from cards.printing.shared.build import PAGE_SHEETS, PAGE_TEMPLATE, ROOT
from cards.printing.shared.extra_pages import ExtraPage
from cards.printing.shared.pages.shown import ABOVE, BELOW, FOOT, beside, page_shown, upright

_PAGE_CSS = """
@page upright {{ size: {width}mm {height}mm; margin: {top}mm {side}mm {bottom}mm }}
@page cover {{
  size: {width}mm {height}mm; margin: {top}mm {side}mm {foot}mm;
  @bottom-left {{ content: element(measures); width: 100%; vertical-align: top }}
}}
@page whole {{ size: {width}mm {height}mm; margin: 0 }}
@page turned {{ size: {height}mm {width}mm; margin: 0 }}
"""


@dataclass(frozen=True, slots=True)
class DrawnPages:
    """Pages in one PDF whose fonts they share. `names` has a name for each page, for bookmarks; `counts` says how many
    pages each of the things that were asked for takes, in their order."""

    pdf: bytes
    names: tuple[str, ...]
    counts: tuple[int, ...]


def draw_extra_pages(
    wanted: Sequence[ExtraPage], renderer: CardRenderer, layout: SheetLayout, sheets: int
) -> DrawnPages:
    """The pages, always on upright paper but for a box that goes on no upright one.

    `layout` is that of the sheets they stand beside, of which there are so many. The same is the same bytes.
    """
    shown = [page_shown(page, layout, sheets) for page in wanted]
    html = _template().tight({"pages": shown})
    document = renderer.document(html, PAGE_SHEETS, _page_css(layout.paper))
    starts = _starts(document.pages, len(shown))
    ends = (*starts[1:], len(document.pages))
    counts = tuple(end - start for start, end in zip(starts, ends, strict=True))
    names = [
        f"{one.name} {page + 1}" if page else one.name
        for one, count in zip(shown, counts, strict=True)
        for page in range(count)
    ]
    return DrawnPages(document.write_pdf(pdf_identifier=b"pages"), tuple(names), counts)


def _page_css(paper: Paper) -> str:
    width, height = upright(paper)
    return _PAGE_CSS.format(width=width, height=height, top=ABOVE, side=beside(paper), bottom=BELOW, foot=FOOT)


def _starts(pages: Sequence[Any], count: int) -> tuple[int, ...]:
    """On which page each thing begins, by the anchors the template gives them."""
    found = {name: index for index, page in reversed(list(enumerate(pages))) for name in page.anchors}
    return tuple(found[f"page-{index}"] for index in range(count))


def _template() -> PageTemplate:
    return PageTemplate(ROOT / "templates", PAGE_TEMPLATE)
