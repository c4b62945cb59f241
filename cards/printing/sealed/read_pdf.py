"""A finished PDF as a reader finds it: which letters stand in which place, and which of them have no form.

Made from the file alone: its operators, its fonts' maps back to text, and the outlines in its font programs, read
with another library than the one that wrote them. What was read once is remembered by its bytes.
"""

from __future__ import annotations

import hashlib
import io
import re
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pikepdf
from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.ttLib import TTFont

from cards.printing.sealed.matrices import SAME, Matrix, times
from cards.printing.sealed.recent import Recent

_OPERATOR = re.compile(rb"(?:cm|Tm|T[dD]|Tf|Do|T[jJ]|q|Q|BT)(?=\s|\Z)")
_BEFORE = frozenset(b" \t\r\n>])")  # what may stand before an operator
_HEX = re.compile(rb"<([0-9A-Fa-f]*)>")
_BLOCK = re.compile(rb"begin(bfchar|bfrange|cidchar|cidrange)(.*?)end\1", re.S)
_ENTRY = re.compile(rb"<([0-9A-Fa-f]*)>|\b(\d+)\b")

WhichCard = Callable[[float, float], int | None]  # equal ones give equal answers
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Shown:
    """Letters shown at a point, by the codes of a font; or, without codes, another stream or picture by its name."""

    x: float
    y: float
    name: str
    codes: tuple[int, ...] = ()
    matrix: Matrix = SAME


@dataclass(frozen=True, slots=True)
class ShownLine:
    """Letters shown at once; those of them shown as the font's box, and those without a form.

    `untold` counts forms the file gives no letter for.
    """

    letters: str
    boxed: str
    blank: str
    untold: int = 0


@dataclass
class ReadCard:
    """What one place shows: lines, and pictures."""

    lines: list[ShownLine] = field(default_factory=list)
    pictures: int = 0


def read(pdf: bytes, places: Sequence[WhichCard]) -> Iterator[dict[int, ReadCard]]:
    """What stands at each place of the first pages.

    Raises pikepdf.PdfError, ValueError or KeyError for a broken file.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        fonts: dict[tuple[int, int], _Font] = {}
        for page, place in zip(document.pages, places, strict=False):
            found: dict[int, ReadCard] = {}
            _walk(page.obj.Contents, page.obj.Resources, SAME, place, fonts, found, 0)
            yield found


def _walk(
    stream: Any,
    resources: Any,
    matrix: Matrix,
    place: WhichCard,
    fonts: dict[Any, _Font],
    found: dict[int, ReadCard],
    deep: int,
) -> None:
    """Add what a stream shows to the places it shows it in."""
    named: dict[str, _Font] = {}
    for shown, at in _shown_by(stream, matrix, place):
        thing = None if shown.codes else resources.XObject["/" + shown.name]
        if thing is not None and thing.Subtype == "/Form":
            if deep < _DEEPEST:
                own = tuple(float(value) for value in thing.get("/Matrix", SAME))
                inner = times(own, times(shown.matrix, matrix))  # type: ignore[arg-type]
                _walk(thing, thing.get("/Resources", resources), inner, place, fonts, found, deep + 1)
            continue
        if at is None:
            continue
        here = found.setdefault(at, ReadCard())
        if thing is not None:
            here.pictures += 1
            continue
        if shown.name not in named:
            font = resources.Font["/" + shown.name]
            if font.objgen not in fonts or not font.is_indirect:
                fonts[font.objgen] = _font(font)
            named[shown.name] = fonts[font.objgen]
        here.lines.append(named[shown.name].line(shown.codes))


def _shown_by(stream: Any, matrix: Matrix, place: WhichCard) -> tuple[tuple[Shown, int | None], ...]:
    """What a stream shows, each with its place."""
    name = hashlib.sha256(stream.read_raw_bytes()).digest()

    def placed() -> Iterator[tuple[Shown, int | None]]:
        for shown in _streams.get(name, lambda: tuple(_scan(stream.read_bytes()))):
            yield shown, place(*_moved(shown.x, shown.y, matrix))

    return _placed.get((name, matrix, place), lambda: tuple(placed()))


def _scan(content: bytes) -> Iterator[Shown]:
    """The text and the forms of a stream, with the matrices that hold for them."""
    matrix, line, font, end = SAME, SAME, "", 0
    kept: list[tuple[Matrix, str]] = []
    for one in _OPERATOR.finditer(content):
        start, what = one.start(), one[0]
        if start and content[start - 1] not in _BEFORE:
            continue
        before, end = end, one.end()
        if what == b"q":
            kept.append((matrix, font))
        elif what == b"Q":
            matrix, font = kept.pop() if kept else (matrix, font)
        elif what == b"BT":
            line = SAME
        elif what in (b"TJ", b"Tj"):
            codes = bytes.fromhex(b"".join(_HEX.findall(content, before, start)).decode("ascii"))
            shown = struct.unpack(f">{len(codes) // 2}H", codes[: len(codes) & ~1])
            if shown:
                yield Shown(*_moved(*_moved(0, 0, line), matrix), font, shown)
        else:
            given = content[max(before, start - 160) : start].split()
            if what == b"Tf":
                font = given[-2][1:].decode("latin-1")
            elif what == b"Do":
                yield Shown(*_moved(0, 0, matrix), given[-1][1:].decode("latin-1"), (), matrix)
            elif what == b"cm":
                matrix = times(tuple(map(float, given[-6:])), matrix)  # type: ignore[arg-type]
            elif what == b"Tm":
                line = tuple(map(float, given[-6:]))  # type: ignore[assignment]
            else:
                line = times((1, 0, 0, 1, float(given[-2]), float(given[-1])), line)


def _moved(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return x * a + y * c + e, x * b + y * d + f


class _Font:
    """A font of the file. `forms` is None when it holds pictures of letters, which are taken as they are."""

    def __init__(self, text: dict[int, str], glyphs: dict[int, int] | None, forms: _Forms | None) -> None:
        self._text, self._glyphs, self._forms = text, glyphs, forms
        self._lines: dict[tuple[int, ...], ShownLine] = {}

    def line(self, codes: tuple[int, ...]) -> ShownLine:
        """What is seen when these codes are shown."""
        if codes not in self._lines:
            letters, boxed, blank, untold = [], [], [], 0
            for code in codes:
                letters.append(letter := self._text.get(code, ""))
                glyph = code if self._glyphs is None else self._glyphs.get(code, 0)
                untold += not letter
                if letter.strip() and glyph == 0:
                    boxed.append(letter)
                elif letter.strip() and self._forms is not None and self._forms.is_blank(glyph):
                    blank.append(letter)
            self._lines[codes] = ShownLine("".join(letters), "".join(boxed), "".join(blank), untold)
        return self._lines[codes]


def _font(font: Any) -> _Font:
    """A font by its own bytes: its map to text, its encoding, its program."""
    named, program = hashlib.sha256(font.ToUnicode.read_raw_bytes()), None
    if font.Subtype != "/Type3":
        described = font.DescendantFonts[0].FontDescriptor
        program = described.FontFile2 if "/FontFile2" in described else described.FontFile3
        named.update(program.read_raw_bytes())
    encoding = font.Encoding if isinstance(font.Encoding, pikepdf.Stream) else None
    if encoding is not None:
        named.update(encoding.read_raw_bytes())

    def made() -> _Font:
        text = {
            code: bytes.fromhex(found).decode("utf-16-be", "replace")
            for code, found in _mapped(font.ToUnicode.read_bytes(), "bf").items()
        }
        glyphs = None
        if encoding is not None:
            glyphs = {code: int(found) for code, found in _mapped(encoding.read_bytes(), "cid").items()}
        return _Font(text, glyphs, _Forms(program.read_bytes()) if program is not None else None)

    return _fonts.get(named.digest(), made)


def _mapped(content: bytes, kind: str) -> dict[int, str]:
    """The rows of a CMap (`bf`: to text, as hexadecimal digits; `cid`: to a number)."""
    found: dict[int, str] = {}
    for what, block in _BLOCK.findall(content):
        if not what.startswith(kind.encode()):
            continue
        values = [(one or other).decode("ascii") for one, other in _ENTRY.findall(block)]
        if what.endswith(b"char"):
            found.update((int(code, 16), value) for code, value in zip(values[::2], values[1::2], strict=True))
            continue
        for first, last, value in zip(values[::3], values[1::3], values[2::3], strict=True):
            for step in range(int(last, 16) - int(first, 16) + 1):
                end = f"{int(value, 16) + step:0{len(value)}X}" if kind == "bf" else str(int(value) + step)
                found[int(first, 16) + step] = end
    return found


class _Forms:
    """The outlines of a font program."""

    def __init__(self, program: bytes) -> None:
        self._font = TTFont(io.BytesIO(program), lazy=True)
        self._count = self._font["maxp"].numGlyphs
        if "glyf" in self._font:  # elsewhere the names are what outlines are found by
            self._font.setGlyphOrder([f"g{number}" for number in range(self._count)])
        self._names = self._font.getGlyphOrder()
        self._glyphs = self._font.getGlyphSet()
        self._known: dict[int, bool] = {}

    def is_blank(self, glyph: int) -> bool:
        """Whether nothing is drawn for it (also when it is not there)."""
        if glyph not in self._known:
            pen = ControlBoundsPen(self._glyphs)
            if glyph < self._count:
                self._glyphs[self._names[glyph]].draw(pen)
            self._known[glyph] = pen.bounds is None
        return self._known[glyph]


_streams: Recent[bytes, tuple[Shown, ...]] = Recent(400_000, lambda shown: sum(len(one.codes) + 4 for one in shown))
_placed: Recent[Any, tuple[tuple[Shown, int | None], ...]] = Recent(20_000, len)
_fonts: Recent[bytes, _Font] = Recent(40, lambda font: 1)
