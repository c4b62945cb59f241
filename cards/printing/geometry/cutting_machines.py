"""Sheets for cutting machines: registration marks that their cameras look for, and the cuts as SVG.

Pure. Lengths are 1/100 mm from the upper left corner of the paper. People keep the cut files they made: a mark or a cut
that moves makes them useless, so what is here is frozen by golden files (tests/print/cutting_machines).

What Silhouette's machines look for was read in the extension that drives them from Inkscape: a square of 5 mm at the
upper left, angles of 20 mm at the upper right and lower left, lines of 0.3 mm, nothing else near.
"""

from __future__ import annotations

from dataclasses import dataclass

from cards.printing.geometry.hexes import hex_corners
from cards.printing.geometry.layouts import SheetLayout, arranged
from cards.printing.geometry.papers import MARGIN, Paper
from cards.printing.geometry.sheets import CardPlace, places
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused

CutPoint = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cutter:
    """A family of cutting machines. `inset` is where its marks stand, `arm` how long they are, 0 where it has none
    printed; `clear` is what cards keep off them. `program` drives it, and must be told of its marks."""

    name: str
    label: str
    program: str = ""
    inset: int = 0
    square: int = 0
    arm: int = 0
    line: int = 0
    clear: int = 0


@dataclass(frozen=True, slots=True)
class RegistrationMark:
    """A black rectangle."""

    x: int
    y: int
    width: int
    height: int


CUTTERS: dict[str, Cutter] = {
    cutter.name: cutter
    for cutter in (
        Cutter(
            "silhouette",
            "Silhouette (Cameo, Portrait)",
            "Silhouette Studio",
            inset=1000,
            square=500,
            arm=2000,
            line=30,
            clear=100,
        ),  # fmt: skip
        Cutter("unmarked", "Others, by their SVG alone"),
    )
}


def cutter_named(name: str) -> Cutter:
    """Raises Refused("print.cutter")."""
    if (cutter := CUTTERS.get(name)) is None:
        raise Refused("print.cutter", cutter=name[:40])
    return cutter


def to_type(cutter: Cutter) -> Message | None:
    """What a machine's program must be told of the marks, or its camera looks elsewhere. None where it has none."""
    if not cutter.arm:
        return None
    return message(
        "{program}, registration marks: inset {inset} mm, length {length} mm, thickness {thickness} mm.",
        program=cutter.program, inset=_mm(cutter.inset), length=_mm(cutter.arm), thickness=_mm(cutter.line),
    )  # fmt: skip


def arranged_for_cutter(
    cutter: Cutter, paper: Paper, size: str, *, gap: int | None = None, bleed: int = 0
) -> SheetLayout:
    """The sheet that holds most, upright, with nothing where marks stand. Raises Refused("print.no_fit")."""
    if not cutter.arm:
        return arranged(paper, size, gap=gap, bleed=bleed)
    near = cutter.inset + cutter.line + cutter.clear
    far = cutter.inset + cutter.arm + cutter.clear
    found: list[SheetLayout] = []
    for margin, margin_y in ((near, far), (far, near)):
        try:
            found.append(
                arranged(paper, size, margin=margin, margin_y=margin_y, gap=gap, bleed=bleed, orientation="upright")
            )
        except Refused as refused:
            last = refused
    if not found:
        raise last
    return max(found, key=lambda layout: layout.places)


def marks(cutter: Cutter, paper: Paper) -> tuple[RegistrationMark, ...]:
    """The marks of a sheet, black: a square and two angles, whose outer corners stand at the inset."""
    if not cutter.arm:
        return ()
    near, arm, line = cutter.inset, cutter.arm, cutter.line
    right, bottom = paper.width - near, paper.height - near
    return (
        RegistrationMark(near, near, cutter.square, cutter.square),
        RegistrationMark(right - arm, near, arm, line),
        RegistrationMark(right - line, near, line, arm),
        RegistrationMark(near, bottom - line, arm, line),
        RegistrationMark(near, bottom - arm, line, arm),
    )


def clear_of_marks(cutter: Cutter) -> int:
    """How far from the sides of the paper words begin that stand in line with marks."""
    return cutter.inset + cutter.arm + 3 * cutter.clear if cutter.arm else MARGIN


def cut_svg(layout: SheetLayout, cutter: Cutter, cards: int | None = None) -> str:
    """The cuts of a sheet as SVG in mm, as large as the paper: one line a card, of all places or the first.

    Rounded corners are a card's own. A side that two cards share is in the line of the first alone, so that no machine
    cuts it twice; a card that shares none has a closed line. The marks come along in a group of their own, not to be
    cut.
    """
    laid = places(layout)[: layout.places if cards is None else cards]
    width, height = _mm(layout.paper.width), _mm(layout.paper.height)
    done: set[frozenset[CutPoint]] = set()
    cuts = "\n".join(f'<path d="{_line(_outline(layout, place), done)}"/>' for place in laid)
    printed = "\n".join(
        f'<rect x="{_mm(mark.x)}" y="{_mm(mark.y)}" width="{_mm(mark.width)}" height="{_mm(mark.height)}"/>'
        for mark in marks(cutter, layout.paper)
    )
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n'
        f'<g id="cut" fill="none" stroke="#ff0000" stroke-width="0.1">\n{cuts}\n</g>\n'
        f'<g id="marks" fill="#000000">\n{printed}\n</g>\n</svg>\n'
    )


@dataclass(frozen=True, slots=True)
class _Stroke:
    """A part of a card's outline: a side, or with a `radius` a round corner, clockwise."""

    start: CutPoint
    end: CutPoint
    radius: int = 0

    @property
    def drawn(self) -> str:
        x, y = map(_mm, self.end)
        if self.radius:
            return f"A{_mm(self.radius)} {_mm(self.radius)} 0 0 1 {x} {y}"
        if self.start[1] == self.end[1]:
            return f"H{x}"
        return f"V{y}" if self.start[0] == self.end[0] else f"L{x} {y}"


def _outline(layout: SheetLayout, place: CardPlace) -> tuple[_Stroke, ...]:
    """A rectangle with round corners, clockwise from its upper left; or a hex, flat above and below."""
    card = layout.card
    left, top, right, bottom = place.x, place.y, place.x + card.width, place.y + card.height
    if card.shape == "hex":
        corners = hex_corners(card, left, top)
        return tuple(map(_Stroke, corners, (*corners[1:], corners[0])))
    r = round(card.corner * 100)
    ends = (
        ((left + r, top), (right - r, top)), ((right, top + r), (right, bottom - r)),
        ((right - r, bottom), (left + r, bottom)), ((left, bottom - r), (left, top + r)),
    )  # fmt: skip
    corners_after = (start for start, _ in (*ends[1:], ends[0]))
    return tuple(
        stroke
        for (start, end), after in zip(ends, corners_after, strict=True)
        for stroke in (_Stroke(start, end), _Stroke(end, after, r))
    )


def _line(strokes: tuple[_Stroke, ...], done: set[frozenset[CutPoint]]) -> str:
    """What is left of an outline without the sides that are `done`, which grow by those of this one."""
    left = [stroke for stroke in strokes if stroke.radius or frozenset((stroke.start, stroke.end)) not in done]
    done.update(frozenset((stroke.start, stroke.end)) for stroke in left if not stroke.radius)
    if len(left) == len(strokes):
        sides = strokes if strokes[-1].radius else strokes[:-1]  # a straight last one is what closes the line
        return " ".join((_moved_to(strokes[0].start), *(stroke.drawn for stroke in sides), "Z"))
    ends = {stroke.end for stroke in left}
    first = next(at for at, stroke in enumerate(left) if stroke.start not in ends)
    parts: list[str] = []
    at: CutPoint | None = None
    for stroke in (*left[first:], *left[:first]):
        parts += [stroke.drawn] if stroke.start == at else [_moved_to(stroke.start), stroke.drawn]
        at = stroke.end
    return " ".join(parts)


def _moved_to(point: CutPoint) -> str:
    return f"M{_mm(point[0])} {_mm(point[1])}"


def _mm(length: int) -> str:
    return f"{length / 100:g}"
