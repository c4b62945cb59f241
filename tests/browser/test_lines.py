"""What is typed and pressed is not lost and counts once: reloads, a lost line, impatient fingers, two tabs."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Request, Route, expect

from cards.face.lexicon import PLAIN, CornerNames, DeckSymbol, Lexicon
from cards.forms.lexicon import fields_of_lexicon
from cards.rules.kit import DVORAK
from studio.kernel.codec import digest
from tests.browser.evening import DESK, PHONE, SOON, House, Person, sends, votes
from tests.browser.game import gathered, moves
from tests.browser.looks import axe_says, comes_to, looked_over
from tests.browser.standing import comes_about
from tests.browser.writing import is_written_down, scribbles
from tests.servers import Site

pytestmark = pytest.mark.browser


def votes_of(person: Person) -> list[str]:
    """Fills with every vote this page sends from now on."""
    sent: list[str] = []

    def note(asked: Request) -> None:
        if asked.method == "POST" and "verb=vote" in asked.url:
            sent.append(asked.post_data or "")

    person.page.on("request", note)
    return sent


def changes_their_mind(person: Person) -> None:
    """Undone and done again by keys, in the drawing's own history; rubbed through, taken back; a tool by its letter."""
    drawn, undo, redo = person.page.locator('[name="doodle"]'), "Control+z", "Control+Shift+z"
    expect(drawn).to_have_value(re.compile("points"))
    first = drawn.input_value()
    person.page.keyboard.press(undo)
    expect(drawn).to_have_value("")
    person.page.keyboard.press(redo)
    expect(drawn).to_have_value(first)
    person.page.keyboard.press("e")
    expect(person.page.locator('[data-tool="rubber"]')).to_have_attribute("aria-pressed", "true")
    person.page.locator('[data-tool="rubber"]').focus()
    person.page.keyboard.press("ArrowUp")  # one stop of Tab, arrows inside
    expect(person.page.locator('[data-tool="felt"]')).to_be_focused()
    box = person.page.locator("[data-paper]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    person.page.mouse.move(x, y - 40)
    person.page.mouse.down()
    person.page.mouse.move(x, y, steps=6)
    person.page.mouse.up()
    expect(drawn).to_have_value(re.compile("points.*points"))  # a rubber parts a stroke
    person.page.keyboard.press(undo)
    expect(drawn).to_have_value(first)
    person.page.keyboard.press("p")


LIES_ON_FLIP = """() => {
  const [said, flip] = ['#line', '.wtop'].map((part) => document.querySelector(part).getBoundingClientRect());
  return said.bottom > flip.top && said.right > flip.left;
}"""


def taken_up_on_a_phone(house: House, ros: Person) -> None:
    """The card is offered on the phone and goes on there; at the desk, where the line was gone, one chooses."""
    phone = house.second_device(ros, size=PHONE)
    phone.go("workshop/#write")
    title, text = (phone.page.locator(f'#writing [name="{name}"]') for name in ("title", "text"))
    restore = phone.page.get_by_role("button", name="Restore what you were writing")
    expect(restore).to_be_visible(timeout=SOON)
    expect(title).to_have_value("")
    restore.click()
    expect(title).to_have_value("Rhubarb Forcer")
    expect(phone.page.locator('#writing [name="doodle"]')).to_have_value(re.compile("points"))
    with is_written_down(phone, "It grows on the phone."):
        phone.write("Rhubarb Forcer", "It grows on the phone.")
    expect(text).to_have_value("It grows on the phone.")
    phone.page.close()

    ros.context.set_offline(True)
    ros.write("Rhubarb Forcer", "It grows in the dark.", cost="3")
    expect(ros.page.locator("#kept")).to_have_text("Kept on this device", timeout=SOON)
    expect(ros.page.locator("#line")).to_be_visible(timeout=SOON)
    comes_to(ros.page, LIES_ON_FLIP, False, why="that the line dropped lies over what turns the card over")
    assert axe_says(ros, "the composer without a line", "#write") == []
    ros.page.keyboard.press("Alt+KeyP")
    expect(ros.page.get_by_text("A moment old")).to_be_visible(timeout=SOON)
    ros.page.keyboard.press("Alt+KeyP")
    ros.context.set_offline(False)
    ros.page.reload()
    expect(ros.page.get_by_role("button", name="Restore what you were writing")).to_be_visible(timeout=SOON)
    expect(ros.page.locator('#writing [name="cost"]')).to_have_value("3")
    with is_written_down(ros):
        ros.page.get_by_role("button", name="Go on with what stands here").click()
    expect(ros.page.locator("#unfinished [data-restore]")).to_have_count(0)


def test_a_card_half_written_survives_reload_and_a_lost_line(house: House) -> None:
    ros, idris = house.company("Ros", "Idris")
    ros.expects_lost_lines = True
    ros.page.get_by_role("link", name="Take a blank card").last.click()
    expect(ros.page.locator("#kept")).to_have_text("")  # of a blank card nothing is kept
    answered_late(ros)
    printed_in_turn(ros)
    ros.write("Rhubarb Forcer", "It grows in the dark.", kind="action", traits="Shelter", cost="2")
    expect(ros.page.locator("#preview .cf-title")).to_have_text("Rhubarb Forcer", timeout=SOON)  # the card lies still
    scribbles(ros, -20)
    changes_their_mind(ros)
    ros.page.reload()
    writing = ros.page.locator("#writing")
    expect(writing.locator('[name="doodle"]')).to_have_value(re.compile("points"))
    expect(writing.locator('[name="title"]')).to_have_value("Rhubarb Forcer")
    expect(writing.locator('[name="text"]')).to_have_value("It grows in the dark.")
    expect(writing.locator('[name="cost"]')).to_have_value("2")
    expect(writing.locator('[name="kind"][value="action"]')).to_be_checked()
    expect(ros.page.locator("#preview .cf-title")).to_have_text("Rhubarb Forcer")
    taken_up_on_a_phone(house, ros)

    ros.context.set_offline(True)
    scribbles(ros, 20)
    writing.locator('[name="text"]').fill("It grows in the dark, loudly.")
    ros.put()
    expect(ros.page.locator("#line")).to_contain_text("kept here", timeout=SOON)
    expect(writing.locator('[name="text"]')).to_have_value("It grows in the dark, loudly.")
    ros.context.set_offline(False)
    expect(ros.page.locator("#r-card .cf-title").first).to_contain_text("Rhubarb Forcer", timeout=2 * SOON)
    expect(ros.page.locator("#r-card")).to_contain_text("loudly")
    drawn = ros.page.locator("#r-card .cf-pic.is-doodle img").get_attribute("src") or ""
    assert drawn.count("M") == 2, "a stroke drawn before the reload, one while the line was gone"
    expect(writing.locator('[name="doodle"]')).to_have_value("")
    expect(writing.locator('[name="title"]')).to_have_value("")
    expect(writing.locator('[name="kind"][value="thing"]')).to_be_checked()  # the one before was an Action
    expect(ros.page.locator("#kept")).to_have_text("")
    expect(ros.page.locator("#line")).to_be_hidden()
    expect(ros.page.locator("#r-queue")).not_to_contain_text("Rhubarb")
    votes(idris, 1)
    ros.goes_on()
    pockets_and_leaves(ros)


def answered_late(ros: Person) -> None:
    """What the server knew before it was told is no word about what it was told since: what stands here stays."""
    late: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if route.request.method == "GET" and not late:
            late.append((route, route.fetch()))
        else:
            route.continue_()

    ros.page.route("**/unfinished/?*", hold)
    ros.page.reload()
    with is_written_down(ros, "Rhubarb"):
        ros.write("Rhubarb", "It grows.")
    comes_about(ros.page, lambda: late, "what the server knew")
    [(route, answer)] = late
    expect(ros.page.locator("#kept")).to_have_text("Kept as you write", timeout=SOON)
    with ros.page.expect_request_finished(lambda asked: "/unfinished/" in asked.url and asked.method == "GET"):
        route.fulfill(response=answer)
    ros.page.wait_for_timeout(300)
    expect(ros.page.locator('#writing [name="title"]')).to_have_value("Rhubarb")
    ros.page.unroute("**/unfinished/?*")


def printed_in_turn(ros: Person) -> None:
    """While the printed card is drawn, newer words wait for the answer: a slow server would draw each of them in turn,
    and the last one last. What is asked then is what stands there."""
    held: list[Route] = []
    ros.page.route("**/preview/", lambda route: held.append(route))
    ros.page.locator("#w-paper").press_sequentially("So it does, in the dark", delay=90)
    comes_about(ros.page, lambda: held, "what the first letter looks like in print")
    assert len(held) < 5, "a letter, and the words of now where that is answered too late"
    asked = list(held)
    for route in asked:
        route.continue_()
    comes_about(ros.page, lambda: "in+the+dark" in str(held[-1].request.post_data), "the words that stand there")
    for route in held[len(asked) :]:
        route.continue_()
    ros.page.unroute("**/preview/")


def pockets_and_leaves(ros: Person) -> None:
    """A card is put away for later and taken out again; whoever is forgotten leaves nothing of it in this browser."""
    title = ros.page.locator('#writing [name="title"]')
    with is_written_down(ros, "It waits."):
        ros.write("Wheelbarrow", "It waits.")
    pocket = ros.page.locator(".pocket")
    pocket.locator("summary").click()
    ros.page.get_by_role("button", name="Put this away and take a blank card").click()
    expect(title).to_have_value("")
    lies = pocket.locator(".pocket-take").filter(has_text="Wheelbarrow")
    expect(lies).to_be_attached(timeout=SOON)
    ros.write("G" * 300, "It is far too long.")
    wrong = ros.page.locator("#e-title")
    expect(wrong).to_contain_text("220 too many")
    text, long = ros.page.locator("#w-paper").bounding_box(), title.bounding_box()
    assert text and long and long["y"] + long["height"] < text["y"], "a name without end lies over nothing else"
    if not lies.is_visible():
        pocket.locator("summary").click()
    lies.click()
    expect(title).to_have_value("Wheelbarrow", timeout=SOON)
    expect(wrong).to_be_hidden()
    expect(title).not_to_have_attribute("aria-invalid", "true")  # what was wrong with another card
    with is_written_down(ros, "It waits, still."):
        ros.write("Wheelbarrow", "It waits, still.")
    begun = "() => Object.keys(localStorage).filter((name) => name.startsWith('carte.draft.')).length"
    assert ros.page.evaluate(begun) > 0
    ros.go("/you/forget/").page.get_by_label("Your name, once more").fill("Ros")
    ros.page.get_by_role("button", name="Forget me").click()
    ros.page.wait_for_url(re.compile("^(?!.*/forget/)"))
    comes_to(ros.page, begun, 0)


def test_a_vote_pressed_without_a_line_goes_in_once(house: House) -> None:
    ros, idris, tom = house.company("Ros", "Idris", "Tomasz")
    ros.propose("Wandering Goat", "It wanders.")
    idris.expects_lost_lines = True
    idris.sees("Wandering Goat")
    idris.context.set_offline(True)
    idris.yes.click()
    expect(idris.page.locator("#line")).to_have_text(
        "The line dropped. Your vote is kept here and goes in when we’re back.", timeout=SOON
    )
    expect(idris.page.locator("#line")).to_be_visible()
    expect(ros.seal("Idris")).to_have_class(re.compile("is-waiting"))
    idris.page.evaluate("() => { location.hash = '#write'; }")
    expect(idris.page.get_by_role("link", name="Back to it")).to_be_visible()
    comes_to(idris.page, LIES_ON_FLIP, False, why="that the line dropped lies over what turns the card over")
    idris.page.get_by_role("link", name="Back to it").click()
    wrong = [*looked_over(idris, "a ballot while the line is down"), *looked_over(tom, "a ballot", [(DESK, "light")])]
    assert not wrong, "\n".join(wrong)
    idris.context.set_offline(False)
    expect(ros.seal("Idris")).to_have_class(re.compile("is-for"), timeout=2 * SOON)
    expect(idris.seal("Idris")).to_have_class(re.compile("is-for"), timeout=SOON)
    expect(idris.page.locator("#line")).to_be_hidden()
    tom.favours("Wandering Goat")
    for person in (ros, idris, tom):
        person.hears("It’s in.").goes_on()
    ros.go("minutes/")
    expect(ros.page.get_by_text(re.compile("3 of 3")).first).to_be_visible()


def test_a_kept_vote_goes_in_though_something_else_was_under_way_when_its_turn_came(house: House) -> None:
    ros, idris, _tom = house.company("Ros", "Idris", "Tomasz")
    ros.propose("Wandering Goat", "It wanders.")
    idris.expects_lost_lines = True
    idris.sees("Wandering Goat")
    held: list[Route] = []
    idris.page.route(re.compile("verb=vote"), lambda route: route.abort(), times=1)
    idris.page.route(re.compile("verb=remark"), lambda route: held.append(route), times=1)
    idris.page.clock.install()
    idris.yes.click()
    expect(idris.page.locator("#line")).to_contain_text("Your vote is kept here", timeout=SOON)
    idris.says("Anybody?")
    expect(idris.page.locator("form[data-sending] #say-box")).to_have_count(1)
    comes_about(idris.page, lambda: held, "the remark on its way")
    idris.page.clock.fast_forward(5_000)  # past the next try
    held[0].continue_()
    expect(idris.seal("Idris")).to_have_class(re.compile("is-for"), timeout=SOON)
    expect(idris.page.locator("#line")).to_be_hidden()
    expect(ros.seal("Idris")).to_have_class(re.compile("is-for"), timeout=SOON)
    expect(ros.page.locator("#r-talk")).to_contain_text("Anybody?")


def test_an_answer_lost_on_its_way_back_counts_once(house: House) -> None:
    """The server took the card, but the page never heard: it asks again with the same key."""
    ros, idris = house.company("Ros", "Idris")
    ros.expects_lost_lines = True
    swallowed: list[str] = []

    def swallow(route: object) -> None:
        route.fetch()  # type: ignore[attr-defined]
        swallowed.append("once")
        route.abort()  # type: ignore[attr-defined]

    ros.page.route("**/write/", swallow, times=1)
    ros.page.get_by_role("link", name="Take a blank card").last.click()
    ros.write("Wandering Goat", "It wanders.").put()
    idris.sees("Wandering Goat")
    expect(ros.page.locator('#writing [name="title"]')).to_have_value("", timeout=SOON)
    assert swallowed
    ros.sees("Wandering Goat")
    expect(idris.page.locator("#r-queue")).to_be_empty()
    in_all_the_same(house, ros, swallow)


# A browser that keeps no command, so that it is not sent again by itself.
CHOOSES_SOMEBODY_GONE = """who => {
  who.append(new Option("Nell", "9999"));
  who.value = "9999";
  who.dispatchEvent(new Event("input", {bubbles: true}));
}"""
KEEPS_NOTHING = """() => {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (...given) { if (this !== sessionStorage) setItem.apply(this, given); };
}"""


def in_all_the_same(house: House, ros: Person, swallow: Callable[[object], None]) -> None:
    """Who has closed the window without an answer finds nothing left to write; nor does who presses a second time."""
    title = '#writing [name="title"]'
    for card in ("Tea Urn", "Slug"):
        ros.page.route("**/write/", swallow, times=1)
        ros.write(card, "It steams.")
        expect(ros.page.locator("#kept")).to_have_text("Kept as you write", timeout=SOON)
        if card == "Slug":
            ros.page.evaluate(KEEPS_NOTHING)
        with ros.page.expect_event("requestfailed"):
            ros.put()
        if card == "Tea Urn":
            ros.page.close()
            again = house.second_tab(ros).workshop()
            again.expects_lost_lines, ros.page = True, again.page
        else:
            expect(ros.page.locator("form[data-sending]")).to_have_count(0)
            ros.put()
            expect(ros.page.locator('[data-said="writing"]')).to_have_text(re.compile("before everybody already"))
        expect(ros.page.locator(title)).to_have_value("", timeout=SOON)
        comes_to(ros.page, "() => Object.keys(localStorage).filter((name) => name.includes('draft'))", [])


def test_a_server_killed_in_mid_word_loses_no_letter_and_no_stroke(house: House, open_site: Site) -> None:
    """And started again: a card in the workshop, a stroke of its drawing, a line at a table are gone on with."""
    ros, idris = people = gathered(house, ("Idris", DESK))
    moves(ros, "begin", confirmed="1")
    for person in people:
        person.expects_lost_lines = True
    ros.workshop().write("Wandering Goat", "It wand")
    line, paper = idris.go(idris.table).page.locator("#tsay"), ros.page.locator("#w-paper")
    line.press_sequentially("Is any")
    comes_to(idris.page, "() => document.getElementById('tsay').value", "Is any")
    ros.page.keyboard.type("ers in")
    open_site.kill()
    try:
        ros.page.keyboard.type(" the da")
        line.press_sequentially("body")
        expect(ros.page.locator("#kept")).to_have_text("Kept on this device", timeout=SOON)
        expect(ros.page.locator("#line")).to_be_visible(timeout=SOON)
        x, y = begins_a_stroke(ros)
    finally:
        open_site.start(0)
    ros.page.mouse.move(x + 40, y, steps=4)
    expect(ros.page.locator("#line")).to_be_hidden(timeout=2 * SOON)
    ros.page.mouse.move(x + 60, y, steps=4)
    ros.page.mouse.up()
    line.press_sequentially(" there?")
    expect(line).to_have_value("Is anybody there?")
    paper.click()
    ros.page.keyboard.press("ControlOrMeta+End")
    ros.page.keyboard.type("rk.")
    expect(ros.page.locator('#writing [name="text"]')).to_have_value("It wanders in the dark.")
    line.press("Enter")
    expect(idris.page.locator("#r-log")).to_contain_text("Is anybody there?", timeout=SOON)
    ros.put().sees("Wandering Goat")
    expect(ros.page.locator("#r-card")).to_contain_text("It wanders in the dark.")
    drawn = ros.page.locator("#r-card .cf-pic.is-doodle img").get_attribute("src") or ""
    assert drawn.count("M") == 1
    expect(ros.page.locator("#r-queue")).to_be_empty()


def begins_a_stroke(person: Person) -> tuple[float, float]:
    """The pen stays down; where it lies."""
    box = person.page.locator("[data-paper]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    person.page.mouse.move(x - 60, y)
    person.page.mouse.down()
    person.page.mouse.move(x, y, steps=4)
    return x, y


def test_an_impatient_finger_counts_once(house: House) -> None:
    ros, idris, _tom = house.company("Ros", "Idris", "Tomasz")
    ros.page.get_by_role("link", name="Take a blank card").last.click()
    ros.write("Wandering Goat", "It wanders.")
    ros.page.locator("#r-go button").dblclick()
    idris.sees("Wandering Goat")
    sent, held = votes_of(idris), list[Route]()
    idris.page.route(
        re.compile("verb=vote"), lambda route: held.append(route), times=1
    )  # a busy machine answers between two presses
    idris.yes.dblclick()
    comes_about(idris.page, lambda: bool(held), "the vote")
    held[0].continue_()
    expect(ros.seal("Idris")).to_have_class(re.compile("is-for"), timeout=SOON)
    expect(idris.page.locator(".mine-words")).to_contain_text("in favour")
    idris.page.wait_for_timeout(300)
    expect(ros.seal("Idris")).to_have_class(re.compile("is-for"))
    assert len(sent) == 1, sent
    expect(idris.page.locator("#r-queue")).to_be_empty()


def test_two_tabs_are_one_person(house: House) -> None:
    ros, idris = house.company("Ros", "Idris")
    other = house.second_tab(idris).workshop()
    expect(ros.page.locator(".presence-words")).to_have_text("Two at the table", timeout=SOON)
    other.page.get_by_role("link", name="Take a blank card").last.click()
    other.write("Half a card", "Not yet")
    expect(idris.page.locator('#writing [name="title"]')).to_have_value("Half a card")
    ros.propose("Wandering Goat", "It wanders.")
    for tab in (idris, other):
        tab.sees("Wandering Goat")
    idris.objects("Wandering Goat", "No")
    for tab in (idris, other):
        tab.hears("Not this time.")
    idris.goes_on()
    # Whoever was in the middle of a card there keeps writing; the verdict lies beside it.
    expect(other.page.locator('#writing [name="title"]')).to_have_value("Half a card")
    other.goes_on()
    ros.goes_on()
    idris.page.close()
    ros.page.wait_for_timeout(400)
    expect(ros.page.locator(".presence-words")).to_have_text("Two at the table")
    ros.propose("Tea Urn", "It steams.")
    other.favours("Tea Urn").hears("It’s in.")


def test_a_restart_of_the_line_brings_what_was_missed(house: House) -> None:
    ros, idris = house.company("Ros", "Idris")
    idris.expects_lost_lines = True
    idris.page.goto("about:blank")
    ros.propose("Wandering Goat", "It wanders.")
    ros.says("Anybody?")
    idris.page.go_back()
    idris.sees("Wandering Goat")
    expect(idris.page.locator("#r-talk")).to_contain_text("Anybody?")
    idris.favours().hears("It’s in.")


def test_who_writes_is_named_to_the_others_for_a_moment(house: House) -> None:
    ros, idris, maud = house.company("Ros", "Idris", "Maud")
    ros.write("Wandering Goat", "It wanders.")
    writers = idris.page.locator("#writers")
    expect(writers).to_have_text("Ros is writing", timeout=SOON)
    maud.write("Tea Urn")
    both = writers.filter(has_text=re.compile("^(Ros and Maud|Maud and Ros) are writing$"))

    def are_seen() -> int:
        for number, person in enumerate((maud, ros, maud, ros)):  # they go on writing for as long as it takes
            person.page.locator('#writing [name="text"]').fill("It wanders off." + " And on." * number)
        return both.count()

    comes_about(idris.page, are_seen, "two who write")
    expect(ros.page.locator("#writers")).not_to_contain_text("Ros")
    idris.page.set_viewport_size({"width": 390, "height": 844})
    idris.fits("who writes, on a telephone")
    expect(writers).to_be_empty(timeout=SOON)
    lets_another_go_first(ros, idris, maud)


def lets_another_go_first(ros: Person, idris: Person, maud: Person) -> None:
    """Of two cards that wait the first goes behind the second; only its writer is offered that."""
    ros.put()
    maud.sees("Wandering Goat").write("Tea Urn", "It steams.").put()
    waiting = [person.page.locator("#r-queue .queue-slip .hand") for person in (ros, idris, maud)]
    expect(waiting[2]).to_have_text(["Tea Urn"], timeout=SOON)
    sends(idris, f"{idris.home}write/", title="Slug", text="It crawls.", kind="thing", copies="1")
    expect(waiting[2]).to_have_text(["Tea Urn", "Slug"], timeout=SOON)
    way = maud.page.get_by_role("button", name="Let “Slug” go before “Tea Urn”")
    expect(ros.page.locator("#r-queue button:visible")).to_have_count(0)
    way.click()
    for lines in waiting:
        expect(lines).to_have_text(["Slug", "Tea Urn"], timeout=SOON)
    expect(idris.page.locator("#r-queue button:visible")).to_have_accessible_name("Let “Tea Urn” go before “Slug”")
    expect(maud.page.locator("#r-queue button:visible")).to_have_count(0)


# A page is left while its line is on its way.
LEAVES_AT_ONCE = """(() => {
  const Real = WebSocket;
  globalThis.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      queueMicrotask(() => dispatchEvent(new Event('pagehide')));
    }
  };
})()"""


def test_a_card_one_writes_knows_what_changed_in_the_room_meanwhile(house: House) -> None:
    """Words that were voted in are offered and drawn, corners are called as they are now, and people are counted."""
    ros = house.person("Ros").start().workshop().write("Bread Bin")
    page = ros.page
    page.locator("#w-paper").press_sequentially("Take {crumb}. {cru")
    words = Lexicon(symbols=(DeckSymbol("crumb", "a crumb", "#8a6208", "round"),), corners=CornerNames(stat="Crust"))
    sends(ros, f"{ros.home}words/", **fields_of_lexicon(words, PLAIN), was=digest(DVORAK))  # alone, it is in at once
    expect(page.locator("#w-paper .w-symbol")).to_have_count(1, timeout=SOON)
    expect(page.locator('[data-corner="stat"] .corner-word')).to_have_text("Crust")
    expect(page.locator("#completes [role=option]")).to_contain_text(["crumb"])
    page.keyboard.press("Enter")
    assert page.locator("#w-paper").evaluate("paper => paper.textContent") == "Take {crumb}. {crumb}"
    more = page.locator('[name="e_by-0-way"] option[value="majority"]')
    expect(more).to_have_text("More than half")
    house.person("Idris").join(ros.link)
    expect(more).to_have_text("More than half of the two of you: two", timeout=SOON)
    house.person("Maud").join(ros.link)
    expect(more).to_have_text("More than half of the three of you: two", timeout=SOON)
    decider = page.locator('[name="e_decider-0-member"]')
    expect(decider.locator("option")).to_have_text(["Somebody", "Ros", "Idris", "Maud"])
    # Whoever stands in a sentence that was not taken may leave: that is no other card than the one that was written.
    with is_written_down(ros, "9999"):  # and not what was on its way before: the page that comes would write beside it
        decider.evaluate(CHOOSES_SOMEBODY_GONE)
    page.add_init_script(LEAVES_AT_ONCE)  # of which the browser has nothing to say
    with page.expect_response(lambda answer: answer.request.method == "GET" and "unfinished" in answer.url) as looked:
        page.reload()
    looked.value.finished()
    expect(page.locator('#writing [name="title"]')).to_have_value("Bread Bin")
    expect(page.locator(".unfinished-choice")).to_have_count(0)
