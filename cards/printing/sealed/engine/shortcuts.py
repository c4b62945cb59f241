"""What the page engine finds out the long way for every box and every page, although it is known beforehand.

Most styles of a box are initial values or those of its parent, and no card has words in the sixteen boxes of a page's
margin. Whatever is not as simple as that goes the engine's own way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weasyprint import layout
from weasyprint.css import ComputedStyle
from weasyprint.css.computed_values import PHYSICAL_FUNCTIONS
from weasyprint.css.properties import INHERITED, INITIAL_NOT_COMPUTED, INITIAL_VALUES

MARGIN_BOXES = tuple(
    f"@{side}-{place}"
    for side, places in {
        "top": ("left-corner", "left", "center", "right", "right-corner"),
        "bottom": ("left-corner", "left", "center", "right", "right-corner"),
        "left": ("top", "middle", "bottom"),
        "right": ("top", "middle", "bottom"),
    }.items()
    for place in places
)
# What is said of a start or an end may hold for a left or a top as well.
_LOGICAL = frozenset(
    logical(block="ttb", inline=direction) for logical in PHYSICAL_FUNCTIONS.values() for direction in ("ltr", "rtl")
)
_SIMPLE = {
    name: value
    for name, value in INITIAL_VALUES.items()
    if name not in INITIAL_NOT_COMPUTED | {"position", "float", "display", "page"}
    and not name.startswith(("__", "text_decoration_"))
}
_OF_PARENTS = frozenset(_SIMPLE) & INHERITED
_INITIAL = {name: value for name, value in _SIMPLE.items() if name not in _OF_PARENTS}

_the_long_way = ComputedStyle.__missing__
_margin_boxes = layout.make_margin_boxes


def take_shortcuts() -> None:
    """From now on in this process."""
    ComputedStyle.__missing__ = _missing
    layout.make_margin_boxes = _made_margin_boxes


def take_the_long_way() -> None:
    """The engine as it is, for who compares."""
    ComputedStyle.__missing__ = _the_long_way
    layout.make_margin_boxes = _margin_boxes


def _missing(style: Any, name: str) -> Any:
    """The value of a property that nothing was said of: its parent's, or the initial one."""
    cascaded = style.cascaded
    if name in cascaded or (name in PHYSICAL_FUNCTIONS and not _LOGICAL.isdisjoint(cascaded)):
        return _the_long_way(style, name)
    if name in _INITIAL:
        value = style[name] = _INITIAL[name]
        return value
    if name in _OF_PARENTS and style.parent_style is not None:
        value = style[name] = style.parent_style[name]
        return value
    return _the_long_way(style, name)


def _made_margin_boxes(context: Any, page: Any, state: Any) -> Iterator[Any]:
    """The boxes in the margin of a page, of which most pages have none."""
    if any(context.style_for(page.page_type, name) is not None for name in MARGIN_BOXES):
        yield from _margin_boxes(context, page, state)
