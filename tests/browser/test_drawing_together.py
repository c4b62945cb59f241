"""Drawing together on the mat: at a desk with a mouse and on a phone with a finger, while the card is judged."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.evening import SMALL_PHONE, SOON, House, Person, joins, sends
from tests.browser.finger import Finger, middle
from tests.browser.standing import comes_about

pytestmark = pytest.mark.browser
LINE = [{"tool": "pen", "ink": "#1f2a4a", "points": [100, 100, 2000, 900]}]


def takes_the_pad(person: Person) -> Locator:
    """In the place of the card, without a way to another page."""
    at = person.page.url
    person.presses(person.page.get_by_role("link", name="Draw on it"))
    paper = person.page.locator("#draw [data-paper]")
    expect(paper).to_be_focused()
    assert person.page.url == at
    return paper


def draws(person: Person, down: int) -> None:
    """A stroke of the mouse, so many pixels below the middle of the paper."""
    x, y = middle(person.page.locator("#draw [data-paper]"))
    person.page.mouse.move(x - 50, y + down)
    person.page.mouse.down()
    person.page.mouse.move(x + 50, y + down, steps=5)
    person.page.mouse.up()


def strokes(person: Person) -> int:
    """How many stand on the paper."""
    drawn: str = person.page.locator('#draw [name="doodle"]').input_value()
    return len(json.loads(drawn or "[]"))


def told(person: Person) -> int:
    """How many the server has of what they draw."""
    address = f"{person.site}{person.home}proposals/1/drawing/begun/"
    return len(json.loads(person.page.request.get(address).json()["doodle"] or "[]"))


def sees_a_hand(person: Person, words: str) -> None:
    expect(person.page.locator("#ghosts .ghost-name").filter(has_text=words)).to_have_count(1, timeout=SOON)


def test_two_draw_on_a_card_where_it_lies_and_its_writer_takes_it_with_one_press(house: House) -> None:
    ros, idris = house.company("Ros", "Idris")
    maud = house.person("Maud", SMALL_PHONE)
    joins(maud, ros)
    maud.workshop()
    card = {"title": "Wandering Goat", "kind": "thing", "text": "It wanders.", "copies": "1"}
    sends(ros, f"{ros.home}write/", **card, doodle=json.dumps(LINE))
    idris.sees("Wandering Goat")
    takes_the_pad(idris)
    expect(idris.page.locator("#ballot .ballot-seals")).to_be_visible()
    draws(idris, 0)
    for who in (ros, maud):
        sees_a_hand(who, "Idris draws")
    idris.fits("a pad on the mat")
    a_finger_is_left_in_peace(maud, ros, card)
    nothing_is_lost(house, idris, ros)
    idris.page.get_by_role("button", name="Lay it before Ros").click()
    expect(idris.page.locator("#draw")).to_have_count(0, timeout=SOON)
    expect(idris.page.locator("#r-together")).to_contain_text("lies before Ros")
    sees_a_hand(ros, "Idris drew")
    drawn = ros.page.get_by_role("region", name="What Idris would add to the drawing")
    drawn.get_by_role("button", name="Take it").click()
    expect(ros.page.locator("#r-card .cf-foot-line").first).to_have_text("Ros and Idris", timeout=SOON)
    expect(ros.page.locator("#r-ballot")).to_contain_text("Idris drew on it too.")
    what_was_drawn_goes_into_the_pocket(maud, ros)


def a_finger_is_left_in_peace(maud: Person, ros: Person, card: dict[str, str]) -> None:
    """Under her stroke the card is worded anew: nothing moves, nothing is lost, and it is said afterwards."""
    paper = takes_the_pad(maud)
    expect(paper.locator(".pad-others img")).to_have_count(1)
    maud.fits("a pad on the mat of a telephone")
    x, y = middle(paper)
    finger = Finger(maud)
    finger.down(x - 60, y)
    finger.move((x - 60, y), (x, y + 8))
    again = {**card, "text": "It wanders off.", "doodle": json.dumps(LINE), "reword": "1", "wording": "1"}
    sends(ros, f"{ros.home}write/", **again)
    expect(maud.page.locator("#r-card")).to_have_attribute("data-wording", "2", timeout=SOON)
    note = maud.page.locator("#draw [data-draw-note]")
    assert middle(paper) == pytest.approx((x, y), abs=1) and note.is_hidden(), "the card went away under the finger"
    finger.move((x, y + 8), (x + 60, y + 12))
    finger.up()
    expect(note).to_contain_text("Ros has worded it anew", timeout=SOON)
    expect(maud.page.locator("#draw .cf-text")).to_contain_text("It wanders off.")
    assert middle(paper) == pytest.approx((x, y), abs=1) and strokes(maud) == 1
    sees_a_hand(ros, "Maud draws")


def nothing_is_lost(house: House, idris: Person, ros: Person) -> None:
    """The line breaks in a stroke; the page is loaded anew; a second tab draws along."""
    comes_about(idris.page, lambda: told(idris) == 1, "the first stroke is told")
    idris.expects_lost_lines = True
    x, y = middle(idris.page.locator("#draw [data-paper]"))
    idris.page.mouse.move(x - 40, y + 20)
    idris.page.mouse.down()
    idris.page.mouse.move(x, y + 20, steps=3)
    idris.context.set_offline(True)
    idris.page.mouse.move(x + 40, y + 20, steps=3)
    idris.page.mouse.up()
    assert strokes(idris) == 2
    kept = "() => Object.keys(localStorage).some((name) => name.startsWith('carte.strokes.'))"
    assert idris.page.evaluate(kept)
    idris.context.set_offline(False)
    comes_about(idris.page, lambda: told(idris) == 2, "what was drawn without a line is told")
    idris.page.reload()
    expect(idris.page.locator("#draw [data-paper]")).to_be_visible()
    assert strokes(idris) == 2
    other = house.second_tab(idris).workshop()
    takes_the_pad(other)
    assert strokes(other) == 2
    draws(other, -20)
    comes_about(idris.page, lambda: told(idris) == 3, "the other tab's stroke is told")
    draws(idris, 35)
    comes_about(idris.page, lambda: told(idris) == 4, "both tabs' strokes are there")
    comes_about(idris.page, lambda: strokes(idris) == 4, "and in this tab")
    other.page.close()


def what_was_drawn_goes_into_the_pocket(maud: Person, ros: Person) -> None:
    """The card is taken back while somebody draws on it: that is said, and what is drawn waits where they write."""
    ros.page.get_by_role("button", name="Take it back", exact=True).click()
    note = maud.page.locator("#draw [data-draw-note]")
    expect(note).to_contain_text("What you drew is kept", timeout=SOON)
    expect(maud.page.locator("#draw [data-paper]")).to_be_hidden()
    maud.fits("a pad whose card is gone")
    maud.presses(maud.page.get_by_role("button", name="Into my pocket"))
    expect(maud.page.locator("#draw")).to_have_count(0)
    maud.tab("Write")
    maud.page.reload()
    expect(maud.page.locator("#pocket")).to_contain_text(re.compile("In your pocket"), timeout=SOON)
