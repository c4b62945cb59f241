"""The reading edition: a tagged document of a section for each card, written by the page engine as PDF/UA-1."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from cards.face.reading import ReadingFace, ReadingPart, reading_face, reading_parts
from cards.face.text import Direction, clean_line, direction
from cards.printing.geometry.papers import paper_named
from cards.printing.sealed.cropping import cropped
from cards.printing.sealed.engine.progress import TellPage
from cards.printing.sealed.file_properties import with_rights
from cards.printing.sealed.render import SCHEME, AssetArt, CardRenderer
from cards.printing.sealed.screen_template import PageTemplate
from cards.printing.shared.build import PAGE_SHEETS, READING_TEMPLATE, ROOT
from cards.printing.shared.extra_pages import Fact
from cards.printing.shared.pages.heads import HeadShown, head_of
from cards.printing.shared.reading_edition import ReadArticle, ReadingEdition

ART = f"{SCHEME}art/"
_PAGE_CSS = "@page {{ size: {width}mm {height}mm; margin: {edge}mm {side}mm }}"
_COLUMN = 140.0  # mm of a line that is easily read


@dataclass(frozen=True, slots=True)
class EditionShown:
    """The edition as its template writes it. `title` is the document's."""

    title: str
    language: str
    date: str
    author: str
    keywords: str
    head: HeadShown
    blurb: str
    blurb_side: Direction
    facts: tuple[Fact, ...]
    parts: tuple[ReadingPart, ...]


def draw_reading(
    edition: ReadingEdition, renderer: CardRenderer, files: Mapping[str, bytes], tell: TellPage | None = None
) -> bytes:
    """The PDF. `files` are the pictures that the faces name, by digest. The same edition is the same bytes."""
    pictures: dict[str, bytes] = {}
    faces = [_face(article, edition, pictures, files) for article in edition.articles]
    shown = EditionShown(
        title=f"{edition.heading.title}, {edition.heading.edition[:1].lower()}{edition.heading.edition[1:]}",
        language=edition.heading.language,
        date=edition.date,
        author=edition.author,
        keywords=", ".join(edition.keywords),
        head=head_of(edition.heading, most=36.0),
        blurb=clean_line(edition.blurb),
        blurb_side=direction(edition.blurb),
        facts=edition.facts,
        parts=reading_parts(faces),
    )
    html = PageTemplate(ROOT / "templates", READING_TEMPLATE).tight({"edition": shown})
    document = renderer.document(html, PAGE_SHEETS, _page_css(edition.paper), pictures, tell)
    pdf = bytes(document.write_pdf(pdf_identifier=b"reading", pdf_variant="pdf/ua-1"))
    return with_rights(pdf, edition.licence) if edition.licence else pdf


def _face(
    article: ReadArticle, edition: ReadingEdition, pictures: dict[str, bytes], files: Mapping[str, bytes]
) -> ReadingFace:
    """What the article says; its picture is put among the files that the page shows."""
    face = reading_face(
        article.face, is_rule=article.is_rule, number=article.number, copies=article.copies, art=ART,
        lexicon=edition.lexicon,
    )  # fmt: skip
    if face.picture is None:
        return face
    if face.picture.picture is not None:
        content, ending = cropped(files[face.picture.picture.digest], face.picture.picture, is_grey=False)
    else:
        content, ending = face.picture.svg.encode(), "svg"
    name = f"picture/{hashlib.sha256(content).hexdigest()}.{ending}"
    pictures[name] = content
    return replace(face, picture=AssetArt(face.picture.kind, SCHEME + name, face.picture.alt))  # type: ignore[arg-type]


def _page_css(paper: str) -> str:
    found = paper_named(paper)
    width, height = sorted((found.width / 100, found.height / 100))
    edge = min(19.0, width / 10)
    return _PAGE_CSS.format(width=width, height=height, edge=edge, side=max(edge, (width - _COLUMN) / 2))
