"""One hub per process, in its event loop: it knows the sockets, reads what is new once and writes it to all of them.

A hint (stream, v) says only that there is something to read. Hints that arrive while a room is being drawn are
conflated. Nothing depends on a hint arriving: the rounds every two seconds look at the heads of all rooms, at who is
present and at whose device was revoked. No reader is ever waited for.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import InterfaceError, OperationalError

from studio.live import bus as between
from studio.live import presence, threads
from studio.live.catch_up import UNKNOWN, Drawn, Position, draw_for
from studio.live.reach import LAYER, said_of_the_database
from studio.live.regions import PEOPLE, PRESENCE
from studio.live.subscriptions import Room, Socket
from studio.live.transport import TOO_SLOW, SocketFrame
from studio.people.limits import STRANGER_SOCKETS_MAX

log = logging.getLogger(__name__)

SOCKETS_PER_PERSON = 10
ROUND_EVERY = 2.0  # seconds
LOOK_AGAIN_EVERY = 60.0  # seconds until a socket's right is looked at from the ground up
REST_MAX = 0.05  # seconds: a room rests as long as its last drawing took, so that what crowds in is drawn together
FAILURES = 10  # drawings in a row that fail before the rounds leave it to the next hint
RENAMED_RECENTLY = 60.0  # seconds: who arrives in this time may have a page with an old name on it


class Delivery(NamedTuple):
    """What all are sent who stand at one position, and where they stand then."""

    frames: tuple[SocketFrame, ...]
    then: Position


class Hub:
    """All rooms of this process. Every method runs in its loop."""

    def __init__(self, layer: Any = None) -> None:
        self.loop = asyncio.get_running_loop()
        self.name = secrets.token_hex(8)
        self.rooms: dict[int, Room] = {}
        self.people: Counter[int] = Counter()
        self.strangers: Counter[str] = Counter()  # open sockets of people we do not know, by address
        self.present: Counter[tuple[int, int]] = Counter()  # open sockets by (stream, member)
        self._arrivals: set[tuple[int, int]] = set()
        self._losses: set[tuple[int, int]] = set()
        self._renamed: dict[int, float] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._writes_leases = False
        self._is_stopped = False
        self.post = between.Post(self.name, self.hear, layer)
        for work in (self.post.run(), self._rounds()):
            self._spawn(work)

    # --- sockets ----------------------------------------------------------------------------------------------------
    def has_place_for(self, person_id: int | None, address: str) -> bool:
        """Whether one more socket may open: of somebody known, or of a stranger at an address ("" is not counted)."""
        if person_id is not None:
            return self.people[person_id] < SOCKETS_PER_PERSON
        return not address or self.strangers[address] < STRANGER_SOCKETS_MAX

    @property
    def sockets(self) -> int:
        """How many are open in this process."""
        return sum(len(room.sockets) for room in self.rooms.values())

    def join(self, socket: Socket) -> None:
        """First known here, then drawn for: nothing can happen unseen in between."""
        room = self.rooms.setdefault(socket.stream_id, Room(socket.stream_id))
        socket.joined = room.drawings
        room.sockets.add(socket)
        if socket.person_id is not None:
            self.people[socket.person_id] += 1
        else:
            self.strangers[socket.address] += 1
        if socket.member_id is not None:
            self.present[socket.stream_id, socket.member_id] += 1
            self._arrivals.add((socket.stream_id, socket.member_id))
            self._write_leases()
        if time.monotonic() - self._renamed.get(socket.stream_id, -RENAMED_RECENTLY) < RENAMED_RECENTLY:
            socket.owe(PEOPLE)
        self.wake(room)

    def leave(self, socket: Socket) -> None:
        room = self.rooms.get(socket.stream_id)
        if room is None or socket not in room.sockets:
            return
        room.sockets.discard(socket)
        if not room.sockets:
            self.rooms.pop(socket.stream_id)
        if socket.person_id is not None:
            self.people[socket.person_id] -= 1
            if not self.people[socket.person_id]:
                del self.people[socket.person_id]
        else:
            self.strangers[socket.address] -= 1
            if not self.strangers[socket.address]:
                del self.strangers[socket.address]
        if socket.member_id is not None:
            whose = (socket.stream_id, socket.member_id)
            self.present[whose] -= 1
            if not self.present[whose]:
                del self.present[whose]
                self._losses.add(whose)
                self._write_leases()

    def beat(self, socket: Socket, v: int, is_fetched: bool = False) -> None:
        """A reader says how far they are: an answer, a page fetched meanwhile, or a frame that never came.

        What was fetched may differ in anything from what was sent, and frames may have crossed it: all is sent anew.
        """
        room = self.rooms.get(socket.stream_id)
        if room is None:
            return
        is_lost = v < socket.v and time.monotonic() - socket.sent_at > ROUND_EVERY
        if v >= socket.v:
            socket.unacked = 0
        if is_fetched or is_lost or v > socket.v:
            socket.forget(v if is_lost else max(v, socket.v))
            socket.owe(PRESENCE, *((PEOPLE,) if is_fetched else ()))
            self.wake(room)

    # --- hints ------------------------------------------------------------------------------------------------------
    def hear(self, hint: between.Hint) -> None:
        """Something happened, here or in another process. Old, doubled and reordered hints do no harm."""
        match hint:
            case between.Advanced(stream_id, v):
                room = self.rooms.get(stream_id)
                if room is not None and v > room.cursor:
                    self.wake(room)
            case between.Touched(stream_id, kind):
                if kind == PEOPLE:
                    self._note_renamed(stream_id)
                room = self.rooms.get(stream_id)
                if room is not None:
                    room.touches.add(kind)
                    self.wake(room)
            case between.Doubted(person_id, member_id):
                for socket in [one for room in self.rooms.values() for one in room.sockets]:
                    if socket.member_id == member_id if person_id is None else socket.person_id == person_id:
                        self._spawn(self._look_again(socket))
            case between.Signalled(stream_id, member_id, name):
                self._pass_on(stream_id, member_id, name)

    def _note_renamed(self, stream_id: int) -> None:
        """Only what is recent is kept, however many groups are told of."""
        now = time.monotonic()
        self._renamed = {one: at for one, at in self._renamed.items() if now - at < RENAMED_RECENTLY}
        self._renamed[stream_id] = now

    def tell(self, hint: between.Hint) -> None:
        """Hear it here and whisper it to the other processes."""
        self.hear(hint)
        self.post.send(hint)

    def wake(self, room: Room) -> None:
        room.is_behind = True
        if room.task is None and not self._is_stopped:
            room.task = self._spawn(self._bring_up(room))

    # --- drawing ----------------------------------------------------------------------------------------------------
    async def _bring_up(self, room: Room) -> None:
        """Draw until nobody in the room is behind; the database being away only delays it."""
        patience = 0.25
        try:
            while room.is_behind and room.sockets:
                if (rest := room.rests_until - self.loop.time()) > 0:
                    await asyncio.sleep(rest)
                began = self.loop.time()
                wanted = room.take()
                number = room.drawings
                try:
                    drawn = await threads.drawn(draw_for, room.stream_id, wanted)
                except (OperationalError, InterfaceError) as problem:
                    said_of_the_database(problem)
                    room.is_behind = True
                    for one in wanted:
                        room.touches |= one.touches
                    await asyncio.sleep(patience)
                    patience = min(patience * 2, 4.0)
                    continue
                patience = 0.25
                self._deliver(room, drawn, number)
                now = self.loop.time()
                room.rests_until = now + min(now - began, REST_MAX)
        finally:
            room.task = None

    def _deliver(self, room: Room, drawn: tuple[Drawn, ...], number: int) -> None:
        """Send each what was drawn for where they stand; who came or moved meanwhile is drawn for again."""
        now = time.monotonic()  # one reading for all: it is asked about seconds
        frames: dict[str, SocketFrame] = {}
        of = {one.audience: one for one in drawn}
        for audience, sockets in room.by_audience().items():
            here = [socket for socket in sockets if socket.joined < number] if audience in of else []
            if len(here) < len(sockets):  # came while this was drawn: the next one is theirs
                room.is_behind = True
            if here:
                self._hand_out(room, of[audience], here, frames, now)
        room.failures = room.failures + 1 if any(one.is_doubtful or one.top == UNKNOWN for one in drawn) else 0
        room.cursor = max([room.cursor, *(one.head for one in drawn)])

    def _hand_out(
        self, room: Room, one: Drawn, sockets: list[Socket], frames: dict[str, SocketFrame], now: float
    ) -> None:
        """What was drawn for one audience, to these of it. `frames` are those that have been encoded so far.

        What touched the room is said in this drawing only: whom it does not reach is owed it.
        """
        for_each = _deliveries(one, frames)
        for socket in sockets:
            if one.is_doubtful or socket.member_id in one.gone:
                socket.owe(PRESENCE, PEOPLE)
                self._spawn(self._look_again(socket))
            elif one.top == UNKNOWN:
                socket.owe(PRESENCE, PEOPLE)
            elif (theirs := for_each.get(socket.at)) is None:  # they moved while this was drawn
                socket.owe(PRESENCE, PEOPLE)
                room.is_behind = True
            else:
                for frame in theirs.frames:
                    socket.write(frame, now)
                socket.at = theirs.then

    def _pass_on(self, stream_id: int, member_id: int, name: str) -> None:
        """A signal of the moment (typing) goes to the members in the room and is not kept."""
        room = self.rooms.get(stream_id)
        if room is None:
            return
        frame = SocketFrame(f'{{"signal":"{name}","by":{member_id}}}')
        for socket in list(room.sockets):
            if socket.member_id is not None and socket.member_id != member_id:
                socket.outlet.put(frame)

    # --- rights, leases, rounds -------------------------------------------------------------------------------------
    async def _look_again(self, socket: Socket) -> None:
        socket.looked_at = time.monotonic()
        try:
            code = await threads.looked(socket.look_again)
        except (OperationalError, InterfaceError):
            return  # asked again before the next drawing
        if code:
            self.leave(socket)
            socket.outlet.close(code)

    def _write_leases(self) -> None:
        if not self._writes_leases and not self._is_stopped:
            self._writes_leases = True
            self._spawn(self._keep_leases())

    async def _keep_leases(self) -> None:
        """Arrivals and losses, as many as there are, in one go."""
        try:
            while self._arrivals or self._losses:
                came, self._arrivals = {whose for whose in self._arrivals if whose in self.present}, set()
                went, self._losses = {whose for whose in self._losses if whose not in self.present}, set()
                try:
                    changed = await threads.looked(presence.note, came, went)
                except (OperationalError, InterfaceError):
                    return  # the next batch renews who is here; who went runs out
                for stream_id in changed:
                    self.tell(between.Touched(stream_id, PRESENCE))
        finally:
            self._writes_leases = False

    async def _rounds(self) -> None:
        """What no hint is needed for: heads, presence, revoked devices, leases, readers who fell silent."""
        renewed = 0.0
        while True:
            await asyncio.sleep(ROUND_EVERY * random.uniform(0.9, 1.1))  # noqa: S311 - only spreads the load
            if not self.rooms:
                continue
            now = time.monotonic()
            renew = frozenset(self.present) if now - renewed >= presence.SOCKET_EVERY else frozenset()
            devices = {s.device_id for room in self.rooms.values() for s in room.sockets if s.device_id is not None}
            try:
                seen = await threads.looked(presence.look, frozenset(self.rooms), frozenset(devices), renew)
            except Exception as problem:  # a round that fails is only late
                if not said_of_the_database(problem):
                    log.warning("The rounds could not be made: %s", problem)
                continue
            if renew:
                renewed = now
            self._act_on(seen)

    def _act_on(self, seen: presence.Seen) -> None:
        now = time.monotonic()
        for room in list(self.rooms.values()):
            here = seen.present.get(room.stream_id, frozenset())
            if room.present != here:
                room.present = here
                room.touches.add(PRESENCE)
                self.wake(room)
            head = seen.heads.get(room.stream_id)
            if head is None or head > room.cursor or 0 < room.failures < FAILURES:
                self.wake(room)
            for socket in list(room.sockets):
                if socket.is_silent(now):
                    socket.outlet.close(TOO_SLOW)
                elif socket.device_id in seen.revoked or now - socket.looked_at > LOOK_AGAIN_EVERY:
                    socket.looked_at = now
                    self._spawn(self._look_again(socket))

    # --- life -------------------------------------------------------------------------------------------------------
    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.error("A task of the hub ended", exc_info=problem)

    async def stop(self) -> None:
        """End every task (for tests and a quiet shutdown); sockets are closed by the server."""
        global _hub
        if _hub is self:
            _hub = None
        self._is_stopped = True
        while tasks := list(self._tasks):
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def _deliveries(one: Drawn, frames: dict[str, SocketFrame]) -> dict[Position, Delivery]:
    """By position. What is in `frames` is not encoded again; whoever must reload stays where they are."""
    return {
        at: Delivery(
            tuple(
                frames.get(text) or frames.setdefault(text, SocketFrame(text))
                for sent in (one.shared, one.mine)
                if (text := sent.get(at)) is not None
            ),
            one.then.get(at, at),
        )
        for at in one.shared.keys() | one.then.keys()
    }


_hub: Hub | None = None
_held = threading.local()  # `hints`: those of a thread that holds them back


def running() -> Hub:
    """This process' hub, started in the running loop when it is first asked for."""
    global _hub
    loop = asyncio.get_running_loop()
    if _hub is None or _hub.loop is not loop:
        _hub = Hub()
    return _hub


def announce(stream_id: int, v: int) -> None:
    """After a commit: this stream is at `v`. A number, never content. From any thread; never raises, never waits."""
    _tell(between.Advanced(stream_id, v))


def touch(stream_id: int, kind: str = PEOPLE) -> None:
    """Something without an entry changed in a room: who is present, or somebody's name or colour."""
    _tell(between.Touched(stream_id, kind))


def doubt(person_id: int) -> None:
    """This person's rights changed (left, removed, signed out, a device revoked): look at their sockets now."""
    _tell(between.Doubted(person=person_id))


def departed(member_id: int) -> None:
    """This member left, was removed or merged: their sockets are looked at now and closed."""
    _tell(between.Doubted(member=member_id))


@contextmanager
def hints_held() -> Iterator[None]:
    """What this thread has to tell is told when the block ends: a thread that makes an answer and one that draws would
    take the interpreter from each other."""
    _held.hints = hints = list[between.Hint]()
    try:
        yield
    finally:
        _held.hints = None
        for hint in hints:
            _tell(hint)


def _tell(hint: between.Hint) -> None:
    if (held := getattr(_held, "hints", None)) is not None:
        held.append(hint)
        return
    here = _hub
    try:
        if here is not None and not here.loop.is_closed():
            here.loop.call_soon_threadsafe(here.tell, hint)
        else:
            between.send_once(hint)
    except Exception as problem:  # the rounds repair it
        LAYER.lost(problem)
