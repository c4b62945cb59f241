"""What became of a card that somebody put to a table, of the steps of its life. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal, Protocol

Fate = Literal["in", "reworded", "out", "aside"]


class LifeStep(Protocol):
    """As much of a step as tells: what was done, the face afterwards, when."""

    @property
    def what(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def at(self) -> datetime: ...


def fate_of(life: Sequence[LifeStep]) -> Fate:
    """`life` is not empty and in order. What came back is in again; what reads as it once did was not reworded."""
    if life[-1].what == "repealed":
        return "out"
    return "in" if life[-1].digest == life[0].digest else "reworded"


def was_in_one(life: Sequence[LifeStep], archived: Iterable[datetime]) -> bool:
    """Whether some version, of these moments, held it."""
    return any((held := [step for step in life if step.at <= at]) and held[-1].what != "repealed" for at in archived)
