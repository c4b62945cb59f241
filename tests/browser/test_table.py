"""At the table in real browsers: a creative game to its end, the same on a phone and by keyboard, and what axe says."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.evening import DESK, PHONE, SMALL_PHONE, House, Person
from tests.browser.game import (
    PATIENCE,
    all_favour,
    answers,
    asked,
    dealt,
    does,
    draws,
    gathered,
    goes_on_to,
    hand,
    looking,
    pile,
    playing,
    plays,
    puts,
    resumed,
    seated,
    types,
)
from tests.browser.test_pages import looked_over

pytestmark = pytest.mark.browser


def test_four_people_play_and_write_a_game_to_its_end(house: House) -> None:
    people = seated(house, ("Idris", DESK), ("Maud", PHONE), ("Bea", DESK))
    ros, maud = people[0], people[2]
    now = dealt(people)
    others = [person for person in people if person is not now]

    # A turn: draw, a Thing that stays, an Action that goes; everybody sees it.
    draws(now)
    thing, action = plays(now, "thing"), plays(now, "action")
    for person in people:
        expect(person.page.locator("#r-log")).to_contain_text(action, timeout=PATIENCE)
        expect(person.page.locator(f'.things [data-title="{thing}"]')).to_have_count(1, timeout=PATIENCE)
        expect(person.page.locator('.pilebox[data-place="discard"]')).to_have_attribute("data-count", "1")

    # A card is written while the game goes on, and settled while it waits. Somebody's page is loaded anew in between.
    count = pile(ros)
    puts(now, "Goat", "Eats a Gnome.")
    asked(people, "Goat")
    late = maud if now is not maud else ros
    for person in others:
        if person is not late:
            answers(person)
    late.page.reload()
    asked(people, "Goat")
    answers(late)
    resumed(people)
    for person in people:
        expect(person.page.locator('.pilebox[data-place="draw"]')).to_have_attribute("data-count", str(count + 1))

    # One is set aside, with a reason everybody may read.
    puts(others[0], "Plague", "Everybody loses.", "action")
    asked(people, "Plague")
    for person in people:
        if person not in (others[0], others[1]):
            answers(person)
    answers(others[1], False, "Too grim for us")
    resumed(people)
    assert pile(ros) == count + 1

    # Other words for the card in play: its face changes where it lies, and keeps what lies on it.
    laid = now.page.locator(f'.things [data-title="{thing}"]')
    number = laid.get_attribute("data-number")
    does(now, laid, "Read, and more")
    sheet = now.page.locator("#tsheet")
    sheet.locator('form[data-verb="token"] input[name="token"]').last.fill("Mud")
    sheet.locator('form[data-verb="token"]').last.get_by_role("button").click()
    expect(laid).to_contain_text("Mud", timeout=PATIENCE)
    types(now, f"/amend {number}/Painted {thing}//It gleams.")
    all_favour(people, now, f"Painted {thing}")
    for person in people:
        painted = person.page.locator(f'.things [data-title="Painted {thing}"]')
        expect(painted).to_contain_text("Mud", timeout=PATIENCE)
        expect(person.page.locator(f'.things [data-title="{thing}"]')).to_have_count(0)

    # A Special Rule with an effect: this very turn has to keep to it.
    puts(now, "Small Pockets", "Nobody keeps more than two.", "rule", hand_limit="2")
    all_favour(people, now, "Small Pockets")
    over = hand(now).count() - 2
    assert over > 0
    for person in people:
        expect(person.page.locator("#r-rules .tlaw-does")).to_contain_text(re.compile("hand limit", re.I))
    now.page.locator("#r-turn").get_by_role("button", name="End turn").click()
    expect(now.page.locator("#asking")).to_be_visible(timeout=PATIENCE)
    now.page.locator("#asking [data-no]").click()
    goes_on_to(now, "Discard")
    expect(now.page.locator('#r-turn [aria-current="step"]')).to_contain_text(f"Discard {over} card", timeout=PATIENCE)
    for left in range(over - 1, -1, -1):
        does(now, hand(now).locator("a.card").first, "Discard")
        expect(hand(now)).to_have_count(2 + left, timeout=PATIENCE)
    now.page.locator("#r-turn").get_by_role("button", name="End turn").click()
    expect(now.page.locator("#r-turn[data-mine-turn]")).to_have_count(0, timeout=PATIENCE)

    # The end: claimed by one, confirmed by the others.
    types(now, "/win The goat has eaten everything")
    for person in others:
        person.page.locator("#r-questions").get_by_role("button", name="They have won").click(timeout=PATIENCE)
    for person in people:
        expect(person.page.locator("#after-h")).to_have_text(f"{now.name} has won", timeout=PATIENCE)
        expect(person.page.locator("#r-after .after-cards").first).to_contain_text("Too grim for us", timeout=PATIENCE)
        person.fits("after the game")
    now.page.get_by_role("link", name="Archive a version").click()
    now.page.get_by_role("button", name="Archive it").click()
    now.page.wait_for_url("**/versions/1/")
    expect(now.page.locator("main")).to_contain_text("Goat")


def test_the_essentials_on_a_phone(house: House) -> None:
    people, now = playing(house, ("Maud", SMALL_PHONE), host=SMALL_PHONE)
    ros, maud = people
    other = maud if now is ros else ros
    for person in people:
        person.fits("dealt")
    draws(now)
    now.fits("drawn")
    thing = plays(now, "thing")
    expect(other.page.locator(f'.things [data-title="{thing}"]')).to_have_count(1, timeout=PATIENCE)
    puts(now, "Goat", "Eats a Gnome.")
    asked(people, "Goat")
    for person in people:
        person.fits("the vote")
    answers(other)
    resumed(people)
    for person in people:
        expect(person.page.locator("#r-log")).to_contain_text("Goat", timeout=PATIENCE)
        person.fits("played")
    now.page.locator("#r-turn").get_by_role("button", name="End turn").click()
    expect(other.page.locator("#r-turn[data-mine-turn]")).to_be_attached(timeout=PATIENCE)


def walks_to(person: Person, target: Locator, key: str = "Tab", most: int = 60) -> None:
    """Press a key until the focus is there."""
    for _ in range(most):
        if target.evaluate("(e) => e === document.activeElement"):
            return
        person.page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead there from {person.focus()!r}")


def has_key(button: Locator, key: str) -> bool:
    return f'"{key}"' in button.evaluate("(button) => getComputedStyle(button, '::after').content")


def test_a_turn_by_keyboard_alone(house: House) -> None:
    people, now = playing(house, ("Idris", DESK))
    other = people[1] if now is people[0] else people[0]
    keys, turn = now.page.keyboard, now.page.locator("#r-turn")

    end = turn.get_by_role("button", name="End turn", exact=True)
    walks_to(now, turn.get_by_role("button", name="Draw", exact=True))
    assert not has_key(end, "e")
    keys.press("Enter")
    expect(hand(now)).to_have_count(6, timeout=PATIENCE)
    walks_to(now, turn.get_by_role("button", name="Go on to Play"))
    keys.press("Enter")
    expect(turn.locator('[aria-current="step"]')).to_contain_text("Play", timeout=PATIENCE)

    # Tab goes into the hand once; arrows walk within it, Enter raises a card, Enter plays it.
    cards = hand(now).locator("a.card")
    walks_to(now, cards.first)
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    expect(cards.nth(2)).to_be_focused()
    title = cards.nth(2).get_attribute("data-title")
    keys.press("Enter")
    expect(now.page.locator("#verbs").get_by_role("button", name="Play it")).to_be_focused()
    keys.press("Enter")
    expect(hand(now)).to_have_count(5, timeout=PATIENCE)
    expect(other.page.locator("#r-log")).to_contain_text(str(title), timeout=PATIENCE)
    assert now.focus(), "the focus fell to the page"

    # What a card answers to is written on it, and the end of the turn has a key while one stands at a card.
    walks_to(now, cards.first)
    assert has_key(end, "e")
    keys.press("Enter")
    assert has_key(now.page.locator("#verbs").get_by_role("button", name="Play it", exact=True), "p")
    keys.press("Escape")
    expect(cards.first).to_be_focused()
    keys.press("e")
    expect(turn.locator(":scope[data-mine-turn]")).to_have_count(0, timeout=PATIENCE)

    # A vote comes over the table with the focus in it, and gives it back.
    types(other, "/newcard Goat/T/Eats a Gnome.")
    expect(now.page.locator("#bh")).to_be_focused(timeout=PATIENCE)
    walks_to(now, now.yes)
    keys.press("Enter")
    resumed(people)
    expect(now.page.locator("#r-log")).to_contain_text("Goat", timeout=PATIENCE)
    assert now.focus(), "the focus fell to the page"


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
    wrong += looked_over(now, "playing")
    does(now, now.page.locator(".seat--you .things a.card").first, "Read, and more")
    expect(now.page.locator("#sheet-h")).to_be_visible(timeout=PATIENCE)
    wrong += looked_over(now, "close up")
    now.page.locator("#tsheet [data-close]").click()
    types(now, "/newcard Goat/T/Eats a Gnome.")
    asked(people, "Goat")
    wrong += looked_over(other, "vote") + looked_over(now, "vote of its author")
    answers(other, False, "Too grim for us")
    resumed(people)
    types(now, "/win Nobody is left")
    other.page.locator("#r-questions").get_by_role("button", name="They have won").click(timeout=PATIENCE)
    expect(now.page.locator("#after-h")).to_be_visible(timeout=PATIENCE)
    wrong += looked_over(now, "aftermath")
    now.page.goto(f"{at}log/")
    wrong += looked_over(now, "log")
    now.page.goto(f"{at}replay/")
    wrong += looked_over(now, "replay")
    for address in ("/tables/", "play/"):
        wrong += looked_over(now.go(address), address)
    assert not wrong, "\n".join(wrong)
