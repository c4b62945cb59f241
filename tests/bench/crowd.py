"""Many spectators in one process, on raw sockets, and the bare broadcast they are measured against.

Their part of the work is the same for us and for the reference, and as small as can be: frames are told apart by their
headers, pings are answered, and a marker is looked for in what comes.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

PING, PONG = 0x9, 0xA
WAIT = 30  # seconds until a round is given up

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


def handshake(port: int, path: str, cookie: str = "") -> bytes:
    """A browser's request for a socket."""
    told = f"Cookie: {cookie}\r\n" if cookie else ""
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n{told}"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


def masked(body: bytes, opcode: int = 0x1) -> bytes:
    """A client's frame, masked with nothing."""
    size = bytes((0x80 | len(body),)) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
    return bytes((0x80 | opcode,)) + size + b"\0\0\0\0" + body


class Reader(asyncio.Protocol):
    """A spectator: sees the crowd's marker in the bytes that come and says when."""

    def __init__(self, crowd: Crowd, request: bytes) -> None:
        self.crowd, self.request = crowd, request
        self.tail = b""  # of what came last: a marker may come in two pieces
        self.has_seen = self.is_in = self.is_closed = False
        self.rest, self.ahead = b"", 0  # a header that came in part; bytes until the next one

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, problem: Exception | None) -> None:
        self.is_closed = True

    def data_received(self, piece: bytes) -> None:
        self.crowd.bytes += len(piece)
        seen = self.tail + piece
        self.tail = seen[-200:]
        if not self.has_seen and self.crowd.marker in seen:
            self.has_seen, self.tail = True, b""
            self.crowd.one_more()
        if not self.is_in:
            head, end, piece = seen.partition(b"\r\n\r\n")
            self.is_in = bool(end)
        if self.is_in:
            self._walk(piece)

    def _walk(self, piece: bytes) -> None:
        """From header to header: a length may hold any byte, that of a ping among them. `ahead` is where the next
        header begins; a header (or a ping) that came in part is kept in `rest`."""
        data, at = self.rest + piece, self.ahead
        self.rest, end = b"", len(data)
        while at < end:
            size = data[at + 1] if at + 1 < end else 0
            body = at + (2 if size < 126 else 4 if size == 126 else 10)
            if size > 125:
                size = int.from_bytes(data[at + 2 : body], "big")
            is_ping = data[at] == 0x80 | PING
            if body > end or (is_ping and body + size > end):
                self.rest, at = data[at:], end
                break
            if is_ping:
                self.transport.write(masked(data[body : body + size], PONG))
            at = body + size
        self.ahead = at - end


@dataclass
class Crowd:
    """N spectators of one server."""

    marker: bytes = b"\r\n\r\n"  # of the handshake
    count: int = 0
    wanted: int = 0
    bytes: int = 0  # that all of them were sent so far
    done: asyncio.Event = field(default_factory=asyncio.Event)
    readers: list[Reader] = field(default_factory=list)

    async def gather(self, ports: list[int], path: str, n: int) -> None:
        """N strangers, spread over these ports."""
        await self.enter([handshake(port, path) for port in (ports[k % len(ports)] for k in range(n))], ports)

    async def enter(self, requests: list[bytes], ports: list[int]) -> None:
        """One spectator for each handshake, spread over these ports, as fast as they are let in."""
        self.expect(b"\r\n\r\n", len(requests))
        loop = asyncio.get_running_loop()
        for number, request in enumerate(requests):
            port = ports[number % len(ports)]
            _, reader = await loop.create_connection(lambda said=request: Reader(self, said), "127.0.0.1", port)  # type: ignore[misc]
            self.readers.append(reader)
            while number + 1 - self.count > 50:
                await asyncio.sleep(0.01)
        await self.all_of_them()

    def expect(self, marker: bytes, n: int) -> None:
        self.marker, self.wanted, self.count = marker, n, 0
        for reader in self.readers:
            reader.has_seen = False
        self.done.clear()

    def one_more(self) -> None:
        self.count += 1
        if self.count >= self.wanted:
            self.done.set()

    async def all_of_them(self) -> None:
        """Until the last has what was expected; AssertionError with what the others had last."""
        try:
            await asyncio.wait_for(self.done.wait(), WAIT)
        except TimeoutError:
            left = [(k, "closed" if r.is_closed else r.tail) for k, r in enumerate(self.readers) if not r.has_seen]
            raise AssertionError(f"{self.marker!r} did not come to {len(left)} of {self.wanted}: {left[:8]}") from None

    def disperse(self) -> None:
        for reader in self.readers:
            reader.transport.abort()
        self.readers.clear()


class Teller:
    """Tells the reference what to repeat to its crowd."""

    async def open(self, port: int) -> Teller:
        reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        self.writer.write(handshake(port, "/tell"))
        await reader.readuntil(b"\r\n\r\n")
        return self

    def tell(self, text: str) -> None:
        self.writer.write(masked(text.encode()))

    def close(self) -> None:
        self.writer.close()
