"""What is found in the archive, as values; pages are made of these. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cards.rules.deck import Ref

WhatIsShown = Literal["decks", "cards"]


@dataclass(frozen=True, slots=True)
class CardHit:
    """A card or Special Rule, as it stands in the newest version of its deck, that has the words."""

    deck_id: int
    ref: Ref
    face: str  # its digest
    copies: int


@dataclass(frozen=True, slots=True)
class DeckHit:
    """A deck that answers. `cards` are some of those that have the words, those with them in their titles first, of
    `card_total`: 0 where the words stand in its head alone, or no card was asked for. `is_by_head`: its title, tags,
    blurb or people have the words themselves, or all that was asked is about the deck."""

    deck_id: int
    is_by_head: bool = False
    cards: tuple[CardHit, ...] = ()
    card_total: int = 0


@dataclass(frozen=True, slots=True)
class FacetValue:
    """Something that the decks found can be narrowed by, as it was written. `count` decks would be left; None where
    that is not counted. What is chosen stands there even if nothing has it."""

    value: str
    count: int | None
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Facet:
    """A group of filters, by the name of the filter (language.FILTERS). `more`: there are further values."""

    name: str
    values: tuple[FacetValue, ...]
    more: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """An answer. Numbers are exact, or None where too many cards answer to count them (finding.CARDS_COUNTED).

    Asked for decks, `decks` is one page of them; asked for cards, `cards` is. `after` leads to the next page, "" where
    there is none. `is_past_the_end`: the page that was asked for comes after the last.
    """

    deck_total: int | None
    card_total: int | None
    decks: tuple[DeckHit, ...] = ()
    cards: tuple[CardHit, ...] = ()
    facets: tuple[Facet, ...] = ()
    after: str = ""
    is_past_the_end: bool = False
    is_whole: bool = True  # False: an existing archive is still being gone through, and more may be found later


@dataclass(frozen=True, slots=True)
class Fewer:
    """What would be found without one piece of a search, or with one alone; None where it is too much to count."""

    piece: int  # its place among the pieces of the search
    decks: int | None
    cards: int | None
