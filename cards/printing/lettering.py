"""Words the imposition layer writes itself: numbers, lines at the foot, the foot of a sheet.

Letters come from our own font files; each output gets one small font of just the letters it uses, with
a map back to text, so they can be searched and copied. Lengths are mm, letters pt.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pikepdf
from fontTools import subset
from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts"
PT = 72 / 25.4  # a mm in pt

_FILES = {
    ("Atkinson Hyperlegible Next", 400): "atkinson-hyperlegible-next-latin-400-normal.woff2",
    ("Atkinson Hyperlegible Next", 600): "atkinson-hyperlegible-next-latin-600-normal.woff2",
    ("League Gothic", 400): "league-gothic-latin-400-normal.woff2",
    ("Mansalva", 400): "mansalva-latin-400-normal.woff2",
}


@dataclass(frozen=True, slots=True)
class Typeface:
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
def typeface(font: str, weight: int) -> Typeface:
    """The file for a family and weight of fonts.css; raises KeyError when the layer has none."""
    source = TTFont(FONTS / _FILES[font, weight])
    scale = 1000 / source["head"].unitsPerEm
    metrics, glyph_set = source["hmtx"].metrics, source.getReverseGlyphMap()
    plain = io.BytesIO()
    source.flavor = None
    source.save(plain)
    head, hhea = source["head"], source["hhea"]
    return Typeface(
        name=f"{font.replace(' ', '')}-{weight}",
        program=plain.getvalue(),
        glyphs={chr(code): glyph_set[name] for code, name in source.getBestCmap().items()},
        advances={glyph_set[name]: advance * scale for name, (advance, _) in metrics.items()},
        ascent=round(hhea.ascent * scale),
        descent=round(hhea.descent * scale),
        cap=round(getattr(source["OS/2"], "sCapHeight", 700) * scale),
        box=(round(head.xMin * scale), round(head.yMin * scale), round(head.xMax * scale), round(head.yMax * scale)),
    )


@lru_cache(maxsize=64)
def _program(font: str, weight: int, used: frozenset[int]) -> bytes:
    """The font file with only the used glyphs, under their old numbers."""
    options = subset.Options(
        retain_gids=True, hinting=False, layout_features=[], notdef_outline=True, name_IDs=[], glyph_names=False
    )
    options.drop_tables += ["DSIG", "GSUB", "GPOS", "GDEF", "OS/2", "name", "cmap", "post", "STAT", "meta"]
    source = TTFont(io.BytesIO(typeface(font, weight).program), lazy=True)
    smaller = subset.Subsetter(options)
    smaller.populate(gids=sorted(used))
    smaller.subset(source)
    source["head"].modified = source["head"].created  # no clock
    source.recalcTimestamp = False
    out = io.BytesIO()
    source.save(out)
    return out.getvalue()


def fitted(text: str, face: Typeface, pt: float, room: float, tracking: float = 0.0) -> str:
    """As much of the text as there is room for in mm, ending in "…" when it is cut."""
    if face.width(text, pt, tracking) <= room:
        return text
    while text and face.width(text + "…", pt, tracking) > room:
        text = text[:-1]
    return text.rstrip() + "…"


@dataclass
class Lettering:
    """The fonts of one output file, gathered while its words are written."""

    pdf: pikepdf.Pdf
    _used: dict[tuple[str, int], dict[int, str]] = field(default_factory=dict)
    _fonts: dict[tuple[str, int], Any] = field(default_factory=dict)

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
        """PDF operators that write the text with its left end at x, y (pt, from the lower left)."""
        face, key = typeface(font, weight), (font, weight)
        used = self._used.setdefault(key, {})
        codes = [face.glyphs[character] for character in text]
        used.update(zip(codes, text, strict=True))
        red, green, blue = colour
        name = f"/L{list(self._used).index(key)}"
        shown = "".join(f"{code:04X}" for code in codes)
        return (
            f"BT {red:.3f} {green:.3f} {blue:.3f} rg {name} {pt:.2f} Tf {tracking * PT:.3f} Tc "
            f"{x:.3f} {y:.3f} Td <{shown}> Tj ET\n"
        ).encode("ascii")

    def font_objects(self) -> dict[str, Any]:
        """The font of each name used, as indirect objects to be filled by `finish`."""
        for index, key in enumerate(self._used):
            if key not in self._fonts:
                self._fonts[key] = (f"/L{index}", self.pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Font)))
        return dict(self._fonts.values())

    def finish(self) -> None:
        """Embeds the letters that were used."""
        for (font, weight), (_, holder) in self._fonts.items():
            used = self._used[font, weight]
            for name, value in self._dictionary(font, weight, used).items():
                holder[name] = value

    def _dictionary(self, font: str, weight: int, used: dict[int, str]) -> dict[str, Any]:
        face = typeface(font, weight)
        name = pikepdf.Name(f"/CBLAYE+{face.name}")
        program = _program(font, weight, frozenset(used))
        stream = self.pdf.make_stream(program, Length1=len(program))
        descriptor = pikepdf.Dictionary(
            Type=pikepdf.Name.FontDescriptor,
            FontName=name,
            Flags=4,
            FontBBox=list(face.box),
            ItalicAngle=0,
            Ascent=face.ascent,
            Descent=face.descent,
            CapHeight=face.cap,
            StemV=80,
            FontFile2=stream,
        )
        widths: list[Any] = []
        for code in sorted(used):
            widths += [code, [round(face.advances[code])]]
        descendant = pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.CIDFontType2,
            BaseFont=name,
            CIDSystemInfo=pikepdf.Dictionary(Registry=b"Adobe", Ordering=b"Identity", Supplement=0),
            FontDescriptor=self.pdf.make_indirect(descriptor),
            W=pikepdf.Array(widths),
            CIDToGIDMap=pikepdf.Name.Identity,
        )
        return {
            "/Subtype": pikepdf.Name.Type0,
            "/BaseFont": name,
            "/Encoding": pikepdf.Name("/Identity-H"),
            "/DescendantFonts": pikepdf.Array([self.pdf.make_indirect(descendant)]),
            "/ToUnicode": self.pdf.make_stream(_to_unicode(used)),
        }


def _to_unicode(used: dict[int, str]) -> bytes:
    """The map from glyph numbers back to text."""
    rows = [f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>" for code, text in sorted(used.items())]
    blocks = "".join(
        f"{len(rows[i : i + 100])} beginbfchar\n" + "\n".join(rows[i : i + 100]) + "\nendbfchar\n"
        for i in range(0, len(rows), 100)
    )
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Layer def /CMapType 2 def\n"
        "1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        f"{blocks}endcmap CMapName currentdict /CMap defineresource pop end end"
    ).encode("ascii")
