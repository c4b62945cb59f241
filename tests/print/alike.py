"""Whether two files say the same, as a reader that is not ours has it."""

from __future__ import annotations

import io
from collections import Counter

import pypdfium2
from PIL import ImageChops

from tests.print.conftest import words_of


def letters(pdf: bytes) -> Counter[str]:
    """How often each letter can be selected; a reader may go through the parts of a page in another order."""
    return Counter(letter for letter in "".join(words_of(pdf)) if letter.isalnum())


def look_alike(one: bytes, other: bytes) -> bool:
    """Whether all pages are the same but for the rounding at the edges of lines: one in 5000 points at most."""
    pictures = [
        [page.render(scale=2).to_pil().convert("L") for page in pypdfium2.PdfDocument(io.BytesIO(pdf))]
        for pdf in (one, other)
    ]
    return len(pictures[0]) == len(pictures[1]) and all(
        sum(ImageChops.difference(*pair).histogram()[25:]) <= pair[0].width * pair[0].height / 5000
        for pair in zip(*pictures, strict=True)
    )
