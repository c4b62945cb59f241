"""What has come from a visitor and waits for the application: as much of a queue as Daphne and the application ask for.

One of asyncio's own holds four deques, which are three kilobytes for each open socket.
"""

from __future__ import annotations

import asyncio
from typing import Any


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
