"""All that can be chosen when a deck is printed, as one value. What it leaves unsaid prints as a deck always did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cards.face.measures import Frame, Size
from cards.printing.geometry.layouts import Orientation
from cards.printing.geometry.sheets import Flip, GuideStyle


@dataclass(frozen=True, slots=True)
class PrintChoices:
    """Lengths are 1/100 mm; `size` and `paper` are names of their tables, or "WxH" in mm.

    `since`: of an update, the version from which on changes count. `picked`: numbers of cards ("12") and Special Rules
    ("r3"); `kind`, `trait`, `maker` pick all cards that are so. `spare`: places that are left over on the last sheet
    become blank cards, of which there are `blanks` besides. `output`: sheets to cut, or an edition to be read. `gap`
    None is what the bleed needs, `thickness` a card's; `sleeved`: the box is for cards in sleeves.
    """

    what: Literal["deck", "update", "picked", "blanks"] = "deck"
    since: int | None = None
    picked: tuple[str, ...] = ()
    kind: str = ""
    trait: str = ""
    maker: str = ""
    with_rules: bool = True
    copies: Literal["deck", "one"] = "deck"
    output: Literal["sheets", "reading"] = "sheets"
    spare: bool = False
    blanks: int = 0
    blank_style: Literal["plain", "ruled"] = "plain"
    frame: Frame = "press"
    size: Size = "poker"
    paper: str = "a4"
    orientation: Orientation = "best"
    margin: int = 500
    template: str = ""
    bleed: int = 0
    gap: int | None = None
    outside_only: bool = False
    guides: GuideStyle = "marks"
    guides_on_backs: bool = True
    back: Literal["none", "plain", "deck", "kind", "drawn"] = "none"
    backing: Literal["duplex", "folded", "apart"] = "duplex"
    flip: Flip = "left"
    back_x: int = 0
    back_y: int = 0
    back_bleed: int = 0
    cover: bool = False
    rules_sheet: bool = False
    tokens: bool = False
    box: bool = False
    thickness: int = 30
    sleeved: bool = False
    footer: bool = True
    numbers: bool = True
    whose: str = ""
    test_page: bool = False
    cutter: str = ""
    service: str = ""


USUAL_CHOICES = PrintChoices()
