"""A first batch in secret (C13): what everybody may know of it."""

from __future__ import annotations

from dataclasses import dataclass

from cards.rules.batch import LyingCard


@dataclass(frozen=True, slots=True)
class BatchBegun:
    """`size` cards of each of `writers`, until about `until` (C13)."""

    number: int
    by: int
    size: int
    writers: tuple[int, ...]
    until: int
    is_over_days: bool = False


@dataclass(frozen=True, slots=True)
class BatchJoined:
    number: int
    by: int


@dataclass(frozen=True, slots=True)
class BatchCounted:
    """So many of somebody's cards are down now. What is on them stands in no entry."""

    number: int
    by: int
    down: int


@dataclass(frozen=True, slots=True)
class BatchTimeGiven:
    number: int
    by: int
    until: int


@dataclass(frozen=True, slots=True)
class BatchTurnedOver:
    """All lie open, shuffled and nameless. The marks of `sweepers` are needed; `voteless` as in BallotOpened."""

    number: int
    by: int
    cards: tuple[LyingCard, ...]
    sweepers: tuple[int, ...]
    voteless: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BatchLookedAt:
    """Somebody has marked so many of the cards; how, stands in no entry until all have."""

    number: int
    by: int
    cards: int


@dataclass(frozen=True, slots=True)
class SweepGoingOnAgreed:
    number: int
    by: int
    without: int
    at: int


@dataclass(frozen=True, slots=True)
class SweeperExcused:
    number: int
    member: int


@dataclass(frozen=True, slots=True)
class BatchSwept:
    """Everybody has looked. `proposals` holds the number that the card at each place was given; what became of each
    follows in the same turn, with the name of whoever wrote it."""

    number: int
    proposals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BatchCalledOff:
    number: int
    by: int


BatchFact = (
    BatchBegun
    | BatchJoined
    | BatchCounted
    | BatchTimeGiven
    | BatchTurnedOver
    | BatchLookedAt
    | SweepGoingOnAgreed
    | SweeperExcused
    | BatchSwept
    | BatchCalledOff
)
