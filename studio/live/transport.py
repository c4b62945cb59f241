"""How frames leave: by the plain ASGI send, or written as they are to Daphne's transport where that is known to work.

Nothing here is awaited by the hub. What a reader leaves unread is counted; somebody who does not drain is closed with
4008 and comes back with the version they had.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import socket
import sys
from collections.abc import Awaitable, Callable
from typing import Any

log = logging.getLogger(__name__)

UNREAD_BYTES = 1024 * 1024  # more than this waiting in one socket closes it
TOO_SLOW = 4008

Send = Callable[[dict[str, Any]], Awaitable[None]]


class SocketFrame:
    """One message, encoded once for all who get it: `wire` is the same as the bytes of a WebSocket frame."""

    __slots__ = ("text", "wire")

    def __init__(self, text: str) -> None:
        self.text = text
        self.wire = text_frame(text)


def text_frame(text: str) -> bytes:
    """One unmasked WebSocket text frame, as a server sends it (RFC 6455, 5.2)."""
    body = text.encode()
    size = len(body)
    if size < 126:
        head = bytes((0x81, size))
    elif size < 65536:
        head = b"\x81\x7e" + size.to_bytes(2, "big")
    else:
        head = b"\x81\x7f" + size.to_bytes(8, "big")
    return head + body


class AsgiOutlet:
    """A queue, and a task that sends from it while something waits there: most readers keep up, and a queue, an event
    and a task that wait for each of them took three kilobytes. Works under every server."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._is_prompt = is_prompt(send)
        self._queue: list[SocketFrame | int] = []
        self._waiting = 0  # bytes
        self.is_open = True
        self._task: asyncio.Task[None] | None = None

    def put(self, frame: SocketFrame) -> None:
        if not self.is_open:
            return
        if self._is_prompt and not self._queue and self._send_now({"type": "websocket.send", "text": frame.text}):
            return
        self._waiting += len(frame.text)
        if self._waiting > UNREAD_BYTES:
            self.close(TOO_SLOW)
            return
        self._wait(frame)

    def close(self, code: int) -> None:
        """Say goodbye with a code; what still waited is dropped, since they come back with their version."""
        if self.is_open:
            self.is_open = False
            self._queue.clear()
            self._wait(code)

    def end(self) -> None:
        """The socket is gone."""
        self.is_open = False
        if self._task is not None:
            self._task.cancel()

    def _wait(self, what: SocketFrame | int) -> None:
        self._queue.append(what)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    def _send_now(self, message: dict[str, Any]) -> bool:
        """Send without waiting or waking a task, where `send` is known never to wait; False: it has to be queued."""
        sending: Any = self._send(message)
        try:
            sending.send(None)
        except StopIteration:
            return True
        except Exception:
            log.debug("A socket could not be written to", exc_info=True)
            self.is_open = False
            return True
        sending.close()  # it waits after all: a frame that may so be sent twice does no harm
        self._is_prompt = False
        return False

    async def _run(self) -> None:
        try:
            while self._queue:
                match self._queue.pop(0):
                    case SocketFrame() as frame:
                        self._waiting -= len(frame.text)
                        await self._send({"type": "websocket.send", "text": frame.text})
                    case int() as code:
                        await self._send({"type": "websocket.close", "code": code})
        except asyncio.CancelledError:
            raise
        except Exception:  # the peer is gone; its receive side will say so
            log.debug("A socket could not be written to", exc_info=True)
            self.is_open = False
        finally:
            self._task = None


class DirectOutlet(AsgiOutlet):
    """The encoded frame written straight to Daphne's TCP transport; only what does not fit waits there."""

    def __init__(self, send: Send, protocol: Any) -> None:
        super().__init__(send)
        self._protocol = protocol
        self._transport = protocol.transport

    def put(self, frame: SocketFrame) -> None:
        protocol = self._protocol
        if not self.is_open or protocol.state != protocol.STATE_OPEN:
            return
        if self._queue or protocol.send_queue:  # never overtake what waits elsewhere
            super().put(frame)
        elif left := unsent(self._transport, frame.wire):
            if waiting(self._transport) > UNREAD_BYTES:
                self.close(TOO_SLOW)
            else:
                self._transport.write(left)  # see `write_now`


def waiting(transport: Any) -> int:
    """Bytes that Twisted's TCP transport still holds for a reader."""
    return int(len(transport.dataBuffer) - transport.offset + transport._tempDataLen)


def unsent(transport: Any, wire: bytes) -> bytes:
    """What is left of it when the system was given as much as it takes at once: all, where something waits already.

    The system is asked without Twisted's `writeSomeData` between, which costs a seventh of the write itself.
    """
    if transport.dataBuffer or transport._tempDataLen:
        return wire
    try:
        return wire[transport.socket.send(wire) :]
    except OSError:  # no room for any of it, or the line broke
        return wire


def write_now(transport: Any, wire: bytes) -> None:
    """Write at once when nothing waits. Twisted's own `write` asks the reactor first, for each socket."""
    if left := unsent(transport, wire):
        transport.write(left)  # also when the line broke: the transport then notices by itself


def is_prompt(send: Send) -> bool:
    """Whether this is Daphne's send, which hands the message to Twisted and never waits."""
    return isinstance(send, functools.partial) and isinstance(getattr(send.func, "__self__", None), _daphne_server())


def _daphne_server() -> type[Any] | tuple[()]:
    """Daphne's server class, when this process is one: importing it would choose the reactor."""
    module = sys.modules.get("daphne.server")
    return getattr(module, "Server", ()) if module else ()


def outlet_for(send: Send) -> AsgiOutlet:
    """The fastest outlet this server allows. Call it after the handshake."""
    protocol = daphne_protocol(send)
    return AsgiOutlet(send) if protocol is None else DirectOutlet(send, protocol)


def daphne_protocol(send: Send) -> Any | None:
    """Daphne's protocol behind `send`, when writing frames beside it is exactly what it would do itself."""
    if not (isinstance(send, functools.partial) and len(send.args) == 1 and not send.keywords):
        return None
    try:
        from daphne.ws_protocol import WebSocketProtocol
        from twisted.internet.tcp import Connection
    except ImportError:  # another server
        return None
    protocol = send.args[0]
    return protocol if isinstance(protocol, WebSocketProtocol) and is_plain(protocol, Connection) else None


def is_plain(protocol: Any, connection: Any) -> bool:
    """Whether this socket of Daphne's would write a text as it is to a TCP `connection`, and nothing waits before."""
    try:
        transport = protocol.transport
        return (
            isinstance(transport, connection)
            and not getattr(transport, "TLS", False)
            and not transport.disconnecting
            and isinstance(transport.dataBuffer, bytes)
            and isinstance(transport.offset, int)
            and isinstance(transport._tempDataLen, int)
            and type(transport).writeSomeData is connection.writeSomeData
            and isinstance(transport.socket, socket.socket)
            and protocol.state == protocol.STATE_OPEN
            and protocol._perMessageCompress is None
            and not protocol.factory.maskServerFrames
            and not protocol.autoFragmentSize
            and not protocol.send_queue
        )
    except AttributeError:  # a version that is built otherwise
        return False
