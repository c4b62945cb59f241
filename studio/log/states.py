"""What a log folds to, for every kind of stream: from its entries, or from a snapshot and the entries that came after.

Whoever wants a former state begins at the nearest snapshot before it, so that nothing takes longer with a longer log.
The log is the truth and a snapshot is a cache. One that is missing, that cannot be read, or that another fold has made
is as good as none: the entries are folded instead, and nobody hears of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from studio.kernel.codec import Unreadable, from_plain, to_plain
from studio.log.facts import Fact, Vocabulary
from studio.models import Snapshot
from studio.speed.inserted import insert

SNAPSHOT_EVERY = 50  # entries
KEPT_NEAR = 300  # entries before the head among which every snapshot stays: the latest page of a log begins at one
KEPT_FAR = 1000  # of those before them one in so many entries stays

State = TypeVar("State")
# From the state after an entry, that entry's number and the numbered facts that follow: each fact as it stands in the
# log, with the state before and after it.
Steps = Callable[[State, int, Sequence[tuple[int, Fact]]], Iterator[tuple[Fact, State, State]]]


@dataclass(frozen=True, slots=True)
class Transition(Generic[Fact, State]):
    """One entry with the state before and after it."""

    seq: int
    by: int | None
    at: datetime
    fact: Fact
    before: State
    after: State


def _stays(fact: Any) -> None:
    """What nearly every fact needs of the entries before it: no more than the state they made."""


class Log(Vocabulary[Fact], Generic[Fact, State]):
    """One kind of stream: its facts, the state that they fold to, and how.

    `state` is the class, whose plain call is the state before the first entry. `back_to` tells the number of an older
    entry that a fact goes back to, None for all others. `fold` is raised when the same entries come to another state
    than they did, so that snapshots of before are made anew.
    """

    def __init__(
        self, facts: Any, state: type[State], steps: Steps[State, Fact], *,
        back_to: Callable[[Fact], int | None] = _stays, fold: int = 1,
    ) -> None:  # fmt: skip
        super().__init__(facts)
        self._state, self._steps, self._back_to, self._fold = state, steps, back_to, fold

    def steps(
        self, stream_id: int, *, after: int = 0, until: int | None = None, state: State | None = None
    ) -> Iterator[Transition[Fact, State]]:
        """The entries after `after` up to `until`, each with the state before and after it.

        `state` is the one at `after`; where it is not known they are folded from the nearest snapshot before. Two
        statements, one with a state; two more when something goes back to an entry before that.
        """
        if after == until:
            return
        begin, known = (after, state) if state is not None else self._snapshot(stream_id, after)
        yield from (step for step in self._steps_from(stream_id, begin, known, until) if step.seq > after)

    def from_the_beginning(self, stream_id: int, seq: int) -> State:
        """The state after entry `seq`, from the log alone. One statement; its time grows with the entries."""
        return self._last(stream_id, 0, self._state(), seq)

    def at(self, stream_id: int, seq: int) -> State:
        """The state after entry `seq`. Two statements."""
        return self._last(stream_id, *self._snapshot(stream_id, seq), seq)

    def load(self, stream_id: int, head: int, known: tuple[int, State] | None = None) -> State:
        """The state after entry `head`, from a `known` older one (its number and itself), else the snapshot. Two
        statements, one with something known."""
        is_near = known is not None and head - KEPT_NEAR <= known[0] <= head
        return self._last(stream_id, *(known if known and is_near else self._snapshot(stream_id, head)), head)

    def keep(self, stream_id: int, state: State, seq: int, written: int) -> None:
        """A new snapshot when the last is old: `written` entries up to `seq` were appended. In their transaction."""
        if seq // SNAPSHOT_EVERY == (seq - written) // SNAPSHOT_EVERY:
            return
        plain = {"fold": self._fold, "state": to_plain(state)}
        kept = Snapshot.objects.filter(stream_id=stream_id)
        if not kept.filter(seq=seq).update(**plain):
            insert([Snapshot(stream_id=stream_id, seq=seq, **plain)])
        if gone := spare(kept.values_list("seq", flat=True), seq):
            kept.filter(seq__in=gone).delete()

    def drop_false_snapshots(self, stream_id: int) -> None:
        """Snapshots that tell otherwise than the log go. Its time grows with the entries."""
        kept = Snapshot.objects.filter(stream_id=stream_id)
        told = {seq: self._read(state) for seq, state in kept.filter(fold=self._fold).values_list("seq", "state")}
        steps = self._steps_from(stream_id, 0, self._state())
        true = [step.seq for step in steps if step.seq in told and told[step.seq] == step.after]
        kept.exclude(seq__in=true).delete()

    def _steps_from(
        self, stream_id: int, after: int, state: State, until: int | None = None
    ) -> Iterator[Transition[Fact, State]]:
        found = list(self.recorded(stream_id, after=after, until=until))
        furthest = min((to for one in found if (to := self._back_to(one.fact)) is not None), default=after)
        if furthest < after:
            earlier = self._steps_from(stream_id, *self._snapshot(stream_id, furthest), until)
            yield from (step for step in earlier if step.seq > after)
            return
        moves = self._steps(state, after, [(one.seq, one.fact) for one in found])
        for one, (fact, before, then) in zip(found, moves, strict=True):
            yield Transition(one.seq, one.by, one.at, fact, before, then)

    def _last(self, stream_id: int, after: int, state: State, until: int) -> State:
        for step in self.steps(stream_id, after=after, until=until, state=state):
            state = step.after
        return state

    def _snapshot(self, stream_id: int, head: int) -> tuple[int, State]:
        """The number and the state of the last snapshot that stands no later than `head`; of none, the empty
        beginning. One statement."""
        found = Snapshot.objects.filter(stream_id=stream_id, fold=self._fold, seq__lte=head).order_by("-seq")
        kept = found.values_list("seq", "state").first() if head else None
        if kept is not None and (state := self._read(kept[1])) is not None:
            return kept[0], state
        return 0, self._state()

    def _read(self, plain: Any) -> State | None:
        try:
            state: State = from_plain(self._state, plain)
            return state
        except Unreadable:  # another program wrote it: the log knows better
            return None


def spare(kept: Iterable[int], head: int) -> list[int]:
    """Which snapshots, by their entries, may go: of those that lie far behind the first in every thousand stays, so
    that no entry is further than that from one to begin at."""
    first: dict[int, int] = {}
    for seq in sorted(kept):
        first.setdefault(seq // KEPT_FAR, seq)
    return [seq for seq in kept if seq < head - KEPT_NEAR and first[seq // KEPT_FAR] != seq]
