"""What a deck is at a glance: one line of capitals on every cover, result and list of decks; and what a version has
that the one before had not: "2 in, 1 reworded, 1 out"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cards.face.tongues import name_of
from cards.rules.manifest import DeckState, compared
from studio.kernel.messages import Message, counted, message, series
from studio.web.words import say

STAR_WORD = message("Star")
STATES = {
    "unfinished": message("Unfinished"),
    "unfinished but playable": message("Playable so far"),
    "untested": message("Untested"),
    "playable": message("Playable"),
    "nomic": message("Nomic"),
    "card set": message("Card set"),
    "deck of a set": message("Deck of a set"),
}


@dataclass(frozen=True, slots=True)
class CoverFact:
    """A word or two of the line; `tag` is the language of a language's name."""

    words: str
    sort: Literal["", "star", "language"] = ""
    tag: str = ""


def facts_of(
    *, players: tuple[int, int], sheets: int | None, status: str, is_starred: bool, language: str, read_in: str
) -> tuple[CoverFact, ...]:
    """What is known and nothing else: how many play it (fewest and most, 0 where that was not said), how many sheets
    are to be cut, how far it is, and its language where that is not the one it is `read_in`. A star stands in the place
    of a state."""
    cut = counted("{count} sheet", "{count} sheets", sheets) if sheets else None
    line = [CoverFact(say(said)) for said in (_players(*players), cut) if said is not None]
    if is_starred:
        line.append(CoverFact(say(STAR_WORD), "star"))
    elif status in STATES:
        line.append(CoverFact(say(STATES[status])))
    if language and language.partition("-")[0] != read_in.partition("-")[0]:
        line.append(CoverFact(name_of(language), "language", language))
    return tuple(line)


def _players(least: int, most: int) -> Message | None:
    if least and most and least != most:
        return message("{least}–{most} players", least=least, most=most)
    if most and not least:
        return counted("Up to {count} player", "Up to {count} players", most)
    if least and not most:
        return message("{least}+ players", least=least)
    return counted("{count} player", "{count} players", least, context="of a deck") if least else None


@dataclass(frozen=True, slots=True)
class Came:
    """How many articles came, read differently, are there in another number, and went."""

    came: int = 0
    reworded: int = 0
    recounted: int = 0
    went: int = 0

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """Only what there is: a sort ("in", "re", "out", or "" for other numbers of the same), and words."""
        every = (
            ("in", self.came, counted("{count} in", "{count} in", self.came)),
            ("re", self.reworded, counted("{count} reworded", "{count} reworded", self.reworded)),
            ("", self.recounted, counted("{count} recounted", "{count} recounted", self.recounted)),
            ("out", self.went, counted("{count} out", "{count} out", self.went)),
        )
        return tuple((sort, say(words)) for sort, number, words in every if number)

    @property
    def words(self) -> str:
        return say(series([words for _, words in self.parts], "comma"))


def what_came(was: DeckState, now: DeckState) -> Came:
    """Of two states, the earlier first."""
    found = compared(was, now)
    return Came(len(found.came), len(found.reworded), len(found.recounted), len(found.went))
