"""A deck's page that lies open: it follows what its reader may know, and nothing they type or filter is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.evening import SOON, House

pytestmark = pytest.mark.browser


def test_the_decks_page_follows_the_workshop(house: House) -> None:
    ros, idris = house.company("Ros", "Idris")
    looking = house.second_tab(idris).go("")
    listed = house.second_tab(idris).go("?view=list")
    expect(looking.page.locator(".faces")).to_have_count(0)
    ros.propose("Wandering Goat", "It wanders.")
    idris.favours("Wandering Goat").hears("It’s in.").goes_on()
    ros.hears("It’s in.").goes_on()
    expect(looking.page.locator(".faces .cf-title")).to_have_text(["Wandering Goat"], timeout=SOON)
    expect(listed.page.locator(".listing h3")).to_have_text(["Wandering Goat"], timeout=SOON)
    find = looking.page.get_by_label("Find in these cards")
    find.fill("urn")
    ros.propose("Tea Urn", "It steams.")
    idris.favours("Tea Urn").hears("It’s in.").goes_on()
    ros.hears("It’s in.")
    expect(looking.page.locator(".faces .cf-title")).to_have_text(["Wandering Goat", "Tea Urn"], timeout=SOON)
    expect(find).to_have_value("urn")
    expect(looking.page.locator("#say")).to_have_text("The deck has changed.")
    expect(ros.page.locator(".presence-words")).to_have_text(re.compile("Two at the table"))


def test_a_reader_is_told_of_a_new_version(house: House) -> None:
    ros = house.person("Ros").start()
    ros.propose("Wandering Goat", "It wanders.").hears("It’s in.").goes_on()
    ros.go("archive/").page.get_by_role("button", name="Archive it").click()
    ros.page.wait_for_url("**/versions/1/")
    ros.go("details/").page.locator('input[name="to"][value="public"]').check()
    with ros.page.expect_navigation():
        ros.page.get_by_role("button", name="Put it to the members").first.click()
    reader = house.person("Nobody").go(ros.home)
    expect(reader.page.locator(".faces .cf-title")).to_have_text(["Wandering Goat"])
    ros.workshop().propose("Tea Urn", "It steams.").hears("It’s in.").goes_on()
    ros.go("archive/").page.get_by_role("button", name="Archive it").click()
    ros.page.wait_for_url("**/versions/2/")
    expect(reader.page.locator(".faces .cf-title")).to_have_text(["Wandering Goat", "Tea Urn"], timeout=SOON)
