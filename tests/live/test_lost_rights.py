"""Of several who look at a table with one sight somebody loses the right to it, told by no hint: nothing more reaches
them, and nobody else stays behind."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from cards.models import Deck
from play.access import sight_of, stream_door
from play.queries.table_view import TableView
from studio.live import hub as hubs
from studio.live.consumer import NOT_YOURS
from studio.live.subscriptions import Socket
from studio.models import Claim, Member, Person, Stream
from studio.people.devices import STRANGER, Caller
from tests.live.fake import Ear, away, sit_down, until
from tests.table_fixture import TableFixture

MAKERS = ("Nell", "Bea", "Cy", "Dot", "Eve")


def look_again(g: TableFixture, caller: Caller, sight: str) -> int:
    door = stream_door(caller, Stream.objects.get(pk=g.table.stream_id))
    return 0 if door is not None and door.sight == sight else NOT_YOURS


async def looking(hub: hubs.Hub, g: TableFixture, *callers: Caller, seat: int = 0) -> list[tuple[Socket, Ear]]:
    """Their sockets at the table: at a seat of it, or watching. All have come to its latest entry."""
    sight = await away(g.sight, seat)
    member = await away(Member.objects.get, pk=await away(g.member, seat)) if seat else None
    v = await away(lambda: g.head)
    lines = [
        sit_down(hub, g.table.stream_id, v, sight, member, caller, partial(look_again, g, caller, sight), "table")
        for caller in callers
    ]
    there = hub.rooms[g.table.stream_id]
    await until(lambda: all(not socket.owed for socket, _ in lines) and there.present is not None)
    await until(lambda: not there.is_behind and there.task is None and not hub._writes_leases)
    return lines


def lend(owner: Callable[[], Member], lodger: Person) -> None:
    """For a day that began before the game did."""
    claimed, now = owner(), timezone.now()
    came_as = Member.objects.create(group=claimed.group, person=lodger, left_at=now, merged_into=claimed)
    earlier, later = now - timedelta(hours=1), now + timedelta(hours=23)
    Claim.objects.create(
        newcomer=came_as, claimed=claimed, at=earlier, answer="yes", answered_at=earlier, held_until=later
    )
    Member.objects.filter(pk=claimed.pk).update(stand_in=lodger)


def person(g: TableFixture, name: str) -> Caller:
    return Caller(person_id=g.person(name))


async def test_who_watches_beside_a_decks_makers_is_shut_out_once_it_is_private(hub: hubs.Hub) -> None:
    g = await away(TableFixture, is_creative=False)
    for name in MAKERS[1:]:
        await away(g.t.join, name)
    makers = await looking(hub, g, *[await away(person, g, name) for name in MAKERS])
    ((_, stranger),) = await looking(hub, g, STRANGER)
    await looking(hub, g, await away(person, g, "Ros"), seat=1)
    before = len(stranger.frames)
    await away(Deck.objects.filter(pk=g.t.deck.pk).update, visibility="private")
    done = await away(g.do, 1, "flip")
    await until(lambda: stranger.code == NOT_YOURS)
    assert len(stranger.frames) == before
    await until(lambda: all(socket.v == done.v for socket, _ in makers))
    assert not any(ear.code for _, ear in makers)


async def test_a_name_that_changed_while_somebody_was_shut_out_is_told_to_the_others(hub: hubs.Hub) -> None:
    """There is no entry for it, so nobody would notice that it was not drawn."""
    g = await away(TableFixture, is_creative=False)
    ((_, nell),) = await looking(hub, g, await away(person, g, "Nell"))
    ((_, stranger),) = await looking(hub, g, STRANGER)
    await away(Deck.objects.filter(pk=g.t.deck.pk).update, visibility="private")
    await away(Person.objects.filter(pk=await away(g.person, "Idris")).update, name="Ifan")
    hubs.touch(g.table.stream_id)
    await until(lambda: stranger.code == NOT_YOURS and any("Ifan" in frame.text for frame in nell.texts))
    assert not any("Ifan" in frame.text for frame in stranger.texts)


async def test_who_comes_while_others_are_drawn_for_is_asked_before_they_are_sent_anything(
    hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They came through the door before it was shut, and stand where somebody stands who may look on."""
    g = await away(TableFixture, is_creative=False)
    begun, may_go_on, draw = threading.Event(), threading.Event(), hubs.draw_for

    def held(*args: Any) -> Any:
        drawn = draw(*args)
        begun.set()
        assert may_go_on.wait(10)
        return drawn

    monkeypatch.setattr(hubs, "draw_for", held)
    nell, v = await away(person, g, "Nell"), await away(lambda: g.head)
    await away(Deck.objects.filter(pk=g.t.deck.pk).update, visibility="private")
    await away(g.do, 1, "flip")
    _, ear = sit_down(hub, g.table.stream_id, v, "open", None, nell, lambda: 0, "table")
    await until(begun.is_set)
    _, stranger = sit_down(hub, g.table.stream_id, v, "open", None, STRANGER, lambda: NOT_YOURS, "table")
    may_go_on.set()
    await until(lambda: stranger.code == NOT_YOURS and ear.frames)
    assert not stranger.frames


async def test_whoever_sits_there_now_is_shown_what_lies_in_the_hand_and_nobody_before_them(hub: hubs.Hub) -> None:
    """Should somebody hand a seat over between the door and the drawing, their sight is that of an empty seat."""
    g = await away(TableFixture)

    def look() -> None:
        mine = TableView(g.table.stream_id, g.sight(3))
        theirs = TableView(g.table.stream_id, sight_of(3, g.t.ids["Nell"]))
        held = {g.value.cards[g.value.pieces[piece].card].face for piece in g.hand(3)}
        others = {g.value.cards[g.value.pieces[piece].card].face for piece in g.hand(1)}
        assert (mine.seen.me, theirs.seen.me) == (3, 0)
        assert held <= mine.faces.keys() and not others & mine.faces.keys()
        assert not held & theirs.faces.keys()

    await away(look)


async def test_who_stands_in_reads_a_hand_no_longer_than_they_do(hub: hubs.Hub) -> None:
    """Of a game that was dealt while they stood in; and whose chair it is reads on, in each of their tabs."""
    g = await away(TableFixture, is_creative=False)
    lodger = await away(Person.objects.create, name="Lodger")
    maud = Member.objects.filter(pk=await away(g.member, 3))
    await away(lend, maud.get, lodger)
    owns = await looking(hub, g, *[await away(person, g, "Maud")] * 5, seat=3)
    ((_, other),) = await looking(hub, g, Caller(person_id=lodger.pk), seat=3)
    await looking(hub, g, await away(person, g, "Ros"), seat=1)
    before = len(other.frames)
    await away(maud.update, stand_in=None)
    done = await away(g.do, 1, "flip")
    await until(lambda: other.code == NOT_YOURS)
    assert len(other.frames) == before
    await until(lambda: all(socket.v == done.v for socket, _ in owns))
