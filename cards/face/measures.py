"""The measures of a card, in one table: trim, safe area, corner, sizes of type and rows of each card size.

Everything that must know how large a card is reads it here: what fits (`fit.py`), the screen and the page engine
(`style.py` writes their style sheets), and the sheets (`cards/printing/geometry/`). Three sizes are set by hand, the
others derived from the first. Trims are whole numbers of 1/100 mm, other lengths mm, letters pt.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cards.face.card_size import LEADING, CardSize, Frame, Hand, Outline, Size, derived
from studio.kernel.refusals import Refused

__all__ = ["CARD_SIZES", "LEADING", "USUAL", "CardSize", "Frame", "Outline", "Size", "card_size"]

LEAST, MOST = 2500, 20000  # of either side of a custom card, in 1/100 mm
_CUSTOM = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,2})?)x([0-9]{1,3}(?:\.[0-9]{1,2})?)")

_HAND = ((5.8, 13.2), (5.0, 11.2), (4.5, 10.0), (4.0, 8.8), (3.5, 7.7), (3.2, 7.0))
_HAND_MINI = ((4.6, 10.2), (4.0, 8.8), (3.6, 7.9), (3.4, 7.5), (3.3, 7.2), (3.2, 7.0))

POKER = CardSize(
    "poker", "Poker", 6300, 8800, scale=1.0, corner=3.0, safe=3.5,
    head=13.0, tab=(7.4, 10.4), indent=9.6, titles=(14.4, 12.0, 10.2, 8.6),
    type_line=4.7, type_pt=9.6, row=7.0, text=(11.4, 9.8, 8.7, 7.7, 7.3, 7.0), flavour=(7.8, 7.0),
    below=11.6, foot_pt=5.8, cost_pt=14.0, plate_pt=15.0, plate=7.0, plates=3.87,
    hand=Hand(15.0, 4.0, (17.0, 14.0, 11.5, 9.0), (9.6, 8.2, 7.0), (8.4, 7.0), 7.4, _HAND),
)  # fmt: skip
MINI = CardSize(
    "mini", "Mini", 4400, 6300, scale=0.76, corner=2.4, safe=2.6,
    head=10.0, tab=(5.6, 8.0), indent=7.2, titles=(10.4, 8.8, 7.6, 7.0),
    type_line=3.7, type_pt=7.4, row=4.85, text=(9.0, 8.4, 7.9, 7.5, 7.2, 7.0), flavour=(7.0, 7.0),
    below=9.3, foot_pt=5.0, cost_pt=10.5, plate_pt=11.0, plate=5.2, plates=2.77,
    hand=Hand(11.0, 2.8, (12.4, 10.2, 8.4, 7.0), (7.0, 7.0, 7.0), (7.0, 7.0), 7.0, _HAND_MINI),
)  # fmt: skip
TAROT = CardSize(
    "tarot", "Tarot", 7000, 12000, scale=1.16, corner=3.0, safe=4.2,
    head=16.4, tab=(8.6, 12.4), indent=11.2, titles=(16.4, 14.0, 11.8, 10.0),
    type_line=5.4, type_pt=11.0, row=7.7, text=(13.0, 11.4, 10.2, 9.2, 8.2, 7.4), flavour=(9.0, 7.4),
    below=12.7, foot_pt=6.4, cost_pt=16.0, plate_pt=18.0, plate=8.4, plates=5.28,
    hand=Hand(18.6, 4.0, (19.0, 16.0, 11.5, 9.0), (9.6, 8.2, 7.0), (8.4, 7.0), 7.4, _HAND),
)  # fmt: skip
_SIZES = (
    POKER,
    derived(POKER, "poker-us", "Poker, US", 6350, 8890),
    derived(POKER, "bridge", "Bridge", 5715, 8890),
    derived(POKER, "us-game", "US game", 5600, 8700),
    derived(POKER, "euro", "Euro", 5900, 9200),
    MINI,
    derived(MINI, "mini-us", "Mini, US", 4445, 6350),
    derived(MINI, "mini-euro", "Mini, Euro", 4400, 6800),
    derived(MINI, "micro", "Micro", 3175, 4445),
    TAROT,
    derived(TAROT, "tarot-us", "Tarot, US", 6985, 12065),
    derived(TAROT, "jumbo", "Jumbo", 8890, 13970),
    derived(POKER, "square", "Square, 63.5 mm", 6350, 6350),
    derived(POKER, "square-70", "Square, 70 mm", 7000, 7000),
    derived(POKER, "square-89", "Square, 88.9 mm", 8890, 8890),
    derived(POKER, "domino", "Domino", 4445, 8890),
    derived(POKER, "index", "Index card, 3 by 5 in", 7620, 12700),
    derived(POKER, "business-us", "Business card, US", 5080, 8890),
    derived(POKER, "business-eu", "Business card, EU", 5500, 8500),
    derived(POKER, "hex", "Hexagon", 9525, 8255, "hex"),
)
CARD_SIZES: dict[Size, CardSize] = {size.name: size for size in _SIZES}
USUAL = POKER  # what a deck has that says nothing else, and what all cards on the screen are


@lru_cache(maxsize=256)
def card_size(name: Size) -> CardSize:
    """The size of that name in the table, or of so many mm: "63.5x88". Raises Refused("print.size").

    A custom size is named by its lengths without zeros at their ends, however it was written.
    """
    if name in CARD_SIZES:
        return CARD_SIZES[name]
    found = _CUSTOM.fullmatch(name)
    sides = [round(float(side) * 100) for side in found.groups()] if found else []
    if not sides or not all(LEAST <= side <= MOST for side in sides):
        raise Refused("print.size", least=LEAST // 100, most=MOST // 100)
    width, height = sides
    wide, high = f"{width / 100:g}", f"{height / 100:g}"
    return derived(POKER, f"{wide}x{high}", f"{wide} × {high} mm", width, height)
