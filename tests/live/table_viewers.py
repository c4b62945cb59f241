"""Everybody who looks at a table, in one process: each one's page, what the hub would send it, what becomes of it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from play.access import stream_door
from play.queries import board, card_views, log_lines, table_view
from play.queries.table_view import TableView
from studio.live.catch_up import Audience, Position, Wanted, Whole, draw_for, whole
from studio.live.parts import NOTHING, ShownPage
from studio.live.regions import PEOPLE, PRESENCE
from studio.models import Stream
from studio.people.devices import STRANGER, Caller
from tests.live.fake import Page
from tests.table_fixture import TableFixture


@dataclass
class Viewer:
    """One browser at the table: whose, with which sight, and the page as loaded; what the hub knows it to show."""

    name: str
    caller: Caller
    sight: str
    member: int | None
    page: Page
    v: int
    shown: ShownPage
    own: ShownPage
    owed: frozenset[str] = frozenset()

    @property
    def position(self) -> Position:
        return Position(self.v, self.member, self.owed, shown=self.shown, own=self.own)


def callers(g: TableFixture) -> dict[str, Caller]:
    people = {name: Caller(person_id=g.person(name)) for name in g.t.ids}
    return people if g.table.is_creative else {**people, "stranger": STRANGER}


def load(g: TableFixture, name: str, caller: Caller) -> Viewer | None:
    stream = Stream.objects.get(pk=g.table.stream_id)
    door = stream_door(caller, stream)
    if door is None:
        return None
    remembered = card_views._piece.memory, board._place.memory, table_view._watched
    for memory in (*remembered, log_lines._lines):
        # What is loaded is drawn from nothing, what frames bring from what is remembered.
        memory.clear()
    now = whole("table", TableView.through(door))
    page = Page(now.v, {n: str(h) for n, h in now.html.items()})
    shown = ShownPage(now.regions)
    return Viewer(name, caller, door.sight, door.member_id, page, now.v, shown, shown)


def shown(g: TableFixture, caller: Caller) -> Whole:
    """The page as it would be answered now, whatever is remembered."""
    door = stream_door(caller, Stream.objects.get(pk=g.table.stream_id))
    assert door is not None
    return whole("table", TableView.through(door))


def everybody(g: TableFixture) -> list[Viewer]:
    return [viewer for name, caller in callers(g).items() if (viewer := load(g, name, caller)) is not None]


def frames_for(g: TableFixture, viewers: list[Viewer]) -> dict[str, list[str] | None]:
    """What the hub sends each of them; None for whom the door no longer opens as it did."""
    sent: dict[str, list[str] | None] = {}
    alike: dict[tuple[str, Caller], list[Viewer]] = {}
    for viewer in viewers:  # several pages of one person are one audience
        alike.setdefault((viewer.sight, viewer.caller), []).append(viewer)
    wanted = [
        Wanted(Audience("table", None, sight), frozenset(one.position for one in some), callers=(caller,))
        for (sight, caller), some in alike.items()
    ]
    drawings = dict(zip(alike, draw_for(g.table.stream_id, wanted), strict=True))  # in one step, as the hub does
    for viewer in viewers:
        place, drawn = viewer.position, drawings[viewer.sight, viewer.caller]
        texts = [frames[place] for frames in (drawn.shared, drawn.mine) if place in frames]
        sent[viewer.name] = None if drawn.is_doubtful else texts
        then = drawn.then.get(place)
        if then is not None:
            viewer.shown, viewer.own, viewer.owed, viewer.v = then.shown, then.own, then.owed, then.v
    return sent


def fetched(viewer: Viewer, answer: Page) -> None:
    """As static/js/live.js and the hub do: what is older than the page is let go, and all is sent anew."""
    if answer.v >= viewer.page.v:
        viewer.page, viewer.shown, viewer.own = answer, NOTHING, NOTHING
        viewer.owed, viewer.v = frozenset({PRESENCE, PEOPLE}), max(viewer.v, answer.v)


def follow(g: TableFixture, viewers: list[Viewer]) -> list[str]:
    """Everybody reads what they are sent, which is what comes back."""
    every = []
    for viewer, texts in zip(viewers, frames_for(g, viewers).values(), strict=True):
        assert texts is not None
        for text in texts:
            viewer.page.take(json.loads(text))
        every += texts
    return every
