"""A frame on its way to one reader: at once where nothing waits, else behind what waits, and never too much of it."""

from __future__ import annotations

import errno
import socket
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet.main import CONNECTION_LOST
from twisted.internet.tcp import Connection

from studio.live.transport import TOO_SLOW, UNREAD_BYTES, DirectOutlet, SocketFrame, is_plain, waiting

MUCH = SocketFrame("x" * 400_000)  # more than the system takes at once for somebody who does not read


@dataclass
class Reactor:
    """Knows who waits until they may write on."""

    writers: set[Any] = field(default_factory=set)

    def addWriter(self, transport: Any) -> None:
        self.writers.add(transport)

    def removeWriter(self, transport: Any) -> None:
        self.writers.discard(transport)


@dataclass
class Protocol:
    """As much of Daphne's as an outlet looks at."""

    transport: Any
    state: int = 3
    send_queue: deque[Any] = field(default_factory=deque)
    STATE_OPEN = 3
    _perMessageCompress = None
    autoFragmentSize = 0
    factory = SimpleNamespace(maskServerFrames=False)


class Line:
    """A connection of Twisted's, its outlet, and the other end."""

    def __init__(self) -> None:
        self.ours, self.theirs = socket.socketpair()
        self.ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16_384)
        self.theirs.settimeout(5)
        self.reactor = Reactor()
        self.transport = Connection(self.ours, None, self.reactor)  # type: ignore[arg-type]
        self.transport.connected = 1
        self.protocol = Protocol(self.transport)
        self.sent: list[dict[str, Any]] = []
        self.outlet = DirectOutlet(self._send, self.protocol)

    async def _send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    def read(self, size: int) -> bytes:
        """So many bytes, at the other end, while ours writes on whenever it may."""
        data = b""
        while len(data) < size:
            if self.transport in self.reactor.writers:
                self.transport.doWrite()
            data += self.theirs.recv(size - len(data))
        return data


@pytest.fixture
async def line() -> AsyncIterator[Line]:
    one = Line()
    yield one
    one.outlet.end()
    one.theirs.close()
    one.ours.close()


async def test_what_fits_is_on_its_way_at_once_and_the_reactor_is_not_asked(line: Line) -> None:
    frames = [SocketFrame(text) for text in ("one", "two", "x" * 2000)]
    for frame in frames:
        line.outlet.put(frame)
    assert not line.reactor.writers and waiting(line.transport) == 0
    assert line.read(sum(len(frame.wire) for frame in frames)) == b"".join(frame.wire for frame in frames)


async def test_what_does_not_fit_waits_and_is_not_overtaken(line: Line) -> None:
    later = SocketFrame("later")
    line.outlet.put(MUCH)
    line.outlet.put(later)
    assert line.reactor.writers == {line.transport}
    assert 0 < waiting(line.transport) < len(MUCH.wire) + len(later.wire)
    assert line.read(len(MUCH.wire) + len(later.wire)) == MUCH.wire + later.wire
    assert not line.reactor.writers and waiting(line.transport) == 0
    line.outlet.put(later)
    assert line.read(len(later.wire)) == later.wire and not line.reactor.writers


@pytest.mark.parametrize("buffered", ["dataBuffer", "_tempDataBuffer"])
async def test_what_twisted_holds_already_is_not_overtaken_by_what_would_fit(line: Line, buffered: str) -> None:
    """Such as a ping of Daphne's that was written in the same turn of the loop."""
    if buffered == "dataBuffer":
        line.transport.dataBuffer = b"ping"
        line.transport.startWriting()
    else:
        line.transport.write(b"ping")
    frame = SocketFrame("later")
    line.outlet.put(frame)
    assert waiting(line.transport) == 4 + len(frame.wire)
    assert line.read(4 + len(frame.wire)) == b"ping" + frame.wire


async def test_what_waits_in_daphne_is_not_overtaken(line: Line) -> None:
    line.protocol.send_queue.append((b"chopped", True))
    frame = SocketFrame("later")
    line.outlet.put(frame)
    line.protocol.send_queue.clear()
    line.outlet.put(frame)
    assert waiting(line.transport) == 0 and len(line.outlet._queue) == 2
    line.theirs.setblocking(False)
    with pytest.raises(BlockingIOError):
        line.theirs.recv(1)


async def test_a_task_sends_what_waits_and_there_is_none_for_a_reader_who_keeps_up(line: Line) -> None:
    line.outlet.put(SocketFrame("at once"))
    assert line.outlet._task is None
    for text in ("one", "two"):
        line.protocol.send_queue.append((b"chopped", True))
        line.outlet.put(SocketFrame(text))
        line.protocol.send_queue.clear()
        task = line.outlet._task
        assert task is not None
        await task
        assert line.outlet._task is None and not line.outlet._queue
    assert [message["text"] for message in line.sent] == ["one", "two"]


async def test_somebody_who_leaves_too_much_unread_is_closed_and_given_no_more(line: Line) -> None:
    for _ in range(20):
        line.outlet.put(MUCH)
    assert not line.outlet.is_open and list(line.outlet._queue) == [TOO_SLOW]
    assert UNREAD_BYTES < waiting(line.transport) < UNREAD_BYTES + 2 * len(MUCH.wire)


@pytest.mark.parametrize("number", [errno.EPIPE, errno.ECONNRESET, errno.ENOBUFS, errno.EWOULDBLOCK])
async def test_a_write_that_fails_is_left_to_twisted_which_notices_a_broken_line(
    line: Line, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing:
        """A socket that cannot be written to."""

        def send(self, data: bytes) -> int:
            raise OSError(number, "no")

    monkeypatch.setattr(line.transport, "socket", Failing())
    frame = SocketFrame("lost or later")
    line.outlet.put(frame)
    assert line.reactor.writers == {line.transport} and waiting(line.transport) == len(frame.wire)
    if number in (errno.EPIPE, errno.ECONNRESET):
        assert line.transport.doWrite() is CONNECTION_LOST
    else:
        assert line.transport.doWrite() is None
        line.transport.socket = line.ours
        assert line.read(len(frame.wire)) == frame.wire


@pytest.mark.parametrize("ended", ["by Daphne", "by us", "gone"])
async def test_nothing_follows_a_goodbye(line: Line, ended: str) -> None:
    if ended == "by Daphne":
        line.protocol.state = 2
    elif ended == "by us":
        line.outlet.close(4001)
    else:
        line.outlet.end()
    line.outlet.put(SocketFrame("too late"))
    line.theirs.setblocking(False)
    with pytest.raises(BlockingIOError):
        line.theirs.recv(1)
    assert waiting(line.transport) == 0 and list(line.outlet._queue) == ([4001] if ended == "by us" else [])


class OtherConnection(Connection):
    """Does something more with what it sends."""

    def writeSomeData(self, data: bytes) -> Any:
        return super().writeSomeData(data[::-1])


async def test_only_a_line_that_sends_what_it_is_given_as_it_is_is_written_to_beside_twisted(line: Line) -> None:
    assert is_plain(line.protocol, Connection)
    line.transport.write(b"ping")
    assert is_plain(line.protocol, Connection), "what Twisted holds is asked for each frame"
    line.protocol.transport = OtherConnection(line.ours, None, line.reactor)  # type: ignore[arg-type]
    assert not is_plain(line.protocol, Connection)
    line.protocol.transport = line.transport
    line.transport.socket = object()  # type: ignore[assignment]
    assert not is_plain(line.protocol, Connection)
    del line.transport.socket
    assert not is_plain(line.protocol, Connection)
