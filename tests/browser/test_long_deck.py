"""A deck of very many cards: at a desk its list shows a card beside it, and its faces come while one scrolls."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.evening import DESK, PHONE, House, deck_of, sends
from tests.browser.looks import axe_says

pytestmark = pytest.mark.browser

WORDS = "Apple Beet Cress Dill Endive Fig Garlic Hop Iris Leek".split()
LIST = "\n\n".join(f"## {WORDS[n % 10]} {n:03}\nThing\n\nIt grows, {n}." for n in range(155))


def test_a_long_deck_is_read_by_keys_and_comes_in_parts(house: House) -> None:
    ros = house.person("Ros", DESK)
    home = deck_of(ros, "A Long Bed")
    sends(ros, f"{home}bring-in/", list=LIST, do="enter")

    page = ros.go(home).page
    lines, beside = page.locator(".roll > li > a"), page.locator("#roll-card")
    expect(lines).to_have_count(155)
    lines.first.click()
    expect(beside.locator("h2")).to_have_text("Apple 000")
    assert page.url.split("#")[0] == ros.site + home and not page.locator("dialog[open]").count()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(lines.nth(2)).to_be_focused()
    expect(beside.locator("h2")).to_have_text("Apple 020")
    page.keyboard.press("End")
    expect(lines.last).to_be_focused()
    page.keyboard.press("g")
    expect(page.locator(".roll a:focus")).to_contain_text("Garlic")
    expect(beside.locator("h2")).to_contain_text("Garlic")
    assert not axe_says(ros, "the list, a card beside it")
    page.keyboard.press("Enter")
    page.wait_for_url("**/cards/*/")

    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page = ros.go(f"{home}?view=faces").page
    faces, more = page.locator(".faces > li"), page.locator("[data-more]")
    expect(faces).to_have_count(60)
    assert not axe_says(ros, "the first faces")
    more.focus()  # and it comes into sight
    expect(faces).to_have_count(120)
    expect(more).to_have_text("Cards 121 to 155")
    more.scroll_into_view_if_needed()
    expect(faces).to_have_count(155)
    expect(more).to_have_count(0)
    expect(faces.nth(120).locator("a.card")).to_be_focused()  # where the link was that is no longer there
    expect(page).to_have_url(re.compile(r"\?view=faces&part=1-3$"))
    page.reload()
    expect(faces).to_have_count(155)

    sends(ros, f"{home}write/", title="Ivy", text="It climbs.", kind="thing", copies="1")  # alone: it is in at once
    expect(faces).to_have_count(156)
