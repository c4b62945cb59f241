"""The corner values of a face: those that have room where they belong, and those that go into the text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cards.face.face import Face
from cards.face.lexicon import CORNERS, CornerName, Lexicon
from cards.face.measures import Frame, Size
from cards.face.text import Inline, Markup, clean_line, inline_html, parse_inline
from cards.face.title_fit import corner_step, plate_width

LABELS: dict[CornerName, str] = {"cost": "Cost", "gain": "Gain", "value": "Value", "stat": "Strength"}


@dataclass(frozen=True, slots=True)
class Corner:
    """A corner value: `html` is escaped, `step` 1 to 3 makes room for longer ones. `is_named` by the deck itself."""

    label: str
    html: Markup
    step: int
    is_named: bool = False


def corner_label(name: CornerName, lexicon: Lexicon) -> str:
    """What a corner is called: the deck's own name for it, else everybody's."""
    return str(getattr(lexicon.corners, name)) or LABELS[name]


def corners_of(
    face: Face, frame: Frame, size: Size, art: str, lexicon: Lexicon
) -> tuple[dict[CornerName, Corner], list[tuple[CornerName, tuple[Inline, ...]]]]:
    """The corner values that have room, and those that have not."""
    corners: dict[CornerName, Corner] = {}
    too_long: list[tuple[CornerName, tuple[Inline, ...]]] = []
    for name in CORNERS:
        inlines = parse_inline(clean_line(getattr(face, name)), lexicon)
        if not inlines:
            continue
        if step := corner_step(inlines, name, frame, size):
            html = inline_html(inlines, art=art, outlined=frame == "saver")
            corners[name] = Corner(corner_label(name, lexicon), html, step, bool(getattr(lexicon.corners, name)))
        else:
            too_long.append((name, inlines))
    return corners, too_long


def foot_line_edges(
    face: Face, frame: Frame, size: Size, corners: Mapping[CornerName, Corner], lexicon: Lexicon
) -> Iterator[str]:
    """How far the line at the foot keeps from the corner values beside it, as CSS properties."""
    beside: tuple[tuple[CornerName, str, str], ...] = (
        ("value", "--cf-foot-line-x", face.value),
        ("stat", "--cf-foot-line-r", face.stat),
    )
    for name, style, value in beside:
        corner = corners.get(name)
        if corner:
            wide = plate_width(parse_inline(clean_line(value), lexicon), corner.step, frame, size) + 1.2
            yield f"{style}:{wide:.2f}mm"
