"""The fields of a verb's form, each read from `Inputs` strictly: once, of the right form, not huge."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from play.table.zones import NOWHERE, ZoneKey, read_key
from studio.kernel.inputs import UNREADABLE, Inputs

LIST_MAX = 200  # pieces named by one command
SEATS_MAX = 8
PRICES_MAX = 12  # counters paid of at once
NUMBER_MAX = 6  # digits
TEXT_MAX = 4000  # characters that are looked into at all; the rules say how many may stand
_NAME = re.compile(r"[A-Za-z0-9_.-]{1,60}")
ReadField = Callable[[Inputs, str], Any]


@dataclass(frozen=True, slots=True)
class Field:
    """How one field is read, and what it is when it is not sent: ... means it must be. `to` is what the command calls
    it, where that is different."""

    read: ReadField
    default: Any = ...
    to: str = ""


def name(given: Inputs, field: str) -> str:
    """An id of a piece, a zone, a counter."""
    return given.matching(field, _NAME)


def zone(given: Inputs, field: str) -> ZoneKey:
    return read_key(name(given, field))


def names(given: Inputs, field: str) -> tuple[str, ...]:
    """Several, each once or separated by commas."""
    every = [bit for value in given.every(field) for bit in value.split(",") if bit]
    return tuple(name(one, field) for one in _each(field, every, LIST_MAX))


def number(given: Inputs, field: str) -> int:
    return given.signed(field, NUMBER_MAX)


def numbers(given: Inputs, field: str) -> tuple[int, ...]:
    every = [value for value in given.every(field) if value]
    return tuple(number(one, field) for one in _each(field, every, SEATS_MAX))


def prices(given: Inputs, field: str) -> tuple[tuple[str, int], ...]:
    """ "gold:3,red:1": so much of each counter."""
    every = [bit.partition(":") for bit in text(given, field).split(",") if bit]
    if len(every) > PRICES_MAX:
        raise UNREADABLE.raised()
    return tuple(
        (name(_only(field, counter), field), number(_only(field, count), field)) for counter, _, count in every
    )


def flag(given: Inputs, field: str) -> bool:
    return given.yes_or_no(field)


def text(given: Inputs, field: str) -> str:
    value = given.only(field)
    if len(value) > TEXT_MAX or "\x00" in value:
        raise UNREADABLE.raised()
    return value


def one_of(*choices: str) -> ReadField:
    def read(given: Inputs, field: str) -> str:
        given.only(field)
        return given.choice(field, choices)

    return read


def or_empty(read: ReadField, empty: Any) -> ReadField:
    """Read so, or `empty` where the field was sent with nothing in it."""
    return lambda given, field: read(given, field) if given.every(field) != ("",) else empty


def facing(given: Inputs, field: str) -> bool | None:
    """Up, down, or as the zone has it."""
    given.only(field)
    return {"up": True, "down": False, "": None}[given.choice(field, ("up", "down", ""))]


def _each(field: str, values: list[str], most: int) -> list[Inputs]:
    if len(values) > most:
        raise UNREADABLE.raised()
    return [_only(field, value) for value in values]


def _only(field: str, value: str) -> Inputs:
    return Inputs({field: [value]})


PIECE = Field(name)
PIECES = Field(names)
ZONE = Field(zone)
SEAT = Field(number)
COUNT = Field(number, 1)
PLACE = Field(one_of("top", "bottom", "random"), "top")
maybe_name = or_empty(name, "")
maybe_zone = or_empty(zone, NOWHERE)
limit = or_empty(number, None)  # of blanks; nothing at all for no limit
