"""Includes that are drawn once for equal arguments: `{% fragment %}`, and `{% part %}` for what is sent by itself.

`{% fragment "studio/_seal.html" seal=seal size="s" %}`: an include that comes from memory.
`{% part "play/_seat.html" seat=seat back=back %}`: the same for one element with an id. In a live region it is a part
of its own (studio/live/parts.py); anywhere else it simply stands there.
`{% parts "play/_log_line.html" line=log.lines %}`: one for each of the list that is named first, with nothing between.
`{% hole id %}`: where a part stands in the layout of a region whose value is `LaidOut`; `{% holes "lines" %}`: where as
many as there are stand side by side. On a page without such regions `{% laid_out "play/_felt.html" felt=step.felt %}`
shows it whole.
`{% uncopied piece.face %}`: markup that is in memory already and stands in many parts; none of them has a copy of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, TypeVar

from django import template
from django.template import Context
from django.template.loader import get_template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from studio.live.parts import HOLE, KeepsDrawn, LaidOut, PagePart, part_of, region_of
from studio.speed.lately import Lately
from studio.web.language import spoken

KEPT = 6_000_000  # characters of fragments that are kept at most, and about as many of their arguments
DEAR = 500  # characters that a fragment's arguments count for at least
KINDS_KEPT = 4000  # templates, each with the names of its arguments, in every language
_UNCOPIED = SafeString("<!--uncopied-->")  # no text of anybody's can hold it: templates escape "<"


class Layout:
    """A region with holes for its parts, whose ids are `holes`, and nothing in them yet. Frozen but for what it
    remembers of itself."""

    __slots__ = ("_roomy", "holes", "region")

    def __init__(self, region: PagePart, holes: tuple[str, ...]) -> None:
        self.region, self.holes = region, holes
        self._roomy: tuple[tuple[SideBySide, ...], PagePart] = ((), region)

    def with_room(self, gaps: tuple[SideBySide, ...]) -> PagePart:
        """The region with as many holes in each of these places as are to stand there. The same object for as many as
        last time."""
        last, roomy = self._roomy
        if gaps != last:
            roomy = PagePart(self.region.id, _widened(self.region.shell, gaps))
            self._roomy = gaps, roomy
        return roomy

    @property
    def length(self) -> int:
        """Characters of its markup."""
        return self.region.length


Drawn = TypeVar("Drawn", SafeString, PagePart, Layout)
SideBySide = tuple[int, int]  # where a list of parts stands: how many holes are before it, and how many are its own
FragmentDrawer = Callable[[str, Mapping[str, Any]], Drawn]

register = template.Library()


class Inside(Context):
    """The context of a part: it gathers the parts inside it, in the order of their holes, from its includes too."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        super().__init__(dict(arguments), use_l10n=False)  # what is counted here is written alike in every language
        self.parts: list[PagePart] = []
        self.holes: list[str] = []
        self.uncopied: list[str] = []


@register.simple_tag
def fragment(name: str, **arguments: Any) -> SafeString:
    """The fragment with these frozen values, and nothing else of the page around it.

    A move changes one card on a table of many, and eight people look at it: what is equal to what was drawn before is
    the same bytes, whoever it was drawn for.
    """
    return _remembered(_fragment, name, arguments)


@register.simple_tag(takes_context=True)
def part(context: Context, name: str, **arguments: Any) -> SafeString:
    """See the head of this module. ValueError where the fragment is no element with an id."""
    return _stand(context, _remembered(_part, name, arguments))


@register.simple_tag(takes_context=True)
def parts(context: Context, name: str, **arguments: Any) -> SafeString:
    """See the head of this module."""
    (each, values), *others = arguments.items()
    names, beside = (each, *dict(others)), tuple(dict(others).values())
    language = spoken()
    drawn = (_kept(_part, name, names, (value, *beside), language) for value in values)
    return mark_safe("".join(_stand(context, one) for one in drawn))  # noqa: S308 - templates wrote it


@register.simple_tag(takes_context=True)
def hole(context: Context, id: str) -> SafeString:
    """See the head of this module."""
    assert isinstance(context, Inside), "a layout is drawn by itself"
    context.holes.append(id)
    return HOLE


register.simple_tag(hole, takes_context=True, name="holes")


@register.simple_tag(takes_context=True)
def uncopied(context: Context, markup: SafeString) -> SafeString:
    """See the head of this module."""
    if not isinstance(context, Inside) or not markup:
        return markup
    context.uncopied.append(conditional_escape(markup))
    return _UNCOPIED


@register.simple_tag
def laid_out(name: str, **arguments: LaidOut) -> SafeString:
    """See the head of this module."""
    ((variable, value),) = arguments.items()
    return _laid_out(name, variable, value).html


def drawn_region(name: str, variable: str, value: object) -> PagePart:
    """A region's fragment with its parts, in the language that is spoken. From memory where the value is frozen."""
    if isinstance(value, LaidOut):
        return _laid_out(name, variable, value)
    try:
        return _kept(_region, name, (variable,), (value,), spoken())
    except TypeError:  # a value with a list or a mapping in it
        return _region(name, {variable: value})


def _laid_out(name: str, variable: str, value: LaidOut) -> PagePart:
    """A layout that is remembered, and the parts in its holes. KeyError where a hole has none."""
    how = name, language = name, spoken()
    region: PagePart | None = value.drawn_as(how)
    if region is None:
        region = _put_together(name, variable, value, language)
        value.keep_drawn(how, region)
    return region


def _put_together(name: str, variable: str, value: LaidOut, language: str) -> PagePart:
    layout: Layout = _kept(_layout, name, (variable,), (value.layout,), language)
    inner, parts, gaps = value.parts, list[PagePart](), list[SideBySide]()
    for id in layout.holes:
        called = inner[id]
        if isinstance(called, list):
            gaps.append((len(parts), len(called)))
            parts += [_kept(_part, *one, language) for one in called]
        else:
            parts.append(_kept(_part, *called, language))
    region = layout.with_room(tuple(gaps)) if gaps else layout.region
    return region_of(region.filled(tuple(parts)))


def _widened(shell: str, gaps: tuple[SideBySide, ...]) -> str:
    for before, many in gaps:
        pieces = shell.split(HOLE, before + 1)
        shell = HOLE.join(pieces[: before + 1]) + HOLE * many + pieces[-1]
    return shell


def _kept(
    draw: FragmentDrawer[Drawn], name: str, names: tuple[str, ...], values: tuple[Any, ...], language: str
) -> Drawn:
    """`draw(name, arguments)` from memory. Most of what lies on a table is the very same object as before a move, and
    has what was drawn of it with it; of all else equal values are looked for. `language` is the one that is spoken."""
    value, *beside = values
    if not isinstance(value, KeepsDrawn):
        return _remembered(draw, name, dict(zip(names, values, strict=True)))
    kind = _kind(draw, name, language)
    how = (kind, *beside) if beside else kind
    drawn: Drawn | None = value.drawn_as(how)
    if drawn is None:
        arguments = dict(zip(names, values, strict=True))
        drawn = draw(name, arguments) if value.is_made_once else _remembered(draw, name, arguments)
        value.keep_drawn(how, drawn)
    return drawn


def _layout(name: str, arguments: Mapping[str, Any]) -> Layout:
    inside = Inside(arguments)
    return Layout(part_of(_written(name, inside), ()), tuple(inside.holes))


def _stand(context: Context, drawn: PagePart) -> SafeString:
    """A hole where the parts around it are told apart, else the markup itself."""
    if not isinstance(context, Inside):
        return drawn.html
    context.parts.append(drawn)
    return HOLE


def _remembered(draw: FragmentDrawer[Drawn], name: str, arguments: Mapping[str, Any]) -> Drawn:
    """`draw(name, arguments)` in the language that is spoken. TypeError for arguments not frozen."""
    key = (_kind(draw, name, spoken(), *arguments), *arguments.values())
    drawn: Drawn = _memory.get(key, lambda: draw(name, arguments))
    return drawn


@lru_cache(maxsize=KINDS_KEPT)
def _kind(*said: object) -> tuple[object, ...]:
    """What is said of a fragment besides its values: the same object in the keys of all of its kind, for a table has
    a hundred of them."""
    return said


def _fragment(name: str, arguments: Mapping[str, Any]) -> SafeString:
    return mark_safe(get_template(name).render(dict(arguments)))  # noqa: S308 - templates wrote it


def _part(name: str, arguments: Mapping[str, Any]) -> PagePart:
    return part_of(*_drawn(name, arguments))


def _region(name: str, arguments: Mapping[str, Any]) -> PagePart:
    return region_of(_part(name, arguments))


def _drawn(name: str, arguments: Mapping[str, Any]) -> tuple[str | tuple[str, ...], list[PagePart]]:
    inside = Inside(arguments)
    return _written(name, inside), inside.parts


def _written(name: str, inside: Inside) -> str | tuple[str, ...]:
    text: str = get_template(name).template.render(inside).strip()  # type: ignore[attr-defined]
    if not inside.uncopied:
        return text
    first, *others = text.split(_UNCOPIED)
    return first, *chain.from_iterable(zip(inside.uncopied, others, strict=True))


def _size_of(drawn: SafeString | PagePart | Layout) -> int:
    """Characters that it counts for, without the parts inside it: they are kept by themselves. Nor does what is not
    copied count, for one face is in all the cards that show it."""
    return DEAR + (len(drawn) if isinstance(drawn, str) else drawn.length)


# A zone of two hundred cards is half a megabyte, and another one with each move: so by size and not by number.
_memory: Lately[Any] = Lately(KEPT, _size_of)
