"""What became of a card, of the steps of its life."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from cards.rules.fates import Fate, fate_of, was_in_one


@dataclass(frozen=True, slots=True)
class At:
    what: str
    digest: str
    at: datetime = datetime(2026, 1, 1, tzinfo=UTC)


def day(number: int) -> datetime:
    return datetime(2026, 1, number, tzinfo=UTC)


@pytest.mark.parametrize(
    ("life", "fate"),
    [
        ([At("added", "a")], "in"),
        ([At("added", "a"), At("copies", "a")], "in"),
        ([At("added", "a"), At("amended", "b")], "reworded"),
        ([At("added", "a"), At("amended", "b"), At("amended", "a")], "in"),
        ([At("added", "a"), At("amended", "b"), At("repealed", "b")], "out"),
        ([At("added", "a"), At("repealed", "a"), At("restored", "a")], "in"),
    ],
)
def test_the_fate_of_a_card_is_what_its_last_step_left(life: list[At], fate: Fate) -> None:
    assert fate_of(life) == fate


def test_what_came_and_went_between_two_versions_was_in_none() -> None:
    life = [At("added", "a", day(2)), At("repealed", "a", day(4))]
    assert was_in_one(life, [day(1), day(3)])
    assert not was_in_one(life, [day(1), day(4), day(5)])
    assert not was_in_one(life, [])
