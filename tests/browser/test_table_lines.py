"""At the table nothing is lost with the network: a gap in the middle of a vote, while the others play on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, WebSocketRoute, expect

from tests.browser.evening import DESK, House, Person
from tests.browser.finger import middle, reach
from tests.browser.game import (
    PATIENCE,
    THINGS_ALONE,
    asked,
    gathered,
    hand,
    in_hand,
    looking,
    moves,
    playing,
    puts,
    resumed,
)
from tests.browser.looks import looked_over
from tests.servers import Site

pytestmark = pytest.mark.browser

REGIONS = """() => Object.fromEntries([...document.querySelectorAll('[data-region]')].map((region) => {
  const copy = region.cloneNode(true);
  for (const e of [copy, ...copy.querySelectorAll('*')]) {
    for (const name of ['style', 'class', 'aria-expanded', 'open']) e.removeAttribute(name);
    const told = [...e.attributes].sort((one, other) => one.name < other.name ? -1 : 1);
    for (const { name } of told) e.removeAttribute(name);
    for (const { name, value } of told) e.setAttribute(name, value);  // in one order, whatever a script has said anew
  }
  return [region.id, copy.innerHTML.replace(/\\s+/g, ' ')];
}))"""


class Cable:
    """Somebody's network. Chromium's own switch leaves open sockets alone; this one cuts them as well."""

    def __init__(self, context: BrowserContext) -> None:
        self.context, self.open, self.is_cut, self.is_dead = context, list[WebSocketRoute](), False, False
        context.route_web_socket(re.compile("/live/"), self._join)

    def _join(self, socket: WebSocketRoute) -> None:
        if self.is_cut:
            socket.close(code=3000)
            return
        server = socket.connect_to_server()
        socket.on_message(lambda said: None if self.is_dead else server.send(said))
        server.on_message(lambda said: None if self.is_dead else socket.send(said))
        self.open.append(socket)

    def cut(self) -> None:
        self.is_cut = True
        self.context.set_offline(True)
        for socket in self.open:
            socket.close(code=3000)
        self.open.clear()

    def die(self) -> None:
        """Nothing comes through any more, and nobody is told."""
        self.is_cut = self.is_dead = True

    def mend(self) -> None:
        self.is_cut = self.is_dead = False
        self.context.set_offline(False)


def regions(person: Person) -> dict[str, str]:
    return dict(person.page.evaluate(REGIONS))


def test_a_gap_in_mid_vote_loses_nothing(house: House) -> None:
    people = gathered(house, ("Idris", DESK), ("Maud", DESK))
    house.spoils_windows(people)
    cables = [Cable(person.context) for person in people]
    moves(people[0], "begin", confirmed="1")
    now = in_hand(looking(people))
    first, gone = (person for person in people if person is not now)
    gone.expects_lost_lines = True
    gone.page.evaluate("window.isStillTheSame = true")
    puts(now, "Goat", "Eats a Gnome.")
    asked(people, "Goat")

    # The line goes while a reason is being written, and the answer is given into the void, with an impatient finger.
    cables[people.index(gone)].cut()
    gone.no.click()
    gone.page.locator("#reason").fill("Too many goats")
    gone.page.locator("#tsay").evaluate("(box) => { box.value = 'I was going to say'; }")
    sent: list[str] = []
    gone.page.on("request", lambda asked: sent.append(asked.url) if "/vote/" in asked.url else None)
    gone.no.dblclick()
    expect(gone.page.locator("#line")).to_contain_text("Your vote is kept here", timeout=PATIENCE)
    first.yes.click()
    seal = now.page.locator("#r-vote > .ballot-seals > .voter", has_text=gone.name).locator(".seal")
    expect(now.page.locator("#r-vote > .ballot-seals > .voter", has_text=first.name).locator(".seal")).to_have_class(
        re.compile("is-for"), timeout=PATIENCE
    )
    expect(seal).to_have_class(re.compile("is-waiting"))
    expect(now.page.locator("#r-turn[data-paused]")).to_be_attached()

    # Back again: the vote goes in by itself, once, with its reason, and the game goes on.
    cables[people.index(gone)].mend()
    resumed(people)
    assert len(sent) >= 2, sent
    for person in people:
        expect(person.page.locator("#r-log")).to_contain_text("Goat: not this time", timeout=PATIENCE)
    assert now.context.request.get(f"{now.site}{now.home}proposals/1/").text().count("Too many goats") == 1

    # The others play on while somebody hears nothing, and is told so though nothing is pressed; then the page catches
    # up as it is, without being loaded anew.
    expect(gone.page.locator("#line")).to_be_hidden()
    cables[people.index(gone)].die()
    expect(gone.page.locator("#line")).to_have_text(
        "The line dropped. This is how things stood; we’ll be back by ourselves.", timeout=PATIENCE
    )
    assert not (wrong := looked_over(gone, "a table while the line is down")), "\n".join(wrong)
    moves(now, "draw")
    moves(now, "say", text="While you were away")
    expect(hand(now)).to_have_count(6, timeout=PATIENCE)
    expect(first.page.locator("#r-log")).to_contain_text("While you were away", timeout=PATIENCE)
    expect(gone.page.locator("#r-log")).not_to_contain_text("While you were away")
    cables[people.index(gone)].mend()
    expect(gone.page.locator("#r-log")).to_contain_text("While you were away", timeout=PATIENCE)
    expect(gone.page.locator("#line")).to_be_hidden()
    assert gone.page.evaluate("window.isStillTheSame") is True
    expect(gone.page.locator("#tsay")).to_have_value("I was going to say")
    fresh = house.second_tab(gone).go(gone.table)
    expect(hand(fresh)).to_have_count(5, timeout=PATIENCE)
    assert regions(gone) == regions(fresh)


# What is left of a drag, and buttons that wait for an answer which never came.
LEFT_OVER = ".is-flying, .is-lifted, .drop-tag, .is-over, .is-holding, [data-held], [data-sending]"


def lets_go(person: Person, piece: str, meanwhile: Callable[[], object]) -> None:
    """Held over the discard pile, and let go once something has happened. Nothing of the drag is left."""
    page = person.page
    page.mouse.move(*reach(page.locator(f"#r-hand [data-piece='{piece}']")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator("#z-discard")), steps=6)
    expect(page.locator(".is-flying")).to_have_count(1)
    meanwhile()
    page.mouse.up()
    expect(page.locator(LEFT_OVER)).to_have_count(0, timeout=PATIENCE)


def test_a_card_that_is_held_while_all_begins_anew_is_taken_there_once_or_lies_where_it_was(
    house: House, open_site: Site
) -> None:
    """The server starts anew while a card is held; another tab of the same person moves it, or has moved it before what
    was let go arrives: the card lies where it was, or was taken there once, and words say so."""
    _, now = playing(house, ("Idris", DESK), deck=THINGS_ALONE)
    site, page, told = open_site, now.page, now.page.locator("[data-said='act']")
    for person in house.people:
        person.expects_lost_lines = True
    held = [str(card.get_attribute("data-piece")) for card in page.locator("#r-hand a.card").all()]
    discard = page.locator("[data-place='discard']")
    mine = str(page.locator(".seat--you .things").first.get_attribute("data-place"))
    moves(now, "discard", pieces=held[0], confirmed="1")  # asked about once a turn
    expect(discard).to_have_attribute("data-count", "1", timeout=PATIENCE)

    lets_go(now, held[1], site.restart)
    expect(discard).to_have_attribute("data-count", "2", timeout=PATIENCE)
    lets_go(now, held[2], site.kill)
    expect(page.locator("#line")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(f"#r-hand [data-piece='{held[2]}']")).to_be_visible()
    site.start(0)
    expect(discard).to_have_attribute("data-count", "3", timeout=PATIENCE)
    expect(page.locator("#line")).to_be_hidden(timeout=PATIENCE)
    expect(told).to_be_hidden()

    lets_go(now, held[3], lambda: moves(now, "move", pieces=held[3], to=mine, confirmed="1"))
    expect(told).to_be_visible(timeout=PATIENCE)
    lets_go(now, held[4], lambda: moves(now, "move", pieces=held[4], to="draw", confirmed="1"))
    expect(told).to_be_visible(timeout=PATIENCE)
    expect(discard).to_have_attribute("data-count", "3")
    expect(page.locator(f"[data-place='{mine}']")).to_have_attribute("data-count", "1")
