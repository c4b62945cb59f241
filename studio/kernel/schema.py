"""The numbers of stored shapes, and the way from any of them to today's: whatever was written once stays readable.

A dataclass that is stored (a fact, or a value inside one) begins at number 1, which is not written down. When its
shape changes otherwise than by a new field with a default, it is given an upcaster for each number it leaves behind:

    @stored(former.game_won_1)          # number 2: what was written as 1 is read through this function
    @dataclass(frozen=True, slots=True)
    class GameWon: …

An upcaster is pure, plain → plain, from one number to the next; they are chained. `formerly` names a class that was
renamed. A field that is there for the process alone (`unstored()`) is neither written nor read.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeVar

Plain = dict[str, Any]
Upcaster = Callable[[Plain], Plain]
Kind = TypeVar("Kind", bound=type)

NUMBER = "schema"  # where a number other than 1 stands in a plain value

_upcasters: dict[type, tuple[Upcaster, ...]] = {}
_former_names: dict[str, list[type]] = {}


class Newer(ValueError):
    """The number is one that only a newer program knows."""


def stored(*upcasters: Upcaster, formerly: tuple[str, ...] = ()) -> Callable[[Kind], Kind]:
    """Gives a dataclass its number: one more than it has upcasters, which come in order of what they read."""

    def give(kind: Kind) -> Kind:
        _upcasters[kind] = upcasters
        for name in formerly:
            _former_names.setdefault(name, []).append(kind)
        return kind

    return give


def unstored(**more: Any) -> Any:
    """A field of a dataclass that is neither written nor read; it needs a default."""
    return dataclasses.field(metadata={"stored": False}, **more)


def is_stored(field: dataclasses.Field[Any]) -> bool:
    return bool(field.metadata.get("stored", True))


def number_of(kind: type) -> int:
    """The number of today's shape."""
    return 1 + len(_upcasters.get(kind, ()))


def formerly_called(name: str) -> tuple[type, ...]:
    """The classes that had that name once."""
    return tuple(_former_names.get(name, ()))


def today(kind: type, plain: Plain) -> Plain:
    """A plain value of `kind` in today's shape, without its number. Raises Newer, ValueError for no number at all."""
    upcasters = _upcasters.get(kind, ())
    number = plain.get(NUMBER, 1)
    if number == 1 and not upcasters and NUMBER not in plain:
        return plain
    if type(number) is not int or number < 1:
        raise ValueError(f"{number!r} is no number of a shape")
    if number > len(upcasters) + 1:
        raise Newer(f"number {number} was written by a newer program, and {len(upcasters) + 1} is read here")
    plain = {name: value for name, value in plain.items() if name != NUMBER}
    for upcaster in upcasters[number - 1 :]:
        plain = upcaster(plain)
    return plain


def kinds(*facts: type) -> frozenset[str]:
    """What entries of these classes of facts are called: a row that names a class cannot outlive it."""
    return frozenset(fact.__name__ for fact in facts)
