"""By keyboard alone: every step of an evening with Tab, Enter, Space, I and N. Where one stands is always seen."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from cards.face.lexicon import PLAIN, Keyword, Lexicon
from cards.forms.lexicon import fields_of_lexicon
from cards.rules.kit import DVORAK
from studio.kernel.codec import digest
from tests.browser.evening import SOON, House, Person, decides, is_focused, sends, votes
from tests.browser.looks import axe_says, comes_to
from tests.picture_files import halves, written

pytestmark = pytest.mark.browser

RING = """() => {
  const e = document.activeElement;
  const style = getComputedStyle(e.matches('input.vh') ? e.closest('label') : e);
  const ring = parseFloat(style.outlineWidth) >= 2 && style.outlineStyle !== 'none';
  return e !== document.body && (ring || e.matches('h1[tabindex], main[tabindex]'));
}"""


def tab_to(person: Person, words: str, most: int = 60, key: str = "Tab") -> None:
    """Press Tab until the focus stands on `words`; on the way it is never lost and always seen."""
    seen = []
    person.comes_forward()
    for _ in range(most):
        person.page.keyboard.press(key)
        seen.append(person.focus())
        if words.lower() in seen[-1].lower():
            assert person.page.evaluate(RING), f"no ring round {seen[-1]}"
            return
    raise AssertionError(f"never came to {words!r}: {seen}")


def press(person: Person, *keys: str) -> None:
    person.comes_forward()
    for key in keys:
        person.page.keyboard.press(key)


def type_in(person: Person, words: str) -> None:
    person.page.keyboard.type(words)


def shows_a_picture(person: Person) -> None:
    """Chosen, moved and told in words without a pointer; what one stands on has a name, and what changes is said."""
    expect(person.page.locator("#picture-file")).to_be_hidden()
    tab_to(person, "Pen", key="Shift+Tab")
    press(person, "End")
    is_focused(person.page.get_by_role("button", name="Picture", exact=True))
    with person.page.expect_file_chooser(timeout=2 * SOON) as chooser:
        press(person, "Enter")
    chooser.value.set_files({"name": "frost.jpg", "mimeType": "image/jpeg", "buffer": written(halves(1200, 900))})
    place = person.page.get_by_role("application", name="What of the picture is shown")
    is_focused(place)  # a process of its own is started for it
    expect(place).to_have_accessible_description(re.compile("arrow keys move it, plus and minus"))
    expect(person.page.get_by_role("status").filter(has_text="The picture is on the card.")).to_be_attached()
    is_read_well(person, "with a picture")
    crop = person.page.locator('[name="picture_crop"]')
    press(person, "+", "+", "+", "+")
    x, y, width, height = map(int, crop.input_value().split())
    assert width < 600 and height < 600
    press(person, "ArrowRight", "ArrowDown", "-")
    moved = list(map(int, crop.input_value().split()))
    assert moved[0] > x - 60 and moved[1] > y - 60 and moved[2] > width
    expect(person.page.get_by_role("status").filter(has_text="of it is shown, around")).to_be_attached(timeout=SOON)
    tab_to(person, "art_words")
    type_in(person, "Ice on a marrow.")
    printed = person.page.locator('#preview [role="img"][aria-label="Ice on a marrow."]')
    expect(printed).to_be_attached(timeout=SOON)
    tab_to(person, "Move it by sliders")
    press(person, "Enter")
    tab_to(person, "#picture-zoom", most=2)
    before = crop.input_value()
    press(person, "ArrowRight")
    expect(crop).not_to_have_value(before)
    tab_to(person, "picture_credit")
    type_in(person, "Maud")


def completes(person: Person) -> None:
    """What a brace opens is put in, opened again and taken back without the hands leaving the keys."""
    text, paper = person.page.locator("#w-text"), person.page.locator("#w-paper")
    chosen = person.page.locator("#completes [aria-selected=true]")
    expect(chosen).to_have_text(re.compile("turn this card"))
    is_read_well(person, "with its list open")
    assert paper.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
    assert "wilts" in paper.locator("b").inner_text()
    press(person, "Escape")
    expect(chosen).to_be_hidden()
    type_in(person, "p} {ta")
    press(person, "Tab")
    expect(text).to_have_value("Everything **wilts**. {tap} {tap}")
    expect(paper.locator(".w-symbol")).to_have_count(2)
    expect(paper).to_have_text("Everything **wilts**. {tap} {tap}")  # whatever reads aloud meets what is stored
    press(person, "Backspace")
    expect(paper.locator(".w-symbol")).to_have_count(1)  # opened as text again
    press(person, "Escape", "Control+z", "Control+z")
    expect(text).to_have_value("Everything **wilts**. {tap} {ta")
    for _ in range(10):
        press(person, "Backspace")
    expect(text).to_have_value("Everything **wilts**.")
    press(person, "Alt+p")
    expect(person.page.locator("#preview .cf-text b")).to_have_text("wilts")
    expect(person.page.locator("#preview .cf-text")).to_be_in_viewport()
    press(person, "Alt+p")
    expect(paper).to_be_in_viewport()


def is_read_well(person: Person, state: str) -> None:
    """axe has nothing to say against the composer in this state."""
    assert axe_says(person, f"the composer, {state}", "#write") == []


CARET_IS_SEEN = """() => {
  const { top, bottom } = document.querySelector('#w-paper').getBoundingClientRect();
  const [caret] = getSelection().getRangeAt(0).getClientRects();
  return !caret || caret.top >= top - 8 && caret.bottom <= bottom + 8;
}"""
PASTE = """(words) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', words);
  clipboardData.setData('text/html', '<b onclick="x">rich</b>');
  document.querySelector('#w-paper').dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
}"""
ELSEWHERE = """(words) => {
  const it = Object.assign(document.createElement('textarea'), { id: 'elsewhere', value: words });
  document.body.append(it);
  it.focus();
}"""
KEYS = [
    "a",
    " ",
    "*",
    "**",
    "{tap}",
    "{",
    "}",
    "- ",
    "\u05e9",
    "Enter",
    "Backspace",
    "ArrowLeft",
    "Delete",
    "Control+z",
]
HOSTILE = (
    "<script>alert(1)</script> \u202eevil\u202c Z" + "\u0300" * 8 + " ",
    "{tap}" * 200,
    "x" * 700,
    "It grows. " * 150,
)


def composes(person: Person, *steps: str) -> None:
    """By an input method, which Chromium alone lends; elsewhere the words are typed."""
    if not person.is_in_chromium:
        type_in(person, steps[-1])
        return
    line = person.context.new_cdp_session(person.page)
    for words in steps:
        line.send("Input.imeSetComposition", {"text": words, "selectionStart": len(words), "selectionEnd": len(words)})
    line.send("Input.insertText", {"text": steps[-1]})


def pastes_over(person: Person, words: str) -> None:
    """Words of another program, in place of all there is: Firefox takes them from its clipboard alone."""
    if not person.is_in_chromium:
        person.page.evaluate(ELSEWHERE, words)
        press(person, "ControlOrMeta+a", "ControlOrMeta+c")
        person.page.locator("#elsewhere").evaluate("(it) => it.remove()")
        person.page.locator("#w-paper").focus()
    press(person, "ControlOrMeta+a")
    if person.is_in_chromium:
        person.page.evaluate(PASTE, words)
    else:
        press(person, "ControlOrMeta+v")


def loses_no_letter(person: Person) -> None:
    """Whatever is typed, composed, pasted or turned to plain: the paper says, letter for letter, what is stored."""
    page, text, paper = person.page, person.page.locator("#w-text"), person.page.locator("#w-paper")
    kept, chance = text.input_value(), random.Random(11)

    def is_same() -> None:
        assert paper.evaluate("(paper) => paper.textContent") == text.input_value()

    for key in chance.choices(KEYS, k=60):
        press(person, key) if key[0].isupper() and len(key) > 1 else type_in(person, key)
        is_same()
    was = text.input_value()
    for _ in range(2):
        page.get_by_role("button", name="Plain").click()
        expect(text).to_have_value(was)
    is_same()
    press(person, "ControlOrMeta+a")
    type_in(person, "**T** ")
    composes(person, "に", "にほん", "日本")
    type_in(person, " {tap}")
    expect(text).to_have_value("**T** 日本 {tap}")
    is_same()
    pastes_over(person, "one\r\ntwo")
    expect(text).to_have_value("one\ntwo")
    press(person, "Control+z")
    expect(text).to_have_value("**T** 日本 {tap}")
    press(person, "ControlOrMeta+a")
    type_in(person, "{tap} {tap 2} ")
    feet = paper.locator(".w-sign").evaluate_all("signs => signs.map((sign) => sign.getBoundingClientRect().bottom)")
    assert len(feet) == 2 and abs(feet[0] - feet[1]) < 4, "a symbol that is counted stands below its line"
    for words in HOSTILE:
        pastes_over(person, words)
        type_in(person, "!")
        is_same()
        assert page.evaluate(CARET_IS_SEEN), f"the caret is out of sight after {words[:12]!r}"
        assert not person.wider()
    paper.fill(kept)


# The browser tells of a caret that went elsewhere only later; a quick hand has typed by then.
TELLS_LATE = """() => {
  globalThis.late = (event) => event.stopImmediatePropagation();
  addEventListener('selectionchange', late, { capture: true });
}"""
# As a press or a machine that reads aloud puts it.
PUTS_IT_INSIDE = """() => {
  const mark = [...document.querySelectorAll('#w-paper *')].find((part) => part.textContent === '**');
  getSelection().collapse(mark.firstChild, 1);
}"""
MARKED = "a **b** c"  # the caret goes over what is not seen: from before it, or from behind it
AFTER_IT, BEFORE_IT = ("Home", *["ArrowRight"] * 3), ("End", *["ArrowLeft"] * 3)


def strikes_at_once(person: Person) -> None:
    """Whatever follows at once on a key that moves the caret finds it where it is seen, never within a mark."""
    page, text, paper = person.page, person.page.locator("#w-text"), person.page.locator("#w-paper")
    kept = text.input_value()
    page.evaluate(TELLS_LATE)
    quick: list[tuple[tuple[str, ...], Callable[[], object], str]] = [
        (AFTER_IT, lambda: type_in(person, "x"), "a **xb** c"),
        (AFTER_IT, lambda: press(person, "Delete"), "a **** c"),
        (BEFORE_IT, lambda: type_in(person, "x"), "a **bx** c"),
        (BEFORE_IT, lambda: press(person, "Backspace"), "a **** c"),
        (BEFORE_IT, lambda: press(person, "Enter"), "a **b\n** c"),
        ((*AFTER_IT, "ArrowRight"), lambda: type_in(person, "x"), "a **bx** c"),
    ]
    quick.append((("Home",), lambda: (page.evaluate(PUTS_IT_INSIDE), type_in(person, "x")), "a x**b** c"))
    if person.is_in_chromium:  # without a key: an input method, a phone's keyboard, a voice
        quick.append((BEFORE_IT, lambda: composes(person, "に", "日"), "a **b日** c"))
        quick.append((AFTER_IT, lambda: page.keyboard.insert_text("x"), "a **xb** c"))
        quick.append((AFTER_IT, lambda: page.evaluate(PASTE, "x"), "a **xb** c"))
    wrong = []
    for keys, strikes, becomes in quick:
        paper.fill(MARKED)
        press(person, *keys)
        strikes()
        if (stands := text.input_value()) != becomes or paper.evaluate("(paper) => paper.textContent") != becomes:
            wrong.append((keys, becomes, stands))
    assert not wrong, wrong
    page.evaluate("() => removeEventListener('selectionchange', late, { capture: true })")
    paper.fill(kept)


def marks_a_corner(person: Person) -> None:
    """A brace opens the list in a corner, too; left, the corner shows the symbol as drawn."""
    cost = person.page.locator('[name="cost"]')
    cost.focus()
    type_in(person, "{gold")
    expect(person.page.locator("#completes [aria-selected=true]")).to_be_visible()
    press(person, "Enter", "Tab")
    assert cost.input_value().startswith("{gold") and cost.input_value().endswith("}")
    expect(person.page.locator('[data-corner="cost"] .corner-drawn .w-sign')).to_be_visible()
    # A mark is as long as one sees it; and what is wrong with one corner is not taken back by another that is well.
    wrong = person.page.locator("#e-corner")
    cost.fill("{a symbol of ours 12}")
    expect(person.page.locator('[data-corner="cost"].is-empty')).to_have_count(0)
    expect(wrong).to_be_hidden()
    cost.fill("123456789")
    person.page.locator('[name="stat"]').fill("0/4")
    expect(wrong).to_contain_text("1 too many")
    for corner in ("cost", "stat"):
        person.page.locator(f'[name="{corner}"]').fill("")
    expect(wrong).to_be_hidden()
    person.page.locator("#w-paper").focus()


def test_an_evening_by_keyboard(house: House) -> None:
    maud = house.person("Maud")
    maud.go("/")
    tab_to(maud, "Start a deck")
    press(maud, "Enter")
    is_focused(maud.page.get_by_label("Your name"))
    type_in(maud, "Maud")
    tab_to(maud, "title")
    type_in(maud, "Allotment Wars")
    tab_to(maud, "Sit down")
    press(maud, "Enter")
    maud.arrived()
    ros = house.person("Ros").join(maud.link)

    # Writing: the blank card, its kind by arrow, and the one button.
    tab_to(maud, "Take a blank card")
    press(maud, "Enter")
    is_focused(maud.page.locator("#w-title"))
    lacks = maud.page.locator("[data-lacks]")
    expect(lacks).to_have_text("It has no name yet.")
    is_read_well(maud, "empty")
    type_in(maud, "Sudden Frost")
    expect(lacks).to_have_text("It says nothing yet: a few words, or a drawing.")
    expect(maud.page.locator("#r-go button")).to_have_attribute("aria-disabled", "true")
    tab_to(maud, "kind", key="Shift+Tab")
    is_focused(maud.page.locator('[name="kind"][value="thing"]'))
    press(maud, "ArrowRight")
    expect(maud.page.locator('[name="kind"][value="action"]')).to_be_checked()
    tab_to(maud, "Height of the drawing")
    press(maud, "ArrowUp")
    expect(maud.page.locator('[name="art_lines"]')).to_have_value("3")
    tab_to(maud, "#w-paper")
    type_in(maud, "Everything **wilts**. {ta")
    completes(maud)
    loses_no_letter(maud)
    strikes_at_once(maud)
    marks_a_corner(maud)
    is_read_well(maud, "written")
    expect(maud.page.locator('[name="kind"][value="action"]')).to_be_checked()
    shows_a_picture(maud)
    tab_to(maud, "Put it to the table")
    press(maud, "Space")
    ros.sees("Sudden Frost")
    expect(ros.page.locator("#r-card").get_by_role("img", name="Ice on a marrow.")).to_be_visible()
    maud.sees("Sudden Frost")
    has_focus(maud, "the focus fell off the page when the card was taken")
    ros.favours().hears("It’s in.")
    maud.hears("It’s in.")
    has_focus(maud, "the focus is in no place when the verdict is shown")
    press(maud, "Escape")
    stands(maud, "the focus fell off the page when the verdict went")
    ros.goes_on()

    # Judging with I and N. A no, then a change of mind, then the same letters as text where one types.
    ros.propose("Wandering Goat", "It wanders.")
    idris = house.person("Idris").join(maud.link)
    ros.page.evaluate("document.activeElement.blur()")
    maud.sees("Wandering Goat")
    maud.page.locator("#main").focus()
    tab_to(maud, "In favour")
    press(maud, "Tab")
    assert "not this time" in maud.focus().lower()
    # She is the last voice, and is told so: a key alone closes no ballot. The first press only goes to the button.
    press(maud, "i")
    is_focused(maud.yes)
    expect(maud.yes).to_contain_text("In favour: two of two")
    expect(maud.page.locator("#bh")).to_have_text("Does it go in?")
    press(maud, "n")
    is_focused(maud.page.locator("#reason"))
    press(maud, "Enter")
    maud.hears("Not this time.")
    stays_in_ballot(maud)
    press(maud, "Escape")
    stands(maud, "the focus fell off the page when the verdict went")
    ros.goes_on()
    idris.hears("Not this time.").goes_on()

    idris.propose("Tea Urn", "It steams.")
    ros.sees("Tea Urn")
    maud.sees("Tea Urn")
    maud.page.locator("#main").focus()
    tab_to(maud, "In favour")
    press(maud, "n")
    press(maud, "Enter")
    expect(maud.page.locator(".mine-words")).to_contain_text("not this time", timeout=SOON)
    stays_in_ballot(maud)
    # While Maud stands there, somebody else's frame comes by.
    before = maud.focus()
    ros.says("Why ever not?")
    expect(maud.page.locator("#r-talk")).to_contain_text("Why ever not?", timeout=SOON)
    assert maud.focus() == before
    tab_to(maud, "Say why")
    press(maud, "Enter")
    type_in(maud, "in no way")
    expect(maud.page.locator("#reason")).to_have_value("in no way")
    expect(ros.seal("Maud")).to_have_attribute("aria-label", "Maud, not this time, not now, writing", timeout=SOON)
    expect(maud.page.locator(".mine-words")).to_contain_text("not this time")
    press(maud, "Enter")
    expect(ros.page.locator("#r-ballot .because")).to_contain_text("in no way", timeout=SOON)
    stays_in_ballot(maud)

    tab_to(maud, "In favour")
    maud.page.wait_for_timeout(
        1_500
    )  # whoever has just written a word goes on with it, and votes with none of its letters
    press(maud, "i")
    expect(maud.page.locator(".mine-words")).to_contain_text("in favour", timeout=SOON)
    expect(ros.page.locator("#r-ballot .because s")).to_contain_text("in no way", timeout=SOON)
    stays_in_ballot(maud)
    ros.favours("Tea Urn")
    ros.hears("It’s in.").goes_on()
    maud.hears("It’s in.")
    # Who went on before the browser told of the dialog's end stays there.
    assert maud.comes_forward().page.evaluate(WENT_ON)

    # The keys can be turned off, and stay off.
    ros.propose("Borrowed Ladder", "It is not yours.")
    maud.sees("Borrowed Ladder")
    switch = maud.comes_forward().page.locator("#hotkeys")
    switch.press("Space")  # focus and key at once: no frame comes between
    expect(switch).not_to_be_checked()
    switch.press("i")
    expect(maud.page.locator(".ballot-acts kbd").first).to_be_hidden()
    maud.workshop().page.locator("#hotkeys").focus()
    press(maud, "i")
    expect(maud.page.locator("#hotkeys")).not_to_be_checked()
    expect(maud.yes).to_be_visible()


WENT_ON = """() => new Promise((done) => {
  const dialog = document.getElementById('moment');
  const elsewhere = document.querySelector('#r-rail a');
  dialog.addEventListener('close', () => setTimeout(() => done(document.activeElement === elsewhere), 0));
  dialog.close();
  elsewhere.focus();
})"""


def stands(person: Person, words: str) -> None:
    """The verdict is away and the focus is somewhere. A dialog tells of its end a moment after it is gone."""
    expect(person.moment).to_be_hidden()
    has_focus(person, words)


def has_focus(person: Person, words: str) -> None:
    comes_to(person.page, "() => document.activeElement !== document.body", True, why=words)


def stays_in_ballot(person: Person) -> None:
    comes_to(person.page, "() => Boolean(document.activeElement.closest('.ballot, #moment'))", True, why=person.focus())


def test_the_skip_link_and_the_loupe(house: House) -> None:
    people = house.gathered("Ros", "Maud")
    words = fields_of_lexicon(Lexicon(keywords=(Keyword("haste", "At any time."),)), PLAIN)
    sends(people[0], f"{people[0].home}words/", **words, was=digest(DVORAK))
    for person in people:
        votes(person, 1)
    decides(people, 2, "Sudden Frost", "It freezes, in {haste}.")
    maud = people[1].workshop()
    press(maud, "Tab")
    assert "Skip to the table" in maud.focus()
    press(maud, "Enter")
    is_focused(maud.page.locator("#main"))
    maud.go("")
    link = maud.page.locator("a[data-loupe]").first
    link.focus()
    press(maud, "Enter")
    expect(maud.page.locator("dialog.loupe")).to_be_visible()
    is_focused(maud.page.locator("#close-up-h"))
    # A keyword is a stop of the keyboard, and says what it means; so it does to whoever presses it.
    note = maud.page.locator(".term-note")
    tab_to(maud, "haste", most=4, key="Shift+Tab")
    expect(note).to_have_text("At any time.")
    press(maud, "Tab")
    expect(note).to_be_hidden()
    maud.page.locator("dialog.loupe .cf-key").click()
    expect(note).to_be_visible()
    press(maud, "Escape")
    expect(note).to_be_hidden()
    press(maud, "Escape")
    expect(maud.page.locator("dialog.loupe")).to_be_hidden()
    is_focused(link)


def test_between_telephone_and_desk_the_list_of_cards_has_a_button(house: House) -> None:
    """At widths where the list has no column of its own it comes and goes, by mouse and by keyboard."""
    people = house.gathered("Ros", "Idris", size=(1100, 800))
    decides(people, 1, "Wandering Goat", "It wanders.")
    ros = people[0].workshop()
    page = ros.page
    card = page.locator("#r-rail").get_by_role("link", name=re.compile("Wandering Goat"))
    opener = page.get_by_role("link", name="In the deck", exact=True)
    expect(card).to_be_hidden()
    opener.press("Enter")
    expect(card).to_be_visible()
    ros.fits("the list of cards")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    is_focused(opener)
    opener.click()
    page.get_by_role("link", name="Back to the table").click()
    expect(card).to_be_hidden()
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 800})
        expect(opener).to_be_hidden()
