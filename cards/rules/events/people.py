"""Who belongs to a deck, and what it is called."""

from __future__ import annotations

from dataclasses import dataclass

from cards.rules.deck import Details, Source


@dataclass(frozen=True, slots=True)
class DeckStarted:
    by: int
    details: Details
    forked_from: str = ""


@dataclass(frozen=True, slots=True)
class LineageKept:
    """Which decks this one comes from: a fork's, or that of a file that was brought in, the nearest first; or
    those that single cards were taken home from, each with its title and without an `origin`."""

    lineage: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class MemberJoined:
    member: int


@dataclass(frozen=True, slots=True)
class MemberLeft:
    member: int
    removed: bool = False


@dataclass(frozen=True, slots=True)
class MemberMerged:
    """`member` is `into` from now on. Nobody vouched where they signed in."""

    member: int
    into: int
    vouched_by: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MemberParted:
    """`member` is not `into` after all, and is a member of their own again."""

    member: int
    into: int
    by: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """`member` said they were `claimed`, and was told no."""

    member: int
    claimed: int
    by: int


@dataclass(frozen=True, slots=True)
class DetailsEdited:
    by: int
    was: Details
    now: Details


DeckPeopleFact = (
    DeckStarted | LineageKept | MemberJoined | MemberLeft | MemberMerged | MemberParted | ClaimRefused | DetailsEdited
)
