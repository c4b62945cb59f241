"""A tab that was open before an update, and whose own sheets, scripts and letters are nowhere any more: it says nothing
wrong, loses nothing, and loads itself anew, once."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from studio.web.joined import plan
from tests.browser.evening import DESK, PHONE, SOON, House, Person, Windows, joins, sends
from tests.browser.game import seated
from tests.browser.standing import comes_about
from tests.browser.writing import is_written_down
from tests.servers import Site

pytestmark = pytest.mark.browser

CARD = {"title": "Wandering Goat", "text": "It wanders.", "kind": "thing", "copies": "1"}
NAMED = re.compile(r"\.([0-9a-f]{11})([0-9a-f])\.")
MARK = re.compile(r'"hash": "[0-9a-f]+"')
TEXTS = {".css", ".js", ".json"}
GIVES_UP_WAITING = "() => document.getAnimations().forEach((one) => one.animationName === 'awaited' && one.finish())"
DRESSED = """() => [...document.querySelectorAll('link[rel="stylesheet"]')].every((one) => one.sheet) &&
  [...document.styleSheets].flatMap((one) => [...one.cssRules]).length > 300"""

ASKED = """() => performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)
  .filter((path) => path.startsWith('/static/')).map((path) => path.slice('/static/'.length))"""


def renamed(before: Path, after: Path) -> Path:
    """The collected files of a release of which not one is called as in the one before."""

    def other(found: re.Match[str]) -> str:
        return f".{found[1]}{15 - int(found[2], 16):x}."

    for path in before.rglob("*"):
        if path.is_dir():
            continue
        to = after / NAMED.sub(other, str(path.relative_to(before)))
        to.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix in TEXTS:
            text = NAMED.sub(other, path.read_text(encoding="utf-8"))
            to.write_text(MARK.sub('"hash": "of the release after"', text), encoding="utf-8")
        else:
            shutil.copy(path, to)
    return after


def loads_of(person: Person) -> list[str]:
    """Fills with what is loaded from now on."""
    loaded: list[str] = []
    person.page.on("load", lambda page: loaded.append(page.url))
    person.expects_lost_lines = True
    return loaded


def test_a_tab_of_the_release_before_loses_nothing_and_loads_itself_anew_once(
    browsers: list[Any], live_site: Callable[..., Site], tmp_path: Path
) -> None:
    site = live_site()
    house = House(site.url, browsers, Windows())
    ros, idris = seated(house, ("Idris", DESK))[:2]
    writes, maud = house.second_tab(ros), house.person("Maud", PHONE)
    joins(maud, ros)
    sends(ros, f"{ros.home}write/", **CARD)
    maud.page.route_web_socket(re.compile("/live/"), hears_nothing)
    idris.workshop().sees(CARD["title"])
    maud.workshop().page.wait_for_load_state("load")
    with is_written_down(writes, "It steams"):
        writes.workshop().write("Tea Urn", "It steams.")
    writes.page.locator("#say-box").fill("Half a remark")
    writes.page.evaluate("() => document.activeElement.blur()")
    loaded = {person.name + str(n): loads_of(person) for n, person in enumerate((ros, idris, writes))}

    # Pressed while nobody answers, by a script of the release before, and counted by the one after.
    site.terminate(0)
    idris.yes.click()
    expect(idris.page.locator("#line")).to_be_visible(timeout=SOON)
    assert site.static is not None
    site.static = renamed(site.static, tmp_path / "static")
    site.start(0)
    for name, some in loaded.items():
        comes_about(ros.page, lambda some=some: some, f"{name} is loaded anew", 600)  # type: ignore[misc]
    ros.page.wait_for_load_state("load")
    for person in (ros, idris, writes):
        comes_about(person.page, lambda person=person: person.page.evaluate(DRESSED), "sheets")  # type: ignore[misc]
        asked = person.page.evaluate(ASKED)
        assert len(asked) > 8 and not [one for one in asked if not (site.static / one).exists()]
    expect(writes.page.locator("#w-title")).to_have_value("Tea Urn")
    expect(writes.page.locator('#writing [name="text"]')).to_have_value("It steams.")
    expect(writes.page.locator("#say-box")).to_have_value("Half a remark")
    expect(idris.page.locator("#r-verdict")).to_contain_text("2 of 2 in favour", timeout=SOON)

    # One whom no line reached goes on with what was there. What only now would come says that it does not.
    maud.expects_lost_lines = True
    maud.tab("Write")
    expect(maud.page.locator("[data-lost]")).to_be_visible()
    maud.write("Cold Frame", "Frost does nothing.").put()
    writes.sees("Cold Frame")
    assert {name: len(some) for name, some in loaded.items()} == dict.fromkeys(loaded, 1)
    house.spoils_windows(house.people)  # nobody else comes to this site: closed, not made ready for others
    assert house.close() == []


def hears_nothing(line: WebSocketRoute) -> None:
    """It opens, and no word comes of it."""


# Pages of which each has scripts of another family, and which files come when one writes and not with a page.
FAMILIES = ("/", "/decks/", "", "print/", "kit/", "first-batch/", "workshop/", "table")
COME_LATER = {"ink", "drawing", "writing"}
HELD = re.compile(r"^'(js/[\w/]+\.js)': \(__need\) => \{$", re.MULTILINE)
LATER = re.compile(r"<template data-later=.*?</template>", re.DOTALL)
WORDS = "() => document.querySelector('main').textContent.length"


def before_it(text: str) -> str:
    """A script as it was in the release before: the last of its modules was called otherwise."""
    last = HELD.findall(text)[-1]
    return text.replace(f"'{last}'", f"'{last[:-3]}_before.js'")


def test_one_script_of_the_release_before_beside_new_ones_keeps_nobody_from_reading_and_answering(house: House) -> None:
    """Each script of a page of every family in turn."""
    ros, maud = house.gathered("Ros", "Maud")
    page, seen, said = maud.page, set[str](), 0
    maud.expects_lost_lines = True
    for family in FAMILIES:
        if family == "table":
            family = sends(ros, f"{ros.home}play/", version="draft", seats="2").headers["location"]
            sends(maud, f"{family}sit/", name="Maud")
        where = maud.site + (family if family[:1] == "/" else maud.home + family)
        text = page.request.get(where).text()
        for address, name in sorted({*re.findall(r'"(/static/js/joined-([\w-]+)\.[^"]+)"', LATER.sub("", text))}):
            at = f"{family} with the {name} of before"
            if family == "workshop/":
                sends(ros, f"{ros.home}write/", **CARD)
            older = before_it(page.request.get(maud.site + address).text())
            page.route(
                maud.site + address,
                lambda route, _, text=older: route.fulfill(body=text, content_type="text/javascript"),
            )
            page.goto(where)
            page.evaluate(GIVES_UP_WAITING)
            assert page.evaluate(WORDS) > 100 and page.locator("h1, h2").filter(visible=True).count(), at
            if family == "workshop/":
                said += 1
                if page.locator("[data-asks-why]").count():  # so much of it runs that a no asks for its reason
                    maud.no.click()
                page.locator("#reason").fill(at)
                maud.no.click(no_wait_after=True)
                told = f"{maud.site}{maud.home}proposals/{said}/"
                comes_about(page, lambda told=told, at=at: at in page.request.get(told).text(), at)  # type: ignore[misc]
            page.unroute_all(behavior="wait")
            seen.add(name)
    assert seen >= {*plan.FILES} - COME_LATER and said == 4, (seen, said)
    assert all("is not here" in words for words in maud.complaints), maud.complaints
    maud.complaints.clear()
