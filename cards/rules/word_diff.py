"""What an amendment changes, word by word."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Literal, TypeVar

from cards.face.drawn import ART
from cards.face.face import Face
from cards.face.language import tag
from cards.face.lexicon import PLAIN, Lexicon
from cards.face.symbols import Symbol
from cards.face.text import Bullet, Inline, Markup, Paragraph, Run, Text, inline_html, letters_html, parse, plain_inline
from studio.kernel.messages import message

DiffMark = Literal["same", "cut", "added"]
Styled = tuple[bool, bool, str]  # bold, italic, and what it means
Token = tuple[str, Styled] | tuple[Symbol, None]  # a word as it looks, or what stands between two
Word = TypeVar("Word", str, Token)
Stretch = tuple[int, int, int]  # where a run begins in the one text and in the other, and how long it is

_WORDS = re.compile(r"\w+|\s+|[^\s\w]")
_BARE: Styled = (False, False, "")
_LOOK = itemgetter(1)
_WORDS_MAX = 2000  # beyond that the whole field counts as rewritten
_HALVED = 3  # words: from here on half of a run is looked for before all of it

# The fields of a face in the order in which they are read, and what they are called on a page.
FIELD_NAMES = {
    "title": message("Title"),
    "type_line": message("Type"),
    "text": message("Text"),
    "flavour": message("Flavour"),
    "cost": message("Cost"),
    "gain": message("Gain"),
    "value": message("Value"),
    "stat": message("Corner"),
    "credit": message("Credit"),
    "art_words": message("What the drawing shows"),
}
_MARKED = frozenset({"text", "flavour", "cost", "gain", "value", "stat"})  # where marks and symbols mean something


@dataclass(frozen=True, slots=True)
class DiffRun:
    """A run that stayed, was cut, or was added. `text` is what one reads aloud, `html` how it is drawn (if it is)."""

    mark: DiffMark
    text: str
    html: Markup = Markup()

    @property
    def drawn(self) -> str:
        """What a page shows: marks and symbols as they print, everything else as letters. A space before the first
        word is left to `space`: nothing is struck or underlined there."""
        return Markup(self.html[len(self.space) :]) if self.html else self.text[len(self.space) :]

    @property
    def space(self) -> str:
        """The space before the first word of a run that was cut or added; "" where it begins with a mark of its own."""
        if self.mark == "same" or not self.text.startswith(" ") or not self.text.strip():
            return ""
        return " " if not self.html or self.html.startswith(" ") else ""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field of a face that reads differently. `language` is that of the pieces, for `lang`."""

    field: str
    pieces: tuple[DiffRun, ...]
    language: str = ""


def word_diff(old: str, new: str) -> tuple[DiffRun, ...]:
    """The new line with what was cut and added, in runs of whole words. For words without marks."""
    return tuple(DiffRun(mark, words) for mark, words in _lines_compared(old, new))


def text_diff(old: str, new: str, lexicon: Lexicon = PLAIN, former: Lexicon | None = None) -> tuple[DiffRun, ...]:
    """The same of marked text, as it reads: a word that became bold was cut and came back bold; no mark is shown.
    `former` is what words meant when the old one was written, where they mean something else by now."""
    before, after = parse(old, lexicon if former is None else former), parse(new, lexicon)
    was, now = _without_marks(before), _without_marks(after)
    if was is not None and now is not None:
        return _of_letters(_lines_compared(was, now))
    return tuple(
        DiffRun(mark, plain_inline(runs), inline_html(runs, art=ART))
        for mark, runs in ((mark, _joined(tokens)) for mark, tokens in _compared(_read(before), _read(after)))
    )


def face_diff(old: Face, new: Face, language: str = "", lexicon: Lexicon = PLAIN) -> tuple[FieldChange, ...]:
    """Every field that reads differently, with its pieces; what is seen and not read is compared elsewhere. `language`
    is the deck's, as it was said."""
    changes = (
        FieldChange(name, text_diff(*both, lexicon) if name in _MARKED else word_diff(*both), tag(language))
        for name in FIELD_NAMES
        if (both := (getattr(old, name), getattr(new, name))) and both[0] != both[1]
    )
    return tuple(change for change in changes if any(piece.mark != "same" for piece in change.pieces))


def _without_marks(text: Text) -> str | None:
    """The words of a text that is one paragraph of them and nothing else, as most are; None for another."""
    match text:
        case ():
            return ""
        case (Paragraph((Run() as run,)),) if (run.bold, run.italic, run.meaning) == _BARE:
            return run.text
    return None


def _of_letters(told: list[tuple[DiffMark, str]]) -> tuple[DiffRun, ...]:
    """Runs without marks: what is nothing but letters, as most are, the page writes itself."""
    return tuple(
        DiffRun(mark, words) if words.isascii() and "\n" not in words else DiffRun(mark, words, letters_html(words))
        for mark, words in told
    )


def _words(run: Run) -> list[Token]:
    look = run.bold, run.italic, run.meaning
    return [(word, look) for word in _WORDS.findall(run.text)]


def _read(text: Text) -> list[Token]:
    """A text as its words and symbols in the order of reading; points begin with a dot. However a symbol is written, it
    is the same as long as it is drawn and read the same."""
    found: list[Token] = []
    was_point = False
    for index, block in enumerate(text):
        is_point = isinstance(block, Bullet)
        if index:
            found.append(("\n" if is_point and was_point else "\n\n", _BARE))
        if is_point:
            found.append(("• ", _BARE))
        for inline in block.inlines:
            found += _words(inline) if isinstance(inline, Run) else [(replace(inline, token=""), None)]
        was_point = is_point
    return found


def _lines_compared(was: str, now: str) -> list[tuple[DiffMark, str]]:
    """The same of words that look alike, each run in one piece."""
    return [(mark, "".join(words)) for mark, words in _compared(_WORDS.findall(was), _WORDS.findall(now))]


def _compared(before: list[Word], after: list[Word]) -> list[tuple[DiffMark, list[Word]]]:
    """Runs of `after`, with what is only in `before` where it stood. Each word is a letter of its own, so that two
    texts are two strings, in which runs of words are found as fast as letters are."""
    same: list[Stretch] = []
    if max(len(before), len(after)) <= _WORDS_MAX:
        letters: dict[Hashable, str] = {word: chr(number) for number, word in enumerate({*before, *after})}
        same = common_runs(*("".join(map(letters.__getitem__, some)) for some in (before, after)))
        # A space alone between words that are all others is no word that stays.
        same = [run for run in same if run[2] > 1 or before[run[0]][0] != " "]
    found: list[tuple[DiffMark, list[Word]]] = []
    i = k = 0
    for at, there, length in (*same, (len(before), len(after), 0)):
        if i < at:
            found.append(("cut", before[i:at]))
        i, added = at + length, k
        k = there + length
        if added < there:
            found.append(("added", after[added:there]))
        if length:
            found.append(("same", after[there:k]))
    return found


def common_runs(was: str, now: str) -> list[Stretch]:
    """What stays of `was` in `now`, in order: the longest run of letters that both have, of several the first, then the
    same before it and behind it. Runs that touch are one. What difflib finds, at a fraction of its cost."""
    found: list[Stretch] = []
    todo = [(0, was, 0, now, len(was))]
    while todo:
        i, before, k, after, most = todo.pop()
        at, there, length = _longest(before, after, most)
        if not length:
            continue
        found.append((i + at, k + there, length))
        # A letter beside the run and one letter beside it are two, or the run were longer. As long a run before it as
        # it is itself would have been the first.
        if at and there and at + there > 2:
            todo.append((i, before[:at], k, after[:there], length - 1))
        left, right = len(before) - at - length, len(after) - there - length
        if left and right and left + right > 2:
            todo.append((i + at + length, before[-left:], k + there + length, after[-right:], length))
    joined: list[Stretch] = []
    for at, there, length in sorted(found):
        if joined and (last := joined[-1])[0] + last[2] == at and last[1] + last[2] == there:
            joined[-1] = (last[0], last[1], last[2] + length)
        else:
            joined.append((at, there, length))
    return joined


def _longest(was: str, now: str, most: int) -> Stretch:
    """The longest run that two texts have in common, the first of several. None is longer than `most`: where one is as
    long, nothing more is looked at. What is longer than the one found so far is nowhere in `now` if its second half
    is not, and then neither is what begins before that half and goes on beyond it."""
    i = at = there = length = 0
    most = min(most, len(was), len(now))
    while length < most and i + length < len(was):
        if length >= _HALVED and was[i + length // 2 : i + length + 1] not in now:
            i += length // 2 + 1
            continue
        found = now.find(was[i : i + length + 1])
        while found >= 0:
            at, there, length = i, found, length + 1
            for one, other in zip(was[i + length :], now[found + length :], strict=False):
                if one != other:
                    break
                length += 1
            if length >= most or i + length == len(was):
                break
            found = now.find(was[i : i + length + 1], found + 1)
        i += 1
    return at, there, length


def _joined(tokens: list[Token]) -> tuple[Inline, ...]:
    """Neighbouring words that look alike are one run."""
    found: list[Inline] = []
    for look, some in groupby(tokens, _LOOK):
        if look is None:
            found += (one for one, _ in some)  # type: ignore[misc]
        else:
            found.append(Run("".join([one for one, _ in some]), *look))  # type: ignore[misc]
    return tuple(found)
