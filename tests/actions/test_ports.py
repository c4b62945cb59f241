"""What the apps above do for those below is there when the site starts, once."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from play.ports import Tables
from studio import ports
from tests.deck_fixture import DeckFixture


@pytest.mark.parametrize("port", [ports.DECKS, ports.TABLES, ports.HINTS], ids=lambda port: port.name)
def test_every_port_is_filled_and_nothing_fills_it_twice(port: ports.Port[Any]) -> None:
    there = port.get()
    with pytest.raises(ImproperlyConfigured, match=port.name):
        port.fill(object())
    assert port.get() is there


def test_a_port_that_nobody_filled_stops_the_site_by_name() -> None:
    with pytest.raises(ImproperlyConfigured, match="nobody has filled the port LETTERBOX"):
        ports.check_filled([ports.HINTS, ports.Port("LETTERBOX")])


@dataclass
class Counted(Tables):
    """The tables as they are, and which calls came up to them."""

    calls: list[str] = field(default_factory=list)

    def deck_changed(self, deck_id: int, facts: Any, at: datetime) -> None:
        self.calls.append("deck_changed")
        super().deck_changed(deck_id, facts, at)

    def venue_of(self, deck_id: int) -> ports.Venue | None:
        self.calls.append("venue_of")
        return super().venue_of(deck_id)

    def reach_of(self, deck_id: int, member: int) -> frozenset[int] | None:
        self.calls.append("reach_of")
        return super().reach_of(deck_id, member)


@pytest.mark.django_db
def test_a_vote_asks_the_tables_where_it_is_held_and_tells_them_what_came_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = DeckFixture("Ros", "Idris")
    number = table.propose("Ros")
    counted = Counted()
    monkeypatch.setattr(ports.TABLES, "get", lambda: counted)
    table.vote("Idris", number)
    assert counted.calls == ["venue_of", "deck_changed"]
