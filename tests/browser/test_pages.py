"""Every page of the site in both themes, wide and narrow: axe has nothing to say, nothing is wider than the window.

That no page writes to the console, breaks the content policy or asks another host is watched in every test of this
folder (see `House.close`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evening import DESK, PHONE, SMALL_PHONE, House, Person, live_in_the_deck
from tests.browser.looks import SIZES, Sizes, looked_over
from tests.servers import Site

pytestmark = pytest.mark.browser

STRANGERS = [
    "/", "/decks/", "/decks/start/", "/rules/", "/about/", "/licences/", "/accessibility/", "/knock/", "/sign-in/",
    "/decks/no-such-deck/",
]  # fmt: skip
MEMBERS = [
    "", "?view=list", "?tab=rules", "?tab=versions", "workshop/", "workshop/#write",
    "workshop/?article=rule-1&change=amend#write",
    "cards/1/", "rules/1/", "proposals/{open}/", "proposals/{aside}/", "drawer/", "minutes/", "write/",
    "write/?article=card-1&change=amend", "write/?article=card-1&change=repeal", "write/?article=card-1&change=recount",
    "gaps/", "words/", "proposals/{open}/drawing/",
    "archive/", "details/", "versions/1/", "print/", "print/?version=1", "{print}", "bring-in/", "back/",
    "print/?rules_sheet=1&test_page=1&back=deck&page=rules_sheet",
    "{group}", "{group}leave/", "/you/", "/you/account/", "/you/name/",
    "/you/forget/", "/you/recovery/",
]  # fmt: skip
SHELF = [
    "/decks/", "/decks/?q=draw+-nothing&players=4", "/decks/?q=draw&show=cards", "/decks/?show=filters&q=draw",
    "/decks/?q=draw+lighthouse+by:nobody", "/decks/?show=decks&order=title",
]  # fmt: skip


def looks(person: Person, address: str, sizes: Sizes) -> list[str]:
    """What is wrong with a page, in every size and theme."""
    if "#" in address:
        person.page.goto("about:blank")  # a mark behind the address alone would load nothing
    return looked_over(person.go(address), address, sizes, spaced=True)


@pytest.fixture
def sizes(rounds: Callable[[int, int], int]) -> Sizes:
    """Each width and each theme; under --long each width in each theme."""
    return SIZES if rounds(0, 1) == 0 else [*SIZES, (SMALL_PHONE, "light"), (DESK, "dark")]


def test_pages_of_strangers(house: House, sizes: Any) -> None:
    nobody = house.person("Nobody")
    nobody.expects_lost_lines = True  # a page that is not there says 404
    wrong = [words for address in STRANGERS for words in looks(nobody, address, sizes)]
    ros = house.person("Ros").start()
    wrong += looks(nobody, ros.link.removeprefix(nobody.site), sizes)
    nobody.knock(ros.code)
    nobody.page.wait_for_url("**/knock/*/")
    wrong += looks(nobody, nobody.page.url.removeprefix(nobody.site), sizes)
    wrong += looks(ros, "workshop/", sizes)
    assert not wrong, "\n".join(wrong)


def test_the_vote_of_the_rules_is_tried_by_keyboard_and_can_be_tried_again(house: House) -> None:
    page = house.person("Nobody").go("/rules/").page
    in_favour, again = page.get_by_role("button", name="In favour"), page.get_by_role("button", name="Once more")
    in_favour.focus()
    for key, heading, told in (
        ("Enter", "It’s in.", "Three of three."), ("Enter", "Does it go in?", "Press one, then the other."),
    ):  # fmt: skip
        page.keyboard.press(key)
        page.get_by_role("heading", name=heading).wait_for()
        page.locator("#say", has_text=told).wait_for(state="attached")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Not this time.").wait_for()
    expect(again).to_be_focused()
    expect(in_favour).to_be_hidden()


@pytest.fixture
def lived_in(house: House) -> Iterator[tuple[Person, dict[str, str]]]:
    """A deck in the middle of its evening: cards, a rule, something aside, a ballot, talk, a version."""
    ros, _ = people = house.gathered("Ros", "Idris")
    live_in_the_deck(people)
    group = ros.workshop().page.locator(".presence-sheet a.more").get_attribute("href")
    ros.go("print/").page.get_by_role("button", name="Make the PDF").click()
    ros.page.wait_for_url("**/print/*/")
    job = ros.page.url.removeprefix(ros.site)
    yield ros, {"open": "4", "aside": "3", "group": str(group), "print": job}


def test_pages_of_members(lived_in: tuple[Person, dict[str, str]], sizes: Any) -> None:
    ros, names = lived_in
    wrong = [words for address in MEMBERS for words in looks(ros, address.format(**names), sizes)]
    assert not wrong, "\n".join(wrong)


def test_a_public_deck_for_strangers(house: House, open_site: Site, sizes: Any) -> None:
    """The sample decks: faces of every kind, symbols, corner values, versions."""
    if "Crumb" not in house.person("Sam").go("/decks/").page.content():
        open_site.manage("load_samples")
    nobody = house.person("Nobody")
    nobody.go("/decks/")
    first = nobody.page.locator("a.deck-link").first.get_attribute("href")
    wrong = looks(nobody, "/", sizes) + [words for address in SHELF for words in looks(nobody, address, sizes)]
    for address in ("", "cards/1/", "versions/1/", "?view=list"):
        wrong += looks(nobody, f"{first}{address}", sizes)
    wrong += looks(nobody, "/decks/crumb-kingdom/words/", sizes)
    drawn = nobody.go("/decks/crumb-kingdom/cards/4/").page.locator(".cf img.cf-sym").first
    nobody.page.wait_for_function("(it) => it.complete && it.naturalWidth > 0", arg=drawn.element_handle())
    assert not wrong, "\n".join(wrong)
    finds_a_deck_for_four(house)


def finds_a_deck_for_four(house: House) -> None:
    """A newcomer on a telephone that runs no script: finds a card by its words, narrows, and prints a deck for four."""
    newcomer = house.person("Newcomer", PHONE, java_script_enabled=False)
    page = newcomer.go("/decks/").page
    page.get_by_role("searchbox").fill("crumb")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".hit mark").first).to_have_text("Crumb", ignore_case=True)
    page.get_by_role("link", name="Filters").click()
    page.get_by_role("radio", name="4", exact=True).check()
    page.get_by_role("button", name=re.compile(r"^Show \d+ decks?$")).click()
    expect(page.locator(".readback")).to_contain_text("four")
    newcomer.fits()
    page = newcomer.go("/decks/").page
    page.get_by_role("link", name="4 players").click()
    page.get_by_role("link", name="Ready to play").click()
    expect(page.get_by_role("link", name="4 players")).to_have_attribute("aria-current", "true")
    page.locator(".laid-deck .deck-link").click()
    page.get_by_role("link", name="Print", exact=True).first.click()
    page.get_by_role("button", name="Make the PDF").click()
    expect(page).to_have_url(re.compile(r"/print/\d+/$"))
