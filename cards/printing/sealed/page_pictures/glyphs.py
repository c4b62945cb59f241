"""The letters of a font that is embedded in a PDF, as paths."""

from __future__ import annotations

import io
import re
from typing import Any

import pikepdf
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

from cards.printing.sealed.matrices import number

_ROWS = re.compile(rb"<([0-9a-fA-F]{4})>\s+(\d+)")


class Unknown(ValueError):
    """The page has something that is not told here as SVG."""


class Glyphs:
    """The outlines and widths of an embedded font, by the codes that show them. Raises Unknown for one of pictures."""

    def __init__(self, font: Any) -> None:
        if font.Subtype != "/Type0":
            raise Unknown("letters that are pictures")
        below = font.DescendantFonts[0]
        described = below.FontDescriptor
        program = described.FontFile2 if "/FontFile2" in described else described.FontFile3
        self._font = TTFont(io.BytesIO(program.read_bytes()), lazy=True)
        if "glyf" in self._font:  # found by number, whatever their names
            self._font.setGlyphOrder([f"g{index}" for index in range(self._font["maxp"].numGlyphs)])
        self._set, self._names = self._font.getGlyphSet(), self._font.getGlyphOrder()
        self.unit = float(self._font["head"].unitsPerEm)
        self._widths = _widths(below.W)
        self._shown = None if font.Encoding == "/Identity-H" else _encoding(font.Encoding.read_bytes())
        self._paths: dict[int, str] = {}

    def width(self, code: int) -> float:
        """In 1/1000 em."""
        return self._widths.get(code, 1000.0)

    def outline(self, code: int) -> str:
        """A path in the font's units; empty for a space."""
        if code not in self._paths:
            glyph = code if self._shown is None else self._shown.get(code, 0)
            pen = SVGPathPen(self._set, ntos=number)
            if glyph < len(self._names):
                self._set[self._names[glyph]].draw(pen)
            self._paths[code] = pen.getCommands()
        return self._paths[code]


def _widths(runs: Any) -> dict[int, float]:
    """PDF's W: first [widths …], or first last width."""
    found: dict[int, float] = {}
    values = list(runs)
    while values:
        first = int(values.pop(0))
        rest = values.pop(0)
        if isinstance(rest, pikepdf.Array):
            found |= {first + offset: float(width) for offset, width in enumerate(rest)}
        else:
            found |= dict.fromkeys(range(first, int(rest) + 1), float(values.pop(0)))
    return found


def _encoding(content: bytes) -> dict[int, int]:
    """Which glyph a code shows, from an encoding of the press's own (font_embedding.py)."""
    return {int(code, 16): int(glyph) for code, glyph in _ROWS.findall(content)}
