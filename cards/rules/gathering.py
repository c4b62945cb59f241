"""What of somebody's cards comes along into a deck of another one's own, out of decks under several licences. Pure.

The cards come, each once; kits, Special Rules and votes stay where they hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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
    """`cards` with the first written first. Two that read the same are one, the first; of too many the last stay."""
    by_id = {deck.id: deck for deck in decks}
    every = tuple(cards)
    held = Counter(card.deck for card in every if not card.is_withdrawn)
    licence = common_licence(decks, held)
    from_decks = [deck for deck, _ in held.most_common() if not _bars(by_id[deck], licence)][:LINEAGE_MAX]
    coming: dict[str, HomeCard] = {}
    stay = Counter[tuple[int, Stays]]()
    for card in every:
        if card.is_withdrawn:
            stay[card.deck, "withdrawn"] += 1
        elif why := _bars(by_id[card.deck], licence):
            stay[card.deck, why] += 1
        elif card.face in coming:
            continue
        elif card.deck not in from_decks:
            stay[card.deck, "sources"] += 1
        elif len(coming) >= CARDS_MAX:
            stay[card.deck, "room"] += 1
        else:
            coming[card.face] = card
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


def common_licence(decks: Iterable[HomeDeck], held: Mapping[int, int]) -> str:
    """The licence of one of them under which most cards can lie together; of several the one first in the alphabet."""
    free = [deck for deck in decks if _is_free(deck)]
    may_lie = {
        licence: sum(held.get(deck.id, 0) for deck in free if not unmet(licence, deck.licence))
        for licence in sorted({deck.licence for deck in free})
    }
    return max(may_lie, key=lambda licence: may_lie[licence], default="")


def _is_free(deck: HomeDeck) -> bool:
    return deck.is_own or lets_others_change(deck.licence)


def _bars(deck: HomeDeck, licence: str) -> Stays | None:
    if not _is_free(deck):
        return "licence"
    return "terms" if unmet(licence, deck.licence) else None
