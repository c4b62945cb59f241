"""A deck's language: its tag for pages and paper, and where its long words may be parted.

Soft hyphens are set in what is drawn, never in what is stored: Python decides once, so that screen and paper part a
word at the same letters. Only words too long to leave no gap in a ragged column of some thirty letters are parted.
"""

from __future__ import annotations

import re
from functools import lru_cache

import pyphen

from cards.face.lines import SOFT_HYPHEN
from cards.face.text import Block, Bullet, Inline, Paragraph, Run, Text
from cards.face.tongues import scripts_of, well_formed

LEAST = 12  # letters of a word that is parted
EDGE = 3  # letters that stay together at either end of it
HYPHENATED = frozenset({"Latn", "Grek", "Cyrl"})  # scripts whose words are parted with a hyphen

_LONG_WORD = re.compile(rf"[^\W\d_]{{{LEAST},}}")


@lru_cache(maxsize=256)
def tag(language: str) -> str:
    """The language as `lang` wants it; empty when it was not said, or said in words."""
    return well_formed(language)


def hyphenated(text: Text, language: str) -> Text:
    """The text with soft hyphens in its long words, where there is a dictionary for the language."""
    name = _pattern(language)
    return tuple(_parted(block, name) for block in text) if name else text


def parted(words: str, language: str) -> str:
    """Plain words with soft hyphens in the long ones, where there is a dictionary for the language."""
    name = _pattern(language)
    return _long_parted(words, name) if name else words


def whole(words: str) -> str:
    """The words without soft hyphens, as they were written."""
    return words.replace(SOFT_HYPHEN, "")


@lru_cache(maxsize=256)
def _pattern(language: str) -> str | None:
    """The dictionary that parts the words of a language; none for one written without hyphens, as Thai."""
    name, scripts = tag(language), scripts_of(tag(language))
    if not name or (scripts and not HYPHENATED.intersection(scripts)):
        return None
    found: str | None = pyphen.language_fallback(name)
    return found


def _parted(block: Block, name: str) -> Block:
    inlines: tuple[Inline, ...] = tuple(
        inline.saying(_long_parted(inline.text, name)) if isinstance(inline, Run) else inline
        for inline in block.inlines
    )
    return Bullet(inlines) if isinstance(block, Bullet) else Paragraph(inlines)


def _long_parted(words: str, name: str) -> str:
    return _LONG_WORD.sub(lambda word: _with_hyphens(word[0], name), words)


@lru_cache(maxsize=8)
def _dictionary(name: str) -> pyphen.Pyphen:
    return pyphen.Pyphen(lang=name, left=EDGE, right=EDGE)


@lru_cache(maxsize=4096)
def _with_hyphens(word: str, name: str) -> str:
    """Places where letters would change ("Schiffahrt") are passed by."""
    breaks = [found for found in _dictionary(name).positions(word) if not found.data]
    edges = [0, *breaks, len(word)]
    return SOFT_HYPHEN.join(word[start:end] for start, end in zip(edges, edges[1:], strict=False))
