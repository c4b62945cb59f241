"""The fields of a verb's form, read strictly: a wrong type or a huge number is Refused("request.unreadable")."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from play.table.zones import NOWHERE, ZoneKey, read_key
from studio.kernel.refusals import Refused

LIST_MAX = 200  # pieces named by one command
NUMBER_MAX = 6  # digits
TEXT_MAX = 4000  # characters that are looked into at all; the rules say how many may stand
_NAME = re.compile(r"[A-Za-z0-9_.-]{1,60}")
_NUMBER = re.compile(rf"-?[0-9]{{1,{NUMBER_MAX}}}")
Read = Callable[[str, list[str]], Any]


@dataclass(frozen=True, slots=True)
class Field:
    """How one field is read, and what it is when it is not sent: ... means it must be."""

    read: Read
    default: Any = ...
    to: str = ""


def amiss() -> Refused:
    return Refused("request.unreadable")


def _one(given: list[str]) -> str:
    if len(given) != 1:
        raise amiss()
    return given[0]


def name(_: str, given: list[str]) -> str:
    """An id of a piece, a zone, a counter."""
    value = _one(given)
    if not _NAME.fullmatch(value):
        raise amiss()
    return value


def maybe_name(field: str, given: list[str]) -> str:
    return name(field, given) if given != [""] else ""


def zone(field: str, given: list[str]) -> ZoneKey:
    return read_key(name(field, given))


def maybe_zone(field: str, given: list[str]) -> ZoneKey:
    return zone(field, given) if given != [""] else NOWHERE


def names(field: str, given: list[str]) -> tuple[str, ...]:
    """Several, each once or separated by commas."""
    every = [bit for value in given for bit in value.split(",") if bit]
    if len(every) > LIST_MAX:
        raise amiss()
    return tuple(name(field, [bit]) for bit in every)


def number(_: str, given: list[str]) -> int:
    value = _one(given)
    if not _NUMBER.fullmatch(value):
        raise amiss()
    return int(value)


def numbers(field: str, given: list[str]) -> tuple[int, ...]:
    every = [value for value in given if value]
    if len(every) > 8:
        raise amiss()
    return tuple(number(field, [value]) for value in every)


def flag(_: str, given: list[str]) -> bool:
    value = _one(given)
    if value not in ("0", "1"):
        raise amiss()
    return value == "1"


def text(_: str, given: list[str]) -> str:
    value = _one(given)
    if len(value) > TEXT_MAX or "\x00" in value:
        raise amiss()
    return value


def one_of(*choices: str) -> Read:
    def read(_: str, given: list[str]) -> str:
        value = _one(given)
        if value not in choices:
            raise amiss()
        return value

    return read


def limit(_: str, given: list[str]) -> int | None:
    """A number of blanks; nothing at all for no limit."""
    return number(_, given) if given != [""] else None


def facing(_: str, given: list[str]) -> bool | None:
    value = _one(given)
    if value not in ("", "up", "down"):
        raise amiss()
    return None if not value else value == "up"


PIECE = Field(name)
PIECES = Field(names)
ZONE = Field(zone)
SEAT = Field(number)
COUNT = Field(number, 1)
PLACE = Field(one_of("top", "bottom", "random"), "top")
