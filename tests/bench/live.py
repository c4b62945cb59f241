"""How long from a command until the LAST of N spectators has its frame, against a bare broadcast in the same run.

    .venv/bin/python -m tests.bench.live                 # embedded defaults, N = 50, 200, 1000
    .venv/bin/python -m tests.bench.live --two           # two processes over PostgreSQL and Valkey
    .venv/bin/python -m tests.bench.live --plain         # through the plain ASGI send, without the fast path
    .venv/bin/python -m tests.bench.live --rounds 60 --n 200

The reference is an asyncio `websockets` server that sends a frame of the same size to N clients when it is told to,
without a database. Ours commits on a stream (lock, entry, commit with FULL synchronous writing), is hinted to
the hub, drawn and written: `ours` is timed from the start of the view, `asked` from the sending of the request.
Reference and ours take turns within one run; only the ratio of their medians is to be trusted, and on a busy machine
not even that: there the processor time that the servers spent on one command (`cpu`, in ms) says more. The clients of
both are the same raw sockets in this process. `16 outstanding` keeps sixteen requests under way and counts those whose
result the last spectator has.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import psutil

from tests.servers import PROJECT, Postgres, Site, Valkey, free_port, running_site

SMALL = {"DJANGO_SETTINGS_MODULE": "tests.live.small.settings", "CARTE_SYNC": "FULL"}

REFERENCE = """
import asyncio, sys
from websockets.asyncio.server import broadcast, serve

everybody = set()

async def visitor(line):
    if line.request.path == "/tell":
        async for text in line:
            broadcast(everybody, text)
    else:
        everybody.add(line)
        try:
            await line.wait_closed()
        finally:
            everybody.discard(line)

async def main():
    async with serve(visitor, "127.0.0.1", int(sys.argv[1]), compression=None):
        await asyncio.Future()

asyncio.run(main())
"""


class Reader(asyncio.Protocol):
    """A spectator: sees a marker in the bytes that come and says when. Unmasked text frames need no more."""

    def __init__(self, crowd: Crowd, request: bytes) -> None:
        self.crowd, self.request = crowd, request
        self.tail = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def data_received(self, piece: bytes) -> None:
        if (at := piece.find(b"\x89")) >= 0:  # a ping; nothing else here is outside ASCII
            size = piece[at + 1]
            self.transport.write(bytes((0x8A, 0x80 | size)) + b"\0\0\0\0" + piece[at + 2 : at + 2 + size])
        seen = self.tail + piece
        if self.crowd.marker in seen:
            self.tail = b""
            self.crowd.one_more()
        else:
            self.tail = seen[-64:]


@dataclass
class Crowd:
    """N spectators of one server."""

    marker: bytes = b"\r\n\r\n"  # of the handshake
    count: int = 0
    wanted: int = 0
    done: asyncio.Event = field(default_factory=asyncio.Event)
    lines: list[asyncio.Transport] = field(default_factory=list)

    async def gather(self, ports: list[int], path: str, n: int) -> None:
        self.expect(b"\r\n\r\n", n)
        for number in range(n):
            port = ports[number % len(ports)]
            request = (
                f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            ).encode()
            loop = asyncio.get_running_loop()
            line, _ = await loop.create_connection(lambda request=request: Reader(self, request), "127.0.0.1", port)
            self.lines.append(line)  # type: ignore[arg-type]
            while number + 1 - self.count > 50:  # come in as fast as they are let in
                await asyncio.sleep(0.01)
        await asyncio.wait_for(self.done.wait(), 60)

    def expect(self, marker: bytes, n: int) -> None:
        self.marker, self.wanted, self.count = marker, n, 0
        self.done.clear()

    def one_more(self) -> None:
        self.count += 1
        if self.count >= self.wanted:
            self.done.set()

    def disperse(self) -> None:
        for line in self.lines:
            line.abort()
        self.lines.clear()


class Line:
    """One kept-alive HTTP connection for commands."""

    def __init__(self, port: int, key: str) -> None:
        self.port, self.key = port, key

    async def open(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def mark(self, text: str) -> tuple[int, float]:
        """The version it made, and when the server began with it (one clock for all processes of a machine)."""
        head = (
            f"POST /small/{self.key}/ HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(text)}\r\n"
            "Content-Type: text/plain\r\n\r\n"
        )
        self.writer.write(head.encode() + text.encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        said = dict(line.lower().split(b": ", 1) for line in answer.split(b"\r\n")[1:] if b": " in line)
        return int(said[b"x-stream-version"]), float(said[b"x-began"])


@dataclass
class Ours:
    site: Site
    key: str
    v: int = 0

    @property
    def ports(self) -> list[int]:
        return [int(address.rpartition(":")[2]) for address in self.site.addresses]


def spent(processes: list[int]) -> float:
    """Seconds of processor time these processes have used so far."""
    return sum(sum(psutil.Process(pid).cpu_times()[:2]) for pid in processes)


async def measure(ours: Ours, reference: int, told: int, n: int, rounds: int) -> dict[str, float]:
    """Medians in milliseconds, to the last spectator: of the bare broadcast, of ours, and of ours with the request."""
    bare, crowd = Crowd(), Crowd()
    await bare.gather([reference], "/", n)
    await crowd.gather(ours.ports, f"/live/{ours.key}/?page=fake&v={ours.v}", n)
    line = await Line(ours.ports[0], ours.key).open()
    teller_in, teller = await asyncio.open_connection("127.0.0.1", reference)
    teller.write(
        b"GET /tell HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    await teller_in.readuntil(b"\r\n\r\n")
    await asyncio.sleep(1.0)
    took: dict[str, list[float]] = {"bare": [], "ours": [], "asked": []}
    servers = [process.pid for process in ours.site.processes]
    before = spent([told]), spent(servers)
    for number in range(rounds + 5):
        frame = json.dumps(
            {"from": ours.v, "v": ours.v + 1, "html": f"<ul>{'x' * 360}</ul>", "say": f"mark {number:06}"}
        )
        marker = f"mark {number:06}".encode()
        bare.expect(marker, n)
        began = time.perf_counter()
        teller.write(masked(frame.encode()))
        await asyncio.wait_for(bare.done.wait(), 30)
        took["bare"].append(time.perf_counter() - began)
        await asyncio.sleep(0.02)
        crowd.expect(f'"say":"mark {number:06}'.encode(), n)
        began = time.perf_counter()
        answer = asyncio.create_task(line.mark(f"mark {number:06}"))
        await asyncio.wait_for(crowd.done.wait(), 30)
        ended = time.perf_counter()
        ours.v, started = await answer
        took["ours"].append(ended - started)
        took["asked"].append(ended - began)
        await asyncio.sleep(0.02)
    cpu = {"bare_cpu": spent([told]) - before[0], "ours_cpu": spent(servers) - before[1]}
    bare.disperse(), crowd.disperse()
    teller.close(), line.writer.close()
    await asyncio.sleep(0.5)
    medians = {name: statistics.median(times[5:]) * 1000 for name, times in took.items()}
    return medians | {name: seconds / (rounds + 5) * 1000 for name, seconds in cpu.items()}


async def outstanding(ours: Ours, reference: int, n: int, total: int = 320, at_once: int = 16) -> dict[str, float]:
    """Commands a second whose result the last spectator has. A conflated frame counts as all that it carries."""
    bare, crowd = Crowd(), Crowd()
    await bare.gather([reference], "/", n)
    await crowd.gather(ours.ports, f"/live/{ours.key}/?page=fake&v={ours.v}", n)
    _, teller = await asyncio.open_connection("127.0.0.1", reference)
    teller.write(
        b"GET /tell HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    await asyncio.sleep(1.0)
    bare.expect(f"last {total - 1:06}".encode(), n)
    began = time.perf_counter()
    for number in range(total):
        teller.write(masked(json.dumps({"v": number, "html": "x" * 260, "say": f"last {number:06}"}).encode()))
    await asyncio.wait_for(bare.done.wait(), 60)
    rates = {"bare": total / (time.perf_counter() - began)}
    lines = [await Line(ours.ports[k % len(ours.ports)], ours.key).open() for k in range(at_once)]
    crowd.expect(f'"v":{ours.v + total},'.encode(), n)
    began = time.perf_counter()

    async def keep_on(line: Line, share: int) -> None:
        for _ in range(share):
            ours.v = max(ours.v, (await line.mark("x"))[0])

    working = asyncio.gather(*(keep_on(line, total // at_once) for line in lines))
    await asyncio.wait_for(crowd.done.wait(), 120)
    rates["ours"] = total / (time.perf_counter() - began)
    await working
    bare.disperse(), crowd.disperse()
    teller.close()
    await asyncio.sleep(0.5)
    return rates


def masked(body: bytes) -> bytes:
    """A client's text frame, masked with nothing."""
    size = bytes((0x80 | len(body),)) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
    return b"\x81" + size + b"\0\0\0\0" + body


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--n", type=int, nargs="*", default=[50, 200, 1000])
    wishes.add_argument("--rounds", type=int, default=40)
    wishes.add_argument("--two", action="store_true", help="two processes over PostgreSQL and Valkey")
    wishes.add_argument("--plain", action="store_true", help="the plain ASGI send instead of the fast path")
    asked = wishes.parse_args()
    with ExitStack() as stack:
        environ = SMALL | ({"SMALL_PLAIN": "1"} if asked.plain else {})
        if asked.two:
            database, redis = stack.enter_context(Postgres()).new_database(), stack.enter_context(Valkey()).url
            site = stack.enter_context(running_site(database, redis, 2, environ=environ))
        else:
            site = stack.enter_context(running_site(environ=environ))
        port = free_port()
        told = subprocess.Popen([sys.executable, "-c", REFERENCE, str(port)], cwd=PROJECT, stderr=subprocess.DEVNULL)
        stack.callback(told.kill)
        time.sleep(1.5)
        where = "two processes, PostgreSQL and Valkey" if asked.two else "one process, embedded defaults"
        print(f"{where}; {'plain ASGI send' if asked.plain else 'fast path'}; {asked.rounds} rounds each, medians")
        print(f"load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        print(f"{'N':>6} {'bare ms':>9} {'ours ms':>9} {'ratio':>7} {'asked ms':>9} {'cpu bare':>9} {'cpu ours':>9}")
        for n in asked.n:
            # A room of its own for each N: the page shows all marks of its room, and grows.
            ours = Ours(site, json.loads(site.manage("small_room").stdout)["key"])
            found = asyncio.run(measure(ours, port, told.pid, n, asked.rounds))
            bare_ms, ours_ms, asked_ms = found["bare"], found["ours"], found["asked"]
            print(f"{n:>6} {bare_ms:>9.2f} {ours_ms:>9.2f} {ours_ms / bare_ms:>7.2f} {asked_ms:>9.2f}", end="")
            print(f" {found['bare_cpu']:>9.2f} {found['ours_cpu']:>9.2f}", flush=True)
        ours = Ours(site, json.loads(site.manage("small_room").stdout)["key"])
        rates = asyncio.run(outstanding(ours, port, 200))
        ratio = rates["ours"] / rates["bare"]
        print(f"16 outstanding, N=200: bare {rates['bare']:.0f}/s, ours {rates['ours']:.0f}/s, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
