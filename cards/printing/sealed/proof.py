"""Proof-reading: what stands on every card of the finished sheets, compared with what its face says.

Runs in the sealed process after imposing. Letters are counted, not put in order: their order is the page
engine's, but none may be lost, changed, or shown without a form.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from fontTools.ttLib import TTFont

from cards.face.drawn import DrawnFace
from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.sides import SheetSide
from cards.printing.sealed.alignment_page import TEST_PAGES
from cards.printing.sealed.lettering import FONTS, PT
from cards.printing.sealed.read_pdf import ReadCard, ShownLine, WhichCard, read
from cards.printing.sealed.render import CardDrawing
from cards.printing.sealed.sheet_values import SheetCard, SheetSpec

_TAG = re.compile(r"<[^>]*>")
_NEAR = 1.0  # pt that a letter may begin outside its card
_AROUND = "…§"  # set by the style sheet or where a line is cut
# Letters whose forms follow their neighbours, and signs that are put together: what stands for which is the font's
# business.
_JOINED = re.compile(
    "[\u0600-\u08ff\u0900-\u0dff\u0e00-\u0fff\u1000-\u109f\u1700-\u18af\u1900-\u1cff\ua800-\ua8ff\ua900-\uabff"
    "\U00010a00-\U00011fff\u2600-\u27bf\U0001f000-\U0001faff]"
)
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc\U0001f3fb-\U0001f3ff"
    "\U000e0000-\U000e0fff]"
)
# Of an emoji made of several only the first is sure: who it is, what it holds and its skin may share one form.
_MADE_OF = re.compile("\u200d\ufe0f?([\u2190-\u2bff\U0001f000-\U0001faff])")
_SOMEBODY = {0x1F468: 0x1F9D1, 0x1F469: 0x1F9D1}
_MARK = "[\u0300-\u036f]"
# In these languages capitals may have other marks than the letters that were written; Greek has even other vowels.
_LOOSE = {"tr": re.compile(_MARK), "az": re.compile(_MARK), "lt": re.compile(_MARK), "el": re.compile(f"{_MARK}|[εη]")}
_MIRRORED = str.maketrans(")]}>»›≥⟩", "([{<«‹≤⟨")  # turned round in lines that run from right to left


def faults(pdf: bytes, wanted: SheetSpec, said: Sequence[Sequence[CardDrawing]]) -> list[str]:
    """What is wrong with the sheets of a file, a line for each card; `said` are the cards of each face, in order."""
    found: list[str] = []
    sides = wanted.sides()
    tests = TEST_PAGES if wanted.finish.has_test_page else 0
    pages = list(read(pdf, [_nowhere] * tests + [_which_card(wanted.layout, side) for side in sides]))
    if len(pages) != tests + len(sides):
        return [f"{len(pages)} pages instead of {tests + len(sides)}"]
    for side, shown in zip(sides, pages[tests:], strict=True):
        for index, (card, _) in enumerate(side.laid):
            face = said[card.face][card.part]
            at = shown.get(index, ReadCard())
            if fault := _fault(f"{card.number} {card.foot_line}", face, tuple(at.lines), at.pictures):
                found.append(f"{face.title[:40]!r}: {fault}")
    return found


def _nowhere(x: float, y: float) -> None:
    """Of a page without cards."""


@dataclass(frozen=True)
class _WhichCard:
    """From a point of a side (pt from the lower left) to the number of the card it is on there.

    `boxes` are the lower left corners of the cards, and whether they are turned.
    """

    boxes: tuple[tuple[float, float, bool], ...]
    wide: float
    tall: float

    def __call__(self, x: float, y: float) -> int | None:
        for index, (left, bottom, is_turned) in enumerate(self.boxes):
            across, up = (2 * left + self.wide - x, 2 * bottom + self.tall - y) if is_turned else (x, y)
            if left - _NEAR <= across < left + self.wide - _NEAR and bottom < up <= bottom + self.tall + _NEAR:
                return index
        return None


def _which_card(layout: SheetLayout, side: SheetSide[SheetCard]) -> WhichCard:
    high = layout.paper.height / 100
    boxes = tuple(
        (place.x / 100 * PT, (high - place.y / 100 - layout.card.height / 100) * PT, place.is_turned)
        for _, place in side.laid
    )
    return _WhichCard(boxes, layout.card.width / 100 * PT, layout.card.height / 100 * PT)


@lru_cache(maxsize=4096)
def _fault(around: str, face: CardDrawing, lines: tuple[ShownLine, ...], pictures: int) -> str:
    """What is wrong with one card, or nothing. `around`: what the press writes on it itself."""
    there, (must, may) = letters(" ".join(line.letters for line in lines)), _said(face)
    if loose := _LOOSE.get(face.language.partition("-")[0] if isinstance(face, DrawnFace) else ""):
        there, must = (Counter({x: n for x, n in found.items() if not loose.match(x)}) for found in (there, must))
    missing, untold = _plain(must - there), sum(line.untold for line in lines)
    if untold <= 2 + sum(there.values()) // 8:  # parts of letters with many marks: the font has no letter for them
        missing = _but(missing, untold)
    boxed = "".join(line.boxed for line in lines)
    blank = [letter for line in lines for letter in line.blank if letters(letter)]
    parts = {
        "lacks": missing,
        "has": _plain(there - must - may - letters(f"{around} {_AROUND}")),
        "boxes": [letter for letter in boxed if letters(letter) and can_be_drawn(letter)],
        "leaves blank": blank if len(blank) > pictures else (),  # a letter in colours is a picture above a blank form
    }
    joined = sum(must.values()) - sum(_plain(must).values())
    if joined > 2 * (sum(there.values()) - sum(_plain(there).values())) + 4:
        parts["shows too few joined"] = ("letters",)
    return ", ".join(f"{what} {''.join(sorted(some))!r}" for what, some in parts.items() if some)


def letters(text: str) -> Counter[str]:
    """The letters one sees, whatever their case, without spaces and dashes, accents apart."""
    if not text.isascii():
        text = _UNSEEN.sub("", unicodedata.normalize("NFKD", text.translate(_MIRRORED).translate(_SOMEBODY)))
        text = unicodedata.normalize("NFKD", text.upper().casefold())
        return Counter(letter for letter in text if unicodedata.category(letter)[:2] not in _SPACES)
    return Counter("".join(text.translate(_MIRRORED).casefold().replace("-", "").split()))


_SPACES = frozenset(("Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Cn", "Pd"))


def _but(missing: Counter[str], untold: int) -> Counter[str]:
    """What is missing when so many forms stand for letters the file does not tell: their marks, and one each."""
    if not untold:
        return missing
    bare = Counter({letter: count for letter, count in missing.items() if not unicodedata.combining(letter)})
    return bare if sum(bare.values()) > untold else Counter()


def _plain(found: Counter[str]) -> Counter[str]:
    """Without letters whose forms follow their neighbours."""
    return Counter({letter: count for letter, count in found.items() if not _JOINED.match(letter)})


def _said(face: CardDrawing) -> tuple[Counter[str], Counter[str]]:
    """The letters a card must show, and those it may: what is there for screen readers."""
    if not isinstance(face, DrawnFace):
        return letters(_MADE_OF.sub("", face.words)), letters(" ".join(_MADE_OF.findall(face.words)))
    corners = [corner for corner in (face.cost, face.gain, face.value, face.stat) if corner]
    written = " ".join((face.text, face.flavour, *(corner.html for corner in corners)))
    seen = html.unescape(_TAG.sub(" ", written))
    words = " ".join((face.title, face.type_word, face.traits, face.count, seen))
    may = (*(corner.label for corner in corners), *_MADE_OF.findall(words))
    return letters(_MADE_OF.sub("", words)), letters(" ".join(may))


def can_be_drawn(text: str) -> bool:
    """Whether every one of our own fonts has all of these letters; what only some have may be a box in the others."""
    return _known().issuperset(map(ord, text))


@cache
def _known() -> frozenset[int]:
    known: frozenset[int] | None = None
    for path in sorted(FONTS.glob("*-latin-[0-9]*[a-z].woff2")):
        with TTFont(path, lazy=True) as font:
            codes = frozenset(font.getBestCmap())
        known = codes if known is None else known & codes
    return known or frozenset()
