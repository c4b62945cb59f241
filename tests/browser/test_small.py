"""The same evening on telephones: nothing is wider than the glass, and everything can be reached with a thumb."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import DESK, PHONE, SMALL_PHONE, SOON, House, Person, is_focused, joins, votes
from tests.browser.finger import Finger, middle
from tests.browser.looks import UNCOVERED, comes_to
from tests.picture_files import halves, written

pytestmark = pytest.mark.browser

TAP = 43.5  # px: 44, and what rounding takes away

SMALL = """() => [...document.querySelectorAll('a.btn, button, summary, .ws-tabs a, input, select, textarea')]
  .filter((e) => !e.closest('.vh, .skip, [hidden]') && !['hidden', 'checkbox', 'radio'].includes(e.type))
  .filter((e) => e.checkVisibility({ visibilityProperty: true }))
  .map((e) => [e, e.getBoundingClientRect()]).filter(([, r]) => r.width && r.height < TAP)
  .map(([e, r]) => `${e.tagName} ${(e.textContent || e.name || '').trim().slice(0, 30)} ${Math.round(r.height)} px`)"""


# On a telephone: a thought right over the tools, and these over the button; the verdict over what one writes.
LIES_OVER_TOOLS = """() => {
  const [thought, tools, go] = ['.advice:not([hidden])', '.toolslip', '#r-go button']
    .map((part) => document.querySelector(part).getBoundingClientRect());
  const lies = Math.abs(thought.bottom - tools.top) <= 1 && tools.bottom <= go.top + 1;
  return lies || [thought.bottom, tools.top, tools.bottom, go.top];
}"""
# The foot of the card can be drawn out from beneath the thought.
FOOT_IS_FREE = """() => {
  const before = scrollY;
  scrollTo(0, document.body.scrollHeight);
  const [thought, tools, card] = ['.advice:not([hidden])', '.toolslip', '#writing .cf']
    .map((part) => document.querySelector(part).getBoundingClientRect());
  return scrollY === before && Math.abs(thought.bottom - tools.top) <= 1 && card.bottom <= thought.top + 1;
}"""
LIES_OVER_CARD = """() => {
  const [verdict, card] = ['#moment', '.writing-card'].map((part) => document.querySelector(part));
  return verdict.getBoundingClientRect().bottom > card.getBoundingClientRect().top;
}"""


def assert_thumbs(page: Page) -> None:
    """Nothing one presses is smaller than a thumb."""
    comes_to(page, SMALL.replace("TAP", str(TAP)), [], why=page.url)


def tabs_fit(person: Person) -> None:
    for tab in ("Write", "Deck", "Set aside", "Table"):
        person.tab(tab)
        person.fits(tab)
        assert_thumbs(person.page)


def crops_with_a_finger(person: Person) -> None:
    """A picture is taken, moved in its place on the card, and a point of it put in the middle by a tap."""
    page = person.page
    photo = {"name": "goat.jpg", "mimeType": "image/jpeg", "buffer": written(halves(1200, 900))}
    page.locator("[data-picture-file]").set_input_files(photo)
    place, crop = page.locator("[data-picture-place]"), page.locator('[name="picture_crop"]')
    expect(place).to_be_visible(timeout=2 * SOON)  # a process of its own is started for it
    place.scroll_into_view_if_needed()
    place.press("+")
    expect(crop).not_to_have_value("")
    whole = list(map(int, crop.input_value().split()))
    box = place.bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 30, middle[1] + 10, steps=4)
    page.mouse.up()
    expect(crop).not_to_have_value(" ".join(map(str, whole)))
    dragged = list(map(int, crop.input_value().split()))
    assert dragged[0] < whole[0] and dragged[1] < whole[1] and dragged[2:] == whole[2:]
    person.points(middle[0] + box["width"] / 4, middle[1])
    expect(crop).not_to_have_value(" ".join(map(str, dragged)))
    assert int(crop.input_value().split()[0]) > dragged[0]
    page.locator('[name="art_words"]').fill("A goat, red and green.")


def has_all_tools_at_hand(person: Person) -> None:
    """On the smallest glass every tool and every ink is seen whole, without pushing them along."""
    page, size = person.page, person.page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": 360, "height": 640})
    tools = page.locator(".toolslip button")
    expect(tools).to_have_count(13)
    for number in range(13):
        expect(tools.nth(number)).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size(size)


def room(page: Page) -> int:
    """How wide what scrolls is, in px: on a glass with a mouse a scroll bar takes some of it."""
    return int(page.locator("#main").evaluate("(main) => main.clientWidth"))


def objects_with_a_finger(person: Person, reason: str) -> None:
    """On the smallest glass: the words of a no and both answers are seen whole, also above a keyboard."""
    page, size = person.page, person.page.viewport_size
    assert size is not None
    for height in (640, 400):
        page.set_viewport_size({"width": 360, "height": height})
        if height == 640:
            person.presses(person.no)
            person.presses(page.locator("#reason"))
        for part in (page.locator("#reason"), person.no):
            expect(part).to_be_in_viewport(ratio=1)
        person.fits("a no with its words")
    both = person.yes.bounding_box()
    assert both is not None and both["x"] + both["width"] > room(page) - 20, "the two answers fill their row"
    page.keyboard.type(reason)
    page.set_viewport_size({"width": 360, "height": 640})
    person.presses(person.no)
    expect(page.locator(".because")).to_contain_text(reason, timeout=SOON)
    page.set_viewport_size(size)


def reads_what_was_said(person: Person) -> None:
    """On the smallest glass the reasons of a verdict are read without scrolling, above what can be done now."""
    page, size = person.page, person.page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": 360, "height": 640})
    comes_to(page, UNCOVERED, "", "#moment .reasons .note")
    page.set_viewport_size(size)


def asks_three_things_and_offers_one_way_on(person: Person) -> None:
    """An empty table, on a telephone and the smallest: all of it is seen whole, and nothing lies over it."""
    page, size = person.page, person.page.viewport_size
    assert size is not None
    asked = [
        page.get_by_label(words) for words in ("What is it about?", "How does somebody win?", "What is it called?")
    ]
    on = page.get_by_role("button", name="Take a blank card")
    for width, height in (PHONE, (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        for part in (*asked, on):
            expect(part).to_be_in_viewport(ratio=1)
        comes_to(page, UNCOVERED, "", "#agree-form .btn", (width, height))
        expect(page.locator("#main .btn:visible")).to_have_count(1)
        expect(page.locator(".begin-else a:visible")).to_have_count(0)
    page.set_viewport_size(size)


@pytest.mark.side_by_side
def test_an_evening_on_two_telephones(house: House) -> None:
    maud = house.person("Maud", SMALL_PHONE)
    maud.go("/").fits("front door")
    maud.start("").fits("empty workshop")
    asks_three_things_and_offers_one_way_on(maud)
    bea = house.person("Bea", PHONE)
    bea.knock(maud.code).fits("knocking")
    button = maud.page.get_by_role("button", name="Let Bea in")
    expect(button).to_be_visible(timeout=SOON)
    maud.fits("somebody at the door")
    button.click()
    bea.arrived().fits()
    ros = house.person("Ros", DESK)  # votes along; nobody looks at that screen
    joins(ros, maud)

    maud.tab("Write")
    maud.write("The Unexpectedly Long Name of a Goat that Wanders", "It **wanders**.", traits="Pest").fits("writing")
    expect(maud.page.locator("#preview .cf-title")).to_contain_text("Unexpectedly", timeout=SOON)
    maud.fits("writing, with its print")
    has_all_tools_at_hand(maud)
    crops_with_a_finger(maud)
    maud.fits("writing, with a picture")
    maud.put()
    for person in (maud, bea):
        person.sees("Unexpectedly").fits("ballot")
        assert_thumbs(person.page)
    expect(bea.page.locator("#r-card").get_by_role("img", name="A goat, red and green.")).to_be_visible()
    for to in (0, 10_000):  # however far one reads, the two answers are there
        bea.page.locator("#main").evaluate("(main, to) => main.scrollTo(0, to)", to)
        for answer in (bea.yes, bea.no):
            expect(answer).to_be_in_viewport(ratio=1)
    bea.says("Smallest by what, though?").fits("talk")
    objects_with_a_finger(bea, "The name is the joke, and it is long")
    maud.fits("an objection")
    votes(ros, 1)
    for person in (maud, bea):
        person.hears("Not this time.").fits("set aside")
        assert_thumbs(person.page)
    reads_what_was_said(bea)
    bea.goes_on().fits("after the verdict")
    maud.moment.get_by_role("link", name="Adjust and repropose").click()
    expect(maud.page.locator('#writing [name="title"]')).to_have_value(re.compile("Unexpectedly"))
    maud.fits("adjusting")
    expect(maud.page.locator(".wsays .why")).to_be_in_viewport(ratio=1)
    maud.page.locator('#writing [name="title"]').fill("Long Goat")
    maud.put()
    bea.favours("Long Goat")
    votes(ros, 2)
    for person in (maud, bea):
        person.hears("It’s in.").fits("accepted")
        expect(person.moment.get_by_role("button", name="Take a blank card")).to_be_in_viewport(ratio=1)
        person.goes_on()
    takes_a_sentence(bea)
    tabs_fit(bea)
    maud.go("cards/1/").fits("card")
    maud.page.get_by_role("link", name="Propose a rewording").click()
    maud.page.locator('#writing [name="text"]').fill("It *wanders off*.")
    maud.fits("amending")
    maud.put()
    maud.arrived()
    bea.sees("Long Goat").fits("amendment")
    bea.favours("Long Goat")
    votes(ros, 3)
    bea.hears("It’s in.").goes_on()
    maud.go("archive/").fits("archiving")
    maud.page.get_by_role("button", name="Archive it").click()
    maud.page.wait_for_url("**/versions/1/")
    maud.fits("version")
    maud.go("print/?version=1").fits("print shop")
    maud.page.get_by_role("button", name="Make the PDF").click()
    expect(maud.page.get_by_role("link", name="Open the PDF")).to_be_visible(timeout=180_000)
    maud.fits("printed")


def takes_a_sentence(person: Person) -> None:
    """Straight from the words of a rule: the tools that come for a keyboard that goes move nothing under the finger."""
    person.tab("Write")
    person.write("Most of Us", "More than half decide.", "rule")
    person.presses(person.page.locator("[data-all-sentences]").last)
    sheet = person.page.locator("#phrasebook")
    expect(sheet).to_be_visible()
    person.fits("all sentences")
    person.presses(sheet.locator("[data-take]", has_text="must be in favour").first)
    expect(sheet).to_be_hidden()
    way = person.page.locator(".taken-row:visible select").first
    expect(way).to_be_in_viewport(ratio=1)
    box = way.bounding_box()
    assert box is not None and box["height"] >= 44, box
    person.fits("a sentence taken")
    person.write("", "", "thing")


ONE_STROKE = re.compile(r'^\[\{"tool":"pen","ink":"#1f2a4a","points":\[[\d,]{20,}\]\}\]$')


def draws_with_a_mouse(person: Person, x: float, y: float) -> None:
    person.page.mouse.move(x - 60, y)
    person.page.mouse.down()
    person.page.mouse.move(x + 60, y + 12, steps=8)
    person.page.mouse.up()
    expect(person.page.locator('[name="doodle"]')).to_have_value(ONE_STROKE)
    person.page.get_by_label("What the drawing shows").fill("A forcer.")


def draws_with_a_finger(person: Person) -> None:
    """One finger draws and scrolls nothing; with two nothing is drawn."""
    pad, drawn = person.page.locator("[data-paper]"), person.page.locator('[name="doodle"]')
    pad.scroll_into_view_if_needed()
    (x, y) = middle(pad)
    if not person.has_finger:
        draws_with_a_mouse(person, x, y)
        return
    finger = Finger(person)
    finger.down(x - 60, y)
    finger.move((x - 60, y), (x + 60, y + 12))
    finger.up()
    expect(drawn).to_have_value(ONE_STROKE)
    assert middle(pad) == (x, y), "the card went along with the finger"
    before = drawn.input_value()
    two = [{"x": x - 30, "y": y, "id": 1}, {"x": x + 30, "y": y, "id": 2}]
    for kind, points in (("touchStart", two[:1]), ("touchStart", two), ("touchMove", two), ("touchEnd", [])):
        finger.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(drawn).to_have_value(before)
    person.page.get_by_label("What the drawing shows").fill("A forcer.")


def symbols_lie_in_a_row(person: Person) -> None:
    """What a brace opens lies in one row over the keyboard, and the tools for drawing are away meanwhile."""
    page = person.page
    page.locator("#w-paper").fill("It grows ")
    page.locator("#w-paper").press("End")
    page.keyboard.type("{")
    row = page.locator(".pop.is-row")
    expect(row).to_be_visible()
    tops = row.locator("li:visible").evaluate_all("lines => lines.map((it) => it.getBoundingClientRect().top)")
    assert len(tops) > 3 and len(set(tops)) == 1
    if person.has_finger:
        expect(page.locator(".toolslip")).to_be_hidden()
    page.keyboard.press("Escape")


def says_a_thought_over_the_tools(person: Person) -> None:
    """It waits while one types, and lies where the thumb is; printed, the card is looked at by other eyes instead."""
    page = person.page
    thought, tools, go = (page.locator(which) for which in (".advice:not([hidden])", ".toolslip", "#r-go button"))
    page.locator("#w-paper").blur()
    expect(tools).to_be_visible(timeout=SOON)
    expect(thought).to_be_visible(timeout=SOON)
    expect(go).to_be_visible()
    comes_to(page, LIES_OVER_TOOLS, True)
    page.keyboard.press("Alt+KeyP")
    expect(page.get_by_label("Seen by")).to_be_in_viewport(ratio=1)
    expect(tools).to_be_hidden()
    page.keyboard.press("Alt+KeyP")
    thought.locator("[data-leave]").click()


@pytest.mark.chromium_alone
def test_a_thought_lets_the_foot_of_the_card_be_seen(house: House) -> None:
    maud = house.person("Maud", PHONE).start()
    maud.tab("Write")
    page = maud.write("Goat", "Draw two {crumbs}.").page
    page.locator("#w-paper").blur()
    expect(page.locator(".advice:not([hidden])")).to_be_visible(timeout=SOON)
    comes_to(page, FOOT_IS_FREE, True)


@pytest.mark.chromium_alone  # where a form was sent, Firefox asks first whether to load again, and no test hears it
def test_a_newcomers_first_card_takes_six_steps_from_the_front_page(house: House) -> None:
    """Three fields and three presses; whatever page is loaded again on the way, no word is lost."""
    maud = house.person("Maud", PHONE)
    page = maud.go("/").page
    steps = (
        lambda: page.get_by_label("Card title").fill("Wandering Goat"),
        lambda: page.get_by_label("Card text").fill("It wanders."),
        lambda: page.get_by_role("button", name="Start a deck with it").click(),
        lambda: page.get_by_label("Your name").fill("Maud"),
        lambda: page.get_by_role("button", name="Sit down").click(),
        lambda: maud.put(),
    )
    begun = time.monotonic()
    for number, step in enumerate(steps):
        if number in (3, 5):
            page.wait_for_url(re.compile("/workshop/" if number == 5 else "/start/"))
            page.reload()
            expect(page.locator(".cf-title, [name='title']").filter(has_text="Wandering Goat").first).to_be_attached()
        step()
    maud.arrived().hears("It’s in.")
    expect(page.locator("#moment")).to_contain_text("Wandering Goat")
    print(f"\na newcomer’s first card is in {time.monotonic() - begun:.1f} s after the front page")


def test_on_a_telephone_one_presses_and_stays_where_one_was(house: House) -> None:
    """A ballot that comes in does not tear anybody from the card they are writing."""
    maud, ros = house.company("Maud", "Ros", size=PHONE)
    maud.tab("Write")
    title = maud.page.locator('#writing [name="title"]')
    title.fill("Rhubarb For")
    title.press("End")
    ros.propose("Wandering Goat", "It wanders.")
    expect(maud.page.locator("#r-go")).to_contain_text("Put it to the table next", timeout=SOON)
    maud.page.keyboard.type("cer")
    expect(title).to_have_value("Rhubarb Forcer")
    is_focused(title)
    expect(maud.page.locator(".vote-waits")).to_have_text("1 vote waiting")
    draws_with_a_finger(maud)
    expect(maud.page.locator(".vote-waits")).to_have_text("1 vote waiting")
    maud.tab("Table")
    expect(maud.page.locator(".ws-tabs")).to_be_hidden()
    maud.tab("Write")  # puts the ballot away
    maud.favours("Wandering Goat").hears("It’s in.").goes_on()
    maud.tab("Write")
    expect(title).to_have_value("Rhubarb Forcer")
    expect(maud.page.locator(".vote-waits")).to_be_hidden()

    # A verdict lies over no word that one writes.
    symbols_lie_in_a_row(maud)
    maud.page.locator("#w-paper").fill("Discard a Thing.")
    says_a_thought_over_the_tools(maud)
    maud.page.locator("#w-paper").fill("It grows in the dark.")
    maud.put()
    expect(title).to_have_value("")
    expect(ros.page.locator("#r-card .cf-pic.is-doodle img")).to_have_attribute("alt", "A forcer.", timeout=SOON)
    maud.tab("Write")
    title.fill("Tea U")
    votes(ros, 2)
    maud.hears("It’s in.")
    maud.page.keyboard.type("rn")
    expect(title).to_have_value("Tea Urn")
    comes_to(maud.page, LIES_OVER_CARD, False, why="the verdict lies over what one writes")

    # She rewords it, and its vote is over before she is done: her words go on as a rewording of the card.
    maud.goes_on()
    maud.page.locator("#w-paper").fill("It steams.")
    maud.put()
    maud.sees("Tea Urn").page.get_by_role("link", name="Reword it").click()
    words = maud.page.locator('#writing [name="text"]')
    words.fill("It steams, at length.")
    votes(ros, 3)
    maud.hears("It’s in.").goes_on()
    expect(maud.page.locator('[data-said="writing"]')).to_have_text(
        "It is in meanwhile. What you write here rewords it.", timeout=SOON
    )
    expect(words).to_have_value("It steams, at length.")
    with maud.page.expect_navigation():
        maud.put()
    maud.sees("Tea Urn")
    expect(maud.page.locator("#r-change ins")).to_contain_text(", at length")
