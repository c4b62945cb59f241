"""The log of a deck: its facts, as entries keep them."""

from __future__ import annotations

from cards.rules.events import Event
from studio.log.facts import Vocabulary

DECK_LOG: Vocabulary[Event] = Vocabulary(Event)
