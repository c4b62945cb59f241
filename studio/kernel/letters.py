"""Which letters are seen. Pure."""

from __future__ import annotations

import re
import unicodedata

# Letters, marks and signs that leave no ink though Unicode counts them as such: fillers, joiners, an empty pattern of
# Braille, and what chooses how the letter before them is drawn.
_NO_INK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_UNSEEN = {"Cc", "Cf", "Cs"}  # controls, what joins and turns, halves of a letter


def is_seen(letter: str) -> bool:
    """Whether it leaves ink where it stands."""
    return not (letter.isspace() or _NO_INK.match(letter) or unicodedata.category(letter) in _UNSEEN)


def is_bare(text: str) -> bool:
    """Whether nothing of it is seen: it is empty, or made of spaces and of letters without width."""
    return not any(map(is_seen, text))
