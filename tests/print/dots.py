"""Ink on a rendered page, asked in millimetres; `picture.info["mm"]` is how large the page is."""

from __future__ import annotations

from PIL import Image

from tests.print.promised import Box

BARE = 250  # of a grey: what is lighter is no ink


def told(box: Box) -> str:
    return ", ".join(f"{side:.1f}" for side in box)


def _dots(box: Box, picture: Image.Image) -> tuple[int, int, int, int]:
    left, top, right, bottom = (round(mm * dots) for mm, dots in zip(box, _per_mm(picture) * 2, strict=True))
    return (
        max(0, left),
        max(0, top),
        min(picture.width, max(right, left + 1)),
        min(picture.height, max(bottom, top + 1)),
    )


def _per_mm(picture: Image.Image) -> tuple[float, float]:
    wide, high = picture.info["mm"]
    return picture.width / wide, picture.height / high


def wipe(picture: Image.Image, box: Box) -> None:
    picture.paste(255, _dots(box, picture))


def inked(picture: Image.Image, box: Box | None = None) -> str:
    """Where there is ink, in mm; empty for none."""
    found = picture.crop(_dots(box, picture)) if box else picture
    if not found.width or not found.height:
        return ""
    at = found.point(lambda level: 255 * (level < BARE)).getbbox()
    if at is None:
        return ""
    x, y = (box[0], box[1]) if box else (0, 0)
    across, down = _per_mm(picture)
    return told((x + at[0] / across, y + at[1] / down, x + at[2] / across, y + at[3] / down))


def inked_edge(picture: Image.Image) -> str:
    edge, (wide, high) = 0.9, picture.info["mm"]
    sides = ((0, 0, wide, edge), (0, high - edge, wide, high), (0, 0, edge, high), (wide - edge, 0, wide, high))
    return "; ".join(filter(None, (inked(picture, side) for side in sides)))
