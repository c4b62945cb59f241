"""For every hand and eye: letters of twice their size on a phone, the narrowest glass, more contrast, either way of
writing. One deck serves them all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.evening import DESK, PHONE, House, Person, decides, sends
from tests.browser.game import playing
from tests.browser.looks import OUT_OF_REACH, comes_to
from tests.browser.standing import asks, stands_as_it_is

pytestmark = pytest.mark.browser

TWICE = 32  # px of a letter, where browsers have 16
LAPTOP = (1280, 720)
NARROWEST = (320, 640)  # WCAG 1.4.10
AT_TWICE = (720, 450)  # a desk of 1440 by 900 at 200 %

ON_THE_GLASS = """(which) => {
  const box = document.querySelector(which).getBoundingClientRect();
  return box.left >= 0 && box.right <= document.documentElement.clientWidth && box.width > 0;
}"""
# Of what is pressed by itself, not in a sentence: lower or narrower than 24 px (WCAG 2.5.8).
FIDDLY = """() => [...document.querySelectorAll('main a, main button, footer a, footer button, header a, summary')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => !one.closest('.vh, .skip, p, [aria-hidden=true]'))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 1 && (width < 24 || height < 24))
  .map(([one, { width, height }]) => `${one.textContent.trim().slice(0, 30)} ${width} x ${height}`)"""
EYES = """() => {
  const style = getComputedStyle(document.documentElement);
  return [getComputedStyle(document.body).color, style.getPropertyValue('--behind') !== '', style.scrollbarColor];
}"""
# The line of the caret, met where it stands.
LINE_ON_THE_GLASS = """() => {
  const range = getSelection().getRangeAt(0).cloneRange();
  range.setStart(range.startContainer, Math.max(0, range.startOffset - 1));
  const box = range.getBoundingClientRect();
  const met = document.elementFromPoint(box.left + 1, box.top + box.height / 2);
  return Boolean(met?.closest('#w-paper'));
}"""
STANDS = """() => {
  const { direction, textAlign } = getComputedStyle(document.getElementById('w-paper'));
  return [direction, textAlign];
}"""

# Every word of the page itself twice as long and in one piece, as German and Finnish build them; cards stay.
TWICE_AS_LONG = r"""() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; text = walk.nextNode();)
    if (!text.parentElement.closest('.card, .cf, script, style, noscript, textarea, [translate="no"]'))
      text.data = text.data.replace(/\p{L}{4,}/gu, (word) => word + word.toLowerCase());
}"""

# Where faces lie in their holders; then the page is turned round.
FACES = """() => [...document.querySelectorAll('.card > .cf')].map((face) => {
  const [card, box] = [face.parentElement.getBoundingClientRect(), face.getBoundingClientRect()];
  return [Math.round(box.left - card.left), getComputedStyle(face).direction];
})"""
TURN_ROUND = "() => { document.documentElement.dir = 'rtl'; return getComputedStyle(document.body).direction; }"


def sized(person: Person, letters: int) -> None:
    """As somebody sets it in the settings of their browser."""
    asked = person.page.context.new_cdp_session(person.page)
    asked.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters * 13 // 16}})


# Choices that the side of the glass cuts off: the form scrolls, and hides that it does.
CUT_CONTROLS = """() => [...document.querySelectorAll('.ps-form :is(select, input, button, a, label)')]
  .filter((one) => one.getClientRects().length && !one.closest('.vh') && getComputedStyle(one).opacity !== '0')
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => `${one.tagName} ${one.name ?? ''} ${one.textContent.trim().slice(0, 30)}`)"""


def test_whoever_needs_it_larger_narrower_or_clearer_has_it_whole(house: House) -> None:
    people = house.gathered("Ros", "Idris", size=PHONE)
    ros, page = people[0], people[0].page
    for number in (1, 2):
        decides(people, number, f"Wandering Goat {number}", "It wanders. Draw a card from your hand.")
        sends(ros, f"{ros.home}archive/", name="")
    ros.go("play/").page.get_by_role("button", name="Open a private table").click()
    page.wait_for_url("**/tables/*/")
    table = page.url.removeprefix(ros.site)

    wrong = [f"{at}: {said}" for at in ("", "minutes/", "/you/", "/") if (said := asks(ros.go(at).page, FIDDLY))]
    assert not wrong, "\n".join(wrong)

    stranger = house.person("Zed", size=PHONE)
    stranger.page.goto(f"{stranger.site}/decks/start/")
    sized(stranger, TWICE)
    stranger.fits("a form of somebody new in letters of twice their size")

    page.set_viewport_size({"width": NARROWEST[0], "height": NARROWEST[1]})
    for address in ("", "versions/1/"):
        ros.go(address).fits(f"{address} on the narrowest glass")

    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    sized(ros, TWICE)
    theirs = (
        "cards/1/",
        "versions/1/cards/1/",
        "compare/1..2/",
        "print/",
        "first-batch/",
        "workshop/",
        "workshop/#write",
    )
    for address in ("/", "/decks/", "/rules/", "", *theirs, "workshop/#write", table):
        ros.go(address).fits(f"{address} in letters of twice their size")
        if page.locator(".masthead .menu").count():
            comes_to(page, ON_THE_GLASS, True, ".masthead .menu > summary", address)
    ros.go("print/").page.locator("details:not(.menu)").evaluate_all("(all) => all.forEach((one) => one.open = true)")
    comes_to(page, CUT_CONTROLS, [], why="a choice of the print shop")
    ros.workshop().page.locator(".presence > summary").click()
    comes_to(page, ON_THE_GLASS, True, ".presence-sheet")
    sized(ros, TWICE // 2)
    at_twice_its_size(ros, table)


def test_words_twice_as_long_make_no_page_wider_and_lie_over_nothing(house: House) -> None:
    _, ros = playing(house, ("Idris", DESK), host=DESK)  # whose turn it is not has the hand folded on a phone
    page = ros.page
    for size in (DESK, LAPTOP, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for address in (ros.table, "/", "/decks/", "", "workshop/", "workshop/#write", "print/", "/you/"):
            page.goto("about:blank")
            stands_as_it_is(ros.go(address).page)
            asks(page, TWICE_AS_LONG)
            ros.fits(f"{address} at {size[0]} in words of twice their length")
            comes_to(page, OUT_OF_REACH, [], why=f"{address} at {size[0]} in words of twice their length")


def at_twice_its_size(ros: Person, table: str) -> None:
    """Nothing that one needs is unreachable, and of the card one sees what one writes."""
    ros.page.set_viewport_size({"width": AT_TWICE[0], "height": AT_TWICE[1]})
    for address in ("workshop/", table, "print/", "workshop/#write"):
        ros.go(address).fits(f"{address} at twice its size")
        comes_to(ros.page, OUT_OF_REACH, [], why=f"{address} at twice its size")
    ros.page.locator("#w-paper").click()
    ros.page.keyboard.type("Draw two cards and {go")
    comes_to(ros.page, LINE_ON_THE_GLASS, True, why="the line one writes")


def test_more_contrast_less_glass_and_either_way_of_writing(house: House) -> None:
    ros = house.person("Ros").start()
    ros.write("עז נודדת", "משוך שני קלפים.")
    comes_to(ros.page, STANDS, ["rtl", "start"])
    expect(ros.page.locator("#preview .cf")).to_have_attribute("lang", "he")  # as it will be said to print
    ink, is_opaque, bar = asks(ros.page, EYES)
    assert (ink, is_opaque) != ("rgb(0, 0, 0)", True) and re.search(r"rgb.* rgba\(0, 0, 0, 0\)", bar)
    asked = ros.page.context.new_cdp_session(ros.page)
    wishes = [
        {"name": "prefers-contrast", "value": "more"},
        {"name": "prefers-reduced-transparency", "value": "reduce"},
    ]
    asked.send("Emulation.setEmulatedMedia", {"features": wishes})
    comes_to(ros.page, f"() => ({EYES})().slice(0, 2)", ["rgb(0, 0, 0)", True])
    lie = asks(ros.go("/").page, FACES)
    assert len(lie) > 2
    assert asks(ros.page, TURN_ROUND) == "rtl"
    comes_to(ros.page, FACES, lie)  # a card is read as it prints
    ros.fits("the front page, from right to left")
