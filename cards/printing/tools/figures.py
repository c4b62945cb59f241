"""Writes cards/face/figures.json: what stands on the symbols that decks make.

    python -m cards.printing.tools.figures <folder of the unpacked npm package @phosphor-icons/core 2.1.1>

Icons are Phosphor's in their filled weight (MIT licence, beside the file); letters are outlines of our own typeface, so
that a drawing needs no font and is the same in every browser and on paper.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[3]
FILE = ROOT / "cards" / "face" / "figures.json"
FONT = ROOT / "static" / "fonts" / "atkinson-hyperlegible-next-latin-700-normal.woff2"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-?!&%#*=/ÄÖÜÅÆØÇÉÈÊÑäöüåæøçéèêñß"
ICONS = """
    flame drop leaf lightning snowflake wind mountains sun moon star cloud tree plant flower=flower-tulip
    cactus grain=grains carrot orange egg bread fish=fish-simple bird dog cat cow horse bug butterfly
    paw=paw-print bone skull ghost heart broken-heart=heart-break shield sword axe hammer shovel target bomb boot
    footprints hand
    fist=hand-fist eye brain crown coin diamond trophy key lock gift hourglass=hourglass-medium bell book scroll
    feather wand=magic-wand sparkle flask gear flag anchor boat rocket planet compass map=map-trifold house
    castle=castle-turret lighthouse mask=mask-happy handshake puzzle=puzzle-piece up=arrow-up down=arrow-down
    turn=arrows-clockwise forbidden=prohibit
""".split()


def icons(package: Path) -> dict[str, str]:
    """The path of each icon, in a square of 256."""
    found = {}
    for wanted in ICONS:
        name, _, theirs = wanted.partition("=")
        svg = (package / "assets" / "fill" / f"{theirs or name}-fill.svg").read_text(encoding="utf-8")
        found[name] = "".join(re.findall(r'<path d="([^"]+)"/>', svg))
    return found


def letters() -> dict[str, list[int | str]]:
    """Of each letter how far it advances, in thousandths of an em, and its outline, upwards from the baseline."""
    font = TTFont(FONT)
    glyphs, cmap, per_em = font.getGlyphSet(), font.getBestCmap(), font["head"].unitsPerEm
    assert per_em == 1000
    found: dict[str, list[int | str]] = {}
    for letter in LETTERS:
        pen = SVGPathPen(glyphs)
        glyphs[cmap[ord(letter)]].draw(pen)
        found[letter] = [round(glyphs[cmap[ord(letter)]].width), pen.getCommands()]
    return found


if __name__ == "__main__":
    content = {"icons": icons(Path(sys.argv[1])), "letters": letters()}
    FILE.write_text(json.dumps(content, ensure_ascii=True, indent=0) + "\n", encoding="ascii")
