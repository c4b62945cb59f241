"""Includes that are drawn once for equal arguments: `{% fragment %}`, and `{% part %}` for what is sent by itself.

`{% fragment "studio/_seal.html" seal=seal size="s" %}`: an include that comes from memory.
`{% part "play/_seat.html" seat=seat back=back %}`: the same for one element with an id. In a live region it is a part
of its own (studio/live/parts.py); anywhere else it simply stands there.
`{% parts "play/_log_line.html" line=log.lines %}`: one for each of the list that is named first, with nothing between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django import template
from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from studio.live.parts import HOLE, PagePart, part_of, region_of
from studio.web.language import spoken

KEPT = 12_000_000  # characters of fragments that are kept at most, and about as many of their arguments
DEAR = 500  # characters that a fragment's arguments count for at least

Drawn = TypeVar("Drawn", SafeString, PagePart)
FragmentDrawer = Callable[[str, Mapping[str, Any]], Drawn]

register = template.Library()


class Inside(Context):
    """The context of a part: it gathers the parts inside it, in the order of their holes, from its includes too."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        super().__init__(dict(arguments))
        self.parts: list[PagePart] = []


@register.simple_tag
def fragment(name: str, **arguments: Any) -> SafeString:
    """The fragment with these frozen values, and nothing else of the page around it.

    A move changes one card on a table of many, and eight people look at it: what is equal to what was drawn before is
    the same bytes, whoever it was drawn for.
    """
    return _memory.get(_fragment, name, tuple(arguments.items()))


@register.simple_tag(takes_context=True)
def part(context: Context, name: str, **arguments: Any) -> SafeString:
    """See the head of this module. ValueError where the fragment is no element with an id."""
    return _stand(context, _memory.get(_part, name, tuple(arguments.items())))


@register.simple_tag(takes_context=True)
def parts(context: Context, name: str, **arguments: Any) -> SafeString:
    """See the head of this module."""
    (each, values), *others = arguments.items()
    drawn = (_memory.get(_part, name, ((each, value), *others)) for value in values)
    return mark_safe("".join(_stand(context, one) for one in drawn))  # noqa: S308 - templates wrote it


def drawn_region(name: str, variable: str, value: object) -> PagePart:
    """A region's fragment with its parts, in the language that is spoken. From memory where the value is frozen."""
    try:
        return _memory.get(_region, name, ((variable, value),))
    except TypeError:  # a value with a list or a mapping in it
        return _region(name, {variable: value})


def _stand(context: Context, drawn: PagePart) -> SafeString:
    """A hole where the parts around it are told apart, else the markup itself."""
    if not isinstance(context, Inside):
        return drawn.html
    context.parts.append(drawn)
    return SafeString(HOLE)


def _fragment(name: str, arguments: Mapping[str, Any]) -> SafeString:
    return mark_safe(get_template(name).render(dict(arguments)))  # noqa: S308 - templates wrote it


def _part(name: str, arguments: Mapping[str, Any]) -> PagePart:
    return part_of(*_drawn(name, arguments))


def _region(name: str, arguments: Mapping[str, Any]) -> PagePart:
    return region_of(*_drawn(name, arguments))


def _drawn(name: str, arguments: Mapping[str, Any]) -> tuple[str, list[PagePart]]:
    inside = Inside(arguments)
    return get_template(name).template.render(inside).strip(), inside.parts  # type: ignore[attr-defined]


class _Memory:
    """What was drawn lately, in two halves: when one is full the older is forgotten, and what is asked for moves on.

    Bounded by size and not by number: a zone of two hundred cards is half a megabyte, and another one with each move.
    Threads that meet here draw something twice at worst.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self.kept = kept
        self._fresh: dict[Any, Any] = {}
        self._before: dict[Any, Any] = {}
        self._size = 0

    def get(self, draw: FragmentDrawer[Drawn], name: str, arguments: tuple[tuple[str, Any], ...]) -> Drawn:
        """`draw(name, arguments)` in the language that is spoken. TypeError for arguments not frozen."""
        key = (draw, name, spoken(), arguments)
        known: Drawn | None = self._fresh.get(key)
        if known is None:
            known = self._before.get(key)
            if known is None:
                known = draw(name, dict(arguments))
            self._fresh[key] = known
            self._size += _size_of(known)
            if self._size > self.kept // 2:
                self._before, self._fresh, self._size = self._fresh, {}, 0
        return known

    @property
    def held(self) -> int:
        """Characters that are kept now."""
        return sum(_size_of(one) for half in (self._fresh, self._before) for one in half.values())


def _size_of(drawn: SafeString | PagePart) -> int:
    """Characters that it counts for, without the parts inside it: they are kept by themselves."""
    return DEAR + len(drawn.shell if isinstance(drawn, PagePart) else drawn)


_memory = _Memory()
