"""Card pages as pictures: where there is ink, and how much."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pypdfium2
from PIL import Image

DOTS = 8  # pixels a mm
BARE = 250  # of 255: lighter is paper


def pictures(pdf: bytes, high: float) -> list[Image.Image]:
    """The uppermost `high` mm of every page, grey."""
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    drawn = (page.render(scale=DOTS * 25.4 / 72).to_pil().convert("L") for page in document)
    return [picture.crop((0, 0, picture.width, round(high * DOTS))) for picture in drawn]


def is_inked(picture: Image.Image, box: tuple[float, float, float, float]) -> bool:
    """Whether there is ink in a box (mm from the upper left: left, top, right, bottom)."""
    return picture.crop(tuple(round(side * DOTS) for side in box)).getextrema()[0] < BARE  # type: ignore[arg-type, operator]


def share(shown: Sequence[Image.Image]) -> float:
    """How much of the paper is covered: black all over is 1."""
    dark = area = 0
    for picture in shown:
        levels = picture.histogram()
        dark += sum((255 - level) * count for level, count in enumerate(levels))
        area += picture.width * picture.height
    return dark / 255 / area


def stretches(picture: Image.Image, side: str, depth: float) -> list[tuple[int, int]]:
    """Of a line `depth` mm inside a side: every dot that is inked, and how many dots from there out to the side are."""
    turn = {"top": None, "left": Image.Transpose.ROTATE_270, "bottom": Image.Transpose.ROTATE_180,
            "right": Image.Transpose.ROTATE_90}[side]  # fmt: skip
    straight = picture.transpose(turn) if turn is not None else picture
    wide, deep = straight.width, round(depth * DOTS) + 1
    dots = straight.crop((0, 0, wide, deep)).tobytes()
    last = dots[-wide:]
    return [(x, sum(level < BARE for level in dots[x::wide])) for x in range(wide) if last[x] < BARE]
