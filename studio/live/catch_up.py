"""Reading and drawing for viewers who are at some version: ordinary synchronous code, used by the hub and by pages.

The version is read first and the content second, so a fragment may be newer than its number and is never older.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import InterfaceError, OperationalError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.safestring import SafeString

from studio.live.parts import (
    NOTHING,
    PagePart,
    RegionChange,
    SentPages,
    ShownPage,
    change,
    digest_of,
    region_html,
)
from studio.live.regions import PAGES, EntryRow, PageRegions, Region, draw, touched
from studio.live.view import Drawing, View
from studio.models import Entry, Member, Stream
from studio.speed.prepared import prepared
from studio.web.inputs import in_address
from studio.web.language import ENGLISH, speaking

log = logging.getLogger(__name__)

LONGEST = 200  # entries; somebody further behind gets every region instead of the touched ones
UNKNOWN = -1  # the version of a viewer who named none

RELOAD = '{"reload":true}'


class Audience(NamedTuple):
    """All who look at the same page of a stream with the same sight, in the same language: what is drawn for one is
    drawn for all.

    (Like Position a named tuple, since a thousand of them are looked up for one frame.)
    """

    page: str
    number: int | None
    sight: str
    language: str = ENGLISH


class Position(NamedTuple):
    """Where a viewer stands: their version, member id, what may have changed without them (PRESENCE…), who they are,
    and what their page shows."""

    v: int
    member: int | None = None
    owed: frozenset[str] = frozenset()
    person: int | None = None  # of members only: two people may sit on one seat (membership.seats_of)
    shown: ShownPage = NOTHING  # of what all with one sight see alike
    own: ShownPage = NOTHING  # of what is theirs alone


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the hub asks for one audience. `callers` stand for all: one visitor, one member; everybody where the page
    `asks_each`."""

    audience: Audience
    positions: frozenset[Position]
    touches: frozenset[str] = frozenset()
    callers: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """What each position of one audience is to be sent, as text, and where it is `then`: at `top`, with nothing owed.

    A position that is sent nothing shows already what it ought to. `gone` are members who are no longer of the group.
    `is_doubtful`: the door no longer opens for somebody who stood for all, so nothing was drawn and everyone must be
    looked at again. `head`: all entries of the stream up to there were looked at, also those that this audience may
    not know of and does not count.
    """

    audience: Audience
    top: int = 0
    shared: Mapping[Position, str] = field(default_factory=dict)
    mine: Mapping[Position, str] = field(default_factory=dict)
    then: Mapping[Position, Position] = field(default_factory=dict)
    gone: frozenset[int] = frozenset()
    is_doubtful: bool = False
    head: int = 0


@dataclass(frozen=True, slots=True)
class Whole:
    """Every region of a page for one viewer, and the version they are at least as new as."""

    v: int
    regions: Mapping[str, PagePart]

    @property
    def html(self) -> dict[str, SafeString]:
        """Each region by its id, as it stands on the page."""
        return {id: region_html(region) for id, region in self.regions.items()}


@prepared
def _stream(stream_id: int) -> QuerySet[Stream]:
    return Stream.objects.filter(pk=stream_id)


@prepared
def _staying(members: Sequence[int]) -> QuerySet[Member, int]:
    return Member.objects.filter(pk__in=members, left_at__isnull=True).values_list("pk", flat=True)


@prepared
def _entries(stream_id: int, after: int, top: int) -> QuerySet[Entry, tuple[str, int | None, Any]]:
    entries = Entry.objects.filter(stream_id=stream_id, seq__gt=after, seq__lte=top).order_by("seq")
    return entries.values_list("kind", "by_id", "body")


@prepared
def _head(stream_id: int) -> QuerySet[Stream, int]:
    return Stream.objects.filter(pk=stream_id).values_list("head", flat=True)


def version(page: PageRegions, stream_id: int, sight: str) -> int:
    """How many entries this sight may know of. One statement."""
    kinds = page.kinds_for(sight)
    if kinds is None:
        return _head.one(stream_id)
    return entries_of.count(stream_id, sorted(kinds))


@prepared
def entries_of(stream_id: int, kinds: Sequence[str]) -> QuerySet[Entry]:
    return Entry.objects.filter(stream_id=stream_id, kind__in=kinds)


def entries_between(stream_id: int, kinds: frozenset[str] | None, after: int, top: int) -> tuple[EntryRow, ...]:
    """The entries after version `after` up to `top`, numbered as this sight counts them. At most one statement."""
    if top <= after:
        return ()
    rows: Iterable[tuple[str, int | None, Any]]
    if kinds is None:
        rows = _entries.rows(stream_id, after, top)
    else:
        known = Entry.objects.filter(stream_id=stream_id, kind__in=kinds).order_by("seq")[after:top]
        rows = known.values_list("kind", "by_id", "body")
    return tuple(EntryRow(n, kind, by, body) for n, (kind, by, body) in enumerate(rows, start=after + 1))


def whole(page_name: str, view: View) -> Whole:
    """All regions of a page as this viewer sees them now; the page itself and its resync are drawn from it.

    The view must be new: what it had loaded before the version is read could be older than its number.
    """
    assert view.drawing.is_fresh
    page = PAGES[page_name]
    v = version(page, view.stream_id, view.sight)
    seen = (region for region in page.regions if not region.mine or view.member_id is not None)
    return Whole(v, {region.id: draw(region, view) for region in seen})


def is_resync(request: HttpRequest) -> bool:
    """Whether the page's script asks for the regions alone: `<page url>?regions=1`."""
    return "regions" in in_address(request)


def answer_regions(page_name: str, view: View) -> HttpResponse:
    """`{"v", "html"}` of all regions, for a viewer whose socket is away or who missed something."""
    now = whole(page_name, view)
    answer = JsonResponse({"v": now.v, "html": "".join(now.html.values())}, json_dumps_params={"ensure_ascii": False})
    answer["Cache-Control"] = "private, no-store"
    answer["X-Stream-Version"] = str(now.v)
    return answer


def draw_for(stream_id: int, wanted: Iterable[Wanted]) -> tuple[Drawn, ...]:
    """One step of the hub: every touched region drawn once for each audience.

    All versions are read before anything is loaded, for what is loaded for one audience serves the next.
    """
    asked = tuple(wanted)
    stream = _stream.first(stream_id)
    if stream is None:
        return tuple(Drawn(one.audience, is_doubtful=True) for one in asked)
    tops = [_top(stream, one.audience) for one in asked]
    gone = _gone(who.member for one in asked if not PAGES[one.audience.page].asks_each for who in one.positions)
    drawing = Drawing()
    with speaking(ENGLISH):
        return tuple(_draw_apart(stream, one, top, gone, drawing) for one, top in zip(asked, tops, strict=True))


def _top(stream: Stream, audience: Audience) -> int:
    page = PAGES[audience.page]
    return stream.head if page.kinds_for(audience.sight) is None else version(page, stream.pk, audience.sight)


def _draw_apart(stream: Stream, wanted: Wanted, top: int, gone: frozenset[int], drawing: Drawing) -> Drawn:
    """A fragment that cannot be drawn for one audience must not keep the others waiting."""
    try:
        return _draw(stream, wanted, top, gone, drawing)
    except (OperationalError, InterfaceError):
        raise  # the whole step is tried again
    except Exception:
        log.exception("%s could not be drawn", wanted.audience)
        return Drawn(wanted.audience, top=UNKNOWN)


def _draw(stream: Stream, wanted: Wanted, top: int, gone: frozenset[int], drawing: Drawing) -> Drawn:
    audience = wanted.audience
    page = PAGES[audience.page]
    kinds = page.kinds_for(audience.sight)
    doors = [page.admit(caller, stream, drawing) for caller in wanted.callers]
    if any(door is None or door.sight != audience.sight for door in doors):
        return Drawn(audience, is_doubtful=True)
    members = {position.member for position in wanted.positions if position.member is not None}
    if page.asks_each:  # who has left comes through the door as another
        gone = frozenset(members - {door.member_id for door in doors if door is not None})
    near = [position.v for position in wanted.positions if max(0, top - LONGEST) <= position.v <= top]
    start = min(near, default=top)
    entries = drawing.once(entries_between, stream.pk, kinds, start, top)
    top = start + len(entries)
    view = page.view(stream.pk, audience.sight, number=audience.number, wished=audience.language, drawing=drawing)
    pen = _Pen(page, view)
    shared: dict[Position, str] = {}
    mine: dict[Position, str] = {}
    then: dict[Position, Position] = {}
    for position in wanted.positions:
        if position.v > top:  # from a future that a restored backup took back
            shared[position] = RELOAD
            continue
        is_lost = position.v < start
        tail = () if is_lost else entries[position.v - start :]
        strokes = tail + _touch_rows(_known(wanted.touches | position.owed, kinds))
        chosen = page.shared if is_lost else touched(page.shared, strokes)
        text, shown = pen.shared_frame(0 if is_lost else position.v, top, chosen, tail, position.shown)
        if text:
            shared[position] = text
        own = position.own
        if position.member is not None and position.member not in gone:
            yours = page.personal if is_lost else touched(page.personal, strokes, position.member)
            text, own = pen.mine_frame(top, yours, position)
            if text:
                mine[position] = text
        then[position] = position._replace(v=top, owed=frozenset(), shown=shown, own=own)
    return Drawn(audience, top, shared, mine, then, gone & members, head=top if kinds is None else stream.head)


class _Pen:
    """Draws each region of an audience at most once, and words each frame at most once."""

    def __init__(self, page: PageRegions, view: View) -> None:
        self.page, self.view = page, view
        self._drawn: dict[tuple[str, int | None, int | None], PagePart] = {}
        self._frames: dict[tuple[int, tuple[Region, ...], ShownPage], tuple[str, ShownPage]] = {}
        self._sent = SentPages()

    def shared_frame(
        self, start: int, top: int, regions: tuple[Region, ...], tail: tuple[EntryRow, ...], shown: ShownPage
    ) -> tuple[str, ShownPage]:
        """The frame from `start` to `top` for pages that show `shown`, "" where it would say nothing; and what they
        show then."""
        key = (start, regions, shown)
        if key not in self._frames:
            drawn = [self._part(region, None) for region in regions]
            news = self._news(shown, drawn)
            is_due = bool(news) or start < top
            text = _json({"from": start, "v": top, **_worded(news), **self._aloud(tail)}) if is_due else ""
            self._frames[key] = text, self._sent.shown(shown, drawn)
        return self._frames[key]

    def _aloud(self, tail: tuple[EntryRow, ...]) -> dict[str, object]:
        """What the announcer says of new entries, and in which language where that is not English."""
        if not self.page.say or not tail:
            return {"say": ()}
        language = self.view.wished if self.page.says_translated else ENGLISH
        with speaking(language):
            words = self.page.say(self.view.in_language(language), tail)
        return {"say": words} if language == ENGLISH else {"say": words, "lang": language}

    def mine_frame(self, top: int, regions: tuple[Region, ...], of: Position) -> tuple[str, ShownPage]:
        """The frame of what is one member's own, "" where it would say nothing; and what they show then."""
        drawn = [self._part(region, of.member, of.person if region.of_person else None) for region in regions]
        news = self._news(of.own, drawn)
        return _json({"mine": top, **_worded(news)}) if news else "", self._sent.shown(of.own, drawn)

    def _news(self, shown: ShownPage, drawn: Iterable[PagePart]) -> list[RegionChange]:
        """What of these regions is new to a page. Where two sights are shown the same it is asked once."""
        ask, before = self.view.drawing.once, shown.regions
        pairs = [(was, now) for now in drawn if digest_of(was := before.get(now.id)) != now.digest]
        return [new for was, now in pairs if (new := ask(change, was, now)) is not None]

    def _part(self, region: Region, member: int | None, person: int | None = None) -> PagePart:
        key = (region.id, member, person)
        if key not in self._drawn:
            self._drawn[key] = draw(region, self.view.as_member(member, person))
        return self._drawn[key]


def _worded(news: Iterable[RegionChange]) -> dict[str, object]:
    """In a frame: whole regions as `html`, what changed in others as `parts`."""
    html = "".join(new.html for new in news if not new.was)
    parts = [new._asdict() for new in news if new.was]
    return {"html": html, "parts": parts} if parts else {"html": html}


def _gone(members: Iterable[int | None]) -> frozenset[int]:
    """Those of the viewers' members who have left the group or were removed. At most one statement."""
    asked = {member for member in members if member is not None}
    if not asked:
        return frozenset()
    return frozenset(asked - set(_staying.rows(sorted(asked))))


def _known(touches: Iterable[str], kinds: frozenset[str] | None) -> frozenset[str]:
    """The touches this sight may know of."""
    return frozenset(touches) if kinds is None else frozenset(touches) & kinds


def _touch_rows(touches: Iterable[str]) -> tuple[EntryRow, ...]:
    return tuple(EntryRow(0, touch, None, {}) for touch in sorted(touches))


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
