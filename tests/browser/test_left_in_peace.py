"""Whoever writes is left in peace: whatever opens, reloads or takes the focus by itself, every letter arrives."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Route, expect

from cards.face.lexicon import PLAIN, Keyword, Lexicon
from cards.forms.lexicon import fields_of_lexicon
from cards.rules.kit import DVORAK
from studio.kernel.codec import digest
from tests.browser.evening import SOON, House, Person, sends, votes
from tests.browser.game import asked, moves, playing
from tests.browser.looks import comes_to
from tests.browser.standing import comes_about
from tests.browser.writing import is_written_down, scribbles

pytestmark = pytest.mark.browser

LETTERS = "in no time nine nuns insist on ink and in it "
AFTER = "in an inn nine nuns inspect a tin of ink, and not one of them knits in it"  # what is typed once it has come

# What a browser's server would say of a new release, and to know it is another page that answers.
REACHED = """() => {
  const Real = WebSocket;
  globalThis.WebSocket = class extends Real { constructor(...given) { super(...given); globalThis.line = this; } };
  globalThis.WebSocket.OPEN = Real.OPEN;
}"""
RELEASE = """() => {
  globalThis.isOld = true;
  line.dispatchEvent(new MessageEvent('message', { data: '{"reload": 1}' }));
}"""
HAS_COME = "() => document.querySelector('#moment[open] h1') !== null"
CARET = """() => {
  const range = getSelection().getRangeAt(0).cloneRange();
  const end = range.toString().length;
  range.setStart(document.getElementById('w-paper'), 0);
  return range.toString().length - end;
}"""


def typed(person: Person, happens: Callable[[], object], has_come: str) -> str:
    """Letters typed one after another while something happens, and for a while after it has come."""
    words = ""
    for number, letter in enumerate(itertools.cycle(LETTERS)):
        if number == 10:
            happens()
        person.page.keyboard.type(letter)
        words += letter
        if number > 10 and letter == " " and person.page.evaluate(has_come):
            person.page.keyboard.type(AFTER)
            return words + AFTER
        assert number < 2_000, "it never came"
    raise AssertionError


def stands_in(field: Locator) -> str:
    return str(field.evaluate("(it) => it.value ?? it.textContent"))


def puts(person: Person, title: str) -> None:
    sends(person, f"{person.home}write/", title=title, text="It is there.", kind="thing", copies="1")


def judged(ros: Person, others: list[Person]) -> Iterator[Callable[[], None]]:
    """A card, put to the table where none lies there, is judged by all: a verdict comes to the page of Ros."""
    for number in itertools.count(1):

        def decide(number: int = number) -> None:
            by, *more = others
            if not ros.page.locator("#r-card[data-proposal]:not([data-proposal=''])").count():
                puts(by, f"Goat {number}")
            for person in (ros, *more):
                votes(person, number)

        yield decide


class Evening:
    """What comes to the page of Ros by itself, each with how it is seen there."""

    def __init__(self, ros: Person, others: list[Person], stranger: Person) -> None:
        self.ros, self.others, self.stranger = ros, others, stranger
        self.code = ros.code
        self.decide = judged(ros, others)
        self.laid = 0

    def verdict(self) -> tuple[Callable[[], object], str]:
        return next(self.decide), HAS_COME

    def ballot(self) -> tuple[Callable[[], object], str]:
        self.laid += 1
        title = f"Urn {self.laid}"
        there = f"() => document.querySelector('#r-card .cf-title')?.textContent.includes('{title}')"
        return lambda: puts(self.others[0], title), there

    def line(self) -> tuple[Callable[[], object], str]:
        cut = "() => { globalThis.cut = line; line.close(); }"
        return lambda: self.ros.page.evaluate(cut), "() => line !== cut && line.readyState === 1"

    def door(self) -> tuple[Callable[[], object], str]:
        knocks = lambda: sends(self.stranger, "/knock/", code=self.code, name="Tomasz")  # noqa: E731
        return knocks, "() => document.querySelector('[id^=knock-]') !== null"

    def batch(self) -> tuple[Callable[[], object], str]:
        called = "() => document.body.textContent.includes('first batch')"
        return lambda: sends(self.others[0], f"{self.ros.home}do/?verb=begin-batch", size="2"), called


# Everything that is written in, in the order in which one comes to it, and what comes meanwhile.
PLACES = (
    ("#w-title", "verdict"), ("#w-paper", "ballot"), ('[name="flavour"]', "verdict"), ('[name="traits"]', "line"),
    ('[name="cost"]', "door"), ('[name="stat"]', "ballot"), ('[name="art_words"]', "verdict"),
    ("#find-sentence", "ballot"), ("#gap-new [name=words]", "batch"), ("#ws-q", "line"), ("#say-box", "verdict"),
)  # fmt: skip


def test_whatever_comes_to_whoever_writes_anywhere_takes_no_letter_of_a_thousand(house: House) -> None:
    people = ros, *others = house.gathered("Ros", "Idris", "Maud")
    assert len(people) == 3
    ros.page.add_init_script(f"({REACHED})()")
    ros.workshop()
    evening = Evening(ros, others, house.person("Tomasz"))
    ros.page.get_by_role("link", name="Take a blank card").last.click()
    scribbles(ros, 0)  # what a drawing shows is said of a drawing
    total = 0
    for place, what in PLACES:
        field = stood_at(ros, place)
        words = typed(ros, *getattr(evening, what)())
        room = int(field.get_attribute("maxlength") or 2_000)  # letters that the field takes at all
        assert stands_in(field) == words[:room], f"{what} while {place} was written"
        expect(field).to_be_focused()
        total += len(words[:room])
        if what == "verdict":
            ros.page.locator("#moment [data-back]").last.click()
            expect(ros.page.locator("#moment")).to_be_hidden()
        if place != "#say-box":  # a remark that is begun stays, and what is said of a vote that is over goes on there
            field.fill("")
    draws_on(ros, next(evening.decide))
    is_meddled_with(ros, next(evening.decide))
    total += writes_a_reason(ros, others)
    assert total >= 1_000


def stood_at(ros: Person, place: str) -> Locator:
    """Where it is written, come to as one comes there."""
    if place == "#find-sentence":
        ros.page.locator('.kinds label:has([value="rule"])').click()
    if place == "#gap-new [name=words]":
        ros.page.locator('.kinds label:has([value="thing"])').click()
        ros.tab("Table")
        ros.page.locator(".gap-new > summary").click()
    if place == "#say-box":
        ros.tab("Table")
    field = ros.page.locator(place).first
    field.click()
    return field


# A browser that translates a page sets each of its texts into elements of its own; an extension puts its button there.
TRANSLATES = """() => {
  const paper = document.getElementById('w-paper');
  const wrap = () => {
    const walker = document.createTreeWalker(paper, NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) if (walker.currentNode.parentNode.localName !== 'font') found.push(walker.currentNode);
    for (const text of found) {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    }
    getSelection().selectAllChildren(paper);
    getSelection().collapseToEnd();
  };
  const seen = new MutationObserver(() => { seen.disconnect(); wrap(); watch(); });
  const watch = () => seen.observe(paper, { childList: true, subtree: true });
  globalThis.untranslate = () => seen.disconnect();
  watch();
}"""
EXTENDS = """() => {
  const theirs = document.createElement('check-spelling');
  theirs.attachShadow({ mode: 'open' }).innerHTML = '<button>3 mistakes</button>';
  document.getElementById('w-paper').prepend(theirs);
}"""
HIDES = """() => {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  delete document.hidden;
}"""


def is_meddled_with(ros: Person, decide: Callable[[], None]) -> None:
    """By the browser, by what was added to it, by an input method whose word is not done yet when a verdict comes."""
    page, stored = ros.page, ros.page.locator("#w-text")
    page.locator("#w-paper").fill("")
    for meddles in (TRANSLATES, EXTENDS):
        page.evaluate(meddles)
        before = stored.input_value()
        page.keyboard.type(LETTERS)
        expect(stored).to_have_value(before + LETTERS)
    page.evaluate("() => untranslate()")
    page.locator("#w-paper").fill("It is ")
    line = ros.context.new_cdp_session(page)
    line.send("Input.imeSetComposition", {"text": "に", "selectionStart": 1, "selectionEnd": 1})
    decide()
    comes_to(page, HAS_COME, True)
    line.send("Input.imeSetComposition", {"text": "にほ", "selectionStart": 2, "selectionEnd": 2})
    line.send("Input.insertText", {"text": "日本"})
    expect(stored).to_have_value("It is 日本")
    page.locator("#moment [data-back]").last.click()
    with is_written_down(ros, "in mid-wo"):  # the tab goes out of sight before the keys have rested
        page.locator("#w-paper").press_sequentially(" in mid-wo")
        page.evaluate(HIDES)


def draws_on(ros: Person, decide: Callable[[], None]) -> None:
    """In the middle of a stroke."""
    ros.page.evaluate("() => { location.hash = '#write'; }")
    expect(ros.page.locator(".ws.is-writing")).to_have_count(1)
    box = ros.page.locator("[data-paper]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ros.page.mouse.move(x - 60, y)
    ros.page.mouse.down()
    ros.page.mouse.move(x - 20, y, steps=4)
    decide()
    comes_to(ros.page, HAS_COME, True)
    ros.page.mouse.move(x + 60, y, steps=8)
    ros.page.mouse.up()
    wide = """() => {
      const [stroke] = JSON.parse(document.querySelector('[name="doodle"]').value);
      return stroke.points.at(-2) - stroke.points[0] > 1000;
    }"""
    comes_to(ros.page, wide, True, why="the stroke goes on to where it was let go")
    ros.page.locator("#moment [data-back]").last.click()


def writes_a_reason(ros: Person, others: list[Person]) -> int:
    """The vote one writes a reason for is over, another card lies there: no letter judges that, and none is lost."""
    ros.tab("Table")
    by, other = others
    for title in ("Tea Urn", "Slug"):
        puts(by, title)
    ros.sees("Tea Urn")
    ros.no.click()
    number = ros.page.locator("#r-mine").get_attribute("data-proposal")

    def withdraw() -> None:
        sends(by, f"{ros.home}do/?verb=withdraw&proposal={number}")

    other_is_asked = f"() => document.getElementById('r-mine').dataset.proposal !== '{number}'"
    words = typed(ros, withdraw, other_is_asked)
    assert stands_in(ros.page.locator("#say-box")).endswith(f" {words}")
    expect(ros.page.locator("#say-box")).to_be_focused()
    expect(ros.seal("Ros")).not_to_have_class("is-for")
    assert other.name == "Maud"
    return len(words)


def test_a_new_release_waits_for_the_end_of_the_sentence_and_gives_back_focus_and_caret(house: House) -> None:
    (ros,) = house.gathered("Ros")
    ros.page.add_init_script(f"({REACHED})()")
    ros.page.clock.install()
    ros.workshop()
    ros.page.get_by_role("link", name="Take a blank card").last.click()
    paper = ros.page.locator("#w-paper")
    paper.click()
    comes_about(ros.page, lambda: ros.page.evaluate("() => globalThis.line?.readyState === 1"), "the line")
    words = ""
    for number, letter in enumerate(LETTERS[:30]):
        if number == 10:
            ros.page.evaluate(RELEASE)
        ros.page.keyboard.type(letter)
        ros.page.clock.run_for(400)
        words += letter
    assert ros.page.evaluate("() => globalThis.isOld")
    assert stands_in(paper) == words
    for _ in range(4):
        ros.page.keyboard.press("ArrowLeft")
    with ros.page.expect_event("load"):
        ros.page.clock.run_for(25_000)
    expect(paper).to_be_focused(timeout=SOON)
    assert stands_in(paper) == words
    comes_to(ros.page, CARET, len(words) - 4, why="the caret where it was")
    ros.page.keyboard.type("!")
    assert stands_in(paper) == f"{words[:-4]}!{words[-4:]}"


# A browser that has no room, or was told to keep nothing.
KEEPS_NOTHING = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
NOT_EVEN_ASKED = """for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(globalThis, name, { get() { throw new DOMException('denied', 'SecurityError'); } });"""
RUBBED = """() => {
  const pen = document.querySelector('[data-layer="pen"]');
  const [x, y] = [Math.round(pen.width / 2), Math.round(pen.height / 2)];
  return pen.getContext('2d').getImageData(x - 2, y - 2, 5, 5).data.every((ink) => ink === 0);
}"""


def test_two_tabs_and_a_browser_that_keeps_nothing_lose_no_word(house: House) -> None:
    ros, idris = house.gathered("Ros", "Idris")
    words = fields_of_lexicon(Lexicon(keywords=(Keyword("haste", "At any time in {n} turns."),)), PLAIN)
    sends(ros, f"{ros.home}words/", **words, was=digest(DVORAK))
    votes(idris, 1)
    ros.go("workshop/#write")
    ros.page.locator("#w-paper").press_sequentially("{has")
    ros.page.keyboard.press("Enter")
    ros.page.keyboard.type("2")  # over the place for it
    assert stands_in(ros.page.locator("#w-paper")) == "{haste 2}"
    ros.page.keyboard.type(" each.")  # and past the brace, which nobody sees
    assert stands_in(ros.page.locator("#w-paper")) == "{haste 2} each."
    scribbles(ros, 0)
    with is_written_down(ros, "It eats"):
        ros.write("Goat", "It eats.")
    other = house.second_tab(ros)
    other.home = ros.home
    other.go("workshop/#write")
    title, text = (other.page.locator(f'#writing [name="{name}"]') for name in ("title", "text"))
    expect(title).to_have_value("Goat")
    with is_written_down(other, "It bites"):
        other.write("Ferret", "It bites.")
    ros.put()
    expect(ros.page.locator("#r-card .cf-title").first).to_contain_text("Goat", timeout=SOON)
    expect(other.page.locator("#r-card .cf-title").first).to_contain_text("Goat", timeout=SOON)
    other.page.reload()
    expect(title).to_have_value("Ferret")
    expect(text).to_have_value("It bites.")
    puts_under_the_others_hand(ros, other)
    leaves_unasked(house, ros, "Weasel")
    leaves_unasked(house, ros, "Stoat", NOT_EVEN_ASKED)
    other.page.close()
    votes(idris, 2)
    rubs_out(ros)
    keeps_nothing(idris)


def puts_under_the_others_hand(ros: Person, other: Person) -> None:
    """A card is put in one tab while the other has written on and could not tell the server yet."""
    ros.page.reload()
    expect(ros.page.locator('#writing [name="text"]')).to_have_value("It bites.")
    with is_written_down(ros, "It bites twice"):
        ros.write("Ferret", "It bites twice.")
    expect(other.page.locator('#writing [name="text"]')).to_have_value("It bites twice.")
    held: list[Route] = []
    other.page.route("**/unfinished/?*", lambda route: held.append(route), times=1)
    other.write("Ferret", "It bites hard.")
    with ros.page.expect_response(re.compile("/unfinished/")) as looked:
        ros.put()
    looked.value.finished()
    expect(ros.page.locator('#writing [name="title"]')).to_have_value("")
    comes_about(other.page, lambda: held, "the words on their way")
    held[0].continue_()
    other.page.reload()
    expect(other.page.locator('#writing [name="text"]')).to_have_value("It bites hard.")


def leaves_unasked(house: House, ros: Person, title: str, storage: str = "") -> None:
    """Two cards at one place, and the page that is asked which of them stays is left without an answer; maybe in a
    browser that has no storage at all."""
    device = house.second_device(ros)
    device.expects_lost_lines = True  # the answer that there is something newer
    device.page.add_init_script(storage)
    device.go("workshop/#write")
    expect(device.page.locator(".unfinished-choice")).to_be_visible(timeout=SOON)
    device.write(title, "It pops.")
    device.page.reload()
    lies = f"{device.site}{device.home}unfinished/?place=new"  # what is sent on leaving may come after the next page
    comes_about(device.page, lambda: title in device.page.request.get(lies).text(), "the words on the server")
    device.page.reload()
    expect(device.page.locator("#pocket")).to_contain_text(title, timeout=SOON)
    expect(device.page.locator(".unfinished-choice")).to_be_visible(timeout=SOON)
    expect(device.page.locator("#pocket [data-out]", has_text=title)).to_have_count(1)


def rubs_out(ros: Person) -> None:
    """A drawing that is opened again is rubbed through with a mouse, by hand and in print."""
    ros.go("workshop/?article=card-1#write")
    drawn = ros.page.locator('[name="doodle"]')
    expect(drawn).to_have_value(re.compile("points"))
    before = drawn.input_value()
    ros.page.locator('[data-tool="rubber"]').click()
    box = ros.page.locator("[data-paper]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ros.page.mouse.move(x, y - 40)
    ros.page.mouse.down()
    ros.page.mouse.move(x, y + 40, steps=8)
    ros.page.mouse.up()
    expect(drawn).to_have_value(re.compile("points.*points"))
    assert drawn.input_value() != before
    comes_to(ros.page, RUBBED, True, why="no ink where it was rubbed")
    expect(ros.page.locator(".pad-still")).to_have_count(0)
    print_of = ros.page.locator("#preview .is-doodle img")
    comes_about(ros.page, lambda: (print_of.get_attribute("src") or "").count("M") == 2, "two strokes in print")


def keeps_nothing(idris: Person) -> None:
    """What the browser has no room for lies on the server as soon as the keys rest, and is offered when one is back."""
    idris.page.add_init_script(KEEPS_NOTHING)
    idris.go("workshop/#write")
    idris.write("Lost Kettle", "It whistles.")
    expect(idris.page.locator("#kept")).to_have_text("Kept as you write", timeout=SOON)
    idris.page.locator("#w-paper").press_sequentially("and sings ")
    idris.page.reload()  # at once
    expect(idris.page.locator("#unfinished-h")).to_have_text("You began something here that is not on this page.")
    idris.page.get_by_role("button", name="Restore what you were writing").click()
    expect(idris.page.locator('#writing [name="title"]')).to_have_value("Lost Kettle")
    expect(idris.page.locator('#writing [name="text"]')).to_have_value(re.compile("and sings"))
    idris.context.set_offline(True)
    idris.expects_lost_lines = True
    idris.write("Lost Kettle", "It is silent.")
    expect(idris.page.locator("#kept")).to_have_text("Not kept: this browser has no room", timeout=SOON)


def test_a_vote_that_comes_to_a_table_takes_no_letter_and_no_letter_votes(house: House) -> None:
    people, now = playing(house, ("Idris", (1440, 900)))
    other = next(person for person in people if person is not now)
    other.page.goto("about:blank")
    waits = "() => !document.getElementById('vote-back').hidden"
    back = now.page.locator("#vote-back")

    def asks(title: str) -> Callable[[], object]:
        return lambda: sends(other, f"{other.table}write/", title=title, kind="thing", text="Eats.", copies="1")

    line = now.page.locator("#tsay")
    line.click()
    words = typed(now, asks("Goat"), waits)
    assert stands_in(line) == words
    now.page.wait_for_timeout(1_600)  # a pause to think
    now.page.keyboard.type("in no ink")
    assert stands_in(line) == f"{words}in no ink"
    line.fill("")
    asked([now], "Goat")
    now.page.locator("#votepanel [data-no]").click()
    is_over = "() => document.getElementById('r-vote').dataset.proposal === undefined"
    words = typed(now, lambda: sends(other, f"{other.home}do/?verb=withdraw&proposal=1"), is_over)
    assert stands_in(now.page.locator("#vtalk")) == words
    expect(now.page.locator("#votepanel")).to_be_hidden(timeout=SOON)
    now.page.keyboard.type(" I say")
    assert stands_in(line) == f"{words} I say"
    expect(line).to_be_focused()
    line.fill("")
    expect(back).to_be_hidden()

    now.page.locator("#z-blank").click()
    paper = now.page.locator("#w-paper")
    paper.click()
    words = typed(now, asks("Ferret"), waits)
    now.page.wait_for_timeout(1_600)
    now.page.keyboard.type("in no ink")
    assert stands_in(paper) == f"{words}in no ink"
    expect(now.page.locator("#votepanel")).to_be_hidden()
    now.page.locator("[data-compose-close]").first.click()
    asked([now], "Ferret")
    sends(other, f"{other.home}do/?verb=withdraw&proposal=2")
    expect(now.page.locator("#votepanel")).to_be_hidden(timeout=SOON)
    says_why_not(now, other)


def says_why_not(now: Person, other: Person) -> None:
    """The question one writes a no to is taken back: what is written stays under the hand, until it is left."""
    moves(other, "claim", words="Six goats", confirmed="1")
    now.page.locator(".no-because > summary").click()
    field = now.page.locator(".no-because input")
    expect(field).to_be_focused()
    now.expects_lost_lines = True  # a refusal is one to the browser
    is_over = "() => document.getElementById('r-log').textContent.includes('It stays as it is')"
    words = typed(now, lambda: moves(other, "answer", question="1", yes="0"), is_over)
    room = int(field.get_attribute("maxlength") or 0)
    assert stands_in(field) == words[:room]
    expect(field).to_be_focused()
    field.press("Enter")
    expect(now.page.locator(".no-because .said")).to_have_text("That has been answered.", timeout=SOON)
    field.press("Escape")
    expect(now.page.locator(".ask-slip")).to_have_count(0)
