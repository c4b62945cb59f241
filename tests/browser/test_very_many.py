"""As many as a site takes: forty people in one room, and a deck that is full."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cards.rules.limits import CARDS_MAX
from tests.browser.evening import DESK, PHONE, SOON, House, Person, Windows, decides, is_put_away, sends, votes
from tests.browser.looks import OUT_OF_REACH, UNCOVERED, comes_to, looked_over
from tests.browser.standing import stands_as_it_is
from tests.servers import running_site

pytestmark = pytest.mark.browser

SIZES = (DESK, (1280, 720), PHONE, (360, 640))
NAMES = ["Ros", "Idris", *(f"Gwendolyn of Abergavenny {n}" if n % 9 == 0 else f"Guest {n}" for n in range(38))]


def reaches_all(person: Person, where: str) -> None:
    """In every size nothing is wider than the glass, and whatever is pressed or filled in is met where it stands."""
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        stands_as_it_is(person.page)
        person.fits(f"{where} at {width}")
        comes_to(person.page, OUT_OF_REACH, [], why=f"{where} at {width}")


@pytest.fixture
def roomy(browsers: list[Any], migrated: Path) -> Iterator[House]:
    """A house of its own: to one that others share so many would be all that may come within the hour."""
    with running_site(prepared=migrated) as site:
        opened = House(site.url, browsers, Windows())
        yield opened
        assert not (said := opened.close()), "\n".join(said)


def test_forty_people_in_one_room(roomy: House) -> None:
    """A card before them all, a no with its reason, and everybody's seal in the sheet of who is here."""
    people = roomy.gathered(*NAMES)
    ros, idris = people[:2]
    decides(people, 1, "Slug", "At the end of your turn, put a bite on a Vegetable.")
    sends(ros, f"{ros.home}write/", title="Badger at Large", text="It digs.", kind="thing", copies="1")
    for person in people[3:20]:
        votes(person, 2)
    votes(people[2], 2, no="We have a badger in the other deck already")

    page = idris.workshop().page
    reaches_all(idris, "a card before forty")
    wrong = looked_over(idris, "a card before forty")
    everybody = page.get_by_role("dialog", name=re.compile(r"at the table$"))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        is_put_away(page.locator(".ballot-away"))  # on a phone the ballot fills the glass until then
        page.locator(".presence > summary").press("Enter")
        expect(everybody.locator("li")).to_have_count(len(people))
        everybody.locator("li").last.scroll_into_view_if_needed()
        comes_to(page, UNCOVERED, "", ".presence-sheet li:last-child", f"the last of forty at {width}")
        if width == DESK[0]:
            wrong += looked_over(idris, "who is here, of forty")
        page.keyboard.press("Escape")

    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    for person in people[20:]:
        votes(person, 2)
    expect(page.locator("#r-ballot .seal.is-for")).to_have_count(38, timeout=SOON)  # the author, 17 and 20
    idris.favours()
    comes_to(page, "() => Boolean(document.querySelector('#moment[open], #r-card'))", True)
    group = page.locator('a[href^="/groups/"]').first.get_attribute("href") or ""
    for address in ("minutes/", group, "", "play/"):
        idris.go(address)
        wrong += looked_over(idris, f"{address} of forty")
    assert not wrong, "\n".join(wrong)


def test_a_deck_that_is_full(house: House) -> None:
    """A thousand cards: read, searched, printed, and said to be full where one would write the next."""
    ros = house.person("Ros", DESK).start()
    full = "\n\n".join(f"## Number {n}\nThing\n\nIt does {n}." for n in range(CARDS_MAX))
    sends(ros, f"{ros.home}bring-in/", list=full, do="enter")

    page = ros.go("").page
    expect(page.locator(".roll > li > a")).to_have_count(160)
    page.get_by_role("link", name="Cards 161 to 320").click()
    expect(page.locator(".roll > li > a")).to_have_count(160)
    wrong = looked_over(ros, "a list of a thousand")
    for address in ("?view=faces", "cards/1000/", "print/", "workshop/"):
        ros.go(address)
        wrong += looked_over(ros, f"{address} of a thousand")
    assert not wrong, "\n".join(wrong)
    page = ros.go("").page
    page.get_by_role("searchbox", name="Find").fill("does 999")
    page.get_by_role("searchbox", name="Find").press("Enter")
    expect(page.locator(".narrowed")).to_contain_text("1 of 1000 cards")

    reaches_all(ros.workshop(), "the workshop of a thousand")
    ros.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    ros.page.locator("#ws-q").fill("number 999")
    expect(ros.page.locator("#r-rail .ix > li:visible")).to_have_count(1)
    ros.write("One too many", "It finds no room.")
    ros.expects_lost_lines = True  # a refusal is an error to a browser
    ros.put()
    expect(ros.page.locator("[data-said=writing]")).to_contain_text("A deck holds 1000 cards", timeout=SOON)
    expect(ros.page.locator("#w-title")).to_have_value("One too many")
