"""Who looks at which stream from this process, and how far each of them has been brought."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from studio.live.catch_up import Audience, Position, Wanted
from studio.live.parts import NOTHING, ShownPage
from studio.live.regions import PAGES, PRESENCE
from studio.live.transport import TOO_SLOW, AsgiOutlet, SocketFrame

ACK_WITHIN = 45.0  # seconds a reader may leave frames unanswered…
UNACKED = 256 * 1024  # …once so many characters are on their way to them
PAGES_MAX = 8  # different pages of one audience that frames are made for apart; whoever shows another is sent all of it


@dataclass(eq=False, slots=True)
class Socket:
    """One open socket: what it looks at, as whom, and how far it has been brought."""

    outlet: AsgiOutlet
    stream_id: int
    audience: Audience
    member_id: int | None
    person_id: int | None
    device_id: int | None
    caller: object
    look_again: Callable[[], int]  # the code to close with, or 0; asks the database
    v: int
    address: str = ""  # the place a stranger comes from (studio/web/addresses.py); "" is not known
    owed: frozenset[str] = frozenset({PRESENCE})  # touches that may have gone by before they came
    shown: ShownPage = NOTHING  # what its page shows, as far as it was sent or said so
    own: ShownPage = NOTHING  # the same of what is this member's alone
    joined: int = 0  # the room's drawing under way when this socket came: it is not for them
    looked_at: float = field(default_factory=time.monotonic)
    sent_at: float = 0.0
    unacked: int = 0  # characters sent since the last answer
    oldest_unacked: float = 0.0

    def write(self, frame: SocketFrame) -> None:
        now = time.monotonic()
        if self.unacked == 0:
            self.oldest_unacked = now
        self.unacked += len(frame.text)
        self.sent_at = now
        if self.is_silent(now):
            self.outlet.close(TOO_SLOW)
        else:
            self.outlet.put(frame)

    def stand(self, at: Position) -> None:
        """It was sent what brings it there."""
        self.v, self.owed, self.shown, self.own = max(self.v, at.v), at.owed, at.shown, at.own

    def forget(self) -> None:
        """Its page was put in place by something else than our frames: nothing is known of it any more."""
        self.shown = self.own = NOTHING

    def is_silent(self, now: float) -> bool:
        """Whether much is on its way to this reader and none of it was answered for long."""
        return self.unacked > UNACKED and now - self.oldest_unacked > ACK_WITHIN


class Room:
    """The sockets of one stream in this process."""

    def __init__(self, stream_id: int) -> None:
        self.stream_id = stream_id
        self.sockets: set[Socket] = set()
        self.cursor = 0  # the highest entry drawn
        self.touches: set[str] = set()
        self.is_behind = False
        self.drawings = 0
        self.rests_until = 0.0  # by the loop's clock
        self.failures = 0  # drawings in a row in which somebody could not be drawn for
        self.present: frozenset[tuple[int, int]] | None = None  # (stream, member), as studio/live/poll.py saw it
        self.task: asyncio.Task[None] | None = None

    def take(self) -> tuple[Wanted, ...]:
        """What to draw now, for whoever is here now."""
        self.is_behind = False
        self.drawings += 1
        touches, self.touches = frozenset(self.touches), set()
        self._forget_the_odd()
        positions: dict[Audience, set[Position]] = {}
        callers: dict[Audience, dict[tuple[bool, int | None], object]] = {}
        for socket in self.sockets:
            positions.setdefault(socket.audience, set()).add(position_of(socket))
            callers.setdefault(socket.audience, {})[_stands_for(socket)] = socket.caller
        return tuple(
            Wanted(audience, frozenset(at), touches, tuple(callers[audience].values()))
            for audience, at in positions.items()
        )

    def _forget_the_odd(self) -> None:
        """A page may say what it likes of itself: nobody gets more frames made than a few."""
        pages: dict[Audience, Counter[ShownPage]] = {}
        for socket in self.sockets:
            pages.setdefault(socket.audience, Counter())[socket.shown] += 1
        for audience, shown in pages.items():
            if len(shown) > PAGES_MAX:
                kept = {page for page, _ in shown.most_common(PAGES_MAX)}
                for socket in self.sockets:
                    if socket.audience == audience and socket.shown not in kept:
                        socket.forget()


def _stands_for(socket: Socket) -> tuple[bool, int | None]:
    """Of all who have this in common one is asked at the door: visitors or members, or a person where each is asked."""
    asks_each = PAGES[socket.audience.page].asks_each
    return socket.member_id is None, socket.person_id if asks_each else None


def position_of(socket: Socket) -> Position:
    person = socket.person_id if socket.member_id is not None else None
    return Position(socket.v, socket.member_id, socket.owed, person, socket.shown, socket.own)
