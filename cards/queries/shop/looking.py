"""What of a print is looked at: a sheet, or a page beside the sheets; and the ways to all the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cards.printing.queue.values import Job
from cards.queries.shop.asked import ShopAsked, address_of
from cards.queries.shop.page_preview import LABELS, page_preview, pages_beside
from cards.queries.shop.sheet_preview import PlaceShown, SheetShown, sheet_shown
from cards.queries.shop.sheets import DrawnItem, between
from studio.kernel.messages import message
from studio.web.words import say


@dataclass(frozen=True, slots=True)
class JumpLink:
    """A way to one of the pages beside the sheets, or to the first sheet."""

    name: str
    label: str
    href: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class NearCard:
    """A card of the sheet close up, and where the one before and the one after are, "" at either end."""

    place: PlaceShown
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class LookedAt:
    """`address` is the page's with what is looked at; `before` and `after` are where a step leads, "" at either end.
    `jumps` is empty where there are sheets alone. `whole` and `full` are the sheet as large as there is room for it,
    and as large as the paper; `near` is one card of it, close up."""

    sheet: SheetShown
    address: str
    before: str
    after: str
    fronts: str
    backs: str
    whole: str
    full: str
    is_full: bool
    near: NearCard | None = None
    jumps: tuple[JumpLink, ...] = ()

    @property
    def has_steps(self) -> bool:
        return bool(self.before or self.after)


def looked_at(here: str, asked: ShopAsked, job: Job, cards: Sequence[DrawnItem], sheets: int) -> LookedAt:
    """Only the sheet that is looked at is laid: a deck of a thousand cards has 112."""
    beside = pages_beside(job)
    stops = [(name, 1) for name in beside.before] + [("", number + 1) for number in range(sheets)]
    stops += [(name, 1) for name in beside.after]
    stop = (asked.page, 1) if asked.page in beside else ("", max(1, min(asked.sheet, sheets)))
    at = stops.index(stop) if stop in stops else 0

    def way(to: int) -> str:
        if not 0 <= to < len(stops):
            return ""
        page, sheet = stops[to]
        return address_of(here, replace(asked, page=page, sheet=sheet, card=0))

    page, number = stops[at] if stops else ("", 1)
    found = replace(asked, page=page, sheet=number, card=0)
    sheet = page_preview(job, page, sheets, asked.side) if page else _sheet(job, number, sheets, cards, asked.side)
    return LookedAt(
        sheet=sheet,
        address=address_of(here, found),
        before=way(at - 1),
        after=way(at + 1),
        fronts=address_of(here, replace(found, side="fronts")),
        backs=address_of(here, replace(found, side="backs")),
        whole=address_of(here, replace(found, is_full=False)),
        full=address_of(here, replace(found, is_full=True)),
        is_full=asked.is_full,
        near=_near(here, found, sheet, asked.card),
        jumps=tuple(_jumps(here, found, [*beside.before, "", *beside.after])),
    )


def _sheet(job: Job, number: int, of: int, cards: Sequence[DrawnItem], side: str) -> SheetShown:
    first = (number - 1) * job.layout.places
    return sheet_shown(job, number, of, tuple(between(cards, first, first + job.layout.places)), side)


def _near(here: str, found: ShopAsked, sheet: SheetShown, card: int) -> NearCard | None:
    """None where no such card lies on the side that is looked at."""
    lie = next(side for side in sheet.sides if side.name == sheet.shown).places
    if not 1 <= card <= len(lie):
        return None
    before, after = (
        address_of(here, replace(found, card=at)) if 1 <= at <= len(lie) else "" for at in (card - 1, card + 1)
    )
    return NearCard(lie[card - 1], before, after)


def _jumps(here: str, found: ShopAsked, names: Sequence[str]) -> Iterator[JumpLink]:
    if len(names) == 1:
        return
    for name in names:
        label = say(LABELS[name] if name else message("Sheets"))
        yield JumpLink(
            name or "sheets", label, address_of(here, replace(found, page=name, sheet=1)), name == found.page
        )
