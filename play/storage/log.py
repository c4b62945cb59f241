"""The log of a table: its facts, as entries keep them, and what they fold to."""

from __future__ import annotations

from play.table.events import Event, TakenBack
from play.table.evolve import steps
from play.table.state import Table
from studio.log.states import Log


def _back_to(fact: Event) -> int | None:
    return fact.to if isinstance(fact, TakenBack) else None


TABLE_LOG: Log[Event, Table] = Log(Event, Table, steps, back_to=_back_to, fold=4)
