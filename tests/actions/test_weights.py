"""What strangers make as large as they like is remembered by weight, and what is only tried is not remembered."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import sys
import typing
from dataclasses import is_dataclass
from typing import Any

import pytest

from cards.face.stroke import Stroke
from studio.speed.lately import _one as one_each
from studio.speed.lately import weighed, weight
from tests.full_drawings import POINTS, STROKES, doodle
from tests.memories import ROOMS, lately, remembering
from tests.web.workshop_evening import GOAT, WorkshopEvening

OF_THE_PROGRAM = {"_listing"}  # decks that come with it


def holds_strokes(shape: Any, seen: set[Any]) -> bool:
    """Whether what a type hint names has a drawing in it, however deep."""
    if isinstance(shape, (list, tuple)):
        return any(holds_strokes(one, seen) for one in shape)
    if shape is Stroke or shape in seen:
        return shape is Stroke
    seen.add(shape)
    inner = [*typing.get_args(shape)]
    if isinstance(shape, type) and is_dataclass(shape):
        inner += typing.get_type_hints(shape).values()
    return any(holds_strokes(one, seen) for one in inner)


def test_no_memory_that_counts_what_it_keeps_keeps_a_drawing() -> None:
    """A thousand faces are a megabyte, or a gigabyte: a new memory of them is bounded by its weight. What the
    sealed process remembers goes with it, after some sixty requests, and so do those who ask too much."""
    for room in ROOMS:
        for module in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}."):
            if ".migrations" not in module.name and ".management" not in module.name:
                importlib.import_module(module.name)
    counted = {
        name
        for name, function in remembering().items()
        if ".sealed." not in name
        and any(holds_strokes(hint, set()) for hint in typing.get_type_hints(function.__wrapped__).values())
    }
    assert {name.split()[1] for name in counted} == OF_THE_PROGRAM
    told = [(name, memory) for name, memory in lately().items() if holds_strokes(what_it_keeps(name), set())]
    assert {name for name, _ in told} >= {"cards.queries.faces _read", "cards.queries.faces _bare"}
    assert [name for name, memory in told if memory._size is one_each] == [], "each is counted as one, however large"


def what_it_keeps(name: str) -> Any:
    """The hint of a memory of a module: `_read: Lately[ReadFace]`."""
    module, _, variable = name.partition(" ")
    return typing.get_type_hints(sys.modules[module]).get(variable)


def test_what_is_weighed_keeps_as_much_as_it_may_and_nothing_that_is_too_heavy() -> None:
    asked = []

    @weighed(10_000)
    def twice(words: str, *, more: str = "") -> str:
        asked.append(words)
        return words + words + more

    for _ in range(2):
        assert twice("a" * 100, more="b") == "a" * 200 + "b"
    assert len(asked) == 1, "it was remembered"
    for _ in range(2):
        assert twice("x" * 5_000) == "x" * 10_000
    assert len(asked) == 3, "it was too heavy to be"
    for number in range(200):
        twice(f"{number:04}" * 50)
    assert twice.memory.held <= 10_000 + weight("1" * 200) * 4
    twice("a" * 100)
    assert len(asked) == 204, "it was driven out by what came after"
    twice.cache_clear()
    assert twice.memory.held == 0


def test_a_number_of_a_drawing_weighs_what_it_takes() -> None:
    strokes = tuple(Stroke("pen", "#000000", tuple(range(1000, 3000)), tuple(range(1000))) for _ in range(10))
    assert 10 * 3000 * 28 < weight(strokes) < 10 * 3000 * 40


@pytest.mark.django_db
def test_what_was_only_previewed_is_not_remembered() -> None:
    """A hand sends a drawing with every key; somebody who means ill sends another one each time."""
    evening = WorkshopEvening()
    of_others = full_strokes()
    for seed in range(3):
        answer = evening.ros.post(f"{evening.home}preview/", {**GOAT, "doodle": doodle(seed)})
        assert answer.status_code == 200
    del answer
    kept = full_strokes() - of_others
    assert not kept, f"{len(kept)} strokes of {3 * STROKES} are still in memory"


def full_strokes() -> set[int]:
    """Which are in memory: what other tests gave a deck is remembered with it."""
    gc.collect()
    return {id(one) for one in gc.get_objects() if type(one) is Stroke and len(one.points) == 2 * POINTS}
