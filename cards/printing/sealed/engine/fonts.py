"""The page engine's fonts, so that a card is written alike whatever else its document shows.

The engine takes two files with one description for the same font, keeps the width and the text a glyph had
where it was met first, and counts up codes for letters no font has. Cards of one document are later shown
beside those of another, so here a font's name says its file, widths and text come from that file, and a letter
without a form has a code of its own. Then equal names mean equal fonts, and glyphs of all documents may be put
together.
"""

from __future__ import annotations

import hashlib
import io
import re
import struct
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fontTools.ttLib import TTFont, TTLibError
from weasyprint.pdf import fonts, stream
from weasyprint.text.ffi import ffi
from weasyprint.text.fonts import get_pango_font_hb_face, get_pango_font_key

from cards.printing.sealed.recent import Recent

NAME_LETTERS = 10
_LIGATURE = 4  # the kind of substitution that makes one glyph of several
_IN_PLACES = re.compile("[\u0590-\u1cff]+")  # scripts whose letters have forms for their places
_PART = "\u200d"  # a dot of a letter says nothing of its own; without any text a reader would make one up
_MOST_FORMS = 120_000  # bytes of a table of forms that is read; beyond, forms are learned where they are met


@dataclass(frozen=True, slots=True)
class FontFile:
    """What a font file says of its glyphs: advances in 1/1000 em, and the letter each stands for, if it does."""

    advances: tuple[int, ...]
    letters: Mapping[int, str]

    def advance(self, glyph: int) -> int:
        return self.advances[min(glyph, len(self.advances) - 1)]


class FileFont(fonts.Font):
    """A font named by its file. Bitmaps stay as the engine makes them: they are never put together."""

    name: bytes
    hash: str
    widths: dict[int, int]
    to_unicode: dict[int, str]

    def __init__(self, pango_font: Any, description: Any, font_size: float) -> None:
        super().__init__(pango_font, description, font_size)
        found = hashlib.sha256(self.file_content)
        found.update(f"{self.index} {sorted(self.variations.items())} {self.name!r}".encode())
        letters = "".join(chr(65 + byte % 26) for byte in found.digest())
        self.name = b"/" + letters[:6].encode() + b"+" + self.name.partition(b"+")[2]
        self.hash = letters[:NAME_LETTERS]
        self.faces: list[Any] = []
        file = None if self.bitmap else _read(found.hexdigest(), self)
        if file is not None:
            self.widths = _Widths(file)
            self.to_unicode = _Texts(file)

    def get_unused_glyph_id(self, codepoint: int) -> int:
        """A code beyond the glyphs of the font, the same for a letter in every document."""
        if not isinstance(self.to_unicode, _Texts):
            return int(super().get_unused_glyph_id(codepoint))
        code: int = min(self.glyph_count + codepoint % max(1, 0x10000 - self.glyph_count), 0xFFFF)
        self.missing[codepoint] = code
        self.to_unicode.missing(code, chr(codepoint))
        return code

    def clean(self, to_unicode: dict[int, str], hinting: bool) -> None:
        """Nothing is met any more: what was is written."""
        self.widths, self.to_unicode = dict(self.widths), dict(self.to_unicode)
        super().clean(to_unicode, hinting)

    def subset(self, to_unicode: dict[int, str], hinting: bool) -> None:
        super().subset({code: text for code, text in to_unicode.items() if code < self.glyph_count} or {0: ""}, hinting)


class _Widths(dict[int, int]):
    """The widths of the glyphs met; all are known, and none is learned from where it was met."""

    def __init__(self, file: FontFile) -> None:
        super().__init__()
        self._file = file

    def __contains__(self, glyph: object) -> bool:
        if not super().__contains__(glyph):
            self[glyph] = 0  # type: ignore[index]
        return True

    def __setitem__(self, glyph: int, width: int) -> None:
        is_there = glyph < len(self._file.advances)
        super().__setitem__(glyph, self._file.advance(glyph if is_there else 0))


class _Texts(dict[int, str]):
    """The text of the glyphs met: their letter, and for forms without one the least they were met for."""

    def __init__(self, file: FontFile) -> None:
        super().__init__()
        self._letters = dict(file.letters)

    def __contains__(self, glyph: object) -> bool:
        return super().__contains__(glyph) and (glyph in self._letters or len(self.get(glyph, "")) == 1)  # type: ignore[call-overload]

    def __setitem__(self, glyph: int, text: str) -> None:
        met = [text for text in (text, self.get(glyph, "")) if text]
        known = self._letters.get(glyph)
        super().__setitem__(
            glyph, known if known is not None else min(met, key=lambda text: (len(text), text), default="")
        )

    def missing(self, code: int, letter: str) -> None:
        """A code that is no glyph's stands for a letter the font does not have."""
        self._letters[code] = letter
        self[code] = letter


def use_file_fonts() -> None:
    """From now on this process's documents are written with them."""
    stream.Stream.add_font = _font_of


def _font_of(page: stream.Stream, pango_font: Any) -> tuple[fonts.Font, float]:
    """The font of the page's document, and its size. Two files may have one description: the file counts too."""
    described, description, font_size = get_pango_font_key(pango_font)
    key = (described, int(ffi.cast("uintptr_t", get_pango_font_hb_face(pango_font))))
    if key not in page._fonts:
        font = FileFont(pango_font, description, font_size)
        page._fonts[key] = next((known for known in page._fonts.values() if known.hash == font.hash), font)
        page._fonts[key].faces.append(font.hb_face)  # held, or another file's may come to lie at its address
    return page._fonts[key], font_size


def _read(digest: str, font: fonts.Font) -> FontFile | None:
    try:
        return _files.get(digest, lambda: _file(font.file_content, font.index, font.glyph_count))
    except (TTLibError, KeyError, IndexError, struct.error):
        return None


def _file(program: bytes, index: int, glyphs: int) -> FontFile:
    with TTFont(io.BytesIO(program), fontNumber=index, lazy=True) as font:
        unit, wide = font["head"].unitsPerEm, font["hhea"].numberOfHMetrics
        metrics, every = font.reader["hmtx"], font.getBestCmap() or {}
        named = {code: glyph for code, glyph in every.items() if unicodedata.category(chr(code)) != "Co"}
        advances = [round(struct.unpack_from(">H", metrics, 4 * glyph)[0] * 1000 / unit) for glyph in range(wide)]
        advances += advances[-1:] * (glyphs - wide)
        letters: dict[int, str] = {}
        for code in sorted(named, key=_plainness):
            letters.setdefault(font.getGlyphID(named[code]), _plain(chr(code)))
        for glyph, text in _ligatures(font, named).items():
            letters.setdefault(font.getGlyphID(glyph), text)
        if "GSUB" in font.reader and len(font.reader["GSUB"]) < _MOST_FORMS:
            _add_forms(font, letters)
    return FontFile(tuple(advances), letters)


def _ligatures(font: TTFont, named: Mapping[int, str]) -> dict[str, str]:
    """The letters of glyphs that stand for several (an emoji made of others): the engine knows them only by chance."""
    letter_of = {glyph: chr(code) for code, glyph in sorted(named.items(), reverse=True)}
    found: dict[str, str] = {}
    if "GSUB" not in font or not font["GSUB"].table.LookupList:
        return found
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in (getattr(one, "ExtSubTable", one) for one in lookup.SubTable):
            if table.LookupType != _LIGATURE:
                continue
            for first, made in table.ligatures.items():
                for one in made:
                    parts = [letter_of.get(glyph) for glyph in (first, *one.Component)]
                    if one.LigGlyph not in letter_of and all(parts):
                        text = "".join(part for part in parts if part)
                        # woman, man and person share some forms: the last of them is the person
                        found[one.LigGlyph] = max(text, found.get(one.LigGlyph, ""))
    return found


def _add_forms(font: TTFont, letters: dict[int, str]) -> None:
    """What forms of letters in their places stand for, ligatures too, and parts (of which the first has the letter)."""
    number = font.getGlyphID
    pairs: list[tuple[tuple[int, ...], list[int]]] = []
    listed = font["GSUB"].table.LookupList
    for lookup in listed.Lookup if listed else ():
        for table in lookup.SubTable:
            table = getattr(table, "ExtSubTable", table)
            if table.LookupType in (1, 2):
                for glyph, made in table.mapping.items():
                    made = [made] if isinstance(made, str) else made
                    pairs.append(((number(glyph),), [number(name) for name in made]))
            elif table.LookupType == 4:
                for first, ligatures in table.ligatures.items():
                    for one in ligatures:
                        parts = tuple(number(name) for name in (first, *one.Component))
                        pairs.append((parts, [number(one.LigGlyph)]))
    pairs.sort()
    own = frozenset(letters)
    for _ in range(4):  # a form of a part of a letter
        for given, made in pairs:
            text = "".join(letters.get(glyph, "") for glyph in given)
            if made and _IN_PLACES.fullmatch(text) and all(letters.get(glyph) for glyph in given):
                letters.setdefault(made[0], text)
                for part in made[1:]:
                    if part not in own:
                        letters.setdefault(part, _PART)


def _plainness(code: int) -> tuple[bool, int]:
    """Of several letters a glyph stands for, the plainest comes first: a space, not one that does not break."""
    return unicodedata.normalize("NFKC", chr(code)) != chr(code), code


def _plain(letter: str) -> str:
    """Presentation forms (Arabic in its places, ligatures) as the letters that were written."""
    code = ord(letter)
    is_form = 0xFB00 <= code <= 0xFDFF or 0xFE70 <= code <= 0xFEFC
    return unicodedata.normalize("NFKC", letter).replace(" ", "") if is_form else letter


_files: Recent[str, FontFile] = Recent(400_000, lambda file: len(file.advances))  # glyphs
