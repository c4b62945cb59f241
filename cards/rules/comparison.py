"""Two states of a deck side by side: what came, what reads differently, what went, what there is more of or less."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cards.rules.deck import Ref

DeckState = Mapping[Ref, tuple[str, int]]  # the face and the number of copies of each article that is in the deck


@dataclass(frozen=True, slots=True)
class Comparison:
    """Articles in the order of their numbers. One that reads differently is not among the `recounted`."""

    came: tuple[Ref, ...]
    reworded: tuple[Ref, ...]
    recounted: tuple[Ref, ...]
    went: tuple[Ref, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.came or self.reworded or self.recounted or self.went)


def compared(was: DeckState, now: DeckState) -> Comparison:
    """What of `now` is different from `was`."""
    both = sorted(now.keys() & was.keys())
    return Comparison(
        came=tuple(sorted(now.keys() - was.keys())),
        reworded=tuple(ref for ref in both if now[ref][0] != was[ref][0]),
        recounted=tuple(ref for ref in both if now[ref][0] == was[ref][0] and now[ref][1] != was[ref][1]),
        went=tuple(sorted(was.keys() - now.keys())),
    )
