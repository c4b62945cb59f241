"""The fonts that are installed on this machine beside our own: which files, and what they have letters for.

The press draws with them what our own fonts lack. Asked of fontconfig, as the press's page engine does; where
there is no fontconfig the files in the folders of the system are still told apart, and nothing is covered.
Fonts in somebody's home are left out: the press has none.
"""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from cards.face.letters import NOTHING, Coverage
from cards.printing.shared import native_libraries

FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "/opt/homebrew/share/fonts",
)
FRESH = 60.0  # seconds until the folders are looked at again

_LAST_RESORT = ("lastresort", "adobeblank", "notdef")  # fonts of boxes for every letter
_PAGE, _DONE = 256, 0xFFFFFFFF  # characters in a page of a character set; no further page

Listing = tuple[tuple[str, int, int], ...]


def listing() -> Listing:
    """Path, size and time of every font file, sorted: what changes when a font is installed."""
    return tuple(sorted(row for folder in FOLDERS for row in _files(folder)))


def coverage() -> Coverage:
    """What installed fonts have letters for; looked up again a minute after a font came or went."""
    with _lock:
        now = time.monotonic()
        if _last and now - _last[0][0] < FRESH:
            return _last[0][1]
        found = _coverage(listing())
        _last[:] = [(now, found)]
        return found


_lock = threading.Lock()
_last: list[tuple[float, Coverage]] = []


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    for at, _, names in os.walk(folder):
        for name in names:
            if name.lower().endswith((".ttf", ".otf", ".ttc", ".otc", ".pfb", ".woff", ".woff2")):
                path = os.path.join(at, name)
                try:
                    state = os.stat(path)
                except OSError:
                    continue
                yield path, state.st_size, int(state.st_mtime)


@lru_cache(maxsize=1)
def _coverage(files: Listing) -> Coverage:
    """By the files there are: read once while none comes or goes."""
    library = native_libraries.library("fontconfig")
    return _read(library) if library is not None else NOTHING


class _FontSet(ctypes.Structure):
    _fields_ = (("count", ctypes.c_int), ("room", ctypes.c_int), ("fonts", ctypes.POINTER(ctypes.c_void_p)))


def _read(fc: Any) -> Coverage:
    """The letters of all outline fonts that fontconfig knows."""
    pointer = ctypes.c_void_p
    fc.FcInitLoadConfigAndFonts.restype = pointer
    fc.FcPatternCreate.restype = pointer
    fc.FcObjectSetCreate.restype = pointer
    fc.FcFontList.restype = ctypes.POINTER(_FontSet)
    fc.FcFontList.argtypes = (pointer, pointer, pointer)
    fc.FcObjectSetAdd.argtypes = (pointer, ctypes.c_char_p)
    fc.FcPatternAddBool.argtypes = (pointer, ctypes.c_char_p, ctypes.c_int)
    for name in ("FcConfigDestroy", "FcPatternDestroy", "FcObjectSetDestroy", "FcFontSetDestroy"):
        getattr(fc, name).argtypes = (pointer,)
    config, pattern, wanted = fc.FcInitLoadConfigAndFonts(), fc.FcPatternCreate(), fc.FcObjectSetCreate()
    if not config:
        return NOTHING
    fc.FcPatternAddBool(pattern, b"outline", 1)
    fc.FcPatternAddBool(pattern, b"color", 0)  # the press takes none in colours, see fonts.conf
    fc.FcObjectSetAdd(wanted, b"file")
    fc.FcObjectSetAdd(wanted, b"charset")
    found = fc.FcFontList(config, pattern, wanted)
    pages: dict[int, int] = {}
    if found:
        for index in range(found.contents.count):
            _gather(fc, found.contents.fonts[index], pages)
        fc.FcFontSetDestroy(ctypes.cast(found, pointer))
    fc.FcObjectSetDestroy(wanted)
    fc.FcPatternDestroy(pattern)
    fc.FcConfigDestroy(config)
    return _ranges(pages)


def _gather(fc: Any, font: Any, pages: dict[int, int]) -> None:
    """Adds a font's characters to the pages (first code point of a page: one bit a character)."""
    pointer, page = ctypes.c_void_p, ctypes.c_uint32 * 8
    fc.FcPatternGetString.argtypes = (pointer, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_char_p))
    fc.FcPatternGetCharSet.argtypes = (pointer, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(pointer))
    for name in ("FcCharSetFirstPage", "FcCharSetNextPage"):
        getattr(fc, name).restype = ctypes.c_uint32
        getattr(fc, name).argtypes = (pointer, page, ctypes.POINTER(ctypes.c_uint32))
    file, letters = ctypes.c_char_p(), pointer()
    if fc.FcPatternGetString(font, b"file", 0, ctypes.byref(file)) or not file.value:
        return
    path = os.fsdecode(file.value)
    if path.startswith(os.path.expanduser("~") + os.sep) or any(bad in path.lower() for bad in _LAST_RESORT):
        return
    if fc.FcPatternGetCharSet(font, b"charset", 0, ctypes.byref(letters)):
        return
    bits, after = page(), ctypes.c_uint32()
    first = fc.FcCharSetFirstPage(letters, bits, ctypes.byref(after))
    while first != _DONE:
        pages[first] = pages.get(first, 0) | sum(word << 32 * at for at, word in enumerate(bits))
        first = fc.FcCharSetNextPage(letters, bits, ctypes.byref(after))


def _ranges(pages: dict[int, int]) -> Coverage:
    ranges: list[tuple[int, int]] = []
    for first in sorted(pages):
        bits = pages[first]
        for offset in range(_PAGE):
            if bits >> offset & 1:
                code = first + offset
                if ranges and ranges[-1][1] == code - 1:
                    ranges[-1] = (ranges[-1][0], code)
                else:
                    ranges.append((code, code))
    return Coverage(tuple(ranges))
