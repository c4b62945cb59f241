"""The sorts of field that PrintChoices has: how each reads what was typed or sent, and how it is written again.

Outside of Python a length is in mm ("3.18"), a flag 1 or 0, and several numbers stand in one word ("3,7-9,r2").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Protocol

from cards.face.measures import card_size
from cards.face.text import clean_line
from cards.printing.choices import limits
from cards.printing.geometry.papers import PAPERS, paper_named
from studio.kernel.inputs import whole_number
from studio.kernel.messages import Message
from studio.kernel.refusals import Refused

ECHOED = 40  # characters of what somebody sent that a refusal says again
_MM = re.compile(r"(-?)([0-9]{1,4})(?:[.,]([0-9]{1,3}))?")
_PICKED = re.compile(r"(r?)([0-9]{1,6})(?:-(r?)([0-9]{1,6}))?")


class Senseless(Exception):
    """A value that this field cannot have: the code of the refusal, and its facts but for field and value."""

    def __init__(self, code: str = "print.choice", **facts: Any) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts


class ChoiceField(Protocol):
    """`read` raises Senseless for what makes no sense; `written` is what `read` takes again."""

    @property
    def label(self) -> Message: ...

    def read(self, value: object) -> Any: ...
    def written(self, value: Any) -> str: ...


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    label: Message
    known: tuple[str, ...]

    def read(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.known:
            raise Senseless(known=", ".join(self.known))
        return value

    def written(self, value: str) -> str:
        return value


@dataclass(frozen=True, slots=True)
class YesOrNo:
    """Yes or no."""

    label: Message

    def read(self, value: object) -> bool:
        if value in (True, "1") and not isinstance(value, float):
            return True
        if value in (False, "0", "") and not isinstance(value, float):
            return False
        raise Senseless(known="1, 0")

    def written(self, value: bool) -> str:
        return "1" if value else "0"


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number between walls; one that may be left out (`is_optional`) is None when nothing is typed."""

    label: Message
    least: int
    most: int
    is_optional: bool = False

    def read(self, value: object) -> int | None:
        if self.is_optional and value in ("", None):
            return None
        number = value if isinstance(value, int) and not isinstance(value, bool) else None
        if isinstance(value, str):
            number = whole_number(value)
        if number is None or not self.least <= number <= self.most:
            raise Senseless("print.number", least=self.least, most=self.most)
        return number

    def written(self, value: int | None) -> str:
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class LengthInMm:
    """A length: mm outside, 1/100 mm inside. What is finer than that is rounded, a half up: an eighth of an inch."""

    label: Message
    least: int
    most: int
    is_optional: bool = False

    def read(self, value: object) -> int | None:
        if self.is_optional and value in ("", None):
            return None
        typed = repr(value) if isinstance(value, (int, float)) and abs(value) < 10_000 else value
        found = _MM.fullmatch(typed) if isinstance(typed, str) else None
        if found is None:
            raise self._senseless()
        sign, whole, part = found.groups()
        length = int((Decimal(f"{whole}.{part or 0}") * 100).quantize(Decimal(1), ROUND_HALF_UP))
        length = -length if sign else length
        if not self.least <= length <= self.most:
            raise self._senseless()
        return length

    def written(self, value: int | None) -> str:
        return "" if value is None else in_mm(value)

    def _senseless(self) -> Senseless:
        return Senseless("print.length", least=in_mm(self.least), most=in_mm(self.most))


@dataclass(frozen=True, slots=True)
class OwnWords:
    """A line of somebody's own words."""

    label: Message
    most: int = limits.WORDS_MAX

    def read(self, value: object) -> str:
        if not isinstance(value, str):
            raise Senseless("print.words", limit=self.most)
        line = clean_line(value[: 4 * self.most + 1]).strip()
        if len(value) > 4 * self.most or len(line) > self.most:
            raise Senseless("print.words", limit=self.most)
        return line

    def written(self, value: str) -> str:
        return value


@dataclass(frozen=True, slots=True)
class SizeName:
    """A card size of the table, or one measured in mm: "63.5x88"."""

    label: Message

    def read(self, value: object) -> str:
        try:
            return card_size(value.lower() if isinstance(value, str) else "").name
        except Refused as problem:
            raise Senseless(problem.code, **problem.facts) from None

    def written(self, value: str) -> str:
        return value


@dataclass(frozen=True, slots=True)
class PaperName:
    """A paper of the table, or one measured in mm: "210x280"."""

    label: Message

    def read(self, value: object) -> str:
        try:
            paper = paper_named(value.lower() if isinstance(value, str) else "")
        except Refused:
            raise Senseless("print.paper", paper=said(value)[:ECHOED]) from None
        return paper.name if paper.name in PAPERS else f"{in_mm(paper.width)}x{in_mm(paper.height)}"

    def written(self, value: str) -> str:
        return value


class Named(Protocol):
    @property
    def label(self) -> str: ...


@dataclass(frozen=True, slots=True)
class FromTable:
    """A name of a table; "" is none of them."""

    label: Message
    table: Mapping[str, Named]

    def read(self, value: object) -> str:
        if not isinstance(value, str) or (value and value not in self.table):
            raise Senseless(known=", ".join(self.table))
        return value

    def written(self, value: str) -> str:
        return value


@dataclass(frozen=True, slots=True)
class PickedNumbers:
    """Cards and Special Rules by number: "3, 7-9, r2", or a list of such. Kept in order, each once."""

    label: Message

    def read(self, value: object) -> tuple[str, ...]:
        parts = [value] if isinstance(value, (str, int)) else value
        if isinstance(value, bool) or not isinstance(parts, (list, tuple)):
            raise Senseless("print.numbers", limit=limits.PICKED_MAX)
        found: list[tuple[str, int]] = []  # the same again counts too: "1-2000" a thousand times is two million
        for word in _words_of(parts):
            found.extend(_between(word))
            if len(found) > limits.PICKED_MAX:
                raise Senseless("print.numbers", limit=limits.PICKED_MAX)
        return tuple(f"{sort}{number}" for sort, number in sorted(set(found)))

    def written(self, value: tuple[str, ...]) -> str:
        return ",".join(_runs(value))


def _words_of(parts: Iterable[object]) -> Iterator[str]:
    """The words of a line of numbers, or of several lines. Raises Senseless for what is too long to be read."""
    typed = 0
    for part in parts:
        if isinstance(part, bool) or not isinstance(part, (str, int)):
            raise Senseless("print.numbers", limit=limits.PICKED_MAX)
        line = said(part)
        typed += len(line)
        if typed > limits.PICKED_TYPED_MAX:
            raise Senseless("print.numbers", limit=limits.PICKED_MAX)
        for word in line.replace(";", ",").split(","):
            yield word.strip().lower()


def _between(word: str) -> Iterator[tuple[str, int]]:
    """The numbers of "7-9" or "r3"; none of ""."""
    if not word:
        return
    found = _PICKED.fullmatch(word)
    sort, first, sort_of_last, last = found.groups() if found else ("", "0", None, None)
    start, end = int(first), int(last or first)
    if not 1 <= start <= end <= limits.ARTICLE_MAX or end - start >= limits.PICKED_MAX or sort_of_last not in (
        None, "", sort,
    ):  # fmt: skip
        raise Senseless("print.numbers", limit=limits.PICKED_MAX)
    for number in range(start, end + 1):
        yield sort, number


def _runs(picked: Iterable[str]) -> Iterator[str]:
    """Numbers that follow each other as one word."""
    runs: list[tuple[str, int, int]] = []
    for one in picked:
        sort, number = ("r", int(one[1:])) if one.startswith("r") else ("", int(one))
        if runs and runs[-1][0] == sort and runs[-1][2] == number - 1:
            runs[-1] = (sort, runs[-1][1], number)
        else:
            runs.append((sort, number, number))
    for sort, first, last in runs:
        yield f"{sort}{first}" if first == last else f"{sort}{first}-{last}"


def in_mm(length: int) -> str:
    """318 as "3.18", 500 as "5"."""
    return f"{Decimal(length) / 100:f}".rstrip("0").rstrip(".") if length % 100 else str(length // 100)


def echoed(typed: str) -> str:
    """What somebody typed as a refusal says it again: the beginning, on one line, without what nobody sees."""
    return clean_line(typed[: 2 * ECHOED])[:ECHOED]


def said(value: object) -> str:
    """A value as it was typed, if it is one that can be typed on a line."""
    is_short = isinstance(value, (str, float)) or (isinstance(value, int) and abs(value) < 10**ECHOED)
    return str(value) if is_short else "…"
