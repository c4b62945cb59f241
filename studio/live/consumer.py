"""One open socket, spoken to in plain ASGI: a door, a hello, frames down; heartbeats and signals up. Never a command.

`/live/<stream key>/?page=workshop&v=41` (and `&number=7` on a page that is one of many). docs/protocol.md has it all.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from django.db import InterfaceError, OperationalError

from studio.kernel.inputs import whole_number
from studio.live import hub as hubs
from studio.live import threads
from studio.live.bus import Signalled
from studio.live.catch_up import RELOAD, UNKNOWN, Audience
from studio.live.parts import NOTHING, ShownPage
from studio.live.regions import PAGES, PEOPLE
from studio.live.subscriptions import Socket, first_position
from studio.live.transport import Send, SocketFrame, outlet_for
from studio.live.view import Drawing
from studio.models import Stream
from studio.people.devices import Caller, caller_of_cookies
from studio.web.devices import by_plain_names
from studio.web.language import language_of
from studio.web.networks import network
from studio.web.static_files import names_mark

log = logging.getLogger(__name__)

PROTOCOL = 3
BEAT_EVERY = 3  # seconds between a reader's heartbeats: within five a dead line is known for one
CROWD, BEAT_IN_A_CROWD = 200, 10  # sockets of this process from which on heartbeats are rarer, for they cost most there
HEARD = json.dumps({"heard": True})

NOT_KNOWN, NOT_YOURS, TOO_MANY, COME_BACK = 4001, 4003, 4029, 4012

SIGNALS = frozenset({"typing", "answering"})  # a card; the words of a no, or a remark
SIGNAL_EVERY = 1.0  # seconds; more often is not passed on
MESSAGE_MAX = 2048  # characters
ADDRESS_MAX = 2048  # characters of the handshake's address that are read
MESSAGES_AT_ONCE, MESSAGES_A_SECOND = 30.0, 3.0

Receive = Callable[[], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Handshake:
    """What the handshake says: which page of which stream, from which version, and as who."""

    key: str
    page: str
    number: int | None
    v: int
    protocol: int
    is_return: bool
    cookies: dict[str, str]
    language: str  # as the page that opened it was answered (studio/web/language.py)
    shows: ShownPage  # what the page says that its regions show
    address: str  # the network it comes from; "" when the server does not know


@dataclass(frozen=True, slots=True)
class Admission:
    """Whether the door opens: `code` is 0 or what to close with."""

    code: int
    stream_id: int = 0
    caller: Caller | None = None
    sight: str = ""
    member_id: int | None = None


async def live(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """The socket application. Its origin was checked before (studio/web/origins.py)."""
    if (await receive())["type"] != "websocket.connect":
        return
    handshake = read_handshake(scope)
    hub = hubs.running()
    # Accepted first: a browser can read a close code but not a refused handshake, and in a crowd the line must not
    # run out of the server's patience while it waits for its door.
    await send({"type": "websocket.accept"})
    try:
        admission = await threads.looked(admit, handshake)
    except (OperationalError, InterfaceError):
        admission = Admission(COME_BACK)
    if admission.caller is not None and not hub.has_place_for(admission.caller.person_id, handshake.address):
        admission = Admission(TOO_MANY)
    if admission.code:
        await send({"type": "websocket.close", "code": admission.code})
        return
    socket = _socket(handshake, admission, send)
    beat = BEAT_IN_A_CROWD if hub.sockets >= CROWD else BEAT_EVERY
    socket.outlet.put(SocketFrame(json.dumps({"hello": PROTOCOL, "beat": beat, "files": names_mark()})))
    if handshake.protocol != PROTOCOL:
        socket.outlet.put(SocketFrame(RELOAD))
    if handshake.is_return:
        socket.owe(PEOPLE)
    hub.join(socket)
    code = 0
    try:
        code = await _listen(hub, socket, receive)
    finally:
        hub.leave(socket)
        socket.outlet.end()
    if code:
        await send({"type": "websocket.close", "code": code})


def _socket(handshake: Handshake, admission: Admission, send: Send) -> Socket:
    caller = admission.caller or Caller()
    return Socket(
        outlet=outlet_for(send),
        stream_id=admission.stream_id,
        audience=Audience(handshake.page, handshake.number, admission.sight, handshake.language),
        member_id=admission.member_id,
        person_id=caller.person_id,
        device_id=caller.device_id,
        caller=caller,
        look_again=lambda: still(handshake, admission),
        at=first_position(handshake.v, admission.member_id, caller.person_id, handshake.shows),
        address=handshake.address,
    )


async def _listen(hub: hubs.Hub, socket: Socket, receive: Receive) -> int:
    """Until they are gone (0), or say too much (the code to close with)."""
    tokens, asked, signalled = MESSAGES_AT_ONCE, time.monotonic(), 0.0
    while True:
        message = await receive()
        if message["type"] != "websocket.receive":
            return 0
        now = time.monotonic()
        tokens = min(MESSAGES_AT_ONCE, tokens + (now - asked) * MESSAGES_A_SECOND) - 1
        asked = now
        text = message.get("text")
        if tokens < 0 or not text or len(text) > MESSAGE_MAX:
            return TOO_MANY
        match _understood(text):
            case {"v": v, **more} if type(v) is int and v >= 0:
                hub.beat(socket, v, is_fetched="fetched" in more)
                tokens -= 4 if "fetched" in more else 0  # all of the page is drawn for it
                if "hear" in more:
                    socket.outlet.put(SocketFrame(HEARD))
            case {"signal": str(name)} if name in SIGNALS and socket.member_id is not None:
                if now - signalled >= SIGNAL_EVERY and not PAGES[socket.audience.page].is_hushed:
                    signalled = now
                    hub.tell(Signalled(socket.stream_id, socket.member_id, name))
            case _:
                tokens -= 4  # nonsense is dear


def _understood(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def read_handshake(scope: dict[str, Any]) -> Handshake:
    """Never fails: what makes no sense opens no door."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin1")[:ADDRESS_MAX])
    headers = scope.get("headers", ())
    cookies = by_plain_names(_cookies(headers))
    page = asked.get("page", [""])[0]
    return Handshake(
        key=scope["url_route"]["kwargs"]["key"],
        page=page,
        number=_number(asked, "number"),
        v=UNKNOWN if (v := _number(asked, "v")) is None else v,
        protocol=PROTOCOL if (spoken := _number(asked, "protocol")) is None else spoken,
        is_return="again" in asked,
        cookies=cookies,
        shows=_shown(asked.get("shows", [""])[0]),
        language=language_of(cookies, _header(headers, b"accept-language")),
        address=network(str((scope.get("client") or [""])[0])),
    )


def admit(handshake: Handshake) -> Admission:
    """Open the page's door, or say with which code it stays shut. A stream that is not is like one that is not yours.

    As many statements as the door, and two more; three where the page is one of many.
    """
    caller = caller_of_cookies(handshake.cookies)
    page = PAGES.get(handshake.page)
    stream = Stream.objects.filter(key=handshake.key).first() if page is not None else None
    if page is not None and stream is not None:
        door = page.admit(caller, stream, Drawing())
        if door is not None and page.is_there(stream.pk, handshake.number):
            return Admission(0, stream.pk, caller, door.sight, door.member_id)
    return Admission(NOT_YOURS if caller.is_known else NOT_KNOWN)


def still(handshake: Handshake, before: Admission) -> int:
    """The code to close an open socket with, or 0 while it may look on as it did."""
    now = admit(handshake)
    if now.code:
        return now.code
    was = before.caller or Caller()
    if now.caller is not None and now.caller.person_id != was.person_id:
        return NOT_KNOWN
    return 0 if (now.sight, now.member_id) == (before.sight, before.member_id) else NOT_YOURS


def _shown(told: str) -> ShownPage:
    """`r-felt.1f0c,r-hand.77ab`: each region of the page with its digest."""
    pairs = (one.partition(".") for one in told.split(",") if one)
    return ShownPage({region: digest for region, _, digest in pairs}) if told else NOTHING


def _number(asked: dict[str, list[str]], name: str) -> int | None:
    return whole_number(asked.get(name, [""])[0])


def _header(headers: Any, wanted: bytes) -> str:
    return ",".join(value.decode("latin1") for name, value in headers if name == wanted)


def _cookies(headers: Any) -> dict[str, str]:
    line = "; ".join(value.decode("latin1") for name, value in headers if name == b"cookie")
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(line).items()}
    except CookieError:
        return {}
