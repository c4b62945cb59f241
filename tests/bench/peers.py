"""To the last of N spectators: ours beside Node's `ws`, boardgame.io and a bare `websockets` broadcast, in one run.

    .venv/bin/python -m tests.bench.peers --n 50 200 1000          # needs node and npm

`ws` and boardgame.io come from npm into a temporary folder, run without a database, and are told what to say on a
socket; boardgame.io makes a move of its smallest game, with the state in memory. Ours takes a command over HTTP,
writes it with FULL synchronous writing, draws it and sends it, timed from the sending of the request. Rounds take
turns; medians in milliseconds, and what a round costs each server's processor; only the ratios are to be trusted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench.crowd import REFERENCE, Crowd, handshake, masked
from tests.bench.live import Line, Ours
from tests.bench.shipped import shipped_site, spent
from tests.servers import PROJECT, free_port

WS = """
const { WebSocketServer } = require('ws');
const server = new WebSocketServer({ host: '127.0.0.1', port: Number(process.argv[2]), perMessageDeflate: false });
server.on('connection', (line, request) => {
  if (request.url !== '/tell') return;
  line.on('message', (text) => {
    for (const one of server.clients) if (one !== line && one.readyState === 1) one.send(text.toString());
  });
});
"""

BOARDGAME = """
const { Server } = require('boardgame.io/server');
const game = { name: 'bench', setup: () => ({ said: '' }), moves: { say: (_, said) => ({ said }) } };
Server({ games: [game], origins: [/.*/] }).run(Number(process.argv[2]));
"""

Servers = dict[str, list[subprocess.Popen[bytes]]]  # by name

CONNECT = [  # what a reader of boardgame.io waits for and answers, after the handshake
    (b"\r\n\r\n", "40/bench,"),
    (b'40/bench,{"sid"', '42/bench,["sync","m",null,null,2]'),
]


class Talker(asyncio.Protocol):
    """A raw socket that answers its way in, then watches for the crowd's marker in what comes."""

    def __init__(self, crowd: Crowd, request: bytes, script: list[tuple[bytes, str]]) -> None:
        self.crowd, self.request, self.script, self.tail = crowd, request, list(script), b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def data_received(self, piece: bytes) -> None:
        seen = self.tail + piece
        while self.script and self.script[0][0] in seen:
            _, answer = self.script.pop(0)
            self.transport.write(masked(answer.encode()))
        if not self.script and self.crowd.marker in seen:
            self.tail = b""
            self.crowd.one_more()
        else:
            self.tail = seen[-200:]


@dataclass
class Side:
    """One of those compared: a crowd, and how the next thing is said to it."""

    name: str
    crowd: Crowd
    say: Callable[[str], Awaitable[None]]
    marker: Callable[[str], bytes] = lambda words: words.encode()
    took: list[float] = field(default_factory=list)

    async def round(self, words: str, n: int) -> None:
        self.crowd.expect(self.marker(words), n)
        began = time.perf_counter()
        said = asyncio.ensure_future(self.say(words))
        await asyncio.wait_for(self.crowd.done.wait(), 60)
        self.took.append(time.perf_counter() - began)
        await said
        await asyncio.sleep(0.03)


async def teller(port: int, path: str) -> asyncio.StreamWriter:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(handshake(port, path))
    await reader.readuntil(b"\r\n\r\n")
    return writer


async def broadcast(name: str, port: int, n: int) -> Side:
    """A server that repeats what it is told."""
    crowd = Crowd()
    await crowd.gather([port], "/", n)
    writer = await teller(port, "/tell")

    async def say(words: str) -> None:
        writer.write(masked(json.dumps({"html": "x" * 400, "say": words}).encode()))

    return Side(name, crowd, say)


async def boardgame(port: int, n: int) -> Side:
    """boardgame.io: N spectators of one match, and player 0 who moves."""
    crowd, path = Crowd(), "/socket.io/?EIO=4&transport=websocket"
    loop = asyncio.get_running_loop()
    crowd.expect(b'["sync"', n)
    for number in range(n):
        await loop.create_connection(lambda: Talker(crowd, handshake(port, path), CONNECT), "127.0.0.1", port)
        while number + 1 - crowd.count > 50:
            await asyncio.sleep(0.01)
    await asyncio.wait_for(crowd.done.wait(), 60)
    mover = Crowd()
    mover.expect(b'["sync"', 1)
    enter = [CONNECT[0], (CONNECT[1][0], '42/bench,["sync","m","0",null,2]')]
    line, _ = await loop.create_connection(lambda: Talker(mover, handshake(port, path), enter), "127.0.0.1", port)
    await asyncio.wait_for(mover.done.wait(), 30)
    moves = iter(range(1_000_000))

    async def say(words: str) -> None:
        payload = {"type": "say", "args": [words + "x" * 400], "playerID": "0"}
        action = {"type": "MAKE_MOVE", "payload": payload}
        line.write(masked(("42/bench," + json.dumps(["update", action, next(moves), "m", "0"])).encode()))  # type: ignore[attr-defined]

    return Side("boardgame.io", crowd, say)


async def ours(site: Ours, n: int) -> Side:
    crowd = Crowd()
    await crowd.gather(site.ports, f"/live/{site.key}/?page=fake&v={site.v}", n)
    line = await Line(site.ports[0], site.key).open()

    async def say(words: str) -> None:
        await line.mark(words)

    return Side("ours", crowd, say, lambda words: f'"say":"{words}'.encode())


async def compare(sides: list[Side], servers: Servers, n: int, rounds: int) -> dict[str, tuple[float, float]]:
    """By name the median and the processor time of a round, in milliseconds."""
    before = {name: spent(*processes) for name, processes in servers.items()}
    for number in range(rounds + 5):
        for side in sides:
            await side.round(f"mark {number:06}", n)
    cost = {name: (spent(*servers[name]) - before[name]) / (rounds + 5) for name in servers}
    return {one.name: (statistics.median(one.took[5:]) * 1000, cost[one.name] * 1000) for one in sides}


async def run(
    site: Ours, ports: dict[str, int], servers: Servers, n: int, rounds: int
) -> dict[str, tuple[float, float]]:
    sides = [
        await ours(site, n),
        await broadcast("websockets", ports["websockets"], n),
        await broadcast("ws", ports["ws"], n),
        await boardgame(ports["boardgame.io"], n),
    ]
    await asyncio.sleep(1)
    try:
        return await compare(sides, servers, n, rounds)
    finally:
        for side in sides:
            side.crowd.disperse()


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--n", type=int, nargs="*", default=[50, 200, 1000])
    wishes.add_argument("--rounds", type=int, default=30)
    asked = wishes.parse_args()
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        sys.exit("Node's ws and boardgame.io cannot be compared with here: there is no node or no npm.")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        subprocess.run([npm, "install", "--silent", "ws", "boardgame.io"], cwd=folder, check=True)
        site = stack.enter_context(shipped_site())
        print(f"load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; medians in ms")
        for n in asked.n:
            with ExitStack() as round:  # servers of their own for each N: none carries the last crowd along
                ports = {name: free_port() for name in ("websockets", "ws", "boardgame.io")}
                commands = [[sys.executable, "-c", REFERENCE, str(ports["websockets"])]]
                commands += [
                    [node, "-e", code, "x", str(ports[name])]
                    for name, code in (("ws", WS), ("boardgame.io", BOARDGAME))
                ]
                servers: Servers = {"ours": site.processes}
                for name, command, where in zip(ports, commands, (PROJECT, folder, folder), strict=True):
                    told = subprocess.Popen(command, cwd=where, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    round.callback(told.kill)
                    servers[name] = [told]
                time.sleep(3)
                key = json.loads(site.manage("small_room").stdout)["key"]
                found = asyncio.run(run(Ours(site, key), ports, servers, n, asked.rounds))
            mine, cost = found.pop("ours")
            rest = (f"{name} {ms:.1f} ({mine / ms:.2f}; {cpu:.1f} of a processor)" for name, (ms, cpu) in found.items())
            print(f"N={n}: ours {mine:.1f} ({cost:.1f} of a processor); {', '.join(rest)}", flush=True)


if __name__ == "__main__":
    main()
