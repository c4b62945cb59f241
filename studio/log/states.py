"""What a log folds to, for every kind of stream: from its entries, or from a snapshot and the entries that came after.

The log is the truth and a snapshot is a cache. One that is missing, that cannot be read, or that another fold has made
is as good as none: the entries are folded instead, and nobody hears of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from studio.kernel.codec import Unreadable, from_plain, to_plain
from studio.log.facts import Fact, Vocabulary
from studio.models import Snapshot

SNAPSHOT_EVERY = 50  # entries

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

        `state` is the one at `after`. One statement; two when something goes back to before `after`, for that needs
        the log from its beginning.
        """
        found = [] if after == until else list(self.recorded(stream_id, after=after, until=until))
        if any((to := self._back_to(one.fact)) is not None and to < after for one in found):
            yield from (step for step in self.steps(stream_id, until=until) if step.seq > after)
            return
        begin = self._state() if state is None else state
        moves = self._steps(begin, after, [(one.seq, one.fact) for one in found])
        for one, (fact, before, then) in zip(found, moves, strict=True):
            yield Transition(one.seq, one.by, one.at, fact, before, then)

    def at(self, stream_id: int, seq: int) -> State:
        """The state after entry `seq`, from the log alone."""
        return self._last(stream_id, 0, seq, self._state())

    def load(self, stream_id: int, head: int, known: tuple[int, State] | None = None) -> State:
        """The state after entry `head`, from a `known` older one (its number and itself), else the snapshot. Two
        statements, one with something known."""
        after, state = known if known is not None and known[0] <= head else self._snapshot(stream_id, head)
        return self._last(stream_id, after, head, state)

    def keep(self, stream_id: int, state: State, seq: int, written: int) -> None:
        """A new snapshot when the last is old: `written` entries up to `seq` were appended. In their transaction."""
        if seq // SNAPSHOT_EVERY != (seq - written) // SNAPSHOT_EVERY:
            plain = {"seq": seq, "fold": self._fold, "state": to_plain(state)}
            Snapshot.objects.update_or_create(stream_id=stream_id, defaults=plain)

    def drop_a_false_snapshot(self, stream_id: int) -> None:
        """A snapshot that tells otherwise than the log goes. Its time grows with the entries."""
        after, state = self._snapshot(stream_id)
        if after == 0 or state != self.at(stream_id, after):
            Snapshot.objects.filter(stream_id=stream_id).delete()

    def _last(self, stream_id: int, after: int, until: int, state: State) -> State:
        for step in self.steps(stream_id, after=after, until=until, state=state):
            state = step.after
        return state

    def _snapshot(self, stream_id: int, head: int | None = None) -> tuple[int, State]:
        """The number and the state of the snapshot that stands no later than `head`; of none, the empty beginning."""
        found = Snapshot.objects.filter(stream_id=stream_id, fold=self._fold)
        if head is not None:
            found = found.filter(seq__lte=head)
        kept = found.values_list("seq", "state").first()
        if kept is None:
            return 0, self._state()
        try:
            return kept[0], from_plain(self._state, kept[1])
        except Unreadable:  # another program wrote it: the log knows better
            return 0, self._state()
