"""One sheet of a print as the page shows it, both sides: where the press will have everything.

Lengths stand in styles, in mm, as CSS wants them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import atan2, degrees, hypot

from cards.face.drawn import DrawnFace
from cards.face.drawn_back import DrawnBack
from cards.printing.geometry.cutting_machines import clear_of_marks, cutter_named, marks, to_type
from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.papers import MARGIN, ONE_CARD
from cards.printing.geometry.sheets import (
    RULER_WORDS,
    CardPlace,
    Guide,
    backs,
    beyond_foot,
    fold,
    foot,
    foot_words,
    guides,
    places,
    turned_over,
)
from cards.printing.geometry.sides import bleed_round
from cards.printing.queue.values import Job
from cards.printing.shared.drawn_pieces import DrawnBlank, DrawnSlip
from cards.printing.shared.pages.shown import PageShown
from cards.queries.shop.pieces import PaperCard
from cards.queries.shop.sheets import CardOnSheet
from studio.kernel.messages import Message, english, message
from studio.web.words import say

HEX_SAFE = 2.0  # mm off all six sides: words keep to a rectangle, and its corners are nearly as near as that
LINE = 0.25  # mm; the press draws 0.14, which a screen loses


@dataclass(frozen=True, slots=True)
class FootShown:
    """The line of words beside the cards: its style, and of each of its three fields where it stands. `machine` is what
    a cutting machine must be told, in a line of its own."""

    style: str
    is_turned: bool
    deck: str
    sheet: str
    scale: str
    name: str
    words: str
    ruler: str
    has_inks: bool
    machine: str = ""
    machine_at: str = ""


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """What lies in one place: one of the four. `style` is its upper left corner, bleed and all; a turned card lies
    upside down. `which` says which of the sheet's cards it is."""

    style: str
    is_turned: bool
    face: DrawnFace | None = None
    blank: DrawnBlank | None = None
    slip: DrawnSlip | None = None
    back: DrawnBack | None = None
    which: str = ""

    @property
    def title(self) -> str:
        if self.face:
            return self.face.title
        if self.slip:
            return say(message("Change slip"))
        return say(message("A blank card") if self.blank else message("The back of a card"))


@dataclass(frozen=True, slots=True)
class SideShown:
    """One side of a sheet. `guides` and `fold` are styles of lines; `page` is what a page beside the sheets writes,
    `labels` (above a place and beside it) and `words` what stands on the test page: the words in a block of that
    style."""

    name: str
    guides: tuple[str, ...]
    places: tuple[PlaceShown, ...] = ()
    fold: str = ""
    foot: FootShown | None = None
    page: PageShown | None = None
    labels: tuple[tuple[str, str], ...] = ()
    labels_beside: tuple[tuple[str, str], ...] = ()
    words: tuple[str, ...] = ()
    words_at: str = ""


@dataclass(frozen=True, slots=True)
class SheetShown:
    """A sheet as it will come out, `number` of `of`; 0 of 0 for a page beside them. `style` says how large it and its
    cards are, `shape` what is cut out of their boxes."""

    number: int
    of: int
    style: str
    sides: tuple[SideShown, ...]
    label: str
    shown: str
    is_draft: bool
    shape: str = "card"
    is_lying: bool = False


def sheet_shown(job: Job, number: int, of: int, cards: Sequence[CardOnSheet], side: str) -> SheetShown:
    """A sheet from the geometry the press lays it out by; its cards come in the order of its places.

    Backs beyond a fold are on the side of the fronts; all others are a side of their own. `side` is what is looked at.
    """
    has_backs = any(card.back for card in cards)
    fronts, behind = _fronts(job, number, of, cards), _backs(job, number, of, cards) if has_backs else None
    if behind and job.layout.fold:
        fronts, behind = replace(fronts, places=fronts.places + behind.places), None
    return SheetShown(
        number=number,
        of=of,
        style=_measures(job.layout),
        sides=tuple(_counted(side) for side in (fronts, behind) if side),
        label=say(_numbered(job).given(number=number, of=of)),
        shown="backs" if behind and side == "backs" else "fronts",
        is_draft=job.is_draft,
        shape=job.layout.card.shape,
        is_lying=job.layout.is_landscape,
    )


def _counted(side: SideShown) -> SideShown:
    """Each of its cards with which it is."""
    which = message("{number} of {of} on this sheet", of=len(side.places))
    counted = enumerate(side.places, 1)
    return replace(side, places=tuple(replace(one, which=say(which.given(number=at))) for at, one in counted))


def _numbered(job: Job) -> Message:
    is_one_card = job.layout.paper.name == ONE_CARD
    return message("Card {number} of {of}") if is_one_card else message("Sheet {number} of {of}")


def _fronts(job: Job, number: int, of: int, cards: Sequence[CardOnSheet]) -> SideShown:
    layout, cutter = job.layout, job.finish.cutter
    return SideShown(
        name="fronts",
        guides=_marks(job) if cutter else tuple(line_style(guide) for guide in guides(layout, job.finish.guides)),
        places=_laid(layout, layout.bleed, places(layout), [card.front for card in cards]),
        fold=line_style(crease) if (crease := fold(layout)) else "",
        foot=_foot(job, layout, (number, of), keep_off=clear_of_marks(cutter_named(cutter)) if cutter else MARGIN),
    )


def _backs(job: Job, number: int, of: int, cards: Sequence[CardOnSheet]) -> SideShown:
    """The other side; backs apart lie as their fronts do."""
    finish, layout, on = job.finish, job.layout, places(job.layout)
    if finish.backing != "apart" or layout.fold:
        on = backs(layout, finish.flip, finish.offset)
        layout = layout if layout.fold else turned_over(layout, finish.flip, finish.offset)
    lines = guides(layout, finish.guides) if finish.has_guides_on_backs and not finish.cutter else ()
    return SideShown(
        "backs",
        tuple(line_style(guide) for guide in lines),
        _laid(job.layout, job.bleed, on, [card.back for card in cards]),
        foot=_foot(job, layout, (number, of), is_back=True),
    )


def _measures(layout: SheetLayout) -> str:
    paper, card = layout.paper, layout.card
    lengths = {"pw": paper.width, "ph": paper.height, "cw": card.width, "ch": card.height}
    inner = {"corner": card.corner, "safe": HEX_SAFE if card.shape == "hex" else card.safe}
    return ";".join(
        [f"--{name}:{length / 100:g}mm" for name, length in lengths.items()]
        + [f"--{name}:{length:g}mm" for name, length in inner.items()]
    )


def _laid(
    layout: SheetLayout, bleed: int, on: Sequence[CardPlace], cards: Sequence[PaperCard | None]
) -> tuple[PlaceShown, ...]:
    """A last sheet may be short: its places stay empty."""
    return tuple(
        _in_place(place, card, bleed_round(layout, place, bleed))
        for place, card in zip(on, cards, strict=False)
        if card
    )


def _in_place(place: CardPlace, card: PaperCard, shown: tuple[int, int, int, int]) -> PlaceShown:
    """`shown` is how much of its bleed is seen to the left, above, to the right and below, as the press cuts it off."""
    style = f"left:{place.x / 100:g}mm;top:{place.y / 100:g}mm"
    if any(shown):
        as_it_stands = shown[2:] + shown[:2] if place.is_turned else shown
        left, *others = (f"-{some / 100:g}mm" for some in as_it_stands)
        style += f";clip-path:inset({' '.join((*others, left))})"
    match card:
        case DrawnFace():
            return PlaceShown(style, place.is_turned, face=card)
        case DrawnBlank():
            return PlaceShown(style, place.is_turned, blank=card)
        case DrawnSlip():
            return PlaceShown(style, place.is_turned, slip=card)
        case DrawnBack():
            return PlaceShown(style, place.is_turned, back=card)


def line_style(guide: Guide) -> str:
    """A line as CSS, from either of its ends."""
    left, top = min(guide.x0, guide.x1), min(guide.y0, guide.y1)
    wide, tall = abs(guide.x1 - guide.x0), abs(guide.y1 - guide.y0)
    if wide and tall:
        turned = f"rotate({degrees(atan2(guide.y1 - guide.y0, guide.x1 - guide.x0)):.2f}deg)"
        at = f"left:{guide.x0 / 100:g}mm;top:{guide.y0 / 100:g}mm"
        return f"{at};width:{hypot(wide, tall) / 100:.2f}mm;height:{LINE:g}mm;transform:{turned};transform-origin:0"
    return f"left:{left / 100:g}mm;top:{top / 100:g}mm;width:{wide / 100 or LINE:g}mm;height:{tall / 100 or LINE:g}mm"


def _marks(job: Job) -> tuple[str, ...]:
    """What the camera of a cutting machine looks for; it cuts without other lines."""
    return tuple(
        f"left:{mark.x / 100:g}mm;top:{mark.y / 100:g}mm;width:{mark.width / 100:g}mm;height:{mark.height / 100:g}mm"
        for mark in marks(cutter_named(job.finish.cutter), job.layout.paper)
    )


def _foot(
    job: Job, layout: SheetLayout, numbered: tuple[int, int], *, keep_off: int = MARGIN, is_back: bool = False
) -> FootShown | None:
    place = foot(layout, keep_off)
    if place is None or not job.finish.has_foot:
        return None
    x, y = (place.baseline, layout.paper.height) if place.is_turned else (0, place.baseline)
    told = to_type(cutter_named(job.finish.cutter)) if job.finish.cutter and not is_back else None
    deck, sheet, scale = (f"left:{start / 100:g}mm;width:{length / 100:g}mm" for start, length in place.fields)
    return FootShown(
        style=f"left:{x / 100:g}mm;top:{y / 100:g}mm",
        is_turned=place.is_turned,
        deck=deck,
        sheet=sheet,
        scale=scale,
        name=job.finish.signed(job.name),
        words=foot_words(*numbered, place.fields[1][1], is_back=is_back),
        ruler=RULER_WORDS if place.has_ruler else "",
        has_inks=place.has_ruler and job.frame != "saver",
        machine=english(told) if told else "",
        machine_at=f"left:{place.fields[0][0] / 100:g}mm;top:{beyond_foot(place, layout) / 100:g}mm",
    )
