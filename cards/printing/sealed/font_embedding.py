"""Fonts written into a PDF: a program of the letters used, their widths, and a map back to text."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pikepdf

_BLOCK = re.compile(rb"beginbfchar(.*?)endbfchar", re.S)
_BOX = re.compile(rb"<([0-9a-fA-F]{4})>\s+0(?=\s)")
_PAIR = re.compile(rb"<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]*)>")


@dataclass(frozen=True, slots=True)
class Embedded:
    """A font ready to be written. Widths in 1/1000 em by glyph number; `program`, `to_text` are deflated.

    `missing` are codes that are no glyph's: letters the font does not have, shown as its box (glyph 0).
    """

    name: str
    flags: int
    ascent: int
    descent: int
    cap: int
    box: tuple[int, int, int, int]
    widths: tuple[tuple[int, int], ...]
    program: bytes
    length: int
    to_text: bytes
    missing: tuple[int, ...] = ()

    @property
    def weight(self) -> int:
        """About how much memory it takes."""
        return len(self.program) + len(self.to_text) + 40 * len(self.widths)


def deflated(content: bytes) -> bytes:
    return zlib.compress(content, 9)


def embed(pdf: pikepdf.Pdf, font: Embedded) -> Any:
    """The font as an indirect object of the file."""
    name = pikepdf.Name("/" + font.name)
    descriptor = pikepdf.Dictionary(
        Type=pikepdf.Name.FontDescriptor,
        FontName=name,
        Flags=font.flags,
        FontBBox=list(font.box),
        ItalicAngle=0,
        Ascent=font.ascent,
        Descent=font.descent,
        CapHeight=font.cap,
        StemV=80,
        FontFile2=stream(pdf, font.program, Length1=font.length),
    )
    descendant = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=pikepdf.Dictionary(Registry=b"Adobe", Ordering=b"Identity", Supplement=0),
        FontDescriptor=pdf.make_indirect(descriptor),
        W=_runs(font.widths),
        CIDToGIDMap=pikepdf.Name.Identity,
    )
    whole = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.Type0,
        BaseFont=name,
        Encoding=_boxes(pdf, font) if font.missing else pikepdf.Name("/Identity-H"),
        DescendantFonts=pikepdf.Array([pdf.make_indirect(descendant)]),
        ToUnicode=stream(pdf, font.to_text),
    )
    return pdf.make_indirect(whole)


def _boxes(pdf: pikepdf.Pdf, font: Embedded) -> pikepdf.Stream:
    """The encoding of a font that lacks letters: their codes show glyph 0, all others the glyph of their number."""
    codes = {number: number for number, _ in font.widths} | dict.fromkeys(font.missing, 0)
    return stream(
        pdf,
        deflated(_map("Boxes", 1, "cidchar", [f"<{code:04X}> {shown}" for code, shown in sorted(codes.items())])),
        Type=pikepdf.Name.CMap,
        CMapName=pikepdf.Name("/Boxes"),
        CIDSystemInfo=pikepdf.Dictionary(Registry=b"Adobe", Ordering=b"Identity", Supplement=0),
    )


def missing_in(content: bytes) -> Iterator[int]:
    """The codes such an encoding shows as glyph 0."""
    return (code for code in (int(found, 16) for found in _BOX.findall(content)) if code)


def stream(pdf: pikepdf.Pdf, content: bytes, **entries: Any) -> pikepdf.Stream:
    """A stream of content that is deflated already."""
    return pikepdf.Stream(pdf, content, Filter=pikepdf.Name.FlateDecode, **entries)


def _runs(widths: tuple[tuple[int, int], ...]) -> pikepdf.Array:
    """Widths as PDF writes them: [first [width width …] first [width …] …]."""
    runs: list[Any] = []
    last = None
    for number, width in widths:
        if last is None or number != last + 1:
            runs += [number, []]
        runs[-1].append(width)
        last = number
    return pikepdf.Array(runs)


def to_text(used: dict[int, str]) -> bytes:
    """The map from glyph numbers back to text, deflated."""
    rows = [f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>" for code, text in sorted(used.items())]
    return deflated(_map("Layer", 2, "bfchar", rows))


def _map(name: str, kind: int, what: str, rows: list[str]) -> bytes:
    """A CMap with these rows, at most 100 to a block."""
    blocks = "".join(
        f"{len(rows[i : i + 100])} begin{what}\n" + "\n".join(rows[i : i + 100]) + f"\nend{what}\n"
        for i in range(0, len(rows), 100)
    )
    return (
        f"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /{name} def /CMapType {kind} def\n"
        "1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        f"{blocks}endcmap CMapName currentdict /CMap defineresource pop end end"
    ).encode("ascii")


def text_of(content: bytes) -> dict[int, str]:
    """Reads such a map; what makes no sense in it is left out."""
    found: dict[int, str] = {}
    for block in _BLOCK.findall(content):
        for code, text in _PAIR.findall(block):
            found[int(code, 16)] = bytes.fromhex(text.decode("ascii")).decode("utf-16-be", "ignore")
    return found
