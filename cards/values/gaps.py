"""What the rail, the composer and the page of gaps show of a deck's skeleton."""

from __future__ import annotations

from dataclasses import dataclass

from cards.values.mat import SealView


@dataclass(frozen=True, slots=True)
class GapLine:
    """One gap in the rail of one member. `address` hangs their card on it, or unhooks it where it `is_mine`.

    `seals` are those who are on it; nothing tells what they write. `more` says how many cards it asks for, "" for one.
    """

    number: int
    words: str
    address: str
    is_mine: bool = False
    seals: tuple[SealView, ...] = ()
    more: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A gap to begin with; `value` tells it from the others. `address` takes its words, and knows how many it asks."""

    value: str
    words: str
    address: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class GapRail:
    """`is_begun`: something was proposed already, so that what a deck may need lies folded. `is_full`: no other can be
    named now."""

    lines: tuple[GapLine, ...]
    suggestions: tuple[Suggestion, ...]
    page_address: str
    is_begun: bool = False
    is_full: bool = False


@dataclass(frozen=True, slots=True)
class HungCard:
    """The gap that a member's blank card is written for; number 0: none."""

    number: int = 0
    words: str = ""
    address: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class GapChoice:
    """A gap that a card may be written for."""

    number: int
    words: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class GapForm:
    """One gap on the page where they are named, worded otherwise and put away; number 0: a new one."""

    number: int
    words: str
    wanted: int
    by: str
    address: str
    away_address: str = ""
    wrong: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class GapPage:
    """`is_full`: no other can be named now."""

    forms: tuple[GapForm, ...]
    new: GapForm
    suggestions: tuple[Suggestion, ...]
    words_limit: int
    cards_limit: int
    is_full: bool = False
