"""Pages of a PDF as PNG, in exact pixels. The library is loaded before the process closes itself."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import pypdfium2
from PIL import Image

PER_INCH = 300
MOST_PIXELS = 16_000_000  # of one picture


def pngs(pdf: bytes, pages: Sequence[int], size: tuple[int, int]) -> Iterator[bytes]:
    """Those pages at `size` in pixels, to which they are stretched by a fraction of one: pages are whole 1/100 mm.

    Raises ValueError when it would be too many pixels, IndexError for a page that is not.
    """
    width, height = size
    if not (0 < width and 0 < height and width * height <= MOST_PIXELS):
        raise ValueError("no such picture")
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number in pages:
            yield _png(document[number], width, height)
    finally:
        document.close()


def _png(page: pypdfium2.PdfPage, width: int, height: int) -> bytes:
    wide, high = page.get_size()
    drawn = page.render(scale=max(width / wide, height / high)).to_pil().convert("RGB")
    if drawn.size != (width, height):
        drawn = drawn.resize((width, height), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    drawn.save(out, "PNG", dpi=(PER_INCH, PER_INCH), compress_level=6)
    return out.getvalue()
