"""Sheets for cutting machines: registration marks that their cameras look for, and the cuts as SVG.

Pure. Lengths are 1/100 mm from the upper left corner of the paper. People keep the cut files they made: a mark or a cut
that moves makes them useless, so what is here is frozen by golden files (tests/print/cutting).

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
    """The cuts of a sheet as SVG in mm, as large as the paper: one closed line a card, of all places or the first.

    Rounded corners are a card's own. The marks come along in a group of their own, not to be cut.
    """
    laid = places(layout)[: layout.places if cards is None else cards]
    width, height = _mm(layout.paper.width), _mm(layout.paper.height)
    cuts = "\n".join(f'<path d="{_outline(layout, place)}"/>' for place in laid)
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


def _outline(layout: SheetLayout, place: CardPlace) -> str:
    """A rectangle with round corners, clockwise from its upper left; or a hex, flat above and below."""
    card = layout.card
    left, top, right, bottom = place.x, place.y, place.x + card.width, place.y + card.height
    if card.shape == "hex":
        return "M" + " L".join(f"{_mm(x)} {_mm(y)}" for x, y in hex_corners(card, left, top)) + " Z"
    r = round(card.corner * 100)
    arc = f"A{_mm(r)} {_mm(r)} 0 0 1"
    return (
        f"M{_mm(left + r)} {_mm(top)} H{_mm(right - r)} {arc} {_mm(right)} {_mm(top + r)} V{_mm(bottom - r)} "
        f"{arc} {_mm(right - r)} {_mm(bottom)} H{_mm(left + r)} {arc} {_mm(left)} {_mm(bottom - r)} V{_mm(top + r)} "
        f"{arc} {_mm(left + r)} {_mm(top)} Z"
    )


def _mm(length: int) -> str:
    return f"{length / 100:g}"
