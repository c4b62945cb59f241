"""What a colour is called by those who look at it: nobody reads a colour off its six digits. Pure."""

from __future__ import annotations

import colorsys
import re

from studio.kernel.messages import Message, message

INK = message("ink", context="colour")
INKS = {
    "": INK,
    "#1f2a4a": message("blue-black", context="colour"),
    "#2c62a8": message("blue", context="colour"),
    "#b02a4c": message("red", context="colour"),
    "#8a6208": message("brass", context="colour"),
    "#3c6b4c": message("green", context="colour"),
    "#6a3f7d": message("plum", context="colour"),
    "#4a4c52": message("slate", context="colour"),
}  # as the forms offer them

# Where a hue ends, in degrees round the wheel, and what it is called up to there.
_HUES = (
    (14, message("red", context="colour")),
    (42, message("orange", context="colour")),
    (68, message("yellow", context="colour")),
    (165, message("green", context="colour")),
    (195, message("turquoise", context="colour")),
    (255, message("blue", context="colour")),
    (290, message("violet", context="colour")),
    (345, message("pink", context="colour")),
    (360, message("red", context="colour")),
)
# How light it is at most, in hundredths, and what something without a hue is called up to there.
_GREYS = (
    (10, message("black", context="colour")),
    (35, message("dark grey", context="colour")),
    (70, message("grey", context="colour")),
    (93, message("pale grey", context="colour")),
    (100, message("white", context="colour")),
)
_READ = re.compile(r"#[0-9a-f]{6}")
_BROWN = message("brown", context="colour")
_DARK, _PALE = message("dark {hue}", context="colour"), message("pale {hue}", context="colour")


def colour_words(colour: str) -> Message:
    """ "brass"; of a colour that is none of the inks "pale turquoise". `colour` is "" (ink) or "#rrggbb"."""
    if colour in INKS:
        return INKS[colour]
    return _described(colour) if _READ.fullmatch(colour) else message("a colour of its own")


def in_colour(colour: str) -> Message:
    """ "in brass"."""
    return message("in {colour}", colour=colour_words(colour))


def _described(colour: str) -> Message:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    light = round(lightness * 100)
    if saturation < 0.12 or not 8 <= light <= 96:
        return next(words for most, words in _GREYS if light <= most)
    words = next(words for most, words in _HUES if hue * 360 <= most)
    if 14 < hue * 360 <= 42 and light < 40:
        return _BROWN
    return _DARK.given(hue=words) if light < 28 else _PALE.given(hue=words) if light > 75 else words
