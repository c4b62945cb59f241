"""Writes `cards/rules/widths.json`: how wide each letter of our own fonts is.

`python -m cards.printing.measure` after a font file changed. The table is kept in the repository, so
that fitting a card needs no font library, no font file and no time (tests/rules/test_fit.py compares
the two).
"""

from __future__ import annotations

import json
from pathlib import Path

from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[2]
FONTS = ROOT / "static" / "fonts"
TABLE = ROOT / "cards" / "rules" / "widths.json"

FACES = {
    "text": "atkinson-hyperlegible-next-latin-400-normal.woff2",
    "text-bold": "atkinson-hyperlegible-next-latin-700-normal.woff2",
    "text-semi": "atkinson-hyperlegible-next-latin-600-normal.woff2",
    "text-italic": "atkinson-hyperlegible-next-latin-400-italic.woff2",
    "display": "besley-latin-800-normal.woff2",
    "display-semi": "besley-latin-600-normal.woff2",
    "display-italic": "besley-latin-400-italic.woff2",
    "gothic": "league-gothic-latin-400-normal.woff2",
    "hand": "mansalva-latin-400-normal.woff2",
}


def measured(name: str) -> dict[str, int]:
    """Advance widths in 1/1000 em by character, over the basic and the extended file."""
    widths: dict[str, int] = {}
    for part in ("-latin-ext-", "-latin-"):
        font = TTFont(FONTS / FACES[name].replace("-latin-", part, 1))
        advances, units = font["hmtx"].metrics, font["head"].unitsPerEm
        for code, glyph in font.getBestCmap().items():
            widths[chr(code)] = round(advances[glyph][0] * 1000 / units)
    return widths


def table() -> dict[str, dict[str, str]]:
    """By face, the characters of each width: {"text": {"512": "aeo…"}}."""
    rows: dict[str, dict[str, str]] = {}
    for name in FACES:
        by_width: dict[int, list[str]] = {}
        for character, width in measured(name).items():
            by_width.setdefault(width, []).append(character)
        rows[name] = {str(width): "".join(sorted(found)) for width, found in sorted(by_width.items())}
    return rows


if __name__ == "__main__":
    TABLE.write_text(json.dumps(table(), ensure_ascii=True, indent=0, sort_keys=True) + "\n", encoding="ascii")
