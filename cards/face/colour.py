"""A frame's colour, as dark as what is written in it must be."""

from __future__ import annotations

import colorsys
import hashlib
from functools import lru_cache

_WHITE = (0xFF, 0xFF, 0xFF)
# What a colour's kin may be: its hue turned by so many degrees, its saturation and its lightness so many times as much.
_TINTS = ((-44, 0.9, 1.0), (-22, 1.0, 1.0), (0, 0.42, 1.25), (22, 0.75, 1.1), (-70, 0.62, 0.95), (0, 1.0, 0.66))


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(rgb: tuple[int, int, int]) -> float:
    red, green, blue = (part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=256)
def readable(colour: str) -> str:
    """The colour, darkened until letters in it can be read on card stock (5.6 : 1 on white, AA by lamplight)."""
    rgb = _rgb(colour)
    while _contrast(rgb, _WHITE) < 5.6:
        rgb = (rgb[0] * 15 // 16, rgb[1] * 15 // 16, rgb[2] * 15 // 16)
    return "#{:02x}{:02x}{:02x}".format(*rgb)


def written_on(colour: str) -> str:
    """White or ink, whichever can be read on the colour."""
    return "#ffffff" if _contrast(_rgb(colour), _WHITE) >= 3.6 else "#171a21"


@lru_cache(maxsize=1024)
def tinted(colour: str, kin: str) -> str:
    """One of the colours beside it, always the same for the same word. Readable, if the colour is."""
    turn, saturated, light = _TINTS[hashlib.sha256(kin.strip().casefold().encode()).digest()[7] % len(_TINTS)]
    hue, lightness, saturation = colorsys.rgb_to_hls(*(part / 255 for part in _rgb(colour)))
    rgb = colorsys.hls_to_rgb((hue + turn / 360) % 1, min(1, lightness * light), min(1, saturation * saturated))
    return readable("#{:02x}{:02x}{:02x}".format(*(round(part * 255) for part in rgb)))
