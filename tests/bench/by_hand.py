"""People who play by hand: one with a mouse, one with a finger on a phone; who plays by keys alone is a `Typist`.

A press is a press of the hand: the mouse goes to a place of the thing that nothing covers and is pressed there, a
finger comes down and lifts. What lies beyond the edge is brought in first, and that is noted: somebody had to look for
it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, singledispatch
from typing import Any

from playwright.sync_api import Error, Locator, expect

from tests.browser.evening import House, Person
from tests.browser.finger import Finger
from tests.browser.game import PATIENCE, chooses, presses, puts_away, writes
from tests.browser.typist import Typist

# A place of the target that a hand reaches: on the glass, under nothing. Nearest to the middle, as people aim.
FREE = """(target, beside) => {
  const box = target.getBoundingClientRect(), step = Math.max(4, Math.min(box.width, box.height) / 8);
  const takes = target.matches('input') ? [target, ...target.labels] : [target];
  const isTaken = (under) => beside && under?.closest(beside)?.parentElement.closest('.seat') === target;
  const isFree = (x, y) => {
    const under = document.elementFromPoint(x, y);
    return !isTaken(under) && takes.some((one) => one.contains(under));
  };
  const places = [];
  for (let y = box.top + step / 2; y < box.bottom; y += step)
    for (let x = box.left + step / 2; x < box.right; x += step)
      places.push([x, y, Math.hypot(x - box.left - box.width / 2, y - box.top - box.height / 2)]);
  const found = places.sort((one, other) => one[2] - other[2]).find(([x, y]) => isFree(x, y));
  return found ? { x: found[0], y: found[1] } : null;
}"""


@dataclass
class Mouse(Person):
    """Somebody with a mouse."""

    hindered: list[str] = field(default_factory=list)

    def press(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y, steps=4)
        self.page.mouse.down()
        self.page.mouse.up()

    def drag(self, start: tuple[float, float], to: tuple[float, float]) -> None:
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*to, steps=10)
        self.page.mouse.up()


@dataclass
class Thumb(Person):
    """Somebody with a phone."""

    hindered: list[str] = field(default_factory=list)

    @cached_property
    def finger(self) -> Finger:
        return Finger(self)

    def press(self, x: float, y: float) -> None:
        self.finger.down(x, y)
        self.finger.up()

    def drag(self, start: tuple[float, float], to: tuple[float, float]) -> None:
        self.finger.down(*start)
        self.finger.move(start, to, steps=10)
        self.finger.up()


def sits_with(house: House, person: Person, way: Callable[..., Person]) -> Person:
    """The same person, who plays in this way."""
    house.people.remove(person)
    house.people.append(one := way(**vars(person)))
    return one


def place(person: Mouse | Thumb, target: Locator, beside: str = "") -> tuple[float, float]:
    """Where a hand reaches it, once it lies still: a page that is still being loaded lays what it has anew."""
    was = None
    for tries in range(40):
        try:
            found = target.first.evaluate(FREE, beside, timeout=5_000)
        except Error:  # a frame has put another in its place
            found = None
        if found and found == was:
            return found["x"], found["y"]
        was = found
        if tries % 12 == 8 and not found:  # once more where what one reads has moved it since
            person.hindered.append(f"had to scroll to {in_words(target)}")
            target.first.evaluate("(e) => e.scrollIntoView({ block: 'center', inline: 'center' })")
        person.page.wait_for_timeout(50 if found else 100)
    raise AssertionError(f"{person.name} reaches {in_words(target)} nowhere")


def in_words(target: Locator) -> str:
    return str(target.first.evaluate("(e) => (e.getAttribute('aria-label') || e.dataset.title || e.innerText).trim()"))


@presses.register(Mouse)
@presses.register(Thumb)
def _(person: Mouse | Thumb, target: Locator, **_where: Any) -> None:
    expect(target.first).to_be_visible(timeout=PATIENCE)
    person.press(*place(person, target))


@writes.register(Mouse)
@writes.register(Thumb)
def _(person: Mouse | Thumb, box: Locator, words: str) -> None:
    presses(person, box)
    expect(box).to_be_focused()
    person.page.keyboard.press("ControlOrMeta+A")
    person.page.keyboard.type(words)


@chooses.register(Mouse)
@chooses.register(Thumb)
def _(person: Mouse | Thumb, radio: Locator) -> None:
    folded = radio.locator("xpath=ancestor::details[not(@open)]/summary")
    if folded.count():
        person.hindered.append(f"had to unfold {in_words(folded)} again")
        presses(person, folded)
    presses(person, radio.locator("xpath=.."))
    expect(radio).to_be_checked()


@puts_away.register(Mouse)
@puts_away.register(Thumb)
def _(person: Mouse | Thumb) -> None:
    """The end of a vote, unless it has gone by itself meanwhile."""
    with suppress(Error, AssertionError):
        if (fold := person.page.locator("#votepanel[open] [data-fold]")).is_visible():
            person.press(*place(person, fold))


def drags(person: Mouse | Thumb, card: Locator, to: Locator) -> None:
    """A card, from where it lies to where it shall lie: beside what lies there, where that is a place for many."""
    person.drag(place(person, card), place(person, to, beside=".things .thing"))


@singledispatch
def has_hands(_person: Person) -> bool:
    """Whether they can drag."""
    return True


@has_hands.register
def _(_person: Typist) -> bool:
    return False
