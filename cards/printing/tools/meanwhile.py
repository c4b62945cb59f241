"""Letters for the while until ours are there: fonts that a device has, drawn as large as ours run wide.

A first visit paints before its fonts have come. What stands there meanwhile is a font of the device, and would part
lines elsewhere, so that the page jumps when ours come. Each of these rules takes one such font by its names and scales
it (`size-adjust`) until English runs in it as wide as in ours, with our height of a line. One is of the fonts of
Windows, macOS and iOS, whose widths those of Linux share, and one of Android. They stand last in the stacks of
tokens.css, with the first letters alone: whatever else is written keeps the fonts that stand in for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fontTools.ttLib import TTFont

ENGLISH = (
    "The deck whose cards start blank. A group sits down with nothing; an evening later it has a card game of its own. "
    "Anyone proposes a card, everyone judges it, and what all agree to becomes the deck: Wandering Goat, The Grand "
    "Duke’s Umbrella, Village Fair."
)


@dataclass(frozen=True, slots=True)
class Local:
    """A font of devices: what it is called there, and how wide a letter of ENGLISH is in it, in em, as that is written
    and in capitals. Measured once from Liberation 2.1, Noto Serif 2.015 and Roboto 3.011."""

    kind: str
    names: tuple[str, ...]
    width: float
    capital: float


_TIMES_BOLD = Local(
    "Times", ("Times New Roman Bold", "TimesNewRomanPS-BoldMT", "Liberation Serif Bold"), 0.4353, 0.6029
)
_TIMES_ITALIC = Local(
    "Times", ("Times New Roman Italic", "TimesNewRomanPS-ItalicMT", "Liberation Serif Italic"), 0.4116, 0.5450
)
_ARIAL = Local("Arial", ("Arial", "ArialMT", "Liberation Sans"), 0.4512, 0.5902)
_ARIAL_ITALIC = Local("Arial", ("Arial Italic", "Arial-ItalicMT", "Liberation Sans Italic"), 0.4512, 0.5902)
_ARIAL_BOLD = Local("Arial", ("Arial Bold", "Arial-BoldMT", "Liberation Sans Bold"), 0.4835, 0.5993)
_NOTO_BOLD = Local("Noto Serif", ("Noto Serif Bold", "NotoSerif-Bold"), 0.5104, 0.6136)
_NOTO_ITALIC = Local("Noto Serif", ("Noto Serif Italic", "NotoSerif-Italic"), 0.4701, 0.5835)
_ROBOTO = Local("Roboto", ("Roboto", "Roboto-Regular"), 0.4462, 0.5434)
_ROBOTO_ITALIC = Local("Roboto", ("Roboto Italic", "Roboto-Italic"), 0.4337, 0.5280)
_ROBOTO_BOLD = Local("Roboto", ("Roboto Bold", "Roboto-Bold"), 0.4531, 0.5507)

# By the family of ours, and whether it is italic: what stands there instead, for the light and for the bold.
_UPRIGHT, _ITALIC = False, True
INSTEAD: dict[tuple[str, bool], tuple[tuple[Local, Local], ...]] = {
    ("Besley", _UPRIGHT): ((_TIMES_BOLD, _TIMES_BOLD), (_NOTO_BOLD, _NOTO_BOLD)),
    ("Besley", _ITALIC): ((_TIMES_ITALIC, _TIMES_ITALIC), (_NOTO_ITALIC, _NOTO_ITALIC)),
    ("Atkinson Hyperlegible Next", _UPRIGHT): ((_ARIAL, _ARIAL_BOLD), (_ROBOTO, _ROBOTO_BOLD)),
    ("Atkinson Hyperlegible Next", _ITALIC): ((_ARIAL_ITALIC, _ARIAL_ITALIC), (_ROBOTO_ITALIC, _ROBOTO_ITALIC)),
    ("League Gothic", _UPRIGHT): ((_ARIAL, _ARIAL), (_ROBOTO, _ROBOTO)),
    ("Mansalva", _UPRIGHT): ((_ARIAL, _ARIAL), (_ROBOTO, _ROBOTO)),
}
_IN_CAPITALS = ("League Gothic",)  # labels are


def rules(family: str, style: str, weight: int, whole: Path, letters: str) -> Iterator[str]:
    """What stands for a style of ours, whose whole file this is, until it has come. `letters` is a `unicode-range`."""
    with TTFont(whole) as font:
        ours = width(font, is_capital=family in _IN_CAPITALS)
        up, down = (getattr(font["hhea"], name) / font["head"].unitsPerEm for name in ("ascent", "descent"))
    for light, bold in INSTEAD[family, style == "italic"]:
        local = bold if weight > 500 else light
        scale = ours / (local.capital if family in _IN_CAPITALS else local.width)
        named = ",".join(f'local("{name}")' for name in local.names)
        yield (
            f'@font-face{{font-family:"{family} on {local.kind}";font-style:{style};font-weight:{weight};'
            f"src:{named};size-adjust:{scale:.2%};"
            f"ascent-override:{up / scale:.2%};descent-override:{-down / scale:.2%};line-gap-override:0%;"
            f"unicode-range:{letters}}}"
        )


def width(font: TTFont, *, is_capital: bool) -> float:
    """How wide a letter of ENGLISH is in a font, in em."""
    text = ENGLISH.upper() if is_capital else ENGLISH
    glyphs = font.getBestCmap()
    widths = sum(font["hmtx"][glyphs[ord(letter)]][0] for letter in text)
    return float(widths / len(text) / font["head"].unitsPerEm)
