"""The sides of the sheets of one file, in the order of its pages: which card lies where on which side. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from cards.printing.geometry.finish import SheetFinish
from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.sheets import CardPlace, backs, dealt, places

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SheetSide(Generic[T]):
    """One side of a sheet: `number` of the sheet, from 1; whether backs lie on it alone; what lies where.

    On a folded sheet fronts and backs lie on one side.
    """

    number: int
    is_back: bool
    laid: tuple[tuple[T, CardPlace], ...]


def sides_of(
    cards: Sequence[T], back_of: Callable[[T], T | None], layout: SheetLayout, finish: SheetFinish
) -> tuple[SheetSide[T], ...]:
    """Fronts, each followed by its backs; or all backs behind all fronts, the right way round, for gluing.

    Backs lie behind their fronts, so a short sheet has its empty places on both sides. Cards without a back leave
    theirs empty; where no card of the file has one there are fronts alone.
    """
    sheets = dealt(cards, layout)
    has_backs = any(back_of(card) is not None for card in cards)
    front_places = places(layout)
    is_apart = finish.backing == "apart" and not layout.fold
    back_places = front_places if is_apart else backs(layout, finish.flip, finish.offset)
    fronts: list[SheetSide[T]] = []
    behind: list[SheetSide[T]] = []
    for index, sheet in enumerate(sheets):
        laid = tuple(zip(sheet, front_places, strict=False))
        found = ((back_of(card), place) for card, place in zip(sheet, back_places, strict=False))
        turned = tuple((back, place) for back, place in found if back is not None)
        if layout.fold:
            laid, turned = laid + turned, ()
        fronts.append(SheetSide(index + 1, False, laid))
        behind.append(SheetSide(index + 1, True, turned))
    if not has_backs or layout.fold:
        return tuple(fronts)
    if is_apart:
        return (*fronts, *behind)
    pairs = zip(behind, fronts, strict=True) if finish.is_back_first else zip(fronts, behind, strict=True)
    return tuple(side for pair in pairs for side in pair)


def bleed_round(layout: SheetLayout, place: CardPlace, bleed: int) -> tuple[int, int, int, int]:
    """How much of a card's bleed is shown to the left, above, to the right and below, as it lies on the sheet.

    All of it where no other card can lie, elsewhere as far as the middle of the gap: no card is covered by another's.
    """
    beside, above = max(0, min(bleed, layout.gap_x // 2)), max(0, min(bleed, layout.gap_y // 2))
    return (
        bleed if place.column == 0 else beside,
        bleed if place.row == 0 else above,
        bleed if place.column == layout.columns - 1 else beside,
        bleed if place.row == layout.rows - 1 else above,
    )
