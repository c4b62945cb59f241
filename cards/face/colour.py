"""A frame's colour, as dark as what is written in it must be."""

from __future__ import annotations

from functools import lru_cache

_WHITE = (0xFF, 0xFF, 0xFF)


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
