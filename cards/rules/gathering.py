"""What of somebody's cards comes along into a deck of another one's own, out of decks under several licences. Pure.

The cards come, each once; kits, Special Rules and votes stay where they hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

from cards.rules.forking import LINEAGE_MAX
from cards.rules.licences import lets_others_change, unmet
from cards.rules.limits import CARDS_MAX
from studio.kernel.refusals import Refused

# Why a card stays: its deck's licence lets nobody change it, or does not go together with that of the others; its words
# were taken down; a deck holds no more, or comes from no more decks.
Stays = Literal["licence", "terms", "withdrawn", "room", "sources"]


@dataclass(frozen=True, slots=True)
class HomeDeck:
    """A deck with cards of theirs in its newest version. `is_own`: whoever asks is one of its people."""

    id: int
    title: str
    licence: str
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class HomeCard:
    """A card as it reads in that version; `by` is the member who wrote it, `number` the deck's own for it."""

    deck: int
    face: str
    copies: int
    by: int
    number: int = 0
    is_withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Staying:
    deck: HomeDeck
    why: Stays
    count: int


@dataclass(frozen=True, slots=True)
class Gathered:
    """`cards` in the order in which they were written, under one licence; `decks` are those they come from."""

    cards: tuple[HomeCard, ...]
    decks: tuple[HomeDeck, ...]
    licence: str
    stay: tuple[Staying, ...]


def gather(decks: Sequence[HomeDeck], cards: Iterable[HomeCard]) -> Gathered:
    """`cards` with the first written first. Two that read the same are one, the first that may come, and none of them
    stays; of too many the last stay."""
    by_id = {deck.id: deck for deck in decks}
    every = tuple(cards)
    held: dict[int, set[str]] = {}
    for card in every:
        if not card.is_withdrawn:
            held.setdefault(card.deck, set()).add(card.face)
    licence = common_licence(decks, held)
    barred = {deck.id: _bars(deck, licence) for deck in decks}
    most_first = sorted(held, key=lambda deck: len(held[deck]), reverse=True)
    sources = [deck for deck in most_first if not barred[deck]][:LINEAGE_MAX]
    coming: dict[str, HomeCard] = {}
    for card in every:
        if card.deck in sources and not card.is_withdrawn and len(coming) < CARDS_MAX:
            coming.setdefault(card.face, card)
    stay = Counter[tuple[int, Stays]]()
    for card in every:
        if card.face not in coming:
            why = "withdrawn" if card.is_withdrawn else barred[card.deck]
            stay[card.deck, why or ("room" if card.deck in sources else "sources")] += 1
    come = {card.deck for card in coming.values()}
    return Gathered(
        tuple(coming.values()),
        tuple(deck for deck in decks if deck.id in come),
        licence if coming else "",
        tuple(Staying(by_id[deck], why, count) for (deck, why), count in stay.items()),
    )


def check_gathered(gathered: Gathered) -> None:
    """Raise Refused("gather.nothing") where nothing comes along."""
    if not gathered.cards:
        raise Refused("gather.nothing")


def common_licence(decks: Iterable[HomeDeck], held: Mapping[int, Set[str]]) -> str:
    """The licence of one of them under which most cards can lie together; of several the one first in the alphabet.
    `held`: their faces, by deck."""
    free = [deck for deck in decks if _is_free(deck)]
    may_lie = {
        licence: len(set().union(*(held.get(deck.id, ()) for deck in free if not unmet(licence, deck.licence))))
        for licence in sorted({deck.licence for deck in free})
    }
    return max(may_lie, key=lambda licence: may_lie[licence], default="")


def _is_free(deck: HomeDeck) -> bool:
    return deck.is_own or lets_others_change(deck.licence)


def _bars(deck: HomeDeck, licence: str) -> Stays | None:
    if not _is_free(deck):
        return "licence"
    return "terms" if unmet(licence, deck.licence) else None
