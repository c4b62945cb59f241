"""A person's seal as pages show it: a shape and two letters in their ink, and what the seal says at that place."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from studio.kernel.messages import Message, message
from studio.people.names import DEFAULT_COLOUR, INKS
from studio.web.words import say

_INKS = frozenset(colour for colour, _ in INKS)
SEALS_KEPT = 2000
SealState = Literal["", "for", "against", "waiting", "away"]

_SAID: dict[str, Message] = {
    "for": message("{who}, in favour"),
    "against": message("{who}, not this time"),
    "waiting": message("{who}, not voted yet"),
    "away": message("{who}, away"),
}


@dataclass(frozen=True, slots=True)
class Seal:
    """`state` is a vote or a presence; "" is just the person."""

    name: str
    shape: str
    state: SealState = ""
    colour: str = ""
    href: str = ""  # of their maker's page, where they have one and it is asked for

    @property
    def ink(self) -> str:
        """The person's ink where it is one of ours, "" for the ordinary one."""
        return self.colour if self.colour in _INKS and self.colour != DEFAULT_COLOUR else ""

    @property
    def initials(self) -> str:
        """The first two letters of the name: "Ro" of "Ros"."""
        letters = "".join(c for c in self.name if c.isalnum())
        return letters[:2].capitalize() or "?"

    @property
    def label(self) -> str:
        """What a screen reader says: "Ros, in favour"."""
        return say(_SAID[self.state].given(who=self.name)) if self.state in _SAID else self.name


@lru_cache(maxsize=SEALS_KEPT)
def seal_of(name: str, shape: str, state: SealState, colour: str) -> Seal:
    """The same object for all who show it: a person stands in each line of a log."""
    return Seal(name, shape, state, colour)
