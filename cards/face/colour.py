"""A frame's colour, as dark as what is written in it must be, and how other eyes see it."""

from __future__ import annotations

import colorsys
import hashlib
import math
from functools import lru_cache
from typing import Literal

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


Eyes = Literal["protan", "deutan", "tritan", "grey"]
Triple = tuple[float, float, float]

MATRICES: dict[Eyes, tuple[Triple, Triple, Triple]] = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": ((0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722)),
}
APART = 25.0  # ΔE: from here on two colours are meant as two
ALIKE = 12.0  # ΔE: below, they are one colour across a table

_XYZ: tuple[Triple, Triple, Triple] = (
    (0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041),
)  # fmt: skip
_CLEAR: Triple = (0.95047, 1.0, 1.08883)


@lru_cache(maxsize=512)
def seen_by(eyes: Eyes, colour: str) -> str:
    """The colour as those eyes see it."""
    return "#" + "".join(f"{_stored(part):02x}" for part in _times(MATRICES[eyes], _linear(colour)))


@lru_cache(maxsize=512)
def distance(one: str, other: str) -> float:
    """ΔE of two colours, for eyes that tell all apart."""
    return math.dist(_lab(one), _lab(other))


def confused_by(one: str, other: str) -> Eyes | None:
    """The first of three sorts of eyes to which two colours that are meant as two are one; None where all see two."""
    if distance(one, other) < APART:
        return None
    sorts: tuple[Eyes, ...] = ("protan", "deutan", "tritan")
    return next((eyes for eyes in sorts if distance(seen_by(eyes, one), seen_by(eyes, other)) < ALIKE), None)


def _times(matrix: tuple[Triple, Triple, Triple], colour: Triple) -> Triple:
    one, two, three = (sum(by * part for by, part in zip(row, colour, strict=True)) for row in matrix)
    return one, two, three


def _linear(colour: str) -> Triple:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def _stored(part: float) -> int:
    part = min(1.0, max(0.0, part))
    return round(255 * (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))


def _lab(colour: str) -> Triple:
    ratios = (part / white for part, white in zip(_times(_XYZ, _linear(colour)), _CLEAR, strict=True))
    x, y, z = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
