"""Who waits for whom among what the hub has done in threads (studio/live/threads.py)."""

from __future__ import annotations

import asyncio
import threading

import pytest
from django.db import InterfaceError, NotSupportedError, OperationalError, connection

from studio.live import threads

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
