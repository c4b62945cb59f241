"""The live parts of pages, as a table: which fragment shows what, and which events touch it.

Each room fills `PAGES` from its own `regions.py`; the hub and the full page draw from the same rows, which is why a
stale page plus its frames equals a fresh page. A fragment's root element carries the region's id and `data-region`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from pathlib import PurePosixPath
from typing import Any, ParamSpec, Protocol, TypeVar

from django.http import Http404
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

P = ParamSpec("P")
R = TypeVar("R")

PRESENCE = "presence"  # somebody came or went: no entry, redrawn at the same version
PEOPLE = "people"  # somebody's name or colour changed: every region may show it


class Door(Protocol):
    """What a page's door gives: how one viewer sees it, and as which member (None for a visitor)."""

    @property
    def sight(self) -> str: ...

    @property
    def member_id(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Line:
    """One entry as the hub reads it."""

    seq: int
    kind: str
    by: int | None
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Region:
    """One live part of a page.

    `query(stream_id, sight)` gives the frozen value the fragment shows; of a `mine` region it is
    `query(stream_id, sight, member_id)`. `touched_by` names kinds of entries, PRESENCE among them where the fragment
    shows who is here. A `mine` region is redrawn for every member on the page by those, and by `touched_by_own` only
    for the member whose entry it was (my vote, my buttons).
    """

    id: str
    template: str
    query: Callable[..., object]
    touched_by: frozenset[str]
    mine: bool = False
    touched_by_own: frozenset[str] = frozenset()
    argument: str = ""  # the fragment's one variable; by default its file's name: cards/_ballot.html shows `ballot`
    of_person: bool = False  # two people on one seat see it differently: its query is given `person=` too

    @property
    def variable(self) -> str:
        return self.argument or PurePosixPath(self.template).stem.lstrip("_").replace("-", "_")

    def is_touched(self, line: Line, member: int | None) -> bool:
        if line.kind in self.touched_by or line.kind == PEOPLE:
            return True
        return line.kind in self.touched_by_own and line.by is not None and line.by == member


@dataclass(frozen=True, slots=True)
class PageRegions:
    """The live side of one kind of page.

    `door(caller, stream)` is asked when a socket opens and again before each drawing; None or Http404 closes it.
    `say(stream_id, sight, lines)` words new entries for the announcer. `visible` lists the kinds of entries a sight
    may know of: the others do not even count in its version numbers. A sight that is not listed knows all kinds.
    A `numbered` page is one of many on its stream (proposal 7): its queries are also given `number=`, and
    `has(stream_id, number)` says whether there is such a one.
    """

    door: Callable[..., Door | None]
    regions: tuple[Region, ...]
    say: Callable[[int, str, tuple[Line, ...]], str] | None = None
    visible: Mapping[str, frozenset[str]] = field(default_factory=dict)
    numbered: bool = False
    has: Callable[[int, int], bool] | None = None

    @property
    def shared(self) -> tuple[Region, ...]:
        return tuple(region for region in self.regions if not region.mine)

    @property
    def personal(self) -> tuple[Region, ...]:
        return tuple(region for region in self.regions if region.mine)

    def kinds_for(self, sight: str) -> frozenset[str] | None:
        """The kinds of entries this sight may know of; None for all."""
        return self.visible.get(sight)

    def is_there(self, stream_id: int, number: int | None) -> bool:
        """Whether there is such a page on the stream."""
        if number is None or self.has is None:
            return self.numbered == (number is not None)
        return self.numbered and self.has(stream_id, number)

    def admit(self, caller: object, stream: object) -> Door | None:
        try:
            return self.door(caller, stream)
        except Http404:
            return None


PAGES: dict[str, PageRegions] = {}


def draw(
    region: Region, stream_id: int, sight: str, member_id: int | None = None, number: int | None = None,
    person_id: int | None = None,
) -> SafeString:  # fmt: skip
    """One region's HTML, as the page and every frame show it. As many statements as its query says."""
    who = (member_id,) if region.mine else ()
    extra: dict[str, int | None] = {} if number is None else {"number": number}
    if region.of_person:
        extra["person"] = person_id
    return _markup(region.template, region.variable, region.query(stream_id, sight, *who, **extra))


def touched(regions: Iterable[Region], lines: Iterable[Line], member: int | None = None) -> tuple[Region, ...]:
    """Those of `regions` that one of the lines touches, in page order."""
    known = tuple(lines)
    return tuple(region for region in regions if any(region.is_touched(line, member) for line in known))


_NOT_YET: Any = object()
_drawing: ContextVar[dict[Any, Any] | None] = ContextVar("drawing", default=None)


@contextmanager
def one_drawing() -> Iterator[None]:
    """Inside, functions marked `once_a_drawing` are asked once for the same arguments."""
    token = _drawing.set({})
    try:
        yield
    finally:
        _drawing.reset(token)


def once_a_drawing(load: Callable[P, R]) -> Callable[P, R]:
    """Lets several regions of one drawing share what they load. Outside a drawing nothing is remembered."""

    @wraps(load)
    def shared(*args: P.args, **kwargs: P.kwargs) -> R:
        memory = _drawing.get()
        if memory is None:
            return load(*args, **kwargs)
        key = (load, args, tuple(sorted(kwargs.items())))
        try:
            known = memory.get(key, _NOT_YET)
        except TypeError:  # an argument with a list or a mapping in it
            return load(*args, **kwargs)
        if known is _NOT_YET:
            known = memory[key] = load(*args, **kwargs)
        return known

    return shared


@once_a_drawing
def _markup(template: str, variable: str, value: object) -> SafeString:
    """A fragment; two sights that may know the same are shown the same, and it is drawn once for both."""
    return mark_safe(render_to_string(template, {variable: value}).strip())
