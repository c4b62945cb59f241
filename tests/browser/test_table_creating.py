"""What becomes of a deck at its table, in browsers: a card repealed in the middle of a game, and an evening undone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.evening import DESK, PHONE, SOON, House, Person, sends
from tests.browser.game import (
    PATIENCE,
    THINGS_ALONE,
    all_favour,
    asked,
    does,
    gathered,
    hand,
    held,
    looking,
    moves,
    pile,
    playing,
    resumed,
)
from tests.browser.looks import looked_over

pytestmark = pytest.mark.browser


def test_a_card_repealed_at_the_table_leaves_it_for_all(house: House) -> None:
    people, now = playing(house, ("Idris", DESK), deck=THINGS_ALONE)
    moves(now, "draw", count="9", confirmed="1")
    expect(hand(now)).to_have_count(14, timeout=PATIENCE)
    host, guest, kept = held(now, "thing").evaluate_all(
        "(cards) => cards.slice(0, 3).map((card) => [card.dataset.piece, card.dataset.title])"
    )
    moves(now, "play", piece=host[0], confirmed="1")
    moves(now, "play", piece=kept[0], confirmed="1")
    laid = [person.page.locator(f'.things [data-title="{host[1]}"]') for person in people]
    expect(laid[people.index(now)]).to_be_visible(timeout=PATIENCE)
    piece = laid[people.index(now)].get_attribute("data-piece")
    moves(now, "play", piece=guest[0], onto=str(piece), confirmed="1")
    for person in people:
        for _, title in (host, guest, kept):
            expect(person.page.locator(f'.things [data-title="{title}"]')).to_have_count(1, timeout=PATIENCE)
    before = [pile(person) for person in people]

    does(now, laid[people.index(now)], "Read it")
    now.page.locator("#tsheet").get_by_role("link", name="Repeal it").click()
    ask = now.page.locator("#tsheet .plain-ask")
    expect(ask.locator(".card")).to_contain_text(host[1])
    expect(ask.locator("h2")).to_be_focused()
    ask.get_by_role("link", name="Leave it as it is").click()
    expect(now.page.locator("#tsheet")).to_be_hidden()
    now.page.locator("#verbs").get_by_role("button", name="Read it").click()
    now.page.locator("#tsheet").get_by_role("link", name="Repeal it").click()
    ask.locator("button").click()
    assert now.page.url == now.site + now.table, "one repeals without leaving the table"
    all_favour(people, now, host[1])

    for person in people:
        things = person.page.locator(".things")
        for title, count in ((host[1], 0), (guest[1], 0), (kept[1], 1)):
            expect(things.locator(f'[data-title="{title}"]')).to_have_count(count, timeout=PATIENCE)
        discard = person.page.locator('.pilebox[data-place="discard"]')
        expect(discard).to_have_attribute("data-count", "1", timeout=PATIENCE)
        expect(discard).to_contain_text(guest[1])
        expect(person.page.locator("#r-log")).to_contain_text(guest[1])
    assert [pile(person) for person in people] == before
    now.go("?view=list")  # the deck says so too
    expect(now.page.get_by_role("heading", name=kept[1], exact=True)).to_have_count(1)
    expect(now.page.get_by_role("heading", name=host[1], exact=True)).to_have_count(0)


def test_what_is_there_is_reworded_over_the_same_cloth(house: House) -> None:
    """From a raised card by keys, from its sheet, and a rule from beside the table; a draft of each stays its own."""
    people, now = playing(house, ("Idris", (1280, 720)), host=(1280, 720))
    other = next(person for person in people if person is not now)
    sends(other, f"{other.table}write/", title="Gold Rush", kind="rule", text="Gold!", copies="1")
    sends(now, f"{now.table}vote/", proposal="1", wording="1", answer="for")
    page, table = now.page, now.site + now.table
    title, paper, go = page.locator("#w-title"), page.locator("#w-paper"), page.locator("#r-go button")
    for person in people:
        expect(person.page.locator("#r-log")).to_contain_text("Gold Rush", timeout=PATIENCE)
    resumed(people)

    card = hand(now).locator("a.card").first
    name = str(card.get_attribute("data-title"))
    card.press("Enter")
    page.locator("#verbs").get_by_role("link", name="Reword or repeal").press("Enter")
    expect(title).to_have_value(name)
    expect(title).to_be_focused()
    expect(page.locator("#write")).to_have_accessible_name(f"Reword {name}")
    expect(page.locator('#writing [name="copies"]')).to_be_hidden()
    expect(page.locator("#write .wback")).to_be_hidden()  # a way that the workshop's has, on a phone
    assert page.url == table
    before = go.bounding_box()
    paper.press_sequentially("And it hums. ")
    expect(page.locator("#proof")).to_contain_text("hums", timeout=SOON)
    assert go.bounding_box() == before, "the button stays where it is when the change is shown"
    assert not (wrong := looked_over(now, "a card reworded at the table")), "\n".join(wrong)
    page.keyboard.press("Escape")
    expect(page.locator("#write")).to_be_hidden()
    expect(hand(now).locator(f'a.card[data-title="{name}"]').first).to_be_focused()

    page.locator("#z-blank").click()
    expect(title).to_have_value("")
    expect(page.locator('#writing [name="copies"]')).to_be_visible()
    title.press_sequentially("Toad")
    page.keyboard.press("Escape")

    page.locator("#r-rules").get_by_role("link", name="Reword").click()
    expect(title).to_have_value("Gold Rush")
    expect(page.locator(".lawslip")).to_be_visible()
    paper.press_sequentially("More ")
    expect(page.locator("#proof")).to_contain_text("More", timeout=SOON)
    go.click()
    for person in people:
        asked([person], "Gold Rush")
    expect(page.locator("#write")).to_be_hidden()
    assert page.url == table
    sends(other, f"{other.table}vote/", proposal="2", wording="1", answer="for")
    resumed([now])
    page.locator("#z-blank").click()
    expect(title).to_have_value("Toad")
    page.keyboard.press("Escape")

    on_a_phone(now, name)


def on_a_phone(now: Person, name: str) -> None:
    """From the card's sheet; what was begun of it at the desk is there."""
    page = now.page
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    does(now, hand(now).locator(f'a.card[data-title="{name}"]').first, "Read it")
    page.locator("#tsheet").get_by_role("link", name="Reword it").click()
    expect(page.locator("#w-text")).to_have_value(re.compile("And it hums"), timeout=SOON)
    expect(page.locator("#tsheet")).to_be_hidden()
    now.fits("a card reworded on a phone")
    before = page.locator("#r-go button").bounding_box()
    page.locator("#w-paper").press_sequentially("It ticks. ")
    expect(page.locator("#proof")).to_contain_text("ticks", timeout=SOON)
    assert page.locator("#r-go button").bounding_box() == before
    page.get_by_role("link", name="Take a blank card instead").click()
    expect(page.locator("#w-title")).to_have_value("Toad")
    assert page.url.partition("#")[0] == now.site + now.table


def test_an_evening_undone_by_those_who_sat_there(house: House) -> None:
    """Leave the deck as it was: asked of the same people, on the page that says the game is over."""
    people = gathered(house, ("Idris", DESK), ("Maud", DESK))
    ros, idris, maud = people
    moves(ros, "begin", confirmed="1")
    for number, title in enumerate(("Goat", "Plague"), 1):
        sends(ros, f"{ros.table}write/", title=title, kind="thing", text="Eats.", copies="1")
        for person, answer in ((idris, "for"), (maud, "for" if title == "Goat" else "against")):
            sends(person, f"{ros.table}vote/", proposal=str(number), wording="1", answer=answer)
    moves(ros, "abandon")
    for person in (idris, maud):
        moves(person, "answer", question="1", yes="1")

    looking(people)
    for person in people:
        expect(person.page.locator("#after-h")).to_have_text("The game is over", timeout=PATIENCE)
        expect(person.page.locator("#r-after")).to_contain_text("1 thing has changed since this table was opened")
    idris.page.get_by_role("button", name="Leave the deck as it was").click()
    asked(people, "Goat")
    seals = maud.page.locator("#r-vote > .ballot-seals > li")
    expect(seals).to_have_count(3)
    assert not (wrong := looked_over(maud, "vote on the evening")), "\n".join(wrong)
    all_favour(people, idris, "Goat")
    for person in people:
        after = person.page.locator("#r-after")
        expect(after.get_by_role("button", name="Leave the deck as it was")).to_have_count(0, timeout=PATIENCE)
        expect(after.locator(".after-card", has_text="Goat")).to_have_count(0)
        expect(after.locator(".after-card", has_text="Plague")).to_have_count(1)
    ros.go("?view=list")
    expect(ros.page.get_by_role("heading", name="Slug", exact=True)).to_have_count(1)
    expect(ros.page.get_by_role("heading", name="Goat", exact=True)).to_have_count(0)
    ros.go("minutes/")
    expect(ros.page.locator("main")).to_contain_text("Goat")


def test_whoever_writes_on_a_page_of_its_own_sees_the_game_stop_and_gets_back(house: House) -> None:
    people = gathered(house, ("Idris", DESK), ("Maud", DESK))
    ros, idris, maud = people
    sends(ros, f"{ros.table}write/", title="Gold Rush", kind="rule", text="Everybody has gold.", copies="1")
    for person in (idris, maud):
        sends(person, f"{ros.table}vote/", proposal="1", wording="1", answer="for")
    moves(ros, "begin", confirmed="1")
    pages = (
        ("?article=rule-1", "#writing [name=text]", DESK),
        ("?article=rule-1&change=repeal", ".plain-ask h1", PHONE),
    )
    for number, (address, going_on, (width, height)) in enumerate(pages, 2):
        idris.page.set_viewport_size({"width": width, "height": height})
        page = idris.go(f"{idris.table}write/{address}").fits(address).page
        expect(page.locator(going_on)).to_be_visible()
        expect(page.locator(".write-back")).to_have_text("Back to the table", use_inner_text=True)
        sends(maud, f"{maud.table}write/", title=f"Plague {number}", kind="thing", text="Eats.", copies="1")
        expect(page.locator(".write-turn .paused")).to_be_visible(timeout=PATIENCE)
        expect(page.locator(going_on)).to_be_visible()  # what one writes stays where it is
        page.get_by_role("link", name="To the vote").click()
        expect(page.locator("#votepanel")).to_contain_text(f"Plague {number}", timeout=PATIENCE)
        for person in (ros, idris):
            sends(person, f"{ros.table}vote/", proposal=str(number), wording="1", answer="against")
        resumed(people[1:2])
