"""A whole creative game by keyboard alone: no mouse, nothing filled in but by typing where the focus is.

It is played with *Allotment Wars*, a deck of the sample archive, so that the cards are as long as real ones. The other
player answers by sending the forms; what they would see is seen by four in test_table.py.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.evening import House
from tests.browser.game import PATIENCE, gathered, hand, looking, moves, sample
from tests.browser.typist import Typist, shows_key, typist
from tests.browser.whole_game import elsewhere, whole_game

pytestmark = pytest.mark.browser
LAPTOP = (1280, 720)


def stands_at_the_turn(person: Typist) -> None:
    """Keys for a verb are shown where they work, and only there."""
    turn = person.page.locator("#r-turn")
    person.walks_to(turn.get_by_role("button", name="Draw", exact=True))
    shows_key(turn.get_by_role("button", name="End turn", exact=True), "e", is_shown=False)


def walks_along_the_hand(person: Typist) -> None:
    """Tab goes into the hand once, arrows walk within it, and Escape comes back to the card."""
    cards, play = hand(person).locator("a.card"), person.page.locator("#verbs").get_by_role("button", name="Play it")
    person.walks_to(cards.first)
    person.press("ArrowRight")
    person.press("ArrowRight")
    expect(cards.nth(2)).to_be_focused()
    person.press("Tab")
    expect(hand(person).locator(":focus")).to_have_count(0)
    person.press("Shift+Tab")
    expect(cards.nth(2)).to_be_focused()
    person.press("Enter")
    expect(play).to_be_focused()
    shows_key(play, "p")
    size = person.page.viewport_size
    assert size is not None
    person.page.set_viewport_size({"width": 390, "height": 844})
    shows_key(play, "p", is_shown=False)  # in a narrow window the words have the room
    person.page.set_viewport_size(size)
    person.press("Escape")
    expect(cards.nth(2)).to_be_focused()


def reads_the_keys_of_the_vote(person: Typist) -> None:
    expect(person.page.locator("#votepanel :focus")).to_have_count(1, timeout=PATIENCE)
    shows_key(person.no, "n")


def test_a_whole_game_by_keyboard_alone(house: House) -> None:
    people = gathered(house, ("Idris", LAPTOP), host=LAPTOP, deck=sample("allotment-wars"))
    moves(people[0], "begin", confirmed="1")
    now, idris = typist(house, looking(people[:1])[0]), elsewhere(house, people[1])
    expect(hand(now)).to_have_count(5, timeout=PATIENCE)
    if not now.page.locator("#r-turn[data-mine-turn]").count():
        moves(idris, "end_turn", confirmed="1")
    expect(now.page.locator("#r-turn[data-mine-turn]")).to_be_attached(timeout=PATIENCE)
    does_also = {"dealt": stands_at_the_turn, "drawn": walks_along_the_hand, "answering": reads_the_keys_of_the_vote}

    def at(station: str) -> None:
        if station in does_also:
            does_also[station](now)
        if not station.startswith("archiv"):  # a fresh page begins at its beginning
            now.has_focus()

    whole_game([now, idris], now, at)
