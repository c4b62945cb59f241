"""The server itself: limits, dead peers, a polite end, and what it says when what it stands on is away."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import socket
import sqlite3
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
import redis
import websockets

from studio.server import ticks
from studio.speed import trim
from tests.servers import PROJECT, Postgres, Site, Valkey, free_port, get, site_environ, wait_until

MEGABYTE = 1024 * 1024
Echo = tuple[int, subprocess.Popen[bytes]]
ECHO = """
import os, sys
from studio.server.daphne_server import CarteServer, listen_on

async def application(scope, receive, send):
    if scope["type"] == "http":
        await receive()
        if scope["path"] == "/broken":
            raise ValueError("before a word was said")
        if scope["path"] == "/nothing":
            await send({"type": "http.response.start", "status": 204, "headers": [(b"X-Told", b"7")]})
            return await send({"type": "http.response.body"})
        if scope["path"] == "/large":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"Content-Length", b"5000000")]})
            await send({"type": "http.response.body", "body": b"a" * 2_000_000, "more_body": True})
            return await send({"type": "http.response.body", "body": b"b" * 3_000_000})
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"] == "/half":
            await send({"type": "http.response.body", "body": b"half", "more_body": True})
            raise ValueError("in mid-file")
        await send({"type": "http.response.body", "body": b"ok"})
        return
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        elif message["text"] == "slow":
            import asyncio
            await asyncio.sleep(60)
        elif message["text"] == "what is kept":
            import gc
            sockets = [vars(one) for one in gc.get_objects() if type(one).__name__ == "PromptSocket"]
            await send({"type": "websocket.send", "text": f"{len(sockets)} {sockets} {scope}"})
        else:
            await send({"type": "websocket.send", "text": str(len(message["text"]))})

import studio.server.incoming_limits
studio.server.incoming_limits.HEAD_LIMIT = float(sys.argv[2])
studio.server.incoming_limits.ARRIVAL_LIMIT = float(sys.argv[4])
CarteServer(application, listen_on("127.0.0.1", int(sys.argv[1])), 10 * 1024 * 1024, 64 * 1024, int(sys.argv[3])).run()
"""


@pytest.fixture
def echo(request: pytest.FixtureRequest) -> Iterator[Echo]:
    """A bare application behind our server: (port, process). Parameters: seconds for a head, lines of one address,
    seconds for a request to be whole."""
    port = free_port()
    limits = [str(limit) for limit in getattr(request, "param", (20, 0, 180))]
    process = subprocess.Popen([sys.executable, "-c", ECHO, str(port), *limits], cwd=PROJECT, stdin=subprocess.DEVNULL)
    wait_until(lambda: get(f"http://127.0.0.1:{port}/").status == 200, "the echo")
    yield port, process
    process.kill()
    process.wait()


def test_an_answer_that_breaks_in_the_middle_is_cut_and_harms_no_other(echo: Echo) -> None:
    """The server's own clockwork goes on: connections are still looked over, and what breaks later is answered."""
    port, _ = echo
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(b"GET /half HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        got = b""
        with contextlib.suppress(ConnectionError):
            while piece := line.recv(4096):
                got += piece
    assert b"half" in got and not got.endswith(b"0\r\n\r\n"), "it must not look whole"
    for _ in range(2):
        assert get(f"http://127.0.0.1:{port}/broken", timeout=10).status == 500


BREAKS = """
from studio.server import incoming_limits
from twisted.internet.defer import fail

was = incoming_limits.PatientChannel.dataReceived

def broken(self, data):
    if data.startswith(b"BREAK"):
        raise ValueError("this protocol is broken")
    if data.startswith(b"FORGET"):
        fail(ValueError("nobody asked what became of it"))
        return self.transport.loseConnection()
    was(self, data)

incoming_limits.PatientChannel.dataReceived = broken
"""


def test_what_breaks_inside_the_server_leaves_a_trace_and_who_hangs_up_leaves_none(tmp_path: Path) -> None:
    port, said = free_port(), tmp_path / "said"
    with said.open("wb") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-c", BREAKS + ECHO, str(port), "1", "0", "180"], cwd=PROJECT, stderr=stderr
        )

    def sends(data: bytes) -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as line:
            line.sendall(data)
            with contextlib.suppress(OSError):
                line.recv(1000)

    try:
        wait_until(lambda: get(f"http://127.0.0.1:{port}/").status == 200, "the echo")
        upgrade = (
            b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        )
        upgrade += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        # Refused by the library before the application hears of them, and what nobody can put into words for it.
        line = b"Origin: %b\r\n\r\n"
        refused = [
            upgrade[:-2] + line % origin for origin in (b"null", b"file://", b"http://a:b", b"http://[::", b"\xff")
        ]
        refused += [upgrade[:-2] + b"Sec-WebSocket-Protocol: \xc3\xa9\r\n\r\n", upgrade.replace(b" / ", b" /\xc3\xa9 ")]
        refused += [upgrade.replace(b"Version: 13", b"Version: 99"), upgrade.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"x")]
        refused += [upgrade[:-2] + b"X-\xff: 1\r\n\r\n", upgrade[:-2] + "X-A: \u2603\r\n\r\n".encode()]
        for handshake in refused:
            sends(handshake)
        assert get(f"http://127.0.0.1:{port}/").status == 200
        assert said.read_text() == ""
        for rude in (b"", b"GET", b"\x16\x03\x01", b"GET / HTTP/1.1\r\nHost: a\r\n", upgrade, upgrade + b"\xff" * 30):
            sends(rude)
        with socket.create_connection(("127.0.0.1", port), timeout=10) as line:  # goes without a goodbye
            line.sendall(upgrade)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        assert get(f"http://127.0.0.1:{port}/").status == 200
        assert said.read_text() == ""
        sends(b"BREAK")
        sends(b"FORGET")
        wait_until(lambda: said.read_text().count("ValueError: ") == 2, "both traces")
        told = said.read_text()
        assert "ValueError: this protocol is broken" in told and "in broken" in told
        assert "ValueError: nobody asked what became of it" in told
        assert get(f"http://127.0.0.1:{port}/").status == 200
    finally:
        process.kill()
        process.wait()


def post(port: int, size: int, *, chunked: bool = False) -> tuple[bytes, int]:
    """Send a body of `size` bytes; (status line, bytes that could be sent before the line was cut)."""
    sent = 0
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        length = b"Transfer-Encoding: chunked" if chunked else b"Content-Length: %d" % size
        line.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + length + b"\r\n\r\n")
        block = b"x" * MEGABYTE
        try:
            while sent < size:
                line.sendall(b"100000\r\n" + block + b"\r\n" if chunked else block)
                sent += MEGABYTE
        except OSError:
            pass
        try:
            answer = line.recv(4096)
        except OSError:
            answer = b""
    return answer.partition(b"\r\n")[0], sent


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_over_the_limit_is_answered_413_and_not_kept(echo: Echo, chunked: bool) -> None:
    port, process = echo
    before = psutil.Process(process.pid).memory_info().rss
    status, _ = post(port, 300 * MEGABYTE, chunked=chunked)
    grown = psutil.Process(process.pid).memory_info().rss - before
    assert status == b"HTTP/1.1 413 Content Too Large"
    assert grown < 30 * MEGABYTE
    assert get(f"http://127.0.0.1:{port}/").status == 200


def test_a_body_under_the_limit_is_taken(echo: Echo) -> None:
    assert post(echo[0], 9 * MEGABYTE) == (b"HTTP/1.1 200 OK", 9 * MEGABYTE)


async def test_a_message_over_the_limit_closes_only_its_own_socket(echo: Echo) -> None:
    address = f"ws://127.0.0.1:{echo[0]}/"
    async with (
        websockets.connect(address, compression=None) as quiet,
        websockets.connect(address, compression=None) as loud,
    ):
        await loud.send("x" * 64 * 1024)
        assert await loud.recv() == "65536"
        await loud.send("x" * (64 * 1024 + 1))
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await loud.recv()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
        await quiet.send("still here")
        assert await quiet.recv() == "10"


async def test_an_open_socket_keeps_nothing_of_its_handshake(echo: Echo) -> None:
    headers = {"Cookie": "carte_device=a-cookie", "User-Agent": "a-browser"}
    async with websockets.connect(f"ws://127.0.0.1:{echo[0]}/a-path", additional_headers=headers) as line:
        await line.send("what is kept")
        kept = await line.recv()
        assert kept[:2] == "1 " and "/a-path" in kept
        assert not re.search("cookie|a-browser|Sec-WebSocket", kept, re.IGNORECASE)
        await line.send("still here")
        assert await line.recv() == "10"


async def test_sigterm_tells_every_socket_4012_and_ends_with_0(echo: Echo) -> None:
    port, process = echo
    sockets = [await websockets.connect(f"ws://127.0.0.1:{port}/") for _ in range(20)]
    await sockets[0].send("slow")  # an application that does not listen must not hold up the end
    began = time.monotonic()
    process.terminate()
    for one in sockets:
        await one.wait_closed()
        assert one.close_code == 4012
    assert await asyncio.to_thread(process.wait, 10) == 0
    assert time.monotonic() - began < 3


async def test_a_peer_that_went_dead_is_noticed_within_15_seconds(echo: Echo) -> None:
    port, process = echo
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    assert b"101" in await reader.readline()
    began = time.monotonic()
    with contextlib.suppress(ConnectionResetError):
        while await reader.read(4096):  # pings come, and no pong goes
            pass
    assert time.monotonic() - began < 15
    writer.close()


def test_a_visitor_who_says_nothing_costs_nothing_for_long() -> None:
    from studio.server import incoming_limits

    assert (
        incoming_limits.IDLE_LIMIT <= 30 and incoming_limits.HEAD_LIMIT <= 30 and incoming_limits.ARRIVAL_LIMIT <= 180
    )


def test_answers_of_every_kind_follow_each_other_on_one_line(echo: Echo) -> None:
    """What the reader has no room for waits, in order, and a head without a body leaves alone."""
    with socket.create_connection(("127.0.0.1", echo[0]), timeout=10) as line:
        read = line.makefile("rb")

        def ask(what: str, more: str = "") -> tuple[bytes, list[bytes]]:
            line.sendall(f"{what} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n".encode())
            status = read.readline()
            return status, list(iter(read.readline, b"\r\n"))

        for _ in range(2):
            assert ask("GET /nothing") == (b"HTTP/1.1 204 No Content\r\n", [b"X-Told: 7\r\n"])
            assert ask("GET /") == (b"HTTP/1.1 200 OK\r\n", [b"Transfer-Encoding: chunked\r\n"])
            assert read.read(len(b"2\r\nok\r\n0\r\n\r\n")) == b"2\r\nok\r\n0\r\n\r\n"
            assert ask("HEAD /") == (b"HTTP/1.1 200 OK\r\n", [])
            assert ask("GET /large") == (b"HTTP/1.1 200 OK\r\n", [b"Content-Length: 5000000\r\n"])
            time.sleep(0.3)  # of five megabytes that nobody reads most do not fit
            assert read.read(5_000_000) == b"a" * 2_000_000 + b"b" * 3_000_000
        assert ask("GET /nothing", "Connection: close\r\n")[0] == b"HTTP/1.1 204 No Content\r\n"
        assert read.read() == b""


@pytest.mark.parametrize("echo", [(20, 0, 1)], indirect=True)
def test_a_request_that_is_never_whole_is_cut_off_and_a_line_that_asks_again_is_not(echo: Echo) -> None:
    address = ("127.0.0.1", echo[0])
    with socket.create_connection(address, timeout=10) as slow, socket.create_connection(address, timeout=10) as quick:
        slow.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nx")
        for _ in range(3):
            quick.sendall(b"GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert quick.recv(4096).startswith(b"HTTP/1.1 204 ")
            time.sleep(0.5)
        with contextlib.suppress(ConnectionResetError):
            assert slow.recv(4096) == b""
        quick.sendall(b"GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert quick.recv(4096).startswith(b"HTTP/1.1 204 ")


@pytest.mark.parametrize("echo", [(1, 0, 180)], indirect=True)
def test_a_head_that_drips_is_cut_off_and_a_body_that_does_is_not(echo: Echo) -> None:
    port, _ = echo
    whole = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    before = {
        "in the first line": b"GET /",
        "in the headers": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ",
        "in the second request": whole,
        "in a body": b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n",
    }
    lines = {what: socket.create_connection(("127.0.0.1", port), timeout=10) for what in before}
    for what, line in lines.items():
        line.sendall(before[what])
    with lines["in the second request"] as answered:
        while b"ok" not in answered.recv(4096):
            pass
        alive = dict(lines)
        for _ in range(30):  # three seconds, a byte every tenth
            for what, line in list(alive.items()):
                try:
                    line.sendall(b"x")
                    line.setblocking(False)
                    with contextlib.suppress(BlockingIOError):
                        if not line.recv(4096):
                            raise ConnectionResetError
                except OSError:
                    del alive[what]
                else:
                    line.setblocking(True)
            time.sleep(0.1)
    assert set(alive) == {"in a body"}
    for line in lines.values():
        line.close()


@pytest.mark.parametrize("echo", [(20, 5, 180)], indirect=True)
async def test_one_address_holds_so_many_connections_and_sockets_among_them(echo: Echo) -> None:
    port, _ = echo
    await asyncio.to_thread(wait_until, lambda: get(f"http://127.0.0.1:{port}/").status == 200, "the first to be gone")
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(2)]
    sockets = [await websockets.connect(f"ws://127.0.0.1:{port}/") for _ in range(3)]
    with socket.create_connection(("127.0.0.1", port), timeout=10) as more:
        said = more.recv(4096)
    assert said.startswith(b"HTTP/1.1 429 ") and b"Too many connections" in said
    length = int(said.partition(b"Content-Length: ")[2].split(b"\r")[0])
    assert len(said.partition(b"\r\n\r\n")[2]) == length
    with socket.create_connection(("127.0.0.1", port), timeout=10, source_address=("127.0.0.2", 0)) as elsewhere:
        elsewhere.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert elsewhere.recv(4096).startswith(b"HTTP/1.1 200 ")
    await sockets[0].close()
    silent[0].close()
    for _ in range(20):  # what is over is no longer counted, however often
        await asyncio.to_thread(wait_until, lambda: get(f"http://127.0.0.1:{port}/").status == 200, "room again")
    for one in sockets[1:]:
        await one.close()
    silent[1].close()


def test_readyz_names_a_database_that_is_away_and_healthz_does_not_mind(
    live_site: Callable[..., Site], postgres_database: str, postgres: Postgres
) -> None:
    site = live_site(postgres_database)
    assert get(site.url + "/readyz").status == 200
    postgres.kill()
    try:
        began = time.monotonic()
        answer = wait_until(lambda: (got := get(site.url + "/readyz")).status == 503 and got, "readyz to notice")
        assert answer.body == b"no answer from the database\n"
        assert time.monotonic() - began < 5
        assert get(site.url + "/healthz").status == 200
    finally:
        postgres.start()
    wait_until(lambda: get(site.url + "/readyz").status == 200, "readiness again", 8)


def test_a_site_whose_layer_is_away_goes_on_says_so_once_and_to_ask_leaves_nothing_behind(
    live_site: Callable[..., Site], valkey: Valkey
) -> None:
    """Two processes. A proxy that follows /readyz leaves both open: pages follow their decks without hints."""
    site = live_site(redis_url=valkey.url, processes=2)
    layer = redis.Redis.from_url(valkey.url)

    def ask() -> set[tuple[int, bytes]]:
        return {(answer.status, answer.body) for address in site.addresses if (answer := get(address + "/readyz"))}

    def said(words: str) -> list[int]:
        return [site.log(number).count(words) for number in range(2)]

    assert ask() == {(200, b"ready\n")}
    wait_until(lambda: len(layer.pubsub_channels()) == 3, "both to listen: each for itself, and to all")
    for _ in range(30):  # the answer of a second ago is told again: ask past it, too
        assert ask() == {(200, b"ready\n")}
    time.sleep(1.1)
    assert ask() == {(200, b"ready\n")} and len(layer.pubsub_channels()) == 3
    valkey.kill()
    try:
        wait_until(lambda: ask() == {(200, b"degraded: hints\n")}, "both to say so")
        wait_until(lambda: said("not reached for now") == [1, 1], "a line of each")
        for address in site.addresses:
            assert get(address + "/rules/").status == 200
    finally:
        valkey.start()
    wait_until(lambda: said("are reached again") == [1, 1], "the other line of each")
    wait_until(lambda: ask() == {(200, b"ready\n")}, "all to be well")
    assert len(redis.Redis.from_url(valkey.url).pubsub_channels()) == 3
    lines = [
        line for number in range(2) for line in site.log(number).splitlines() if "Carte Blanche is open" not in line
    ]
    assert len(lines) == 4 and "Traceback" not in "".join(lines), lines


def test_a_database_that_is_away_is_said_as_503_in_words(
    live_site: Callable[..., Site], postgres_database: str, postgres: Postgres
) -> None:
    site = live_site(postgres_database)
    postgres.kill()
    try:
        answer = wait_until(
            lambda: (got := get(site.url + "/admin/", cookie="carte_session=" + "a" * 32)).status == 503 and got,
            "a 503",
        )
        assert b"Nothing was changed" in answer.body and b"Traceback" not in answer.body
        assert answer.headers["Retry-After"] == "5"
    finally:
        postgres.start()


def test_several_processes_share_one_port_and_end_together(valkey_url: str, tmp_path: Path, migrated: Path) -> None:
    port = free_port()
    (tmp_path / "carte.sqlite3").write_bytes(migrated.read_bytes())
    environ = os.environ | {
        "CARTE_DATA": str(tmp_path), "REDIS_URL": valkey_url, "DJANGO_SETTINGS_MODULE": "tests.live_settings",
    }  # fmt: skip
    words = [sys.executable, str(PROJECT / "manage.py"), "serve", "--port", str(port), "--processes", "2"]
    parent = subprocess.Popen(words, env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: get(f"http://127.0.0.1:{port}/healthz").status == 200, "the site")
        children = wait_until(lambda: len(c := psutil.Process(parent.pid).children()) == 2 and c, "two processes")
        children[0].kill()
        wait_until(
            lambda: children[0] not in (now := psutil.Process(parent.pid).children()) and len(now) == 2, "another child"
        )
        assert get(f"http://127.0.0.1:{port}/healthz").status == 200
        parent.terminate()
        assert parent.wait(timeout=15) == 0
        assert get(f"http://127.0.0.1:{port}/healthz").status == 0
    finally:
        for process in [*psutil.Process(parent.pid).children(), parent] if parent.poll() is None else []:
            process.kill()


def test_a_socket_is_opened_only_by_a_page_of_this_site(settings: Any) -> None:
    from studio.web.origins import is_same_origin

    here = "localhost:8000"
    assert is_same_origin("http://localhost:8000", here)
    assert is_same_origin("http://LocalHost", "localhost:80")
    assert is_same_origin("https://localhost", "localhost", is_secure=True)
    assert not is_same_origin("http://localhost", "localhost", is_secure=True)
    for origin in (
        "", "null", "http://localhost", "http://localhost:9999", "http://evil.example:8000", "file:///x",
        "http://localhost.evil.example:8000", "http://evil.localhost:8000", "ftp://localhost:8000",
        "http://[", "//localhost:8000", "https://localhost:8000", "http://user@localhost:8000",
        "http://localhost:8000/", "http://localhost:8000/path", "http://localhost:8000?x", "http://localhost:8000 ",
        "http://localhost:8000#", "http://localhost:8000\n", "http://localhost:80800000000", "http://localhost:٨٠٠٠",
    ):  # fmt: skip
        assert not is_same_origin(origin, here), origin
    assert not is_same_origin("http://evil.example:8000", "evil.example:8000")  # a name somebody else points here

    settings.SITE = "https://cards.example.org"
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "cards.example.org", "cards.example"]
    for is_secure in (True, False):  # what a proxy in front leaves out changes nothing
        assert is_same_origin("https://cards.example.org", "cards.example.org", is_secure=is_secure)
        assert not is_same_origin("http://cards.example.org", "cards.example.org", is_secure=is_secure)
        assert not is_same_origin("https://cards.example.org:8443", "cards.example.org:8443", is_secure=is_secure)
        assert not is_same_origin("https://cards.example.org", "cards.example", is_secure=is_secure)
    assert is_same_origin("https://cards.example", "cards.example", is_secure=True)


def test_memory_is_given_back_where_the_system_can_be_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A string of a megabyte between small ones leaves a gap; a system without glibc has no way to say so."""
    trim._trim.cache_clear()
    told: list[int] = []
    monkeypatch.setattr(trim.ctypes, "CDLL", lambda _: SimpleNamespace(malloc_trim=told.append))
    assert trim.give_back() and told == [0]
    monkeypatch.setattr(trim.ctypes, "CDLL", lambda _: SimpleNamespace())
    trim._trim.cache_clear()
    assert not trim.give_back()
    trim._trim.cache_clear()
    assert any(duty.work is trim.give_back for duty in ticks.duties())


def test_a_data_folder_nobody_prepared_is_said_in_a_sentence(tmp_path: Path, migrated: Path) -> None:
    def served(data: Path, **environ: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, str(PROJECT / "manage.py"), "serve", "--port", str(free_port())], timeout=30,
            env=site_environ(data, None, None) | environ, cwd=tmp_path, capture_output=True, text=True,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    new, behind = tmp_path / "new", tmp_path / "behind"
    for folder in (new, behind):
        folder.mkdir()
    shutil.copy(migrated, behind / "carte.sqlite3")
    code, said = served(new)
    assert code == 1 and "manage.py prepare" in said and said.count("\n") == 1, said
    assert not (new / "carte.sqlite3").exists()
    # Tables there, static files not (the disk was full); then the tables of an older version.
    code, said = served(behind, DJANGO_SETTINGS_MODULE="studio.settings")
    assert code == 1 and "manage.py prepare" in said and said.count("\n") == 1, said
    with closing(sqlite3.connect(behind / "carte.sqlite3")) as rows:
        rows.execute("DELETE FROM django_migrations WHERE id = (SELECT max(id) FROM django_migrations)")
        rows.commit()
    code, said = served(behind)
    assert code == 1 and "manage.py prepare" in said and said.count("\n") == 1, said
