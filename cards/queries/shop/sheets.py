"""The cards of a print in their order, drawn as the press draws them, and those of one sheet. Only these are laid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cards.face.drawn import DrawnFace
from cards.face.face import Face
from cards.face.measures import Frame
from cards.printing.choices.choices import USUAL_CHOICES, PrintChoices
from cards.printing.queue.values import Item, Job
from cards.printing.shared.pieces import BlankCard, ChangeSlip
from cards.queries.shop.pieces import PaperCard
from cards.queries.shop.printable import Printable
from cards.queries.shop.words import Made


@dataclass(frozen=True, slots=True)
class CardOnSheet:
    """A card of a sheet and what is on its other side, None where nothing is."""

    front: PaperCard
    back: PaperCard | None = None


@dataclass(frozen=True, slots=True)
class DrawnItem:
    """An item with its cards: a long text goes on over several, all of which come as often as it does."""

    item: Item
    cards: tuple[PaperCard, ...]
    back: PaperCard | None = None

    @property
    def length(self) -> int:
        """How many places it takes."""
        return self.item.copies * len(self.cards)


def drawn_items(job: Job, shown: Printable, choices: PrintChoices) -> list[DrawnItem]:
    """What is printed, in its order: of the size and with the bleed of its sheets, which a template may decide."""
    sized = replace(choices, size=job.size)
    backs = {back.piece: shown.cards_of(back, sized, job.bleed)[0] for back in job.backs}
    return [
        DrawnItem(item, shown.cards_of(item, sized, job.layout.bleed), backs[item.back] if item.back else None)
        for item in job.items
    ]


def between(items: Sequence[DrawnItem], first: int, end: int) -> Iterator[CardOnSheet]:
    """The cards from place `first` on, before `end`, counted through all sheets. The others are only counted."""
    at = 0
    for one in items:
        if at + one.length > first:
            cards = [CardOnSheet(with_words(one.item, card), one.back) for card in one.cards]
            for place in range(max(first - at, 0), min(end - at, one.length)):
                yield cards[place % len(cards)]
        at += one.length
        if at >= end:
            return


def made_of(items: Sequence[DrawnItem], sheets: int, job: Job | None) -> Made:
    """How many there are of each."""
    faces = [one.item for one in items if isinstance(one.item.piece, Face)]
    return Made(
        sheets=sheets,
        cards=sum(item.copies for item in faces if not item.is_rule),
        rules=sum(item.copies for item in faces if item.is_rule),
        more=sum(one.length - one.item.copies for one in items if isinstance(one.item.piece, Face)),
        slips=sum(one.length for one in items if isinstance(one.item.piece, ChangeSlip)),
        blanks=sum(one.length for one in items if isinstance(one.item.piece, BlankCard)),
        beside=tuple(dict.fromkeys(type(page) for page in (*job.before, *job.after))) if job else (),
        is_folded=bool(job and job.layout.fold),
    )


def draw_sample(item: Item, shown: Printable, frame: Frame) -> PaperCard:
    """A card of the deck as it would be in a frame, of the usual size."""
    first, *_ = shown.cards_of(item, replace(USUAL_CHOICES, frame=frame))
    return with_words(item, first)


def with_words(item: Item, card: PaperCard) -> PaperCard:
    """A card with number and foot line, which on paper the imposition layer writes."""
    return replace(card, number=item.number, foot_line=item.foot_line) if isinstance(card, DrawnFace) else card
