"""The page engine's native libraries on this machine: whether they are there, and which versions they are."""

from __future__ import annotations

import ctypes
from ctypes.util import find_library

# As the systems call them: Linux, macOS, Windows. Then whatever the system finds for the first word.
_NAMES = {
    "pango": ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll", "pango-1.0-0", "pango-1.0"),
    "harfbuzz": ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll", "harfbuzz"),
    "fontconfig": ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll", "fontconfig"),
}


def library(name: str) -> ctypes.CDLL | None:
    """One of them, ready to be called; None where it is not installed. Raises KeyError for a name that is none."""
    *files, word = _NAMES[name]
    for file in (*files, find_library(word)) if not _loaded.get(name) else ():
        if file:
            try:
                _loaded[name] = ctypes.CDLL(file)
                break
            except OSError:
                continue
    return _loaded.get(name)


def versions() -> tuple[str, ...]:
    """Of each of them, as it tells it itself: letters are put in their places by these."""
    found = []
    for name, function in (("pango", "pango_version_string"), ("harfbuzz", "hb_version_string")):
        if loaded := library(name):
            asked = getattr(loaded, function)
            asked.restype = ctypes.c_char_p
            found.append(f"{name} {asked().decode('ascii')}")
    if loaded := library("fontconfig"):
        found.append(f"fontconfig {loaded.FcGetVersion()}")
    return tuple(found)


_loaded: dict[str, ctypes.CDLL] = {}
