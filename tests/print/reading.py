"""Printed sheets read from outside: by a reader of PDFs that is not ours, card by card, as letters and as ink."""

from __future__ import annotations

import io
import unicodedata
from collections import Counter
from collections.abc import Iterator

import pypdfium2

from cards.face.drawn import draw_face
from cards.face.text import Symbol, parse, parse_inline
from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.sheets import places
from cards.printing.queue.values import USUAL_LAYOUT, Item, Job

_PT = 72 / 25.4
_MIRRORED = str.maketrans(")]}>»≥", "([{<«≤")  # turned round in lines that run from right to left


# Emoji in ink: woman, man and person are one form where they hold something, and skin has no tone.
_ONE_FORM = {0x1F468: 0x1F9D1, 0x1F469: 0x1F9D1, **dict.fromkeys(range(0x1F3FB, 0x1F400))}


def letters(text: str) -> Counter[str]:
    """The letters one sees, whatever their case, and without what is set around them: spaces, dashes, dots."""
    text = text.translate(_ONE_FORM)
    text = text.translate(_MIRRORED)
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).upper().casefold())
    seen = (c for c in plain if unicodedata.category(c)[0] not in "ZC" and unicodedata.category(c) != "Pd")
    seen = ("/" if c in "\u2044\u0338" else c for c in seen)  # the reader has one stroke for ½ and for ≠
    seen = (c for c in seen if not "\u0600" <= c <= "\u08ff")  # parts of Arabic letters tell no one letter
    return Counter(c for c in seen if c not in "…§\ufffe" and not 0xFE00 <= ord(c) <= 0xFE0F)


def words_of_face(item: Item) -> Counter[str]:
    """The letters of a card as they were written."""
    face = item.face
    found = letters(face.type_line or ("Special Rule" if item.is_rule else "")) + letters(face.title)
    for text in (face.text, face.flavour):
        for block in parse(text):
            found += _spoken(block.inlines)
    for value in (face.cost, face.gain, face.value, face.stat):
        found += _spoken(parse_inline(value))
    return found


def _spoken(inlines) -> Counter[str]:  # type: ignore[no-untyped-def]
    """What is set in type: of a symbol its count, the rest of it is a drawing."""
    return letters(" ".join(part.count if isinstance(part, Symbol) else part.text for part in inlines))


def areas(
    pdf: bytes, layout: SheetLayout = USUAL_LAYOUT
) -> Iterator[tuple[pypdfium2.PdfPage, tuple[float, float, float, float]]]:
    """Every place for a card, with its page and its box in pt (left, bottom, right, top)."""
    high = layout.paper.height / 100
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    for page in document:
        for place in places(layout):
            x, y = place.x / 100, place.y / 100
            right, bottom = x + layout.card.width / 100, y + layout.card.height / 100
            yield page, (x * _PT, (high - bottom) * _PT, right * _PT, (high - y) * _PT)


def cards_read(pdf: bytes, layout: SheetLayout = USUAL_LAYOUT) -> list[str]:
    """The text that can be selected on every card."""
    found, text = [], None
    for number, (page, box) in enumerate(areas(pdf, layout)):
        if number % layout.places == 0:
            text = page.get_textpage()
        assert text is not None
        found.append(text.get_text_bounded(*box))
    return found


def cards_inked(pdf: bytes, layout: SheetLayout = USUAL_LAYOUT, scale: float = 2.0) -> list[bytes]:
    """The points of every card, drawn."""
    found, picture = [], None
    for number, (page, (left, bottom, right, top)) in enumerate(areas(pdf, layout)):
        if number % layout.places == 0:
            picture = page.render(scale=scale).to_pil().convert("L")
        assert picture is not None
        high = page.get_height()
        # a point away from the trim: what lies on the edge belongs to both neighbours
        box = (left + 1, high - top + 1, right - 1, high - bottom - 1)
        found.append(picture.crop(tuple(round(value * scale) for value in box)).tobytes())
    return found


def differing(pdf: bytes, job: Job, unknown: str = "") -> list[str]:
    """What is wrong with the cards of a file: letters of a face that are not on its cards, or others that are.

    `unknown`: letters no font has, of which it does not matter whether a reader finds them.
    """
    read, wrong, at = cards_read(pdf, job.layout), [], 0
    has_corners = any(item.face.cost + item.face.gain + item.face.value + item.face.stat for item in job.items)
    spoken = (
        "Cost Gain Value Strength" if has_corners else ""
    )  # for screen readers: one dot large, and longer than a card
    for item in job.items:
        cards = len(draw_face(item.face, is_rule=item.is_rule, frame=job.frame, size=job.size).more) + 1
        said, around = words_of_face(item), letters(f"{item.number} {item.foot_line} {unknown} {spoken}")
        for _ in range(item.copies):
            shown = sum((letters(text) for text in read[at : at + cards]), Counter())
            at += cards
            missing = Counter({letter: n for letter, n in (said - shown).items() if letter not in letters(unknown)})
            extra = shown - said - around if cards == 1 else {}  # titles stand on every card of several
            if missing or extra:
                wrong.append(f"{item.face.title!r} without {''.join(missing)!r}, with {''.join(extra)!r}")
    return wrong
