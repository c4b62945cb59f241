"""A finger on a phone: real touches, which the browser may also take for scrolling."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from playwright.sync_api import CDPSession, Locator

from tests.browser.evening import Person
from tests.browser.game import OPEN
from tests.browser.looks import SETTLED
from tests.browser.standing import asks, stands_as_it_is


class Finger:
    """One finger on somebody's phone, as the browser itself gets to feel it."""

    def __init__(self, person: Person) -> None:
        self.line: CDPSession = person.context.new_cdp_session(person.page)

    def down(self, x: float, y: float) -> None:
        self._feel(_touch("touchStart", x, y))

    def move(self, start: tuple[float, float], to: tuple[float, float], steps: int = 8) -> None:
        for touch in _way(start, to, steps):
            self._feel(touch)

    def up(self) -> None:
        self._feel(_touch("touchEnd"))

    def _feel(self, touch: dict[str, Any]) -> None:
        self.line.send("Input.dispatchTouchEvent", touch)

    def drag(self, card: Locator, to: tuple[float, float], rest: float = 0) -> None:
        """In one go, without waiting for an answer to each touch: on a busy machine a finger would seem to rest. One
        that is to rest does so for so many seconds. Nothing can be let go on a card that is still on its way."""
        asks(card.page, SETTLED)
        start = reach(card)
        send = partial(self.line._impl_obj.send, "Input.dispatchTouchEvent", timeout=None)

        async def felt() -> None:
            down = asyncio.ensure_future(send(params=_touch("touchStart", *start)))
            await asyncio.sleep(rest)
            touches = (*_way(start, to, 8), _touch("touchEnd"))
            await asyncio.gather(down, *(send(params=touch) for touch in touches))

        self.line._sync(felt())


def _touch(kind: str, *at: float) -> dict[str, Any]:
    return {"type": kind, "touchPoints": [dict(zip("xy", at, strict=True))] if at else []}


def _way(start: tuple[float, float], to: tuple[float, float], steps: int) -> list[dict[str, Any]]:
    parts = [step / steps for step in range(1, steps + 1)]
    return [_touch("touchMove", *(a + (b - a) * part for a, b in zip(start, to, strict=True))) for part in parts]


WHERE = f"""(card) => {{
  const box = card.getBoundingClientRect(), at = ({OPEN})(card);
  return at && [box.left + at.x, box.top + at.y];
}}"""


def reach(card: Locator) -> tuple[float, float]:
    """A place of the card that no other covers, once it lies still."""
    stands_as_it_is(card.page)
    was = None
    for _ in range(150):
        if (now := card.evaluate(WHERE)) is not None and now == was:
            return now[0], now[1]
        was = now
        card.page.wait_for_timeout(50)
    raise AssertionError(f"{card.get_attribute('data-title')} lies under others or beyond the edge, or does not rest")


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
