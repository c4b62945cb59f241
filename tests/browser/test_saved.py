"""A page without what belongs to it: saved to disk, with its sheets and without, and one whose script never answers."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.evening import DESK, PHONE, House, Person, sends, window_of
from tests.browser.game import seated
from tests.browser.standing import comes_about, stands_as_it_is
from tests.servers import Site

pytestmark = pytest.mark.browser

CARD = {"title": "Wandering Goat", "text": "It wanders.", "kind": "thing", "copies": "1"}
LARGER = """() => [...document.querySelectorAll('svg')].map((one) => [one.getBoundingClientRect(), one.outerHTML])
  .filter(([box, text]) => Math.max(box.width, box.height) > (text.includes('viewBox') ? 160 : 24))
  .map(([box, text]) => `${box.width} px: ${text.slice(0, 90)}`)"""
# What is pressed and written in, where something else lies over its middle: but for a vote, which is meant to.
UNDER = """() => [...document.querySelectorAll(
  ':is(main, #votepanel) :is(button, a[href], input:not([type="hidden"]), textarea)')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((one) => {
    one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = one.getClientRects()[0] ?? {};
    if (!width || !height) return false;
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    const isTheSame = one.contains(seen) || seen?.contains(one) || seen?.closest('label')?.contains(one);
    return seen && (one.closest('#votepanel') || !seen.closest('#votepanel')) && !isTheSame;
  }).map((one) => one.outerHTML.slice(0, 120))"""
RED = (214, 54, 13)  # the ink of a yes
# No frame is drawn of a page that waits for a sheet. An entry of `paint` may be missing though one was: the browser
# drops it where it was not told that the frame was shown.
PAINTED = "() => window.hasDrawn || (requestAnimationFrame(() => { window.hasDrawn = true; }), false)"
GIVES_UP_WAITING = "() => document.getAnimations().forEach((one) => one.animationName === 'awaited' && one.finish())"


def saved(person: Person, html: str, to: Path, *, is_complete: bool) -> str:
    """A page, as it came or as it stood; complete, it has its sheets, where the browser laid them beside it, and other
    letters."""
    to.write_text(html.replace('"/static/', f'"{person.site}/static/') if is_complete else html, encoding="utf-8")
    return to.as_uri()


def is_inked(seal: Locator) -> bool:
    """Whether most of a seal is of the ink of a yes."""
    picture = Image.open(BytesIO(seal.screenshot())).convert("RGB")
    near = sum(max(abs(a - b) for a, b in zip(dot, RED, strict=True)) < 40 for dot in picture.get_flattened_data())
    return near > picture.width * picture.height * 0.4


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
        maud.page.set_viewport_size({"width": size[0], "height": size[1]})
        for n, (address, words) in enumerate(pages.items()):
            came = maud.page.request.get(maud.site + address).text()
            page.goto(saved(maud, came, tmp_path / f"plain-{n}.html", is_complete=False))
            reads(page, words, "This page looks bare here")
            assert not (large := page.evaluate(LARGER)), (address, size, large)
            stands_as_it_is(maud.go(address).page)
            stood = maud.page.content()
            for html in (came, stood):
                page.goto(saved(maud, html, tmp_path / f"complete-{n}.html", is_complete=True))
                page.evaluate(GIVES_UP_WAITING)
                reads(page, words)
                expect(page.get_by_text("This page looks bare here")).to_be_hidden()
                assert not (under := page.evaluate(UNDER)), (address, size, under)
                if voted := [seal for seal in page.locator(".seal.is-for").all() if seal.is_visible()]:
                    assert is_inked(voted[0]), (address, size)
        context.close()


def lost(route: Route) -> None:
    route.abort()


def half(route: Route) -> None:
    """As much of a sheet as came before the line was cut."""
    answer = route.fetch()
    body = answer.body()
    route.fulfill(response=answer, body=body[: len(body) // 2])


def test_without_its_letters_and_with_half_of_its_sheets_a_page_is_read_and_used(house: House) -> None:
    ros, maud = seated(house, ("Maud", DESK))[:2]
    sends(ros, f"{ros.home}write/", **CARD)
    pages = {f"{maud.home}workshop/": "Does it go in?", maud.table: "Everybody is ready", maud.home: "Slug"}
    maud.expects_lost_lines = True
    house.spoils_windows([maud])
    for what, answers in ((r"/static/fonts/", lost), (r"/static/css/joined-(workshop|tables|deck)\.", half)):
        maud.page.route(re.compile(what), answers)
        for size in (DESK, PHONE):
            maud.page.set_viewport_size({"width": size[0], "height": size[1]})
            for address, words in pages.items():
                stands_as_it_is(maud.go(address).page)
                reads(maud.page, words)
                assert not (under := maud.page.evaluate(UNDER)), (what, address, size, under)
                if answers is lost:
                    maud.fits(f"{address} at {size[0]} in other letters")
        maud.page.unroute_all()


def on_paper(page: Page) -> tuple[str, list[Image.Image]]:
    """What the browser prints of a page: its words, and its sheets as pictures."""
    sheets = list(pypdfium2.PdfDocument(page.pdf(format="A4")))
    return "".join(one.get_textpage().get_text_range() for one in sheets), [one.render().to_pil() for one in sheets]


def test_a_page_is_printed_by_lamplight_as_by_day(house: House) -> None:
    """Where the browser leaves its ground out, light words would be read on white."""
    ros = house.gathered("Ros", "Maud")[0]
    sends(ros, f"{ros.home}write/", **CARD)
    for address, words in {f"{ros.home}workshop/": "Does it go in?", "/accessibility/": "Accessibility"}.items():
        ros.page.emulate_media(color_scheme="light")
        stands_as_it_is(ros.go(address).page)
        told, by_day = on_paper(ros.page)
        assert words in told
        ros.page.emulate_media(color_scheme="dark")
        told, by_lamplight = on_paper(ros.page)
        assert words in told and by_lamplight == by_day, address


def test_the_first_sheet_of_paper_begins_what_the_page_is_about(house: House, open_site: Site) -> None:
    """A part that a browser does not part leaves the sheet before it empty but for the masthead."""
    if "Crumb" not in house.person("Sam").go("/decks/").page.content():
        open_site.manage("load_samples")
    ros = house.gathered("Ros", "Maud")[0]
    sends(ros, f"{ros.home}write/", **CARD)
    for address in ("/", "/decks/", "/decks/crumb-kingdom/", "/rules/", "/you/", "", "workshop/", "print/", "play/"):
        page = ros.go(address).page
        stands_as_it_is(page)
        heading = "".join(
            page.locator("main :is(h1, h2)").first.inner_text().split()[:2]
        )  # outlined ones are read twice
        first = pypdfium2.PdfDocument(page.pdf(format="A4"))[0].get_textpage().get_text_range()
        assert heading.casefold() in "".join(first.split()).casefold(), f"{address}: {first[:200]}"


def test_a_sheet_that_never_answers_is_not_waited_for_and_dresses_the_page_when_it_comes(house: House) -> None:
    maud = house.gathered("Ros", "Maud")[1]
    hung: list[Route] = []
    maud.page.route(re.compile(r"/static/css/joined-base\."), lambda route: hung.append(route))  # noqa: PLW0108
    maud.page.goto(f"{maud.site}{maud.home}workshop/", wait_until="commit")
    comes_about(maud.page, lambda: maud.page.evaluate(PAINTED), "the page is seen", 600)
    reads(maud.page, "This page looks bare here", "Allotment Wars")
    hung[0].continue_()
    expect(maud.page.get_by_text("This page looks bare here")).to_be_hidden()
    assert maud.page.evaluate("() => [...document.styleSheets].every((one) => !one.media.length)")


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
