"""Restarts nobody should notice for long: the database's, the processes' one after another, a line's after a day."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import websockets

from tests.faults.starting import start_a_deck
from tests.live.fake import Page
from tests.live.small_site import SMALL, SmallSite, follow
from tests.servers import Postgres, Site, running_site, wait_until

READERS = 8
RESTARTING = 4012


@pytest.fixture
def pair(postgres_database: str, valkey_url: str, migrated: Path) -> Iterator[SmallSite]:
    with running_site(postgres_database, valkey_url, 2, prepared=migrated, environ=SMALL) as site:
        yield SmallSite(site)


def test_five_seconds_after_the_database_is_back_so_is_the_site(
    live_site: Callable[..., Site], postgres: Postgres, postgres_database: str, rounds: Callable[[int, int], int]
) -> None:
    """Meanwhile it says so in words, and what was acknowledged before is there afterwards."""
    site = live_site(postgres_database)
    made = 0
    for _ in range(rounds(1, 5)):
        assert start_a_deck(site.url).status == 303
        made += 1
        postgres.kill()
        resting = start_a_deck(site.url)
        assert resting.status == 503 and b"try again" in resting.body
        postgres.start()
        began = time.monotonic()
        wait_until(lambda: start_a_deck(site.url).status == 303, "the site to work again", 15)
        assert time.monotonic() - began <= 5
        made += 1
    count = site.manage("shell", "-v0", "-c", "from cards.models import Deck; print(Deck.objects.count())")
    assert int(count.stdout) == made


class Load:
    """Somebody who goes on making marks, at whichever process answers; `kept` are those that were acknowledged."""

    def __init__(self, site: SmallSite) -> None:
        self.site = site
        self.kept: list[str] = []
        self.top = 0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._go_on, daemon=True)

    def __enter__(self) -> Load:
        self._thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _go_on(self) -> None:
        number = 0
        while not self._is_over.wait(0.02):
            number += 1
            text = f"mark {number}."
            with contextlib.suppress(OSError):  # this process is just restarting: the next mark goes to the other
                self.top = max(self.top, self.site.mark(text, number % 2))
                self.kept.append(text)


async def read_on(site: SmallSite, page: Page, process: int, closed: list[int]) -> None:
    """As a page does: when the line ends, come back with what one has, here to the other process."""
    while True:
        try:
            async with site.open(page.v, process) as line:
                async for text in line:
                    page.take(json.loads(text))
        except websockets.ConnectionClosed as end:
            closed.append(end.rcvd.code if end.rcvd else 0)
        except (OSError, websockets.InvalidHandshake, websockets.InvalidMessage):
            await asyncio.sleep(0.1)
        process = 1 - process


async def test_processes_restarted_one_after_another_lose_nothing(
    pair: SmallSite, rounds: Callable[[int, int], int]
) -> None:
    """Under load; every reader is told 4012, comes back elsewhere and ends equal to a fresh page."""
    pages = [pair.fresh(n % 2) for n in range(READERS)]
    closed: list[int] = []
    readers = [asyncio.create_task(read_on(pair, page, n % 2, closed)) for n, page in enumerate(pages)]
    try:
        with Load(pair) as load:
            for turn in range(rounds(2, 10)):
                before = len(load.kept)
                await asyncio.to_thread(wait_until, lambda was=before: len(load.kept) > was + 5, "marks to be made")
                assert await asyncio.to_thread(pair.site.terminate, turn % 2) == 0
                await asyncio.to_thread(pair.site.start, turn % 2)
        async with asyncio.timeout(15):
            while any(page.v < load.top for page in pages):
                await asyncio.sleep(0.05)
    finally:
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)
    assert len(closed) >= READERS and set(closed) == {RESTARTING}
    now = await asyncio.to_thread(pair.fresh)
    assert {page.gaps for page in pages} == {0}
    asked = "from studio.models import Entry; print(*Entry.objects.values_list('body__text', flat=True), sep='\\n')"
    told = await asyncio.to_thread(pair.site.manage, "shell", "-v0", "-c", asked)
    assert set(load.kept) <= set(told.stdout.splitlines())
    assert all(page.html["marks"] == now.html["marks"] for page in pages)


async def test_a_line_that_was_open_for_a_day_is_opened_again_and_alive(
    postgres_database: str, valkey_url: str, migrated: Path
) -> None:
    """The server ends it in order (here after three seconds); the next one hears the other process at once."""
    environ = SMALL | {"SMALL_LINE": "3"}
    with running_site(postgres_database, valkey_url, 2, prepared=migrated, environ=environ) as site:
        small = SmallSite(site)
        page = small.fresh(1)
        async with asyncio.timeout(15), small.open(page.v, 1) as line:
            with pytest.raises(websockets.ConnectionClosed) as end:
                while True:
                    page.take(json.loads(await line.recv()))
        assert end.value.rcvd is not None, "closed, not cut"
        missed = await asyncio.to_thread(small.mark, "while nobody listened", 0)
        async with small.open(page.v, 1) as line:
            await follow(line, page, missed, within=5)
            began = time.monotonic()
            v = await asyncio.to_thread(small.mark, "and now", 0)
            await follow(line, page, v, within=5)
            assert time.monotonic() - began < 1.5, "only the rounds brought it: the hint did not cross"
        assert page.html["marks"] == (await asyncio.to_thread(small.fresh)).html["marks"]
