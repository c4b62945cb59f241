"""A secret batch of four people, written, turned over and swept: by keys at a desk, by thumb on a phone, by forms."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.evening import DESK, PHONE, SMALL_PHONE, SOON, House, Person, deck_of, joins, sends
from tests.browser.looks import comes_to, looked_over
from tests.browser.standing import asks, comes_about, leads_on

pytestmark = pytest.mark.browser

SIZES: Any = ((DESK, "light"), (SMALL_PHONE, "dark"))
LOW = (1100, 700)  # a desk that is low and narrow


# The button and every tool lie in the window with nothing over them; on a phone the card fills the glass, at a desk all
# cards lie abreast, one as large as the other, and on both one reads how many are down.
AT_HAND = """([high, isPhone]) => {
  if (innerHeight !== high) return ['still ' + innerHeight];
  const all = (part) => [...document.querySelectorAll(part)].filter((one) => one.checkVisibility());
  const wrong = [];
  for (const one of all('.composer-go, .composer--batch .toolslip button')) {
    const box = one.getBoundingClientRect(), there = document.elementFromPoint(box.x + box.width / 2, box.bottom - 3);
    if (box.bottom > high || !one.contains(there)) wrong.push((one.innerText || one.title || one.name) + ' is covered');
  }
  const [mat] = all('.batchmat').map((one) => one.getBoundingClientRect());
  for (const one of all('.flip, .markslip')) {
    const box = one.getBoundingClientRect();
    if (!isPhone && (box.left < mat.left || box.right > mat.right)) wrong.push(one.className + ' is beside the mat');
  }
  const wide = all('.own-blanks > li > .card, .writing-card').map((card) =>
    Math.round(card.getBoundingClientRect().width));
  const [pen] = all('.writing-card').map((card) => card.getBoundingClientRect());
  if (isPhone && (pen.width < innerWidth * .9 || pen.top > high * .4)) wrong.push(`card ${pen.width} at ${pen.top}`);
  if (!isPhone && Math.max(...wide) - Math.min(...wide) > 2) wrong.push('cards ' + wide);
  if (!isPhone && pen.bottom > high) wrong.push('card to ' + pen.bottom);
  const said = all(isPhone ? '.batch-line, .batch-code' : '.others > li, .wsbar .code');
  for (const one of said) if (one.getBoundingClientRect().bottom > high) wrong.push(one.innerText + ' is below');
  if (said.length < 2) wrong.push('nothing says how many');
  const [name, kept] = all('.composer--batch > .side-h > *').slice(-2).map((one) => one.getBoundingClientRect());
  if (isPhone && kept.top < name.bottom) wrong.push('what is kept lies on the heading');
  return wrong;
}"""

# As long as an idea may be (`WORD_MOST`), and what is said once there is a word of the card.
LONGEST_IDEAS = """() => {
  document.getElementById('kept').textContent = 'Kept as you write';
  for (const slip of document.querySelectorAll('.prompt')) {
    slip.classList.add('is-long');
    slip.querySelector('b').textContent = 'Wholesome neighbourly quarrels';
  }
}"""


def put_down(person: Person, title: str) -> None:
    person.page.locator('#writing [name="title"]').fill(title)
    person.page.locator("#w-paper").fill("A secret until then.")
    with leads_on(person.page):
        person.page.locator("#r-go button").click()


def test_four_people_write_in_secret_turn_over_and_sweep(house: House) -> None:
    ros, idris, tomasz = (house.person(name) for name in ("Ros", "Idris", "Tomasz"))
    maud = house.person("Maud", PHONE)
    ros.home = deck_of(ros, "Allotment Wars")
    for other in (idris, tomasz, maud):
        joins(other, ros)
    heard: list[str] = []
    ros.page.on("websocket", lambda line: line.on("framereceived", lambda text: heard.append(str(text))))
    wrong = looked_over(ros.workshop(), "empty", SIZES)
    ros.go("first-batch/")
    wrong += looked_over(ros, "calling", SIZES)
    ros.page.get_by_text("2", exact=True).click()
    with leads_on(ros.page):
        ros.page.get_by_role("button", name="Begin").click()
    expect(ros.page.locator(".others > li")).to_have_count(4, timeout=SOON)
    wrong += looked_over(ros, "writing", SIZES)
    maud.go("first-batch/")
    put_down(maud, "Kanarienvogel")
    expect(ros.page.locator("#r-batch .num")).to_have_text("1 of 8", timeout=SOON)
    put_down(maud, "Tea Urn")
    for person in (idris, tomasz):
        for slot in (1, 2):
            card = {"title": f"{person.name} {slot}", "kind": "thing", "text": "Unseen.", "copies": "1"}
            sends(person, f"{ros.home}first-batch/1/cards/{slot}/", **card)
    put_down(ros, "Cold Frame")
    # What is picked up is there again, word for word.
    with leads_on(ros.page):
        ros.page.get_by_role("button", name="Pick it up: your first card").click()
    expect(ros.page.locator('#writing [name="title"]')).to_have_value("Cold Frame")
    put_down(ros, "Cold Frame")
    put_down(ros, "Slug")
    assert "Kanarienvogel" not in asks(ros.page, "() => document.documentElement.outerHTML") + "".join(heard)
    with leads_on(ros.page), leads_on(maud.page):
        maud.page.get_by_role("button", name="Turn them over").click()
    for person in (ros, maud):
        expect(person.page.locator("#r-sweep .sw")).to_have_count(8, timeout=SOON)
    expect(ros.page.locator(".sweep-told")).to_contain_text("Maud turned them over")
    for person in (idris, tomasz):
        for place in range(1, 9):
            sends(person, f"{ros.home}do/?verb=mark&batch=1", card=f"keep.{place}")
    # At a desk by keys: the first is talked about, the others are kept; each mark goes to the next without one.
    ros.page.keyboard.press("t")
    expect(ros.page.locator("#sw-1 .talkmark")).to_be_visible()
    expect(ros.page.get_by_role("link", name=re.compile("you would talk about it$"))).to_have_count(1)
    ros.page.keyboard.press("ArrowRight")
    ros.page.keyboard.press("ArrowLeft")
    wrong += looked_over(ros, "sweeping", SIZES)
    for _ in range(7):
        ros.page.keyboard.press("k")
    done = maud.page.locator(".progress .num").filter(has_text=re.compile(r"^\s*8 of 8"))
    expect(done).to_have_count(3, timeout=SOON)
    assert maud.page.locator("#r-sweep .swmark .stamp").count() == 0  # nobody's marks but one's own
    # On a phone one card at a time, with two buttons under the thumb.
    keep = maud.page.locator('[data-mark-now="keep"]')
    box, window = keep.bounding_box(), maud.page.viewport_size
    assert box is not None and window is not None and box["height"] >= 44 and box["y"] > window["height"] * 0.7
    expect(maud.page.get_by_role("main").get_by_role("heading", name="The sweep")).to_be_attached()  # who reads by ear
    for number in range(1, 9):
        expect(maud.page.locator("#sweep-nth")).to_have_text(f"Card {number} of 8")
        keep.click()
    for person in (ros, maud):
        expect(person.page.locator(".fate-in")).to_have_count(7, timeout=SOON)
        expect(person.page.locator(".fate-line")).to_have_count(1)
    wrong += looked_over(ros, "swept", SIZES)
    ros.workshop().sees(ros.page.locator("#r-card .cf-title").first.inner_text())
    expect(ros.page.locator("#r-rail")).to_contain_text("7 Things")
    # Over days there is a weekday for a clock; and the button that puts a card down never leaves, nor hides the card.
    days = deck_of(ros, "Over Days")
    sends(ros, f"{days}do/?verb=begin-batch", size="2", pace="days")
    ros.go(f"{days}first-batch/")
    expect(ros.page.locator(".clock b")).to_have_text(re.compile(r"Until about \w+day"))
    for width, height in (DESK, (1280, 720), LOW, (1000, 660), PHONE, (360, 640)):
        ros.page.set_viewport_size({"width": width, "height": height})
        kind = "thing" if (width, height) == DESK else "rule"  # which has sentences besides
        ros.page.locator(f'.kinds label:has([value="{kind}"])').click()
        expect(ros.page.locator(f'.kind-line[data-kind="{kind}"]')).to_be_visible()
        ros.page.evaluate(LONGEST_IDEAS)  # which one is shown is luck
        comes_to(ros.page, AT_HAND, [], [height, width < 900], why=(width, height))
        ros.fits(f"batch at {width}")
    # Whoever is in the workshop is called to it in full, and is asked for nothing else.
    ros.go(f"{days}workshop/")
    expect(ros.page.get_by_role("heading", name="Ros calls everybody to a first batch")).to_be_visible()
    expect(ros.page.get_by_role("button", name="Take a blank card")).to_be_hidden()
    wrong += looked_over(ros, "called", SIZES)
    assert wrong == [], "\n".join(wrong)


# What is read and pressed while one writes lies in the window with nothing over it, and the head is as wide as that.
OPEN = """() => [...document.querySelectorAll('.batch-called, .batch-go .btn, .wback, .wback-news, [data-off-bench], ' +
    '.kinds-in > label, .toolslip button, .wsbar')].filter((one) => one.checkVisibility()).filter((one) => {
  const box = one.getBoundingClientRect();
  if (one.matches('.wsbar')) return box.width < innerWidth;
  return !one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}).map((one) => one.className + ' ' + one.innerText)"""


def is_called_in_mid_word(ros: Person, idris: Person) -> None:
    """Whoever writes a card hears and reads of it, loses no letter, goes there when they like; then the card is put."""
    page, paper = ros.workshop().page, ros.page.locator("#w-paper")
    ros.write("Bread Bin", "It is")
    page.keyboard.type(" full")
    sends(idris, f"{ros.home}do/?verb=begin-batch", size="2")
    page.keyboard.type(" of nines")
    called = page.get_by_role("heading", name="Idris calls everybody to a first batch")
    for size in (LOW, DESK):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(called).to_be_visible(timeout=SOON)
        comes_to(page, OPEN, [], why=size)
    for kind in ("rule", "thing"):  # with the sentences on the bench, and without
        page.locator(f'.kinds label:has([value="{kind}"])').click()
        comes_to(page, OPEN, [], why=kind)
        expect(called).to_be_visible()
    paper.focus()
    page.keyboard.press("ControlOrMeta+End")
    expect(page.locator("#say")).to_have_text(re.compile("Idris has called a first batch"))
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator(".wback")).to_have_accessible_name("Back to the table A first batch waits")
    expect(page.locator(".wback-called")).to_be_visible()
    page.keyboard.type(", nearly")
    expect(paper).to_be_focused()
    expect(paper).to_have_text("It is full of nines, nearly")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    page.get_by_role("link", name="Write yours").click()
    expect(page.locator("#r-batch")).to_be_visible()
    ros.go("workshop/#write")
    expect(page.locator('#writing [name="title"]')).to_have_value("Bread Bin")
    expect(page.locator('#writing [name="text"]')).to_have_value("It is full of nines, nearly")
    ros.put().sees("Bread Bin")
    expect(called).to_be_visible()  # beside the ballot


def is_called_at_a_table(ros: Person, idris: Person) -> Locator:
    """Whoever sits down meanwhile hears of it when they take the pen, where others read it. Their announcer."""
    sends(idris, f"{ros.home}do/?verb=vote&proposal=1&wording=1", answer="for")  # a vote would come over the pen
    table = sends(ros, f"{ros.home}play/", version="draft", seats="2").headers["location"]
    sends(idris, f"{table}sit/", name="Idris")
    page, calls = idris.go(table).page, "Idris calls everybody to a first batch"
    heading, said = page.locator("#called-h"), page.locator("#say")
    expect(heading).to_be_attached()
    expect(heading).to_be_hidden()
    expect(said).not_to_contain_text(calls)
    page.evaluate("() => { location.hash = 'write'; }")
    expect(heading).to_have_text(calls)
    expect(heading).to_be_visible()
    expect(said).to_have_text(f"{calls}.")
    page.locator("#w-title").press_sequentially("Tea")
    return said


def test_a_mark_on_its_way_is_shown_until_it_is_answered(house: House) -> None:
    """Whatever else is drawn anew meanwhile; one that is refused is no longer there."""
    ros, idris = house.gathered("Ros", "Idris")
    ros.expects_lost_lines = True  # the answer that refuses
    is_called_in_mid_word(ros, idris)
    said = is_called_at_a_table(ros, idris)
    for person in (ros, idris):
        for slot in (1, 2):
            card = {"title": f"{person.name} {slot}", "kind": "thing", "text": "Unseen.", "copies": "1"}
            sends(person, f"{ros.home}first-batch/1/cards/{slot}/", **card)
    sends(ros, f"{ros.home}do/?verb=turn-over&batch=1")
    expect(said).to_have_text("The first batch is turned over.", timeout=SOON)  # in mid-word
    expect(idris.page.locator("#w-title")).to_be_focused()
    idris.page.keyboard.type("pot")
    expect(idris.page.locator("#w-title")).to_have_value("Teapot")
    page, marks = ros.go("first-batch/").page, f"{ros.home}do/?verb=mark&batch=1"
    held: list[Route] = []
    page.route(re.compile("verb=mark"), lambda route: held.append(route))
    expect(page.locator("#sweep-nth")).to_have_text("Card 1 of 4")
    page.keyboard.press("k")
    expect(page.locator("#sweep-nth")).to_have_text("Card 2 of 4")
    page.keyboard.press("t")
    comes_about(page, lambda: len(held) == 2, "two marks on their way")
    sends(ros, marks, mark="keep.3")  # from another of Ros’s windows
    expect(page.locator("#mk-3")).to_have_attribute("data-mark", "keep", timeout=SOON)
    expect(page.locator("#mk-1")).to_have_attribute("data-mark", "")
    expect(page.locator("#sw-1 .stamp")).to_have_count(1)
    expect(page.locator("#sw-2 .talkmark")).to_have_count(1)
    first, second = sorted(held, key=lambda route: "talk" in (route.request.post_data or ""))
    second.fulfill(status=409, json={"words": "Not now."})
    expect(page.locator("#sw-2 .talkmark")).to_have_count(0)
    first.continue_()
    expect(page.locator("#mk-1")).to_have_attribute("data-mark", "keep", timeout=SOON)
    # Whoever changes their mind is shown it, on the card and in the list, though nobody is told anything new.
    page.unroute_all()
    page.locator("#sw-1").click()
    page.keyboard.press("t")
    page.get_by_role("button", name="As a list").click()
    page.locator("#mk-3").get_by_role("button", name="Talk").click()
    for place in (1, 3):
        expect(page.locator(f"#mk-{place}")).to_have_attribute("data-mark", "talk", timeout=SOON)
        expect(page.locator(f"#sw-{place} .talkmark")).to_have_count(1)
