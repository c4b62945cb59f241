"""Where the words of a search stand in a text as it was written. Pure: the text is folded again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cards.search.asked import EVERYWHERE, CardWords, HeadWords, Search
from cards.search.fields import SIGN, SYMBOL, signs
from studio.kernel.folding import PlacedWord, placed_words

Range = tuple[int, int]  # the first character, and the one after the last


def marks(text: str, search: Search, field: str) -> tuple[Range, ...]:
    """What is to be marked in a text of a card's `field`, in order and apart. Words that are asked of another field,
    and those that must not be there, are not marked."""
    asked = {words for clause in search.clauses for words in clause.cards}
    return _ranges(text, [words for words in asked if words.field in (EVERYWHERE, field)])


def head_marks(text: str, search: Search) -> tuple[Range, ...]:
    """The same in a deck's title, blurb or tag."""
    asked: set[CardWords | HeadWords] = set()
    for clause in search.clauses:
        asked.update(words for words in clause.cards if words.field == EVERYWHERE)
        asked.update(words for words in clause.of if isinstance(words, HeadWords))
    return _ranges(text, asked)


def excerpt(text: str, ranges: Sequence[Range], width: int = 90) -> tuple[str, tuple[Range, ...]]:
    """A piece of a text about its first mark, cut at blanks with dots, and the marks in it."""
    if len(text) <= width:
        return text, tuple(ranges)
    first = ranges[0][0] if ranges else 0
    begins = max(0, min(first - width // 3, len(text) - width))
    begins = next((n for n in range(begins, first) if n == 0 or text[n - 1].isspace()), first) if begins else 0
    ends = min(len(text), begins + width)
    while ends < len(text) and ends > begins + width // 2 and not text[ends].isspace():
        ends -= 1
    before, after = "…" if begins else "", "…" if ends < len(text) else ""
    by = len(before) - begins
    inside = ((max(a, begins) + by, min(b, ends) + by) for a, b in ranges if a < ends and b > begins)
    return before + text[begins:ends].rstrip() + after, tuple(inside)


def _ranges(text: str, asked: Iterable[CardWords | HeadWords]) -> tuple[Range, ...]:
    lowered = text.lower() if text.isascii() else None
    may_be_there = [part for part in asked if lowered is None or _may_be_in(lowered, part)]
    if not may_be_there:
        return ()
    words = placed_words(text)
    found = sorted(one for part in may_be_there for one in _found(text, words, part))
    apart: list[Range] = []
    for begins, ends in found:
        if apart and begins <= apart[-1][1]:
            apart[-1] = apart[-1][0], max(ends, apart[-1][1])
        else:
            apart.append((begins, ends))
    return tuple(apart)


def _may_be_in(lowered: str, asked: CardWords | HeadWords) -> bool:
    """Whether it is worth looking: of a text without accents, the words are folded by small letters alone."""
    return asked.words[0].startswith(SIGN) or all(word in lowered for word in asked.words)


def _found(text: str, words: Sequence[PlacedWord], asked: CardWords | HeadWords) -> Iterable[Range]:
    if asked.words[0].startswith(SIGN):
        return [one.span() for one in SYMBOL.finditer(text) if asked.words[0] in signs(one.group())]
    length = len(asked.words)
    return [
        (words[at].begins, words[at + length - 1].ends)
        for at in range(len(words) - length + 1)
        if stands_at(asked, [one.word for one in words[at : at + length]])
    ]


def stands_at(asked: CardWords | HeadWords, words: Sequence[str]) -> bool:
    """Whether these words, as many as are asked for, are the ones."""
    *first, last = asked.words
    return first == list(words[:-1]) and (words[-1].startswith(last) if asked.is_open else words[-1] == last)
