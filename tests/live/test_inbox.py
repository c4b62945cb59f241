"""What waits between a line and the application comes out as it came in (studio/server/daphne_server.py)."""

from __future__ import annotations

import asyncio
from sys import getsizeof

from studio.server.daphne_server import Inbox

ONE, TWO, THREE = ({"type": "websocket.receive", "text": word} for word in ("one", "two", "three"))


async def test_what_came_is_given_in_its_order_whether_somebody_waited_for_it_or_not() -> None:
    inbox = Inbox()
    inbox.put_nowait(ONE)
    inbox.put_nowait(TWO)
    assert [await inbox.get(), await inbox.get()] == [ONE, TWO]
    later = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    assert not later.done()
    inbox.put_nowait(THREE)
    inbox.put_nowait(ONE)
    assert [await later, await inbox.get()] == [THREE, ONE]


async def test_of_two_who_wait_each_is_given_one_and_who_stops_waiting_takes_none() -> None:
    inbox = Inbox()
    first, second, third = (asyncio.create_task(inbox.get()) for _ in range(3))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    inbox.put_nowait(ONE)
    inbox.put_nowait(TWO)
    assert [await second, await third] == [ONE, TWO]


async def test_one_that_nothing_waits_in_is_a_tenth_of_a_queue() -> None:
    inbox, queue = Inbox(), asyncio.Queue[object]()
    deques = (queue._getters, queue._putters, queue._queue, queue._finished._waiters)  # type: ignore[attr-defined]
    assert 10 * sum(map(getsizeof, (inbox, inbox._came, inbox._waiting))) < sum(map(getsizeof, deques))
