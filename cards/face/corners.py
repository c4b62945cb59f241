"""The corner values of a face: those that have room where they belong, and those that go into the text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from cards.face.face import Face
from cards.face.measures import Frame, Size
from cards.face.text import Inline, Markup, clean_line, inline_html, parse_inline
from cards.face.title_fit import corner_step, plate_width

CornerName = Literal["cost", "gain", "value", "stat"]

LABELS: dict[CornerName, str] = {"cost": "Cost", "gain": "Gain", "value": "Value", "stat": "Strength"}


@dataclass(frozen=True, slots=True)
class Corner:
    """A corner value: `html` is escaped, `step` 1 to 3 makes room for longer ones."""

    label: str
    html: Markup
    step: int


def corners_of(
    face: Face, frame: Frame, size: Size, art: str
) -> tuple[dict[CornerName, Corner], list[tuple[CornerName, tuple[Inline, ...]]]]:
    """The corner values that have room, and those that have not."""
    corners: dict[CornerName, Corner] = {}
    too_long: list[tuple[CornerName, tuple[Inline, ...]]] = []
    written: tuple[tuple[CornerName, str], ...] = (
        ("cost", face.cost),
        ("gain", face.gain),
        ("value", face.value),
        ("stat", face.stat),
    )
    for name, value in written:
        inlines = parse_inline(clean_line(value))
        if not inlines:
            continue
        if step := corner_step(inlines, name, frame, size):
            corners[name] = Corner(LABELS[name], inline_html(inlines, art=art, outlined=frame == "saver"), step)
        else:
            too_long.append((name, inlines))
    return corners, too_long


def foot_line_edges(face: Face, frame: Frame, size: Size, corners: Mapping[CornerName, Corner]) -> Iterator[str]:
    """How far the line at the foot keeps from the corner values beside it, as CSS properties."""
    beside: tuple[tuple[CornerName, str, str], ...] = (
        ("value", "--cf-foot-line-x", face.value),
        ("stat", "--cf-foot-line-r", face.stat),
    )
    for name, style, value in beside:
        corner = corners.get(name)
        if corner:
            wide = plate_width(parse_inline(clean_line(value)), corner.step, frame, size) + 1.2
            yield f"{style}:{wide:.2f}mm"
