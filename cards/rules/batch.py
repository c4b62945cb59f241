"""A first batch as a value (C13): what everybody may know of it, and beside it what nobody may until its time.

`FirstBatch` stands in the deck and in its log, and holds counts alone until the cards are turned over; whose they are
it never holds. `BatchSecrets` is read from rows of their own for one decision, and goes nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

SweepMark = Literal["keep", "talk"]
MARKS: tuple[SweepMark, ...] = ("keep", "talk")


@dataclass(frozen=True, slots=True)
class BatchWriter:
    """Somebody who writes along, and how many of their cards are down."""

    member: int
    down: int = 0
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class Sweeper:
    """Somebody whose marks are needed, and how many cards they have marked; `go_on` as an `Elector`'s."""

    member: int
    looked: int = 0
    go_on: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class LyingCard:
    """One card of the sweep: `face` is a digest. Nothing tells who wrote it."""

    kind: Literal["card", "rule"]
    face: str
    copies: int = 1
    side: str = ""


@dataclass(frozen=True, slots=True)
class FirstBatch:
    """`size` cards each. `until` is in epoch seconds: about when, and nothing locks then.

    `cards` lie from the turn-over on, in this order (the first is place 1); `sweepers` and `voteless` come with it.
    """

    number: int
    by: int
    size: int
    until: int
    writers: tuple[BatchWriter, ...]
    is_over_days: bool = False
    turned_by: int | None = None
    cards: tuple[LyingCard, ...] = ()
    sweepers: tuple[Sweeper, ...] = ()
    voteless: tuple[int, ...] = ()

    @property
    def is_turned(self) -> bool:
        return bool(self.cards)

    def writer(self, member: int) -> BatchWriter | None:
        return next((w for w in self.writers if w.member == member), None)

    def sweeper(self, member: int) -> Sweeper | None:
        return next((s for s in self.sweepers if s.member == member), None)

    @property
    def down(self) -> int:
        """How many cards are down, of those who have left as well."""
        return sum(w.down for w in self.writers)

    @property
    def wanted(self) -> int:
        """How many will be down when nobody who is still there has one to write."""
        return sum(w.down if w.has_left else self.size for w in self.writers)

    @property
    def still_writing(self) -> tuple[int, ...]:
        """Those who are there and have not all of theirs down."""
        return tuple(w.member for w in self.writers if not w.has_left and w.down < self.size)

    @property
    def is_looked_at(self) -> bool:
        """Whether everybody whose marks are needed has marked every card."""
        return self.is_turned and all(s.looked >= len(self.cards) for s in self.sweepers)

    def may_be_swept_by(self, member: int) -> bool:
        """Whether one more mark of this member could be the last that is waited for."""
        lacking = [s for s in self.sweepers if s.looked < len(self.cards) and s.member != member]
        return not lacking or any(s.go_on for s in lacking)

    def with_writer(self, writer: BatchWriter) -> FirstBatch:
        others = (w for w in self.writers if w.member != writer.member)
        return replace(self, writers=tuple(sorted((*others, writer), key=lambda w: w.member)))

    def with_sweeper(self, sweeper: Sweeper) -> FirstBatch:
        return replace(self, sweepers=tuple(sweeper if s.member == sweeper.member else s for s in self.sweepers))

    def without(self, member: int) -> FirstBatch:
        """Somebody is no longer in the group: their cards that are down stay, and nobody waits for them."""
        writers = tuple(replace(w, has_left=True) if w.member == member else w for w in self.writers)
        return replace(self, writers=writers, sweepers=tuple(s for s in self.sweepers if s.member != member))


@dataclass(frozen=True, slots=True)
class CardDown:
    """A card that somebody has put down: on which of their blanks (1 to size), and what it is."""

    writer: int
    slot: int
    card: LyingCard


def _no_marks() -> Mapping[tuple[int, int], SweepMark]:
    return {}


@dataclass(frozen=True, slots=True)
class BatchSecrets:
    """What one decision needs of the rows that nobody else reads.

    While they are written, `down` holds cards that are down, the earliest first, and `order` their places by chance, as
    indexes into `down`. From the turn-over on `writers` says whose the card at each place is, and `marks` what each
    member has made of it, by (place, member).
    """

    down: tuple[CardDown, ...] = ()
    order: tuple[int, ...] = ()
    writers: Mapping[int, int] = field(default_factory=dict)
    marks: Mapping[tuple[int, int], SweepMark] = field(default_factory=_no_marks)

    def with_mark(self, place: int, member: int, mark: SweepMark) -> BatchSecrets:
        return replace(self, marks={**self.marks, (place, member): mark})

    def of(self, member: int) -> dict[int, LyingCard]:
        """One writer's cards that are down, by the blank they are on."""
        return {one.slot: one.card for one in self.down if one.writer == member}


def laid_out(secrets: BatchSecrets) -> tuple[CardDown, ...]:
    """The cards as they lie: in the order of chance, and what two wrote alike, word for word, once: whoever put it down
    first wrote it."""
    first: dict[tuple[str, str], int] = {}
    for index, one in enumerate(secrets.down):
        first.setdefault((one.card.kind, one.card.face), index)
    kept = set(first.values())
    return tuple(secrets.down[index] for index in secrets.order if index in kept)
