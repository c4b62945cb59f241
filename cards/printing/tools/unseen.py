"""`python -m cards.printing.tools.unseen`: the font in which marks are written that one does not see.

Every letter of it is as wide as nothing and as high as the hand, so that a caret among marks stands where the words
are (static/js/composer/paper.js). Ours, and of no use on paper.
"""

from __future__ import annotations

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables._g_l_y_f import Glyph

TO = Path("static/fonts/hidden/unseen.woff2")
UNITS, ASCENT, DESCENT = 1000, 1000, -300
LETTERS = (*range(0x20, 0x7F), *range(0xA0, 0x250), *range(0x370, 0x530))


def main() -> None:
    built = FontBuilder(UNITS, isTTF=True)
    built.setupGlyphOrder([".notdef", "none"])
    built.setupCharacterMap(dict.fromkeys(LETTERS, "none"))
    drawn = TTGlyphPen(None)  # a browser takes no font in which nothing at all is drawn
    drawn.moveTo((0, 0))
    drawn.lineTo((1, 0))
    drawn.lineTo((0, 1))
    drawn.closePath()
    built.setupGlyf({".notdef": drawn.glyph(), "none": Glyph()})
    built.setupHorizontalMetrics({".notdef": (0, 0), "none": (0, 0)})
    built.setupHorizontalHeader(ascent=ASCENT, descent=DESCENT)
    built.setupNameTable({"familyName": "Unseen", "styleName": "Regular"})
    built.setupOS2(sTypoAscender=ASCENT, sTypoDescender=DESCENT, usWinAscent=ASCENT, usWinDescent=-DESCENT)
    built.setupPost()
    built.font.flavor = "woff2"
    TO.parent.mkdir(exist_ok=True)
    built.save(TO)


if __name__ == "__main__":
    main()
