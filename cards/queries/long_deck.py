"""A deck of so many cards that they do not all lie on its page at once: a list by letters, and faces in parts."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Literal

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from cards.values.card import CardShown
from cards.values.deck import Letter, Parts
from cards.values.pages import Choice
from studio.kernel.folding import fold
from studio.speed.lately import weighed
from studio.web.language import in_force

LONG = 150  # different cards from which on the list comes first
PART = 60  # faces that lie on a page together
LINES = 160  # lines of its list that do
LINES_KEPT = 16_000_000  # bytes of them as markup, about half a kB each
LETTERS_MAX = 40  # more are no alphabet, and nobody jumps by them


def first_view(count: int) -> Literal["faces", "list"]:
    """How a deck of so many cards is shown to whoever has not chosen."""
    return "list" if count >= LONG else "faces"


def laid(parts: tuple[int, int], count: int, of: int = PART) -> tuple[int, int]:
    """Which of `count` cards lie on the page that was asked for these parts `of` so many, as indexes from and to. What
    is beyond the last part is the last one."""
    last = max(1, -(-count // of))
    first, through = min(parts[0], last), min(max(parts), last)
    return (first - 1) * of, min(through * of, count)


def parts_of(start: int, end: int, count: int, at: Callable[[int], str], of: int = PART) -> Parts:
    """What is said of them, and the addresses of their neighbours; `at` has that of a part."""
    before = at(start // of) if start else ""
    after = at(end // of + 1) if end < count else ""
    return Parts(
        first=start + 1,
        last=end,
        of=count,
        part=start // of + 1,
        before=before,
        before_first=max(1, start + 1 - of),
        after=after,
        after_last=min(count, end + of),
    )


def in_order(titles: Sequence[str]) -> list[int]:
    """The indexes of these titles as a list has them: by their letters, those without one at the end."""
    return sorted(range(len(titles)), key=lambda index: (_order(titles[index]), index))


def by_letter(cards: Sequence[CardShown], titles: Sequence[str] = ()) -> tuple[Letter, ...]:
    """Cards that lie in order, by the first letter of their titles; all together where those of the whole list,
    `titles`, begin with too many different ones. Of each letter it is told how many there are in all."""
    counts = Counter(_letter(title) for title in titles or [card.title for card in cards])
    if len(counts) > LETTERS_MAX:
        return (Letter("", "letter-all", tuple(cards), len(titles or cards)),)
    groups = groupby(cards, key=lambda card: _letter(card.title))
    return tuple(Letter(_said(letter), _key(letter), tuple(some), counts[letter]) for letter, some in groups)


def with_lines(letters: Iterable[Letter]) -> tuple[Letter, ...]:
    """The same with each card as a line of the list."""
    language = in_force()
    return tuple(replace(letter, lines=tuple(_line(card, language) for card in letter.cards)) for letter in letters)


@weighed(LINES_KEPT)
def _line(card: CardShown, language: str) -> SafeString:
    """Written once for a card that reads and lies as it does, in the language that is in force."""
    return mark_safe(get_template("cards/_roll_row.html").render({"card": card}))  # noqa: S308


def jumps(titles: Sequence[str], start: int, end: int, at: Callable[[int], str]) -> tuple[Choice, ...]:
    """The letters of a list in order, and where each is: on the page, which has those from `start` to `end`, or in the
    part of it that `at` has the address of. None where they are too many."""
    first: dict[str, int] = {}
    for index, title in enumerate(titles):
        first.setdefault(_letter(title), index)
    if len(first) > LETTERS_MAX:
        return ()
    return tuple(
        Choice(_said(letter), f"{'' if start <= index < end else at(index // LINES + 1)}#{_key(letter)}")
        for letter, index in first.items()
    )


def _order(title: str) -> tuple[bool, str, str]:
    letter = _letter(title)
    return not letter, letter, fold(title)


def _letter(title: str) -> str:
    first = fold(title)[:1]
    return "0–9" if unicodedata.category(first or " ") == "Nd" else first


def _said(letter: str) -> str:
    return letter.upper() if letter else "…"


def _key(letter: str) -> str:
    return f"letter-{letter or 'none'}"
