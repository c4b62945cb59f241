"""What the live tests are played with. Nothing here knows the workshop."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any, ParamSpec, TypeVar

from django.db.models import QuerySet
from django.http import Http404

from studio.live import hub as hubs
from studio.live import presence
from studio.live.catch_up import Audience, whole
from studio.live.parts import NOTHING, ShownPage
from studio.live.regions import PEOPLE, PRESENCE, EntryRow, PageRegions, Region
from studio.live.subscriptions import Socket, first_position
from studio.live.transport import SocketFrame
from studio.live.view import Drawing, View
from studio.log.commit import Uncommitted, commit
from studio.log.committed import Committed
from studio.models import Device, Entry, Group, Member, Person, Stream
from studio.people.devices import Caller
from studio.speed.prepared import PREPARED, Prepared, prepared

P = ParamSpec("P")
R = TypeVar("R")


# --- the page ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class MarkMade:
    by: int
    text: str


@dataclass(frozen=True, slots=True)
class SecretKept:
    """An entry that the public may not even count."""

    by: int
    text: str


@dataclass(frozen=True, slots=True)
class Door:
    stream_id: int
    sight: str
    member_id: int | None
    person_id: int | None = None


def worded(queryset: Callable[P, QuerySet[Any, R]]) -> Prepared[P, R]:
    """Worded once, as what is asked at every request is in the product; this page's are no part of it."""
    one = prepared(queryset)
    PREPARED.remove(one)
    return one


@worded
def stream_of(key: str) -> QuerySet[Stream]:
    return Stream.objects.filter(key=key)


@worded
def _seat(group_id: int, person_id: int) -> QuerySet[Member, int]:
    return Member.objects.filter(group_id=group_id, person_id=person_id, left_at__isnull=True).values_list(
        "pk", flat=True
    )


@worded
def members_of(group_id: int) -> QuerySet[Member, int]:
    return Member.objects.filter(group_id=group_id).order_by("pk").values_list("pk", flat=True)


@worded
def _name(stream_id: int) -> QuerySet[Stream, str]:
    return Stream.objects.filter(pk=stream_id, group__isnull=False).values_list("group__name", flat=True)


def door(caller: Caller, stream: Stream, drawing: Drawing | None = None) -> Door:
    """Members of the group; anybody while the stream's group is named "open"."""
    member = None
    if caller.person_id is not None and stream.group_id is not None:
        member = _seat.first(stream.group_id, caller.person_id)
    if member is not None:
        return Door(stream.pk, "member", member)
    if _name.first(stream.pk) == "open":
        return Door(stream.pk, "public", None)
    raise Http404


LATEST = 12  # marks that are shown, so that the page does not grow under a benchmark


@dataclass(frozen=True, slots=True)
class Shown:
    id: str
    lines: tuple[str, ...]


@worded
def _bodies(stream_id: int, kinds: Sequence[str]) -> QuerySet[Entry, Any]:
    entries = Entry.objects.filter(stream_id=stream_id, kind__in=kinds).order_by("-seq")
    return entries.values_list("body", flat=True)[:LATEST]


@worded
def _names(stream_id: int) -> QuerySet[Person, str]:
    of_stream = Person.objects.filter(memberships__group__streams=stream_id)
    return of_stream.order_by("pk").values_list("name", flat=True)


@worded
def _own(stream_id: int, member_id: int) -> QuerySet[Entry, Any]:
    return Entry.objects.filter(stream_id=stream_id, by_id=member_id).values_list("body", flat=True)


def _texts(bodies: Iterable[Any]) -> tuple[str, ...]:
    return tuple(body["text"] for body in bodies)


def marks(view: View) -> Shown:
    kinds = ("MarkMade", "SecretKept") if view.sight == "member" else ("MarkMade",)
    return Shown("marks", _texts(_bodies.rows(view.stream_id, kinds)))


def names(view: View) -> Shown:
    return Shown("names", tuple(_names.rows(view.stream_id)))


def here(view: View) -> Shown:
    is_member = view.sight == "member"
    return Shown("here", tuple(map(str, sorted(presence.present(view.stream_id)))) if is_member else ())


def own(view: View) -> Shown:
    return Shown("own", _texts(_own.rows(view.stream_id, view.member_id)) if view.member_id is not None else ())


def say(view: View, entries: tuple[EntryRow, ...]) -> str:
    return ", ".join(str(entry.body["text"]) for entry in entries)


FRAGMENT = "live/_shown.html"
PAGE = PageRegions(
    door=door,
    regions=(
        Region("marks", FRAGMENT, "shown", marks, frozenset({"MarkMade", "SecretKept"})),
        Region("names", FRAGMENT, "shown", names, frozenset()),
        Region("here", FRAGMENT, "shown", here, frozenset({PRESENCE})),
        Region("own", FRAGMENT, "shown", own, frozenset(), True, frozenset({"MarkMade", "SecretKept"})),
    ),
    say=say,
    visible={"public": frozenset({"MarkMade", PEOPLE})},
)


# --- people and what they do ------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Room:
    stream: Stream
    members: tuple[Member, ...]


def room(members: int = 2, name: str = "open") -> Room:
    group = Group.objects.create(name=name)
    people = [Person.objects.create(name=f"Person {n}") for n in range(members)]
    rows = tuple(Member.objects.create(group=group, person=person) for person in people)
    return Room(Stream.objects.create(kind="deck", group=group), rows)


def mark(stream_id: int, by: int | None, text: str, secret: bool = False) -> Committed:
    fact = (SecretKept if secret else MarkMade)(by or 0, text)
    return commit(stream_id, by=by, key=None, asked=text, work=lambda stream, now: Uncommitted((fact,), {}))


# --- viewers ----------------------------------------------------------------------------------------------------------
class Ear:
    """Stands where an outlet stands and keeps what it is given."""

    def __init__(self) -> None:
        self.frames: list[dict[str, Any]] = []
        self.texts: list[SocketFrame] = []
        self.code = 0
        self.is_open = True

    def put(self, frame: SocketFrame) -> None:
        if self.is_open:
            self.texts.append(frame)
            self.frames.append(json.loads(frame.text))

    def close(self, code: int) -> None:
        if self.is_open:
            self.code, self.is_open = code, False

    def end(self) -> None:
        self.is_open = False


class Page:
    """A page in a browser: regions by id, brought up to date as docs/protocol.md says."""

    def __init__(self, v: int, html: dict[str, str]) -> None:
        self.v, self.html = v, dict(html)
        self.gaps = self.torn = 0
        self.is_stale = False
        self.said: list[str] = []

    def take(self, frame: dict[str, Any]) -> None:
        if frame.get("reload"):
            self.is_stale = True
        elif "mine" in frame:
            if frame["mine"] >= self.v:
                self._morph(frame)
        elif "from" in frame:
            if frame["from"] > self.v:
                self.gaps += 1
            elif frame["v"] >= self.v:
                self.v = frame["v"]
                self._morph(frame)
                self.said.append(frame["say"])

    def _morph(self, frame: dict[str, Any]) -> None:
        for name, element in elements(frame["html"]).items():
            if name in self.html:
                self.html[name] = element
        for part in frame.get("parts", ()):
            if part["of"] in self.html:
                self._change(part["of"], part["was"], part["now"], part["html"])

    def _change(self, of: str, was: str, now: str, html: str) -> None:
        """Elements of a region that is still the one they were made for; it is torn where it is not."""
        region = self.html[of]
        if f'data-region="{was}"' not in region.split(">")[0]:
            self.torn += 1
            return
        changed = region
        for name, element in elements(html).items():
            begin, end = span_of(changed, name)
            changed = changed[:begin] + kept_from(region, element) + changed[end:]
        self.html[of] = changed.replace(f'data-region="{was}"', f'data-region="{now}"', 1)


def kept_from(page: str, element: str) -> str:
    """The element with what it says is kept, as that stands on the page."""

    def stands(kept: re.Match[str]) -> str:
        return "".join(page[slice(*span_of(page, name))] for name in kept[1].split())

    return re.sub(r'<i data-kept="([^"]*)"></i>', stands, element)


def span_of(html: str, name: str) -> tuple[int, int]:
    """From where to where the element with this id goes."""
    begin = html.rindex("<", 0, html.index(f'id="{name}"'))
    tag = re.match(r"<(\w+)", html[begin:])
    assert tag is not None
    depth = 0
    for mark in re.finditer(rf"<(/?){tag[1]}\b", html[begin:]):
        depth += -1 if mark[1] else 1
        if not depth:
            return begin, html.index(">", begin + mark.start()) + 1
    raise AssertionError(f"{name} does not end")


def fresh(
    room_id: int, sight: str = "member", member: int | None = None, page: str = "fake", number: int | None = None
) -> Page:
    """The page as it would be loaded now."""
    now = whole(page, View(room_id, sight, member_id=member, number=number))
    return Page(now.v, {name: str(html) for name, html in now.html.items()})


class _Roots(HTMLParser):
    VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.depth, self.start, self.name = 0, (0, 0), ""
        self.spans: list[tuple[str, tuple[int, int]]] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if self.depth == 0:
            self.spans.append((dict(attrs).get("id") or "", self.getpos()))
        if tag not in self.VOID:
            self.depth += 1

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            self.depth -= 1


def elements(html: str) -> dict[str, str]:
    """The root elements of some HTML by their ids."""
    reader = _Roots()
    reader.feed(html)
    reader.close()
    assert reader.depth == 0, f"unbalanced: {html[:200]}"
    starts = [0]
    for line in html.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    at = [starts[line - 1] + column for _, (line, column) in reader.spans] + [len(html)]
    return {name: html[at[n] : at[n + 1]].strip() for n, (name, _) in enumerate(reader.spans)}


def sit_down(
    hub: hubs.Hub,
    stream_id: int,
    v: int,
    sight: str = "member",
    member: Member | None = None,
    caller: Caller | None = None,
    look_again: Callable[[], int] = lambda: 0,
    page: str = "fake",
    number: int | None = None,
    shown: ShownPage = NOTHING,
) -> tuple[Socket, Ear]:
    """Join the hub as a socket would. Call it in the hub's loop."""
    ear = Ear()
    caller = caller or Caller(person_id=member.person_id if member else None)
    socket = Socket(
        outlet=ear,  # type: ignore[arg-type]
        stream_id=stream_id,
        audience=Audience(page, number, sight),
        member_id=member.pk if member else None,
        person_id=caller.person_id,
        device_id=None,
        caller=caller,
        look_again=look_again,
        at=first_position(v, member.pk if member else None, caller.person_id, shown),
    )
    hub.join(socket)
    return socket, ear


async def until(true: Callable[[], object], within: float = 5.0) -> None:
    """Wait for it, or fail saying so."""
    end = time.monotonic() + within
    while not true():
        assert time.monotonic() < end, "it did not come about in time"
        await asyncio.sleep(0.01)


async def away(job: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Run it in a thread, as a request would."""
    from asgiref.sync import sync_to_async

    return await sync_to_async(job, thread_sensitive=True)(*args, **kwargs)


def device_of(member: Member, secret: str) -> Device:
    import hashlib

    return Device.objects.create(person=member.person, secret_hash=hashlib.sha256(secret.encode()).hexdigest())


class WildLayer:
    """A channel layer between hubs of one loop that loses, doubles, delays and reorders what it is given."""

    def __init__(self, seed: int, lose: float = 0.1, double: float = 0.1, delay: float = 0.05) -> None:
        self.dice = random.Random(seed)
        self.lose, self.double, self.delay = lose, double, delay
        self.queues: dict[str, asyncio.Queue[dict[str, Any]]] = {}
        self.members: set[str] = set()
        self.is_away = False

    async def new_channel(self, prefix: str) -> str:
        name = f"{prefix}{len(self.queues)}"
        self.queues[name] = asyncio.Queue()
        return name

    async def group_add(self, group: str, channel: str) -> None:
        if self.is_away:
            raise ConnectionError("away")
        self.members.add(channel)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        if self.is_away:
            raise ConnectionError("away")
        for channel in self.members:
            for _ in range(2 if self.dice.random() < self.double else 1):
                if self.dice.random() >= self.lose:
                    loop = asyncio.get_running_loop()
                    loop.call_later(self.dice.random() * self.delay, self.queues[channel].put_nowait, dict(message))

    async def receive(self, channel: str) -> dict[str, Any]:
        return await self.queues[channel].get()
