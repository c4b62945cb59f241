"""The server: Daphne with limits on what comes in, quick notice of dead peers, and a polite end.

What Daphne alone does not do, and this does:
- a body over the limit is answered 413 before anything of it is kept (Daphne would hold all of it in memory);
- a request whose head drips in is cut off after a while, and one address holds only so many connections;
- a socket message over the limit closes that socket with 1009 instead of cutting it off without a word;
- SIGTERM closes every socket with 4012 ("the site restarts"), lets commands under way finish, puts back what takes
  longer (ticks.py), and exits with 0.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from daphne.server import Server  # first: it chooses Twisted's reactor

from daphne.http_protocol import WebRequest  # isort: skip
from autobahn.websocket.types import ConnectionDeny
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import reactor as _reactor
from twisted.internet.error import ConnectionAborted, ConnectionDone, ConnectionLost
from twisted.internet.tcp import Connection
from twisted.logger import ILogObserver, LogLevel, formatEvent, globalLogBeginner
from zope.interface import implementer

from studio.live.transport import is_plain, text_frame, write_now
from studio.server import ticks
from studio.server.incoming_limits import CountedLine, LimitedFactory
from studio.speed.trim import collect_seldom

log = logging.getLogger(__name__)
reactor: Any = _reactor

RESTARTING = 4012  # the close code that means: come back in a moment
SOCKET_DRAIN = 1.0  # seconds for sockets to say goodbye
COMMAND_DRAIN = 5.0  # seconds for requests under way to be answered
DESCRIPTORS = 65_536  # files and connections a process asks for; the usual limit is a thousand
SWITCH_EVERY = 0.0001  # seconds a thread that makes a page may keep the one that writes to sockets waiting
# What Autobahn holds for a handshake and looks at no more: with a browser's headers it is most of what a socket takes.
OF_HANDSHAKE = frozenset({
    "_wskey", "allowedOrigins", "allowedOriginsPatterns", "flashSocketPolicy", "http_headers", "http_request_data",
    "http_request_host", "http_request_params", "http_request_path", "http_request_uri", "http_response_data",
    "http_status_line", "serveFlashSocketPolicy", "websocket_extensions", "websocket_origin", "websocket_protocols",
})  # fmt: skip
HUNG_UP = (ConnectionAborted, ConnectionDone, ConnectionLost)  # how a line ends when nothing is wrong with us
PING_EVERY, PONG_WITHIN = 5, 5  # seconds; a dead peer is noticed within 15


class PromptSocket(WebSocketProtocol):
    """Daphne's socket, but a text for a reader who keeps up is on its way when `send` returns, and once it is open
    nothing of its handshake is kept."""

    def onConnect(self, request: Any) -> Any:
        """A handshake. What nobody could put into words for the application is refused, and is no fault of ours."""
        try:
            request.path.encode("ascii")
            for name, value in request.headers.items():
                name.encode("ascii"), value.encode("latin1")
            request.headers.get("sec-websocket-protocol", "").encode("ascii")
        except UnicodeEncodeError:
            raise ConnectionDeny(400, "a header or an address that is none") from None
        return super().onConnect(request)

    def onClose(self, wasClean: bool, code: int, reason: str) -> None:
        """The end, also of one that never came as far as `onConnect`: the library refused its handshake."""
        if hasattr(self, "server"):
            super().onClose(wasClean, code, reason)

    def onOpen(self) -> None:
        """It was accepted: the headers go, which the application's scope holds too."""
        super().onOpen()
        self.clean_headers.clear()
        self.http_headers.clear()
        self.__dict__ = {name: value for name, value in vars(self).items() if name not in OF_HANDSHAKE}

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:
        """What `websocket.send` comes down to."""
        if isinstance(content, str) and not binary and is_plain(self, Connection):
            write_now(self.transport, text_frame(content))
        else:
            super().serverSend(content, binary)


class CarteServer(Server):
    """Serves one ASGI application on one listening socket until it is told to stop."""

    def __init__(
        self, application: Any, listening: socket.socket, body_limit: int, message_limit: int, line_limit: int = 0
    ) -> None:
        """Limits in bytes, and in connections from one address; 0 of these is any number."""
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
        self.line_limit = line_limit
        self.lines: Counter[str] = Counter()  # open connections by the place they come from
        self.connections: dict[Any, dict[str, Any]] = {}
        self.port: Any = None
        self.is_stopping = False

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serve. Does not return: the process ends with 0 after a polite stop."""
        sys.setswitchinterval(SWITCH_EVERY)
        collect_seldom()
        globalLogBeginner.beginLoggingTo([_overheard], redirectStandardIO=False)
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
        self.port.transport = CountedLine
        loop = reactor._asyncioEventloop
        asyncio.set_event_loop(loop)
        for number in (signal.SIGTERM, signal.SIGINT):
            try:
                loop.add_signal_handler(number, self.stop_politely)
            except NotImplementedError:  # Windows
                signal.signal(number, lambda *_: reactor.callFromThread(self.stop_politely))
        reactor.callWhenRunning(ready)
        reactor.run(installSignalHandlers=False)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Inbox:
        """Daphne's, but for the queue of what comes in."""
        about = self.connections.get(protocol)
        assert about is not None and "application_instance" not in about
        inbox = Inbox()
        scope.setdefault("asgi", {"version": "3.0"})
        send = functools.partial(self.handle_reply, protocol)
        about["application_instance"] = asyncio.ensure_future(
            self.application(scope=scope, receive=inbox.get, send=send), loop=asyncio.get_event_loop()
        )
        return inbox

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
        self._wait_for_the_last(time.monotonic(), ticks.end())

    def _open(self, kind: type) -> list[Any]:
        return [c for c, about in self.connections.items() if isinstance(c, kind) and "disconnected" not in about]

    def _wait_for_the_last(self, since: float, ending: threading.Thread) -> None:
        waited = time.monotonic() - since
        sockets = self._open(WebSocketProtocol) if waited < SOCKET_DRAIN else []
        answering = [r for r in self._open(WebRequest) if "application_instance" in self.connections[r]]
        if sockets or ((answering or ending.is_alive()) and waited < COMMAND_DRAIN):
            reactor.callLater(0.02, self._wait_for_the_last, since, ending)
        else:
            # A last turn of the loop writes out what was answered.
            reactor.callLater(0.05, _leave, 0)


@implementer(ILogObserver)
def _overheard(event: Any) -> None:
    """Twisted's own log: errors go to Python's, with their trace; that a line came, went or was cut is noise."""
    failure = event.get("log_failure")
    if event.get("log_level", LogLevel.info) < LogLevel.error or (failure is not None and failure.check(*HUNG_UP)):
        return
    trace = (failure.type, failure.value, failure.getTracebackObject()) if failure is not None else None
    log.error("Twisted: %s", formatEvent(event) or "an error without words", exc_info=trace)


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
            elif scope["type"] == "websocket":
                scope["client"] = None  # the proxy's own: all of its visitors must not count as one
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


def all_descriptors() -> int:
    """How many files and connections this process may have open, once it has asked for all it can have."""
    try:
        import resource
    except ImportError:  # Windows, which counts otherwise
        return 4096
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if most == resource.RLIM_INFINITY else min(DESCRIPTORS, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return wanted


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


# One of asyncio's own holds four deques, which are three kilobytes for each open socket.
class Inbox:
    """Messages in the order in which they came. In the loop's thread alone."""

    __slots__ = ("_came", "_waiting")

    def __init__(self) -> None:
        self._came: list[dict[str, Any]] = []
        self._waiting: list[asyncio.Future[None]] = []

    def put_nowait(self, message: dict[str, Any]) -> None:
        self._came.append(message)
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)

    async def get(self) -> dict[str, Any]:
        """The next message, once there is one."""
        while not self._came:
            waiting = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            try:
                await waiting
            finally:
                self._waiting.remove(waiting)
        return self._came.pop(0)
