"""Many cards at once: a searched pile is a list of titles, found by typing, read where one stays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import APIResponse, Locator, Route, expect

from tests.browser.evening import DESK, House, Person
from tests.browser.finger import middle
from tests.browser.game import DECK, PATIENCE, gathered, in_hand, looking, moves
from tests.browser.looks import comes_to
from tests.browser.standing import comes_about

pytestmark = pytest.mark.browser
MANY = DECK + "".join(f"\n\n## Vole number {n}\nThing - Rodent\n\nIt digs." for n in range(1, 301))
ALL_FOUND = r"""() => {
  const rows = [...document.querySelectorAll('#looking .title-row')].filter((row) => row.checkVisibility());
  return rows.length > 0 && rows.every((row) => /^Vole number (27\d?|[12]27)$/.test(row.dataset.title));
}"""

WITHIN = """(rows) => rows.map((row) => row.getBoundingClientRect()).every((box, n, all) =>
  box.left >= 0 && box.right <= innerWidth && (!n || box.top >= all[n - 1].bottom - 1))"""


def lie(cards: Locator, *titles: str) -> None:
    """They lie in this order."""
    for number, title in enumerate(titles):
        expect(cards.nth(number)).to_have_attribute("data-title", title, timeout=PATIENCE)


def test_a_card_is_found_among_hundreds_by_typing_and_read_in_full(house: House) -> None:
    people = gathered(house, ("Idris", DESK), deck=MANY)
    moves(people[0], "begin", confirmed="1")
    now = in_hand(looking(people))
    page = now.page
    page.locator("#z-draw").focus()
    page.keyboard.press("Enter")
    page.locator("#verbs").get_by_role("button", name="Look into it").click()
    # The list comes before the answer that puts the sheet away, in which one asked for it.
    late: list[tuple[Route, APIResponse]] = []
    page.route("**/act/?*", lambda route: late.append((route, route.fetch())), times=1)
    page.locator("#tsheet").get_by_role("button", name="Search it").click()
    expect(page.locator("#looking-find")).to_be_attached(timeout=PATIENCE)
    comes_about(page, lambda: bool(late), "the answer")
    late[0][0].fulfill(response=late[0][1])
    field = page.get_by_role("searchbox", name="Find a card")
    expect(field).to_be_focused(timeout=PATIENCE)
    rows = page.locator("#looking .title-row:visible")
    expect(page.locator("#looking .cf")).to_have_count(0)
    assert rows.count() > 290
    page.keyboard.type("vole ÑUMBER 27")
    comes_to(page, ALL_FOUND, True)
    found = rows.evaluate_all("(rows) => rows.map((row) => row.dataset.title)")
    assert found and all(re.fullmatch(r"Vole number (27\d?|[12]27)", title) for title in found)
    expect(page.locator("[data-found]")).to_have_text(str(len(found)))
    moves(people[0] if now is not people[0] else people[1], "say", text="Take your time")
    expect(page.locator("#r-log")).to_contain_text("Take your time", timeout=PATIENCE)
    expect(rows).to_have_count(len(found))  # a frame came meanwhile
    expect(field).to_have_value("vole ÑUMBER 27")
    page.keyboard.press("ArrowDown")
    expect(rows.first).to_be_focused()
    expect(page.locator("#peek .cf")).to_contain_text("It digs.", timeout=PATIENCE)
    page.keyboard.press("Enter")
    sheet = page.locator("#tsheet")
    expect(sheet.locator(".tsheet-card .cf")).to_contain_text("It digs.", timeout=PATIENCE)
    sheet.get_by_role("button", name="Into my hand").click()
    expect(page.locator("#r-hand .hcard")).to_have_count(6, timeout=PATIENCE)
    field.fill("nobody's card")
    expect(page.locator("[data-found-none]")).to_be_visible()
    page.locator("#looking").get_by_role("button", name="Shuffle and close").click()
    expect(page.locator("#looking")).to_have_count(0, timeout=PATIENCE)

    # Then the top three, put back in another order: by keys, by a button, by drag, with a frame in between.
    moves(now, "look", zone="draw", count="3")
    cards = page.locator("#looking .look [data-piece]")
    expect(cards).to_have_count(3, timeout=PATIENCE)
    first, second, third = [str(cards.nth(number).get_attribute("data-title")) for number in range(3)]
    cards.first.focus()
    page.keyboard.press("ArrowRight")
    lie(cards, second, first, third)
    expect(page.locator("#say")).to_have_text(f"{first}, place 2 of 3.", timeout=PATIENCE)
    page.locator("#looking .look", has=page.locator(f'[data-title="{second}"]')).get_by_text("Under the pile").click()
    lie(cards, first, third, second)
    moves(people[0] if now is not people[0] else people[1], "say", text="Still there?")
    expect(page.locator("#r-log")).to_contain_text("Still there?", timeout=PATIENCE)
    lie(cards, first, third, second)
    boxes = [cards.nth(n).bounding_box() for n in range(2)]
    assert boxes[0] and boxes[1]
    page.mouse.move(boxes[1]["x"] + 30, boxes[1]["y"] + 40)
    page.mouse.down()
    page.mouse.move(boxes[0]["x"] + 20, boxes[0]["y"] + 40, steps=4)
    page.mouse.up()
    lie(cards, third, first, second)
    page.locator("#looking").get_by_role("button", name="Put them back like this").click()
    expect(page.locator("#looking")).to_have_count(0, timeout=PATIENCE)
    moves(now, "look", zone="draw", count="2")
    expect(cards).to_have_count(2, timeout=PATIENCE)
    lie(cards, third, first)
    cards.first.focus()
    page.keyboard.press("Escape")
    expect(page.locator("#looking")).to_have_count(0, timeout=PATIENCE)

    # An open pile is a list of titles and words, also on a phone; a Thing is raised to be read, not to be destroyed.
    held = [str(card.get_attribute("data-piece")) for card in page.locator("#r-hand a.card").all()[:3]]
    moves(now, "discard", pieces=held[0], confirmed="1")
    moves(now, "discard", pieces=held[1], confirmed="1")
    moves(now, "move", pieces=held[2], to=f"area.{people.index(now) + 1}", confirmed="1")
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".seat--you .thing > a.card").press("Enter")
    expect(page.locator("#verbs .btn").first).to_have_text("Read it")
    expect(page.locator("#verbs .btn:not(.btn--line)")).to_have_count(1)
    page.keyboard.press("Escape")
    page.locator("#z-discard").press("Enter")
    expect(sheet.locator(".title-words")).to_have_count(2, timeout=PATIENCE)
    assert sheet.locator(".title-row").evaluate_all(WITHIN), "rows lie below each other, within the glass"
    sheet.locator(".title-row").last.click()
    sheet.get_by_role("button", name="On top").click()
    expect(page.locator(".pilebox[data-place='discard']")).to_have_attribute("data-count", "1", timeout=PATIENCE)
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})

    moves(now, "token", on=str(people.index(now) + 1), token="Bite", count="1")
    reads_beside(now, held[2])


# What is said, asked, offered or chosen among, and is lain over by the card shown large; what is not shown at all.
COVERED = """(which) => {
  const large = document.getElementById('peek').getBoundingClientRect();
  if (!large.width) return ['nothing is shown large'];
  return [...document.querySelectorAll(which)].filter((one) => one.checkVisibility()).filter((one) => {
    const box = one.getBoundingClientRect();
    return Math.min(box.right, large.right) > Math.max(box.left, large.left) &&
      Math.min(box.bottom, large.bottom) > Math.max(box.top, large.top);
  }).map((one) => `${one.id} ${one.className}`);
}"""
TOLD = "#side, #say-form, .tb-slips .slip, #verbs, .place-b, .hcard, .seat--you .thing, .plate, .youplate, .is-target"


def reads_beside(person: Person, thing: str) -> None:
    """What the pointer rests on is shown large where it covers nothing that is said, nor the Things in front of one:
    from a raised hand, while verbs are offered and places chosen among, and what was refused just now."""
    page = person.page
    page.mouse.move(5, 5)
    page.locator("#tsay").fill("half a senten")
    for width, height in ((1280, 720), DESK):
        page.set_viewport_size({"width": width, "height": height})
        rests_on(person, page.locator("#r-hand a.card").first)
        page.locator("#r-hand a.card").first.press("Enter")
        rests_on(person, page.locator("#r-hand a.card").last)
        rests_on(person, page.locator(f"#c-{thing}"))
        page.locator("#verbs").get_by_role("button", name="Play onto …").press("Enter")
        rests_on(person, page.locator("#r-hand a.card").last)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.locator("[data-token]").first.hover()
        page.mouse.down()
        page.mouse.move(*middle(page.locator("#z-discard")), steps=4)
        page.mouse.up()
        expect(page.locator('[data-said="act"]')).to_have_text(re.compile("^A token goes onto"))
        rests_on(person, page.locator("#z-discard"))  # where one let go


def rests_on(person: Person, card: Locator) -> None:
    """The pointer, until the card is shown large."""
    person.page.mouse.move(5, 5)
    card.hover(position={"x": 12, "y": 12})
    comes_to(person.page, COVERED, [], TOLD)
