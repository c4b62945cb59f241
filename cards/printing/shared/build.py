"""The renderer's build: a digest of everything that decides how a card comes out of the press."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

from cards.printing.shared.installed_fonts import Listing, listing

ROOT = Path(__file__).resolve().parents[3]


def build() -> str:
    """16 hexadecimal digits: page engine, styles, template, fonts, drawings, our own code, and this machine's fonts."""
    return _build(listing())


@lru_cache(maxsize=4)
def _build(installed: Listing) -> str:
    static = ROOT / "static"
    sources = [static / "css" / name for name in ("card.css", "fonts-paper.css", "measures.css")]
    sources += [ROOT / "templates" / "cards" / "_face.html"]
    sources += sorted((static / "art").glob("*.svg")) + sorted((static / "fonts").glob("*.woff2"))
    sources += [ROOT / "cards" / "rules" / "limits.py", ROOT / "cards" / "printing" / "fonts.conf"]
    for room in ("face", "printing"):
        sources += sorted((ROOT / "cards" / room).glob("*.py"))
    sources += sorted((ROOT / "cards" / "face").glob("widths*.json"))
    found = hashlib.sha256("/".join(version(name) for name in ("weasyprint", "pydyf", "pikepdf", "pyphen")).encode())
    found.update(repr(installed).encode())
    for path in sources:
        found.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]
