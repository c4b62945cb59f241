"""How a colour is seen by eyes that tell fewer apart, and how far two colours are from each other.

The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), at severity 1.0: to be multiplied with
linear red, green and blue. Grey is the luminance of Rec. 709. The filters of the page (templates/cards/_eyes.html) have
the same numbers. A colour is "#rrggbb"; distances are CIE 1976 (ΔE*ab, white D65): 2 is seen side by side, 100 is black
beside white. Pure.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

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
_WHITE: Triple = (0.95047, 1.0, 1.08883)


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
    ratios = (part / white for part, white in zip(_times(_XYZ, _linear(colour)), _WHITE, strict=True))
    x, y, z = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
