"""What a process has made lately and may need again, by name, up to so many bytes. Never needed for correctness."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The most recently used come last; the oldest are forgotten first."""

    def __init__(self, most: int, weight: Callable[[V], int]) -> None:
        self._most, self._weight = most, weight
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._total = 0

    def get(self, name: K, make: Callable[[], V]) -> V:
        """The thing of that name, made when it is not there."""
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        made = self._kept[name] = make()
        self._total += self._weight(made)
        while self._total > self._most and len(self._kept) > 1:
            _, gone = self._kept.popitem(last=False)
            self._total -= self._weight(gone)
        return made

    def __len__(self) -> int:
        return len(self._kept)
