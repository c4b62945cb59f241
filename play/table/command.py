"""What a command is, and what it is decided with. The commands themselves stand with their verbs (play/verbs/)."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Literal, Protocol

from play.table import events as e
from play.table.state import Table

Facts = tuple[e.Event, ...]
Place = Literal["top", "bottom", "random"]


@dataclass(frozen=True, slots=True)
class SeatCommand:
    """Asked by whoever sits in `seat`; pieces are named by the ids that seat was shown.

    One that goes against a limit (a second Action, over the hand limit, out of turn, wrong phase) is refused with a
    code that begins "ask." until it comes again with `confirmed`; then it is done, and the exception is in the log.
    """

    seat: int


@dataclass(frozen=True, slots=True)
class DeckCommand:
    """What the deck does to its creative table."""


@dataclass(frozen=True, slots=True)
class DoorCommand:
    """Asked by somebody who has no seat there yet."""


Command = SeatCommand | DeckCommand | DoorCommand


class Luck(Protocol):
    """Randomness from outside; what it gives is written into the events."""

    def below(self, n: int) -> int:
        """A uniform number 0 … n-1."""
        ...

    def order(self, n: int) -> tuple[int, ...]:
        """A uniform permutation of 0 … n-1."""
        ...

    def piece_id(self) -> str:
        """A name nobody can guess or connect with another."""
        ...


@dataclass(frozen=True, slots=True)
class Moment:
    """`back_to(entry)` is the table as it was, `since(entry)` what has happened after it; `spilled_at()` the last entry
    at which somebody learnt something, and `oldest()` the one before the first that is still remembered."""

    now: int
    luck: Luck
    away: Container[int] = frozenset()  # seats; few commands ask
    back_to: Callable[[int], Table] | None = None
    spilled_at: Callable[[], int] = lambda: 0
    oldest: Callable[[], int] = lambda: 0
    since: Callable[[int], Facts] = lambda _: ()
