"""What a guest at a table stumbles over: verdicts, questions, the minutes, a fresh sheet, and a replay on a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.evening import DESK, PHONE, SMALL_PHONE, House, sends
from tests.browser.game import PATIENCE, answers, asked, moves, playing, presses, puts, resumed, types
from tests.browser.looks import SETTLED, comes_to
from tests.browser.standing import asks, comes_about, leads_on

pytestmark = pytest.mark.browser


# A stamp lies on the mat as a whole, and on none of the card's words.
ON_THE_MAT = """(stamp) => {
  const mark = stamp.getBoundingClientRect(), mat = stamp.closest('.vv-card, .vs-card').getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(stamp.parentElement.querySelector('.card .cf-text'));
  const isOnWords = [...words.getClientRects()].some((line) => line.bottom > mark.top && line.right > mark.left);
  return mark.top >= mat.top && mark.bottom <= mat.bottom && mark.left >= mat.left && mark.right <= mat.right &&
    !isOnWords;
}"""


# How long the end of a vote stays on its sheet is for somebody who reads; two phones are looked at one after the other.
VOTE = Path(__file__).parents[2] / "static" / "js" / "table" / "vote.js"
READ = int(re.findall(r"^const READ = ([\d_]+);", VOTE.read_text(encoding="utf-8"), re.M)[0])
STAYS = """(read) => {
  const { setTimeout } = window;
  window.setTimeout = (does, rest, ...given) => setTimeout(does, rest === read ? 600_000 : rest, ...given);
}"""


# Nothing of it is under the two answers or above the edge.
SEALS_STAND_FREE = """() => {
  const vote = document.querySelector('#votepanel .vote');
  const box = (which) => document.querySelector('#votepanel ' + which).getBoundingClientRect();
  return box('.ballot-rule').bottom <= box('.vote-mine').top + 1 && vote.getBoundingClientRect().top >= 0 &&
    box('.ballot-who').top >= document.querySelector('.tbar').getBoundingClientRect().bottom;
}"""


def test_the_end_of_a_vote_is_read_on_its_sheet_and_is_that_of_this_vote(house: House) -> None:
    people, now = playing(house, ("Idris", (360, 640)), host=PHONE)
    for person in people:
        person.page.evaluate(STAYS, READ)
    other = next(person for person in people if person is not now)
    left = other.page.locator("#r-hand .hcard a.card").nth(1)
    for title, is_for, heading in (("Goat", True, "It’s in."), ("Plague", False, "Not this time.")):
        left.focus()
        puts(now, title, "Eats a Gnome, and whatever else lies about. " * 5)
        asked(people, title)
        answers(other, is_for, "" if is_for else "Too grim")
        for person in people:
            sheet = person.page.locator("#votepanel .vs-verdict:visible")
            expect(sheet.locator(".vv-h")).to_have_text(heading, timeout=PATIENCE)
            expect(sheet).to_contain_text(f"{2 if is_for else 1} of 2 in favour")
            expect(sheet.locator(".vs-turn")).to_contain_text(title)
            expect(sheet.locator(".voter:has(.is-doing:visible)")).to_have_count(0)
            size = person.page.viewport_size
            for width, height in (DESK, (1280, 720), (size["width"], size["height"]) if size else DESK):
                person.page.set_viewport_size({"width": width, "height": height})
                down = lambda: sheet.locator(".stamp").evaluate(ON_THE_MAT)  # noqa: B023, E731
                comes_about(person.page, down, f"the stamp down at {width}")
        resumed(people)
        expect(left).to_be_focused()  # back at the card that was left for the vote
        for person in people:
            expect(person.page.locator("#r-log")).to_contain_text(f"{title}: {'agreed' if is_for else 'not this time'}")


def test_whoever_folded_the_sheet_is_told_beside_the_table_until_somebody_asks(house: House) -> None:
    people, now = playing(house, ("Idris", DESK))
    other = next(person for person in people if person is not now)
    puts(now, "Goat", "Eats a Gnome.")
    asked(people, "Goat")
    now.page.locator("#votepanel [data-fold]").click()
    answers(other)
    slip = now.page.locator("#verdict")
    expect(slip).to_be_visible(timeout=PATIENCE)
    expect(slip).to_contain_text("It’s in.")
    for width, height in (DESK, PHONE):
        now.page.set_viewport_size({"width": width, "height": height})
        comes_about(now.page, lambda: slip.locator(".stamp").evaluate(ON_THE_MAT), f"the stamp down at {width}")
    now.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    resumed(people)
    types(other, "/win The goat has eaten everything")
    expect(now.page.locator("#r-questions").get_by_role("button", name="They have won")).to_be_visible(timeout=PATIENCE)
    expect(slip).to_be_hidden()


def test_a_limit_is_asked_about_and_the_browser_has_nothing_to_complain_of(house: House) -> None:
    people, now = playing(house, ("Idris", DESK))
    now.page.locator("#tsay").fill("/discrand 2")
    now.page.locator("#tsay").press("Enter")
    asking = now.page.locator("#asking")
    expect(asking).to_be_visible(timeout=PATIENCE)
    asking.locator("[data-yes]").click()
    expect(now.page.locator("#r-hand .hcard")).to_have_count(3, timeout=PATIENCE)
    expect(asking).to_be_hidden()


def test_the_minutes_stay_at_their_end(house: House) -> None:
    people, now = playing(house, ("Idris", DESK))
    for n in range(12):
        moves(now, "say", text=f"Line {n}")
    expect(now.page.locator("#r-log")).to_contain_text("Line 11", timeout=PATIENCE)
    types(now, "/viewall")
    expect(now.page.locator("#typed")).to_be_visible()
    now.expects_lost_lines = True  # a refusal is one to the browser
    now.page.locator("#tsay").fill("/draw a goat")
    now.page.locator("#tsay").press("Enter")
    expect(now.page.locator('[data-said="say-form"]')).to_be_visible(timeout=PATIENCE)
    expect(now.page.locator("#typed")).to_be_hidden()  # what stood there answered another line
    types(now, "/coin")
    last = now.page.locator("#r-log .tlog > li").last
    expect(last).to_contain_text("flipped a coin", timeout=PATIENCE)
    expect(last).to_be_in_viewport(ratio=0.5)


def test_a_rule_that_was_put_leaves_a_fresh_sheet(house: House) -> None:
    ros, _ = house.company("Ros", "Idris")
    form = ros.write("Age", "Cards grow old.", "rule").page.locator("#writing")
    find = form.get_by_role("combobox", name="Find a sentence")
    find.fill("score")
    find.press("ArrowDown")
    find.press("Enter")
    row = form.get_by_role("group", name="… has a counter … that starts at … and stays from … to ….")
    expect(row.get_by_label("Who has the counter")).to_be_focused()
    scope, least = form.locator('[name="e_bounded-0-scope"]'), form.locator('[name="e_bounded-0-least"]')
    fresh = scope.input_value(), least.input_value()
    assert fresh == ("seat", "0")
    scope.select_option("card")
    row.get_by_role("button", name="One less: Not below").click()
    expect(least).to_have_value("-1")
    ros.put()
    # The name is asked for where it is missing, and nothing was put.
    ros.expects_lost_lines = True  # the refusal is a 422
    expect(row.get_by_label("Name of the counter")).to_be_focused(timeout=PATIENCE)
    expect(row).to_contain_text("This gap is empty.")
    row.get_by_label("Name of the counter").fill("Age")
    ros.put()
    expect(form.locator('[name="title"]')).to_have_value("", timeout=PATIENCE)
    expect(row).to_be_hidden()
    for field, value in zip((scope, least), fresh, strict=True):
        expect(field).to_have_value(value)


def test_a_finished_game_is_seen_again_on_a_phone(house: House) -> None:
    people, now = playing(house, ("Idris", SMALL_PHONE))
    types(people[0], "/win Enough")
    people[1].page.locator("#r-questions").get_by_role("button", name="They have won").click(timeout=PATIENCE)
    idris = people[1]
    idris.page.get_by_role("link", name="See the game again").click(timeout=PATIENCE)
    idris.page.wait_for_url(re.compile(r"/replay/\d+/"))
    idris.fits("the first step")
    play, step = idris.page.get_by_role("button", name="Play"), re.compile(r"/replay/(\d+)/")
    begun = int(step.findall(idris.page.url)[0])
    presses(idris, play)
    idris.page.wait_for_url(lambda url: int(step.findall(url)[0]) > begun, timeout=PATIENCE)
    expect(play).to_have_attribute("aria-pressed", "true")
    with leads_on(idris.page):  # whoever takes a step by hand goes on by hand
        idris.page.get_by_role("link", name="The deal").click()
    expect(play).to_have_attribute("aria-pressed", "false")
    idris.page.get_by_role("link", name="All hands open").click()
    idris.page.get_by_role("link", name="Last").click()
    expect(idris.page.get_by_role("navigation", name="Through whose eyes")).to_be_visible()
    idris.fits("the last step, all hands open")


def test_the_blank_card_at_a_table_lies_still_while_one_writes(house: House) -> None:
    """What is said below it, and how much room there is, came to push it aside under the pointer."""
    _, now = playing(house, ("Idris", DESK), host=(1280, 720))
    presses(now, now.page.locator("#z-blank"))
    form = now.page.locator("#writing")
    kind, places = form.locator(".kinds-in"), list[float]()
    expect(form.locator('[name="title"]')).to_be_in_viewport(ratio=0.9)
    asks(now.page, SETTLED)
    for field, words in (("", ""), ('[name="title"]', "Small Pockets"), ("#w-paper", "The hand limit is three.")):
        if field:
            form.locator(field).click()
            now.page.keyboard.type(words)
            expect(form.locator(".wfit")).not_to_be_empty()
        box = kind.bounding_box()
        assert box is not None
        places.append(box["x"])
    assert len(set(places)) == 1, places


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)])
def test_on_a_desk_a_vote_is_seen_whole_from_its_question_to_its_answers(house: House, size: tuple[int, int]) -> None:
    """A card alone and one that changes something; also for whose voice is the last."""
    people, now = playing(house, ("Idris", size), host=size)
    other = next(person for person in people if person is not now)
    limit = {"e_there": "1", "e_hand_limit-0-in": "1", "e_hand_limit-0-value": "3"}
    for title, more in (("Goat", {"kind": "thing"}), ("Small Pockets", {"kind": "rule", **limit})):
        sends(now, f"{now.table}write/", title=title, text="Nobody keeps more.", **more)
        asked(people, title)
        for needed in ("#bh", ".ballot-seals", ".ballot-rule", ".vs-acts"):
            expect(other.page.locator(f"#r-vote > {needed}, #r-mine > {needed}")).to_be_in_viewport(ratio=1)
        comes_to(other.page, SEALS_STAND_FREE, True)
        answers(other)
        resumed(people)
