"""The live parts of pages, as a table: which fragment shows what, and which events touch it.

Each room fills `PAGES` from its own `regions.py`; the hub and the full page draw from the same rows, which is why a
stale page plus its frames equals a fresh page. A fragment's root element carries the region's id and `data-region`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from django.http import Http404

from studio.live.parts import PagePart
from studio.live.view import Drawing, PageDoor, View
from studio.templatetags.fragments import drawn_region
from studio.web.language import ENGLISH, speaking

PRESENCE = "presence"  # somebody came or went: no entry, redrawn at the same version
PEOPLE = "people"  # somebody's name or colour changed: every region may show it


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry as the hub reads it."""

    seq: int
    kind: str
    by: int | None
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """One live part of a page: the fragment `template` shows its one `variable`, the frozen value `query(view)`.

    `touched_by` names kinds of entries, PRESENCE among them where the fragment shows who is here. Of a `mine` region
    the view is one member's; it is redrawn for every member on the page by those, and by `touched_by_own` only for the
    member whose entry it was (my vote, my buttons). Any other region is the same for all with one sight. One that
    `is_translated` is drawn in the reader's language and says so in its `lang`; every other one is in English.
    There is one object of each, told apart by which it is.
    """

    id: str
    template: str
    variable: str
    query: Callable[[Any], object]
    touched_by: frozenset[str]
    mine: bool = False
    touched_by_own: frozenset[str] = frozenset()
    of_person: bool = False  # two people on one seat see it differently: its view is one person's
    is_translated: bool = False

    def is_touched(self, kinds: frozenset[str], own: frozenset[str]) -> bool:
        """By entries of these kinds, of which `own` are of those by whoever looks on."""
        return PEOPLE in kinds or not self.touched_by.isdisjoint(kinds) or not self.touched_by_own.isdisjoint(own)


class Spoken(NamedTuple):
    """A sentence for the announcer: by which member (0: nobody, so everybody hears it; else all but that one), and of
    which sort where it can wait: of "votes" the newest alone is said, of "talk" the last two."""

    by: int
    words: str
    sort: Literal["", "votes", "talk"] = ""


@dataclass(frozen=True, slots=True)
class PageRegions:
    """The live side of one kind of page.

    `door(caller, stream, drawing)` is asked when a socket opens and again before each drawing; None or Http404 closes
    it. `view` is the class of view that its regions are asked with. `say(view, entries)` words new entries for the
    announcer. `visible` lists the kinds of entries a sight may know of: the others do not even count in its version
    numbers. A sight that is not listed knows all kinds. A `numbered` page is one of many on its stream (proposal 7),
    its view says which, and `has(stream_id, number)` whether there is such a one. `says_translated`: the announcer's
    words are in the reader's language, and the frame names it; else they are in English.
    `is_hushed`: that somebody types there is nobody's business, so no signal goes out from it.
    `asks_each`: of people with one sight each may lose it alone, so all of them are asked at its door, which takes no
    more statements than one of them.
    """

    door: Callable[[Any, Any, Drawing], PageDoor | None]
    regions: tuple[Region, ...]
    view: type[View] = View
    say: Callable[[Any, tuple[EntryRow, ...]], tuple[Spoken, ...]] | None = None
    visible: Mapping[str, frozenset[str]] = field(default_factory=dict)
    numbered: bool = False
    has: Callable[[int, int], bool] | None = None
    says_translated: bool = False
    is_hushed: bool = False
    asks_each: bool = False

    @property
    def shared(self) -> tuple[Region, ...]:
        return tuple(region for region in self.regions if not region.mine)

    @property
    def personal(self) -> tuple[Region, ...]:
        return tuple(region for region in self.regions if region.mine)

    def kinds_for(self, sight: str) -> frozenset[str] | None:
        """The kinds of entries this sight may know of; None for all."""
        return self.visible.get(sight)

    def is_there(self, stream_id: int, number: int | None) -> bool:
        """Whether there is such a page on the stream."""
        if number is None or self.has is None:
            return self.numbered == (number is not None)
        return self.numbered and self.has(stream_id, number)

    def admit(self, caller: object, stream: object, drawing: Drawing) -> PageDoor | None:
        """The door of this caller, or None. What the doors of many callers share is asked once in a drawing."""
        try:
            return self.door(caller, stream, drawing)
        except Http404:
            return None


PAGES: dict[str, PageRegions] = {}


def draw(region: Region, view: View) -> PagePart:
    """One region, as the page and every frame show it. As many statements as its query says.

    Two sights that may know the same are shown the same, and it is drawn once for both, as long as it is remembered.
    """
    if not region.of_person:
        view = view.as_member(view.member_id if region.mine else None)
    view = view.in_language(view.wished if region.is_translated else ENGLISH)
    with speaking(view.language):
        return drawn_region(region.template, region.variable, region.query(view))


def touched(regions: tuple[Region, ...], entries: Iterable[EntryRow], member: int | None = None) -> tuple[Region, ...]:
    """Those of `regions` that one of the entries touches, in page order."""
    known = tuple(entries)
    own = frozenset(one.kind for one in known if one.by is not None and one.by == member)
    return _touched(regions, frozenset(one.kind for one in known), own)


@lru_cache(maxsize=1000)
def _touched(regions: tuple[Region, ...], kinds: frozenset[str], own: frozenset[str]) -> tuple[Region, ...]:
    return tuple(region for region in regions if region.is_touched(kinds, own))
