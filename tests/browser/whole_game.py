"""A whole creative game, the same for whoever plays it: with a mouse, with a finger on a phone, or by keyboard alone.

What differs is how a person presses, writes and raises a card (`game`, `typist`), and where they look from.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import singledispatch

from playwright.sync_api import Locator, expect

from tests.browser.evening import House, Person, sends
from tests.browser.game import (
    PATIENCE,
    answers,
    asked,
    does,
    draws,
    goes_on_to,
    hand,
    moves,
    pile,
    plays,
    presses,
    puts,
    resumed,
    types,
    writes,
)

Station = Callable[[str], None]


class Elsewhere(Person):
    """Somebody at a table whose page nobody draws: they answer by sending the forms."""

    def finds(self, what: str) -> str:
        found = re.search(what, self.context.request.get(self.site + self.table).text())
        assert found is not None, f"no {what} at the table"
        return found[1]


def elsewhere(house: House, person: Person) -> Elsewhere:
    """The same person, without a look at the table."""
    house.people.remove(person)
    away = Elsewhere(**vars(person))
    house.people.append(away)
    return away


@puts.register
def _(person: Elsewhere, title: str, text: str, kind: str = "thing", hand_limit: str = "") -> None:
    sends(person, f"{person.table}write/", title=title, text=text, kind=kind, copies="1", e_hand_limit=hand_limit)


@answers.register
def _(person: Elsewhere, is_for: bool = True, reason: str = "") -> None:
    number, wording = (person.finds(rf'data-{what}="(\d+)"') for what in ("proposal", "wording"))
    answer = "for" if is_for else "against"
    sends(person, f"{person.table}vote/", proposal=number, wording=wording, answer=answer, reason=reason)


@singledispatch
def confirms(person: Person) -> None:
    """Yes, they have won."""
    presses(person, person.page.locator("#r-questions").get_by_role("button", name="They have won"))


@confirms.register
def _(person: Elsewhere) -> None:
    moves(person, "answer", question=person.finds(r'id="q-(\d+)"'), yes="1")


def opens_sheet(person: Person, card: Locator) -> Locator:
    """Everything that can be done with a card in play."""
    does(person, card, "Read it")
    sheet = person.page.locator("#tsheet")
    expect(sheet.locator("#sheet-h")).to_be_visible(timeout=PATIENCE)
    return sheet


def amends(person: Person, card: Locator, title: str, text: str) -> None:
    """Other words for a card in play, from its sheet."""
    presses(person, opens_sheet(person, card).get_by_role("link", name="Reword it"))
    form = person.page.locator("#writing")
    writes(person, form.locator('[name="title"]'), title)
    writes(person, form.locator("#w-paper"), text)
    presses(person, person.page.locator("#r-go button"))


@singledispatch
def ends_turn(person: Person) -> None:
    presses(person, person.page.locator("#r-turn").get_by_role("button", name="End turn", exact=True))


def claims(person: Person, words: str) -> None:
    """The win, from one's own place."""
    presses(person, person.page.locator(".youplate-who"))
    sheet = person.page.locator("#tsheet")
    expect(sheet.locator("#sheet-h")).to_be_visible(timeout=PATIENCE)
    form = sheet.locator('form[data-verb="claim"]')
    presses(person, sheet.locator('details:has(form[data-verb="claim"]) > summary'))
    writes(person, form.locator('input[name="words"]'), words)
    presses(person, form.get_by_role("button"))


def whole_game(people: list[Person], now: Person, at: Station, *, in_lines: bool = False) -> None:
    """A turn, four proposals and the end. `now` is to move, the next of `people` proposes as well; `at` is told each
    place one comes to. With `in_lines` the amendment and the win are typed at the table."""
    looking = [person for person in people if not isinstance(person, Elsewhere)]
    others = [person for person in people if person is not now]
    author, critic = others[0], others[1] if others[1:] else now

    def agreed(title: str) -> None:
        """What `now` has put is asked of everybody, and everybody is in favour."""
        asked(looking, title)
        at("asked")
        for person in others:
            answers(person)
        resumed(looking)

    # A turn: draw, a Thing that stays, an Action that goes; everybody sees it.
    at("dealt")
    draws(now)
    at("drawn")
    thing, action = plays(now, "thing"), plays(now, "action")
    for person in looking:
        expect(person.page.locator("#r-log")).to_contain_text(action, timeout=PATIENCE)
        expect(person.page.locator(f'.things [data-title="{thing}"]')).to_have_count(1, timeout=PATIENCE)
        expect(person.page.locator('.pilebox[data-place="discard"]')).to_have_attribute("data-count", "1")
    at("played")

    # A card is written while the game goes on, and settled while it waits. Somebody's page is loaded anew in between.
    count = pile(now)
    puts(now, "Prize Turnip", "Bites the judge.")
    asked(looking, "Prize Turnip")
    looking[-1].page.reload()
    agreed("Prize Turnip")
    for person in looking:
        deck = person.page.locator('.pilebox[data-place="draw"]')
        expect(deck).to_have_attribute("data-count", str(count + 1), timeout=PATIENCE)

    # One is set aside, with a reason everybody may read.
    puts(author, "Plague", "Everybody loses.", "action")
    asked(looking, "Plague")
    at("answering")
    for person in people:
        if person not in (author, critic):
            answers(person)
    answers(critic, False, "Too grim for us")
    at("refused")
    resumed(looking)
    assert pile(now) == count + 1

    # Other words for the card in play: its face changes where it lies, and keeps what lies on it.
    laid = now.page.locator(f'.things [data-title="{thing}"]')
    sheet = opens_sheet(now, laid)
    at("close up")
    token = sheet.locator('form[data-verb="token"]').last
    presses(now, sheet.locator('details:has(form[data-verb="token"]) > summary').last)
    writes(now, token.locator('input[name="token"]'), "Mud")
    presses(now, token.get_by_role("button"))
    expect(laid).to_contain_text("Mud", timeout=PATIENCE)
    if in_lines:
        types(now, f"/amend {laid.get_attribute('data-number')}/Old {thing}//It gleams.")
    else:
        amends(now, laid, f"Old {thing}", "It gleams.")
    agreed(f"Old {thing}")
    for person in looking:
        amended = person.page.locator(f'.things [data-title="Old {thing}"]')
        expect(amended).to_contain_text("Mud", timeout=PATIENCE)
        expect(person.page.locator(f'.things [data-title="{thing}"]')).to_have_count(0)
    at("amended")

    # A Special Rule with an effect: this very turn has to keep to it.
    puts(now, "Small Pockets", "Nobody keeps more than two.", "rule", hand_limit="2")
    agreed("Small Pockets")
    over = hand(now).count() - 2
    assert over > 0
    for person in looking:
        expect(person.page.locator("#r-rules .tlaw-does")).to_contain_text(re.compile("hand limit", re.I))
    ends_turn(now)
    expect(now.page.locator("#asking")).to_be_visible(timeout=PATIENCE)
    at("over the limit")
    presses(now, now.page.locator("#asking [data-no]"))
    goes_on_to(now, "Discard")
    expect(now.page.locator('#r-turn [aria-current="step"]')).to_contain_text(f"Discard {over} card", timeout=PATIENCE)
    for left in range(over - 1, -1, -1):
        does(now, hand(now).locator("a.card").first, "Discard")
        expect(hand(now)).to_have_count(2 + left, timeout=PATIENCE)
    at("discarded")
    ends_turn(now)
    expect(now.page.locator("#r-turn[data-mine-turn]")).to_have_count(0, timeout=PATIENCE)

    # The end: claimed by one, confirmed by the others.
    if in_lines:
        types(now, "/win The turnip has bitten everybody")
    else:
        claims(now, "The turnip has bitten everybody")
    for person in looking:
        expect(person.page.locator("#r-questions .ask-slip")).to_be_visible(timeout=PATIENCE)
    at("claimed")
    for person in others:
        confirms(person)
    for person in looking:
        expect(person.page.locator("#after-h")).to_have_text(f"{now.name} has won", timeout=PATIENCE)
        expect(person.page.locator("#r-after .after-cards").first).to_contain_text("Too grim for us", timeout=PATIENCE)
    at("after the game")
    presses(now, now.page.get_by_role("link", name="Archive a version"))
    now.page.wait_for_url("**/archive/")
    at("archiving")
    presses(now, now.page.get_by_role("button", name="Archive it"))
    now.page.wait_for_url("**/versions/1/")
    expect(now.page.locator("main")).to_contain_text("Prize Turnip")
    expect(now.page.locator("main")).to_contain_text(f"Old {thing}")
    at("archived")
