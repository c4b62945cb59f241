"""Many at the same instant, in threads of one process: each is answered, and what is kept stays what is written."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connections

from cards.storage import memory
from cards.storage import whole as decks
from play.storage import store as tables
from play.storage.audit import disagreements
from studio.actions.arrivals import join
from studio.kernel.refusals import Refused
from studio.models import Entry, Person
from studio.speed.lately import Lately
from tests.deck_fixture import DeckFixture
from tests.web.table_evening import TableEvening

THREADS = 8


def at_once(deeds: Sequence[Callable[[], str]]) -> Counter[str]:
    """Do all of them, so many at a time; how often each answer came."""
    gate = threading.Barrier(THREADS)

    def thread(mine: Sequence[Callable[[], str]]) -> list[str]:
        gate.wait()
        try:
            return [deed() for deed in mine]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as pool:
        return Counter(
            said for all_of_one in pool.map(thread, [deeds[n::THREADS] for n in range(THREADS)]) for said in all_of_one
        )


@pytest.mark.django_db(transaction=True)
def test_a_crowd_that_joins_at_once_comes_in_until_it_is_full(
    monkeypatch: pytest.MonkeyPatch, rounds: Callable[[int, int], int]
) -> None:
    monkeypatch.setattr("studio.people.membership.GROUP_MEMBERS_MAX", 21)
    table = DeckFixture("Ros")
    crowd = [Person.objects.create(name=f"Guest {n:02}") for n in range(rounds(48, 1000))]

    def come(person: Person) -> str:
        try:
            join(group_id=table.group.pk, person_id=person.pk)
        except Refused as refused:
            return refused.code
        return "in"

    told = at_once([lambda person=person: come(person) for person in crowd])  # type: ignore[misc]
    assert told == {"in": 20, "join.group_full": len(crowd) - 20}
    table.deck.refresh_from_db()
    assert len(decks.load(table.deck).members) == 21 and decks.load(table.deck) == table.folded()


@pytest.mark.django_db(transaction=True)
def test_a_flood_of_moves_from_one_seat_keeps_no_other_out_and_counts_each_once() -> None:
    at = TableEvening().begin()
    before = Entry.objects.filter(stream=at.table.stream).count()

    def flip(who: Any, key: str) -> Callable[[], str]:
        return lambda: str(at.act(who, "flip", key=key).status_code)

    flood = [flip(at.ros, f"flood {n // 2}") for n in range(48)]  # each button twice
    assert at_once([*flood[:24], flip(at.idris, "mine"), *flood[24:]]) == {"204": 49}
    entries = list(Entry.objects.filter(stream=at.table.stream).order_by("seq").values_list("seq", flat=True))
    assert entries == list(range(1, before + 24 + 1 + 1))
    at.value()
    assert not list(disagreements(at.table))


@pytest.fixture
def a_deck_of() -> Callable[[int], Any]:
    return lambda articles: SimpleNamespace(articles=range(articles))


def test_memories_at_their_bound_keep_their_count_and_never_go_back(
    monkeypatch: pytest.MonkeyPatch, a_deck_of: Callable[[int], Any]
) -> None:
    memory.forget()
    monkeypatch.setattr(memory, "ARTICLES_MAX", 60)
    monkeypatch.setattr(memory, "DECKS_MAX", 9)
    monkeypatch.setattr(tables, "_cache", type(tables._cache)())
    monkeypatch.setattr(tables, "_CACHED_TABLES", 5)
    drawn: Lately[str] = Lately(2_000, len)

    def busy(seed: int) -> str:
        dice = random.Random(seed)
        for head in range(150):
            key = f"k{dice.randrange(14)}"
            memory._remember(key, head, a_deck_of(dice.randrange(20)))
            tables.remember(key, head, a_deck_of(0))
            words = key * dice.randrange(1, 40)
            assert drawn.get(("said", words), lambda words=words: f"{words}!") == f"{words}!"  # type: ignore[misc]
        return "well"

    assert at_once([lambda n=n: busy(n) for n in range(THREADS)]) == {"well": THREADS}  # type: ignore[misc]
    known = list(memory._known.values())
    assert memory._articles == sum(len(deck.articles) for _, deck in known) <= 60 and len(known) <= 9
    assert len(tables._cache) == 5 and {head for head, _ in tables._cache.values()} <= set(range(150))
    assert drawn.held <= 2_000 + THREADS * 121  # each of them may just be putting one more there
    newest = dict(tables._cache)
    for key, (head, value) in newest.items():
        tables.remember(key, head - 1, a_deck_of(1))
        assert tables._cache[key] == (head, value)
    memory.forget()
