"""Words the press writes itself: numbers, lines at the foot, the foot of a sheet.

Letters come from our own font files; each output gets one small font of just the letters it uses, with
a map back to text, so they can be searched and copied. Lengths are mm, letters pt.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from fontTools.ttLib import TTFont

from cards.printing.sealed.font_embedding import Embedded, deflated, to_text
from cards.printing.sealed.truetype import Outlines, outlines, picked

FONTS = Path(__file__).resolve().parents[3] / "static" / "fonts"
PT = 72 / 25.4  # a mm in pt

Letters = dict[tuple[str, int], dict[int, str]]  # by font and weight, the text of each glyph

_FILES = {
    ("Atkinson Hyperlegible Next", 400): "atkinson-hyperlegible-next-latin-400-normal.woff2",
    ("Atkinson Hyperlegible Next", 600): "atkinson-hyperlegible-next-latin-600-normal.woff2",
    ("League Gothic", 400): "league-gothic-latin-400-normal.woff2",
    ("Mansalva", 400): "mansalva-latin-400-normal.woff2",
}


@dataclass(frozen=True, slots=True)
class EmbeddedFont:
    """One font file as the layer needs it: glyph numbers and advances (1/1000 em) by character."""

    name: str
    program: bytes
    glyphs: dict[str, int]
    advances: dict[int, float]
    ascent: int
    descent: int
    cap: int
    box: tuple[int, int, int, int]

    def covers(self, text: str) -> bool:
        return all(character in self.glyphs for character in text)

    def width(self, text: str, pt: float, tracking: float = 0.0) -> float:
        """In mm."""
        units = sum(self.advances[self.glyphs[character]] for character in text)
        return units * pt / 1000 / PT + tracking * len(text)


@cache
def embedded_font(font: str, weight: int) -> EmbeddedFont:
    """The file for a family and weight of fonts.css; raises KeyError when the layer has none."""
    source = TTFont(FONTS / _FILES[font, weight], recalcTimestamp=False)  # no clock
    scale = 1000 / source["head"].unitsPerEm
    metrics, glyph_set = source["hmtx"].metrics, source.getReverseGlyphMap()
    plain = io.BytesIO()
    source.flavor = None
    source.save(plain)
    head, hhea = source["head"], source["hhea"]
    return EmbeddedFont(
        name=f"{font.replace(' ', '')}-{weight}",
        program=plain.getvalue(),
        glyphs={chr(code): glyph_set[name] for code, name in source.getBestCmap().items()},
        advances={glyph_set[name]: advance * scale for name, (advance, _) in metrics.items()},
        ascent=round(hhea.ascent * scale),
        descent=round(hhea.descent * scale),
        cap=round(getattr(source["OS/2"], "sCapHeight", 700) * scale),
        box=(round(head.xMin * scale), round(head.yMin * scale), round(head.xMax * scale), round(head.yMax * scale)),
    )


@cache
def _whole(font: str, weight: int) -> Outlines:
    return outlines(embedded_font(font, weight).program)


@lru_cache(maxsize=64)
def _embedded(font: str, weight: int, used: tuple[tuple[int, str], ...]) -> Embedded:
    """The font file with only the used glyphs, under their old numbers."""
    face = embedded_font(font, weight)
    program = picked(dict.fromkeys((code for code, _ in used), _whole(font, weight)))
    return Embedded(
        f"CBLAYE+{face.name}",
        4,
        face.ascent,
        face.descent,
        face.cap,
        face.box,
        tuple((code, round(face.advances[code])) for code, _ in used),
        deflated(program),
        len(program),
        to_text(dict(used)),
    )


def fitted(text: str, face: EmbeddedFont, pt: float, room: float, tracking: float = 0.0) -> str:
    """As much of the text as there is room for in mm, ending in "…" when it is cut."""
    if face.width(text, pt, tracking) <= room:
        return text
    while text and face.width(text + "…", pt, tracking) > room:
        text = text[:-1]
    return text.rstrip() + "…"


@dataclass
class Lettering:
    """Writes words and gathers the letters they need."""

    used: Letters = field(default_factory=dict)

    def write(
        self,
        text: str,
        font: str,
        weight: int,
        pt: float,
        x: float,
        y: float,
        colour: tuple[float, float, float],
        tracking: float = 0.0,
    ) -> bytes:
        """PDF operators that write the text with its left end at x, y (pt, from the lower left); none without any."""
        if not text:
            return b""
        face, key = embedded_font(font, weight), (font, weight)
        codes = [face.glyphs[character] for character in text]
        self.used.setdefault(key, {}).update(zip(codes, text, strict=True))
        red, green, blue = colour
        shown = "".join(f"{code:04X}" for code in codes)
        return (
            f"q BT {red:.3f} {green:.3f} {blue:.3f} rg /{resource(font, weight)} {pt:.2f} Tf {tracking * PT:.3f} Tc "
            f"{x:.3f} {y:.3f} Td <{shown}> Tj ET Q\n"
        ).encode("ascii")


def resource(font: str, weight: int) -> str:
    """The name of a font of the layer in every file."""
    return f"L{list(_FILES).index((font, weight))}"


def letter_fonts(used: Letters) -> dict[str, Embedded]:
    """The fonts of the letters used, by resource name."""
    return {
        resource(font, weight): _embedded(font, weight, tuple(sorted(letters.items())))
        for (font, weight), letters in sorted(used.items())
    }
