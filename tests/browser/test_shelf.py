"""A newcomer in the archive: finds a deck, sees it change, makes it theirs, and takes over what came to it since."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.evening import SOON, House, decides, joins, sends
from tests.browser.standing import leads_on

pytestmark = pytest.mark.browser


@pytest.mark.side_by_side
def test_a_newcomer_finds_a_deck_compares_forks_and_takes_over_what_came_since(house: House) -> None:
    """Ros makes the deck in one browser, Nell comes across it in another; Bea votes with Nell."""
    ros, nell = house.person("Ros"), house.person("Nell")
    ros.home = (
        sends(ros, "/decks/start/", name="Ros", title="Lantern Walk").headers["location"].removesuffix("workshop/")
    )
    decides([ros], 1, "Wandering Goat", "It follows the moonwort.")
    sends(ros, f"{ros.home}details/", title="Lantern Walk", players_min="4", players_max="4", status="playable")
    sends(ros, f"{ros.home}standing/", ask="licence", to="CC BY 4.0")
    sends(ros, f"{ros.home}standing/", ask="visibility", to="public")
    sends(ros, f"{ros.home}archive/", name="")

    # Found by a word of a card, and for four.
    page = nell.go("/decks/").page
    page.get_by_role("searchbox").fill("moonwort")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".hit mark").first).to_have_text("moonwort")
    page.locator(".facet-row").get_by_role("link", name=re.compile("^4")).click()
    expect(page.locator(".readback")).to_contain_text("four")
    page.get_by_role("link", name="Lantern Walk").first.click()
    page.wait_for_url(f"**{ros.home}")

    # While it lies open another version comes, and what came is seen.
    expect(page.locator(".faces .cf-title")).to_have_text(["Wandering Goat"])
    decides([ros], 4, "Tea Urn", "It steams.")
    sends(ros, f"{ros.home}archive/", name="")
    expect(page.locator(".faces .cf-title")).to_have_text(["Wandering Goat", "Tea Urn"], timeout=SOON)
    page.get_by_role("link", name="Word by word").click()
    expect(page.locator(".compare-line")).to_contain_text("Tea Urn")
    expect(page.locator('[name="take"]')).to_have_count(0)

    # The first version made one's own, and what came since taken over by the vote.
    nell.go(f"{ros.home}versions/1/").page.get_by_role("link", name="Make a deck of your own from it").click()
    page.get_by_label("Your name").fill("Nell")
    page.get_by_role("button", name="Make it yours").click()
    page.wait_for_url("**/decks/lantern-walk-forked-*/")
    nell.home = urlsplit(page.url).path
    sends(nell, f"{nell.home}archive/", name="")
    bea = house.person("Bea")
    joins(bea, nell)
    nell.go("").page.get_by_role("link", name="What is different").click()
    page.get_by_label("Take it over").check()
    with leads_on(page):
        page.get_by_role("button", name="Put them to the table").click()
    expect(page.locator("#r-card .cf-title").first).to_contain_text("Tea Urn")
    expect(page.locator("#r-mine")).to_contain_text("You ask, so you are in favour.")
    bea.workshop().favours("Tea Urn").hears("It’s in.")
    nell.go("cards/2/")
    expect(page.locator("main")).to_contain_text("Written by Ros.")

    # And back to where it began, alone.
    ros.go("versions/1/").page.get_by_role("link", name="Go back to this version").click()
    with ros.page.expect_navigation(url="**/proposals/*/"):
        ros.page.get_by_role("button", name="Put it to the table").click()
    expect(ros.go("").page.locator(".faces .cf-title")).to_have_text(["Wandering Goat"])
