"""A table's page that something else than its frames put in place: the next frames make it the page as it is, and
nothing of it is torn, so it need not be fetched once more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from studio.live import hub as hubs
from studio.live.parts import ShownPage
from studio.live.subscriptions import Socket
from studio.people.devices import Caller
from tests.live.fake import Ear, Page, away, sit_down, until
from tests.live.table_viewers import load
from tests.table_fixture import TableFixture


@dataclass
class OpenPage:
    """One browser at the table, with its socket in the hub."""

    name: str
    caller: Caller
    socket: Socket
    ear: Ear
    page: Page

    def read(self) -> None:
        for frame in self.ear.frames:
            self.page.take(frame)
        self.ear.frames.clear()


async def asked(g: TableFixture, name: str, caller: Caller) -> Any:
    """The page as it would be answered now, and as whom."""
    return await away(load, g, name, caller)


async def opened(hub: hubs.Hub, g: TableFixture, name: str, seat: int) -> OpenPage:
    """Their page was loaded, its socket has said what it shows, and nothing is left to draw for it."""
    caller = Caller(person_id=await away(g.person, name))
    now = await asked(g, name, caller)
    member = await away(lambda: g.t.deck.group.members.get(pk=now.member)) if seat else None
    shown = ShownPage({id: part.digest for id, part in (now.shown.regions | now.own.regions).items()})
    socket, ear = sit_down(hub, g.table.stream_id, now.v, now.sight, member, caller, page="table", shown=shown)
    one = OpenPage(name, caller, socket, ear, now.page)
    await calm(hub, g, one)
    return one


async def calm(hub: hubs.Hub, g: TableFixture, *every: OpenPage) -> None:
    """All at the table have been sent what there is, and these have read it."""
    there, head = hub.rooms[g.table.stream_id], await away(lambda: g.head)
    await until(lambda: all(socket.v == head and not socket.owed for socket in there.sockets))
    await until(lambda: there.present is not None and not hub._writes_leases)
    await until(lambda: not there.is_behind and there.task is None)
    for one in every:
        one.read()


@pytest.mark.parametrize("is_said", [True, False])
async def test_a_page_that_was_fetched_before_the_hint_came(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch, is_said: bool
) -> None:
    """Whether it says that it was fetched, or only that it is further than it was ever sent."""
    g, piece, every = await two_at_a_table(hub)
    with monkeypatch.context() as deaf:
        deaf.setattr(hub, "_act_on", lambda seen: None)
        deaf.setattr(hubs, "announce", lambda stream_id, v: None)
        await away(g.do, 1, "draw", confirmed="1")
        fetched = [(await asked(g, one.name, one.caller)).page for one in every]
        for one, page in zip(every, fetched, strict=True):
            one.page = page
            hub.beat(one.socket, page.v, is_fetched=is_said)
        await calm(hub, g, *every)
    await assert_as_it_is(hub, g, piece, every)


async def test_a_page_that_saw_it_go_there_and_back_is_sent_little_and_is_as_it_is(hub: hubs.Hub) -> None:
    g, piece, every = await two_at_a_table(hub)
    sent = [len(one.ear.texts) for one in every]
    await away(g.do, 1, "tap", piece=piece, tapped="0")
    await calm(hub, g, *every)
    for one, before in zip(every, sent, strict=True):
        assert 0 < sum(len(text.text.encode()) for text in one.ear.texts[before:]) <= 4096
    await assert_as_it_is(hub, g, piece, every)


async def test_a_page_whose_frames_were_lost(hub: hubs.Hub) -> None:
    g, piece, every = await two_at_a_table(hub)
    shown = [one.page.v for one in every]
    await away(g.do, 1, "draw", confirmed="1")
    await calm(hub, g)
    for one, v in zip(every, shown, strict=True):
        assert one.ear.frames
        one.ear.frames.clear()
        one.socket.sent_at = 0.0
        hub.beat(one.socket, v)
    await assert_as_it_is(hub, g, piece, every)


async def two_at_a_table(hub: hubs.Hub) -> tuple[TableFixture, str, list[OpenPage]]:
    """Somebody in a seat and somebody who watches have both been sent a move: their pages are known by their parts."""
    g = await away(TableFixture)
    piece = await away(g.in_play)
    every = [await opened(hub, g, "Ros", 1), await opened(hub, g, "Nell", 0)]
    await away(g.do, 1, "tap", piece=piece, tapped="1")
    await calm(hub, g, *every)
    return g, piece, every


async def assert_as_it_is(hub: hubs.Hub, g: TableFixture, piece: str, every: list[OpenPage]) -> None:
    """Now, and after one more move."""
    for tapped in ("0", "1"):
        await calm(hub, g, *every)
        for one in every:
            now = await asked(g, one.name, one.caller)
            assert one.page.html == now.page.html
            assert (one.page.v, one.page.gaps, one.page.torn) == (now.v, 0, 0)
        await away(g.do, 1, "tap", piece=piece, tapped=tapped)
