"""A face as it is seen across the table, where its title alone is read: so large that its longest word goes on one line
(`--word`, static/css/thing.css). A word too long for that is parted in the middle, or where its language nearly
parts it there, and has a hyphen."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from math import ceil

from cards.face.drawn import DrawnFace
from cards.face.language import parted, whole
from cards.face.lines import PT, SOFT_HYPHEN
from cards.face.measures import Frame, card_size
from cards.face.widths import FontName, width

LEAST = 14.0  # pt at which a word still goes on one line, if it is not to be parted
_EDGE = 3  # letters that stay together at either end
_NEAR = 4  # letters from the middle within which a better place is taken

_FONTS: dict[Frame, FontName] = {"hand": "hand", "classic": "text-bold"}
_ODD = str.maketrans({"ß": "s", "æ": "a", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "t", "ı": "i"})


def glanced(face: DrawnFace) -> DrawnFace:
    """The same face with its title for across the table."""
    font = _FONTS.get(face.frame, "display")
    room = card_size(face.size).column / (LEAST * PT)
    words = [_set(word, font, room, face.language) for word in whole(face.title).split(" ")]
    title = " ".join(words)
    hyphen = width("-", font)
    widest = max(width(part, font) + hyphen * (part != word) for word in words for part in word.split(SOFT_HYPHEN))
    style = ";".join(part for part in (face.style, f"--word:{max(widest, 1.0):.2f}") if part)
    return replace(face, title=title, style=style)


def _set(word: str, font: FontName, room: float, language: str) -> str:
    """A word as it is set: in as many parts as it needs in `room` em."""
    count = ceil(width(word, font) / room)
    plain = unicodedata.normalize("NFD", word.lower().translate(_ODD))
    if count < 2 or len(word) < 2 * _EDGE or not re.fullmatch(r"[a-z\u0300-\u036f]+", plain):
        return word
    known = _ends(parted(word, language).split(SOFT_HYPHEN))
    places = {_near(word, round(len(word) * n / count), known) for n in range(1, count)}
    return "".join(SOFT_HYPHEN * (n in places) + letter for n, letter in enumerate(word))


def _ends(parts: list[str]) -> set[int]:
    return {sum(map(len, parts[:n])) for n in range(1, len(parts))}


def _near(word: str, middle: int, known: set[int]) -> int:
    """The place nearest to the middle where its language parts it; where none is known, before a consonant with a vowel
    behind it."""
    places = [n for n in range(max(_EDGE, middle - _NEAR), min(len(word) - _EDGE, middle + _NEAR) + 1)]
    good = [n for n in places if n in known] or [n for n in places if _begins(word[n : n + 2])]
    return min(good or [middle], key=lambda n: abs(n - middle))


def _begins(letters: str) -> bool:
    consonant, vowel = (unicodedata.normalize("NFD", letter.lower())[0] in "aeiouyæø" for letter in letters)
    return vowel and not consonant
