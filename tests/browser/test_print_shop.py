"""The print shop in a browser: what the choices decide is said at once, and everything can be pressed."""

from __future__ import annotations

import json
import re
import sqlite3

import pytest
from playwright.sync_api import Page, expect

from cards.face.back import DeckBack
from cards.face.face import Stroke
from cards.printing.geometry.layouts import layout_for
from cards.printing.geometry.sheets import foot
from studio.kernel.codec import to_plain
from tests.browser.evening import DESK, PHONE, SMALL_PHONE, SOON, House, Person, decides, joins
from tests.browser.looks import comes_to
from tests.browser.standing import comes_about
from tests.servers import Site

pytestmark = pytest.mark.browser

LONG = "Whoever draws this reads it aloud, all of it, without a breath. " * 28
WHERE = """(spans, width) => {
  const paper = document.querySelector('.ps-paper'); paper.style.rotate = 'none';
  const on = paper.getBoundingClientRect(), mm = on.width / width / 100;
  return spans.map((span) => { const r = span.getBoundingClientRect();
    return [(r.left - on.left) / mm, (r.top - on.top) / mm, (r.right - on.left) / mm, (r.bottom - on.top) / mm]; });
}"""
ON_TOP = """() => ["fronts", "backs"].map((side) =>
  Number(getComputedStyle(document.querySelector(`.ps-sheets [data-is=${side}]`)).zIndex)).indexOf(1)"""
IS_TAROT = """() => {
  const { offsetWidth, offsetHeight } = document.querySelector('#print-sheet .cf');
  return Math.abs(offsetHeight / offsetWidth - 120 / 70) < 0.01;
}"""
# How far off the six sides of its card any word is, in mm: 95.25 by 82.55, flat above and below.
OFF_THE_SIDES = """() => {
  document.querySelector('.ps-paper').style.rotate = 'none';
  const w = 95.25, h = 82.55, slope = Math.hypot(2 / w, 1 / h);
  return Math.min(...[...document.querySelectorAll('.ps-place')].flatMap((place) => {
    const on = place.getBoundingClientRect(), mm = on.width / w, found = [];
    const words = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      if (!words.currentNode.data.trim() || words.currentNode.parentElement.closest('.vh')) continue;
      const range = document.createRange(); range.selectNodeContents(words.currentNode);
      for (const r of range.getClientRects()) for (const x of [r.left, r.right]) for (const y of [r.top, r.bottom]) {
        const across = Math.abs((x - on.left) / mm - w / 2), down = Math.abs((y - on.top) / mm - h / 2);
        found.push((1 - 2 * across / w - down / h) / slope);
      }
    }
    return found;
  }));
}"""
CUT_OFF = """(e) => { const r = e.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth; }"""


def test_what_the_choices_decide_is_said_before_anything_is_printed(house: House) -> None:
    people = house.gathered("Ros", "Idris")
    decides(people, 1, "Wandering Goat", "It wanders.")
    decides(people, 2, "Minute Book", LONG, "rule")
    ros = people[0]
    page = ros.go("print/?what=deck").page
    over, made = page.locator("#print-over"), page.locator("#print-made")
    expect(over).to_contain_text("Minute Book")
    expect(made).to_have_text("One sheet. One card, a Special Rule, one more for a long text.")
    faces = page.locator("#print-sheet .cf")
    expect(faces).to_have_count(3)
    page.get_by_label("Special Rules as cards").uncheck()
    expect(faces).to_have_count(1, timeout=SOON)
    expect(over).to_be_empty()
    expect(made).to_have_text("One sheet. One card.")
    expect(page.locator("#say")).to_have_text("One sheet. One card.")
    expect(page).to_have_url(re.compile(r"/print/\?with_rules=0$"))
    page.get_by_label("Special Rules as cards").check()
    expect(over).to_contain_text("goes on over a second", timeout=SOON)
    page.locator('input[name="frame"][value="hand"]').check(force=True)
    expect(page.locator('#print-sheet .cf[data-frame="hand"]').first).to_be_visible(timeout=SOON)
    expect(over).to_contain_text("Minute Book")
    # What is longer than the screen scrolls beside the sheet, and the page stands.
    comes_to(page, "() => document.documentElement.scrollHeight <= innerHeight", True)
    cards_of_another_size(page)
    takes_a_first_choice(page)
    picks(page)
    looks_at_every_sheet(page)
    looks_nearer(page)
    is_told_what_holds(page)
    keeps_what_the_printer_does(ros)


def cards_of_another_size(page: Page) -> None:
    """A size, a paper and one that is none: what is refused stands beside its field, and the rest stays as it was."""
    page.get_by_role("radio", name="Tarot 70").check(force=True)
    card = page.locator("#print-sheet .cf").first
    expect(card).to_have_attribute("data-size", "tarot", timeout=SOON)
    comes_to(page, IS_TAROT, True, why="its style came with it")
    page.get_by_text("More papers").click()
    page.get_by_label("Width").last.fill("100")
    page.get_by_label("Height").last.fill("1000")
    wrong = page.locator("#print-wrong-paper")
    expect(wrong).to_contain_text("is no paper known here", timeout=SOON)
    expect(page.locator("#print-made")).to_contain_text("Not as it stands")
    page.get_by_label("Height").last.fill("150")
    expect(wrong).to_be_empty(timeout=SOON)
    for chosen in ("size=tarot", "paper=100x150"):
        expect(page).to_have_url(re.compile(chosen))
    page.get_by_role("radio", name="Poker 63 ×").check(force=True)
    page.locator(".ps-choice").get_by_text("A4", exact=True).click()
    expect(page.locator("#print-sheet .cf")).to_have_count(3, timeout=SOON)


def takes_a_first_choice(page: Page) -> None:
    """By keyboard: it sets the fields that belong to it, stays in focus, and another takes it back."""
    shop = page.get_by_role("link", name="Copy shop")
    shop.focus()
    page.keyboard.press("Enter")
    expect(shop).to_have_attribute("aria-current", "true", timeout=SOON)
    expect(shop).to_be_focused()
    expect(page.locator('[name="back"][value="deck"]')).to_be_checked()
    expect(page.locator('[name="bleed"]')).to_have_value("3")
    expect(page).to_have_url(re.compile("bleed=3&back=deck&cover=1"))
    page.get_by_role("link", name="Cutting machine").click()
    expect(page.locator("#print-holds-cutter")).to_contain_text("inset 10 mm", timeout=SOON)
    page.get_by_role("link", name="At home, for sleeves").click()
    expect(page.locator("#print-sheet .cf")).to_have_count(3, timeout=SOON)
    expect(page.locator('[name="cutter"]')).to_have_value("")


def picks(page: Page) -> None:
    """Cards are picked by their names, by keyboard too; the address has them, and whoever opens it sees the same."""
    page.get_by_label("Cards I pick").check()
    expect(page.locator("#print-made")).to_have_text("Tick the cards you want, and they lie here.", timeout=SOON)
    expect(page.locator("#print-wrong-picked")).to_be_empty()
    page.get_by_role("searchbox", name="Find a card").fill("goat")
    expect(page.locator(".ps-pick li:visible")).to_have_count(1)
    page.get_by_role("checkbox", name="Wandering Goat").press("Space")
    expect(page.locator("#print-made")).to_have_text("One sheet. One card.", timeout=SOON)
    expect(page.locator("#print-picked")).to_have_text("One picked")
    page.reload()
    expect(page.get_by_role("checkbox", name="Wandering Goat")).to_be_checked()
    expect(page).to_have_url(re.compile("what=picked&picked=1"))


def looks_at_every_sheet(page: Page) -> None:
    """Both sides of every sheet, and a page beside them: by button, by key, and each has an address of its own."""
    page.get_by_label("The whole deck").check()
    page.locator('[name="back"][value="deck"]').check(force=True)
    sheets, shown = page.locator(".ps-sheets"), page.locator(".ps-of")
    expect(page.locator('[data-is="backs"] .cf-back')).to_have_count(3, timeout=SOON)
    expect(sheets).to_have_attribute("data-side", "fronts")
    comes_to(page, ON_TOP, 0, why="the backs peek out beneath")
    page.get_by_role("link", name="Backs", exact=True).click()
    expect(sheets).to_have_attribute("data-side", "backs")
    comes_to(page, ON_TOP, 1)
    expect(page).to_have_url(re.compile("side=backs"))
    page.get_by_label("Blank cards besides").fill("9")
    expect(shown).to_have_text("Sheet 1 of 2", timeout=SOON)
    expect(sheets).to_have_attribute("data-side", "backs")
    page.get_by_role("link", name="The next sheet").click()
    expect(shown).to_have_text("Sheet 2 of 2", timeout=SOON)
    expect(page).to_have_url(re.compile("sheet=2&side=backs"))
    expect(page.get_by_role("link", name="The sheet before")).to_be_focused()
    page.locator(".ps h1").click()
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_text("Sheet 1 of 2", timeout=SOON)
    page.get_by_text("More choices").click()
    page.get_by_label("A sheet of the rules").check()
    expect(page.get_by_role("img", name="Rules")).to_contain_text("When cards disagree", timeout=SOON)
    expect(page).to_have_url(re.compile("page=rules_sheet"))
    page.get_by_role("navigation", name="Pages of the print").get_by_role("link", name="Sheets").click()
    expect(shown).to_have_text("Sheet 1 of 2", timeout=SOON)


# How large the letters of a card's text are, as they are seen, in px.
LETTERS = (
    """(text) => parseFloat(getComputedStyle(text).fontSize) * text.getBoundingClientRect().width / text.offsetWidth"""
)
IS_WHOLE = """(card) => { const r = card.getBoundingClientRect();
  return r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight; }"""
AS_PAPER = "() => document.querySelector('[data-is=fronts]').offsetWidth === Math.round(210 / 25.4 * 96)"


def looks_nearer(page: Page) -> None:
    """Any card of the sheet is pressed, or reached by keys, and read; the sheet is seen as large as the paper."""
    near, which = page.locator("#print-near"), page.locator("#print-near .ps-near-which")
    text = near.locator(".cf-text")
    goat, first_blank = (
        page.get_by_role("link", name=f"{name}, close up") for name in ("Wandering Goat", "A blank card")
    )
    page.get_by_role("link", name="Fronts", exact=True).click()
    goat.click()
    expect(near).to_be_visible()
    expect(near.locator(".cf")).to_have_attribute("data-size", "poker")
    assert text.evaluate(LETTERS) > 15
    assert near.locator(".cf").evaluate(IS_WHOLE)
    page.keyboard.press("ArrowRight")
    expect(which).to_have_text("2 of 9 on this sheet")
    near.get_by_role("link", name="The next card").click()
    expect(text).to_contain_text("without a breath")
    page.keyboard.press("Escape")
    expect(near).to_be_hidden()
    page.keyboard.press("Tab")
    expect(first_blank.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(which).to_have_text("4 of 9 on this sheet")
    near.get_by_role("link", name="Back to the sheet").click()
    expect(first_blank.first).to_be_focused()
    page.get_by_role("link", name="100 %").click()
    expect(page).to_have_url(re.compile("scale=100"))
    comes_to(page, AS_PAPER, True)
    page.locator(".ps-sheets").press("End")
    expect(page.locator('[data-is="fronts"] .a4-foot')).to_be_in_viewport(timeout=SOON)
    page.get_by_role("link", name="The next sheet").click()
    expect(page.locator(".ps-of")).to_have_text("Sheet 2 of 2", timeout=SOON)
    comes_to(page, AS_PAPER, True, why="a further sheet is as large")
    page.locator('[data-is="fronts"]').click(position={"x": 5, "y": 5})
    comes_to(page, AS_PAPER, False, why="a press on the paper")
    expect(page.get_by_role("link", name="Whole")).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="The sheet before").click()
    expect(page.locator(".ps-of")).to_have_text("Sheet 1 of 2", timeout=SOON)


def is_told_what_holds(page: Page) -> None:
    """What a sheet of the trade says itself is said there, and cannot be chosen until it is let go."""
    bleed, said = page.get_by_label("Bleed: colour beyond the cut"), page.locator("#print-holds-paper")
    page.get_by_label("A ready-made sheet").select_option("letter-poker-9")
    expect(said).to_contain_text("Letter upright", timeout=SOON)
    expect(bleed).to_be_disabled()
    page.get_by_label("A ready-made sheet").select_option("")
    expect(said).to_be_empty(timeout=SOON)
    expect(bleed).to_be_enabled()


def keeps_what_the_printer_does(ros: Person) -> None:
    """On this device, and in no address that somebody else is sent."""
    page = ros.page
    page.get_by_label("Shift to the right").fill("1.5")
    page.get_by_label("Shift down").fill("-2")
    page.get_by_label("Shift down").press("Tab")
    expect(page).to_have_url(re.compile("back_x=1.5&back_y=-2"), timeout=SOON)
    ros.go("print/?back=deck")
    expect(page).to_have_url(re.compile("back_x=1.5&back_y=-2"), timeout=SOON)
    expect(page.get_by_label("Shift to the right")).to_have_value("1.5")


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


# The sheet lies, the ways are beside it, and its backs within the window.
LIES_BESIDE = """() => {
  const [tools, paper, behind] = ['.ps-tools', '[data-is="fronts"]', '[data-is="backs"]']
    .map((part) => document.querySelector(part).getBoundingClientRect());
  return [paper.width > paper.height && paper.height > 0, tools.width > 0 && tools.right <= paper.left,
    behind.right <= innerWidth && behind.bottom <= innerHeight];
}"""


def test_a_lying_sheet_lies_beside_the_ways_to_the_others_and_its_backs_are_on_the_table(house: House) -> None:
    ros = house.gathered("Ros")[0]
    for size in (DESK, (1200, 800)):
        ros.page.set_viewport_size({"width": size[0], "height": size[1]})
        page = ros.go("print/?what=blanks&size=mini&back=deck&cover=1").page
        comes_to(page, LIES_BESIDE, [True] * 3, why=size)


def test_the_safe_zone_of_a_hexagon_is_what_its_words_keep_to(house: House) -> None:
    people = house.gathered("Ros", "Idris")
    decides(people, 1, "A Wandering Goat of the Parish", "It wanders, and eats what it finds. " * 12)
    for frame in ("press", "classic", "hand"):
        page = people[0].go(f"print/?size=hex&frame={frame}").page
        safe = page.locator(".ps-sheets").evaluate("(e) => parseFloat(getComputedStyle(e).getPropertyValue('--safe'))")
        assert safe >= 2
        comes_to(page, f"(safe) => safe <= ({OFF_THE_SIDES})()", True, safe, why=frame)


TOPS_OF_BACKS = """() => new Set([...document.querySelectorAll('.ps-backs .ps-choice label')]
  .map((one) => one.getBoundingClientRect().top)).size"""


def test_five_kinds_of_backs_stand_in_one_row_on_a_telephone(house: House, open_site: Site) -> None:
    """With that of a group that has drawn one."""
    ros = house.gathered("Ros", size=PHONE)[0]
    drawn = json.dumps(to_plain(DeckBack(doodle=(Stroke("pen", "#1f2a4a", (100, 100, 5000, 3000)),))))
    with sqlite3.connect(open_site.data / "carte.sqlite3", timeout=60) as rows:
        slug = ros.home.split("/")[2]
        rows.execute("UPDATE cards_deck SET kit = json_set(kit, '$.back', json(?)) WHERE slug = ?", (drawn, slug))
    rows.close()
    for width, height in (PHONE, SMALL_PHONE):
        ros.page.set_viewport_size({"width": width, "height": height})
        page = ros.go("print/?what=blanks").page
        expect(page.locator(".ps-backs .ps-choice label")).to_have_count(5)
        comes_to(page, TOPS_OF_BACKS, 1, why=width)
        ros.fits(f"print shop with a drawn back at {width}")


def test_on_a_telephone_every_button_is_whole(house: House, open_site: Site) -> None:
    people = house.gathered("Ros", "Idris", size=PHONE)
    decides(people, 1, "Wandering Goat", "It wanders.")
    page = people[0].go("print/?whose=Ros").page
    expect(page.get_by_role("button", name="Make the PDF")).to_be_in_viewport(ratio=1)  # however long the choices are
    reads_by_finger(page, people[0])
    button, link = page.get_by_role("button", name="Make the PDF"), page.get_by_role("link", name="Open the PDF")
    for here in (button, link):
        expect(here).to_be_visible(timeout=180_000)
        for width, height in (PHONE, SMALL_PHONE):
            page.set_viewport_size({"width": width, "height": height})
            people[0].fits(f"print shop at {width}")
            comes_about(page, lambda: not here.evaluate(CUT_OFF), f"the whole of {here} at {width}")  # noqa: B023
        if here is button:
            button.click()
    cancels(page, open_site)
    prints_without_script(house, people[0])


def reads_by_finger(page: Page, ros: Person) -> None:
    """A card of the sheet, and the sheet as large as the paper, down which the page scrolls."""
    card = page.locator("#print-near .cf")
    for width, height in (PHONE, SMALL_PHONE):
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("link", name="Wandering Goat, close up").tap()
        expect(card).to_be_visible()
        assert card.evaluate(IS_WHOLE) and card.locator(".cf-text").evaluate(LETTERS) > 13
        page.get_by_role("link", name="Back to the sheet").tap()
        expect(card).to_be_hidden()
    page.get_by_role("link", name="100 %").tap()
    comes_to(page, AS_PAPER, True)
    assert page.locator(".ps-sheets").evaluate(
        "(e) => e.scrollHeight === e.clientHeight && e.scrollWidth > e.clientWidth"
    )
    ros.fits("a sheet as large as the paper")
    page.get_by_role("link", name="Whole").tap()


def cancels(page: Page, site: Site) -> None:
    """Whoever asked for a print wants it no more, while it is on a press elsewhere that is in no hurry."""
    with sqlite3.connect(site.data / "carte.sqlite3", timeout=60) as rows:
        rows.execute(
            "UPDATE cards_printjob SET state = 'running', slot = 900, owner = '', lease_until = '2999-01-01 00:00:00'"
            " WHERE id = ?", (page.url.rstrip("/").rpartition("/")[2],),
        )  # fmt: skip
    rows.close()
    page.reload()
    expect(page.get_by_role("heading", name="On the press")).to_be_visible()
    page.get_by_role("button", name="Cancel this print").click()
    expect(page.get_by_role("heading", name="Cancelled")).to_be_visible(timeout=SOON)
    page.get_by_role("link", name="Back to the print shop").click()
    expect(page).to_have_url(re.compile("whose=Ros"), timeout=SOON)


def prints_without_script(house: House, ros: Person) -> None:
    """From the choices to the file, on a telephone, with pages of a desk that are one column wide."""
    maud = house.person("Maud", PHONE, java_script_enabled=False)
    joins(maud, ros)
    page = maud.go("print/?what=deck").page
    page.locator('[name="frame"][value="saver"]').check(force=True)
    page.locator('[name="back"][value="deck"]').check(force=True)
    page.get_by_role("button", name="Look at the sheets").click()
    expect(page.locator('[data-is="fronts"] .cf[data-frame="saver"]')).to_be_visible()
    page.get_by_role("link", name="Wandering Goat, close up").click()
    expect(page.locator(".ps-near .cf-title")).to_be_in_viewport()
    assert page.locator(".ps-near .cf-text").evaluate(LETTERS) > 13
    page.get_by_role("link", name="Back to the sheet").click()
    page.get_by_role("link", name="Backs", exact=True).click()
    expect(page.locator(".ps-sheets")).to_have_attribute("data-side", "backs")
    for width, height in (DESK, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        maud.fits(f"print shop without script at {width}")
    page.get_by_role("button", name="Make the PDF").click()
    link = page.get_by_role("link", name="Open the PDF")
    expect(link).to_be_visible(timeout=180_000)
    taken = maud.context.request.get(f"{maud.site}{link.get_attribute('href')}")
    assert taken.headers["content-type"] == "application/pdf" and taken.body().startswith(b"%PDF")
