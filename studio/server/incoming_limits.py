"""What comes in, each with its limit: connections of one address, heads that drip, bodies too large or too slow."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

import daphne.server  # noqa: F401 - first: it chooses Twisted's reactor
from daphne.http_protocol import HTTPFactory, WebRequest
from twisted.internet import reactor as _reactor
from twisted.internet.protocol import Protocol, connectionDone
from twisted.internet.tcp import Server as TcpServer
from twisted.web.http import HTTPChannel
from twisted.web.http_headers import Headers

from studio.live.transport import write_now
from studio.web.networks import network

reactor: Any = _reactor

IDLE_LIMIT = 30  # seconds a connection may say nothing
HEAD_LIMIT = 20  # seconds from the first byte of a request until its headers are all here, however steadily they drip
ARRIVAL_LIMIT = 180  # seconds a request may take to arrive whole

TOO_LARGE = (
    b"<!doctype html><html lang=en-GB><meta charset=utf-8><title>Too large</title>"
    b"<h1>Too large</h1><p>That is more than this site takes at once ({limit} MB). Nothing was kept.</p>"
)


CROWDED = (
    b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nRetry-After: 30\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: 85\r\n\r\n"
    b"Too many connections come from your address just now. Close some, or try again soon.\n"
)


class PatientChannel(HTTPChannel):
    """A connection that waits for headers, but not for ever: the idle clock starts anew with every byte."""

    transport: Any
    heads = 0  # of requests, read to the end
    deadline: Any = None
    _head = b""  # of an answer, until the first of its body comes

    def dataReceived(self, data: bytes) -> None:
        """Some bytes. While they leave a head unfinished, its time runs."""
        heads, was_in_head = self.heads, self.line_mode
        super().dataReceived(data)
        if self.heads != heads:
            self._stop_waiting()
        elif was_in_head and self.deadline is None:
            self.deadline = reactor.callLater(HEAD_LIMIT, self.transport.abortConnection)

    def allHeadersReceived(self) -> None:
        """A head is whole."""
        self.heads += 1
        super().allHeadersReceived()

    def writeHeaders(self, version: bytes, code: bytes, reason: bytes, headers: Headers) -> None:
        """The head of an answer, which leaves with what follows. Twisted hands over each name and each colon alone."""
        lines = [b"%b: %b\r\n" % (name, value) for name, values in headers.getAllRawHeaders() for value in values]
        self._head = b"%b %b %b\r\n%b\r\n" % (version, code, reason, b"".join(lines))

    def write(self, data: bytes) -> None:
        """Some of the body."""
        self._leave(data)

    def writeSequence(self, iovec: Iterable[bytes]) -> None:
        """The same in parts."""
        self._leave(b"".join(iovec))

    def requestDone(self, request: Any) -> None:
        """It is answered; a head that has no body leaves alone."""
        self._leave(b"")
        super().requestDone(request)

    def _leave(self, data: bytes) -> None:
        """At once, and in one piece: Twisted would ask the loop first, and be told in a turn of its own."""
        head, self._head = self._head, b""
        if head or data:
            write_now(self.transport, head + data)

    def connectionLost(self, reason: Any = connectionDone) -> None:
        """The other side is gone, or was cut off."""
        self._stop_waiting()
        super().connectionLost(reason)

    def _stop_waiting(self) -> None:
        if self.deadline is not None and self.deadline.active():
            self.deadline.cancel()
        self.deadline = None


class TurnedAway(Protocol):
    """Says that there are too many of them, and hangs up."""

    transport: Any

    def connectionMade(self) -> None:
        self.transport.write(CROWDED)
        self.transport.loseConnection()


class CountedLine(TcpServer):
    """A connection that is counted until it ends, whatever it carries meanwhile (a socket takes it over)."""

    def __init__(self, sock: Any, protocol: Any, client: Any, port: Any, *more: Any) -> None:
        super().__init__(sock, protocol, client, port, *more)
        self._lines: Counter[str] | None = port.factory.server.lines
        self._lines[network(client[0])] += 1

    def connectionLost(self, reason: Any) -> None:
        """It ended."""
        lines, self._lines = self._lines, None
        if lines is not None:
            here = network(str(self.client[0]))
            lines[here] -= 1
            if not lines[here]:
                del lines[here]
        super().connectionLost(reason)


class LimitedRequest(WebRequest):
    """A request whose body may not grow past `server.body_limit` bytes."""

    refused = False
    kept = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._parsePOSTFormSubmission = False  # Django reads forms; a second copy in memory is of no use
        self._arrives_until = time.monotonic() + ARRIVAL_LIMIT

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
        self._arrives_until = math.inf
        if self.refused:
            self.channel.transport.loseConnection()
        else:
            super().requestReceived(command, path, version)

    def connectionLost(self, reason: Any) -> None:
        """The other side is gone."""
        self._arrives_until = math.inf
        super().connectionLost(reason)

    def check_timeouts(self) -> None:
        """Daphne's, every two seconds: a clock for each request would be set and stopped again for nothing."""
        if time.monotonic() > self._arrives_until:
            self._give_up()
        super().check_timeouts()

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


class LimitedFactory(HTTPFactory):
    """Makes connections that carry limited requests, do not idle for long, and are not too many from one address."""

    protocol = PatientChannel

    def log(self, request: Any) -> None:
        """Nobody keeps who asked for what, so Twisted need not word it."""

    def buildProtocol(self, addr: Any) -> Any:
        limit = self.server.line_limit
        if limit and self.server.lines[network(addr.host)] >= limit:
            return TurnedAway()
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = LimitedRequest
        protocol.timeOut = IDLE_LIMIT
        return protocol
