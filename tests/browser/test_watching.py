"""A deck's page that lies open: it follows what its reader may know, and nothing they type or filter is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.evening import SOON, House, decides, sends

pytestmark = pytest.mark.browser


def test_the_decks_page_follows_the_workshop(house: House) -> None:
    people = house.gathered("Ros", "Idris")
    ros, looking = people[0].workshop(), people[1].go("")
    listed = house.second_tab(looking).go("?view=list")
    expect(looking.page.locator(".faces")).to_have_count(0)
    decides(people, 1, "Wandering Goat", "It wanders.")
    expect(looking.page.locator(".faces .cf-title")).to_have_text(["Wandering Goat"], timeout=SOON)
    expect(listed.page.locator(".listing h3")).to_have_text(["Wandering Goat"], timeout=SOON)
    find = looking.page.get_by_label("Find in these cards")
    find.fill("urn")
    decides(people, 2, "Tea Urn", "It steams.")
    expect(looking.page.locator(".faces .cf-title")).to_have_text(["Wandering Goat", "Tea Urn"], timeout=SOON)
    expect(find).to_have_value("urn")
    expect(looking.page.locator("#say")).to_have_text("The deck has changed.")
    expect(ros.page.locator(".presence-words")).to_have_text(re.compile("Two at the table"))
    sends(people[0], "/you/name/", name="Rosalind")
    expect(listed.page.locator(".listing li").first).to_contain_text("Rosalind", timeout=SOON)
