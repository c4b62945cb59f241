"""A card that is dragged while others move: what it is let go on counts, however the table has changed meanwhile,
and whatever number the browser gives to a mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.evening import DESK, SMALL_PHONE, House, Person
from tests.browser.finger import Finger, middle, reach
from tests.browser.game import PATIENCE, goes_on_to, hand, held, moves, playing
from tests.browser.standing import asks

pytestmark = pytest.mark.browser

# What flies stays in the air until it is told to land, and no clock of the page's own cuts it short.
HOVERS = """() => {
  const begin = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const flight = begin(update);
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


def at_play(house: House, size: tuple[int, int], **context: str) -> tuple[Person, Person]:
    """Whoever is to move and may play, and the other."""
    people, now = playing(house, ("Maud", size), host=size, **context)
    moves(now, "draw", count="3", confirmed="1")
    expect(hand(now)).to_have_count(8, timeout=PATIENCE)
    goes_on_to(now, "Play")
    asks(now.page, AS_IN_FIREFOX)
    return now, people[1] if now is people[0] else people[0]


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


def test_a_thing_is_played_onto_one_that_is_still_on_its_way(house: House) -> None:
    now, other = at_play(house, DESK, reduced_motion="no-preference")
    page = now.page
    asks(page, HOVERS)
    host, mine = piece_of(held(other, "thing").first), held(now, "thing").first
    played = piece_of(mine)
    moves(other, "play", piece=host, confirmed="1")
    page.wait_for_function(IS_FLYING)
    drags(now, mine, page.locator(f"#c-{host}"))
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
    expect(page.locator(f"#c-{host}.is-over")).to_have_count(1)
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


def lifts(person: Person, card: Locator, over: Locator) -> None:
    """Held over a place, and not let go."""
    person.page.mouse.move(*reach(card))
    person.page.mouse.down()
    person.page.mouse.move(*middle(over), steps=6)
    expect(person.page.locator(".is-flying")).to_have_count(1)


def drags(person: Person, card: Locator, to: Locator) -> None:
    if not person.is_phone:
        lifts(person, card, to)
        person.page.mouse.up()
        return
    finger = Finger(person)
    start, end = reach(card), middle(to)
    finger.down(*start)
    finger.move(start, end)
    finger.up()
