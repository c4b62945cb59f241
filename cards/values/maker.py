"""What a maker's page shows (see pages.py)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from cards.rules.fates import Fate
from cards.rules.word_diff import DiffRun
from cards.values.pages import Choice
from studio.people.seal import Seal
from studio.web.link_tags import LinkTags


@dataclass(frozen=True, slots=True)
class MakerNumber:
    """One of the large numbers, what it counts, and a dry line beneath it, or none."""

    count: str
    words: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class FatePart:
    """A part of the bar: so many of them fared so."""

    fate: Fate
    number: int
    words: str


@dataclass(frozen=True, slots=True)
class FatedCard:
    """A card and what became of it. `verdict` stands first and bold; `cut` and `added` are of its last rewording."""

    face: SafeString
    href: str
    name: str
    deck: str
    deck_href: str
    language: str
    fate: Fate
    verdict: str
    more: str = ""
    changes: tuple[DiffRun, ...] = ()


@dataclass(frozen=True, slots=True)
class MakerPage:
    """`shows` and `decks` are links that narrow the cards, `orders` those that turn them round; `after` is where the
    next are, which are `next_count`."""

    name: str
    seal: Seal
    about: str
    numbers: tuple[MakerNumber, ...]
    bar: tuple[FatePart, ...]
    shows: tuple[Choice, ...]
    decks: tuple[Choice, ...]
    orders: tuple[Choice, ...]
    cards: tuple[FatedCard, ...]
    before: str = ""
    after: str = ""
    next_count: int = 0
    feed_href: str = ""
    home_href: str = ""  # where its cards are taken home as a deck; "" where none is in force
    link: LinkTags | None = None

    @property
    def bar_label(self) -> str:
        return ", ".join(part.words for part in self.bar)


@dataclass(frozen=True, slots=True)
class TakeHomePage:
    """What comes along when a maker's cards are taken home, and what stays with why; `why_not` is said instead of the
    form when it is not ""."""

    maker: str
    href: str
    comes: str
    without: str
    stays_words: str
    stays: tuple[str, ...]
    licence: str
    new_title: str
    title_limit: int
    version: str = ""
    why_not: str = ""
