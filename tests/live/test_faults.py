"""Real processes, PostgreSQL, Valkey and sockets: kills, slow readers, resets, storms (A25, A26)."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from studio.templatetags.fragments import KEPT
from tests.live.fake import Page
from tests.live.small_site import SMALL, SmallSite, follow
from tests.servers import Postgres, Valkey, running_site, wait_until


@pytest.fixture
def small(migrated: Any) -> Iterator[SmallSite]:
    with running_site(prepared=migrated, environ=SMALL) as site:
        yield SmallSite(site)


@pytest.fixture
def small_pair(postgres_database: str, valkey_url: str, migrated: Path) -> Iterator[SmallSite]:
    with running_site(postgres_database, valkey_url, 2, prepared=migrated, environ=SMALL) as site:
        yield SmallSite(site)


async def test_what_one_process_writes_the_other_shows_at_once(small_pair: SmallSite) -> None:
    one, two = small_pair.fresh(0), small_pair.fresh(1)
    async with small_pair.open(one.v, 0) as first, small_pair.open(two.v, 1) as second:
        await asyncio.sleep(0.5)
        began = time.monotonic()
        v = await asyncio.to_thread(small_pair.mark, "across", 0)
        await asyncio.gather(follow(first, one, v), follow(second, two, v))
        assert time.monotonic() - began < 1.5, "the hint did not cross; only the rounds did"
    assert one.html == two.html == (await asyncio.to_thread(small_pair.fresh)).html


async def test_valkey_killed_and_back(small_pair: SmallSite, valkey: Valkey) -> None:
    """Nothing is lost, commands work while it is away, and hints cross again after it is back."""
    page = small_pair.fresh(1)
    async with small_pair.open(page.v, 1) as line:
        await asyncio.sleep(0.5)
        await asyncio.to_thread(valkey.kill)
        try:
            v = await asyncio.to_thread(small_pair.mark, "while it is away", 0)
            await follow(line, page, v, within=5)
        finally:
            await asyncio.to_thread(valkey.start)
        await asyncio.sleep(3)
        for n in range(5):
            began = time.monotonic()
            v = await asyncio.to_thread(small_pair.mark, f"back {n}", 0)
            await follow(line, page, v, within=5)
            if time.monotonic() - began < 0.5:
                break
        else:
            pytest.fail("hints do not cross any more: only the rounds bring what is new")
    assert page.html == (await asyncio.to_thread(small_pair.fresh, 1)).html


async def test_the_database_killed_and_back(small_pair: SmallSite, postgres: Postgres) -> None:
    """Sockets stay, and what is written afterwards arrives within five seconds."""
    page = small_pair.fresh(1)
    async with small_pair.open(page.v, 1) as line:
        await asyncio.sleep(0.5)
        await asyncio.to_thread(small_pair.mark, "before", 0)
        await asyncio.to_thread(postgres.kill)
        await asyncio.to_thread(postgres.start)

        def again() -> int:
            try:
                return small_pair.mark("after", 0)
            except OSError:
                return 0

        v = await asyncio.to_thread(wait_until, again, "a command to go through again", 10)
        await follow(line, page, v, within=5)
    assert page.html == (await asyncio.to_thread(small_pair.fresh, 1)).html


async def test_a_process_killed_after_its_commit_keeps_nobody_uninformed(small_pair: SmallSite) -> None:
    """The hint dies with the process; the rounds of the other one find the entry."""
    page = small_pair.fresh(1)
    async with small_pair.open(page.v, 1) as line:
        await asyncio.sleep(0.5)
        small_pair.site.kill(0)
        made = small_pair.site.manage("small_mark", "--", small_pair.key, "unannounced")
        v = int(made.stdout)
        await follow(line, page, v, within=5)
    assert "unannounced" in page.html["marks"]


async def test_three_hundred_come_back_after_a_restart(small: SmallSite) -> None:
    """All are back and brought up within ten seconds."""
    for n in range(20):
        small.mark(f"mark {n}")
    small.site.restart(0)
    now = await asyncio.to_thread(small.fresh)
    began = time.monotonic()

    async def come_back(n: int) -> float:
        page = Page(n % 20, {"marks": "", "names": "", "here": ""})
        async with small.open(page.v, open_timeout=20) as line:
            await follow(line, page, 20, within=20)
            assert page.html["marks"] == now.html["marks"]
            return time.monotonic() - began

    took = sorted(await asyncio.gather(*(come_back(n) for n in range(300))))
    assert took[-1] < 10


async def test_a_reader_who_does_not_drain_is_closed_and_comes_back_whole(small: SmallSite) -> None:
    """Closed, and memory stays where it was; the others notice nothing; back with their `v` they are equal."""
    host, _, port = small.site.url.rpartition("//")[2].partition(":")
    lazy = socket.socket()
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lazy.connect((host, int(port)))
    lazy.sendall(
        (
            f"GET /live/{small.key}/?page=fake&v=0 HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {small.site.url}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()
    )
    assert lazy.recv(4096).startswith(b"HTTP/1.1 101")
    process = psutil.Process(small.site.processes[0].pid)
    page = small.fresh()
    before = 0
    async with small.open(page.v) as line:
        attentive = asyncio.create_task(follow(line, page, 240, within=60))
        for n in range(240):
            await asyncio.to_thread(small.mark, f"{n} " + "x" * 20_000)
            if n == 20:
                before = process.memory_info().rss
        await attentive
        # 55 MB of frames are not kept for them; what was drawn lately is remembered, with its arguments, and no more:
        # 30 to 41 MB were seen, and some 90 when frames are kept.
        assert process.memory_info().rss - before < 2 * KEPT + 24 * 1024 * 1024
    log_of_end = await asyncio.to_thread(_read_to_the_end, lazy)
    assert log_of_end is None or log_of_end == 4008
    back = Page(0, small.fresh().html)
    async with small.open(0) as line:
        await follow(line, back, 240)
    assert back.html == (await asyncio.to_thread(small.fresh)).html


def _read_to_the_end(line: socket.socket) -> int | None:
    """Read all that was kept for this reader; the close code when it came through, None when the line was cut."""
    line.settimeout(10)
    end = b""
    try:
        while piece := line.recv(65536):
            end = (end + piece)[-64:]
    except ConnectionError:
        return None
    finally:
        line.close()
    return int.from_bytes(end[-2:], "big") if len(end) > 4 and end[-4] == 0x88 else None


async def test_a_flood_of_messages_ends_with_4029_and_hurts_nobody(small: SmallSite) -> None:
    page = small.fresh()
    async with small.open(page.v) as quiet, small.open(page.v) as loud:
        with pytest.raises(websockets.ConnectionClosed) as end:
            while True:
                await asyncio.gather(*(loud.send('{"v":0}') for _ in range(50)))
                await asyncio.sleep(0.02)
        assert end.value.rcvd is not None and end.value.rcvd.code == 4029
        v = await asyncio.to_thread(small.mark, "calm")
        await follow(quiet, page, v)


async def test_a_line_cut_in_mid_frame_leaves_nothing_half_done(small: SmallSite) -> None:
    """The handshake and a message in slices of three bytes, then a reset."""
    host, _, port = small.site.url.rpartition("//")[2].partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = (
        f"GET /live/{small.key}/?page=fake&v=0 HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {small.site.url}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()
    for n in range(0, len(head), 3):
        writer.write(head[n : n + 3])
        await writer.drain()
    assert (await reader.readline()).startswith(b"HTTP/1.1 101")
    writer.write(bytes((0x81, 0x87)) + b"\0\0\0\0" + b'{"v"')  # half of a masked message
    await writer.drain()
    writer.transport.abort()
    page = small.fresh()
    async with small.open(page.v) as line:
        await follow(line, page, await asyncio.to_thread(small.mark, "unhurt"))


async def test_a_member_whose_line_is_cut_is_away_after_the_grace(migrated: Any) -> None:
    """The others see them here for the grace (30 seconds; 3 in this site), and away within three more."""
    with running_site(prepared=migrated, environ=SMALL | {"SMALL_GRACE": "3"}) as site:
        small = SmallSite(site)
        maud, idris = small.cookies
        page = small.fresh(cookie=idris)
        here = f"<li>{small.members[0]}</li>"
        async with small.open(page.v, cookie=idris) as line:
            gone = await small.open(page.v, cookie=maud)
            await _until_page(line, page, lambda: here in page.html["here"], 5)
            began = time.monotonic()
            gone.transport.abort()
            await _until_page(line, page, lambda: here not in page.html["here"], 10)
            assert 2.9 <= time.monotonic() - began <= 6


async def _until_page(line: ClientConnection, page: Page, true: Callable[[], bool], within: float) -> None:
    async with asyncio.timeout(within):
        while not true():
            page.take(json.loads(await line.recv()))


async def test_a_burst_of_three_hundred_from_a_hundred_readers_leaves_all_alike(
    small: SmallSite, rounds: Callable[[int, int], int]
) -> None:
    pages = [small.fresh() for _ in range(100)]
    lines = await asyncio.gather(*(small.open(page.v, open_timeout=20) for page in pages))
    try:
        marks = [asyncio.to_thread(small.mark, f"{n}", 0, 30) for n in range(rounds(80, 300))]
        tops = await asyncio.gather(*marks)
        await asyncio.gather(
            *(follow(line, page, max(tops), within=20) for line, page in zip(lines, pages, strict=True))
        )
    finally:
        await asyncio.gather(*(line.close() for line in lines))
    now = await asyncio.to_thread(small.fresh)
    assert {page.gaps for page in pages} == {0}
    assert all(page.html == now.html for page in pages)
