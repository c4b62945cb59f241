"""Somebody who plays without a mouse: everything is reached by Tab and by arrows, and pressed by Enter or its key."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.evening import House, Person
from tests.browser.game import PATIENCE, answers, chooses, does, presses, puts_away, types, writes
from tests.browser.standing import comes_about
from tests.browser.whole_game import ends_turn

# The key that leads from the focus to the target: arrows within a hand, a row, the piles, the verbs; else Tab, forwards
# or back, whichever way the target lies.
KEY = """(target) => {
  const now = document.activeElement;
  if (target === now) return '';
  const isBefore = Boolean(target.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING);
  const isBeside = target.closest('.handfan, .things, .piles, #verbs, .choice, .kinds-in')?.contains(now);
  return isBeside ? (isBefore ? 'ArrowLeft' : 'ArrowRight') : isBefore ? 'Shift+Tab' : 'Tab';
}"""


class Typist(Person):
    """A person of the keyboard."""

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def walks_to(self, target: Locator) -> None:
        """By Tab from place to place, by arrows within one."""
        for _ in range(80):
            if not (key := target.evaluate(KEY)):
                return
            self.press(key)
        raise AssertionError(f"no key leads to {target} from {self.focus()!r}")

    def has_focus(self) -> None:
        assert self.focus(), "the focus fell to the page"


def typist(house: House, person: Person) -> Typist:
    """The same person, with the mouse put away."""
    house.people.remove(person)
    house.people.append(one := Typist(**vars(person)))
    return one


def shows_key(button: Locator, key: str, is_shown: bool = True) -> None:
    """A button says which key presses it, or does not, once the page has settled."""
    after = "(button) => getComputedStyle(button, '::after').content"
    told = f"the key {key} {'on' if is_shown else 'off'} {button}"
    comes_about(button.page, lambda: (f'"{key}"' in button.evaluate(after)) == is_shown, told)


@presses.register
def _(person: Typist, target: Locator, **_where: Any) -> None:
    expect(target).to_be_visible(timeout=PATIENCE)
    person.walks_to(target)
    person.press("Enter")


@writes.register
def _(person: Typist, field: Locator, words: str) -> None:
    person.walks_to(field)
    person.press("ControlOrMeta+A")
    person.page.keyboard.type(words)


@chooses.register
def _(person: Typist, radio: Locator) -> None:
    """Arrows choose within a group; what is chosen already needs none."""
    if not radio.is_checked():
        person.walks_to(radio)
    expect(radio).to_be_checked()


@types.register
def _(person: Typist, line: str) -> None:
    box = person.page.locator("#tsay")
    writes(person, box, line)
    person.press("Enter")
    expect(box).to_have_value("", timeout=PATIENCE)


@does.register
def _(person: Typist, card: Locator, verb: str) -> None:
    """Arrows walk along the hand, Enter raises a card, and what it can do has the focus."""
    presses(person, card)
    verbs = person.page.locator("#verbs")
    expect(verbs.locator(":focus")).to_have_count(1)
    presses(person, verbs.get_by_role("button", name=verb, exact=True))


@puts_away.register
def _(person: Typist) -> None:
    """Somebody at the keys has the focus in the verdict, and gets it back from there."""
    if person.page.locator("#votepanel").is_visible():
        person.press("Escape")
    expect(person.page.locator("#votepanel")).to_be_hidden(timeout=PATIENCE)
    person.has_focus()


@answers.register
def _(person: Typist, is_for: bool = True, reason: str = "") -> None:
    """The sheet comes with the focus in it, and has a key for each answer. The one that closes the vote asks for it
    twice; a no asks for its words, and Enter sends them."""
    expect(person.page.locator("#bh")).to_be_focused(timeout=PATIENCE)
    if not is_for:
        person.press("n")
        writes(person, person.page.locator("#reason"), reason)
        person.press("Enter")
        return
    person.press("i")
    if person.page.locator("[data-settles]:focus:not([data-held])").count():  # as it is by now: others vote meanwhile
        person.press("i")


@ends_turn.register
def _(person: Typist) -> None:
    """By its key, from a card of the hand."""
    person.walks_to(person.page.locator("#r-hand a.card").first)
    shows_key(person.page.locator("#r-turn").get_by_role("button", name="End turn", exact=True), "e")
    person.press("e")
