"""A page without what belongs to it: saved to disk, with its sheets and without, and one whose script never answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.evening import DESK, PHONE, House, Person, sends, window_of
from tests.browser.game import seated
from tests.browser.standing import comes_about

pytestmark = pytest.mark.browser

CARD = {"title": "Wandering Goat", "text": "It wanders.", "kind": "thing", "copies": "1"}
LARGER = """() => [...document.querySelectorAll('svg')].map((one) => [one.getBoundingClientRect(), one.outerHTML])
  .filter(([box, text]) => Math.max(box.width, box.height) > (text.includes('viewBox') ? 160 : 24))
  .map(([box, text]) => `${box.width} px: ${text.slice(0, 90)}`)"""
# What is pressed and written in, where something else lies over its middle: but for a vote, which is meant to.
UNDER = """() => [...document.querySelectorAll('main :is(button, a[href], input:not([type="hidden"]), textarea)')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((one) => {
    one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = one.getClientRects()[0] ?? {};
    if (!width || !height) return false;
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    const isTheSame = one.contains(seen) || seen?.contains(one) || seen?.closest('label')?.contains(one);
    return seen && !seen.closest('#votepanel') && !isTheSame;
  }).map((one) => one.outerHTML.slice(0, 120))"""
GIVES_UP_WAITING = "() => document.getAnimations().forEach((one) => one.animationName === 'awaited' && one.finish())"


def saved(person: Person, address: str, to: Path, *, is_complete: bool) -> str:
    """The page as it came; complete, it has its sheets, where the browser laid them beside it, and other letters."""
    html = person.page.request.get(person.site + address).text()
    to.write_text(html.replace('"/static/', f'"{person.site}/static/') if is_complete else html, encoding="utf-8")
    return to.as_uri()


def reads(page: Page, *words: str) -> None:
    for some in words:
        expect(page.get_by_text(some).filter(visible=True).first).to_be_visible()


def test_a_page_saved_to_disk_is_read_with_its_sheets_and_without(house: House, tmp_path: Path) -> None:
    ros, maud = seated(house, ("Maud", DESK))[:2]
    sends(ros, f"{ros.home}write/", **CARD)
    pages = {
        f"{maud.home}workshop/": "Does it go in?",
        maud.table: "Everybody is ready",
        maud.home: "Slug",
        "/": "Rules",
    }
    for size in (DESK, PHONE):
        context = house.browsers[0].new_context(**window_of(size))
        page = context.new_page()
        for n, (address, words) in enumerate(pages.items()):
            page.goto(saved(maud, address, tmp_path / f"plain-{n}.html", is_complete=False))
            reads(page, words, "This page looks bare here")
            assert not (large := page.evaluate(LARGER)), (address, size, large)
            page.goto(saved(maud, address, tmp_path / f"complete-{n}.html", is_complete=True))
            page.evaluate(GIVES_UP_WAITING)
            reads(page, words)
            expect(page.get_by_text("This page looks bare here")).to_be_hidden()
            assert not (under := page.evaluate(UNDER)), (address, size, under)
        context.close()


def test_a_script_that_never_answers_keeps_nobody_from_reading_and_answering(house: House) -> None:
    ros, maud = house.gathered("Ros", "Maud")
    hung: list[Route] = []
    maud.page.route(re.compile(r"/static/js/joined-base\."), lambda route: hung.append(route))  # noqa: PLW0108
    maud.page.goto(f"{maud.site}{maud.home}workshop/", wait_until="commit")
    sends(ros, f"{ros.home}write/", **CARD)
    maud.page.goto(f"{maud.site}{maud.home}workshop/", wait_until="commit")
    expect(maud.page.locator("#r-card .cf-title").first).to_contain_text(CARD["title"])
    maud.page.evaluate(GIVES_UP_WAITING)
    maud.page.locator("#reason").fill("It wanders too far.")
    maud.no.click(no_wait_after=True)
    told = f"{maud.site}{maud.home}proposals/1/"
    comes_about(maud.page, lambda: "It wanders too far." in maud.page.request.get(told).text(), "a no with its reason")
    assert len(hung) > 1
    maud.expects_lost_lines = True
    maud.page.unroute_all()
