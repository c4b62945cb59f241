"""Reading and drawing for viewers who are at some version: ordinary synchronous code, used by the hub and by pages.

The version is read first and the content second, so a fragment may be newer than its number and is never older.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.safestring import SafeString

from studio.live.regions import PAGES, Door, Line, PageRegions, Region, draw, once_a_drawing, one_drawing, touched
from studio.models import Entry, Member, Stream

log = logging.getLogger(__name__)

LONGEST = 200  # entries; somebody further behind gets every region instead of the touched ones
UNKNOWN = -1  # the version of a viewer who named none

RELOAD = '{"reload":true}'


class Audience(NamedTuple):
    """All who look at the same page of a stream with the same sight: what is drawn for one is drawn for all.

    (Like Place a named tuple, since a thousand of them are looked up for one frame.)
    """

    page: str
    number: int | None
    sight: str


class Place(NamedTuple):
    """Where a viewer stands: their version, member id, what may have changed without them (PRESENCE…), who they are."""

    v: int
    member: int | None = None
    owed: frozenset[str] = frozenset()
    person: int | None = None  # of members only: two people may sit on one seat (membership.seats_of)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the hub asks for one audience. `callers` stand for all: one visitor, one member."""

    audience: Audience
    places: frozenset[Place]
    touches: frozenset[str] = frozenset()
    callers: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """What each place of one audience is to be sent, as text; who is at `top` afterwards.

    `gone` are members who are no longer of the group. `is_doubtful`: the door no longer opens for somebody who stood
    for all, so nothing was drawn and everyone must be looked at again.
    """

    audience: Audience
    top: int = 0
    shared: Mapping[Place, str] = field(default_factory=dict)
    mine: Mapping[Place, str] = field(default_factory=dict)
    gone: frozenset[int] = frozenset()
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Whole:
    """Every region of a page for one viewer, and the version they are at least as new as."""

    v: int
    html: Mapping[str, SafeString]


def version(page: PageRegions, stream_id: int, sight: str) -> int:
    """How many entries this sight may know of. One statement."""
    kinds = page.kinds_for(sight)
    if kinds is None:
        return Stream.objects.values_list("head", flat=True).get(pk=stream_id)
    return Entry.objects.filter(stream_id=stream_id, kind__in=kinds).count()


@once_a_drawing
def lines_between(stream_id: int, kinds: frozenset[str] | None, after: int, top: int) -> tuple[Line, ...]:
    """The entries after version `after` up to `top`, numbered as this sight counts them. At most one statement."""
    if top <= after:
        return ()
    entries = Entry.objects.filter(stream_id=stream_id).order_by("seq")
    if kinds is None:
        entries = entries.filter(seq__gt=after, seq__lte=top)
    else:
        entries = entries.filter(kind__in=kinds)[after:top]
    rows = entries.values_list("kind", "by_id", "body")
    return tuple(Line(n, kind, by, body) for n, (kind, by, body) in enumerate(rows, start=after + 1))


def whole(page_name: str, door: Door, stream_id: int, number: int | None = None) -> Whole:
    """All regions of a page as this viewer sees them now; the page itself and its resync are drawn from it."""
    page = PAGES[page_name]
    v = version(page, stream_id, door.sight)
    with one_drawing():
        html = {
            region.id: draw(region, stream_id, door.sight, door.member_id, number, getattr(door, "person_id", None))
            for region in page.regions
            if not region.mine or door.member_id is not None
        }
    return Whole(v, html)


def is_resync(request: HttpRequest) -> bool:
    """Whether the page's script asks for the regions alone: `<page url>?regions=1`."""
    return "regions" in request.GET


def answer_regions(page_name: str, door: Door, stream_id: int, number: int | None = None) -> HttpResponse:
    """`{"v", "html"}` of all regions, for a viewer whose socket is away or who missed something."""
    now = whole(page_name, door, stream_id, number)
    answer = JsonResponse({"v": now.v, "html": "".join(now.html.values())}, json_dumps_params={"ensure_ascii": False})
    answer["Cache-Control"] = "private, no-store"
    answer["X-Stream-Version"] = str(now.v)
    return answer


def draw_for(stream_id: int, wanted: Iterable[Wanted]) -> tuple[Drawn, ...]:
    """One step of the hub: every touched region drawn once for each audience.

    All versions are read before anything is loaded, for what is loaded for one audience serves the next.
    """
    asked = tuple(wanted)
    with one_drawing():
        stream = Stream.objects.filter(pk=stream_id).first()
        if stream is None:
            return tuple(Drawn(one.audience, is_doubtful=True) for one in asked)
        tops = [_top(stream, one.audience) for one in asked]
        gone = _gone(place.member for one in asked for place in one.places)
        return tuple(_draw_apart(stream, one, top, gone) for one, top in zip(asked, tops, strict=True))


def _top(stream: Stream, audience: Audience) -> int:
    page = PAGES[audience.page]
    return stream.head if page.kinds_for(audience.sight) is None else version(page, stream.pk, audience.sight)


def _draw_apart(stream: Stream, wanted: Wanted, top: int, gone: frozenset[int]) -> Drawn:
    """A fragment that cannot be drawn for one audience must not keep the others waiting."""
    try:
        return _draw(stream, wanted, top, gone)
    except (OperationalError, InterfaceError):
        raise  # the whole step is tried again
    except Exception:
        log.exception("%s could not be drawn", wanted.audience)
        return Drawn(wanted.audience, top=UNKNOWN)


def _draw(stream: Stream, wanted: Wanted, top: int, gone: frozenset[int]) -> Drawn:
    audience = wanted.audience
    page = PAGES[audience.page]
    kinds = page.kinds_for(audience.sight)
    if not all(_still_opens(page, caller, stream, audience.sight) for caller in wanted.callers):
        return Drawn(audience, is_doubtful=True)
    near = [place.v for place in wanted.places if max(0, top - LONGEST) <= place.v <= top]
    start = min(near, default=top)
    lines = lines_between(stream.pk, kinds, start, top)
    top = start + len(lines)
    pen = _Pen(page, stream.pk, audience)
    shared: dict[Place, str] = {}
    mine: dict[Place, str] = {}
    for place in wanted.places:
        if place.v > top:  # from a future that a restored backup took back
            shared[place] = RELOAD
            continue
        is_lost = place.v < start
        tail = () if is_lost else lines[place.v - start :]
        strokes = tail + _touch_lines(_known(wanted.touches | place.owed, kinds))
        if is_lost or strokes:
            chosen = page.shared if is_lost else touched(page.shared, strokes)
            if tail or chosen or is_lost:
                shared[place] = pen.shared_frame(0 if is_lost else place.v, top, chosen, tail)
            if place.member is not None and place.member not in gone:
                own = page.personal if is_lost else touched(page.personal, strokes, place.member)
                if own:
                    mine[place] = pen.mine_frame(top, own, place.member, place.person)
    return Drawn(audience, top, shared, mine, gone & {place.member for place in wanted.places if place.member})


class _Pen:
    """Draws each region of an audience at most once, and words each frame at most once."""

    def __init__(self, page: PageRegions, stream_id: int, audience: Audience) -> None:
        self.page, self.stream_id, self.audience = page, stream_id, audience
        self._drawn: dict[tuple[str, int | None, int | None], str] = {}
        self._frames: dict[tuple[int, tuple[Region, ...]], str] = {}

    def shared_frame(self, start: int, top: int, regions: tuple[Region, ...], tail: tuple[Line, ...]) -> str:
        key = (start, regions)
        if key not in self._frames:
            say = self.page.say(self.stream_id, self.audience.sight, tail) if self.page.say and tail else ""
            html = "".join(self._html(region, None) for region in regions)
            self._frames[key] = _json({"from": start, "v": top, "html": html, "say": say})
        return self._frames[key]

    def mine_frame(self, top: int, regions: tuple[Region, ...], member: int, person: int | None) -> str:
        html = "".join(self._html(region, member, person if region.of_person else None) for region in regions)
        return _json({"mine": top, "html": html})

    def _html(self, region: Region, member: int | None, person: int | None = None) -> str:
        key = (region.id, member, person)
        if key not in self._drawn:
            self._drawn[key] = draw(region, self.stream_id, self.audience.sight, member, self.audience.number, person)
        return self._drawn[key]


def _still_opens(page: PageRegions, caller: object, stream: Stream, sight: str) -> bool:
    door = page.admit(caller, stream)
    return door is not None and door.sight == sight


def _gone(members: Iterable[int | None]) -> frozenset[int]:
    """Those of the viewers' members who have left the group or were removed. At most one statement."""
    asked = {member for member in members if member is not None}
    if not asked:
        return frozenset()
    still = Member.objects.filter(pk__in=asked, left_at__isnull=True).values_list("pk", flat=True)
    return frozenset(asked - set(still))


def _known(touches: Iterable[str], kinds: frozenset[str] | None) -> frozenset[str]:
    """The touches this sight may know of."""
    return frozenset(touches) if kinds is None else frozenset(touches) & kinds


def _touch_lines(touches: Iterable[str]) -> tuple[Line, ...]:
    return tuple(Line(0, touch, None, {}) for touch in sorted(touches))


def _json(frame: Mapping[str, object]) -> str:
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
