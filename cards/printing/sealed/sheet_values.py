"""What is to be laid on sheets, as values: cards, their places, and what a side of a sheet has become."""

from __future__ import annotations

from dataclasses import dataclass

from cards.face.measures import Frame, Size
from cards.printing.geometry.finish import SheetFinish
from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.sheets import CardPlace
from cards.printing.geometry.sides import SheetSide, bleed_round, sides_of
from cards.printing.sealed.lettering import PT, Letters

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class SheetCard:
    """One card to be laid down: which page of which batch, and what is written on it here.

    `face` is its place among the faces that were sent along, `part` which of that face's cards it is.
    """

    batch: int
    page: int
    number: str
    foot_line: str
    step: int
    foot_left: float
    foot_right: float
    face: int = 0
    part: int = 0
    back: int = -1


@dataclass(frozen=True, slots=True)
class SheetSpec:
    """What is to be printed. `date` is the version's, as PDF writes it; `name` stands at the foot.

    `backs` are those that cards name by their number. All cards were drawn with `bleed`, in 1/100 mm.
    """

    title: str
    name: str
    date: str
    layout: SheetLayout
    frame: Frame
    is_draft: bool
    cards: tuple[SheetCard, ...]
    language: str = ""
    finish: SheetFinish = SheetFinish()
    backs: tuple[SheetCard, ...] = ()
    bleed: int = 0
    author: str = ""
    keywords: tuple[str, ...] = ()
    licence: str = ""

    def sides(self) -> tuple[SheetSide[SheetCard], ...]:
        """What lies where, page by page."""

        def back_of(card: SheetCard) -> SheetCard | None:
            return self.backs[card.back] if card.back >= 0 else None

        return sides_of(self.cards, back_of, self.layout, self.finish)

    def is_back(self, card: SheetCard) -> bool:
        """Whether its page is that of a back."""
        return any((card.batch, card.page) == (back.batch, back.page) for back in self.backs)

    @property
    def drawn_height(self) -> float:
        """Of a card with all its bleed; pt."""
        return (self.layout.card.height + 2 * self.bleed) / 100 * PT

    @property
    def line(self) -> str:
        """What stands at the foot of every sheet: which deck, and whose copy it is."""
        return self.finish.signed(self.name)

    @property
    def size(self) -> Size:
        return self.layout.size


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card on its sheet. `name` is its page's, among all batches; its `operators` are written into the sheet itself.

    `shown` is the part of its `box` that is seen.
    """

    card: SheetCard
    place: CardPlace
    shown: Box
    name: tuple[str, int]
    box: Box
    operators: bytes | None


@dataclass(frozen=True, slots=True)
class DrawnSheet:
    """One sheet: deflated operators, the letters they write, and its forms (a card's name, or a foreign line)."""

    content: bytes
    letters: Letters
    forms: dict[str, tuple[str, int] | str]


def shown_of(wanted: SheetSpec, place: CardPlace, box: Box, *, is_back: bool) -> Box:
    """The part of a card's box that is seen where it lies: fronts with the layout's bleed, backs with all of theirs.

    The box is drawn with all the bleed there is. What lies upside down is seen from the other side.
    """
    bleed = wanted.bleed if is_back else wanted.layout.bleed
    left, top, right, bottom = bleed_round(wanted.layout, place, bleed)
    if place.is_turned:
        left, top, right, bottom = right, bottom, left, top
    less = [(wanted.bleed - some) / 100 * PT for some in (left, bottom, right, top)]
    return (box[0] + less[0], box[1] + less[1], box[2] - less[2], box[3] - less[3]) if any(less) else box
