"""What the eye meets: reduced motion shows end states, hostile words stay inside, the print keeps up with the pen."""

from __future__ import annotations

import re
import statistics

import pytest
from playwright.sync_api import expect

from tests.browser.evening import (
    DESK,
    PHONE,
    SMALL_PHONE,
    SOON,
    House,
    Person,
    decides,
    deck_of,
    invitation,
    is_put_away,
    joins,
    sends,
    votes,
)
from tests.browser.looks import SETTLED, SIZES, UNCOVERED, axe_says, comes_to, looked_over

pytestmark = pytest.mark.browser

MOVING = """() => document.getAnimations()
  .filter((a) => a.playState === 'running' && a.effect.getComputedTiming().activeDuration > 1)
  .map((a) => `${a.effect.target?.className} ${a.animationName ?? a.transitionProperty}`)"""


WATCH_MOVES = """() => {
  window.hasPlayed = false;
  const note = ({ target }) => { window.hasPlayed ||= Boolean(target.closest('#moment')); };
  for (const begins of ['animationstart', 'transitionrun']) document.addEventListener(begins, note, true);
}"""


def test_reduced_motion_shows_the_end_at_once(house: House) -> None:
    ros, maud = house.company("Ros", "Maud", reduced_motion="reduce")
    assert maud.page.evaluate(MOVING) == []
    ros.propose("Wandering Goat", FULL)
    maud.favours("Wandering Goat").hears("It’s in.")
    assert maud.page.evaluate(MOVING) == []
    stamp = maud.moment.locator(".moment-stamp")
    expect(stamp).to_be_visible()
    assert stamp.evaluate("(e) => getComputedStyle(e).opacity") == "1"
    now = maud.moment.locator(".turn .now")
    assert now.evaluate("(e) => getComputedStyle(e).clipPath") in ("none", "inset(0px)", "inset(0%)")
    # The same words are said as with motion.
    expect(maud.page.locator("#say-now")).to_contain_text("It’s in.")
    stamped_beside_its_words(maud)
    maud.page.keyboard.press("Escape")
    sends(ros, f"{ros.home}write/", title="Wondering Goat", text=FULL, kind="thing", copies="1")
    votes(maud, 2, no="Too hungry")
    maud.hears("Not this time.")
    stamped_beside_its_words(maud)


FULL = (
    "At the start of every player’s turn, the Goat moves to that player and eats their smallest Vegetable, unless they"
    " show a Shelter. Then roll the die. On a 6 it eats the Shelter as well, and whoever laughs discards a card. On a 1"
    " it sleeps. Nobody may wake it before the end of the round, not even its owner."
)
UNDER_THE_STAMP = """() => {
  const lines = document.createRange(), isStamp = (x, y) => document.elementFromPoint(x, y)?.closest('.stamp');
  lines.selectNodeContents([...document.querySelectorAll('#moment .cf-text')].at(-1));
  return [...lines.getClientRects()].filter(({ left, right, top, bottom }) => {
    for (let x = left + 2; x < right; x += 8) if (isStamp(x, (top + bottom) / 2)) return true;
    return false;
  }).length;
}"""


def stamped_beside_its_words(person: Person) -> None:
    for width, height in (DESK, (1280, 720), (1024, 768), PHONE, (360, 640)):
        person.page.set_viewport_size({"width": width, "height": height})
        comes_to(person.page, UNDER_THE_STAMP, 0, why=(width, height))


def test_with_motion_the_moment_ends_where_it_ends_without(house: House) -> None:
    ros, maud = house.company("Ros", "Maud", reduced_motion="no-preference")
    ros.propose("Wandering Goat", "It wanders.")
    maud.page.evaluate(WATCH_MOVES)  # a busy machine may look when it is over
    maud.favours("Wandering Goat").hears("It’s in.")
    comes_to(maud.page, "() => hasPlayed", True, why="the moment plays")
    maud.page.wait_for_function(f"() => ({MOVING})().filter((w) => !/caret/.test(w)).length === 0")
    assert maud.moment.locator(".moment-stamp").evaluate("(e) => getComputedStyle(e).opacity") == "1"


HOSTILE = [
    ("W" * 80, "M" * 200),
    ("<script>alert(1)</script><img src=x onerror=alert(1)>", "<b>bold?</b> & {{ braces }} {% now %}"),
    ("\u202egnihtemos\u202c Z\u0351\u036b\u0343a\u0363\u0346l\u0357g\u0346o", "‮drawkcab‬ " * 8),
]


TITLE_INSIDE = """() => {
  const title = document.querySelector('#r-card .cf .cf-title');
  return title.scrollWidth - title.clientWidth <= 1;
}"""


def test_hostile_words_stay_inside(house: House) -> None:
    """One unbroken word of eighty letters, markup, letters that climb: nothing runs over, nothing is run."""
    ros, idris = house.gathered("Ros", "Idris", title="W" * 80)
    maud = house.person("Maud", SMALL_PHONE)
    joins(maud, ros)
    maud.workshop().fits("a long title")
    ros.workshop()
    for title, text in HOSTILE:
        traits = "T" * 40 if title.startswith("W") else ""
        sends(idris, f"{ros.home}write/", title=title, text=text, traits=traits, kind="thing", copies="1")
        for person in (ros, maud):
            expect(person.page.locator("#bh")).to_contain_text("?", timeout=SOON)
            expect(person.yes).to_be_visible()
            person.fits(title)
            # Headings end inside their card.
            comes_to(person.page, TITLE_INSIDE, True, why=f"{title} runs over its card")
        for person in (ros, maud):
            person.favours()
        for person in (ros, maud):
            person.hears("It’s in.").fits(f"accepted {title}")
            person.goes_on()
    maud.tab("Deck")
    maud.fits("rail")
    ros.fits("rail")
    pages = ("", "cards/1/", "cards/2/", "cards/3/", "minutes/", "?view=list", "print/", "drawer/", "/you/")
    wide = [f"{address}: {words}" for address in pages for who in (maud, ros) if (words := who.go(address).wider())]
    assert not wide, "\n".join(wide)


# Words of an element that do not stand on one line, nor are parted with a hyphen.
TORN = """() => {
  const heading = document.querySelector('main h1');
  const torn = [], walk = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode())
    for (const word of node.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
      if (range.getClientRects().length > 1 && !word[0].includes("\u00ad")) torn.push(word[0]);
    }
  return torn;
}"""


NAME_IS_WHOLE = """() => {
  const name = document.querySelector('#r-title b');
  return name.scrollHeight <= name.clientHeight;
}"""


def test_the_words_of_a_title_are_read_whole(house: House) -> None:
    """A German word of nineteen letters is not cut on a phone, nor the tail of its g in the workshop's bar."""
    people = house.gathered("Ros", "Maud", size=PHONE, title="Der Schrebergartenkrieg")
    ros = people[0]
    sends(ros, f"{ros.home}details/", title="Der Schrebergartenkrieg", language="de", status="unfinished",
          blurb="", theme="", goal="", players_min="2", players_max="6", tags="")  # fmt: skip
    decides(people, 1, "Donaudampfschifffahrtsgesellschaft", "Es tutet.")
    sends(ros, f"{ros.home}archive/", name="", notes="")
    group = ros.workshop().page.locator('a[href^="/groups/"]').first.get_attribute("href") or ""
    comes_to(ros.page, NAME_IS_WHOLE, True, why="the tail of a letter is cut off")
    stranger = house.person("Idris", PHONE)
    for who, address in ((ros, ""), (ros, "fork/"), (ros, "play/"), (ros, group), (stranger, invitation(ros))):
        comes_to(who.go(address).page, TORN, [], why=address)
    # One that goes on no line is parted as its language parts it.
    expect(ros.go("cards/1/").page.locator("main h1")).to_have_text(re.compile("Donau\xaddampf"))


def test_a_page_of_plain_latin_fetches_no_font_that_stands_in(house: House) -> None:
    ros = house.person("Ros")
    ros.home = deck_of(ros, "Allotment Wars")
    fetched: list[str] = []
    ros.page.on(
        "request", lambda asked: fetched.append(asked.url.rsplit("/", 1)[1]) if "/fonts/" in asked.url else None
    )
    decides([ros], 1, "Wandering Goat", "It wanders: “far”, or not… — 2 × 3 °C, café.")
    for address in ("", "workshop/", "cards/1/", "print/"):
        ros.go(address).page.evaluate("() => document.fonts.ready.then(() => 0)")
    assert fetched and not [name for name in fetched if "-latin-" not in name or "-ext-" in name]
    decides([ros], 2, "Ἡ κατσίκα", "→")
    ros.go("").page.evaluate("() => document.fonts.ready.then(() => 0)")
    assert [name for name in fetched if "-latin-" not in name], "and a Greek one does"


def cards_in(person: Person, count: int) -> None:
    """Bring a list of cards in, as the empty workshop offers."""
    person.go("bring-in/")
    text = "\n\n".join(f"Card Number {n}\nThing - Trait\nIt does {n}." for n in range(count))
    person.page.locator("input[type=file]").set_input_files(
        {"name": "cards.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    person.page.locator("main form button").first.click()


def test_five_hundred_cards_and_a_quick_pen(house: House) -> None:
    ros = house.person("Ros").start()
    cards_in(ros, 500)
    expect(ros.page.locator("main")).to_contain_text("500")
    button = ros.page.locator("main form button").first
    if button.is_visible() and "workshop" not in ros.page.url and not re.search(r"/decks/[\w-]+/$", ros.page.url):
        button.click()
    ros.workshop()
    expect(ros.page.locator("#r-rail .num")).to_have_text("500", timeout=SOON)
    expect(ros.page.locator("#r-readiness")).to_contain_text("500 cards: a game takes 10", ignore_case=True)
    ros.fits("five hundred cards")
    ros.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    ros.fits("five hundred cards on a phone")
    ros.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    shown = ros.page.locator("#r-rail .ix > li:visible")
    expect(shown).to_have_count(7)
    ros.page.locator("#ws-q").fill("number 480")
    expect(shown).to_have_count(1)
    ros.page.locator("#ws-q").fill("")
    ros.page.get_by_role("button", name="493 more").click()
    expect(shown).to_have_count(60)
    comes_to(ros.page, "() => document.activeElement.textContent.includes('Card Number')", True)

    # How long after the last key the printed face stands there.
    ros.page.evaluate(STOPWATCH)
    took: list[float] = []
    for letter in "Rhubarb":
        ros.page.locator("#w-title").press_sequentially(letter)
        ros.page.wait_for_function(f"() => window.stopwatch.took.length === {len(took) + 1}")
        took = ros.page.evaluate("() => window.stopwatch.took")
    print(f"\nprinted face after the last key: median {statistics.median(took):.0f} ms, most {max(took):.0f} ms")
    expect(ros.page.locator("#preview .cf-title")).to_have_text("Rhubarb")


STOPWATCH = """() => {
  const watch = window.stopwatch = { at: 0, took: [] };
  document.getElementById('w-title').addEventListener('input', () => { watch.at = performance.now(); });
  new MutationObserver(() => { if (watch.at) { watch.took.push(performance.now() - watch.at); watch.at = 0; } })
    .observe(document.getElementById('preview'), { childList: true });
}"""


def test_the_room_fits_however_many_sit_in_it_and_however_low_the_window_is(house: House) -> None:
    """The card keeps still, the code is there, the button has a foot of its own, and five seals stand for all."""
    ros, *others = house.gathered("Ros", "Idris", "Maud", "Tomasz", "Bea", "Hana", "Joe", "Lucia", "Kit")
    decides([ros, *others], 1, "עז נודדת", "It wanders.")
    sends(others[0], f"{ros.home}write/", title="Slug", text="It crawls.", kind="thing", copies="1")
    page = ros.workshop().page
    title = page.locator("#r-card .cf-title")
    for (width, height), seals in (((1440, 900), 5), ((1280, 720), 5), ((1100, 700), 5), (PHONE, 3), ((360, 640), 3)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => { location.hash = '#main'; }")
        beside = (".markslip",) if width > 1000 else ()
        for part in ("#r-card .mat-holder", "#bh", *beside) if height > 700 else ():
            comes_to(page, UNCOVERED, "", part, (part, width, height))
        if width > 1000 and height > 700:  # nine of them are no larger on a laptop than on a desk
            expect(page.locator(".ballot-seals .seal").first).to_have_css("width", re.compile(r"^36\.\d+px$"))
        if width < 700:  # there the ballot fills the glass until it is put away
            ros.fits(f"a ballot of nine at {width} x {height}")
            page.evaluate("() => { location.hash = '#write'; }")
            ros.fits(f"writing at {width} x {height}")
            page.evaluate("() => { location.hash = '#deck'; }")
        is_put_away(page.locator(".ballot-away"))  # on a phone the ballot fills the glass until then
        ros.fits(f"nine at {width} x {height}")
        comes_to(page, SEALS_SEEN, ["Ro", "Id", "Ma", "To", "Be"][:seals], why=(width, height))
        expect(page.locator(".present-more")).to_have_text(f"+{9 - seals}", use_inner_text=True)
        expect(page.locator(".wsbar .join-words .code")).to_be_visible()
        assert page.locator(".wsbar").bounding_box()["height"] <= 66  # type: ignore[index]

    page.set_viewport_size({"width": 1000, "height": 660})
    for part in (".toolslip", ".markslip"):
        comes_to(page, UNCOVERED, "", part, f"{part} above the foot of the lowest desk")
    page.set_viewport_size({"width": 720, "height": 450})  # a desk at twice its size
    page.evaluate("() => { location.hash = '#main'; }")
    comes_to(page, UNCOVERED, "", "#r-ballot .ballot-seals", "who said what is seen beside the card")

    page.set_viewport_size({"width": 1280, "height": 720})
    # What stands behind a Hebrew title stays behind it.
    comes_to(page, NUMBER_BEHIND, True, why="9 of 9 in favour")
    page.evaluate("() => { location.hash = '#main'; }")
    expect(page.locator(".ws.is-writing")).to_have_count(0)
    page.evaluate(SETTLED)
    stood = title.bounding_box()
    for number in range(3):
        sends(others[1], f"{ros.home}do/?verb=remark&proposal=2", text=f"Whose slug is it, though? {number} " * 4)
    votes(others[2], 2, no="Slugs again")
    sends(others[3], f"{ros.home}write/", title="Snail", text="It crawls, at home.", kind="thing", copies="1")
    expect(page.locator("#r-queue .queue-slip")).to_be_visible(timeout=SOON)
    expect(page.locator("#r-talk .talk > li")).to_have_count(3, timeout=SOON)
    page.evaluate(SETTLED)
    assert title.bounding_box() == stood, "no vote, remark or strip moves the card"

    # With colours forced on it, what is chosen and where a card ends are still seen.
    page.emulate_media(forced_colors="active")
    comes_to(page, CHOSEN, [True, True])
    inked = page.locator("#r-ballot .seal.is-for b").first
    assert inked.evaluate("b => getComputedStyle(b).forcedColorAdjust") == "none", "no ground over the ink"
    page.emulate_media(forced_colors="none")

    page.locator(".presence > summary").press("Enter")
    everybody = page.get_by_role("dialog", name="Nine at the table")
    expect(everybody.locator("li")).to_have_count(9)
    expect(everybody).to_be_focused()
    page.keyboard.press("Escape")
    expect(everybody).to_be_hidden()
    expect(page.locator(".presence > summary")).to_be_focused()

    ros.write("Wondering Goat", "Discard a Thing. Each player hits you. " * 12 + "{tap}", "other")
    expect(page.locator(".advice").first).to_be_visible(timeout=SOON)
    page.locator(".advice:visible [data-leave]").click()  # of the kind, which is no part of the text
    page.wait_for_function("() => [...CSS.highlights.get('meant') ?? []].join() === 'Discard a Thing'")
    mends_it(ros)
    page.keyboard.press("Alt+KeyP")
    page.emulate_media(forced_colors="active", color_scheme="dark")
    sign = page.locator("#w-paper .w-sign").first
    comes_to(page, UNHIDDEN, ["none", "none"], why="a blank's ground lies over a letter of the corner's name")
    assert sign.evaluate(LIT), "a symbol drawn in dark ink lies on white, though the card be black"
    page.emulate_media(forced_colors="none", color_scheme="light")
    page.get_by_label("Seen by").select_option("deutan")
    comes_to(page, PRINTED_FILTER, 'url("#eyes-deutan")')
    page.get_by_label("Seen by").select_option("all")
    page.keyboard.press("Alt+KeyP")
    name = page.locator("#w-title")
    name.fill("עז נודדת")
    assert name.evaluate(FROM_THE_RIGHT), "a name that is read from the right stands left"
    for width, height in ((1440, 900), (1280, 720), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => { location.hash = '#write'; }")  # on a phone a part of its own
        fields = ('#writing [name="title"]', '#writing [name="copies"]', "a.beside-card") if width > 700 else ()
        for part in (*fields, "#r-go button"):
            page.locator(part).focus()
            comes_to(page, UNCOVERED, "", part, (part, width, height))

    # A former wording lies whole beside the rail, and what everybody is asked is seen beneath without scrolling.
    room = [ros, *others]
    for person in room:
        if person not in (others[0], others[2]):  # who wrote it, and who has spoken
            votes(person, 2, no="Slugs again")
    for person in room:
        if person is not others[3]:
            votes(person, 3)
    sends(ros, f"{ros.home}write/", adjust="2", title="Slug", text="It slides.", kind="thing", copies="1")
    sends(ros, f"{ros.home}standing/", ask="licence", to="CC BY-SA 4.0")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.evaluate("() => { location.hash = '#main'; }")
    expect(page.locator("#r-asks .ask")).to_be_visible(timeout=SOON)
    expect(page.locator(".was-card")).to_be_visible(timeout=SOON)
    comes_to(page, BESIDE_THE_RAIL, True)
    comes_to(page, FITS_THE_MAT, True)
    wrong = looked_over(ros, "the verdict")
    while page.locator("#moment[open]").count():
        page.keyboard.press("Escape")
    wrong += looked_over(ros, "asked again, with reasons and a question to everybody", SIZES[1:])
    page.locator("#r-rail .ix a").first.click()
    expect(page.locator("dialog.loupe")).to_be_visible(timeout=SOON)
    wrong += looked_over(ros, "a card close up while a vote waits")
    assert not wrong, "\n".join(wrong)


def mends_it(ros: Person) -> None:
    """One press puts the thought right, one key takes that back; what one leaves is not said again, nor over a list."""
    page, text = ros.page, ros.page.locator("#w-text")
    thought, was = page.locator(".advice:visible"), text.input_value()
    thought.locator("[data-mend]").click()
    expect(text).to_have_value(was.replace("Discard a Thing", "Destroy a Thing", 1))
    page.keyboard.press("Control+z")
    expect(text).to_have_value(was)
    page.locator("#w-paper").fill("Reduce your hand to exactly 99999 cards.")
    expect(thought).to_have_count(1, timeout=SOON)
    assert axe_says(ros, "the composer with a thought", "#write") == []
    said = thought.locator(".thought-words").inner_text()
    page.locator("#w-paper").press("End")
    page.keyboard.type(" {")
    expect(page.locator("#completes [aria-selected=true]")).to_be_visible()
    page.keyboard.press("Backspace")
    thought.locator("[data-leave]").click()
    page.keyboard.type(" Then stop.")
    page.wait_for_timeout(2_000)  # longer than it rests
    assert said not in "".join(thought.locator(".thought-words").all_inner_texts())
    page.locator("#w-paper").fill(was)


NUMBER_BEHIND = """() => {
  const title = document.querySelector('.verdict-slip b'), words = title.parentElement.nextSibling;
  const first = document.createRange(), at = words.data.search(/\\d/);
  first.setStart(words, at); first.setEnd(words, at + 1);
  const [number, name] = [first.getBoundingClientRect(), title.getBoundingClientRect()];
  return number.left >= name.right || number.top >= name.bottom;
}"""

BESIDE_THE_RAIL = """() => {
  const [former, rail] = ['.was-card', '#deck'].map((part) => document.querySelector(part).getBoundingClientRect());
  return former.width > 0 && former.left >= rail.right;
}"""
FITS_THE_MAT = "() => { const mat = document.querySelector('.ws-mat'); return mat.scrollHeight <= mat.clientHeight; }"
FROM_THE_RIGHT = """(name) => {
  const [box, head] = [name, name.closest('.cf-head')].map((part) => part.getBoundingClientRect());
  const cost = name.closest('.cf').querySelector('.cf-cost').getBoundingClientRect();
  return box.left > head.left + head.width / 4 && box.right <= cost.left + 1;
}"""

UNHIDDEN = """() => {
  const blank = getComputedStyle(document.querySelector('.writing [name="stat"]'), '::placeholder');
  const dab = getComputedStyle(document.querySelector('.writing .dab'), '::before');
  return [blank.forcedColorAdjust, dab.forcedColorAdjust];
}"""

LIT = """(sign) => {
  const { backgroundColor, forcedColorAdjust } = getComputedStyle(sign);
  return backgroundColor === 'rgb(255, 255, 255)' && forcedColorAdjust === 'none';
}"""
PRINTED_FILTER = "() => getComputedStyle(document.querySelector('#preview .cf')).filter"
CHOSEN = """() => {
  const ground = (which) => getComputedStyle(document.querySelector(`.flip > label:${which}`)).backgroundColor;
  const edge = getComputedStyle(document.querySelector('#r-card .card'));
  return [ground('has(:checked)') !== ground('not(:has(:checked))'), edge.outlineStyle !== 'none'];
}"""

SEALS_SEEN = """() => {
  const row = document.querySelector('.present').getBoundingClientRect();
  return [...document.querySelectorAll('.present .seal')].map((seal) => [seal.getBoundingClientRect(), seal.innerText])
    .filter(([box]) => box.top < row.bottom).sort(([a], [b]) => a.left - b.left).map(([, name]) => name);
}"""

# What covers an element, or the edge it lies beyond: looked for along its upper and lower edge.
