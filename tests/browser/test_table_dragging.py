"""A card that is dragged while others move: what it is let go on counts, however the table has changed meanwhile,
and whatever number the browser gives to a mouse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cards.rules.kit import DVORAK, TokenKit, ZoneKit
from tests.browser.evening import DESK, SMALL_PHONE, House, Person
from tests.browser.finger import Finger, middle, reach
from tests.browser.game import (
    DECK,
    PATIENCE,
    THINGS_ALONE,
    asked,
    comes_to_hold,
    goes_on_to,
    hand,
    held,
    moves,
    playing,
    puts,
)
from tests.browser.standing import asks, stands_as_it_is
from tests.servers import Site

pytestmark = pytest.mark.browser
SECRET = replace(
    DVORAK, tokens=(TokenKit("ritual", "Ritual"),),
    zones=(*DVORAK.zones, ZoneKit("aside", "Face down", "seat", "area", "down", "owner", capacity=2)),
)  # fmt: skip

# What flies stays in the air until it is told to land, and no clock of the page's own cuts it short.
HOVERS = """() => {
  const begin = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const flight = begin(update);
    window.letsGo?.();
    flight.skipTransition = () => {};
    flight.ready.then(() => {
      for (const one of document.getAnimations()) one.pause();
      window.flies = true;
    }, () => {});
    flight.finished.then(() => { window.flies = false; });
    return flight;
  };
}"""
# A mouse has the number 0 in Firefox, which no other browser gives to anything.
AS_IN_FIREFOX = """() => {
  const own = Object.getOwnPropertyDescriptor(PointerEvent.prototype, 'pointerId').get;
  const numbered = { get() { return this.pointerType === 'mouse' ? 0 : own.call(this); } };
  Object.defineProperty(PointerEvent.prototype, 'pointerId', numbered);
}"""
# The button is let go in the very moment in which a flight begins, before anything of it is seen.
LETS_GO = """([x, y]) => {
  window.letsGo = () => {
    const where = { clientX: x, clientY: y, pointerId: 0, pointerType: 'mouse', isPrimary: true, bubbles: true };
    document.documentElement.dispatchEvent(new PointerEvent('pointerup', where));
    delete window.letsGo;
  };
}"""
IS_FLYING = "() => window.flies"
LANDS = "() => { for (const one of document.getAnimations()) one.finish(); }"


def piece_of(card: Locator) -> str:
    return str(card.get_attribute("data-piece"))


def discards(person: Person) -> str:
    """The first card of the hand, by a browser that does not look."""
    cards = hand(person)
    count, piece = cards.count(), piece_of(cards.locator("a.card").first)
    moves(person, "discard", pieces=piece, confirmed="1")
    expect(cards).to_have_count(count - 1, timeout=PATIENCE)
    return piece


def at_play(
    house: House, size: tuple[int, int], deck: str = THINGS_ALONE, **context: Any
) -> tuple[Person, Person]:  # fmt: skip
    """Whoever is to move and may play, and the other."""
    people, now = playing(house, ("Maud", size), host=size, deck=deck, **context)
    moves(now, "draw", count="3", confirmed="1")
    expect(hand(now)).to_have_count(8, timeout=PATIENCE)
    goes_on_to(now, "Play")
    asks(now.page, AS_IN_FIREFOX)
    return now, people[1] if now is people[0] else people[0]


Flying = tuple[Person, Person]


@pytest.fixture(scope="module")
def flying(open_site: Site, chromium: Any) -> Iterator[Flying]:
    """A table at which what flies hovers, for several tests."""
    opened = House(open_site.url, [chromium])
    now, other = at_play(opened, DESK, reduced_motion="no-preference")
    moves(now, "draw", count="4", confirmed="1")
    expect(hand(now)).to_have_count(12, timeout=PATIENCE)
    discards(now)  # asked about once a turn
    asks(now.page, HOVERS)
    yield now, other
    said = opened.close()
    assert not said, "\n".join(said)


@pytest.mark.parametrize("size", [DESK, SMALL_PHONE])
def test_a_card_is_let_go_on_a_pile_whose_top_still_flies(house: House, size: tuple[int, int]) -> None:
    now, other = at_play(house, size, reduced_motion="no-preference")
    page, discard = now.page, now.page.locator("[data-place='discard']")
    asks(page, HOVERS)
    discards(other)
    page.wait_for_function(IS_FLYING)
    drags(now, hand(now).locator("a.card").first, discard.locator("a.card"))
    page.evaluate(LANDS)
    expect(discard).to_have_attribute("data-count", "2", timeout=PATIENCE)
    expect(hand(now)).to_have_count(7)


@pytest.mark.parametrize("when", ["as it begins", "as it flies", "as it has landed"])
def test_a_pile_that_is_held_over_takes_the_card_whatever_flies_there(flying: Flying, when: str) -> None:
    now, other = flying
    page, discard = now.page, now.page.locator("[data-place='discard']")
    count, held_now = int(discard.get_attribute("data-count") or 0), hand(now).count()
    lifts(now, held(now, "thing").first, discard.locator("a.card"))
    if when == "as it begins":
        page.evaluate(LETS_GO, list(middle(discard.locator("a.card"))))
    discards(other)
    page.wait_for_function(IS_FLYING)
    if when == "as it flies":
        page.mouse.up()
    page.evaluate(LANDS)
    if when == "as it has landed":
        page.wait_for_function("() => !window.flies")
    page.mouse.up()
    expect(discard).to_have_attribute("data-count", str(count + 2), timeout=PATIENCE)
    expect(hand(now)).to_have_count(held_now - 1)
    expect(page.locator("[data-said='act']")).to_be_hidden()


def test_a_thing_is_played_onto_one_that_is_still_on_its_way(house: House) -> None:
    now, other = at_play(house, DESK, reduced_motion="no-preference")
    page = now.page
    asks(page, HOVERS)
    host, mine = piece_of(held(other, "thing").first), held(now, "thing").first
    played, title = piece_of(mine), held(other, "thing").first.get_attribute("data-title")
    moves(other, "play", piece=host, confirmed="1")
    page.wait_for_function(IS_FLYING)
    lifts(now, mine, page.locator(f"#c-{host}"))
    expect(page.locator(".drop-tag")).to_have_text(f"Under {title}")
    page.mouse.up()
    page.evaluate(LANDS)
    expect(page.locator(f".others .onto [data-piece='{played}']")).to_have_count(1, timeout=PATIENCE)


def test_what_was_lifted_is_what_is_moved(house: House) -> None:
    """Another card comes to lie on the pile, or what is held is taken elsewhere and drawn anew there."""
    now, other = at_play(house, DESK)
    page, discard = now.page, now.page.locator("[data-place='discard']")
    title = str(hand(other).locator("a.card").first.get_attribute("data-title"))
    discards(other)
    expect(discard).to_have_attribute("data-count", "1", timeout=PATIENCE)
    lifts(now, discard.locator("a.card"), page.locator(".hand-row"))
    covers = discards(other)
    expect(discard.locator(f"[data-top='{covers}']")).to_have_count(1, timeout=PATIENCE)
    page.mouse.up()
    expect(hand(now).locator(f"[data-title='{title}']")).to_have_count(1, timeout=PATIENCE)
    expect(discard.locator(f"[data-top='{covers}']")).to_have_count(1)

    thing = piece_of(held(now, "thing").first)
    moves(now, "play", piece=thing, confirmed="1")
    laid = page.locator(f".seat--you [data-piece='{thing}']")
    lifts(now, laid, discard)
    elsewhere = page.locator(".others .things[data-place]").first
    moves(other, "move", pieces=thing, to=str(elsewhere.get_attribute("data-place")), confirmed="1")
    expect(elsewhere.locator(f"[data-piece='{thing}'].is-lifted")).to_have_count(1, timeout=PATIENCE)
    page.mouse.up()
    expect(discard.locator(f"[data-top='{thing}']")).to_have_count(1, timeout=PATIENCE)


def test_what_cannot_count_goes_back_and_says_so(house: House) -> None:
    """What is held is gone, or what it was held over."""
    now, other = at_play(house, DESK)
    page, told = now.page, now.page.locator("[data-said='act']")
    host, mine, thing = (piece_of(card) for card in (held(other, "thing").first, *held(now, "thing").all()[:2]))
    moves(other, "play", piece=host, confirmed="1")
    moves(now, "play", piece=mine, confirmed="1")
    lifts(now, hand(now).locator(f"[data-piece='{thing}']"), page.locator(f".others [data-piece='{host}']"))
    expect(page.locator(f"#c-{host}.is-over")).to_have_count(1)  # after a rest
    moves(other, "move", pieces=host, to="discard", confirmed="1")
    expect(page.locator(f"#c-{host}")).to_have_count(0, timeout=PATIENCE)
    page.mouse.up()
    expect(told).to_contain_text("The table changed under your hand")
    expect(hand(now).locator(f"[data-piece='{thing}']")).to_have_count(1)

    laid = page.locator(f".seat--you [data-piece='{mine}']")
    title = str(laid.get_attribute("data-title"))
    lifts(now, laid, page.locator(".others .things[data-place]").first)
    moves(other, "move", pieces=mine, to="discard", confirmed="1")
    expect(laid).to_have_count(0, timeout=PATIENCE)
    page.mouse.up()
    expect(told).to_contain_text(f"{title} went elsewhere")
    expect(page.locator(".is-flying, .is-lifted, .is-over")).to_have_count(0)


IS_LEFT = """() => {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  delete document.hidden;
}"""


def test_what_is_let_go_without_a_line_goes_once_and_a_page_that_is_left_holds_nothing(flying: Flying) -> None:
    now, _ = flying
    page, discard = now.page, now.page.locator("[data-place='discard']")
    count, held_now = int(discard.get_attribute("data-count") or 0), hand(now).count()
    lifts(now, held(now, "thing").first, discard.locator("a.card"))
    page.evaluate(IS_LEFT)
    expect(page.locator(".is-flying, .is-lifted, .drop-tag, .is-over")).to_have_count(0)
    page.mouse.up()
    assert hand(now).count() == held_now

    now.expects_lost_lines = True
    now.context.set_offline(True)
    lifts(now, held(now, "thing").first, discard.locator("a.card"))
    page.mouse.up()
    expect(page.locator("#line")).to_be_visible(timeout=PATIENCE)
    now.context.set_offline(False)
    expect(discard).to_have_attribute("data-count", str(count + 1), timeout=PATIENCE)
    page.evaluate(LANDS)
    expect(hand(now)).to_have_count(held_now - 1)
    expect(page.locator("#line")).to_be_hidden(timeout=PATIENCE)


def test_what_is_held_says_what_will_happen_and_that_happens(house: House) -> None:
    """A place that lies face down, an Action that is not played, the top of a pile, and what takes nothing."""
    now, other = at_play(house, DESK, deck=DECK, kit=SECRET)
    page, tag, told = other.page, other.page.locator(".drop-tag"), other.page.locator("[data-said='act']")
    comes_to_hold(other, "thing", "action")

    secret = held(other, "thing").first
    title = str(secret.get_attribute("data-title"))
    lifts(other, secret, page.locator(".seat--you [data-place^='aside']"))
    expect(tag).to_have_text("Into Face down, face down")
    page.mouse.up()
    page.locator("#asking").get_by_role("button", name="Yes").click()
    expect(page.locator(".seat--you [data-place^='aside']")).to_have_attribute("data-count", "1", timeout=PATIENCE)
    expect(now.page.locator(".others [data-place^='aside'] .card--back")).to_have_count(1, timeout=PATIENCE)
    expect(now.page.locator("#main")).not_to_contain_text(title)
    expect(now.page.locator("#r-log")).not_to_contain_text(title)

    lifts(other, held(other, "action").first, page.locator("[data-place='discard']"))
    expect(tag).to_have_text("Play")
    page.mouse.up()
    page.locator("#asking").get_by_role("button", name="Discard it").click()
    expect(page.locator("#r-log")).to_contain_text("discarded", timeout=PATIENCE)

    lifts(other, page.locator("[data-place='draw'] a.card"), page.locator("[data-place='discard']"))
    expect(tag).to_have_text("Onto Discard pile")
    page.mouse.up()
    expect(page.locator("[data-place='discard']")).to_have_attribute("data-count", "2", timeout=PATIENCE)

    lifts(other, page.locator("[data-token]"), page.locator("[data-place='discard']"))
    page.mouse.up()
    expect(told).to_have_text("A token goes onto a card in play, or in front of somebody.")
    expect(page.locator(".is-flying, .drop-tag, .is-over")).to_have_count(0)

    # What was let go and went nowhere is said until the next is lifted, and no longer than it is so.
    puts(now, "Gate", "It squeaks.")
    asked([other], "Gate")
    page.locator("#votepanel [data-fold]").click()
    lifts(other, hand(other).locator("a.card").last, page.locator("[data-place='discard']"))
    expect(told).to_be_hidden()
    page.mouse.up()
    expect(told).to_have_text("Nothing can be moved just now.")
    now.page.get_by_role("button", name="Take it back").click()
    expect(page.locator("#r-turn:not([data-paused])")).to_be_attached(timeout=PATIENCE)
    expect(told).to_be_hidden()

    page.locator(".hcard a.card").last.press("Enter")
    page.locator("#verbs").get_by_role("button", name="Into Face down").click()
    page.locator("#asking").get_by_role("button", name="Yes").click()
    expect(page.locator(".seat--you [data-place^='aside']")).to_have_attribute("data-count", "2", timeout=PATIENCE)


def lifts(person: Person, card: Locator, over: Locator) -> None:
    """Held over a place, and not let go."""
    stands_as_it_is(person.page)
    person.page.mouse.move(*reach(card))
    person.page.mouse.down()
    person.page.mouse.move(*middle(over), steps=6)
    expect(person.page.locator(".is-flying")).to_have_count(1)


def drags(person: Person, card: Locator, to: Locator) -> None:
    if not person.has_finger:
        lifts(person, card, to)
        person.page.mouse.up()
        return
    finger = Finger(person)
    start, end = reach(card), middle(to)
    finger.down(*start)
    finger.move(start, end)
    finger.up()
