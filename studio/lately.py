"""What was made lately, for the next who wants the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

Made = TypeVar("Made")


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
        known = self._near.get(key)
        if known is None:
            known = self._far.get(key)
            known = self._keep(key, make() if known is None else known)
        return known

    def _keep(self, key: Hashable, made: Made) -> Made:
        self._near[key] = made
        self._nearby += self._size(made)
        if self._nearby > self._half:
            self._far, self._near, self._nearby = self._near, {}, 0
        return made

    @property
    def held(self) -> int:
        """What all that is kept counts for."""
        return sum(self._size(one) for half in (self._near, self._far) for one in half.values())


class LatelyOf(Lately[tuple[Any, ...]], Generic[Made]):
    """What was made of objects, by which they are, without a look into them: equal ones are not found.

    As long as something made of them is kept they are kept as well, so that no other object can come to be known for
    one of them.
    """

    def made_of(self, named: tuple[Hashable, ...], objects: tuple[object, ...]) -> Made | None:
        """What was made by that name of these very objects, as far as it is known. Equal names have equally many
        words."""
        key = (*named, *map(id, objects))
        known = self._near.get(key)
        if known is None and (known := self._far.get(key)) is not None:
            self._keep(key, known)
        return known[0] if known is not None else None

    def keep_made(self, named: tuple[Hashable, ...], objects: tuple[object, ...], made: Made) -> Made:
        """Know from now on what was made of them."""
        self._keep((*named, *map(id, objects)), (made, *objects))
        return made
