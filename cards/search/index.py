"""Which cards in the archive have which words. A card is known by one number: of its deck, and its slot in it.

Each kind of database has a module of its own that words the questions (words_sqlite.py, words_postgres.py); both find
the same, since neither looks at any text: the words are folded before they come there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import Protocol

from django.db import connection
from django.db.models import Q

from cards import models as rows
from cards.rules.deck import Ref
from cards.search import words_postgres, words_sqlite
from cards.search.answer import CardHit
from cards.search.asked import SearchClause
from cards.search.fields import SLOTS, WordedCard, deck_of

KNOWN_MAX = 1000  # cards that a word is counted on


class WordsOfCards(Protocol):
    """What each kind of database does for the words of cards."""

    def cards(self, clause: SearchClause, most: int) -> list[int] | None: ...
    def cards_in(self, clause: SearchClause, decks: Sequence[int]) -> list[int]: ...
    def decks(self, clause: SearchClause) -> set[int]: ...
    def known_words(self, words: Sequence[str], most: int) -> dict[str, int]: ...
    def put(self, rows: Sequence[WordedCard]) -> None: ...
    def drop(self, cards: Sequence[int]) -> None: ...
    def drop_between(self, first: int, last: int) -> None: ...
    def forget(self, cards: Sequence[int]) -> None: ...
    def tidy(self) -> None: ...


def words() -> WordsOfCards:
    """Those of the database that the site has."""
    return words_sqlite if connection.vendor == "sqlite" else words_postgres


def cards(asked: SearchClause, most: int) -> list[int] | None:
    """The cards that have the words, in order; None where there are more than `most`. One statement."""
    return words().cards(asked, most)


def cards_in(asked: SearchClause, decks: Collection[int]) -> list[int]:
    """Those of these decks, in order. One statement; of one word in a few decks, on SQLite, one for each of them."""
    return words().cards_in(asked, list(decks)) if decks else []


def decks(asked: SearchClause) -> Set[int]:
    """Every deck with a card that has the words. One statement."""
    return words().decks(asked)


def known_words(asked: Iterable[str]) -> Mapping[str, int]:
    """Those of these words that are on cards, and on how many, KNOWN_MAX at most."""
    several = list(asked)
    return words().known_words(several, KNOWN_MAX) if several else {}


def all_cards(decks: Sequence[int]) -> list[int]:
    """Every card of these decks, in order. One statement."""
    inside = Q(pk__in=())
    for deck in decks:
        inside |= Q(pk__range=(deck * SLOTS + 1, (deck + 1) * SLOTS - 1))
    return list(rows.ShelfCard.objects.filter(inside).order_by("pk").values_list("pk", flat=True))


def hits(found: Sequence[int]) -> Mapping[int, CardHit]:
    """What these cards are. One statement; those that have gone meanwhile are not among them."""
    there = rows.ShelfCard.objects.filter(pk__in=found).values_list("pk", "kind", "number", "face", "copies")
    return {
        card: CardHit(deck_of(card), Ref(kind, number), face, copies)  # type: ignore[arg-type]
        for card, kind, number, face, copies in there
    }
