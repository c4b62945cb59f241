"""What people at a page press and type, written down by their own browsers, and what is seen wrong meanwhile.

A page keeps its presses where they outlive it; nobody has to say that they pressed. Letters are typed while others go
on, and counted in the field they went to.
"""

from __future__ import annotations

import asyncio
import difflib
import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Locator

from tests.browser.evening import House, Person
from tests.browser.names import nameless
from tests.browser.standing import asks

KEPT = "two-evenings"
WRITES_DOWN = """(kept) => {
  const field = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [contenteditable]';
  const thing = (at) => at.closest?.(`a, button, summary, label, ${field}, [role=button], .card, .tokenbtn`) ?? at;
  const words = (one) => (one.getAttribute?.('aria-label') || one.dataset?.title || one.labels?.[0]?.innerText
    || one.placeholder || one.innerText || one.id || one.nodeName || '').trim().replace(/\\s+/g, ' ').slice(0, 60);
  const note = (how, what) => {
    const all = JSON.parse(localStorage.getItem(kept) ?? '[]');
    all.push({ at: Date.now(), page: location.pathname, how, what });
    localStorage.setItem(kept, JSON.stringify(all));
  };
  let down = null;
  addEventListener('pointerdown', (event) => {
    if (event.isTrusted && event.isPrimary) down = { x: event.x, y: event.y, one: thing(event.target) };
  }, true);
  const lift = (event) => {
    if (!event.isTrusted || !event.isPrimary || !down) return;
    const { x, y, one } = down; down = null;
    const isFar = Math.hypot(event.x - x, event.y - y) > 14;
    if (isFar) note('drag', words(one));
    else if (event.type === 'pointerup') note(one.matches?.(field) ? 'field' : 'press', words(one));
  };
  addEventListener('pointerup', lift, true);
  addEventListener('pointercancel', lift, true);
  addEventListener('keydown', (event) => {
    if (!event.isTrusted) return;
    const isTyped = event.target.matches?.(field), now = thing(event.target);
    if (event.key === 'Tab' || event.key.startsWith('Arrow')) { if (!isTyped) note('way', event.key); }
    else if (event.key === 'Enter' || event.key === 'Escape' || (!isTyped && event.key.length === 1 && !event.ctrlKey))
      note('key', `${event.key === ' ' ? 'Space' : event.key} on ${words(now)}`);
  }, true);
  addEventListener('beforeinput', (event) => {
    if (event.isTrusted && event.inputType === 'insertText')
      localStorage.setItem(kept + '-letters', Number(localStorage.getItem(kept + '-letters') ?? 0) + 1);
  }, true);
}"""
TAKES = """(kept) => {
  const taken = [localStorage.getItem(kept) ?? '[]', localStorage.getItem(kept + '-letters') ?? '0'];
  localStorage.removeItem(kept); localStorage.removeItem(kept + '-letters');
  return taken;
}"""
PAUSE = 30  # ms between two letters
STANDS = "(one) => one.value ?? one.innerText"


@dataclass(frozen=True)
class Press:
    """One press of a hand: when, whose, on which page, how and on what."""

    at: int
    who: str
    page: str
    how: str  # press, field (to write in it), drag, key, way (a key that only leads there)
    what: str


@dataclass
class Diary:
    """One evening, as it went."""

    people: list[Person]
    heading: str
    houses: list[House] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    count: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    typed: int = 0  # letters typed while something opened
    lost: int = 0
    openings: int = 0
    pictures: Path | None = None  # the folder for one of every page that is looked over

    def begins(self, person: Person) -> None:
        """From here on the browser of this person writes down what they press."""
        person.context.add_init_script(f"({WRITES_DOWN})({KEPT!r})")

    def takes(self) -> list[Press]:
        """What was pressed since it was asked last, in the order of the clock, written into the lines."""
        found = list[Press]()
        for person in self.people:
            if person.page.url.startswith(person.site):
                presses, letters = asks(person.page, TAKES, KEPT)
                found += [Press(who=person.name, **one) for one in json.loads(presses)]
                self.count["letters"] += int(letters)
        found.sort(key=lambda one: one.at)
        for one in found:
            self.count[one.how] += 1
            if one.how != "way":
                self.lines.append(f"- {one.who}, `{without_names(one.page)}`: {one.how} “{one.what}”")
        return found

    def says(self, what: str) -> None:
        """A heading for what comes next."""
        self.takes()
        self.lines.append(f"\n## {what}\n")
        print(f"{self.heading}: {what}", flush=True)

    def looks(self, state: str, *people: Person) -> None:
        """Everybody's page is looked over: its width, and what its browser has no name for."""
        self.takes()
        for person in people or self.people:
            self.count["pages looked over"] += 1
            found = nameless(person)
            if wide := person.wider():
                found.append(f"wider than the glass: {wide}")
            self.wrong += [f"{state}, {person.name}: {one}" for one in found]
            if self.pictures is not None:
                self.takes_picture(person, f"{self.count['pages looked over']:03}, {state}")

    def takes_picture(self, person: Person, named: str) -> None:
        """The glass as it stands. What a browser says against being looked at is nothing of the page's."""
        assert self.pictures is not None
        said = list(person.complaints)
        with suppress(Error):
            name = re.sub(r"[^\w, ’]", "", f"{named}, {person.name}")
            person.page.screenshot(path=self.pictures / f"{name}.png", caret="initial")
        person.complaints[:] = said

    @contextmanager
    def typing(self, person: Person, box: Locator, words: str, most: int) -> Iterator[None]:
        """The person types these words again and again for as long as what stands in the block takes, and some more of
        them when it has come; the letters that did not arrive are lost. The field holds so many `most`."""
        before, hand, keyboard = stands_in(box), Hand(words, most), person.page.keyboard
        work = asyncio.ensure_future(hand.types(keyboard._impl_obj), loop=keyboard._loop)
        yield
        hand.is_over = True
        keyboard._sync(_ends(work))
        person.page.wait_for_timeout(400)
        typed, arrived = hand.typed, stands_in(box)
        same = difflib.SequenceMatcher(None, before + typed, arrived, autojunk=False).get_matching_blocks()
        lost = len(before + typed) - sum(block.size for block in same)
        self.typed, self.lost, self.openings = self.typed + len(typed), self.lost + lost, self.openings + 1
        if lost:
            self.wrong.append(f"{person.name} lost {lost} of {len(typed)} letters: {arrived[-len(typed) :]!r}")
        if hand.more:
            self.wrong.append(f"{person.name} had no more room to type in when it came: nothing is shown by that")

    def written(self, to: Path, summary: list[str]) -> None:
        """The evening as a page of its own."""
        self.takes()
        wrong = [f"- {one}" for one in self.wrong] or ["Nothing."]
        parts = [f"# {self.heading}\n", *summary, "\n## Wrong\n", *wrong, *self.lines, ""]
        to.write_text("\n".join(parts), encoding="utf-8")


@dataclass
class Hand:
    """What types these words, as fast as people who know how."""

    words: str
    most: int
    more: int = 8  # words still to be typed when what was waited for has come
    typed: str = ""
    is_over: bool = False

    async def types(self, keyboard: Any) -> None:
        """A word at a time: others are told what goes on in between."""
        for word in itertools.cycle(self.words.split()):
            if not self.more or len(self.typed) + len(word) >= self.most:
                break
            await keyboard.type(f"{word} ", delay=PAUSE)
            self.typed += f"{word} "
            self.more -= self.is_over


async def _ends(work: asyncio.Future[None]) -> None:
    await work


def stands_in(box: Locator) -> str:
    """What stands in the field, as one reads it."""
    return str(box.evaluate(STANDS)).replace("\xa0", " ").rstrip("\n")


def without_names(page: str) -> str:
    """An address without the deck's and the table's own name."""
    return re.sub(r"^/(decks|tables|join|groups)/[\w-]+/", r"/\1/…/", page)
