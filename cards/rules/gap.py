"""A gap of the deck's skeleton as a value: something that its people say is missing ("an answer to goats"). Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class SkeletonGap:
    """`wanted` is how many cards it still asks for.

    `writers` are the members who have hung the card on it that they are writing, in the order of their ids. A card that
    is before the others already says so itself (`Proposal.gap`).
    """

    number: int
    by: int
    words: str
    wanted: int = 1
    writers: tuple[int, ...] = ()

    def with_writer(self, member: int) -> SkeletonGap:
        return replace(self, writers=tuple(sorted({*self.writers, member})))

    def without_writer(self, member: int) -> SkeletonGap:
        return replace(self, writers=tuple(one for one in self.writers if one != member))


Gaps = tuple[SkeletonGap, ...]


def gap_of(gaps: Gaps, number: int | None) -> SkeletonGap | None:
    return next((gap for gap in gaps if gap.number == number), None)


def changed(gaps: Gaps, number: int, change: Callable[[SkeletonGap], SkeletonGap]) -> Gaps:
    """The same with one of them changed; whatever is no longer there changes nothing."""
    return tuple(change(gap) if gap.number == number else gap for gap in gaps)


def hung(gaps: Gaps, number: int, member: int) -> Gaps:
    """A member writes one card at a time: hung on one gap, it no longer hangs on another."""
    return changed(unhooked(gaps, member), number, lambda gap: gap.with_writer(member))


def unhooked(gaps: Gaps, member: int) -> Gaps:
    """The card that a member is writing hangs on none."""
    return tuple(gap.without_writer(member) if member in gap.writers else gap for gap in gaps)


def filled(gaps: Gaps, number: int) -> Gaps:
    """One card fewer is asked for; with the last the gap has gone."""
    fewer = changed(gaps, number, lambda gap: replace(gap, wanted=gap.wanted - 1))
    return tuple(gap for gap in fewer if gap.wanted > 0)
