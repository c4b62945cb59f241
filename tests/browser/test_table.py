"""At the table in real browsers: four people and a creative game to its end, and what axe says to its pages.

The same game on phones and by keyboard alone: test_table_phone.py and test_table_keyboard.py.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.evening import DESK, PHONE, House
from tests.browser.game import (
    PATIENCE,
    answers,
    asked,
    dealt,
    does,
    draws,
    gathered,
    hand,
    looking,
    moves,
    plays,
    resumed,
    sample,
    seated,
    types,
)
from tests.browser.looks import Sizes, looked_over
from tests.browser.whole_game import whole_game

pytestmark = pytest.mark.browser
FORCED: Sizes = ((DESK, "forced"),)


def test_four_people_play_and_write_a_game_to_its_end(house: House) -> None:
    """On desks and a phone, with the amendment and the win typed at the table, and a deck of the sample archive."""
    guests = (("Idris", DESK), ("Maud", PHONE), ("Bea", DESK))
    people = seated(house, *guests, deck=sample("allotment-wars"))
    now = dealt(people)

    def at(station: str) -> None:
        if station == "after the game":
            for person in people:
                person.fits(station)

    whole_game(people, now, at, in_lines=True)


def test_pages_of_a_table(house: House) -> None:
    """The lobby, the way in, a seat, the table before, during and after a game, the vote, the log, the replay."""
    ros, idris = people = looking(gathered(house, ("Idris", DESK)))
    at = ros.page.url
    wrong = looked_over(ros, "gathering")
    link = house.second_tab(ros).workshop().link
    maud = house.person("Maud").join(link)
    wrong += looked_over(maud.go(at.removeprefix(ros.site)), "seat")
    for person in people:
        person.page.get_by_role("button", name="Ready", exact=True).click()
    expect(ros.page.locator("#r-turn")).to_contain_text("2 of 2 ready", timeout=PATIENCE)
    now = dealt(people)
    other = idris if now is ros else ros
    draws(now)
    plays(now, "thing")
    expect(other.page.locator("#r-last")).to_contain_text("played", timeout=PATIENCE)
    wrong += looked_over(other, "another has played")
    wrong += looked_over(now, "playing") + looked_over(now, "playing, forced", FORCED)
    does(now, now.page.locator(".seat--you .things a.card").first, "Give to …")
    wrong += looked_over(now, "giving") + looked_over(now, "giving, forced", FORCED)
    now.page.locator("[data-give-end]").click()
    hand(now).locator("a.card").first.press("Enter")
    expect(now.page.locator("#verbs")).to_be_visible()
    moves(now, "look", zone="draw", count="3")
    expect(now.page.locator("#looking .look")).to_have_count(3, timeout=PATIENCE)
    expect(now.page.locator("#verbs")).to_be_hidden()  # the card it speaks of lies beneath what is looked at
    wrong += looked_over(now, "looking") + looked_over(now, "looking, forced", FORCED)
    now.page.locator("#looking").get_by_role("button", name="As they lay").click()
    does(now, now.page.locator(".seat--you .things a.card").first, "Read it")
    expect(now.page.locator("#sheet-h")).to_be_visible(timeout=PATIENCE)
    wrong += looked_over(now, "close up")
    now.page.locator("#tsheet [data-close]").click()
    types(now, "/newcard Goat/T/Eats a Gnome.")
    asked(people, "Goat")
    wrong += looked_over(other, "vote") + looked_over(now, "vote of its author")
    wrong += looked_over(other, "vote, forced", FORCED)
    answers(other, False, "Too grim for us")
    resumed(people)
    types(now, "/win Nobody is left")
    other.page.locator("#r-questions").get_by_role("button", name="They have won").click(timeout=PATIENCE)
    expect(now.page.locator("#after-h")).to_be_visible(timeout=PATIENCE)
    wrong += looked_over(now, "aftermath") + looked_over(now, "aftermath, forced", FORCED)
    now.page.goto(f"{at}log/")
    wrong += looked_over(now, "log")
    now.page.goto(f"{at}replay/")
    wrong += looked_over(now, "replay")
    for address in ("/tables/", "play/"):
        wrong += looked_over(now.go(address), address)
    assert not wrong, "\n".join(wrong)
