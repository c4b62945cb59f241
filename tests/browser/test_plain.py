"""A member whose browser runs no script: reads, votes, proposes, talks, and is at the table like everybody."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.evening import PHONE, SOON, House, Person

pytestmark = pytest.mark.browser


def test_a_member_without_script(house: House) -> None:
    """On a telephone; its pages are those of a desk, one column wide."""
    ros = house.company("Ros")[0]
    maud = house.person("Maud", PHONE, java_script_enabled=False)
    maud.join(ros.link)
    expect(ros.page.locator(".presence-words")).to_have_text("Two at the table", timeout=SOON)
    maud.fits()

    # Judging.
    ros.propose("Wandering Goat", "It wanders.")
    expect(ros.seal("Maud")).to_have_class(re.compile("is-waiting"))
    maud.workshop()
    expect(maud.page.locator("#r-card .cf-title").first).to_contain_text("Wandering Goat")
    maud.page.get_by_role("link", name="Only this vote, with all that was said").click()
    maud.page.get_by_label("Why? (you may leave it empty)").fill("It eats hats")
    maud.page.get_by_label("Say something").fill("Not mine, at least.")
    maud.page.get_by_role("button", name="Say it").click()
    expect(ros.page.locator("#r-talk")).to_contain_text("Not mine, at least.", timeout=SOON)
    expect(maud.page.locator("#r-talk")).to_contain_text("Not mine, at least.")
    maud.go("proposals/1/").page.get_by_label("Why? (you may leave it empty)").fill("It eats hats")
    maud.no.click()
    ros.hears("Not this time.")
    expect(ros.moment).to_contain_text("It eats hats")
    ros.goes_on()

    # Writing.
    maud.workshop()
    link = maud.page.get_by_role("link", name="Take a blank card").first
    link.click()
    for kind, words in (("rule", "Special Rule"), ("thing", "Thing")):
        maud.page.locator(f'.kinds label:has([value="{kind}"])').tap()
        expect(maud.page.locator(".w-typeplain")).to_have_text(words, use_inner_text=True)
    maud.page.locator('[name="title"]').fill("Tea Urn")
    maud.page.locator('#writing [name="text"]').fill("It steams.")
    maud.fits("writing")
    maud.page.locator("#r-go button").click()
    maud.arrived()
    expect(maud.page.locator("#r-card .cf-title").first).to_contain_text("Tea Urn")
    ros.favours("Tea Urn").hears("It’s in.").goes_on()
    chooses_by_eye(ros, maud)
    ros.propose("Borrowed Ladder", "It is not yours.")
    maud.workshop()
    maud.yes.click()
    ros.hears("It’s in.")
    expect(maud.page.locator("#r-rail")).to_contain_text("Borrowed Ladder")


def chooses_by_eye(ros: Person, maud: Person) -> None:
    """A symbol is chosen among pictures: by finger without a script, by keys with one; and judged by what one sees."""
    page = maud.go("words/").page
    page.locator('[name="symbols-0-name"]').fill("crumb")
    page.locator("#kit-symbols summary").first.tap()
    bread = page.locator('#kit-symbols .pick-all label:has([value="bread"])')
    box = bread.bounding_box()
    assert box and min(box["width"], box["height"]) >= 44, box
    bread.tap()
    page.get_by_role("button", name="See it like this").tap()
    sample = page.locator("#symbols-0-sample")
    expect(sample.locator("img")).to_have_count(2)
    expect(sample.locator("img").first).to_have_attribute("src", re.compile(r"round\.171a21\.i-bread"))
    # Of a row that is filled in the pictures are asked for.
    page.locator("#symbols-0-icon .pick-ask").tap()
    expect(page.locator('#symbols-0-icon [type="radio"][value="bread"]')).to_be_checked()
    page.locator('#symbols-0-icon .pick-all label:has([value="flame"])').tap()
    page.get_by_role("button", name="See it like this").tap()
    expect(sample.locator("img").first).to_have_attribute("src", re.compile(r"round\.171a21\.i-flame"))
    maud.fits("words")

    page = ros.go("words/").page
    page.locator('[name="symbols-0-name"]').fill("crumb")
    page.locator("#kit-symbols summary").first.press("Enter")
    expect(page.locator('[name="symbols-0-icon"][value=""]')).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.locator("#kit-symbols summary").first).to_be_focused()
    expect(page.locator("#kit-symbols summary").first).to_contain_text("flame")
    sample = page.locator("#symbols-0-sample")
    expect(sample.locator("img").first).to_have_attribute("src", re.compile(r"i-flame"), timeout=SOON)
    # Once its row is filled in its sheet is that of the empty row, in its own name: by key, and nothing is sent for.
    page.get_by_role("button", name="Another row").first.click()
    expect(page.locator("#symbols-1-icon")).to_be_visible()
    page.wait_for_load_state()
    page.locator("#symbols-0-icon .pick-ask").press("Enter")
    expect(page.locator('#symbols-0-icon [type="radio"][value="flame"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("#symbols-0-icon summary")).to_be_focused()
    expect(page.locator('#symbols-0-icon [type="radio"][value="flame"]')).to_be_checked()
    expect(page.locator('#symbols-1-icon [type="radio"][value=""]')).to_be_checked()
    expect(page.locator("#symbols-0-icon .pick-ask")).to_have_count(0)
    ros.page.get_by_role("button", name="Put it to the table").last.click()
    ros.arrived()
    seen = maud.workshop().page.locator("#r-change .proof-marks img")
    expect(seen).to_have_attribute("src", re.compile(r"i-flame"))
    ros.page.get_by_role("button", name="Take it back").click()
    expect(ros.page.locator("#r-change .proof-marks")).to_have_count(0, timeout=SOON)
