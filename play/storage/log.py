"""The log of a table: its facts, as entries keep them."""

from __future__ import annotations

from play.table.events import Event
from studio.log.facts import Vocabulary

TABLE_LOG: Vocabulary[Event] = Vocabulary(Event)
