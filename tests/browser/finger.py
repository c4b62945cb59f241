"""A finger on a phone: real touches, which the browser may also take for scrolling."""

from __future__ import annotations

from playwright.sync_api import CDPSession, Locator

from tests.browser.evening import Person
from tests.browser.game import reachable


class Finger:
    """One finger on somebody's phone, as the browser itself gets to feel it."""

    def __init__(self, person: Person) -> None:
        self.line: CDPSession = person.context.new_cdp_session(person.page)

    def down(self, x: float, y: float) -> None:
        self._feel("touchStart", x, y)

    def move(self, start: tuple[float, float], to: tuple[float, float], steps: int = 8) -> None:
        for step in range(1, steps + 1):
            part = step / steps
            self._feel("touchMove", start[0] + (to[0] - start[0]) * part, start[1] + (to[1] - start[1]) * part)

    def up(self) -> None:
        self.line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _feel(self, kind: str, x: float, y: float) -> None:
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})

    def drag(self, card: Locator, to: tuple[float, float]) -> None:
        start = reach(card)
        self.down(*start)
        self.move(start, to)
        self.up()


def reach(card: Locator) -> tuple[float, float]:
    """A place of the card that no other covers."""
    box, at = card.bounding_box(), reachable(card)
    assert box is not None
    return box["x"] + at["x"], box["y"] + at["y"]


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
