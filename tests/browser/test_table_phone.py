"""A whole creative game where everybody holds a phone, one of them a small one, and presses with a finger.

It is played with *Allotment Wars*, a deck of the sample archive, so that the cards are as long as real ones.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.evening import PHONE, House
from tests.browser.game import gathered, in_hand, looking, moves, sample
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
            if station == "asked" and person is not now:  # however long the card and what changes in it
                for answer in (person.yes, person.no):
                    expect(answer).to_be_in_viewport(ratio=1)

    whole_game(people, now, at)
