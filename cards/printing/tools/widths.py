"""Writes how wide each letter of the fonts we ship is: `widths.json` of our own, `widths-more.json` of those that
stand in where ours have no letter, in `cards/face/`.

`python -m cards.printing.tools.widths` after a font file changed. The tables are kept in the repository, so
that fitting a card needs no font library, no font file and no time (tests/rules/test_fit.py compares
the two).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fontTools.ttLib import TTFont

from cards.printing.tools.font_files import as_ranges
from cards.printing.tools.typefaces import FONTS, STAND_INS, TYPEFACES, promised

ROOT = Path(__file__).resolve().parents[3]
TABLE = ROOT / "cards" / "face" / "widths.json"
MORE = ROOT / "cards" / "face" / "widths-more.json"

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
    return _advances(FONTS / FACES[name].replace("-latin-", "-latin-ext-", 1)) | _advances(FONTS / FACES[name])


def _advances(path: Path) -> dict[str, int]:
    with TTFont(path) as font:
        advances, units = font["hmtx"].metrics, font["head"].unitsPerEm
        return {chr(code): round(advances[glyph][0] * 1000 / units) for code, glyph in font.getBestCmap().items()}


def table() -> dict[str, dict[str, str]]:
    """By face, the characters of each width: {"text": {"512": "aeo…"}}."""
    rows: dict[str, dict[str, str]] = {}
    for name in FACES:
        by_width: dict[int, list[str]] = {}
        for character, width in measured(name).items():
            by_width.setdefault(width, []).append(character)
        rows[name] = {str(width): "".join(sorted(found)) for width, found in sorted(by_width.items())}
    return rows


def more() -> dict[str, dict[str, Any]]:
    """{"faces": {face: [file…]}, "files": {file: {width: "first-last first …"}}}, code points in hexadecimal."""
    files = sorted({stem for stems in STAND_INS.values() for stem in stems})
    return {"faces": {face: list(stems) for face, stems in STAND_INS.items()}, "files": {f: _runs(f) for f in files}}


def _runs(stem: str) -> dict[str, str]:
    one = next(one for one in TYPEFACES if one.stem == stem)
    by_width: dict[int, list[int]] = {}
    for character, width in _advances(FONTS / f"{stem}.woff2").items():
        if ord(character) in promised(one, one.path):
            by_width.setdefault(width, []).append(ord(character))
    return {
        str(width): " ".join(f"{a:x}" if a == b else f"{a:x}-{b:x}" for a, b in as_ranges(found))
        for width, found in sorted(by_width.items())
    }


if __name__ == "__main__":
    MORE.write_text(json.dumps(more(), indent=0, sort_keys=True) + "\n", encoding="ascii")
    TABLE.write_text(json.dumps(table(), ensure_ascii=True, indent=0, sort_keys=True) + "\n", encoding="ascii")
