"""Hints between processes: one channel a process on the channel layer, and nothing on it but numbers.

The layer may drop, double, delay and reorder; it may be away. Sending never holds anybody up: hints wait in a small
outbox in which newer ones replace older ones, and what cannot be sent is forgotten.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

from studio.live.reach import LAYER

GROUP = "live"
NOBODY = "ready"  # a group that nobody joins: what is sent to it arrives nowhere, and says that the layer answers
LOOK = {"type": "live.look"}
SEND_WITHIN = 2.0  # seconds
LOOK_EVERY = 1.0  # seconds between two tries while the layer is away
JOIN_AGAIN_EVERY = 3600.0  # seconds; memberships of some layers run out after a day
OUTBOX = 1000  # hints


@dataclass(frozen=True, slots=True)
class Advanced:
    stream: int
    v: int


@dataclass(frozen=True, slots=True)
class Touched:
    stream: int
    kind: str


@dataclass(frozen=True, slots=True)
class Doubted:
    """A person's rights, or a member's, are not what they were."""

    person: int | None = None
    member: int | None = None


@dataclass(frozen=True, slots=True)
class Signalled:
    stream: int
    member: int
    name: str


Hint = Advanced | Touched | Doubted | Signalled
KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in (Advanced, Touched, Doubted, Signalled)}


def to_message(hint: Hint, origin: str) -> dict[str, Any]:
    return {"type": "live.hint", "is": type(hint).__name__, "from": origin, **asdict(hint)}


def from_message(message: dict[str, Any]) -> Hint | None:
    """The hint, or None when it is not one this build knows (another build may be running beside)."""
    kind = KINDS.get(str(message.get("is")))
    facts = {name: value for name, value in message.items() if name not in ("type", "is", "from")}
    try:
        return kind(**facts) if kind else None
    except TypeError:
        return None


def shared_layer() -> Any | None:
    """The layer that reaches other processes; None when there is no other process to reach."""
    layer = get_channel_layer()
    return None if layer is None or isinstance(layer, InMemoryChannelLayer) else layer


class Post:
    """One process' end of the layer."""

    def __init__(self, origin: str, hear: Callable[[Hint], None], layer: Any = None) -> None:
        self._origin, self._hear = origin, hear
        self._layer: Any = layer or shared_layer()
        self._outbox: dict[object, Hint] = {}
        self._wake = asyncio.Event()

    def send(self, hint: Hint) -> None:
        if self._layer is None or len(self._outbox) >= OUTBOX:
            return
        match hint:
            case Advanced(stream, v):
                old = self._outbox.get(stream)
                self._outbox[stream] = hint if not isinstance(old, Advanced) else Advanced(stream, max(v, old.v))
            case _:
                self._outbox[hint] = hint
        self._wake.set()

    async def run(self) -> None:
        if self._layer is not None:
            await asyncio.gather(self._deliver(), self._collect(), self._look_for_it())

    async def _deliver(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            waiting, self._outbox = list(self._outbox.values()), {}
            for hint in waiting:
                if not await self._reaches(GROUP, to_message(hint, self._origin)):
                    break  # they would fare alike, and the others look for themselves every round

    async def _look_for_it(self) -> None:
        """While the layer is away, whether it is there again; no hint may be due for a long time."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if LAYER.is_lost and await self._reaches(NOBODY, LOOK):
                LAYER.found()

    async def _reaches(self, group: str, message: dict[str, Any]) -> bool:
        try:
            await asyncio.wait_for(self._layer.group_send(group, message), SEND_WITHIN)
        except Exception as problem:
            LAYER.lost(problem or f"no answer in {SEND_WITHIN:g} seconds")
            return False
        return True

    async def _collect(self) -> None:
        """The one reader of the one channel. Never cancelled while it waits: a layer may then drop it."""
        channel = ""
        while not channel:
            try:
                channel = await self._layer.new_channel(f"{GROUP}.")
                await self._layer.group_add(GROUP, channel)
            except Exception as problem:
                channel = ""
                LAYER.lost(problem)
                await asyncio.sleep(LOOK_EVERY)
        again = asyncio.create_task(self._stay(channel))
        try:
            while True:
                try:
                    message = await self._layer.receive(channel)
                except Exception as problem:
                    LAYER.lost(problem)
                    await asyncio.sleep(LOOK_EVERY)
                    continue
                if message.get("from") != self._origin and (hint := from_message(message)) is not None:
                    self._hear(hint)
        finally:
            again.cancel()

    async def _stay(self, channel: str) -> None:
        while True:
            await asyncio.sleep(JOIN_AGAIN_EVERY)
            try:
                await self._layer.group_add(GROUP, channel)
            except Exception as problem:
                LAYER.lost(problem)


def send_once(hint: Hint) -> None:
    """From a process without a hub (a command line): one hint, or nothing when the layer is away."""
    layer = shared_layer()
    if layer is not None:
        async_to_sync(_send_within)(layer, to_message(hint, ""))


async def _send_within(layer: Any, message: dict[str, Any]) -> None:
    await asyncio.wait_for(layer.group_send(GROUP, message), SEND_WITHIN)
