"""The one way from a deck that is kept to what is shown of it: nothing that is read for a page is handed the deck."""

from __future__ import annotations

from cards import models as rows
from cards.rules.seeing import DeckOnlookers
from cards.storage import memory


def onlookers_of(deck: rows.Deck) -> DeckOnlookers:
    """Those who look at it after the entry at which its stream was read. The statements of `memory.load`."""
    return DeckOnlookers(memory.load(deck, deck.stream))
