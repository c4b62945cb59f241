"""The print shop in a browser: what the choices decide is said at once, and everything can be pressed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from cards.printing.geometry.papers import layout_for
from cards.printing.geometry.sheets import foot
from tests.browser.evening import PHONE, SMALL_PHONE, SOON, House, decides

pytestmark = pytest.mark.browser

LONG = "Whoever draws this reads it aloud, all of it, without a breath. " * 28
WHERE = """(spans, width) => {
  const paper = document.querySelector('.ps-paper'); paper.style.rotate = 'none';
  const on = paper.getBoundingClientRect(), mm = on.width / width / 100;
  return spans.map((span) => { const r = span.getBoundingClientRect();
    return [(r.left - on.left) / mm, (r.top - on.top) / mm, (r.right - on.left) / mm, (r.bottom - on.top) / mm]; });
}"""
CUT_OFF = """(e) => { const r = e.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth; }"""


def test_what_the_choices_decide_is_said_before_anything_is_printed(house: House) -> None:
    people = house.gathered("Ros", "Idris")
    decides(people, 1, "Wandering Goat", "It wanders.")
    decides(people, 2, "Minute Book", LONG, "rule")
    ros = people[0]
    page = ros.go("print/").page
    over, what = page.locator("#print-over"), page.locator("#print-what")
    expect(over).to_contain_text("Minute Book")
    expect(what).to_contain_text("1 card and 1 Special Rule")
    faces = page.locator("#print-sheet .cf")
    expect(faces).to_have_count(3)
    page.get_by_label("Special Rules as cards").uncheck()
    expect(faces).to_have_count(1, timeout=SOON)
    expect(over).to_be_empty()
    page.get_by_label("Special Rules as cards").check()
    expect(over).to_contain_text("goes on over a second", timeout=SOON)
    page.locator('input[name="frame"][value="hand"]').check(force=True)
    expect(page.locator('#print-sheet .cf[data-frame="hand"]').first).to_be_visible(timeout=SOON)
    expect(over).to_contain_text("Minute Book")


def test_the_foot_of_the_sheet_stands_where_the_press_puts_it(house: House) -> None:
    people = house.gathered("Ros", "Idris")
    decides(people, 1, "Wandering Goat", "It wanders.")
    for paper in ("a4", "letter"):
        page, layout = people[0].go(f"print/?paper={paper}").page, layout_for(paper, "poker")
        place = foot(layout)
        fields = page.locator(".a4-foot > span").evaluate_all(WHERE, layout.paper.width / 100)
        for (start, length), (left, top, right, bottom) in zip(place.fields, fields, strict=True):
            if place.is_turned:
                ends, line = (layout.paper.height - bottom, layout.paper.height - top), right
                assert right <= layout.left - 150
            else:
                ends, line = (left, right), bottom
                assert top >= layout.bottom + 150
            assert ends == pytest.approx((start, start + length), abs=30)
            assert line == pytest.approx(place.baseline, abs=80)  # letters hang below their line


def test_on_a_telephone_every_button_is_whole(house: House) -> None:
    people = house.gathered("Ros", "Idris", size=PHONE)
    decides(people, 1, "Wandering Goat", "It wanders.")
    page = people[0].go("print/").page
    button, link = page.get_by_role("button", name="Make the PDF"), page.get_by_role("link", name="Open the PDF")
    for here in (button, link):
        expect(here).to_be_visible(timeout=60_000)
        for width, height in (PHONE, SMALL_PHONE):
            page.set_viewport_size({"width": width, "height": height})
            people[0].fits(f"print shop at {width}")
            assert not here.evaluate(CUT_OFF)
        if here is button:
            button.click()
