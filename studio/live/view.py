"""What one drawing knows. A view says of which stream, through whose eyes, at which moment and in which language it is
drawn, and it remembers what was loaded for it. Made at the door or by the hub, handed to regions and queries.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar

from studio.web.language import ENGLISH, spoken, wished

P = ParamSpec("P")
R = TypeVar("R")

_NOT_YET: Any = object()


class PageDoor(Protocol):
    """What a page's door gives: which stream, how one viewer sees it, and as which member (None for a visitor)."""

    @property
    def stream_id(self) -> int: ...

    @property
    def sight(self) -> str: ...

    @property
    def member_id(self) -> int | None: ...

    @property
    def person_id(self) -> int | None: ...


class Drawing:
    """The memory of one drawing. Whatever several of its views share is loaded once; nothing in it outlives it."""

    def __init__(self) -> None:
        self._memories: dict[Hashable, dict[Any, Any]] = {}

    def memory(self, *of: Hashable) -> dict[Any, Any]:
        """What is remembered about one thing: of views it is a stream at a moment in a language."""
        return self._memories.setdefault(of, {})

    def once(self, load: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """`load(*args)`, asked once in this drawing. TypeError for arguments that are no key."""
        memory, key = self.memory(), _key(load, args, kwargs)
        known: R = memory.get(key, _NOT_YET)
        if known is _NOT_YET:
            known = memory[key] = load(*args, **kwargs)
        return known

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has been loaded yet."""
        return not any(self._memories.values())


class View:
    """One viewer's look at one stream, for as long as one drawing takes.

    `sight` says what they may know; `member_id` and `person_id` are of the viewer alone, None where a thing is drawn
    for all with that sight. `number` is the page's, where it is one of many on the stream. `at` is None for now; a room
    that shows former moments puts there what it needs. `language` is the one that the site's own words are in, and so
    part of all that is remembered; `wished` is the reader's, for what is translated on a page that is not.
    """

    def __init__(
        self, stream_id: int, sight: str | None = None, *, member_id: int | None = None, person_id: int | None = None,
        number: int | None = None, at: Hashable = None, language: str = ENGLISH, wished: str = "",
        drawing: Drawing | None = None,
    ) -> None:  # fmt: skip
        self.stream_id, self.member_id, self.person_id = stream_id, member_id, person_id
        self.number, self.at, self.language, self.wished = number, at, language, wished or language
        self.drawing = drawing if drawing is not None else Drawing()
        self.memory = self.drawing.memory(stream_id, at, language)
        self.asked: dict[Callable[..., Any], Any] = {}  # what was asked of this very view, and is in that memory too
        self._sight = sight
        self._bare: Self | None = None

    @classmethod
    def through(cls, door: PageDoor, number: int | None = None) -> Self:
        """The view of whoever came through this door, now, in the language they are answered in."""
        return cls(
            door.stream_id, door.sight, member_id=door.member_id, person_id=door.person_id, number=number,
            language=spoken(), wished=wished(),
        )  # fmt: skip

    @property
    def sight(self) -> str:
        if self._sight is None:
            raise RuntimeError("what all sights share was asked for the one it is drawn for")
        return self._sight

    def seen_as(self, sight: str, *, at: Hashable = _NOT_YET) -> Self:
        """The same stream and drawing with another sight, and at another moment where `at` is given."""
        then = self.at if at is _NOT_YET else at
        return type(self)(
            self.stream_id, sight, number=self.number, at=then, language=self.language, wished=self.wished,
            drawing=self.drawing,
        )  # fmt: skip

    def of_all(self) -> Self:
        """The same for no sight, page or member in particular."""
        if self._bare is None:
            self._bare = type(self)(self.stream_id, at=self.at, language=self.language, drawing=self.drawing)
        return self._bare

    def in_language(self, language: str) -> Self:
        """The same for what is said in that language."""
        if language == self.language:
            return self
        return type(self)(
            self.stream_id, self._sight, member_id=self.member_id, person_id=self.person_id, number=self.number,
            at=self.at, language=language, wished=self.wished, drawing=self.drawing,
        )  # fmt: skip

    def as_member(self, member_id: int | None, person_id: int | None = None) -> Self:
        """The same for one member, or for none in particular."""
        if (member_id, person_id) == (self.member_id, self.person_id):
            return self
        view = self.seen_as(self.sight)
        view.member_id, view.person_id = member_id, person_id
        return view


V = TypeVar("V", bound=View)


def once_a_drawing(load: Callable[Concatenate[V, P], R]) -> Callable[Concatenate[V, P], R]:
    """Of a view: asked once for all sights of a drawing. What it loads cannot depend on one: it is given a view that
    has none. TypeError for further arguments that are no key."""

    @wraps(load)
    def shared(view: V, /, *args: P.args, **kwargs: P.kwargs) -> R:
        known: R = _NOT_YET if args or kwargs else view.asked.get(load, _NOT_YET)
        if known is not _NOT_YET:
            return known
        memory, key = view.memory, _key(load, args, kwargs)
        known = memory.get(key, _NOT_YET)
        if known is _NOT_YET:
            known = memory[key] = load(view.of_all(), *args, **kwargs)
        if not args and not kwargs:
            view.asked[load] = known
        return known

    return shared


def once_a_sight(load: Callable[Concatenate[V, P], R]) -> Callable[Concatenate[V, P], R]:
    """Of a view: asked once for all who have the same sight at the same page. It knows of no member in particular."""

    @wraps(load)
    def shared(view: V, /, *args: P.args, **kwargs: P.kwargs) -> R:
        known: R = _NOT_YET if args or kwargs else view.asked.get(load, _NOT_YET)
        if known is not _NOT_YET:
            return known
        memory, key = view.memory, _key(load, (view.sight, view.number, *args), kwargs)
        known = memory.get(key, _NOT_YET)
        if known is _NOT_YET:
            known = memory[key] = load(view.as_member(None), *args, **kwargs)
        if not args and not kwargs:
            view.asked[load] = known
        return known

    return shared


def _key(load: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Hashable:
    return (load, args, *sorted(kwargs.items())) if kwargs else (load, args)
