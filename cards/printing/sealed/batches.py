"""Batches of card pages as they come from the page engine, opened: what a page draws and what it needs for it."""

from __future__ import annotations

import hashlib
import io
import re
import struct
import zlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pikepdf

from cards.printing.sealed.font_embedding import Embedded, deflated, missing_in, text_of, to_text
from cards.printing.sealed.recent import Recent
from cards.printing.sealed.truetype import Outlines, outlines, picked, with_box

_NAME = re.compile(rb"/([^\s/<>\[\]()]+)")
_SHOWN = re.compile(rb"<([0-9a-f]+)>")
_ALPHA = re.compile(r"([aA])([\d.]+)")
_COUNTED = ("/Pattern", "/XObject", "/Shading", "/ExtGState")  # what the engine names by number
_ALIKE = 1  # the flag for letters of one width: of those a batch happens to show
_NEEDS_MORE = re.compile(rb"(?:^|\s)(?:Do|sh|BI|BDC|scn|SCN)(?=\s|$)")


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
        _, _, right, top = (float(value) for value in self._pages[number].mediabox)
        return (0, round(top - height, 4), right, top)

    def resources(self, number: int) -> Any:
        return self._pages[number].obj.Resources

    def piece(self, number: int) -> PageContent:
        if number not in self._pieces:
            self._pieces[number] = self._read(number)
        return self._pieces[number]

    def _read(self, number: int) -> PageContent:
        content = self._pages[number].Contents.read_bytes()
        names = frozenset(name.decode("latin-1") for name in _NAME.findall(content))
        resources = self.resources(number)
        glyphs = _glyphs(content)
        states: dict[str, tuple[str, float]] = {}
        for name, state in resources.get("/ExtGState", {}).items():
            alpha = _ALPHA.fullmatch(name[1:])
            if alpha and name[1:] in names:
                key = "/ca" if alpha[1] == "a" else "/CA"
                if list(state.keys()) == [key] and float(state[key]) == float(alpha[2]):
                    states[name[1:]] = (key, float(alpha[2]))
        is_plain = names <= states.keys() | glyphs.keys() and glyphs.keys() <= self.fonts.keys()
        is_plain = is_plain and not _NEEDS_MORE.search(content)
        things = {name[1:] for kind in _COUNTED for name in resources.get(kind, {})} - states.keys()
        met = dict.fromkeys(name for name in map(_text, _NAME.findall(content)) if name in things)
        aliases = {name: f"R{number}" for number, name in enumerate(met)}
        if aliases:
            content = _NAME.sub(lambda m: b"/" + aliases.get(_text(m[1]), _text(m[1])).encode("latin-1"), content)
        return PageContent(content, names, glyphs, states, aliases, is_plain)


def _text(name: bytes) -> str:
    return name.decode("latin-1")


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


def _glyphs(content: bytes) -> dict[str, frozenset[int]]:
    """The glyphs shown with each font. The engine names the font anew in every text object."""
    found: dict[str, set[int]] = {}
    parts = content.split(b" Tf")
    for before, after in zip(parts, parts[1:], strict=False):
        name = before[before.rindex(b"/") + 1 :].split(b" ", 1)[0].decode("latin-1")
        shown = bytes.fromhex(b"".join(_SHOWN.findall(after)).decode("ascii"))
        found.setdefault(name, set()).update(struct.unpack(f">{len(shown) // 2}H", shown[: len(shown) & ~1]))
    return {name: frozenset(numbers) for name, numbers in found.items()}


_opened: Recent[str, Batch] = Recent(24 * 1024 * 1024, lambda batch: batch.weight)
_fonts: Recent[Any, Embedded] = Recent(2 * 1024 * 1024, lambda font: font.weight)
