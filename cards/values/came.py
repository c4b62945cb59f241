"""What a version has that the one before had not, in numbers: "2 in, 1 reworded, 1 out"."""

from __future__ import annotations

from dataclasses import dataclass

from cards.rules.comparison import DeckState, compared
from studio.kernel.messages import counted, series
from studio.web.words import say


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
