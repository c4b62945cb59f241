"""The memories of a process at their bound: they hold no more than that, and what is drawn beside them is what is drawn
from nothing. Slower, never wrong."""

from __future__ import annotations

from typing import Any

import pytest

from cards.queries import proofs
from cards.rules.word_diff import DiffRun, FieldChange
from play.queries import log_lines
from play.storage import store
from studio.live.parts import HOLE, part_of
from studio.models import Person
from studio.speed.lately import Lately
from studio.templatetags import fragments
from tests.live.table_viewers import Viewer, callers, everybody, follow, shown
from tests.memories import forget_all, lately, remembering, weighing
from tests.table_fixture import TableFixture

pytestmark = pytest.mark.django_db

SMALL = 6  # of what a memory keeps here: less than one table's drawing makes
# What is asked about a class, a font or a process of ours: nothing that anybody sends makes these more.
OF_THE_PROGRAM = {
    "_hints",
    "_names_in",
    "_union_fields",
    "_written_fields",
    "the_press",
    "embedded_font",
    "_whole",
    "_known",
    "letters_of",
}
MOVES: tuple[tuple[str, dict[str, str]], ...] = (
    ("tap", {"tapped": "1"}), ("token", {"token": "rosette", "count": "2"}), ("tap", {"tapped": "0"}),
    ("token", {"token": "rosette", "count": "0"}), ("tap", {"tapped": "1"}),
)  # fmt: skip


@pytest.fixture
def at_their_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every memory of tables is full with less than one of them."""
    forget_all()
    monkeypatch.setattr(store, "_CACHED_TABLES", 2)
    monkeypatch.setattr(store, "_TOLD_TABLES", 1)
    monkeypatch.setattr(log_lines, "WORDINGS_KEPT", 2)
    for memory in (*lately().values(), *(one.memory for one in weighing().values())):
        monkeypatch.setattr(memory, "_half", SMALL * fragments.DEAR if memory is fragments._memory else SMALL)


def largest(memory: Lately[Any]) -> int:
    return max((memory._size(one) for half in (memory._near, memory._far) for one in half.values()), default=0)


def assert_bounded() -> None:
    assert len(store._cache) <= store._CACHED_TABLES and len(store._told) <= store._TOLD_TABLES
    for name, memory in lately().items():
        assert memory.held <= 2 * memory._half + largest(memory), name
    for told, _ in store._told.values():
        assert len(told) <= store.RECENT
        assert all(len(log_lines._lines.get(one, {})) <= log_lines.WORDINGS_KEPT for one in told)


def assert_as_fresh(g: TableFixture, viewers: list[Viewer]) -> None:
    """The pages that frames made, those that are drawn beside full memories, and those drawn from nothing are one."""
    full = {viewer.name: viewer.page.html for viewer in everybody(g)}
    forget_all()
    fresh = {viewer.name: viewer.page.html for viewer in everybody(g)}
    assert full == fresh
    for viewer in viewers:
        assert (viewer.page.v, viewer.page.gaps, viewer.page.torn) == (g.head, 0, 0)
        assert viewer.page.html == fresh[viewer.name]


@pytest.mark.usefixtures("at_their_bound")
def test_tables_beyond_every_bound_are_shown_as_they_are() -> None:
    games = [TableFixture(cards=10) for _ in range(3)]
    pieces = [g.in_play(1) for g in games]
    viewers = [everybody(g) for g in games]
    for verb, fields in MOVES:
        for g, piece, some in zip(games, pieces, viewers, strict=True):
            g.do(1, verb, piece=piece, **fields)
            follow(g, some)
            assert_bounded()
    for g, some in zip(games, viewers, strict=True):
        follow(g, some)
        assert_as_fresh(g, some)


@pytest.mark.usefixtures("at_their_bound")
def test_lines_whose_people_go_by_other_names_again_and_again_are_kept_in_their_latest_words() -> None:
    """Or a table at which nobody moves would keep its lines once for every name that anybody ever had."""
    g = TableFixture(cards=20)
    g.do(1, "look", zone="draw", count="3")  # which is told otherwise to whoever looked
    for n in range(6):
        Person.objects.filter(pk=g.person("Idris")).update(name=f"Idris {n}")
        for caller in callers(g).values():
            words = str(shown(g, caller).html["r-log"])
            assert f"Idris {n}" in words and f"Idris {n - 1}" not in words
        assert_bounded()
    assert max(map(len, log_lines._lines.values())) == log_lines.WORDINGS_KEPT
    assert_as_fresh(g, everybody(g))


def test_whatever_is_remembered_has_a_bound_and_keeps_it() -> None:
    memories, functions, by_weight = lately(), remembering(), weighing()
    assert len(memories) >= 8 and len(functions) >= 30 and len(by_weight) >= 10
    unbounded = {name.split()[1] for name, one in functions.items() if one.cache_info().maxsize is None}
    assert unbounded <= OF_THE_PROGRAM
    layout = fragments.Layout(part_of(f'<p id="p">{HOLE * 300}</p>', ()), ())
    heavy = "x" * 100_000
    for name, memory in {**memories, **{name: one.memory for name, one in by_weight.items()}}.items():
        one: Any = heavy if name in memories else (heavy, len(heavy))
        if memory is fragments._memory:
            one = layout
        elif memory is proofs._words_of.memory:
            one = (FieldChange("text", (DiffRun("same", heavy),)),)
        many = 3 * 2 * memory._half // memory._size(one)
        for number in range(many):
            memory.get(("beyond", number), lambda one=one: one)  # type: ignore[misc]
        assert memory.held <= 2 * memory._half + memory._size(one) < many * memory._size(one), name
        memory.clear()


def test_a_table_more_than_are_kept_drives_out_the_one_longest_untouched() -> None:
    forget_all()
    g = TableFixture(cards=4)
    value, head = g.value, g.head
    for number in range(store._CACHED_TABLES):
        store.remember(f"beyond {number}", 1, value)
    assert len(store._cache) == store._CACHED_TABLES and g.table.code not in store._cache
    assert store.load(g.table, head) == value and g.table.code in store._cache and "beyond 0" not in store._cache
    store.remember("beyond 1", 2, value)  # somebody moved there
    store.remember("one more", 1, value)
    assert "beyond 1" in store._cache and "beyond 2" not in store._cache
    assert len(store._cache) == store._CACHED_TABLES
    forget_all()


def test_the_lines_that_are_kept_are_those_of_the_tables_at_which_somebody_moved_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forget_all()
    games = [TableFixture(cards=4) for _ in range(3)]
    monkeypatch.setattr(store, "_TOLD_TABLES", 2)
    for g in (games[0], games[1], games[0], games[2]):
        g.in_play()
        store.recent(g.table, g.head)
    assert list(store._told) == [games[0].table.code, games[2].table.code]
    forget_all()
