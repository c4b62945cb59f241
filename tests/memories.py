"""What this process remembers from one request to the next: emptied where a test counts or changes rows beneath it, and
looked through where its bounds are asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from cards.printing.sealed.recent import Recent
from cards.queries import faces
from play.storage import store
from studio.speed.lately import Lately

ROOMS = ("play", "cards", "studio")


def forget_faces() -> None:
    """Faces are read and drawn anew."""
    faces._read.clear()
    faces._bare.clear()
    faces._gone = frozenset()
    faces.printed.cache_clear()
    faces.words_of.cache_clear()


def forget_all() -> None:
    """Nothing of a table comes from memory: not the table, nor what was drawn of it."""
    forget_faces()
    store._cache.clear(), store._told.clear()
    for memory in lately().values():
        memory.clear()
    for function in (*remembering().values(), *weighing().values()):
        function.cache_clear()


def lately() -> dict[str, Lately[Any]]:
    """Every memory of the process that is a `Lately`, by module and name."""
    return {name: value for name, value in _named() if isinstance(value, Lately)}


def remembering() -> dict[str, Any]:
    """Every function of ours that remembers what it answered, by module and name."""
    return {name: value for name, value in _named() if hasattr(value, "cache_info") and ours(value.__module__)}


def weighing() -> dict[str, Any]:
    """Every function of ours that remembers by weight, by module and name."""
    return {name: value for name, value in _named() if isinstance(getattr(value, "memory", None), Lately)}


def recent() -> dict[str, Recent[Any, Any]]:
    """Every memory of a process of the press, by module and name."""
    return {name: value for name, value in _named() if isinstance(value, Recent)}


def _named() -> Iterator[tuple[str, Any]]:
    for module in [one for name, one in sys.modules.items() if ours(name)]:
        yield from ((f"{module.__name__} {name}", value) for name, value in list(vars(module).items()))


def ours(module: str) -> bool:
    return module.partition(".")[0] in ROOMS
