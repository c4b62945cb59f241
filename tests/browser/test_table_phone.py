"""A whole creative game where everybody holds a phone, one of them a small one, and presses with a finger.

It is played with *Allotment Wars*, a deck of the sample archive, so that the cards are as long as real ones.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.evening import PHONE, House
from tests.browser.game import (
    PATIENCE,
    gathered,
    hand,
    in_hand,
    looking,
    middle_of,
    moves,
    playing,
    reachable,
    sample,
)
from tests.browser.looks import comes_to
from tests.browser.names import nameless
from tests.browser.standing import comes_about
from tests.browser.typist import shows_key
from tests.browser.whole_game import whole_game

pytestmark = pytest.mark.browser
SMALLEST = (360, 640)


def test_a_whole_game_on_phones(house: House) -> None:
    people = gathered(house, ("Maud", SMALLEST), host=PHONE, deck=sample("allotment-wars"))
    moves(people[0], "begin", confirmed="1")
    now = in_hand(looking(people))

    def at(station: str) -> None:
        for person in people:
            person.fits(station)
            assert not (wrong := nameless(person)), (station, wrong)
            if station == "asked" and person is not now:  # however long the card and what changes in it
                for answer in (person.yes, person.no):
                    expect(answer).to_be_in_viewport(ratio=1)

    whole_game(people, now, at)


COUNTERS = "Gold Life Energy Crumbs Influence Patience"
OF_MINE = """() => {
  const cloth = document.querySelector('.felt-in').getBoundingClientRect();
  const row = document.querySelector('.hand-row').getBoundingClientRect();
  const boxes = (which) => [...document.querySelectorAll(which)].filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  const edge = Math.min(cloth.bottom, row.top) + 1;
  const covered = boxes('.seat--you .thing > .card').filter((card) => card.bottom > edge);
  const cut = boxes('.anytime').filter((one) => one.top < row.top || one.right > window.innerWidth);
  return { covered: covered.map((card) => card.bottom - cloth.bottom), cut: cut.length };
}"""


@pytest.mark.parametrize("counters", ["Gold", COUNTERS])
@pytest.mark.parametrize("size", [SMALLEST, PHONE])
def test_ones_own_things_lie_whole_above_the_hand_and_a_phone_shows_no_keys(
    house: House, size: tuple[int, int], counters: str
) -> None:
    """However much lies there: the hand gives way, and its button brings it up."""
    anytime = "\n\n".join(f"## Goat {n}\nThing - Pest\n\nPlay this at any time." for n in range(30))
    people, now = playing(house, ("Idris", size), host=size, deck=anytime, counters=counters)
    for person in people:
        pieces = hand(person).locator("a.card").evaluate_all("(all) => all.map((card) => card.dataset.piece)")
        for piece in pieces[:2]:
            moves(person, "play", piece=piece, confirmed="1")
    for person in people:
        expect(person.page.locator(".thing")).to_have_count(4, timeout=PATIENCE)
        expect(person.page.locator(".anytime").first).to_be_visible(visible=person is not now)
        comes_to(person.page, OF_MINE, {"covered": [], "cut": 0}, why=(person is now, size))

    row = now.page.locator(".hand-row")
    low = middle_of(row)
    grip = now.page.get_by_role("button", name="Your hand")
    for _ in range(2 if grip.get_attribute("aria-expanded") == "true" else 1):
        grip.tap()
    expect(grip).to_have_attribute("aria-expanded", "true")
    comes_about(now.page, lambda: middle_of(row) <= low, "the hand up")

    card = now.page.locator("#r-hand a.card").last
    card.tap(position=reachable(card))
    play = now.page.locator("#verbs").get_by_role("button", name="Play it", exact=True)
    expect(play).to_be_visible()
    shows_key(play, "p", is_shown=False)
    shows_key(now.page.locator("#verbs [data-verb='discard']"), "d", is_shown=False)
