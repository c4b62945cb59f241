"""What the archive and the front page show (see pages.py)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from cards.values.deck import Composition
from cards.values.facts import CoverFact
from cards.values.pages import MinutesLine
from studio.templatetags.words import has_long_word


@dataclass(frozen=True, slots=True)
class DeckCover:
    """A deck as three cards (their markup) fanned out of their paper band. `people` are names as markup."""

    title: str
    href: str
    people: SafeString
    meta: str
    blurb: str
    composition: Composition
    faces: tuple[str, ...]
    tags: tuple[str, ...] = ()
    language: str = ""
    facts: tuple[CoverFact, ...] = ()
    version: int = 0

    @property
    def has_long_word(self) -> bool:
        return has_long_word(self.title, 18)


@dataclass(frozen=True, slots=True)
class HomePage:
    covers: tuple[DeckCover, ...]
    minutes: tuple[MinutesLine, ...]
    total: int
