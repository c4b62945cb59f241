"""Words at the table that are long, or far down: titles across the table, what a die says, the sentences of a rule."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.evening import DESK, PHONE, House, sends, votes
from tests.browser.game import PATIENCE, chooses, gathered, hand, looking, moves, playing, presses
from tests.browser.looks import comes_to

pytestmark = pytest.mark.browser

TITLES = "Schadenfreude Gießkannenverordnung Unternehmensberatungsgesellschaft Kartoffelpuffer Compost".split()
DECK = "\n\n".join(f"## {title}\nThing - Pest\n\nIt lies about." for title in (*TITLES, *(f"{t} anew" for t in TITLES)))
SIZES = (DESK, PHONE, (360, 640))

# Parts of words that go on in another line, or beyond the edge of their card.
BROKEN = """() => [...document.querySelectorAll('.felt [data-lod="glance"] .cf-title')].flatMap((title) => {
  if (!title.checkVisibility()) return [];
  const [text] = title.childNodes, range = new Range(), edge = title.getBoundingClientRect().right + 1;
  return [...text.data.matchAll(/[^ \\u00ad]+/g)].filter(({ index, 0: part }) => {
    range.setStart(text, index + 1); // the hyphen before it counts as part of its first letter
    range.setEnd(text, index + part.length);
    const lines = [...range.getClientRects()].filter((line) => line.width > 0);
    return lines.length !== 1 || lines[0].right > edge;
  }).map(([part]) => part);
})"""
CUT = """() => [...document.querySelectorAll('.die-face')].filter((face) => {
  const range = new Range();
  range.selectNodeContents(face);
  const [said, room] = [range, face].map((one) => one.getBoundingClientRect());
  return said.width === 0 || said.left < room.left || said.right > room.right;
}).map((face) => face.textContent)"""
APART = """() => {
  const [sides, way] = ['.wtop', '.near-sentences'].map((one) => document.querySelector(one).getBoundingClientRect());
  return sides.right < way.left && way.height >= 44;
}"""


def test_a_long_word_is_seen_whole_across_the_table_and_on_a_die(house: House) -> None:
    ros, maud = people = gathered(house, ("Maud", PHONE), deck=DECK)
    die = {"e_there": "1", "e_faces-0-in": "1", "e_faces-0-name": "Weather"}
    said = {"e_faces-0-faces": "Thunderstorm, Thunderclap", "title": "Weather", "text": "It changes.", "kind": "rule"}
    sends(ros, f"{ros.home}write/", **die, **said)
    votes(maud, 1)
    moves(ros, "begin", confirmed="1")
    for person in looking(people):
        cards = hand(person).locator("a.card")
        expect(cards).to_have_count(5, timeout=PATIENCE)
        for piece in cards.evaluate_all("(cards) => cards.map((card) => card.dataset.piece)"):
            moves(person, "play", piece=piece, confirmed="1")
    page = ros.page
    expect(page.locator(".things .card")).to_have_count(10, timeout=PATIENCE)
    presses(ros, page.get_by_role("button", name="Roll Weather"))
    expect(page.locator(".die-face")).to_contain_text("Thunder", timeout=PATIENCE)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        comes_to(page, BROKEN, [], why=(width, height))
        comes_to(page, CUT, [], why=(width, height))
        ros.fits(f"long words at {width}")


@pytest.mark.parametrize("size", SIZES)
def test_the_sentences_of_a_rule_are_within_reach_at_the_table(house: House, size: tuple[int, int]) -> None:
    """Without scrolling, as soon as the card is to be a Special Rule."""
    people, _ = playing(house, ("Maud", size), host=size)
    person = people[0]
    page = person.page
    presses(person, page.locator("#z-blank"))
    way = page.locator(".near-sentences")
    expect(way).to_be_hidden()
    chooses(person, page.locator('#writing .kinds input[value="rule"]'))
    expect(way).to_be_in_viewport(ratio=1)
    comes_to(page, APART, True)
    person.fits("writing a rule")
    presses(person, way)
    expect(page.locator("#phrasebook")).to_be_visible()
    presses(person, page.locator('[data-take="hand_limit"]'))
    expect(page.locator('#writing [name="e_hand_limit-0-value"]')).to_be_focused()
