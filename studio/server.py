"""The server: Daphne with limits on what comes in, quick notice of dead peers, and a polite end.

What Daphne alone does not do, and this does:
- a body over the limit is answered 413 before anything of it is kept (Daphne would hold all of it in memory);
- a socket message over the limit closes that socket with 1009 instead of cutting it off without a word;
- SIGTERM closes every socket with 4012 ("the site restarts"), lets commands under way finish, and exits with 0.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from typing import Any

from daphne.server import Server  # first: it chooses Twisted's reactor

from daphne.http_protocol import HTTPFactory, WebRequest  # isort: skip
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import reactor as _reactor
from twisted.internet.tcp import Connection
from twisted.logger import ILogObserver, globalLogBeginner
from zope.interface import implementer

from studio.live.outlet import is_plain, text_frame, write_now

log = logging.getLogger(__name__)
reactor: Any = _reactor

RESTARTING = 4012  # the close code that means: come back in a moment
SOCKET_DRAIN = 1.0  # seconds for sockets to say goodbye
COMMAND_DRAIN = 5.0  # seconds for requests under way to be answered
IDLE_LIMIT = 30  # seconds a connection may say nothing
ARRIVAL_LIMIT = 180  # seconds a request may take to arrive whole
SWITCH_EVERY = 0.001  # seconds a thread that makes a page may keep the one that writes to sockets waiting
PING_EVERY, PONG_WITHIN = 5, 5  # seconds; a dead peer is noticed within 15

TOO_LARGE = (
    b"<!doctype html><html lang=en-GB><meta charset=utf-8><title>Too large</title>"
    b"<h1>Too large</h1><p>That is more than this site takes at once ({limit} MB). Nothing was kept.</p>"
)


class LimitedRequest(WebRequest):
    """A request whose body may not grow past `server.body_limit` bytes."""

    refused = False
    kept = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._parsePOSTFormSubmission = False  # Django reads forms; a second copy in memory is of no use
        self._arrival = reactor.callLater(ARRIVAL_LIMIT, self._give_up)

    def gotLength(self, length: int | None) -> None:
        """The headers are here, nothing of the body is."""
        if length is not None and length > self.server.body_limit:
            self._refuse()
        super().gotLength(0 if self.refused else length)

    def handleContentChunk(self, data: bytes) -> None:
        """Some of the body. A refused body is read and dropped until the line is cut."""
        self.kept += len(data)
        if not self.refused and self.kept > self.server.body_limit:
            self._refuse()
        if not self.refused:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        """All of the request is here."""
        self._stop_waiting()
        if self.refused:
            self.channel.transport.loseConnection()
        else:
            super().requestReceived(command, path, version)

    def connectionLost(self, reason: Any) -> None:
        """The other side is gone."""
        self._stop_waiting()
        super().connectionLost(reason)

    def handle_exception(self, exception: Exception) -> None:
        """The application broke. An answer that is half sent cannot become another: the line is cut."""
        if self._response_started:
            self._give_up()
        else:
            super().handle_exception(exception)

    def _refuse(self) -> None:
        """Answer now; cut the line a little later, or the answer would be lost in the reset."""
        self.refused = True
        body = TOO_LARGE.replace(b"{limit}", str(self.server.body_limit // (1024 * 1024)).encode())
        head = (
            "HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Type: text/html; charset=utf-8\r\n"
            f"Cache-Control: no-store\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.channel.transport.write(head.encode() + body)
        reactor.callLater(2, self._give_up)

    def _give_up(self) -> None:
        if self.channel is not None:
            self.channel.transport.abortConnection()

    def _stop_waiting(self) -> None:
        if self._arrival.active():
            self._arrival.cancel()


class PromptSocket(WebSocketProtocol):
    """Daphne's socket, but a text for a reader who keeps up is on its way when `send` returns."""

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:
        """What `websocket.send` comes down to."""
        if isinstance(content, str) and not binary and is_plain(self, Connection):
            write_now(self.transport, text_frame(content))
        else:
            super().serverSend(content, binary)


class LimitedFactory(HTTPFactory):
    """Makes connections that carry limited requests and do not idle for long."""

    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = LimitedRequest
        protocol.timeOut = IDLE_LIMIT
        return protocol


class CarteServer(Server):
    """Serves one ASGI application on one listening socket until it is told to stop."""

    def __init__(self, application: Any, listening: socket.socket, body_limit: int, message_limit: int) -> None:
        super().__init__(
            application,
            endpoints=["(the socket that was handed over)"],
            signal_handlers=False,
            ping_interval=PING_EVERY,
            ping_timeout=PONG_WITHIN,
            websocket_connect_timeout=5,
            websocket_handshake_timeout=5,
            websocket_max_message_size=message_limit,
            websocket_max_frame_size=message_limit,
            server_name="",
        )
        self.listening = listening
        self.body_limit = body_limit
        self.connections: dict[Any, dict[str, Any]] = {}
        self.port: Any = None
        self.is_stopping = False

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serve. Does not return: the process ends with 0 after a polite stop."""
        sys.setswitchinterval(SWITCH_EVERY)
        globalLogBeginner.beginLoggingTo([_unheard], redirectStandardIO=False, discardBuffer=True)
        self.http_factory = LimitedFactory(self)
        self.ws_factory = WebSocketFactory(self, server="")
        self.ws_factory.protocol = PromptSocket
        self.ws_factory.setProtocolOptions(
            autoPingTimeout=self.ping_timeout,
            openHandshakeTimeout=self.websocket_handshake_timeout,
            maxMessagePayloadSize=self.websocket_max_message_size,
            maxFramePayloadSize=self.websocket_max_frame_size,
            failByDrop=False,
        )
        reactor.callLater(1, self.application_checker)
        reactor.callLater(2, self.timeout_checker)
        self.port = self._listen()
        loop = reactor._asyncioEventloop
        asyncio.set_event_loop(loop)
        for number in (signal.SIGTERM, signal.SIGINT):
            try:
                loop.add_signal_handler(number, self.stop_politely)
            except NotImplementedError:  # Windows
                signal.signal(number, lambda *_: reactor.callFromThread(self.stop_politely))
        reactor.callWhenRunning(ready)
        reactor.run(installSignalHandlers=False)

    def application_checker(self) -> None:
        """Daphne's every second. It sets its own clock last of all, and one connection must not stop it for good."""
        try:
            super().application_checker()
        except Exception:
            log.exception("Connections could not be looked over")
            reactor.callLater(1, self.application_checker)

    def timeout_checker(self) -> None:
        """Daphne's every two seconds, pings among it; the same."""
        try:
            super().timeout_checker()
        except Exception:
            log.exception("Connections could not be timed")
            reactor.callLater(2, self.timeout_checker)

    def _listen(self) -> Any:
        if hasattr(reactor, "adoptStreamPort"):
            self.listening.setblocking(False)
            return reactor.adoptStreamPort(self.listening.fileno(), self.listening.family, self.http_factory)
        host, port = self.listening.getsockname()[:2]
        self.listening.close()
        return reactor.listenTCP(port, self.http_factory, interface=host)

    def stop_politely(self) -> None:
        """Take no more visitors, tell those on sockets, wait for commands under way, then end the process."""
        if self.is_stopping:
            _leave(1)  # asked a second time: at once
        self.is_stopping = True
        self.port.stopListening()
        if hasattr(self.listening, "close"):
            self.listening.close()
        for connection in self._open(WebSocketProtocol):
            connection.serverClose(code=RESTARTING)
        self._wait_for_the_last(time.monotonic())

    def _open(self, kind: type) -> list[Any]:
        return [c for c, about in self.connections.items() if isinstance(c, kind) and "disconnected" not in about]

    def _wait_for_the_last(self, since: float) -> None:
        waited = time.monotonic() - since
        sockets = self._open(WebSocketProtocol) if waited < SOCKET_DRAIN else []
        answering = [r for r in self._open(WebRequest) if "application_instance" in self.connections[r]]
        if sockets or (answering and waited < COMMAND_DRAIN):
            reactor.callLater(0.02, self._wait_for_the_last, since)
        else:
            # A last turn of the loop writes out what was answered.
            reactor.callLater(0.05, _leave, 0)


@implementer(ILogObserver)
def _unheard(event: Any) -> None:
    """Twisted's own log. What matters is logged by Python's."""


def _leave(code: int) -> None:
    """End without the interpreter's own tidying, which crashes when sockets' queues are still awaited."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


class BehindProxy:
    """Takes the visitor's address and scheme from the nearest proxy's headers: its own entry is the last one."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = dict(scope["headers"])
            address = headers.get(b"x-forwarded-for", b"").decode("latin1").rpartition(",")[2].strip()
            scheme = headers.get(b"x-forwarded-proto", b"").decode("latin1").rpartition(",")[2].strip().lower()
            scope = dict(scope)
            if address:
                scope["client"] = [address, 0]
            if scheme in ("http", "https"):
                scope["scheme"] = {"http": "ws", "https": "wss"}[scheme] if scope["type"] == "websocket" else scheme
        await self.application(scope, receive, send)


def listen_on(host: str, port: int) -> socket.socket:
    """A listening socket, or OSError when the port is taken or the address is not this machine's."""
    family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, proto)
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
        listening.listen(1024)
    except OSError:
        listening.close()
        raise
    return listening


def names_of_this_machine() -> list[str]:
    """What others on the same network may call this machine: its name and its own addresses."""
    name = socket.gethostname().lower()
    names = [name, f"{name}.local"]
    for family, somewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((somewhere, 9))  # sends nothing; asks only which of our addresses would be used
            except OSError:
                continue
            address = probe.getsockname()[0]
            names.append(f"[{address}]" if ":" in address else address)
    return names
