"""A deck of so many cards that they do not all lie on its page at once: a list by letters, and faces in parts."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Literal

from cards.values.card import CardSight
from cards.values.deck import Letter, Parts
from studio.kernel.folding import fold

LONG = 150  # different cards from which on the list comes first
PART = 60  # faces that lie on a page together
LETTERS_MAX = 40  # more are no alphabet, and nobody jumps by them


def first_view(count: int) -> Literal["faces", "list"]:
    """How a deck of so many cards is shown to whoever has not chosen."""
    return "list" if count >= LONG else "faces"


def laid(parts: tuple[int, int], count: int) -> tuple[int, int]:
    """Which of `count` cards lie on the page that was asked for these parts, as indexes from and to. What is beyond the
    last part is the last one."""
    last = max(1, -(-count // PART))
    first, through = min(parts[0], last), min(max(parts), last)
    return (first - 1) * PART, min(through * PART, count)


def parts_of(start: int, end: int, count: int, at: Callable[[int], str]) -> Parts:
    """What is said of them, and the addresses of their neighbours; `at` has that of a part."""
    before = at(start // PART) if start else ""
    after = at(end // PART + 1) if end < count else ""
    return Parts(
        first=start + 1,
        last=end,
        of=count,
        part=start // PART + 1,
        before=before,
        before_first=max(1, start + 1 - PART),
        after=after,
        after_last=min(count, end + PART),
    )


def by_letter(cards: Sequence[CardSight]) -> tuple[Letter, ...]:
    """The cards by the first letter of their titles, those without one at the end; all together, as they come, where
    the titles begin with too many different ones."""
    keyed = sorted((_order(card), card.number, card) for card in cards)
    groups = [(first, [card for *_, card in some]) for first, some in groupby(keyed, key=lambda one: one[0][:2])]
    if len(groups) > LETTERS_MAX:
        return (Letter("", "letter-all", tuple(cards)),)
    return tuple(
        Letter(words.upper() if words else "…", f"letter-{words or 'none'}", tuple(some)) for (_, words), some in groups
    )


def _order(card: CardSight) -> tuple[bool, str, str]:
    folded = fold(card.title)
    first = folded[:1]
    return not first, "0–9" if unicodedata.category(first or " ") == "Nd" else first, folded
