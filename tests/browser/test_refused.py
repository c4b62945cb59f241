"""What is refused is read beside the button that was pressed: on every form, with and without script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.evening import DESK, SOON, House, Person, decides, joins, sends
from tests.browser.standing import leads_on

pytestmark = pytest.mark.browser

LAPTOP, TINY = (1280, 720), (360, 640)
REFUSAL = "main :is([data-refused], [role='alert']):visible"
NEAR = 150  # px from the words to the button
LONG = "W" * 700

# How far apart the words and their button are, in px, where both are seen; otherwise what is not.
BESIDE = """([words, button]) => {
  const seen = (part) => {
    const at = part.getBoundingClientRect();
    if (at.top < 0 || at.bottom > innerHeight || at.left < 0 || at.right > innerWidth || !at.height) return false;
    const on = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    return on !== null && (part.contains(on) || on.contains(part));
  };
  if (!seen(words)) return 'the words are not seen';
  if (!seen(button)) return 'the button is not seen';
  const [a, b] = [words.getBoundingClientRect(), button.getBoundingClientRect()];
  return Math.hypot(Math.max(a.top - b.bottom, b.top - a.bottom, 0), Math.max(a.left - b.right, b.left - a.right, 0));
}"""
# What a browser keeps from being sent is sent all the same.
TAKES_ANYTHING = """(form) => { form.noValidate = true;
  for (const one of form.querySelectorAll('[maxlength], [required]')) {
    one.removeAttribute('maxlength'); one.removeAttribute('required'); } }"""


@dataclass(frozen=True)
class Form:
    """A form of the site: where it is, what is typed into it, and the button it is sent with; whether a script of its
    page or a foot of its own could come between."""

    where: str
    button: str
    typed: dict[str, str] = field(default_factory=dict)
    has_script: bool = False


OF_MEMBERS = (
    Form("details/", "Keep these", {"players_min": "9", "players_max": "2"}),
    Form("kit/", "Put it to the table", {"zones-0-name": LONG}, has_script=True),
    Form("words/", "Put it to the table", {"symbols-0-name": "**bold**"}),
    Form("back/", "Put it to the table", {"seed": LONG}, has_script=True),
    Form("archive/", "Archive it", {"name": LONG}),
    Form("bring-in/", "See what is in it", {"list": ""}),
    Form("gaps/", "Name it", {"words": LONG}),
    Form("fork/", "Make it yours", {"title": LONG}),
    Form("print/", "Make the PDF", {"whose": LONG}, has_script=True),
    Form("write/?article=card-1&change=recount", "Ask for that many", {"copies": "0"}, has_script=True),
    Form("/you/name/", "Keep it so", {"name": ""}),
    Form("/you/account/", "Make the account", {"name": "ros", "password": "ros"}),
    Form("/you/forget/", "Forget me", {"name": "Nobody"}, has_script=True),
    Form("/knock/", "Knock", {"code": "ZZZZZ"}),
    Form("/sign-in/", "Sign in", {"name": "nobody", "password": "wrong password"}),
    Form("/sign-in/", "Use the code", {"code": "AAAA"}),
)
OF_STRANGERS = (
    Form("/decks/start/", "Sit down", {"name": "Ros", "title": LONG}),
    Form("/join/", "Come in", {"name": "Ros"}),
    Form("/knock/", "Knock", {"code": "ZZZZZ", "name": "Pia"}),
)


def test_on_every_form_what_is_refused_is_read_beside_the_button(house: House) -> None:
    ros, idris = house.gathered("Ros", "Idris", size=LAPTOP)
    decides([ros, idris], 1, "Wandering Goat", "It wanders.")
    maud = house.person("Maud", TINY, java_script_enabled=False)
    joins(maud, ros)
    invited = "/" + ros.workshop().link.split("/", 3)[3]
    wrong: list[str] = []
    ros.expects_lost_lines = maud.expects_lost_lines = True  # a refusal is an error to a browser
    wrong += [words for form in OF_MEMBERS if form.has_script for words in is_refused(ros, form)]
    wrong += [words for form in OF_MEMBERS for words in is_refused(maud, form)]
    for size, runs in ((LAPTOP, True), (TINY, False)):
        stranger = house.person("Nora", size, java_script_enabled=runs)
        stranger.expects_lost_lines = True
        wrong += [words for form in OF_STRANGERS for words in is_refused(stranger, form, invited)]
    assert not wrong, "\n".join(wrong)
    is_pinned(ros)
    is_told_what_is_missing(house, ros)


def is_refused(person: Person, form: Form, invited: str = "") -> Iterator[str]:
    """Sent with what does not do, it says why where it was sent. What it does instead."""
    page = person.go(invited if form.where == "/join/" else form.where).page
    sheet = page.locator("main form").filter(has=page.get_by_role("button", name=form.button)).last
    button = sheet.get_by_role("button", name=form.button).last
    sheet.evaluate(TAKES_ANYTHING)
    for name, words in form.typed.items():
        typed = sheet.locator(f'[name="{name}"]')
        typed.evaluate("(one) => { const folded = one.closest('details'); if (folded) folded.open = true; }")
        typed.fill(words)
    with leads_on(page):
        button.click()
    words = page.locator(REFUSAL, has_text=re.compile(r"\w"))
    if words.count() != 1 or not words.inner_text().strip():
        yield f"{form.where} for {person.name}: {words.count()} refusals"
    elif where := not_beside(page, words, button):
        yield f"{form.where} for {person.name}: {where}"
    elif not words.evaluate("(one) => one === document.activeElement"):
        yield f"{form.where} for {person.name}: the focus is at {person.focus()}"


def not_beside(page: Page, words: Locator, button: Locator) -> str:
    """Where the words are instead, once the page has settled."""
    for _ in range(20):
        found = page.evaluate(BESIDE, [words.element_handle(), button.element_handle()])
        if isinstance(found, int | float) and found <= NEAR:
            return ""
        page.wait_for_timeout(50)
    return str(found)


def is_pinned(ros: Person) -> None:
    """What a script sends: where the words have their place elsewhere on the page, they are pinned to the button."""
    sends(ros, f"{ros.home}write/", title="Tea Urn", text="It steams.", kind="thing", copies="1")
    page = ros.workshop().page
    told = page.get_by_text("Somebody was quicker.").locator("visible=true")
    page.route(
        re.compile("verb=withdraw"), lambda route: route.fulfill(status=422, json={"words": "Somebody was quicker."})
    )
    for size in (DESK, LAPTOP, TINY):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        ros.is_phone = size is TINY
        ros.tab("Table")
        button = page.get_by_role("button", name="Take it back")
        button.click()
        expect(told).to_have_count(1, timeout=SOON)
        assert not (where := not_beside(page, told, button)), f"{size}: {where}"
        page.keyboard.press("Escape")
        page.locator("[data-said]:visible").evaluate_all("(lines) => lines.forEach((line) => line.hidden = true)")
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    fields = page.locator("#gap-new")
    page.locator(".gap-new > summary").click()
    fields.evaluate(TAKES_ANYTHING)
    fields.locator('[name="words"]').fill(LONG)
    button = fields.get_by_role("button", name="Name it")
    button.click()
    words = fields.get_by_role("alert")
    expect(words).to_be_visible(timeout=SOON)
    assert not (where := not_beside(page, words, button)), where


def is_told_what_is_missing(house: House, ros: Person) -> None:
    """A card that cannot be put yet: why stands at the button, with a keyboard on the glass as well."""
    pia = house.person("Pia", TINY)
    joins(pia, ros)
    for size in (TINY, LAPTOP):
        page = pia.workshop().page
        page.set_viewport_size({"width": size[0], "height": size[1]})
        pia.is_phone = size is TINY
        pia.tab("Write")
        pia.write("Small Pockets", kind="rule")
        words, button = page.locator("[data-lacks]"), page.locator("#r-go button")
        for told in ("It says nothing yet", "Write on the card what it says")[size is LAPTOP :]:
            button.click(force=True)
            expect(words).to_contain_text(told)
            expect(page.locator("#w-paper")).to_be_focused()
            assert not (where := not_beside(page, words, button)), f"{told} at {size}: {where}"
            if size is TINY:
                find = page.get_by_role("combobox", name="Find a sentence")
                find.fill("hand limit")
                find.press("Enter")
