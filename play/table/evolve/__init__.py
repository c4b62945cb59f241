"""How a fact moves a table on, a module a family. Never refuses; fold(entries) is the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple, assert_never

from play.table import events as e
from play.table.evolve import deck, people, pieces, talk, turns
from play.table.state import Table


class Evolved(NamedTuple):
    """A fact with the table before and after it."""

    fact: e.Event
    before: Table
    after: Table


def fold(table: Table, facts: Iterable[e.Event]) -> Table:
    return reduce(evolve, facts, table)


def unfolded(table: Table, facts: Iterable[e.Event]) -> tuple[Evolved, ...]:
    """Each of the facts with the table before and after it."""
    done: list[Evolved] = []
    for fact in facts:
        done.append(Evolved(fact, table, evolve(table, fact)))
        table = done[-1].after
    return tuple(done)


def steps(table: Table, since: int, facts: Sequence[tuple[int, e.Event]]) -> Iterator[tuple[e.Event, Table, Table]]:
    """Each numbered fact as it stands in the log, with the table before and after it; `table` is the one after `since`.

    What takes back is given the table it goes back to. KeyError when that is older than `since`.
    """
    wanted = {fact.to for _, fact in facts if isinstance(fact, e.TakenBack)}
    passed = {since: table}
    for number, fact in facts:
        if isinstance(fact, e.TakenBack):
            fact = replace(fact, table=passed[fact.to])
        after = evolve(table, fact)
        yield fact, table, after
        table = after
        if number in wanted:
            passed[number] = table


# A finger stays on a card until something moves.
_LIFTS = (e.PiecesMoved, e.PileShuffled, e.TurnBegan, e.CardLeft, e.TakenBack, e.GameWon, e.GameAbandoned)


def evolve(table: Table, fact: e.Event) -> Table:
    after = _evolve(table, fact)
    return replace(after, pointing=(0, "")) if isinstance(fact, _LIFTS) and after.pointing[1] else after


def _evolve(table: Table, fact: e.Event) -> Table:
    if isinstance(fact, e.PieceFact):
        return pieces.after(table, fact)
    if isinstance(fact, e.TurnFact):
        return turns.after(table, fact)
    if isinstance(fact, e.TalkFact):
        return talk.after(table, fact)
    if isinstance(fact, e.PeopleFact):
        return people.after(table, fact)
    if isinstance(fact, e.DeckFact):
        return deck.after(table, fact)
    assert_never(fact)
