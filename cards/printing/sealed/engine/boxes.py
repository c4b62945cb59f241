"""Where the words of a laid-out page lie, read off the engine's own boxes.

A box has `position_x`, `position_y`, `width`, `height` in CSS pixels from the upper left of its page; words have `text`
and `baseline`, and a computed `style`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cards.printing.sealed.slots import LayerSlot

PIXEL = 25.4 / 96  # a CSS pixel in mm
_WORDS, _BELOW = {"cf-text", "cf-flavour"}, {"cf-foot", "cf-stat", "cf-value"}


def every(page: Any) -> Iterator[Any]:
    """All boxes of a page."""
    yield from page._page_box.descendants(placeholders=True)


def classes(box: Any) -> list[str]:
    """The class names of the element it was made for."""
    element = getattr(box, "element", None)
    return (element.get("class") or "").split() if element is not None else []


def is_words(box: Any) -> bool:
    return hasattr(box, "text")


def _has_letters(box: Any) -> bool:
    return is_words(box) and bool(box.text.strip())


def inside(page: Any, name: str) -> Iterator[Any]:
    """All boxes within the elements of a class, and theirs."""
    for box in every(page):
        if name in classes(box) and not is_words(box):
            yield box
            if hasattr(box, "descendants"):
                yield from box.descendants(placeholders=True)


def words(page: Any, name: str) -> list[Any]:
    """The words within the elements of a class."""
    return [box for box in inside(page, name) if _has_letters(box)]


def end(page: Any) -> float:
    """Where the words of a page end on the right, in mm."""
    return max(float(box.position_x + box.width) for box in every(page) if is_words(box)) * PIXEL


def is_over(page: Any) -> bool:
    """Whether the words of a card page come down to its foot or its corner values (0.05 mm allowed)."""
    lowest, highest = 0.0, float("inf")
    for box in every(page):
        if is_words(box):
            continue
        named = set(classes(box))
        if named & _WORDS and hasattr(box, "descendants"):
            ends = (one.position_y + one.height for one in box.descendants(placeholders=True) if _has_letters(one))
            lowest = max(lowest, max(ends, default=0.0))
        elif named & _BELOW and box.height:
            highest = min(highest, box.position_y)
    return lowest > highest + 0.05 / PIXEL


def slot(box: Any) -> LayerSlot:
    """Where words lie and how they are set, to write others in their place."""
    style = box.style
    colour = style["color"].coordinates if hasattr(style["color"], "coordinates") else style["color"][:3]
    tracking = style["letter_spacing"]
    return LayerSlot(
        left=box.position_x * PIXEL,
        right=(box.position_x + box.width) * PIXEL,
        baseline=(box.position_y + box.baseline) * PIXEL,
        pt=style["font_size"] * 0.75,
        font=style["font_family"][0],
        weight=int(style["font_weight"]),
        tracking=0.0 if tracking == "normal" else float(tracking) * PIXEL,
        colour=tuple(float(part) for part in colour[:3]),  # type: ignore[arg-type]
    )
