"""The log of a table: its facts, as entries keep them, what they fold to, and since when somebody sits in a chair."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, TypeVar

from play.table import events as e
from play.table.events import Event, TableOpened, TakenBack
from play.table.evolve import steps
from play.table.state import Table
from studio.kernel.schema import kinds
from studio.log.states import Log
from studio.speed.lately import Lately

ALIKE = 4000  # kits and texts of cards that are known by what they say, of all tables together

Same = TypeVar("Same", bound=Hashable)
_alike: Lately[Any] = Lately(ALIKE)


def the_same(value: Same) -> Same:
    """The object that is held already for this value, if one is: tables of one deck share its kit and its cards."""
    found: Same = _alike.get(value, lambda: value)
    return found


class TableLog(Log[Event, Table]):
    """A hundred tables of a deck tell of its cards a hundred times; what they tell is in memory once."""

    def read(self, kind: str, body: Any, seq: int | None = None) -> Event:
        fact = super().read(kind, body, seq)
        if not isinstance(fact, TableOpened):
            return fact
        cards = the_same(tuple(map(the_same, fact.cards)))
        return replace(fact, kit=the_same(fact.kit), cards=cards, rules=the_same(fact.rules))

    def _read(self, plain: Any) -> Table | None:
        kept = super()._read(plain)
        if kept is None:
            return None
        cards = MappingProxyType({number: the_same(card) for number, card in kept.cards.items()})
        return replace(kept, kit=the_same(kept.kit), cards=cards, rules=the_same(kept.rules))


def _back_to(fact: Event) -> int | None:
    return fact.to if isinstance(fact, TakenBack) else None


TABLE_LOG: Log[Event, Table] = TableLog(Event, Table, steps, back_to=_back_to, fold=4)


SEATINGS = kinds(e.SeatTaken, e.SeatLeft, e.SeatHandedOver)


def seated_since(stream_id: int, seat: int, member_id: int | None) -> datetime | None:
    """When this member last came to sit there; None where they do not. One statement."""
    since: datetime | None = None
    for one in TABLE_LOG.recorded(stream_id, kinds=SEATINGS):
        match one.fact:
            case e.SeatTaken(seat=where, member=who) | e.SeatHandedOver(seat=where, member=who) if where == seat:
                since = one.at if who == member_id else None
    return since
