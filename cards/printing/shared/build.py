"""The renderer's build: a digest of everything that decides how a card comes out of the press.

Folders count whole, so that a new file belongs to it without being named: what draws a face, what lays sheets, our
fonts and drawings. Besides: the packages the page engine stands on, its native libraries, and this machine's fonts.
"""

from __future__ import annotations

import hashlib
import re
import sysconfig
from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import requires, version
from pathlib import Path

from cards.printing.shared import native_libraries
from cards.printing.shared.installed_fonts import Listing, listing

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = (
    "cards/face",
    "cards/printing/geometry",
    "cards/printing/sealed",
    "cards/printing/shared",
    "static/art",
    "templates/print",
)
PACKAGES = Path(sysconfig.get_path("purelib"))
FONTS = "static/fonts"
SHEETS = (
    "fonts-paper.css",
    "measures.css",
    "measures-frames.css",
    "card.css",
    "card-hand.css",
    "card-back.css",
    "card-paper.css",
    "card-pieces.css",
)  # the style sheets of a card page, in their order
TEMPLATE = "cards/_face.html"
PIECE_TEMPLATES = {name: f"cards/_{name}.html" for name in ("blank", "slip", "back")}  # of what is no face
PAGE_SHEETS = ("fonts-paper.css", "reading.css", "print-pages.css")  # the same of a page as large as the paper
PREVIEW_SHEETS = (*SHEETS, "link-preview.css")  # the same of the picture of a link
PREVIEW_TEMPLATE = "print/preview.html"
PAGE_TEMPLATE, READING_TEMPLATE = "print/pages.html", "print/reading.html"
_OURS = ("weasyprint", "pikepdf", "fonttools", "django", "segno", "pypdfium2", "pillow")  # the first tells the rest


def build() -> str:
    """16 hexadecimal digits."""
    return _build(listing(), native_libraries.versions(), packages())


def packages() -> tuple[str, ...]:
    """The packages that draw and lay, each with its version; read again when any package was put in or taken out."""
    return _packages(PACKAGES.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _packages(changed: int) -> tuple[str, ...]:
    below = (one for one in requires("weasyprint") or () if "extra ==" not in one)
    named = {found[0].lower() for one in below if (found := re.match(r"[\w.-]+", one))}
    return tuple(f"{name} {version(name)}" for name in sorted(named | set(_OURS)))


def files() -> Iterator[Path]:
    """Every file of ours that decides a drawing."""
    for folder in FOLDERS:
        found = (path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        yield from sorted(found)
    yield from sorted((ROOT / FONTS).glob("*.woff2"))
    yield from (ROOT / "static" / "css" / name for name in dict.fromkeys(PREVIEW_SHEETS + PAGE_SHEETS))
    yield from (ROOT / "templates" / name for name in (TEMPLATE, *PIECE_TEMPLATES.values()))


@lru_cache(maxsize=4)
def _build(installed: Listing, libraries: tuple[str, ...], packages: tuple[str, ...]) -> str:
    found = hashlib.sha256(repr((installed, libraries, packages)).encode())
    for path in files():
        name = path.relative_to(ROOT).as_posix()
        found.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]
