"""What the pages on paper show, finished: frozen values, made by cards/queries and met by templates.

Nothing here asks the database. `sight` decides what a value holds, never what a template hides:
a public value simply has no drawer, no reasons and no draft in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from studio.kernel.messages import counted, message, shortened
from studio.web.dates import TimeWords
from studio.web.words import say

ReaderKind = Literal["member", "public"]
CARDS_A_PLAYER = 5  # C8: a creative game may begin with so many in the draw pile for each player


@dataclass(frozen=True, slots=True)
class ActionLink:
    """Something a reader may do from here: a link with a word, or a button that does it (`at_once`). `icon` names a
    symbol of the sprite; `mark` is the link itself in an address."""

    words: str
    href: str
    icon: str = ""
    style: Literal["", "line", "text"] = "line"
    at_once: bool = False
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few ways to show a page, as a link. `kind` lends its mark; `icon` a symbol instead of the word."""

    words: str
    href: str
    is_current: bool = False
    kind: str = ""
    icon: str = ""
    number: int | None = None
    language: str = ""  # of the words, where they are the deck's


@dataclass(frozen=True, slots=True)
class Astray:
    """What an address looks for and is not there, in words, and where to go on instead, the nearest first."""

    words: str
    ways: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class MinutesLine:
    """A line in the ledger: **name** words … tally. `text` is the plain sentence where no name leads; `marks` are the
    drawings of what the words are about, addresses of pictures."""

    when: TimeWords
    name: str
    words: str
    tally: str = ""
    href: str = ""
    by: str = ""
    language: str = ""  # of the name, where it is the deck's word
    marks: tuple[str, ...] = ()


_ALTERED = {
    "in": message("In", context="change"),
    "out": message("Out", context="change"),
    "re": message("Reworded", context="change"),
}


@dataclass(frozen=True, slots=True)
class Altered:
    """What a version changed: `sort` is in, out or re(worded)."""

    sort: Literal["in", "out", "re"]
    name: str
    language: str = ""

    @property
    def word(self) -> str:
        return say(_ALTERED[self.sort])


def named(names: Iterable[str], at_most: int = 5) -> str:
    """ "Ros", "Ros and Idris", "Ros, Idris, Maud and two more"."""
    return say(shortened(names, at_most))


def players_words(least: int, most: int) -> str:
    """ "3 to 6", "4", "2 or 3"; "3 or more" and "up to 4" where one of them was not said (0)."""
    if not most:
        return say(message("{least} or more", least=least)) if least else ""
    if not least:
        return say(message("up to {most}", most=most))
    if least == most:
        return str(least)
    if most == least + 1:
        return say(message("{least} or {most}", least=least, most=most))
    return say(message("{least} to {most}", least=least, most=most))


def readiness(copies: int, least: int, most: int) -> str:
    """C8 in words: how many players the draw pile would serve at five cards each."""
    serves = copies // CARDS_A_PLAYER
    least = least or 1
    if serves >= most > 0:
        return say(message("Enough cards for {players}", players=most))
    if serves >= least:
        return say(message("Enough cards for {players}", players=serves))
    short = least * CARDS_A_PLAYER - copies
    return say(counted("{count} card short for {players}", "{count} cards short for {players}", short, players=least))
