"""The log of a deck: its facts, as entries keep them, and what they fold to."""

from __future__ import annotations

from cards.rules.deck import Deck
from cards.rules.events import Event
from cards.rules.evolve import steps
from studio.log.states import Log

DECK_LOG: Log[Event, Deck] = Log(Event, Deck, steps)
