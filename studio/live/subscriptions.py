"""Who looks at which stream from this process, and how far each of them has been brought."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
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
    at: Position  # one object for all whom one drawing brought there; never changed, only replaced
    address: str = ""  # the place a stranger comes from (studio/web/networks.py); "" is not known
    joined: int = 0  # the room's drawing under way when this socket came: it is not for them
    looked_at: float = field(default_factory=time.monotonic)
    sent_at: float = 0.0
    unacked: int = 0  # characters sent since the last answer
    oldest_unacked: float = 0.0

    @property
    def v(self) -> int:
        """The version it was brought to."""
        return self.at.v

    @property
    def owed(self) -> frozenset[str]:
        """Touches that may have gone by without it."""
        return self.at.owed

    def write(self, frame: SocketFrame, now: float) -> None:
        """Send it, at `now` by the monotonic clock."""
        if self.unacked == 0:
            self.oldest_unacked = now
        self.unacked += len(frame.text)
        self.sent_at = now
        if self.is_silent(now):
            self.outlet.close(TOO_SLOW)
        else:
            self.outlet.put(frame)

    def owe(self, *touches: str) -> None:
        """These may have gone by without it."""
        self.at = self.at._replace(owed=self.at.owed.union(touches))

    def forget(self, v: int | None = None) -> None:
        """Its page, at `v` if that is said, was put in place by something else than our frames: nothing is known of
        what it shows."""
        self.at = self.at._replace(v=self.at.v if v is None else v, shown=NOTHING, own=NOTHING)

    def is_silent(self, now: float) -> bool:
        """Whether much is on its way to this reader and none of it was answered for long."""
        return self.unacked > UNACKED and now - self.oldest_unacked > ACK_WITHIN


class Room:
    """The sockets of one stream in this process."""

    def __init__(self, stream_id: int) -> None:
        self.stream_id = stream_id
        self.sockets: set[Socket] = set()
        self.cursor = 0  # the highest entry of the stream that was drawn
        self.touches: set[str] = set()
        self.is_behind = False
        self.drawings = 0
        self.rests_until = 0.0  # by the loop's clock
        self.failures = 0  # drawings in a row in which somebody could not be drawn for
        self.present: frozenset[tuple[int, int]] | None = None  # (stream, member), as studio/live/presence.py saw it
        self.task: asyncio.Task[None] | None = None

    def take(self) -> tuple[Wanted, ...]:
        """What to draw now, for whoever is here now."""
        self.is_behind = False
        self.drawings += 1
        touches, self.touches = frozenset(self.touches), set()
        return tuple(
            Wanted(audience, _positions(sockets), touches, _callers(audience, sockets))
            for audience, sockets in self.by_audience().items()
        )

    def by_audience(self) -> dict[Audience, list[Socket]]:
        """Who is here now, by what is drawn for them."""
        here: dict[Audience, list[Socket]] = defaultdict(list)
        for socket in self.sockets:
            here[socket.audience].append(socket)
        return here


def first_position(v: int, member_id: int | None, person_id: int | None, shown: ShownPage) -> Position:
    """Where somebody stands who just came, with a page that says it is at `v` and shows this."""
    person = person_id if member_id is not None else None
    return Position(v, member_id, frozenset({PRESENCE}), person, shown, shown)


def _positions(sockets: Sequence[Socket]) -> frozenset[Position]:
    """Where these of one audience stand. A page may say what it likes of itself: nobody gets more frames made than a
    few, so of too many different pages all but the most frequent are forgotten."""
    here = frozenset([socket.at for socket in sockets])
    if len({at.shown for at in here}) <= PAGES_MAX:
        return here
    kept = {page for page, _ in Counter(socket.at.shown for socket in sockets).most_common(PAGES_MAX)}
    for socket in sockets:
        if socket.at.shown not in kept:
            socket.forget()
    return frozenset([socket.at for socket in sockets])


def _callers(audience: Audience, sockets: Iterable[Socket]) -> tuple[object, ...]:
    """Who is asked at the door for all of these: one visitor and one member, or everybody where the page asks each."""
    if PAGES[audience.page].asks_each:
        return tuple({(socket.member_id is None, socket.person_id): socket.caller for socket in sockets}.values())
    return tuple({socket.member_id is None: socket.caller for socket in sockets}.values())
