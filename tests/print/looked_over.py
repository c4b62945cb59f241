"""A printed file looked over from outside: whether it is what was promised, by readers of PDFs that are not ours.

`faults(pdf, promised)` reads boxes, bookmarks, fonts, letters and ink of every side.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence

import pikepdf
import pypdfium2

from cards.face.face import Face
from tests.print.promised import PAPERS, Promised, measured
from tests.print.reading import letters, words_of_face
from tests.print.sides import MM, Side

NEAR = 0.02  # mm


def faults(pdf: bytes, promised: Promised) -> list[str]:
    """What is wrong with a file of sheets."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        found = [f"qpdf: {words}" for words in opened.check_pdf_syntax()]
        found += _of_boxes(opened, promised) + _of_fonts(opened)
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    try:
        return found + _of_pages(document, promised)
    finally:
        document.close()


def _of_boxes(opened: pikepdf.Pdf, promised: Promised) -> list[str]:
    """Every page is the paper, and says so; one card a page is its trim within the bleed."""
    layout = promised.job.layout
    bleed, (wide, high) = layout.bleed / 100, promised.size
    is_one = layout.paper.name == "card"
    paper = (wide + 2 * bleed, high + 2 * bleed) if is_one else measured(layout.paper.name, PAPERS)
    found = []
    for number, page in enumerate(opened.pages, 1):
        media = [float(value) / MM for value in page.mediabox]
        if not _is_near(sorted(media[2:]), sorted(paper)):
            found.append(f"page {number} is {media}, not {paper}")
        trim = [bleed, bleed, wide + bleed, high + bleed] if is_one else media
        for name, wanted in (("/BleedBox", media), ("/CropBox", media), ("/TrimBox", trim)):
            box = [float(value) / MM for value in page.obj.get(name, [])]
            if box and not _is_near(box, wanted):
                found.append(f"page {number}: {name} {box}, not {wanted}")
            if not box and is_one:
                found.append(f"page {number} has no {name}")
    return found


def _is_near(some: Sequence[float], others: Sequence[float]) -> bool:
    return all(abs(one - other) <= NEAR for one, other in zip(some, others, strict=True))


def _of_fonts(opened: pikepdf.Pdf) -> list[str]:
    found: list[str] = []
    names: Counter[str] = Counter()
    for thing in opened.objects:
        if not isinstance(thing, pikepdf.Dictionary) or thing.get("/Type") != "/Font":
            continue
        kind = str(thing.get("/Subtype"))
        if kind == "/Type0" or kind == "/Type3":
            continue
        descriptor = thing.get("/FontDescriptor")
        if descriptor is None or not any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            found.append(f"{thing.get('/BaseFont')} is not embedded")
        names[str(thing.get("/BaseFont"))] += 1
    return found + [f"{name} is in the file {count} times" for name, count in names.items() if count > 1]


def _of_pages(document: pypdfium2.PdfDocument, promised: Promised) -> list[str]:
    at = {mark.get_title(): mark.get_dest().get_index() for mark in document.get_toc()}
    fronts = [at.get(f"Sheet {number}") for number in range(1, promised.sheets + 1)]
    is_two = promised.has_backs and not promised.job.layout.fold
    backs = [at.get(f"Sheet {number}, backs") for number in range(1, promised.sheets + 1)] if is_two else []
    found = []
    if None in (*fronts, *backs) or f"Sheet {promised.sheets + 1}" in at:
        return [f"{promised.sheets} sheets were promised, found {sorted(at)}"]
    beside = promised.job.before or promised.job.after or promised.job.finish.has_test_page
    if not beside and len(document) != len(fronts) + len(backs):
        found.append(f"{len(document)} pages, not {len(fronts)} and {len(backs)} of backs")
    read: list[str] = []
    for number, page in enumerate(fronts, 1):
        side = Side(document[page], promised, number, is_back=False)
        found += side.faults()
        read += side.texts()
    for number, page in enumerate(backs, 1):
        found += Side(document[page], promised, number, is_back=True).faults()
    return found + _of_words(read, promised)


def _of_words(read: Sequence[str], promised: Promised) -> list[str]:
    """Letters of a face that are not on its cards, all parts together."""
    found = []
    is_numbered = promised.job.frame != "hand"  # whose cards have none, as on the screen
    for at, (item, part, parts) in enumerate(promised.cards):
        if part or not isinstance(item.piece, Face):
            continue
        shown = sum((letters(text) for text in read[at : at + parts]), Counter())
        said = words_of_face(item) + letters(item.number if is_numbered else "")
        if missing := said - shown:
            found.append(f"{item.face.title[:20]!r} is without {''.join(missing)!r}")
    return found
