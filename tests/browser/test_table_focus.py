"""Whoever plays by keys stands where they stood: no late answer and nobody else’s move takes it from them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import APIResponse, Locator, Route, expect

from tests.browser.evening import DESK, House, Person, sends
from tests.browser.game import PATIENCE, asked, draws, hand, held, moves, playing
from tests.browser.standing import comes_about, stands_as_it_is

pytestmark = pytest.mark.browser


def cards(person: Person) -> Locator:
    return hand(person).locator("a.card")


def raises(card: Locator) -> Locator:
    """By keys; the verbs that are offered."""
    card.press("Enter")
    verbs = card.page.locator("#verbs")
    expect(verbs.locator(":focus")).to_have_count(1)
    return verbs


def steps(person: Person, key: str) -> str:
    """What has the focus after a key, in words."""
    person.page.keyboard.press(key)
    return person.focus()


class LateAnswers:
    """What was sent to the table is done at once, and its sender is told so when they are let through."""

    def __init__(self, person: Person) -> None:
        self.page, self.late = person.page, list[tuple[Route, APIResponse]]()
        self.page.route("**/act/?*", lambda route: self.late.append((route, route.fetch())))

    def come(self) -> None:
        comes_about(self.page, lambda: self.late, "an answer")
        for route, answer in self.late:
            route.fulfill(response=answer)
        self.page.unroute("**/act/?*")
        expect(self.page.locator("#act[data-sending]")).to_have_count(0)


def test_an_answer_that_comes_late_lays_down_no_card_and_closes_no_sheet(house: House) -> None:
    _, now = playing(house, ("Idris", DESK))
    draws(now)
    count = hand(now).count()
    answers = LateAnswers(now)
    raises(held(now, "thing").first).get_by_role("button", name="Play it", exact=True).press("Enter")
    expect(hand(now)).to_have_count(count - 1, timeout=PATIENCE)
    title = str(cards(now).nth(1).get_attribute("data-title"))
    verbs = raises(cards(now).nth(1))
    answers.come()
    expect(verbs.locator(":focus")).to_have_count(1)
    expect(verbs).to_have_accessible_name(title)
    now.page.keyboard.press("Escape")  # the Action may be this very card, and a second Enter would lay it down
    expect(verbs).to_be_hidden()

    answers = LateAnswers(now)
    raises(held(now, "action").first).get_by_role("button", name="Play it", exact=True).press("Enter")
    expect(hand(now)).to_have_count(count - 2, timeout=PATIENCE)
    raises(cards(now).first).get_by_role("button", name="Read it", exact=True).press("Enter")
    expect(now.page.locator("#sheet-h")).to_be_focused()
    answers.come()
    expect(now.page.locator("#sheet-h")).to_be_focused()
    now.page.keyboard.press("Escape")
    expect(now.page.locator("#tsheet")).to_be_hidden()
    expect(cards(now).first).to_be_focused()  # and not at the button beside it that asked for the sheet


def test_anothers_move_leaves_the_focus_at_the_verb_one_has_come_to(house: House) -> None:
    """Given one card too many, one may discard before all else."""
    people, now = playing(house, ("Idris", DESK))
    other = next(person for person in people if person is not now)
    for _ in range(2):
        moves(now, "end_phase", confirmed="1")
    expect(now.page.locator('#r-turn [aria-current="step"]')).to_contain_text("Discard", timeout=PATIENCE)
    stands_as_it_is(now.page)
    verbs = raises(cards(now).first)
    walked = [steps(now, "ArrowDown") for _ in verbs.locator(":is(button, a):visible").all()]
    assert len(set(walked)) == len(walked) > 2, "once round all that is seen"
    assert walked[-1].endswith("Play it") and walked[0].endswith("Read it"), walked
    assert [steps(now, "ArrowUp"), steps(now, "ArrowDown"), steps(now, "ArrowDown")] == [*walked[-2:], walked[0]]
    read = verbs.get_by_role("button", name="Read it", exact=True)
    expect(read).to_be_focused()
    expect(verbs.locator(".btn").first).to_have_text(re.compile("Play it"))
    mine = str(now.page.locator(".handfan").get_attribute("data-place"))
    moves(other, "move", pieces=str(cards(other).first.get_attribute("data-piece")), to=mine, confirmed="1")
    expect(verbs.locator(".btn").first).to_have_text(re.compile("Discard"), timeout=PATIENCE)
    expect(read).to_be_focused()


def test_a_vote_that_comes_while_one_reads_gives_the_focus_back_to_the_card(house: House) -> None:
    people, now = playing(house, ("Idris", DESK))
    other = next(person for person in people if person is not now)
    card = cards(now).nth(2)
    raises(card).get_by_role("button", name="Read it", exact=True).press("Enter")
    expect(now.page.locator("#sheet-h")).to_be_focused()
    now.page.keyboard.press("Tab")
    sends(other, f"{other.table}write/", title="Goat", kind="thing", text="Eats.", copies="1")
    asked([now], "Goat")
    expect(now.page.locator("#bh")).to_be_focused()
    now.page.keyboard.press("Escape")
    expect(now.page.locator("#votepanel")).to_be_hidden()
    expect(card).to_be_focused()


def test_whoever_is_about_to_give_stays_before_the_one_they_chose(house: House) -> None:
    people, now = playing(house, ("Idris", DESK), ("Maud", DESK))
    raises(cards(now).first).get_by_role("button", name="Give to …").press("Enter")
    places = now.page.locator(".place-b")
    expect(places.first).to_be_focused()
    places.last.focus()
    chosen = next(person for person in people if re.search(rf"\b{person.name}\b", places.last.inner_text()))
    expect(places.last).to_contain_text(f"{chosen.name} has nothing in play yet")
    piece = hand(chosen).locator("a.card").first.get_attribute("data-piece")
    area = chosen.page.locator(".seat--you .things").get_attribute("data-place")
    moves(chosen, "move", pieces=str(piece), to=str(area), confirmed="1")
    expect(now.page.locator(".others .things .card")).to_have_count(1, timeout=PATIENCE)
    expect(places.last).not_to_contain_text("nothing in play")
    expect(places.last).to_be_focused()
