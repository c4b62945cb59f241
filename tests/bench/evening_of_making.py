"""The first of the two evenings: six people who do not know each other's rooms make a deck, from the front page on.

Every form is pressed and written in as a newcomer does it; nothing is sent behind a page. Whoever has put a card writes
on their next one while the others vote, and a verdict opens on them in mid-word.
"""

from __future__ import annotations

import re
from contextlib import suppress

import pypdfium2
from playwright.sync_api import Error, Locator, expect

from cards.rules.limits import TEXT_MAX
from tests.bench.by_hand import Thumb
from tests.bench.diary import Diary
from tests.browser.evening import SOON, Person
from tests.browser.finger import middle
from tests.browser.game import PATIENCE, presses, writes

GOAT = "At the start of your turn, put a crumb on the Goat. With three, you win."
ALONG = "Whoever reads this aloud may take a bow, and the others clap for as long as they like."
REASON = "It eats everything I have"
IS_DOWN = "(words) => (document.querySelector('#writing [name=title]')?.value ?? '') !== words"


def evening_of_making(diary: Diary) -> None:
    """From the front page to a printed version."""
    ros, idris, *others = diary.people
    first_vote(diary, ros, idris)
    everybody_comes(diary, ros, others)
    first_batch(diary)
    deck_is_argued_about(diary)
    version_and_paper(diary, ros)


# --- coming -----------------------------------------------------------------------------------------------------------


def first_vote(diary: Diary, ros: Person, idris: Person) -> None:
    """Two newcomers, from the front page to the first vote. Counted by the browsers themselves."""
    diary.says("The first vote")
    ros.go("/")
    idris.go("/")
    diary.takes()
    writes(ros, ros.page.locator("[name=card_title]"), "The Goat Who Waits")
    writes(ros, ros.page.locator("[name=card_text]"), GOAT)
    presses(ros, ros.page.get_by_role("button", name="Start a deck with it"))
    writes(ros, ros.page.get_by_label("Your name"), ros.name)
    presses(ros, ros.page.get_by_role("button", name="Sit down"))
    ros.arrived()
    idris.page.goto(ros.link)
    comes_in(idris)
    expect(ros.page.locator("#r-presence, .presence-words").first).to_contain_text("Two", timeout=SOON)
    presses(ros, ros.page.locator("#r-go button"))
    votes(idris, "The Goat Who Waits")
    expect(ros.moment.locator("h1")).to_have_text("It’s in.", timeout=SOON)
    pressed = diary.takes()
    diary.count["clicks to the first vote"] = sum(one.how in ("press", "key", "drag") for one in pressed)
    diary.count["fields to the first vote"] = len({(one.who, one.what) for one in pressed if one.how == "field"})
    diary.looks("the first card is in", ros, idris)
    for person in (ros, idris):
        clears(person)


def comes_in(person: Person) -> None:
    writes(person, person.page.get_by_label("Your name"), person.name)
    presses(person, person.page.get_by_role("button", name=re.compile("^Come in")))
    person.arrived()


def everybody_comes(diary: Diary, ros: Person, others: list[Person]) -> None:
    """One with the room code alone, who knocks; the others by the link."""
    diary.says("The others come")
    link, code = ros.link, ros.code
    *come, knocks = sorted(others, key=lambda one: one.is_phone)
    knocks.go("/")
    box = knocks.page.locator('input[name="code"]:visible').first
    writes(knocks, box, code)
    presses(knocks, box.locator("xpath=ancestor::form//button").first)
    writes(knocks, knocks.page.get_by_label("Your name"), knocks.name)
    presses(knocks, knocks.page.get_by_role("button", name="Knock", exact=True))
    presses(ros, ros.page.get_by_role("button", name=f"Let {knocks.name} in"))
    knocks.arrived()
    for person in come:
        person.page.goto(link)
        diary.looks("the way in by a link", person)
        comes_in(person)
    diary.looks("six in the workshop")


# --- one way about the workshop, by presses ---------------------------------------------------------------------------


def clears(person: Person) -> None:
    """The verdict is read and put away, where one lies there."""
    for _ in range(4):
        with suppress(Error, AssertionError):
            if (back := person.moment.locator('[data-back=""]').last).is_visible():
                presses(person, back)
                expect(person.moment).to_be_hidden(timeout=3_000)
                return
        person.page.wait_for_timeout(100)


def to_the_table(person: Person) -> None:
    """To the card on the mat: from the card one writes, on a phone from whichever of the four tabs."""
    clears(person)
    page = person.page
    off = page.locator(".ws.is-writing [data-off-bench]").first if not person.is_phone else page.locator(".wback")
    if off.is_visible():
        presses(person, off)
    table = page.get_by_role("navigation", name="Workshop").get_by_role("link", name="Table")
    if person.is_phone and page.evaluate("location.hash") in ("#deck", "#aside") and table.is_visible():
        presses(person, table)


def to_the_pen(person: Person) -> Locator:
    """A blank card, open to be written on."""
    clears(person)
    form = person.page.locator("#writing")
    if not form.locator('[name="title"]').is_visible():
        if person.is_phone:
            away = person.page.locator(".ballot-away")
            if away.is_visible():
                presses(person, away)
            write = person.page.get_by_role("navigation", name="Workshop").get_by_role("link", name="Write")
            presses(person, write)
        else:
            presses(person, person.page.get_by_role("link", name="Take a blank card").last)
    expect(form.locator('[name="title"]')).to_be_visible(timeout=SOON)
    return form


def writes_card(person: Person, title: str, text: str, kind: str = "thing") -> Locator:
    form = to_the_pen(person)
    writes(person, form.locator('[name="title"]'), title)
    chosen = form.locator(f'input[name="kind"][value="{kind}"]').first
    if not chosen.is_checked():
        label = form.locator(f'label:has(input[name="kind"][value="{kind}"])').first
        if not label.is_visible():
            presses(person, form.locator(".kinds > summary"))
        presses(person, label)
    if text:
        writes(person, form.locator("#w-paper"), text)
    return form


def puts_it(person: Person) -> None:
    presses(person, person.page.locator("#r-go button"))
    expect(person.page.locator('#writing [name="title"]')).to_have_value("", timeout=SOON)
    expect(person.page.locator(".ws.is-writing")).to_have_count(0, timeout=SOON)


def votes(person: Person, title: str = "", reason: str = "") -> None:
    """In favour, or not this time for a reason."""
    to_the_table(person)
    if title:
        expect(person.page.locator("#r-card .cf-title").first).to_contain_text(title, timeout=SOON)
    expect(person.page.locator("#bh")).to_contain_text("?", timeout=SOON)
    if reason:
        presses(person, person.no)
        writes(person, person.page.locator("#reason"), reason)
        presses(person, person.no)
    else:
        presses(person, person.yes)


def is_decided(diary: Diary, by: Person, title: str = "", against: Person | None = None) -> None:
    """All but its author vote; the author goes on writing, and the verdict comes in mid-word."""
    diary.looks(f"asked: {title or 'a change'}")
    voters = sorted((one for one in diary.people if one is not by), key=lambda one: one is not against)
    *early, last = voters
    form = to_the_pen(by)
    paper = form.locator("#w-paper")
    presses(by, paper)
    by.page.keyboard.press("ControlOrMeta+A")
    by.page.keyboard.press("Delete")
    with diary.typing(by, paper, ALONG, most=TEXT_MAX - 100):
        for person in early:
            votes(person, title, REASON if person is against else "")
        votes(last, title)
        for person in (last, by):
            expect(person.moment.locator("h1")).to_be_visible(timeout=SOON)
    diary.count["decided"] += 1
    diary.looks(f"verdict: {title or 'a change'}")
    for person in diary.people:
        clears(person)


# --- the first batch --------------------------------------------------------------------------------------------------


def first_batch(diary: Diary) -> None:
    """Everybody writes in secret; all is turned over and swept."""
    diary.says("A first batch, in secret")
    ros, *others = diary.people
    presses(ros, ros.page.get_by_role("link", name="A first batch, in secret").first)
    presses(ros, ros.page.locator(".call .choice span", has_text=re.compile("^2$")))
    presses(ros, ros.page.get_by_role("button", name="Begin"))
    for person in others:
        to_the_table(person)
        presses(person, person.page.locator(".batch-go a"))
        person.page.wait_for_url("**/first-batch/**")
    diary.looks("the first batch is written")
    for person in diary.people:
        title = person.page.locator('#writing [name="title"]')
        for number in (1, 2):
            expect(title).to_have_value("", timeout=SOON)
            words = f"{person.name}’s secret {number}"
            writes(person, title, words)
            writes(person, person.page.locator("#w-paper"), "Nobody knows what it does until it is turned over.")
            presses(person, person.page.locator("#r-go button"))
            person.page.wait_for_function(IS_DOWN, arg=words)
    presses(others[-1], others[-1].page.get_by_role("button", name=re.compile("^Turn")).first)
    for person in diary.people:
        expect(person.page.locator("#r-sweep .sw").first).to_be_attached(timeout=SOON)
    diary.looks("the first batch is turned over")
    count = ros.page.locator("#r-sweep .sw").count()
    for person in diary.people:
        for number in range(1, count + 1):
            expect(person.page.locator("#sweep-nth")).to_have_text(f"Card {number} of {count}", timeout=SOON)
            presses(person, person.page.locator('[data-mark-now="keep"]'))
    for person in diary.people:
        expect(person.page.locator(".fate-in")).to_have_count(count, timeout=SOON)
    diary.count["cards of the first batch"] = count
    diary.looks("the first batch is swept")
    for person in diary.people:
        presses(person, person.page.locator('main a[href$="/workshop/"]:visible, a[href$="/workshop/"]:visible').last)
        person.arrived()


# --- the deck, argued about -------------------------------------------------------------------------------------------


def deck_is_argued_about(diary: Diary) -> None:
    """An objection and its answer, other words, a drawing, a rule, a symbol, a repeal, one taken back."""
    ros, idris, tom, bea, maud, nell = diary.people

    diary.says("An objection, and what becomes of it")
    writes_card(tom, "Compost Heap", "It eats the smallest Vegetable.", "action")
    puts_it(tom)
    is_decided(diary, tom, "Compost Heap", against=idris)
    diary.says("Adjusted, and asked again")
    presses(tom, tom.page.get_by_role("link", name=re.compile("Adjust|Set aside")).first)
    if not tom.page.locator('#writing [name="title"]').is_visible():
        presses(tom, tom.page.get_by_role("link", name=re.compile("^Adjust")).first)
    expect(tom.page.locator('#writing [name="title"]')).to_have_value("Compost Heap", timeout=SOON)
    writes(tom, tom.page.locator("#w-paper"), "It eats the ripest Vegetable, and thanks you.")
    diary.looks("adjusting", tom)
    puts_it(tom)
    is_decided(diary, tom, "Compost Heap")

    diary.says("Other words for a card")
    loupe = opens_card(bea, "The Goat Who Waits")
    diary.looks("the loupe", bea)
    presses(bea, loupe.get_by_role("link", name="Propose a rewording"))
    writes(bea, bea.page.locator("#w-paper"), GOAT.replace("three", "four"))
    presses(bea, bea.page.locator("#r-go button"))
    bea.arrived()
    is_decided(diary, bea, "The Goat Who Waits")

    diary.says("A doodle, on the small phone")
    form = writes_card(nell, "A Very Small Snail", "It arrives next turn.")
    pad = form.locator(".pad-ink")
    pad.scroll_into_view_if_needed()
    x, y = middle(pad)
    assert isinstance(nell, Thumb)
    for way in ((-40, 0, 40, 0), (-30, 20, 30, -20), (0, -25, 0, 25)):
        nell.drag((x + way[0], y + way[1]), (x + way[2], y + way[3]))
    diary.looks("a doodle", nell)
    puts_it(nell)
    is_decided(diary, nell, "A Very Small Snail")

    diary.says("A Special Rule with a sentence the table keeps to")
    writes_card(ros, "Deep Pockets", "Nobody keeps more than six.", "rule")
    presses(ros, ros.page.locator("#phrasebook").get_by_role("button", name="The hand limit is"))
    writes(ros, ros.page.get_by_label("Hand limit", exact=True), "6")
    diary.looks("a sentence", ros)
    puts_it(ros)
    is_decided(diary, ros, "Deep Pockets")

    diary.says("A symbol of the deck’s own")
    presses(bea, bea.page.locator('a:visible[href$="/words/"]').first)
    writes(bea, bea.page.locator('[name="symbols-0-name"]'), "crumb")
    icon = bea.page.locator("#symbols-0-icon")
    presses(bea, icon.locator(".pick-sheet > summary, .pick-ask"))  # drawn for one row, asked for in the others
    presses(bea, icon.locator(".pick-all label").nth(3))
    writes(bea, bea.page.locator('[name="symbols-0-said"]'), "a crumb")
    diary.looks("the words of the deck", bea)
    presses(bea, bea.page.locator("#words").get_by_role("button", name="Put it to the table").last)
    bea.arrived()
    is_decided(diary, bea)

    diary.says("Put, and taken back")
    writes_card(maud, "Too Much Jam", "Everybody is sticky.")
    puts_it(maud)
    to_the_table(maud)
    presses(maud, maud.page.get_by_role("button", name="Take it back"))
    asking = maud.page.locator("dialog[open] [data-yes]")
    if asking.count():
        presses(maud, asking)
    expect(ros.page.locator("#bh")).not_to_contain_text("Too Much Jam", timeout=SOON)
    diary.looks("taken back", maud, ros)

    diary.says("A repeal")
    loupe = opens_card(ros, "Compost Heap")
    presses(ros, loupe.get_by_role("link", name="Propose to repeal"))
    presses(ros, loupe.get_by_role("button", name="Ask to take it out"))
    expect(loupe).to_be_hidden(timeout=SOON)
    is_decided(diary, ros, "Compost Heap")


def opens_card(person: Person, title: str) -> Locator:
    """A card of the deck, from the list beside the table, under the loupe."""
    to_the_table(person)
    rail, loupe = person.page.locator("#r-rail"), person.page.locator(".loupe")
    link = rail.get_by_role("link", name=title)
    if not link.is_visible():
        presses(person, rail.locator("[data-more]").first)
    presses(person, link)
    expect(loupe).to_be_visible(timeout=SOON)
    return loupe


# --- what is kept -----------------------------------------------------------------------------------------------------


def version_and_paper(diary: Diary, ros: Person) -> None:
    """A version with a name, and its PDF."""
    diary.says("A version, and its paper")
    page = ros.page
    to_the_table(ros)
    presses(ros, page.locator(f'a:visible[href="{ros.home}"]').first)
    presses(ros, page.get_by_role("link", name="Archive a version"))
    if (title := page.get_by_label(re.compile("^(What is the deck called|The deck’s title|Its title|Title)"))).count():
        writes(ros, title.first, "Goats, Mostly")
    writes(ros, page.get_by_label("A name for this version"), "The first evening")
    diary.looks("archiving", ros)
    presses(ros, page.get_by_role("button", name="Archive it"))
    page.wait_for_url("**/versions/1/")
    diary.looks("a version", ros)
    presses(ros, page.get_by_role("link", name=re.compile("^Print")).first)
    diary.looks("the print shop", ros)
    presses(ros, page.get_by_role("button", name="Make the PDF"))
    link = page.get_by_role("link", name="Open the PDF")
    expect(link).to_be_visible(timeout=180_000)
    answer = ros.context.request.get(ros.site + str(link.get_attribute("href")), timeout=PATIENCE)
    document = pypdfium2.PdfDocument(answer.body())
    diary.count["pages of the PDF"] = len(document)
    document.close()
