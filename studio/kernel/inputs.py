"""Fields that somebody sent, read into values in one way: those of a form, a JSON body, an address, a verb.

Every reader here has one kind of failure, named where it is called: `UNREADABLE` and other `Failure`s are raised as
a refusal with its code, and any other value is what is read instead. Nothing is cleaned here: that is the rules' own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from studio.kernel.refusals import Refused

DIGITS = 9  # of a number that somebody typed, where nothing else is said: it fits into every column
ID_DIGITS = 18  # of a row's id


def whole_number(typed: str, digits: int = DIGITS) -> int | None:
    """What `typed` says in at most so many of the digits 0 to 9; None for everything else, "" and "-1" too."""
    if not typed.isascii() or not typed.isdecimal() or len(typed) > digits:
        return None
    return int(typed)


Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Failure:
    """How it is told that something cannot be read: Refused(`code`)."""

    code: str

    def raised(self) -> Exception:
        return Refused(self.code)


UNREADABLE = Failure("request.unreadable")


class Inputs(Mapping[str, str]):
    """Fields by name, each with the values that were sent for it, in order. As a mapping it gives the last of them."""

    def __init__(self, fields: Mapping[str, Sequence[str]]) -> None:
        self._fields = {name: tuple(values) for name, values in fields.items() if values}

    def __getitem__(self, name: str) -> str:
        return self._fields[name][-1]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def every(self, name: str) -> tuple[str, ...]:
        """All values that were sent for a field."""
        return self._fields.get(name, ())

    def lists(self) -> Iterator[tuple[str, list[str]]]:
        """Each field with all its values."""
        return ((name, list(values)) for name, values in self._fields.items())

    def over(self, others: Inputs) -> Inputs:
        """These fields, and of the others those that are not here or are empty here."""
        return Inputs({**others._fields, **{name: values for name, values in self._fields.items() if values[-1]}})

    def text(self, name: str, most: int | None = None) -> str:
        """As it was typed, at most so many characters of it; "" where nothing was."""
        return self.get(name, "")[:most]

    def flag(self, name: str) -> bool:
        """Whether a box was ticked."""
        return self.get(name) == "1"

    def only(self, name: str, failure: Failure = UNREADABLE) -> str:
        """A field that comes exactly once."""
        values = self.every(name)
        if len(values) != 1:
            raise failure.raised()
        return values[0]

    def matching(self, name: str, form: re.Pattern[str]) -> str:
        """A word of this form, which comes exactly once."""
        typed = self.only(name)
        if not form.fullmatch(typed):
            raise UNREADABLE.raised()
        return typed

    def yes_or_no(self, name: str) -> bool:
        """1 or 0, exactly once."""
        self.only(name)
        return self.choice(name, ("0", "1")) == "1"

    def signed(self, name: str, digits: int = DIGITS) -> int:
        """A number of at most so many digits, below nothing too, which comes exactly once."""
        typed = self.only(name)
        number = whole_number(typed.removeprefix("-"), digits)
        if number is None:
            raise UNREADABLE.raised()
        return -number if typed.startswith("-") else number

    @overload
    def choice(self, name: str, choices: Collection[Value], otherwise: Failure = UNREADABLE) -> Value: ...
    @overload
    def choice(self, name: str, choices: Collection[Value], otherwise: Value) -> Value: ...
    def choice(self, name: str, choices: Collection[Any], otherwise: Any = UNREADABLE) -> Any:
        """One of the words that may stand here."""
        typed = self.get(name, "")
        return typed if typed in choices else _instead(otherwise)

    @overload
    def whole_number(
        self, name: str, digits: int = DIGITS, *, otherwise: int | Failure = UNREADABLE, empty: int | Failure = ...
    ) -> int: ...
    @overload
    def whole_number(
        self,
        name: str,
        digits: int = DIGITS,
        *,
        otherwise: int | None | Failure = ...,
        empty: int | None | Failure = ...,
    ) -> int | None: ...
    def whole_number(self, name: str, digits: int = DIGITS, *, otherwise: Any = UNREADABLE, empty: Any = ...) -> Any:
        """A number of at most so many digits; `empty` is what it is when nothing was typed, where that is different."""
        typed = self.get(name, "")
        if not typed and empty is not ...:
            return _instead(empty)
        number = whole_number(typed, digits)
        return _instead(otherwise) if number is None else number

    def id(self, name: str, otherwise: Failure = UNREADABLE) -> int:
        """The id of a row, which may be none."""
        return self.whole_number(name, ID_DIGITS, otherwise=otherwise)


def _instead(otherwise: Any) -> Any:
    if isinstance(otherwise, Failure):
        raise otherwise.raised()
    return otherwise
