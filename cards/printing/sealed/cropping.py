"""What a card shows of a picture, cut out for paper: no more pixels than a press can tell apart, grey where asked."""

from __future__ import annotations

import io
import math

from PIL import Image

from cards.face.picture import Picture

LONGEST = 1250  # pixels of the longer side: 450 dpi across the widest card


def cropped(content: bytes, picture: Picture, *, is_grey: bool) -> tuple[bytes, str]:
    """A JPEG ("jpg"), or a PNG of what shines through. The same picture and crop make the same bytes."""
    whole = Image.open(io.BytesIO(content), formats=("JPEG", "PNG"))
    if whole.size != (picture.width, picture.height):
        raise ValueError("another size than the card says")
    x, y, width, height = picture.box
    shown = whole.crop((math.floor(x), math.floor(y), math.ceil(x + width), math.ceil(y + height)))
    longer = max(shown.size)
    if longer > LONGEST:
        size = (max(1, round(shown.width * LONGEST / longer)), max(1, round(shown.height * LONGEST / longer)))
        shown = shown.resize(size, Image.Resampling.LANCZOS)
    into = io.BytesIO()
    if shown.mode == "RGBA":
        (shown.convert("LA") if is_grey else shown).save(into, "PNG")
        return into.getvalue(), "png"
    (shown.convert("L") if is_grey else shown).save(into, "JPEG", quality=88, subsampling=0, optimize=True)
    return into.getvalue(), "jpg"
