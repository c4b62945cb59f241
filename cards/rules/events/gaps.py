"""The skeleton of a deck: its gaps, and who writes for them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GapNamed:
    """Somebody says what the deck lacks: `wanted` cards of it."""

    number: int
    by: int
    words: str
    wanted: int = 1


@dataclass(frozen=True, slots=True)
class GapReworded:
    number: int
    by: int
    was: str
    words: str
    wanted: int = 1


@dataclass(frozen=True, slots=True)
class GapPutAway:
    number: int
    by: int
    words: str


@dataclass(frozen=True, slots=True)
class GapTaken:
    """Somebody is writing for it; what, stands in no entry."""

    number: int
    by: int


@dataclass(frozen=True, slots=True)
class GapFreed:
    """They are not, after all, and nothing of theirs that is before the others hangs on it."""

    number: int
    by: int


@dataclass(frozen=True, slots=True)
class GapFilled:
    """A card that hung on it is in: it asks for one fewer."""

    number: int
    proposal: int
    words: str


GapFact = GapNamed | GapReworded | GapPutAway | GapTaken | GapFreed | GapFilled
