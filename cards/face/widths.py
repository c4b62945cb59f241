"""How wide letters are, in em: in our own fonts, in those that stand in for them, and in none."""

from __future__ import annotations

import json
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Literal

FontName = Literal[
    "text", "text-bold", "text-semi", "text-italic", "display", "display-semi", "display-italic", "gothic", "hand"
]

FIRST_WIDE = "\u2e80"  # no letter before it stands on its own in a line


@lru_cache(maxsize=1)
def _tables() -> dict[str, dict[str, float]]:
    """Advance widths in em by face and character (written by cards/printing/tools/widths.py)."""
    rows = json.loads(Path(__file__).with_name("widths.json").read_text(encoding="ascii"))
    return {
        face: {character: int(width) / 1000 for width, found in by_width.items() for character in found}
        for face, by_width in rows.items()
    }


@lru_cache(maxsize=1)
def _stand_ins() -> dict[str, tuple[dict[str, float], ...]]:
    """By face, the widths in em of the fonts that stand in for it, in their order (written by widths.py)."""
    found = json.loads(Path(__file__).with_name("widths-more.json").read_text(encoding="ascii"))
    files: dict[str, dict[str, float]] = {}
    for name, by_width in found["files"].items():
        widths = files[name] = {}
        for width, runs in by_width.items():
            for first, _, last in (run.partition("-") for run in runs.split()):
                widths |= dict.fromkeys(map(chr, range(int(first, 16), int(last or first, 16) + 1)), int(width) / 1000)
    return {face: tuple(files[name] for name in names) for face, names in found["faces"].items()}


def measured() -> frozenset[str]:
    """The characters that the fonts we ship have in every face."""
    tables = ({*own, *(c for other in _stand_ins()[face] for c in other)} for face, own in _tables().items())
    return frozenset(set.intersection(*tables))


@lru_cache(maxsize=4096)
def _foreign(character: str, face: FontName) -> float:
    """The width in em of a character that our own fonts do not have: of the font that stands in, or a generous one."""
    for widths in _stand_ins()[face]:
        if character in widths:
            return widths[character]
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in ("W", "F"):
        return 1.3 if ord(character) >= 0x1F000 else 1.02
    return 0.9 if character.isupper() else 0.72


@lru_cache(maxsize=65536)
def width(letters: str, face: FontName) -> float:
    """Advance width in em."""
    table = _tables()[face]
    return sum(table.get(character) or _foreign(character, face) for character in letters)


def is_wide(character: str) -> bool:
    return character >= FIRST_WIDE and unicodedata.east_asian_width(character) in ("W", "F")
