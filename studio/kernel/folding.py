"""Words as they are looked for: without case, accents and forms, so that `LOFFEL` finds *Löffel* on every database.

The one fold of whatever is searched: the databases compare what it makes and know nothing of letters themselves. What
is stored of it is made anew when FOLD is another number.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

FOLD = 1
WORD_MAX = 60  # characters of a word; the rest of a longer one is not looked at

# Letters that no form takes apart, and what is no letter though a form would make one of it.
_SINGLE = str.maketrans({
    "ı": "i", "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ħ": "h", "Ħ": "h", "ð": "d", "Ð": "d",
    "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "þ": "th", "Þ": "th", "ŋ": "n", "Ŋ": "n", "ŧ": "t", "Ŧ": "t",
    "ƒ": "f", "ĸ": "k", "™": " ", "®": " ", "©": " ", "ª": "a", "º": "o",
    "\u0640": "",  # the stroke that makes an Arabic word longer
    "\u06cc": "\u064a", "\u06a9": "\u0643", "\u0649": "\u064a",  # Persian yeh and kaf, alef maqsura
})  # fmt: skip
# Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowels, and what cannot be seen. Other marks are letters.
_OFF = re.compile(
    "[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f"
    "\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
    "\ufe00-\ufe0f\u200b-\u200f\u2060\u00ad\u061c\ufeff]"
)
# Scripts that are written without blanks: each of their characters is a word.
_ALONE = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u303b\u303c"
    "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_MARKED = (*range(0x1F000), *range(0xE0100, 0xE01F0))  # where Unicode has marks
_MARKS = re.escape("".join(c for c in map(chr, _MARKED) if unicodedata.category(c)[0] == "M"))
_CLUSTER = re.compile(
    f"[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?[{_MARKS}]*|.[{_MARKS}\u3099\u309a\uff9e\uff9f\u200d\ufe0f]*",
    re.DOTALL,
)
_PLAIN = re.compile(r"[0-9a-z]+")
_WRITTEN = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A folded word, and where it stands in the text as it was written."""

    word: str
    begins: int
    ends: int


def fold(text: str) -> str:
    """The words of a text, folded, one blank between them; "" where there is none."""
    return " ".join(tokens(text))


def tokens(text: str) -> list[str]:
    """The folded words of a text, in order."""
    if text.isascii():
        return [word[:WORD_MAX] for word in _PLAIN.findall(text.lower())]
    return [placed.word for piece in text.split() for placed in _piece(piece)]


def is_written_alone(word: str) -> bool:
    """Whether it begins with a character of a script that is written without blanks, which is a word by itself."""
    return _ALONE.match(word) is not None


def placed_words(text: str) -> list[PlacedWord]:
    """The same words with their places."""
    return [
        PlacedWord(one.word, piece.start() + one.begins, piece.start() + one.ends)
        for piece in _WRITTEN.finditer(text)
        for one in _piece(piece.group())
    ]


@lru_cache(50_000)
def _piece(text: str) -> tuple[PlacedWord, ...]:
    """The words of what stands between two blanks: most of them come again."""
    if text.isascii():
        found = _PLAIN.finditer(text.lower())
        return tuple(PlacedWord(one.group()[:WORD_MAX], one.start(), one.end()) for one in found)
    words: list[PlacedWord] = []
    word, begins, ends = "", 0, 0
    for cluster in _CLUSTER.finditer(text):
        for number, part in enumerate(_spread(cluster.group()).split(" ")):
            if number and word:
                words.append(PlacedWord(word[:WORD_MAX], begins, ends))
                word = ""
            if part:
                word, begins, ends = word + part, begins if word else cluster.start(), cluster.end()
    return (*words, PlacedWord(word[:WORD_MAX], begins, ends)) if word else tuple(words)


@lru_cache(20_000)
def _spread(cluster: str) -> str:
    """A character with its marks, folded: blanks round what is a word by itself, and for what parts words."""
    return "".join(map(_letter, _bare(cluster)))


def _letter(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cf":
        return ""
    is_alone = category == "So" and character > "\u00ff" or bool(_ALONE.match(character))
    if category[0] in "LNM" or category == "So" and is_alone:
        return f" {character} " if is_alone else character
    return " "


def _bare(cluster: str) -> str:
    """One spelling: compatible forms, small letters, no accents; again until it rests (İ needs two rounds)."""
    for _ in range(3):
        before = cluster
        cluster = unicodedata.normalize("NFKD", cluster.translate(_SINGLE)).casefold()
        cluster = unicodedata.normalize("NFC", _OFF.sub("", cluster)).translate(_SINGLE)
        if cluster == before:
            break
    return cluster


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
