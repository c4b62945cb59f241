"""Writes `static/css/measures.css`, the custom properties of card.css, from the table of measures.

`python -m cards.printing.tools.measures` after `cards/face/measures.py` changed. The file is kept in the repository
(tests/rules/test_measures.py compares the two).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from cards.face.measures import (
    BESIDE,
    CARD_SIZES,
    CLASSIC_TITLES,
    CLASSIC_TYPES,
    CORNER_STEPS,
    HAND_BESIDE,
    HAND_CORNER,
    LEADING,
    USUAL,
    CardSize,
)

SHEET = Path(__file__).resolve().parents[3] / "static" / "css" / "measures.css"
_HEAD = """/* Written by cards/printing/tools/measures.py from the table in cards/face/measures.py; do not edit.
   --card-*: the card the whole site shows. --cf-*: one face, by its size, its frame and its text step. */
"""
Rule = tuple[str, Iterable[tuple[str, str]]]  # a selector, and property and value


def stylesheet() -> str:
    """The whole file."""
    return _HEAD + "".join(f"\n{selector} {{\n{_lines(found)}}}\n" for selector, found in _rules())


def _lines(found: Iterable[tuple[str, str]]) -> str:
    return "".join(f"  --{name}: {value};\n" for name, value in found)


def _rules() -> Iterator[Rule]:
    yield ":root", (
        ("card-w", f"{USUAL.wide:g}mm"), ("card-h", f"{USUAL.high:g}mm"), ("card-corner", f"{USUAL.corner:g}mm"),
    )  # fmt: skip
    yield ".cf", [*_size(USUAL), *_steps("cf-corner", CORNER_STEPS, first=2), ("cf-beside", f"{BESIDE:g}mm")]
    others = [size for size in CARD_SIZES.values() if size is not USUAL]
    for size in others:
        yield f'.cf[data-size="{size.name}"]', _size(size)
    for step, leading in enumerate(LEADING):
        yield f'.cf[data-fit="{step}"]', (("cf-text", f"var(--cf-f{step})"), ("cf-lead", f"{leading:g}"))
    corner = f"{HAND_CORNER:g}pt"
    yield '.cf[data-frame="hand"]', [*_hand(USUAL), ("cf-cost-f", corner), ("cf-stat-f", corner)]
    for size in others:
        yield f'.cf[data-frame="hand"][data-size="{size.name}"]', _hand(size)
    for step in range(len(LEADING)):
        yield f'.cf[data-frame="hand"][data-fit="{step}"]', (("cf-pitch", f"var(--cf-p{step})"),)
    yield '.cf[data-frame="classic"]', [*_steps("cf-t", CLASSIC_TITLES), *_steps("cf-label", CLASSIC_TYPES)]


def _size(size: CardSize) -> Iterator[tuple[str, str]]:
    """The card as it is in every frame that says nothing else."""
    lengths = (
        ("w", size.wide), ("h", size.high), ("m", size.safe), ("head", size.head), ("tab-w", size.tab[0]),
        ("tab-h", size.tab[1]), ("indent", size.indent), ("row", size.row), ("line-h", size.type_line),
        ("stat-h", size.plate),
    )  # fmt: skip
    for name, length in lengths:
        yield f"cf-{name}", f"{length:g}mm"
    for name, pt in (("foot-line", size.foot_pt), ("stat-f", size.plate_pt), ("cost-f", size.cost_pt)):
        yield f"cf-{name}", f"{pt:g}pt"
    yield from _steps("cf-t", size.titles)
    yield from _steps("cf-label", size.types)
    yield from _steps("cf-flav", size.flavour)
    yield from _steps("cf-f", size.text, first=0)


def _hand(size: CardSize) -> Iterator[tuple[str, str]]:
    hand = size.hand
    for name, length in (("head", hand.head), ("m", hand.margin)):
        yield f"cf-{name}", f"{length:g}mm"
    for corners in (1, 2):
        yield f"cf-beside-{corners}", f"{size.hand_column - HAND_BESIDE * corners:g}mm"
    yield "cf-foot-line", f"{hand.foot_pt:g}pt"
    yield from _steps("cf-t", hand.titles)
    yield from _steps("cf-label", hand.types)
    yield from _steps("cf-flav", hand.flavour)
    for step, (pitch, pt) in enumerate(hand.text):
        yield f"cf-p{step}", f"{pitch:g}mm"
        yield f"cf-f{step}", f"{pt:g}pt"


def _steps(name: str, sizes: Iterable[float], first: int = 1) -> Iterator[tuple[str, str]]:
    for step, pt in enumerate(sizes, first):
        yield f"{name}{step}", f"{pt:g}pt"


if __name__ == "__main__":
    SHEET.write_text(stylesheet(), encoding="ascii")
