"""What people do at a table in a browser, in few words. The way to it is short: their browsers send the forms of the
pages before it without drawing those pages, which have tests of their own.
"""

from __future__ import annotations

import contextlib
import json
import re
from functools import singledispatch
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, TimeoutError, expect

from cards.forms.kit import fields_of
from cards.rules.kit import DVORAK, Kit
from studio.kernel.codec import digest
from tests.browser.evening import DESK, House, Person, deck_of, invitation, sends
from tests.browser.standing import stands_as_it_is

PATIENCE = 30_000  # ms: four browsers and a site on two cores
THINGS = "Slug Wasp Crow Mole Gnome Shed Rake Spade Hose Fork Bench Scarecrow Bucket Trowel".split()
ACTIONS = "Frost Rain Sun Wind Hail Fog Dew Storm Thaw Mist Gale Sleet Snow Heat".split()
DECK = "\n\n".join(
    [f"## {title}\nThing - Pest\n\nIt lies about." for title in THINGS]
    + [f"## {title}\nAction\n\nEverybody shivers." for title in ACTIONS]
)
# Whoever is dealt this has a Thing for everything that is done with one: a deal of the other may hold none.
THINGS_ALONE = "\n\n".join(f"## {title} {n}\nThing - Pest\n\nIt lies about." for title in THINGS for n in range(2))
Guest = tuple[str, tuple[int, int]]
SAMPLES = Path(__file__).parents[2] / "cards" / "samples"


def sample(name: str) -> str:
    """A deck of the sample archive as a list that can be brought in."""
    deck = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    rules = [f"## {rule['title']}\nSpecial Rule\n\n{rule['text']}" for rule in deck["rules"]]
    cards = [f"## {card['title']}\n{card['type_line']}\n\n{card['text']}" for card in deck["cards"]]
    return "\n\n".join([f"# {deck['title']}", *rules, *cards])


def moves(person: Person, verb: str, **fields: str) -> None:
    """A verb of the table where pressing it is not the point."""
    sends(person, f"{person.table}act/", verb=verb, **fields)


def gathered(
    house: House, *guests: Guest, host: tuple[int, int] = DESK, deck: str = DECK, counters: str = "",
    kit: Kit = DVORAK, **context: Any,
) -> list[Person]:  # fmt: skip
    """A small deck, whose rules give everybody these counters, a creative table of that kit, and everybody in a seat;
    nobody is ready yet, and nobody looks."""
    ros = house.person("Ros", host, **context)
    ros.home = deck_of(ros, "Plot Twelve")
    sends(ros, f"{ros.home}bring-in/", list=deck, do="enter")
    if kit != DVORAK:
        sends(ros, f"{ros.home}kit/", **fields_of(kit), was=digest(DVORAK))
    for name in counters.split():
        effect = {"e_there": "1", "e_counter-0-in": "1", "e_counter-0-scope": "seat", "e_counter-0-name": name}
        sends(
            ros,
            f"{ros.home}write/",
            title=name,
            text="All have it.",
            kind="rule",
            **effect,
            **{"e_counter-0-start": "9"},
        )
    invited = invitation(ros)
    ros.table = sends(ros, f"{ros.home}play/", version="draft", seats="8", spectators="1").headers["location"]
    people = [ros]
    for name, size in guests:
        guest = house.person(name, size, **context)
        guest.home, guest.table = ros.home, ros.table
        sends(guest, invited, name=name)
        sends(guest, f"{ros.table}sit/", name=name)
        people.append(guest)
    return people


def seated(house: House, *guests: Guest, host: tuple[int, int] = DESK, **context: Any) -> list[Person]:
    """Everybody in a seat and ready, at a page of the table."""
    people = gathered(house, *guests, host=host, **context)
    for person in people:
        moves(person, "ready")
    return looking(people)


def playing(house: House, *guests: Guest, host: tuple[int, int] = DESK, **context: Any) -> tuple[list[Person], Person]:
    """Everybody with the cards they were dealt, and whoever is to move."""
    people = gathered(house, *guests, host=host, **context)
    moves(people[0], "begin", confirmed="1")
    return people, in_hand(looking(people))


@singledispatch
def presses(person: Person, target: Locator, **where: Any) -> None:
    """A press as this person makes it: with a finger on a phone. Whoever works otherwise has a way of their own."""
    if person.has_finger:
        target.tap(**where)
    else:
        target.click(**where)


@singledispatch
def writes(_person: Person, field: Locator, words: str) -> None:
    """Words into a field, in place of what stood there."""
    field.fill(words)


@singledispatch
def chooses(person: Person, radio: Locator) -> None:
    """One of several, by the words beside it."""
    presses(person, radio.locator("xpath=.."))


def looking(people: list[Person]) -> list[Person]:
    """Everybody opens the table."""
    for person in people:
        person.go(person.table)
    return people


def dealt(people: list[Person]) -> Person:
    """The cards are dealt; whoever is to move."""
    people[0].page.get_by_role("button", name="Shuffle and deal").click()
    return in_hand(people)


def in_hand(people: list[Person]) -> Person:
    """Everybody sees the cards they were dealt; whoever is to move."""
    for person in people:
        expect(hand(person)).to_have_count(5, timeout=PATIENCE)
    return mover(people)


def mover(people: list[Person]) -> Person:
    """Whoever is to move, once everybody's page says so."""
    person = people[0].page
    expect(person.locator("#r-turn[data-state='playing']")).to_be_attached(timeout=PATIENCE)
    name = "" if person.locator("#r-turn[data-mine-turn]").count() else person.locator("#r-turn").inner_text()
    for other in people:
        if (not name and other is people[0]) or (name and other.page.locator("#r-turn[data-mine-turn]").count()):
            return other
    raise AssertionError(f"nobody is to move: {name}")


def hand(person: Person) -> Locator:
    return person.page.locator("#r-hand .hcard")


def held(person: Person, kind: str) -> Locator:
    """The cards of a kind in somebody's hand."""
    return person.page.locator(f'#r-hand .hcard:has(.cf[data-kind="{kind}"]) a.card')


def comes_to_hold(person: Person, *kinds: str) -> int:
    """Draws until there is a card of each kind in the hand, whatever the deal was; how many it holds then."""
    while not all(held(person, kind).count() for kind in kinds):
        count = hand(person).count()
        moves(person, "draw", count="1", confirmed="1")
        expect(hand(person)).to_have_count(count + 1, timeout=PATIENCE)
    return hand(person).count()


@singledispatch
def types(person: Person, line: str) -> None:
    """A line typed at the table."""
    box = person.page.locator("#tsay")
    if not box.is_visible():  # a phone keeps it in a drawer
        presses(person, person.page.locator("#tmenu > summary"))
        presses(person, person.page.get_by_role("link", name="Special Rules and minutes"))
    box.fill(line)
    box.press("Enter")
    expect(box).to_have_value("", timeout=PATIENCE)
    if person.is_phone:
        presses(person, person.page.locator(".tside-close"))


# A place of a card that one can put a finger on: those of a hand lie over each other, and on a phone over the edge.
OPEN = """(card) => {
  const box = card.getBoundingClientRect(), step = 10;
  const isOpen = (x, y) => card.contains(document.elementFromPoint(box.left + x, box.top + y));
  for (let y = step; y < box.height - step; y += step)
    for (let x = step; x < box.width - step; x += step)
      if (isOpen(x - 6, y) && isOpen(x, y) && isOpen(x + 6, y)) return { x, y };
  return null;
}"""


def reachable(card: Locator) -> Any:
    """Where it can be pressed, from its own corner on, once it lies still."""
    stands_as_it_is(card.page)
    for _ in range(150):
        if (place := card.evaluate(OPEN)) is not None:
            break
        card.page.wait_for_timeout(100)  # another card is on its way over it
    assert place is not None, f"{card.get_attribute('data-title')} lies under others or beyond the edge"
    return place


@singledispatch
def does(person: Person, card: Locator, verb: str) -> None:
    """Raise a card and press what is offered beside it."""
    verbs = person.page.locator("#verbs")
    for _ in range(3):  # others of its row may be laid anew while the finger comes down
        with contextlib.suppress(TimeoutError):
            presses(person, card, position=reachable(card), timeout=5_000)
            break
    expect(verbs).to_be_visible()
    presses(person, verbs.get_by_role("button", name=verb, exact=True))


def draws(person: Person) -> None:
    """What the turn wants, and more until there is a Thing and an Action in hand."""
    before = hand(person).count()
    presses(person, person.page.locator("#r-turn").get_by_role("button", name="Draw", exact=True))
    expect(hand(person)).to_have_count(before + 1, timeout=PATIENCE)
    for more in range(2, 9):
        if held(person, "thing").count() and held(person, "action").count():
            break
        types(person, "/draw!")
        expect(hand(person)).to_have_count(before + more, timeout=PATIENCE)
    goes_on_to(person, "Play")


def goes_on_to(person: Person, phase: str) -> None:
    """The next part of one's turn. To playing it goes on by itself; a hand over its limit is led to discarding."""
    step = person.page.locator('#r-turn [aria-current="step"]')
    if phase == "Play":
        expect(step).to_contain_text(phase, timeout=PATIENCE)
        return
    name = re.compile(rf"^Go on to {phase}$" + (r"|^Discard \w+$" if phase == "Discard" else ""))
    presses(person, person.page.locator("#r-turn").get_by_role("button", name=name))
    expect(step).to_contain_text(phase, timeout=PATIENCE)


def plays(person: Person, kind: str) -> str:
    """One card of the kind out of the hand; its title."""
    card = held(person, kind).first
    title, count = str(card.get_attribute("data-title")), hand(person).count()
    does(person, card, "Play it")
    expect(hand(person)).to_have_count(count - 1, timeout=PATIENCE)
    return title


@singledispatch
def puts(person: Person, title: str, text: str, kind: str = "thing", hand_limit: str = "") -> None:
    """Write a card at the table and put it to everybody."""
    presses(person, person.page.locator("#z-blank"))
    form = person.page.locator("#writing")
    writes(person, form.locator('[name="title"]'), title)
    writes(person, form.locator("#w-paper"), text)
    if not form.locator(f'.kinds input[value="{kind}"]').is_checked():
        chooses(person, form.locator(f'.kinds input[value="{kind}"]'))
    if hand_limit:
        presses(person, form.locator("[data-all-sentences]").first)
        presses(person, person.page.locator('[data-take="hand_limit"]'))
        writes(person, form.locator('[name="e_hand_limit-0-value"]'), hand_limit)
    presses(person, person.page.locator("#r-go button"))
    expect(person.page.locator("#votepanel")).to_be_visible(timeout=PATIENCE)


def asked(people: list[Person], title: str) -> None:
    """The game waits for everybody, and everybody sees for what."""
    for person in people:
        expect(person.page.locator("#votepanel")).to_be_visible(timeout=PATIENCE)
        expect(person.page.locator("#votepanel .vs-card")).to_contain_text(title, timeout=PATIENCE)
        expect(person.page.locator("#r-turn[data-paused]")).to_be_attached(timeout=PATIENCE)


def middle_of(target: Locator) -> float:
    """How far down it stands."""
    box = target.bounding_box()
    assert box is not None
    return box["y"] + box["height"] / 2


# Both are measured at once: an answer of somebody else may draw them anew at any moment.
WORDS_FIRST = """() => {
  const top = (part) => document.querySelector(part).getBoundingClientRect().top;
  return top('#reason') < top('#votepanel [data-no]');
}"""


@singledispatch
def answers(person: Person, is_for: bool = True, reason: str = "") -> None:
    if not is_for:
        presses(person, person.no)  # asks why
    if reason:
        field = person.page.locator("#reason")
        for needed in (field, person.no):  # the words stand before the answer they go with, and both are seen
            expect(needed).to_be_in_viewport(ratio=1)
        writes(person, field, reason)
        assert person.page.evaluate(WORDS_FIRST)
    presses(person, person.yes if is_for else person.no)


@singledispatch
def puts_away(person: Person) -> None:
    """The end of a vote, which goes by itself where it has not been read."""
    for _ in range(4):
        if not person.page.locator("#votepanel").is_visible():
            break
        with contextlib.suppress(TimeoutError):  # it has gone meanwhile, or the machine is busy
            presses(person, person.page.locator("#votepanel[open] [data-fold]"), timeout=4_000)


def resumed(people: list[Person]) -> None:
    """The vote is over and the game goes on by itself."""
    for person in people:
        expect(person.page.locator("#r-turn:not([data-paused])")).to_be_attached(timeout=PATIENCE)
        puts_away(person)
        expect(person.page.locator("#votepanel")).to_be_hidden(timeout=PATIENCE)


def all_favour(people: list[Person], by: Person, title: str) -> None:
    asked(people, title)
    for person in people:
        if person is not by:
            answers(person)
    resumed(people)


def pile(person: Person) -> int:
    return int(person.page.locator('.pilebox[data-place="draw"]').get_attribute("data-count") or 0)


# Of a hand from the left: by how much the next card lies further right, and titles that the next card covers.
SPREAD = """() => {
  const cards = [...document.querySelectorAll('.hcard')]
    .map((item) => ({ item, left: item.getBoundingClientRect().left }))
    .sort((one, other) => one.left - other.left);
  const words = (item) => {
    const range = document.createRange();
    range.selectNodeContents(item.querySelector('.cf-title'));
    return range.getBoundingClientRect().right;
  };
  const pairs = cards.slice(1).map((next, n) => [cards[n], next]);
  return { titles: cards.map(({ item }) => item.querySelector('[data-piece]').dataset.title),
    step: Math.min(...pairs.map(([one, next]) => next.left - one.left)),
    covered: pairs.filter(([one, next]) => words(one.item) > next.left + 1).length };
}"""
