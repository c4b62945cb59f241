"""What a card costs, brings and is worth, in counters that somebody has before them: read off its corners, its words,
and what Special Rules say of corners.

Nothing is read where it is not plain: then the card is played, and paid for by hand, as ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Protocol

from cards.face.lexicon import CornerNames, Lexicon, fold
from cards.face.symbols import ENERGY, TOKEN, Symbol
from cards.face.text import clean_line, parse_inline

_COST_IN_WORDS = re.compile(rf"(?:pay|costs?):?\s*((?:{TOKEN.pattern})(?:\s*(?:{TOKEN.pattern}))*)\s*(?:[.\n]|$)", re.I)
_BARE = re.compile(r"[0-9]{1,3}")
_ENERGY = "energy"
ANY = f"{_ENERGY} {ENERGY[-1]}"

# "A card's cost is paid in any energy"; "gain its value (lower left) in {gold}".
_OF_CORNER = re.compile(
    rf"\b(?P<corner>cost|gain|value)\b(?:(?!\b(?:cost|gain|value)\b)[^.\n])*?\bin (?:any energy|{TOKEN.pattern})", re.I
)

AmountsSaid = tuple[tuple[str, int], ...]  # (what a counter is called, how much of it); ANY for whichever energy


class Counting(Protocol):
    """One of a seat's counters, as it stands."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> int: ...
    @property
    def least(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Amount:
    """So much of a counter."""

    counter: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Currencies:
    """What a bare number in each corner is a number of; "" where nobody says."""

    cost: str = ""
    gain: str = ""
    value: str = ""


@lru_cache(maxsize=500)
def currencies(names: CornerNames, rules: tuple[str, ...]) -> Currencies:
    """By the deck's names for its corners, else by the words of its Special Rules, the newest last."""
    said = {
        found["corner"].lower(): fold(found[2] or ANY)
        for text in rules
        for found in _OF_CORNER.finditer(text.replace("*", ""))
    }
    named = {corner: fold(getattr(names, corner)) for corner in ("cost", "gain", "value")}
    return Currencies(**{corner: name or said.get(corner, "") for corner, name in named.items()})


@lru_cache(maxsize=2000)
def wanted(corner: str, currency: str, text: str, lexicon: Lexicon) -> AmountsSaid:
    """ "{gold 3}{energy red}", a corner's value; or "Pay {gold 3}." at the beginning of a text, where the corner is
    empty. A bare number is of `currency`. () where it says anything besides."""
    said = clean_line(corner)
    if not said and (found := _COST_IN_WORDS.match(text.replace("*", ""))):
        said = found[1]
    if _BARE.fullmatch(said):
        return ((currency, int(said)),) if currency else ()
    every: dict[str, int] = {}
    for one in parse_inline(said, lexicon):
        if isinstance(one, Symbol):
            name = fold(one.token.removesuffix(one.count))
            every[name] = every.get(name, 0) + int(one.count or 1)
        elif one.text.strip(" +,"):
            return ()
    return tuple(every.items())


def price(wanted: AmountsSaid, counters: Iterable[Counting]) -> tuple[Amount, ...]:
    """What is to be paid of which counter; () where nothing is, where there is no such counter, or too little of it.
    Whichever energy is taken where there is most of it."""
    by_name = {fold(counter.name): counter for counter in counters}
    paid: dict[str, int] = {}

    def left(counter: Counting) -> int:
        return counter.value - max(counter.least or 0, 0) - paid.get(counter.id, 0)

    for name, count in sorted(wanted, key=lambda one: one[0] == ANY):
        among = _energies(by_name) if name == ANY else _called(by_name, name)
        among = sorted(among, key=left, reverse=True)
        before = accumulate((max(left(counter), 0) for counter in among), initial=0)
        takes = [min(max(left(counter), 0), max(count - had, 0)) for counter, had in zip(among, before, strict=False)]
        if sum(takes) < count:
            return ()
        for counter, take in zip(among, takes, strict=True):
            paid[counter.id] = paid.get(counter.id, 0) + take
    return tuple(Amount(c.id, c.name, paid[c.id]) for c in by_name.values() if paid.get(c.id))


def yields(wanted: AmountsSaid, counters: Iterable[Counting]) -> tuple[Amount, ...]:
    """What is collected; () where somebody has to choose, or there is no such counter."""
    by_name = {fold(counter.name): counter for counter in counters}
    found = [(_called(by_name, name), count) for name, count in wanted if count]
    if any(not among for among, _ in found):
        return ()
    return tuple(Amount(among[0].id, among[0].name, count) for among, count in found)


def _called(by_name: Mapping[str, Counting], name: str) -> list[Counting]:
    """ "energy red" is counted by "Energy red", by "Red energy", or by "Red"."""
    kind, _, detail = name.partition(" ")
    names = (name, f"{detail} {_ENERGY}", detail) if kind == _ENERGY and detail else (name,)
    return [by_name[one] for one in names if one in by_name][:1]


def _energies(by_name: Mapping[str, Counting]) -> list[Counting]:
    """One's red, blue, green and black, as far as they are counted; else what is called Energy."""
    colours = [found for detail in ENERGY for found in _called(by_name, f"{_ENERGY} {detail}")]
    return list({one.id: one for one in colours}.values()) or _called(by_name, _ENERGY)
