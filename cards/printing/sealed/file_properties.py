"""What a finished file tells of itself: boxes of its pages, bookmarks, title, author, licence, language."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pikepdf

from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.papers import ONE_CARD
from cards.printing.geometry.sides import SheetSide
from cards.printing.sealed.lettering import PT
from cards.printing.sealed.sheet_values import SheetCard, SheetSpec


def add_boxes(page: pikepdf.Page, layout: SheetLayout) -> None:
    """Trim and bleed as printers ask for them: of a page of one card the card's, of a sheet the paper."""
    whole = [float(value) for value in page.mediabox]
    inner = layout.bleed / 100 * PT if layout.paper.name == ONE_CARD else 0
    page.cropbox = page.bleedbox = pikepdf.Array(whole)
    trim = [round(value, 4) for value in (whole[0] + inner, whole[1] + inner, whole[2] - inner, whole[3] - inner)]
    page.trimbox = pikepdf.Array(trim)


def outline(pdf: pikepdf.Pdf, sides: Sequence[SheetSide[SheetCard]], tests: int = 0) -> None:
    """Bookmarks, one for each side, behind so many test pages."""
    with pdf.open_outline() as found:
        if tests:
            found.root.append(pikepdf.OutlineItem("Test page", 0))
        for index, side in enumerate(sides, tests):
            found.root.append(pikepdf.OutlineItem(f"Sheet {side.number}{', backs' if side.is_back else ''}", index))


def describe(pdf: pikepdf.Pdf, wanted: SheetSpec) -> None:
    """Title, author, licence, language, a fixed date, and the wish that viewers print at 100 %."""
    told: dict[str, str] = {
        "/Title": wanted.title,
        "/Author": wanted.author,
        "/Keywords": ", ".join(wanted.keywords),
        "/Creator": "Carte Blanche",
        "/CreationDate": wanted.date,
        "/ModDate": wanted.date,
    }
    for name, words in told.items():
        if words:
            pdf.docinfo[name] = words
    _describe_in_xml(pdf, wanted)
    pdf.Root.ViewerPreferences = pikepdf.Dictionary(
        PrintScaling=pikepdf.Name("/None"), DisplayDocTitle=True, PickTrayByPDFSize=True
    )
    if wanted.language:
        pdf.Root.Lang = wanted.language


def with_rights(pdf: bytes, licence: str) -> bytes:
    """The same file, whose licence stands in what it tells of itself: the page engine has no place for one."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as found:
        with found.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as told:
            told["dc:rights"] = licence
        found.save(out, deterministic_id=True)
    return out.getvalue()


def _describe_in_xml(pdf: pikepdf.Pdf, wanted: SheetSpec) -> None:
    """The same as XMP, which also has a place for the licence."""
    properties: dict[str, Any] = {
        "dc:title": wanted.title,
        "dc:creator": [wanted.author] if wanted.author else [],
        "dc:subject": set(wanted.keywords) and list(wanted.keywords),
        "dc:rights": wanted.licence,
        "dc:language": [wanted.language] if wanted.language else [],
        "xmp:CreatorTool": "Carte Blanche",
    }
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as found:
        for name, value in properties.items():
            if value:
                found[name] = value
