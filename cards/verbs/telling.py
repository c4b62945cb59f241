"""How a fact is told, where it is one sentence about whoever did it or about one thing.

It stands with the verb it comes of; minutes, announcer, live regions and the look at whom a log names read it there.
What needs a page's own words (the title of a card, a tally) is told by that page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from cards.rules.sight import DeckSight
from studio.kernel.messages import Message, Slot

F = TypeVar("F")
NameOf = Callable[[int], Slot]


class Touches(Enum):
    """Which live parts of a deck's pages are drawn anew (cards/regions.py)."""

    LYING = "what is on the table and in line"
    DRAWN = "a card that is drawn on together"
    GAPS = "the gaps of the deck"


@dataclass(frozen=True, slots=True)
class Telling(Generic[F]):
    """`minuted` follows the name of whoever did it, or `about`; `announced` is a sentence of its own. None of either:
    not told there. `is_deed`: whoever its `by` names has done it; else it follows from something."""

    fact: type[F]
    touches: Touches
    minuted: Callable[[F], Message] | None = None
    announced: Callable[[F, NameOf, DeckSight], Message | None] | None = None
    about: Message | None = None
    is_deed: bool = True

    def by(self, fact: Any) -> int:
        """Who has done it."""
        member: int = fact.by
        return member
