"""The table under a finger on a small phone: real touches, which the browser may also take for scrolling."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.evening import SMALL_PHONE, House, Person, is_put_away
from tests.browser.finger import Finger, middle, reach
from tests.browser.game import (
    PATIENCE,
    SPREAD,
    THINGS_ALONE,
    comes_to_hold,
    goes_on_to,
    hand,
    held,
    moves,
    playing,
    reachable,
)
from tests.browser.looks import comes_to
from tests.browser.standing import comes_about

pytestmark = pytest.mark.browser
SMALLEST = (360, 640)


# A card of the hand rises in the hand's row: its title is read and nothing above the row is covered. One that lies on
# the cloth is seen whole, brought out from under the edge.
STANDS_CLEAR = """(which) => {
  const card = document.querySelector(which).getBoundingClientRect();
  const row = document.querySelector('.hand-row').getBoundingClientRect();
  const verbs = document.getElementById('verbs').getBoundingClientRect();
  if (verbs.top < row.bottom - 1 && verbs.left < row.right && row.left < verbs.right) return false;
  if (which.startsWith('.seat')) {
    const cloth = document.querySelector('.felt-in').getBoundingClientRect();
    return card.top >= cloth.top && card.bottom <= cloth.bottom + 1;
  }
  const title = document.querySelector(which + ' .cf-title').getBoundingClientRect();
  if (card.left < 0 || card.right > window.innerWidth) return false;
  return card.top >= row.top && title.bottom <= row.bottom;
}"""


# What is offered beside a card and not read to its end.
CUT_VERBS = """() => [...document.querySelectorAll('#verbs .btn')]
  .filter((one) => one.checkVisibility() && (one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth))
  .map((one) => one.innerText)"""


FROM_EDGE_TO_EDGE = """(wide) => {
  const edges = [...document.querySelectorAll('#r-hand .hcard')].map((card) => card.getBoundingClientRect());
  return edges[0].left < 24 && edges.at(-1).right < wide + 24;
}"""


def test_a_finger_drags_reads_and_sorts(house: House) -> None:
    people, now = playing(house, ("Maud", SMALL_PHONE), host=SMALL_PHONE, reduced_motion="no-preference")
    other = people[1] if now is people[0] else people[0]
    finger = Finger(now)
    moves(now, "draw", count="2", confirmed="1")
    expect(hand(now)).to_have_count(7, timeout=PATIENCE)
    spare = hand(now).locator("a.card").all()[: comes_to_hold(now, "thing", "action") - 7]
    for piece in [str(card.get_attribute("data-piece")) for card in spare]:  # of eight the row is one to be pushed
        moves(now, "move", pieces=piece, to="draw", confirmed="1")
    expect(hand(now)).to_have_count(count := 7, timeout=PATIENCE)
    goes_on_to(now, "Play")

    for one in hand(now).locator("a.card").all():
        reachable(one)  # the first of seven as well
    comes_to(now.page, FROM_EDGE_TO_EDGE, True, SMALL_PHONE[0])

    # A long press shows the card at full size, and lifting the finger then raises nothing.
    first = held(now, "thing").first
    title, card = str(first.get_attribute("data-title")), now.page.locator(f"#{first.get_attribute('id')}")
    finger.down(*reach(card))
    expect(now.page.locator("#tsheet")).to_be_visible(timeout=PATIENCE)
    expect(now.page.locator("#sheet-h")).to_contain_text(title, timeout=PATIENCE)
    finger.up()
    expect(now.page.locator("#tsheet")).to_be_visible()
    expect(now.page.locator("#verbs")).to_be_hidden()
    now.page.locator("#tsheet [data-close]").tap()
    expect(now.page.locator("#tsheet")).to_be_hidden()

    # Along the hand it sorts, for this phone alone.
    last = hand(now).locator("a.card").last
    moved = str(last.get_attribute("data-piece"))
    finger.drag(last, reach(hand(now).locator("a.card").first))
    expect(hand(now).locator(f'[data-piece="{moved}"]')).to_have_css("--i", "0")
    expect(hand(now)).to_have_count(count)

    # Over to one's own Things: it is played, and the other phone sees it lie there.
    finger.drag(card, middle(now.page.locator(".seat--you .things")))
    expect(now.page.locator(f'.things [data-title="{title}"]')).to_have_count(1, timeout=PATIENCE)
    expect(hand(now)).to_have_count(count - 1)
    expect(other.page.locator(f'.things [data-title="{title}"]')).to_have_count(1, timeout=PATIENCE)
    expect(now.page.locator(".is-flying, .is-lifted")).to_have_count(0)

    sees_it_played(other, title)

    # A finger on a card in play scrolls; it never drags by accident, but once it has rested.
    laid, discard = now.page.locator(f'.things [data-title="{title}"]'), now.page.locator('[data-place="discard"]')
    finger.drag(laid, middle(discard))
    expect(laid).to_have_count(1)
    expect(discard).to_have_attribute("data-count", "0")
    rests_and_drags(now, finger, laid, discard)
    expect(discard).to_have_attribute("data-count", "1", timeout=PATIENCE)
    expect(laid).to_have_count(0)

    # An Action that is let go where played ones lie is played.
    action = held(now, "action").first
    title = str(action.get_attribute("data-title"))
    finger.drag(action, middle(discard))
    expect(discard).to_have_attribute("data-count", "2", timeout=PATIENCE)
    expect(other.page.locator("#r-log")).to_contain_text(f"played {title}", timeout=PATIENCE)
    now.fits("after dragging")


# A finger feels that it may drag, and feels once more that it reads.
FEELS = "() => { window.felt = 0; navigator.vibrate = () => { window.felt += 1; return true; }; }"


def rests_and_drags(person: Person, finger: Finger, card: Locator, to: Locator) -> None:
    """A rest is longer than a quarter of a second and shorter than half of one: on a busy machine it may be too short,
    and is tried again, or become the long press that reads as well."""
    page, sheet = person.page, person.page.locator("#tsheet")
    for _ in range(5):
        page.evaluate(FEELS)
        finger.drag(card, middle(to), rest=0.3)
        felt = page.evaluate("() => window.felt")
        if felt > 1:
            with suppress(AssertionError):
                comes_about(page, sheet.is_visible, "the card that is read", steps=100)
            is_put_away(sheet.locator("[data-close]"))
        if felt:
            return


HIGHER = "(than) => document.querySelector('.hand-row').getBoundingClientRect().height > than"


def sees_it_played(person: Person, title: str) -> None:
    """Whose turn it is not sees what was played ringed and in one line, and reads it there. Their hand lies low; a
    swipe brings it up and down, and so does its button."""
    page = person.page
    expect(page.locator("#r-last")).to_contain_text(f"played {title}", timeout=PATIENCE)
    expect(page.locator(f'.is-last [data-title="{title}"]')).to_have_count(1)
    page.locator("#r-last").get_by_role("link", name="Read").tap()
    expect(page.locator("#sheet-h")).to_contain_text(title, timeout=PATIENCE)
    page.locator("#tsheet [data-close]").tap()
    expect(page.locator("#tsheet")).to_be_hidden()

    row, grip, finger = page.locator(".hand-row"), page.get_by_role("button", name="Your hand"), Finger(person)
    cards = hand(person).locator("a.card")
    order = cards.evaluate_all("(all) => all.map((card) => card.id)")
    low = row.bounding_box()
    assert low is not None
    for way, lies in ((-90, "true"), (60, "false")):
        card = cards.nth(order.index(order[-1]))
        for _ in range(5):  # on a busy machine a swipe may take so long that it is none
            x, y = reach(card)
            finger.drag(card, (x + 4, y + way))
            if grip.get_attribute("aria-expanded") == lies:
                break
        expect(grip).to_have_attribute("aria-expanded", lies)
        comes_to(page, HIGHER, lies == "true", low["height"] + 30)
    assert cards.evaluate_all("(all) => all.map((card) => card.id)") == order
    expect(page.locator(".hcard.is-up")).to_have_count(0)
    grip.tap()
    expect(grip).to_have_attribute("aria-expanded", "true")
    grip.tap()
    expect(grip).to_have_attribute("aria-expanded", "false")


@pytest.mark.parametrize("size", [SMALLEST, (390, 844), (690, 360)])
def test_a_raised_card_covers_nothing_and_a_second_tap_reads_it(house: House, size: tuple[int, int]) -> None:
    people, now = playing(house, ("Idris", size), host=size, deck=THINGS_ALONE)
    page = now.page
    verbs, put_down = page.locator("#verbs"), page.locator("#verbs [aria-label='Lay it down']")
    card = page.locator("#r-hand .hcard a.card").last
    card.tap(position=reachable(card))
    expect(verbs).to_be_visible()
    page.wait_for_function(STANDS_CLEAR, arg=".hcard.is-up .card")
    card.tap(position=reachable(card))
    expect(page.locator("#tsheet")).to_be_visible(timeout=PATIENCE)
    page.locator("#tsheet [data-close]").tap()
    put_down.tap()
    expect(page.locator(".hcard.is-up")).to_have_count(0)

    # So does one in play, below what lies before the other: it is brought out from under the edge of the cloth.
    for person in people:
        moves(person, "draw", count="6", confirmed="1")
        expect(hand(person)).to_have_count(11, timeout=PATIENCE)
        moves(person, "play", piece=str(held(person, "thing").first.get_attribute("data-piece")), confirmed="1")
    expect(page.locator(".others .things .card")).to_have_count(1, timeout=PATIENCE)
    laid = page.locator(".seat--you .things .card")
    moves(now, "token", piece=str(laid.get_attribute("data-piece")), token="Avocado", count="1")
    expect(page.locator(".seat--you .ttag")).to_have_count(1, timeout=PATIENCE)
    laid.scroll_into_view_if_needed()
    laid.tap(position=reachable(laid))
    expect(verbs).to_be_visible()
    page.wait_for_function(STANDS_CLEAR, arg=".seat--you .things .card")
    expect(verbs.get_by_role("button", name="One more Avocado")).to_be_visible()
    comes_to(page, CUT_VERBS, [])
    if size == SMALLEST:
        gives(now)
        plays_onto(now)
        looks_and_reorders(now)
        assert now.is_phone
        return
    put_down.tap()
    expect(verbs).to_be_hidden()
    page.set_viewport_size({"width": 1180, "height": 820})  # a wide tablet, where a finger hovers over nothing
    comes_to(page, f"() => ({SPREAD})().covered", 0)


SLIP_ABOVE_BAR = """() => {
  const [slip, bar] = ['.givekey', '.giveacts'].map((part) => document.querySelector(part).getBoundingClientRect());
  return slip.height > 0 && bar.height > 0 && slip.bottom <= bar.top;
}"""


def gives(person: Person) -> None:
    """What is raised goes in front of the other by a finger. The slip that asks whom is read whole above the bar."""
    page = person.page
    page.locator("#verbs [data-more]").tap()
    page.locator("#verbs").get_by_role("button", name="Give to …").tap()
    expect(page.locator("#give-h")).to_have_text(re.compile(r"^Who gets .+\?$"))
    comes_to(page, SLIP_ABOVE_BAR, True)
    page.locator(".place-b").tap()
    expect(page.locator(".others .things .card")).to_have_count(2, timeout=PATIENCE)
    expect(page.locator("#verbs")).to_be_hidden()


def plays_onto(person: Person) -> None:
    """A card of the hand onto the first that lies before the other, which is asked about: it is the second Thing."""
    page = person.page
    card = held(person, "thing").first
    piece = str(card.get_attribute("data-piece"))
    card.scroll_into_view_if_needed()  # the strip is swept to it
    card.tap(position=reachable(card))
    page.locator("#verbs [data-more]").tap()
    page.locator("#verbs").get_by_role("button", name="Play onto …").tap()
    host = page.locator(".others .things .card.is-target").first
    host.tap(position=reachable(host))
    page.locator("#asking [data-yes]").tap()
    expect(page.locator(f'.others .onto [data-piece="{piece}"]')).to_have_count(1, timeout=PATIENCE)


def looks_and_reorders(person: Person) -> None:
    """The top of the pile from its own sheet: one goes a place down, one under the pile, and they are put back."""
    page = person.page
    pile = page.locator("#z-draw")
    pile.tap(position=reachable(pile))
    page.locator("#verbs").get_by_role("button", name="Look into it").tap()
    sheet = page.locator("#tsheet")
    sheet.locator('details:has(form[data-verb="look"]) > summary').tap()
    sheet.locator('form[data-verb="look"]').get_by_role("button", name="Look", exact=True).tap()
    cards = page.locator("#looking .look [data-piece]")
    expect(cards).to_have_count(3, timeout=PATIENCE)
    first, second, third = cards.evaluate_all("(all) => all.map((one) => one.dataset.title)")
    for wanted in ([second, first, third], [second, third, first]):
        page.locator("#looking").get_by_role("button", name=f"{first} one later").tap()
        expect(cards.nth(wanted.index(first))).to_have_attribute("data-title", first)
        assert cards.evaluate_all("(all) => all.map((one) => one.dataset.title)") == wanted
    page.locator("#looking").get_by_role("button", name=f"{second} under the pile").tap()
    for button in page.locator("#looking button:visible").all():
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None and box["height"] >= 44 and box["width"] >= 44, button.inner_text()
    person.fits("looking")
    page.locator("#looking").get_by_role("button", name="Put them back like this").tap()
    expect(page.locator("#looking")).to_have_count(0, timeout=PATIENCE)
