"""Who waits for whom among what the hub has done in threads (studio/live/threads.py)."""

from __future__ import annotations

import asyncio
import threading

import pytest
from django.db import InterfaceError, NotSupportedError, OperationalError, connection, connections

from studio.costly import DRAWN_BETWEEN
from studio.live import threads
from studio.live.catch_up import UNKNOWN, Audience, Position, Wanted, draw_for
from studio.people.devices import DEVICE_COOKIE, caller_of_cookies
from tests.full_drawings import doodle, drawn_by_thread
from tests.memories import forget_all
from tests.web.workshop_evening import WorkshopEvening

pytestmark = pytest.mark.django_db(transaction=True)  # each thread lets its connection go where it rested

PATIENCE = 10  # seconds, for a machine that is busy


async def test_a_door_waits_for_no_drawing_and_a_drawing_for_no_door() -> None:
    for long, short in ((threads.drawn, threads.looked), (threads.looked, threads.drawn)):
        may_end = threading.Event()
        under_way = asyncio.create_task(long(may_end.wait, PATIENCE))
        try:
            assert await asyncio.wait_for(short(str, "answered"), PATIENCE) == "answered"
            assert not under_way.done()
        finally:
            may_end.set()
        assert await under_way, "it was let go, and did not give up"


async def test_rooms_are_drawn_one_after_the_other() -> None:
    drawing, at_once = set[int](), list[int]()

    def draw(number: int) -> None:
        drawing.add(number)
        at_once.append(len(drawing))
        threading.Event().wait(0.01)
        drawing.discard(number)

    await asyncio.gather(*(threads.drawn(draw, number) for number in range(8)))
    assert at_once == [1] * 8


@pytest.mark.parametrize("broken", [InterfaceError, NotSupportedError, OperationalError])
async def test_what_meets_a_broken_connection_or_an_old_plan_is_done_once_more_on_a_new_one(
    broken: type[Exception],
) -> None:
    met = list[object]()

    def draw() -> str:
        connection.ensure_connection()
        met.append(connection.connection)
        if len(met) == 1:
            raise broken("cached plan must not change result type")
        return "drawn"

    assert await threads.drawn(draw) == "drawn"
    assert len(met) == 2


def let_go() -> None:
    for pool in threads.POOLS:
        pool.submit(connections.close_all).result(timeout=PATIENCE)


def test_no_room_waits_for_what_another_has_drawn_anew(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Full drawings on one mat kept every other room waiting."""
    evening = WorkshopEvening()
    assert evening.write(evening.ros, doodle=doodle(7)).status_code == 303
    spent = drawn_by_thread(monkeypatch)
    caller = caller_of_cookies({DEVICE_COOKIE: evening.ros.secret})
    at = Position(0, evening.ros.member(evening.deck.group).pk, person=caller.person_id)
    wanted = [Wanted(Audience("workshop", None, "member"), frozenset([at]))]
    forget_all()
    request.addfinalizer(let_go)
    (sent,) = asyncio.run(threads.drawn(draw_for, evening.deck.stream_id, wanted))
    assert not sent.is_doubtful and sent.top != UNKNOWN
    assert spent.get("live-drawing", 0) <= DRAWN_BETWEEN < spent.get("live-much", 0)
    spent.clear()
    asyncio.run(threads.drawn(draw_for, evening.deck.stream_id, wanted))
    assert spent.get("live-much", 0) == 0, "what was drawn once is known"
