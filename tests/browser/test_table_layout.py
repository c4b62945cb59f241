"""The cloth at every size and number of seats: nothing that lies on it lies over anything else."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from cards.rules.kit import DVORAK, ZoneKit
from cards.rules.limits import ZONES_MAX
from tests.browser.evening import House, Person, sends
from tests.browser.finger import middle, reach
from tests.browser.game import PATIENCE, SPREAD, THINGS, gathered, hand, looking, moves, reachable
from tests.browser.looks import SETTLED, comes_to
from tests.browser.standing import asks

pytestmark = pytest.mark.browser
SIZES = ((1280, 720), (1440, 900), (360, 640), (390, 844))
NAMES = ("Idris", "Alexandra", "Tomasz", "Konstantin", "Joan", "Maximilian", "Pip")
COUNTERS = "Gold Life Energy Crumbs Influence Patience"
THINGS_ALONE = "\n\n".join(f"## {title} {n}\nThing - Pest\n\nIt lies about." for title in THINGS for n in range(5))

# What is seen of each plate, Thing, pile, label, die, card in hand and verb; pairs that meet. Cards of one place may
# lie over each other like shingles, and those of a hand fan out.
MEETING = """() => {
  const sorts = { plate: '.others .plate, .youplate', thing: '.thing > .card', pile: '.pile',
    label: '.pilebox > .label', die: '.dicetray',
    hand: '.hcard', verb: '#verbs:not([hidden]) > *', slip: '.giveslip:not([hidden]), .place-b' };
  const seen = (element) => {
    const box = { ...element.getBoundingClientRect().toJSON() };
    for (let around = element.parentElement; around; around = around.parentElement) {
      const style = getComputedStyle(around), cut = around.getBoundingClientRect();
      if (style.overflowX !== 'visible') {
        box.left = Math.max(box.left, cut.left);
        box.right = Math.min(box.right, cut.right);
      }
      if (style.overflowY !== 'visible') {
        box.top = Math.max(box.top, cut.top);
        box.bottom = Math.min(box.bottom, cut.bottom);
      }
    }
    return box;
  };
  const found = Object.entries(sorts).flatMap(([sort, which]) => [...document.querySelectorAll(which)]
    .filter((element) => getComputedStyle(element).visibility === 'visible')
    .map((element) => ({ sort, element, box: seen(element) })))
    .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1);
  const met = [];
  found.forEach((one, n) => found.slice(n + 1).forEach((other) => {
    const place = one.element.closest('.things, .handfan');
    if (place && place === other.element.closest('.things, .handfan')) return;
    const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    if (wide > 2 && high > 2) met.push(`${one.sort} ${one.element.id} over ${other.sort} ${other.element.id}`);
  }));
  return { sorts: [...new Set(found.map(({ sort }) => sort))], met };
}"""


UNSEEN = f"""(sorts) => {{
  const seen = ({MEETING})().sorts;
  return sorts.filter((sort) => !seen.includes(sort));
}}"""


# Cards of the others that do not lie where there is room for them.
CUT = """() => [...document.querySelectorAll('.others .thing:not(.has-onto, .is-tapped)')].filter((thing) => {
  const [room, card] = [thing, thing.querySelector('.card')].map((one) => one.getBoundingClientRect());
  return Math.abs(card.top - room.top) > 1 || card.bottom > thing.closest('.others').getBoundingClientRect().bottom;
}).map((thing) => thing.id)"""
WHOLE_VERBS = """() => {
  const room = document.getElementById('verbs'), { bottom } = room.getBoundingClientRect();
  return [...room.querySelectorAll('.btn')].filter((verb) => verb.checkVisibility() &&
    verb.getBoundingClientRect().bottom <= bottom).length;
}"""
BESIDE_THE_CLOTH = """() => [...document.querySelectorAll('.side .thing > .card')].filter((card) => {
  const [cloth, box] = [card.closest('.felt'), card].map((one) => one.getBoundingClientRect());
  return box.left < cloth.left || box.right > cloth.right;
}).map((card) => card.id)"""
BELOW_THE_EDGE = """() => {
  const cloth = document.querySelector('.felt-in');
  document.activeElement.blur();
  return Math.max(0, cloth.scrollHeight - cloth.clientHeight);
}"""


BEYOND_THE_EDGE = """() => [...document.querySelectorAll('#tray > *')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.className)"""


CUT_THROWS = """() => [...document.querySelectorAll('.die-said small')]
  .filter((said) => said.checkVisibility() && said.scrollWidth > said.clientWidth).map((said) => said.textContent)"""


# Names of people and of one's own counters that are not read to their end, and whether whose turn it is runs into what
# stands beside it.
CUT_NAMES = """() => {
  const whose = document.querySelector('.whose b'), beside = document.querySelector('.tlimit');
  const runs = whose?.checkVisibility() && beside?.checkVisibility() &&
    whose.getBoundingClientRect().right > beside.getBoundingClientRect().left;
  const { bottom } = document.querySelector('#youplate').getBoundingClientRect();
  const isCut = (name) => name.scrollWidth > name.clientWidth + 1 || name.closest('.you-ctrs') &&
    name.checkVisibility() && name.getBoundingClientRect().bottom > bottom;
  return [...document.querySelectorAll('.plate-n b, .counter-name')].filter(isCut)
    .map((name) => name.textContent).concat(runs ? ['the headline'] : []);
}"""


# Whatever is hidden in what is swept is swept with it: else the cloth itself goes aside when something is brought in,
# and no finger brings it back.
SWEPT_ASIDE = """() => {
  const cloth = document.querySelector('.felt');
  return Math.max(cloth.scrollWidth - cloth.clientWidth - 1, 0);
}"""


def lies_clear(person: Person, at: str, *sorts: str) -> None:
    """At every size, whatever is raised or chosen among just now."""
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        asks(person.page, SETTLED)
        comes_to(person.page, f"() => ({MEETING})().met", [], why=(at, width, height))
        comes_to(person.page, CUT_NAMES, [], why=(at, width, height))
        if width > 1000:
            if "verb" in sorts:
                comes_to(person.page, f"() => ({WHOLE_VERBS})() >= 4", True, why=(at, width, height))
            comes_to(person.page, UNSEEN, [], list(sorts), why=(at, width, height))
        else:
            comes_to(person.page, SWEPT_ASIDE, 0, why=(at, width, height))
        person.fits(f"{at}, {width}x{height}")
        if (width, height) == (360, 640) and "verb" in sorts:  # all of it is seen, and nothing scrolls
            person.page.keyboard.press("Escape")
            comes_to(person.page, BELOW_THE_EDGE, 0, why=at)
            comes_to(person.page, CUT, [], why=at)
            person.page.locator(".hcard a.card").first.press("Enter")


def held(person: Person) -> list[str]:
    """The pieces in somebody's hand, whose page is not looked at."""
    page = person.context.request.get(person.site + person.table).text()
    return re.findall(r'data-piece="([^"]+)"\s+data-zone="hand\.', page)


def sits_down(people: list[Person]) -> None:
    """A table of their own with so many seats, everybody with some Things in play, marks and all."""
    ros = people[0]
    table = sends(ros, f"{ros.home}play/", version="1", seats=str(len(people)), spectators="1").headers["location"]
    for n, person in enumerate(people):
        person.table = table
        if n:
            sends(person, f"{table}sit/", name=person.name)
    moves(ros, "begin", confirmed="1")
    for n, person in enumerate(people):
        pieces = held(person)
        for piece in pieces[: (3, 0, 2, 5)[n % 4]]:
            moves(person, "play", piece=piece, confirmed="1")
        for token in ("Rosette", "Gold", "Life")[: n % 4]:
            moves(person, "token", on=str(n + 1), token=token, count="12")
    moves(people[-1], "roll", count="1", sides="6")
    moves(people[1], "flip")


@pytest.mark.chromium_alone
def test_nothing_lies_over_anything_else_with_two_four_six_and_eight(house: House) -> None:
    guests = [(name, (1280, 720)) for name in NAMES]
    people = gathered(house, *guests, host=(1280, 720), deck=THINGS_ALONE, counters=COUNTERS)
    ros = people[0]
    sends(ros, f"{ros.home}archive/", name="First")
    for count in (2, 4, 6, 8):
        sits_down(people[:count])
        page = looking([ros])[0].page
        expect(hand(ros)).to_have_count(2, timeout=PATIENCE)
        page.locator(".hcard a.card").first.press("Enter")
        expect(page.locator("#verbs .btn").first).to_be_visible()
        lies_clear(ros, f"{count} at the table", "plate", "thing", "pile", "label", "die", "hand", "verb")
        if count == 2:
            reads_verbs_twice_as_large(ros)
            names_tokens(ros)
            holds_many(ros)
        else:
            around = [f"seat {n}" for n in range(2, count + 1)]
            assert tabs_through(ros) == ["bar", "hand", "verbs", "mine", "piles", *around, "side"]
        if count == 4:
            drags(ros)
            gives_away(ros)
            lies_clear(ros, "giving", "plate", "thing", "pile", "label", "die", "slip")
            is_given(ros)
            lie_close(people[1:4:2])
            expect(page.locator(".side .thing")).to_have_count(20, timeout=PATIENCE)
            lies_clear(ros, "ten Things at each side", "plate", "thing", "pile", "label", "die", "hand")
            page.set_viewport_size({"width": 1280, "height": 720})
            comes_to(page, BESIDE_THE_CLOTH, [])


# What of one's own place, plate and hand, of the piles and of the rows lies beyond the cloth, or beyond what is swept
# from above to below. What it is swept past sideways may be longer than the cloth is wide.
BEYOND_THE_CLOTH = """() => {
  document.activeElement.blur(); // a hand that is reached for takes more room
  const own = ['.seat--you', '#youplate', '.hand-row', '.piles', '.rows', '.rows > .things', '.tops .seat-lies'];
  return own.filter((which) => {
    const part = document.querySelector(which), box = part.getBoundingClientRect();
    const cloth = document.querySelector('.felt').getBoundingClientRect();
    const swept = part.closest('.felt-in:not(.hand-row *)')?.getBoundingClientRect();
    const { top, bottom } = swept?.height ? swept : cloth;
    const isSidelong = which === '.rows > .things' || which === '.tops .seat-lies';
    return box.height < 40 || box.bottom > bottom + 1 || box.top < top || !isSidelong && box.right > cloth.right + 1;
  });
}"""


# First places at the sides that are cut by what they are swept in, while one holds a card that may go there.
CUT_WHERE_ONE_HOLDS = """() => {
  if (!document.querySelector('.is-holding')) return ['nothing is held'];
  return [...document.querySelectorAll('.side .seat-lies')].filter((lies) => {
    const place = lies.querySelector('.things').getBoundingClientRect(), swept = lies.getBoundingClientRect();
    return place.left < swept.left - 1 || place.top < swept.top - 1 || place.bottom > swept.bottom + 1;
  }).map((lies) => lies.innerText);
}"""


SAYS_WHAT_FOR = """() => {
  const place = document.querySelector('.rows [data-place="z2"]'), { content } = getComputedStyle(place, '::after');
  return content === 'attr(data-purpose)' ? JSON.stringify(place.dataset.purpose) : content; // as Firefox says it
}"""


def test_a_full_table_with_all_places_of_a_kit_and_twelve_kinds_of_token_lies_clear(house: House) -> None:
    """Eight seats, twenty-four places, twelve tokens with names: nothing lies over anything, piles and all that is
    one's own stay on the glass, and everybody else's places are swept to."""
    more = tuple(
        ZoneKit(
            f"z{n}",
            f"Place number {n}",
            "shared" if n % 3 else "seat",
            "row" if n % 3 else "area",
            "up",
            "all",
            purpose=f"For {n}",
        )
        for n in range(ZONES_MAX - len(DVORAK.zones))
    )
    guests = [(name, (1280, 720)) for name in NAMES]
    kit = replace(DVORAK, zones=(*DVORAK.zones, *more))
    people = gathered(house, *guests, host=(1280, 720), deck=THINGS_ALONE, counters="Gold", kit=kit)
    ros = people[0]
    assert (len(people), len(kit.zones)) == (8, 24)
    moves(ros, "begin", confirmed="1")
    for n, person in enumerate(people[1:], 1):
        for piece in held(person)[: (3, 0, 2, 5)[n % 4]]:
            moves(person, "play", piece=piece, confirmed="1")
    for piece, place in zip(held(ros)[:3], ("area.1", "z0.1", "z1"), strict=True):
        moves(ros, "move", pieces=piece, to=place, confirmed="1")
    for n in range(12):
        moves(ros, "token", on=str(n % 8 + 1), token=f"Kind number {n}", count="1")
    moves(people[-1], "roll", count="1", sides="6")
    moves(people[1], "flip")
    page = looking([ros])[0].page
    expect(hand(ros)).to_have_count(2, timeout=PATIENCE)
    expect(page.locator("#tokens-all .tokenbtn")).to_have_count(12, timeout=PATIENCE)
    lies_clear(ros, "24 places", "plate", "thing", "pile", "label", "die", "hand")
    page.set_viewport_size({"width": 1280, "height": 720})
    comes_to(page, SAYS_WHAT_FOR, '"For 2"')
    page.mouse.move(*reach(hand(ros).locator("a.card").first))
    page.mouse.down()
    page.mouse.move(300, 300, steps=4)
    comes_to(page, CUT_WHERE_ONE_HOLDS, [])
    page.keyboard.press("Escape")
    page.mouse.up()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        comes_to(page, BEYOND_THE_CLOTH, [], why=(width, height))


# What is not read whole of the verbs that are seen: parted within a word, or cut.
TORN_VERBS = """() => [...document.querySelectorAll('#verbs .btn')].filter((verb) => {
  if (!verb.checkVisibility()) return false;
  const lines = (word) => {
    const range = document.createRange(), text = verb.firstChild;
    range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length;
  };
  return verb.scrollHeight > verb.clientHeight + 1 || verb.scrollWidth > verb.clientWidth + 1 ||
    verb.firstChild.data && [...verb.firstChild.data.matchAll(/\\S+/g)].some((word) => lines(word) > 1);
}).map((verb) => verb.textContent.trim())"""


def reads_verbs_twice_as_large(person: Person) -> None:
    """On a phone in letters of twice their size each verb that is seen of a raised card is a whole word."""
    page = person.page
    letters = page.context.new_cdp_session(page)
    page.set_viewport_size({"width": 390, "height": 844})
    for size in (32, 16):
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size * 13 // 16}})
        comes_to(page, f"() => ({WHOLE_VERBS})() >= 2", True, why=f"verbs in letters of {size} px")
        comes_to(page, TORN_VERBS, [], why=f"verbs in letters of {size} px")
    letters.detach()


def names_tokens(person: Person) -> None:
    """Twelve kinds of token: three lie on the cloth, the rest behind one button, each in a colour of its own."""
    page = person.page
    for n in range(12):
        moves(person, "token", on="1", token=f"Kind number {n}", count="1")
    on_cloth = page.locator("#tray > .tokenbtn[data-token]")
    expect(page.locator("#tokens-all .tokenbtn")).to_have_count(13, timeout=PATIENCE)
    expect(on_cloth).to_have_count(3)
    expect(page.locator("#tray > [data-token='Kind number 11']")).to_have_count(1)
    page.set_viewport_size({"width": 360, "height": 640})
    comes_to(page, f"() => ({BEYOND_THE_EDGE})()", [], why="tokens on a phone")
    comes_to(page, CUT_THROWS, [], why="tokens on a phone")
    lies_clear(person, "twelve kinds of token", "plate", "thing", "pile", "label", "die", "hand")
    colours = page.locator("#tokens-all .token").evaluate_all("(all) => all.map((one) => one.style.cssText)")
    assert len(set(colours)) >= 12
    box = page.get_by_role("button", name="All 13 kinds of token")
    box.click()
    page.mouse.move(*middle(page.get_by_role("button", name="Put one Kind number 5 somewhere")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(".seat--you .thing > a.card").first), steps=5)
    page.mouse.up()
    expect(page.locator("#tray > [data-token='Kind number 5']")).to_have_count(1, timeout=PATIENCE)
    expect(page.locator("#tokens-all")).not_to_be_visible()
    expect(page.locator(".is-flying, .is-lifted")).to_have_count(0)
    box.click()
    page.get_by_role("button", name="Put one Kind number 3 somewhere").click()
    expect(page.locator("#tokens-all")).not_to_be_visible()
    page.locator(".seat--you .thing > a.card").first.click()
    expect(page.locator("#tray > [data-token='Kind number 3']")).to_have_count(1, timeout=PATIENCE)


# A card of a big hand that is reached for: its name stands above it, and it comes over none of its neighbours.
SAYS_ITS_NAME = """(id) => {
  const card = document.getElementById(id), item = card.closest('.hcard');
  const label = getComputedStyle(item, '::after');
  return label.content.startsWith(JSON.stringify(card.dataset.title)) && label.position === 'absolute' &&
    getComputedStyle(item).zIndex === getComputedStyle(item).getPropertyValue('--i').trim();
}"""


def holds_many(person: Person) -> None:
    """A big hand has the width there is; on a phone it is a strip whose titles are read, and whose last card comes
    into view when it is chosen. It is sorted by keyboard and by a finger, which nobody else is told."""
    page = person.page
    page.keyboard.press("Escape")
    moves(person, "draw", count="17", confirmed="1")
    expect(hand(person)).to_have_count(19, timeout=PATIENCE)
    told: list[str] = []
    page.on("request", lambda request: told.append(request.url) if request.method == "POST" else None)
    page.set_viewport_size({"width": 1280, "height": 720})
    comes_to(page, f"() => ({SPREAD})().step >= 20", True)
    for reached in (page.locator(".hcard a.card").nth(9), page.locator(".hcard a.card").nth(3)):
        reached.hover(position=reachable(reached))
        comes_to(page, SAYS_ITS_NAME, True, reached.get_attribute("id"))
    page.get_by_role("button", name="By title").press("Enter")
    comes_to(
        page, f"() => {{ const {{ titles }} = ({SPREAD})(); return titles.join() === titles.toSorted().join(); }}", True
    )
    page.set_viewport_size({"width": 390, "height": 844})
    comes_to(page, f"() => ({SPREAD})().covered", 0)
    last = page.locator(".hcard a.card").last
    last.press("Enter")
    expect(last).to_be_in_viewport(ratio=0.5)
    page.keyboard.press("Escape")
    assert not told
    person.fits("nineteen cards in hand")


def lie_close(people: list[Person]) -> None:
    """Each has ten Things in play."""
    for person in people:
        page = person.context.request.get(person.site + person.table).text()
        lying = len(re.findall(rf'data-zone="area\.{NAMES.index(person.name) + 2}"', page))
        moves(person, "draw", count="10", confirmed="1")
        for piece in held(person)[: 10 - lying]:
            moves(person, "play", piece=piece, confirmed="1")


# Which group the focus is in; of the others at the table, whose place.
GROUP = """() => {
  const now = document.activeElement;
  const groups = { bar: '.tbar', hand: '#r-hand', verbs: '#verbs', mine: '.seat--you, .youplate', piles: '.piles',
    side: '.tside' };
  const other = now.closest('.around')?.querySelector('[id^="p-"]');
  if (other) return `seat ${other.id.slice(2)}`;
  return Object.keys(groups).find((group) => now.closest(groups[group])) ?? '';
}"""


def tabs_through(person: Person) -> list[str]:
    """The groups that Tab comes to, from the beginning of the page on."""
    found: list[str] = []
    person.page.set_viewport_size({"width": 1280, "height": 720})
    asks(person.page, SETTLED)
    person.page.locator(".wordmark").focus()
    for _ in range(120):
        group = person.page.evaluate(GROUP)
        if group and found[-1:] != [group]:
            found.append(group)
        if found[-1:] == ["side"] or (found[1:] and group == "bar"):
            break
        person.page.keyboard.press("Tab")
    return found


def drags(person: Person) -> None:
    """A card of the hand to its end, let go beside it; a Thing in front of somebody who has none; and the top of the
    discard pile back into one's hand."""
    page = person.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.keyboard.press("Escape")
    moved = page.locator(".hcard:nth-child(1)")
    row = page.locator(".hand-row").bounding_box()
    assert row is not None
    moved.locator("a.card").hover(position={"x": 20, "y": 20})
    page.mouse.down()
    page.mouse.move(row["x"] + row["width"] - 4, row["y"] + row["height"] - 4, steps=4)
    page.mouse.up()
    expect(moved).to_have_css("--i", "1")
    empty = page.locator("[data-place='area.2']")
    expect(empty).to_have_attribute("data-count", "0")
    page.locator(".seat--you .thing > a.card").first.drag_to(empty)
    expect(empty).to_have_attribute("data-count", "1", timeout=PATIENCE)
    aims(person)
    count = hand(person).count()
    piece = str(page.locator(".hcard a.card").first.get_attribute("data-piece"))
    moves(person, "discard", pieces=piece, confirmed="1")
    discard = page.locator(".pilebox[data-place='discard']")
    expect(discard).to_have_attribute("data-count", "1", timeout=PATIENCE)
    discard.locator("a.card").drag_to(page.locator(".hand-row"))
    expect(hand(person)).to_have_count(count, timeout=PATIENCE)
    expect(discard).to_have_attribute("data-count", "0")


def aims(person: Person) -> None:
    """One's own plate stands for the place before it. A card is meant for a Thing on its middle alone, and after
    a rest: at its edge it lies down beside it. Escape takes it back into the hand."""
    page = person.page
    mine, thing = page.locator(".seat--you .things").first, page.locator(".seat--you .thing > a.card").first
    of_hand = page.locator(".hcard:nth-child(1) a.card")
    of_hand.hover(position=reachable(of_hand))
    page.mouse.down()
    page.mouse.move(640, 400, steps=4)  # while something is held its place has room for one more
    plate, box = page.locator("#youplate").bounding_box(), thing.bounding_box()
    assert plate and box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    under = f"Under {thing.get_attribute('data-title')}"
    for place, target, told in (
        ((plate["x"] + plate["width"] / 2, plate["y"] + 12), mine, "Play"),
        (middle, thing, under),
        ((box["x"] + 4, middle[1]), mine, "Play"),
    ):
        page.mouse.move(*place, steps=4)
        expect(page.locator(".drop-tag")).to_have_text(told)
        expect(page.locator(".is-over")).to_have_count(1)
        expect(target).to_have_class(re.compile("is-over"))
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".is-flying, .is-over")).to_have_count(0)
    page.keyboard.press("Escape")


def gives_away(person: Person) -> None:
    """Asked for from a Thing in play. Nobody whom one may choose is covered, whether they have Things or none."""
    page = person.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator(".seat--you .thing > a.card").first.press("Enter")
    page.locator("#verbs").get_by_role("button", name="Give to …").press("Enter")
    expect(page.locator(".place-b")).to_have_count(3)
    expect(page.locator(".place-b").first).to_be_focused()


def is_given(person: Person) -> None:
    """Escape lets it be, a digit puts it in front of somebody, with Shift it goes into their hand."""
    page = person.page
    given = page.locator(".is-given > a.card")
    piece = str(given.get_attribute("data-piece"))
    page.keyboard.press("Escape")
    expect(page.locator(".place-b, .is-target")).to_have_count(0)
    expect(page.locator(f"#c-{piece}")).to_be_focused()
    page.keyboard.press("Escape")  # and lays it down
    for key, place in (("1", "[data-place='area.2']"), ("Shift+3", "[data-place='hand.4']")):
        before = int(page.locator(place).get_attribute("data-count") or 0)
        gives_away(person)
        page.keyboard.press(key)
        expect(page.locator(place)).to_have_attribute("data-count", str(before + 1), timeout=PATIENCE)
        comes_to(page, GROUP, "mine" if key == "1" else "hand", why="where one is after giving")
