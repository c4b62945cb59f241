"""Batches of card pages as they come from the page engine, opened: what a page draws and what it needs for it."""

from __future__ import annotations

import hashlib
import io
import re
import struct
import zlib
from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

import pikepdf

from cards.printing.sealed.font_embedding import Embedded, deflated, missing_in, text_of, to_text
from cards.printing.sealed.recent import Recent
from cards.printing.sealed.truetype import Outlines, outlines, picked, with_box

_ALPHA = re.compile(r"([aA])([\d.]+)")
_COUNTED = ("/Pattern", "/XObject", "/Shading", "/ExtGState")  # what the engine names by number
_ALIKE = 1  # the flag for letters of one width: of those a batch happens to show
# Operators that show letters or name something; lines and curves are many, and say nothing of what a page needs.
_TELLING = "q Q Tf Tj TJ gs Do sh cs CS scn SCN BDC DP BI ID EI"
_NEEDS_MORE = frozenset({"Do", "sh", "INLINE IMAGE", "BDC", "scn", "SCN"})


@dataclass(frozen=True, slots=True)
class BatchFont:
    """A font of a batch: a subset whose glyphs have the numbers they have in the font file.

    `missing` are codes beyond those, for letters the font does not have.
    """

    name: str
    flags: int
    widths: dict[int, int]
    text: dict[int, str]
    missing: frozenset[int]
    outlines: Outlines


@dataclass(frozen=True, slots=True)
class PageContent:
    """One page: its operators, the names they use, the glyphs of each font, and the opacities it sets.

    `aliases` are the names that things other than fonts and opacities have here: in the order they are met, so
    that they do not tell how many others the batch has. `is_plain`: nothing but paths, words and opacities, so
    that it can be drawn on any page.
    """

    content: bytes
    names: frozenset[str]
    glyphs: dict[str, frozenset[int]]
    states: dict[str, tuple[str, float]]
    aliases: dict[str, str]
    is_plain: bool


class Batch:
    """One batch. `digest` names it; pages are read when they are asked for."""

    def __init__(self, packed: bytes, digest: str) -> None:
        whole = zlib.decompress(packed)
        self.digest, self.weight = digest, 2 * len(whole)
        self.pdf = pikepdf.open(io.BytesIO(whole))
        self._pages = list(self.pdf.pages)
        self._pieces: dict[int, PageContent] = {}
        self._boxes: dict[int, tuple[float, float]] = {}

    @cached_property
    def fonts(self) -> dict[str, BatchFont]:
        """The fonts that can be put together with those of other batches, by resource name."""
        found: dict[str, BatchFont] = {}
        for name, font in self._pages[0].obj.Resources.get("/Font", {}).items():
            read = _batch_font(font)
            if read is not None:
                found[name[1:]] = read
        return found

    def is_joinable(self, number: int) -> bool:
        """Whether all fonts a page shows can be put together with those of other batches."""
        return self.piece(number).glyphs.keys() <= self.fonts.keys()

    def box(self, number: int, height: float) -> tuple[float, float, float, float]:
        """The card at the top of a page, `height` pt high."""
        if number not in self._boxes:
            _, _, right, top = (float(value) for value in self._pages[number].mediabox)
            self._boxes[number] = right, top
        right, top = self._boxes[number]
        return (0, round(top - height, 4), right, top)

    def resources(self, number: int) -> Any:
        return self._pages[number].obj.Resources

    def piece(self, number: int) -> PageContent:
        if number not in self._pieces:
            self._pieces[number] = self._read(number)
        return self._pieces[number]

    def _read(self, number: int) -> PageContent:
        page = self._pages[number]
        content = page.Contents.read_bytes()
        said = _said_by(page)
        names, glyphs, resources = said.names, said.glyphs, self.resources(number)
        states: dict[str, tuple[str, float]] = {}
        for name, state in resources.get("/ExtGState", {}).items():
            alpha = _ALPHA.fullmatch(name[1:])
            if alpha and name[1:] in names:
                key = "/ca" if alpha[1] == "a" else "/CA"
                if list(state.keys()) == [key] and float(state[key]) == float(alpha[2]):
                    states[name[1:]] = (key, float(alpha[2]))
        is_plain = names.keys() <= states.keys() | glyphs.keys() and glyphs.keys() <= self.fonts.keys()
        is_plain = is_plain and not _NEEDS_MORE & said.operators
        things = {name[1:] for kind in _COUNTED for name in resources.get(kind, {})} - states.keys()
        met = [name for name in names if name in things]
        aliases = {name: f"R{number}" for number, name in enumerate(met)}
        if aliases:
            content = _renamed(page, aliases)
        return PageContent(content, frozenset(names), glyphs, states, aliases, is_plain)


@dataclass(frozen=True, slots=True)
class _Said:
    """Which of the operators told here a page has, what is named, in that order, and the glyphs it shows by font."""

    operators: frozenset[str]
    names: dict[str, None]
    glyphs: dict[str, frozenset[int]]


def _said_by(page: pikepdf.Page) -> _Said:
    operators: set[str] = set()
    names: dict[str, None] = {}
    shown: defaultdict[str, bytearray] = defaultdict(bytearray)
    font = ""
    kept: list[str] = []
    for instruction in pikepdf.parse_content_stream(page, _TELLING):
        what = str(instruction.operator)
        operators.add(what)
        match what:
            case "q":
                kept.append(font)
            case "Q":
                font = kept.pop() if kept else ""
            case "Tj" | "TJ":
                (given,) = instruction.operands
                for part in given if what == "TJ" else (given,):
                    if not isinstance(part, (int, Decimal)):  # a step to the side
                        codes = bytes(part)
                        shown[font] += codes[: len(codes) & ~1]
            case _:
                operands = list(instruction.operands)
                names |= {str(one)[1:]: None for one in operands if isinstance(one, pikepdf.Name)}
                font = str(operands[0])[1:] if what == "Tf" else font
    glyphs = {name: frozenset(struct.unpack(f">{len(codes) // 2}H", codes)) for name, codes in shown.items()}
    return _Said(frozenset(operators), names, glyphs)


def _renamed(page: pikepdf.Page, aliases: dict[str, str]) -> bytes:
    """The operators of a page with other names for things. Letters stay in hexadecimal digits, as they came."""

    def other(one: Any) -> Any:
        alias = aliases.get(str(one)[1:]) if isinstance(one, pikepdf.Name) else None
        return one if alias is None else pikepdf.Name("/" + alias)

    lines: list[bytes] = []
    for instruction in pikepdf.parse_content_stream(page):
        if isinstance(instruction, pikepdf.ContentStreamInlineImage):
            lines.append(pikepdf.unparse_content_stream([instruction]))
            continue
        given, what = list(instruction.operands), instruction.operator
        if str(what) in ("Tj", "TJ"):
            lines.append(_shown(given[0]) + b" " + str(what).encode("ascii"))
        else:
            lines.append(pikepdf.unparse_content_stream([([other(one) for one in given], what)]))
    return b"\n".join(lines)


def _shown(one: Any) -> bytes:
    """A string, or the array of strings and steps that TJ takes."""
    if isinstance(one, pikepdf.String):
        return b"<" + bytes(one).hex().encode("ascii") + b">"
    if isinstance(one, pikepdf.Array):
        return b"[" + b" ".join(_shown(part) for part in one) + b"]"
    return str(one).encode("ascii")


def opened(packed: bytes) -> Batch:
    """A batch, remembered. Raises ValueError or pikepdf.PdfError when it is none."""
    digest = hashlib.sha256(packed).hexdigest()[:32]
    return _opened.get(digest, lambda: Batch(packed, digest))


def joined(used: dict[str, tuple[BatchFont, frozenset[int]]]) -> Embedded:
    """One font of the used glyphs, from subsets of one font file that several batches have."""
    wanted = frozenset().union(*(glyphs for _, glyphs in used.values()))
    fonts = [font for _, (font, _) in sorted(used.items())]
    missing = wanted & frozenset().union(*(font.missing for font in fonts))
    shown = wanted - missing | ({0} if missing else set())
    # what a subset has at other numbers than those it shows may be a part of a letter, moved there
    chosen = {number: font.outlines for font in fonts for number in shown & font.widths.keys()}
    widths = {number: width for font in fonts for number, width in font.widths.items() if number in wanted | shown}
    text: dict[int, str] = {}
    for number in sorted(wanted):
        if found := [font.text[number] for font in fonts if font.text.get(number)]:
            text[number] = min(found, key=lambda text: (len(text), text))
        elif any(number in font.text for font in fonts):  # a part of a letter, whose text another part has
            text[number] = ""
    name = (fonts[0].name, tuple(sorted(widths.items())), tuple(text.items()), missing)
    return _fonts.get(name, lambda: _joined(fonts[0], chosen, widths, text, missing))


def _joined(
    first: BatchFont,
    chosen: dict[int, Outlines],
    widths: dict[int, int],
    text: dict[int, str],
    missing: frozenset[int],
) -> Embedded:
    if missing:
        chosen = chosen | {0: with_box(chosen[0])}
    program = picked(chosen)
    ascent, descent = first.outlines.heights
    return Embedded(
        first.name,
        first.flags,
        ascent,
        descent,
        ascent,
        (0, descent, max(widths.values(), default=0), ascent),
        tuple(sorted(widths.items())),
        deflated(program),
        len(program),
        to_text(text),
        tuple(sorted(missing)),
    )


def _batch_font(font: Any) -> BatchFont | None:
    """Reads a font; None when it is of a kind that stays as it is (bitmaps, other outlines)."""
    try:
        if font.Subtype != "/Type0":
            return None
        below = font.DescendantFonts[0]
        described = below.FontDescriptor
        if font.Encoding == "/Identity-H":
            missing: frozenset[int] = frozenset()
        else:
            missing = frozenset(missing_in(font.Encoding.read_bytes()))
        return BatchFont(
            str(font.BaseFont)[1:],
            int(described.Flags) & ~_ALIKE,
            _widths(below.W),
            text_of(font.ToUnicode.read_bytes()),
            missing,
            outlines(described.FontFile2.read_bytes()),
        )
    except (AttributeError, KeyError, ValueError):
        return None


def _widths(runs: Any) -> dict[int, int]:
    found: dict[int, int] = {}
    values = list(runs)
    for first, row in zip(values[::2], values[1::2], strict=True):
        for offset, width in enumerate(row):
            found[int(first) + offset] = int(width)
    return found


_opened: Recent[str, Batch] = Recent(24 * 1024 * 1024, lambda batch: batch.weight)
_fonts: Recent[Any, Embedded] = Recent(2 * 1024 * 1024, lambda font: font.weight)
