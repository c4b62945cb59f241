"""A frozen value that keeps its hash."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class KeepsHash:
    """For a frozen dataclass with slots that is a key again and again, and large: its hash is made when it is first
    asked for. What it holds must not change, as with every key.
    """

    __slots__ = ("_hash",)
    _hash: int

    def __init_subclass__(cls) -> None:
        """`dataclass(slots=True)` makes the class a second time, and then with the hash of its fields."""
        super().__init_subclass__()
        made: Callable[[Any], int] | None = vars(cls).get("__hash__")
        if made is not None:
            cls.__hash__ = _kept(made)  # type: ignore[method-assign, assignment]


def _kept(made: Callable[[Any], int]) -> Callable[[Any], int]:
    def hash_of(value: Any) -> int:
        try:
            known: int = value._hash
        except AttributeError:
            known = made(value)
            object.__setattr__(value, "_hash", known)
        return known

    return hash_of
