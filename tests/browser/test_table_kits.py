"""Tables of other kits as they lie in a browser: everybody with a deck of their own (V2)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.evening import DESK, PHONE, SMALL_PHONE, House, Person, sends
from tests.browser.game import DECK, PATIENCE, hand, looking, moves
from tests.browser.looks import comes_to, looked_over

pytestmark = pytest.mark.browser
CLEAR = """() => {
  const meets = (one, other, from, to) => one[from] < other[to] && other[from] < one[to];
  const over = (one, other) => meets(one, other, 'left', 'right') && meets(one, other, 'top', 'bottom');
  const box = (element) => element.getBoundingClientRect();
  const mine = [...document.querySelectorAll('.seat--you .pilebox .card')].map(box);
  const near = [...document.querySelectorAll('.handfan .card, .piles .card, .others .pilebox .card')].map(box);
  return mine.length === 2 && mine.every((pile) => pile.width > 30 && near.every((card) => !over(pile, card)));
}"""

# On a phone a token's name stands under it, so that several have room beside the piles.
NARROW = """() => {
  const box = (which) => document.querySelector('.tokenbtn ' + which).getBoundingClientRect();
  return box('.label').top >= box('.token').bottom && box('.label').right <= window.innerWidth;
}"""


def test_ones_own_piles_lie_beside_ones_things_and_clear_of_all_else(house: House) -> None:
    ros = house.person("Ros", DESK)
    started = sends(ros, "/decks/start/", name="Ros", title="Two Decks").headers["location"]
    ros.home = started.removesuffix("workshop/")
    sends(ros, f"{ros.home}bring-in/", list=DECK, do="enter")
    page = ros.go("kit/").page
    page.get_by_role("link", name="Multi-deck").click()
    page.locator('[name="tokens-0-name"]').fill("Rosette")
    page.locator('[name="counters-0-name"]').fill("Gold")
    page.get_by_role("button", name="Put it to the table").click()
    page.wait_for_url("**/workshop/**")
    sends(ros, f"{ros.home}archive/", name="First")
    ros.table = sends(ros, f"{ros.home}play/", version="1", seats="2").headers["location"]
    idris = house.person("Idris", PHONE)
    idris.table = ros.table
    # The deck is private: the code of its table is not enough.
    link = ros.go(ros.table).page.locator("#invite-link").get_attribute("value") or ""
    sends(idris, f"{ros.table}sit/", name="Idris", invite=link.partition("invite=")[2])
    moves(ros, "begin", confirmed="1")
    for person in looking([ros, idris]):
        expect(hand(person)).to_have_count(5, timeout=PATIENCE)
        person.page.wait_for_function(CLEAR)
    has_marks(ros)
    for width, height in (SMALL_PHONE, (360, 640)):
        idris.page.set_viewport_size({"width": width, "height": height})
        idris.page.wait_for_function(CLEAR)
        comes_to(idris.page, NARROW, True, why=(width, height))


def has_marks(person: Person) -> None:
    """A token is put before somebody by two presses, onto a card by dragging it; a number is typed where it stands."""
    page = person.page
    token = page.locator(".tokenbtn")
    expect(token).to_contain_text("Rosette")
    token.click()
    page.locator("#p-2").click()
    expect(page.locator("#p-2 .ctr").last).to_contain_text("Rosette", timeout=PATIENCE)
    moves(person, "play", piece=str(hand(person).locator("a.card").first.get_attribute("data-piece")), to="area.1",
          confirmed="1")  # fmt: skip
    laid = page.locator(".seat--you .thing > a.card")
    expect(laid).to_have_count(1, timeout=PATIENCE)
    for words in ("1 Rosette", "2 × Rosette"):
        token.drag_to(laid)
        expect(page.locator(".seat--you .ttag--first")).to_have_text(words, timeout=PATIENCE)
    page.get_by_role("button", name="Gold 0. Type another number").click()
    for theme in ("light", "dark", "forced"):
        assert not (wrong := looked_over(person, "counting", ((DESK, theme),))), wrong
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    number = page.get_by_role("button", name="Gold 12. Type another number")
    expect(number).to_be_focused(timeout=PATIENCE)
    expect(page.locator(".count-box")).to_have_count(0)
    number.click()  # what costs three is paid by one press more
    page.locator(".count-box").get_by_role("button", name="−3").click()
    expect(page.get_by_role("button", name="Gold 9. Type another number")).to_be_focused(timeout=PATIENCE)
    expect(page.locator(".count-box")).to_have_count(0)
