"""Sheets of the trade by name, as data: what other tools and printers call nine to a sheet, gutterfold, one a page.

The first cards' places are those of the templates that ship with Squib, in 1/100 mm. A folded sheet is laid round the
middle of its paper; theirs lies 0.3 mm off it.
"""

from __future__ import annotations

from dataclasses import dataclass

from cards.printing.geometry.layouts import Fold, SheetLayout, one_a_page
from cards.printing.geometry.papers import A4, LETTER, Paper
from studio.kernel.refusals import Refused

ARCH_B = Paper("12x18in", "12 × 18 in", 30480, 45720)


@dataclass(frozen=True, slots=True)
class SheetTemplate:
    """A named sheet; `note` says who uses it."""

    name: str
    label: str
    layout: SheetLayout
    note: str


def _sheet(
    paper: Paper, size: str, grid: tuple[int, int], first: tuple[int, int], pitch: tuple[int, int], bleed: int = 0,
    fold: Fold = "",
) -> SheetLayout:  # fmt: skip
    return SheetLayout(paper, size, *grid, *first, *pitch, bleed, fold)


TEMPLATES: dict[str, SheetTemplate] = {
    template.name: template
    for template in (
        SheetTemplate(
            "a4-poker-9", "A4, nine poker cards",
            _sheet(A4, "poker", (3, 3), (1050, 1000), (6300, 8800)), "what most make",
        ),
        SheetTemplate(
            "a4-poker-8", "A4 lying, eight poker cards",
            _sheet(A4.turned, "poker", (4, 2), (2250, 1000), (6300, 8800)), "room on the right for notes",
        ),
        SheetTemplate(
            "a4-poker-8-bleed", "A4 lying, eight poker cards with 3 mm of bleed",
            _sheet(A4.turned, "poker", (4, 2), (1350, 1400), (6900, 9400), 300), "for art to the edge",
        ),
        SheetTemplate(
            "a4-usgame-9", "A4, nine US game cards",
            _sheet(A4, "us-game", (3, 3), (2100, 1000), (5600, 8700)), "board games",
        ),
        SheetTemplate(
            "a4-euro-9", "A4, nine euro cards", _sheet(A4, "euro", (3, 3), (1650, 1000), (5900, 9200)), "board games"
        ),
        SheetTemplate(
            "letter-poker-9", "Letter, nine US poker cards",
            _sheet(LETTER, "poker-us", (3, 3), (1270, 635), (6350, 8890)), "what most make",
        ),
        SheetTemplate(
            "letter-poker-gutterfold", "Letter lying, four US poker cards and their backs, to fold",
            _sheet(LETTER.turned, "poker-us", (4, 1), (889, 540), (6604, 9964), 0, "across"), "fold, glue, cut",
        ),
        SheetTemplate(
            "drivethru-1up", "One US poker card a page with its bleed", one_a_page("poker-us", 318), "DriveThruCards"
        ),
        SheetTemplate(
            "ppg-18", "12 × 18 in lying, eighteen US poker cards with bleed",
            _sheet(ARCH_B.turned, "poker-us", (6, 3), (2220, 1269), (6986, 9526), 318), "PrintPlayGames",
        ),
    )
}  # fmt: skip


def template_named(name: str) -> SheetTemplate:
    """Raises Refused("print.template")."""
    if (template := TEMPLATES.get(name)) is None:
        raise Refused("print.template", template=name[:40])
    return template
