"""How sheets are finished: guides, backs behind the fronts, foot and margin line, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cards.printing.geometry.sheets import Flip, GuideStyle

Backing = Literal["duplex", "folded", "apart"]


@dataclass(frozen=True, slots=True)
class SheetFinish:
    """Lengths are 1/100 mm. What it leaves unsaid is a sheet as it always was.

    `backing`: backs on a page after their fronts, beyond the fold, or all on pages of their own behind all fronts.
    `back_x`, `back_y` move the backs to the right and down, with their guides and foot; `back_bleed` draws them so much
    larger than their trim. `whose` is written on the margin line; `cutter` names the machine whose marks are printed;
    `is_back_first` puts the page of a back before its front's; `has_test_page` puts the page to measure a printer by
    before the sheets.
    """

    guides: GuideStyle = "marks"
    has_guides_on_backs: bool = True
    backing: Backing = "duplex"
    flip: Flip = "left"
    back_x: int = 0
    back_y: int = 0
    back_bleed: int = 0
    has_foot: bool = True
    whose: str = ""
    cutter: str = ""
    has_test_page: bool = False
    is_back_first: bool = False

    @property
    def offset(self) -> tuple[int, int]:
        """How far the whole side of backs is moved, to the right and down."""
        return self.back_x, self.back_y

    def signed(self, name: str) -> str:
        """The name at the foot of a sheet, and whose copy it is: print shops mix piles."""
        return f"{name} · {self.whose}" if self.whose else name
