"""What was made lately, for the next who wants the same."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from functools import cache, wraps
from typing import Any, Generic, ParamSpec, Protocol, TypeVar

Made = TypeVar("Made")
Answer_co = TypeVar("Answer_co", covariant=True)
Given = ParamSpec("Given")
_WHOLE = frozenset({str, bool, int, type(None)})  # what has nothing else in it
NUMBER = 36  # bytes of one number of a drawing, and of where it stands


def _one(made: object) -> int:
    return 1


class Lately(Generic[Made]):
    """A memory of the process in two halves: when one is full the older is forgotten, and what is asked for moves on.

    Bounded by what it holds: `kept` of them, or of what `size` says each counts for. A key says all that what is made
    depends on. Threads that meet here make something twice at worst.
    """

    def __init__(self, kept: int, size: Callable[[Made], int] = _one) -> None:
        self._half, self._size = kept // 2, size
        self.clear()

    def clear(self) -> None:
        self._near: dict[Hashable, Made] = {}
        self._far: dict[Hashable, Made] = {}
        self._nearby = 0

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What is known by that key, else what is made now. TypeError for what is no key."""
        known = self.known(key)
        return self.keep(key, make()) if known is None else known

    def keep(self, key: Hashable, made: Made) -> Made:
        """Know it by that key from now on."""
        self._near[key] = made
        self._nearby += self._size(made)
        if self._nearby > self._half:
            self._far, self._near, self._nearby = self._near, {}, 0
        return made

    def known(self, key: Hashable) -> Made | None:
        """What is known by that key. It moves on as if it had been asked for."""
        known = self._near.get(key)
        if known is None and (known := self._far.get(key)) is not None:
            self.keep(key, known)
        return known

    @property
    def held(self) -> int:
        """What all that is kept counts for."""
        return sum(self._size(one) for half in (self._near, self._far) for one in half.values())


class Kept(Protocol[Given, Answer_co]):
    """A function that remembers: `memory` holds what it answered lately, by weight each with what it weighs."""

    memory: Lately[Any]

    def __call__(self, *args: Given.args, **named: Given.kwargs) -> Answer_co: ...

    def cache_clear(self) -> None: ...


def kept(
    most: int, *, by: Callable[..., Hashable], size: Callable[[Any], int] = _one
) -> Callable[[Callable[Given, Made]], Kept[Given, Made]]:
    """Like `lru_cache`, for a function that is given more than its answer depends on: `by` makes of the same arguments
    the key, which says all that it does depend on. Bounded as `Lately` is."""

    def remembering(make: Callable[Given, Made]) -> Kept[Given, Made]:
        memory: Lately[Made] = Lately(most, size)

        @wraps(make)
        def remembered(*args: Given.args, **named: Given.kwargs) -> Made:
            key = by(*args, **named)
            known = memory.known(key)
            return memory.keep(key, make(*args, **named)) if known is None else known

        remembered.memory, remembered.cache_clear = memory, memory.clear  # type: ignore[attr-defined]
        return remembered  # type: ignore[return-value]

    return remembering


def weighed(most: int) -> Callable[[Callable[Given, Answer_co]], Kept[Given, Answer_co]]:
    """Like `lru_cache`, for what strangers make as large as they like: it keeps so many bytes, however many they are.

    Counted are the first thing it is given and its answer; the others are shared, or short. What alone weighs more than
    a half of all is answered and not kept.
    """

    def remembering(make: Callable[Given, Answer_co]) -> Kept[Given, Answer_co]:
        memory: Lately[tuple[Any, int]] = Lately(most, _weight_of)

        @wraps(make)
        def remembered(*args: Given.args, **named: Given.kwargs) -> Answer_co:
            key = (args, tuple(named.items())) if named else args
            found = memory.known(key)
            if found is None:
                made = make(*args, **named)
                found = made, weight(args[0]) + weight(made)
                if found[1] <= most // 2:
                    memory.keep(key, found)
            answer: Answer_co = found[0]
            return answer

        remembered.memory, remembered.cache_clear = memory, memory.clear  # type: ignore[attr-defined]
        return remembered  # type: ignore[return-value]

    return remembering


def _weight_of(kept: tuple[Any, int]) -> int:
    return kept[1]


def weight(value: Any) -> int:
    """About how many bytes of memory a value takes with all that is in it; what it shares is counted once more."""
    kind: Any = type(value)
    if kind is tuple:
        if value and type(value[0]) is int:
            return NUMBER * len(value)
        return sys.getsizeof(value) + sum(map(weight, value))
    size = sys.getsizeof(value)
    for name in _names_in(kind):
        one = getattr(value, name)
        size += sys.getsizeof(one) if type(one) in _WHOLE else weight(one)
    return size


@cache
def _names_in(kind: type) -> tuple[str, ...]:
    """Of its fields, where values of the kind have any."""
    return tuple(one.name for one in fields(kind)) if is_dataclass(kind) else ()
