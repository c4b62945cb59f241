"""A turn of a shipped deck as somebody plays it who reads the page: what helps to win first, and what the words of a
card ask for where one does that alone."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Error, Locator, expect

from tests.bench.by_hand import drags, has_hands
from tests.browser.evening import Person
from tests.browser.game import PATIENCE, hand, presses, writes

# How a deck is won: of which type line so many in play; or so much of a counter, got by destroying what lies there.
GATHERED = {"allotment-wars": ("Vegetable", 3), "lighthouse-committee": ("Stair", 4)}
EARNED = {"crumb-kingdom": ("Crumbs", 12), "orbit-and-rust": ("Gold", 12)}
ENERGY = ("Red", "Blue", "Green", "Black")
GOES_TO = {
    "thing": "#youplate", "action": '[data-place="discard"] .pile a.card', "weather": '.things[data-place="weather"]',
}  # fmt: skip
NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3}


@dataclass
class Game:
    deck: str
    people: list[Person]
    pictures: Path | None = None
    turns: int = 0
    presses: int = 0
    most: int = 0
    had: Counter[str] = field(default_factory=Counter)
    read: dict[str, str] = field(default_factory=dict)  # what cards say, by title: in play they show their heads alone

    # --- one press --------------------------------------------------------------------------------------------------

    def press(self, person: Person, target: Locator) -> None:
        """One press; a question that has come in between is answered first."""
        if person.page.locator("#asking[open]").count():
            self.presses += 1
            presses(person, person.page.locator("#asking[open] [data-yes]"))
            person.page.wait_for_timeout(200)
        self.presses += 1
        presses(person, target)

    def drag(self, person: Person, card: Locator, to: Locator) -> None:
        self.presses += 1
        drags(person, card, to)
        self.settles(person)

    def chooses(self, person: Person, card: Locator, *wanted: str) -> str:
        """Raise a card and press the first of these that is offered, behind the dots where a phone has it there; laid
        down again, and "", where none is."""
        self.press(person, card)
        verbs = person.page.locator("#verbs")
        expect(verbs).to_be_visible(timeout=PATIENCE)
        offers = [verbs.locator("button", has_text=re.compile(one)).first for one in wanted]
        offer = next((one for one in offers if one.count()), None)
        if offer is not None and not offer.is_visible():
            self.press(person, verbs.locator("[data-more]"))
        if offer is None:
            person.page.keyboard.press("Escape")
            return ""
        words = offer.inner_text()
        self.press(person, offer)
        self.settles(person)
        return words

    def settles(self, person: Person) -> None:
        """A question about what is unusual is answered yes; and the page has caught up."""
        asking = person.page.locator("#asking[open] [data-yes]")
        with suppress(Error):
            asking.wait_for(state="visible", timeout=500)
            self.presses += 1
            presses(person, asking)
        person.page.wait_for_timeout(250)

    # --- a turn -----------------------------------------------------------------------------------------------------

    def turn(self, person: Person) -> bool:
        """One turn; whether its player has won by what the deck says of winning."""
        before, page = self.presses, person.page
        self.begins(person)
        has_won = self.has_all(person) and self.deck in ("lighthouse-committee", "orbit-and-rust")
        if not has_won:
            draw = page.locator("#r-turn").get_by_role("button", name="Draw", exact=True)
            if draw.count():
                self.press(person, draw)
                page.wait_for_timeout(200)
            self.plays(person, "thing")
            if self.deck in EARNED and not self.earns(person):
                self.plays(person, "action")
            elif self.deck in GATHERED and not self.plays(person, "action"):
                self.plays(person, "weather")
            has_won = self.has_all(person) and self.deck in ("crumb-kingdom", "allotment-wars")
        if not has_won:
            self.ends(person)
        self.turns += 1
        self.most = max(self.most, self.presses - before)
        return has_won

    def begins(self, person: Person) -> None:
        """What the rules ask for at the start: power, the weather, a rosette for the marrow."""
        if self.deck == "orbit-and-rust":
            self.counts(person, ENERGY[self.turns % 4], 1)
        if self.deck == "allotment-wars":
            if person is self.people[0]:
                self.throws(person)
            for card in self.mine(person, "Vegetable").all():
                if self.says(card, r"At the start of your turn, put a rosette"):
                    self.pins(person, card)

    def plays(self, person: Person, kind: str) -> bool:
        """A card of the kind: dragged where there is nothing to pay and a hand to drag with."""
        card = self.worth_playing(person, kind)
        if card is None:
            return False
        words, count = card.inner_text(), hand(person).count()
        self.read[str(card.get_attribute("data-title"))] = words
        is_paid = False
        if self.deck != "orbit-and-rust" and has_hands(person):
            self.drag(person, card, person.page.locator(GOES_TO[kind]).first)
        else:
            is_paid = "pay" in self.chooses(person, card, r"^\s*Play and pay", r"^\s*Play")
        with suppress(AssertionError):
            expect(hand(person)).to_have_count(count - 1, timeout=4_000)
            self.had["played"] += 1
            self.had["played and paid for"] += is_paid
            self.obeys(person, " ".join(words.split()))
        return True

    def worth_playing(self, person: Person, kind: str) -> Locator | None:
        """The first in hand that helps to win, or any; nothing that costs more than one has."""
        is_of = '.cf:not([data-kind="thing"], [data-kind="action"])' if kind == "weather" else f'[data-kind="{kind}"]'
        cards = person.page.locator(f"#r-hand .hcard:has({is_of}) a.card")
        seen = cards.evaluate_all(
            "(all) => all.map((card) => [card.id, card.innerText, card.querySelector('.cf-cost')?.innerText])"
        )
        has = sum(self.counted(person, name) for name in ENERGY) if self.deck == "orbit-and-rust" else 0
        ids = [(id, words) for id, words, cost in seen if not cost or int(re.sub(r"\D", "", cost) or 0) <= has]
        helps = self.helpful(kind)
        ids.sort(key=lambda one: not re.search(helps, one[1], re.I))
        return person.page.locator(f"[id='{ids[0][0]}']") if ids else None

    def helpful(self, kind: str) -> str:
        if kind == "thing":
            return {"crumb-kingdom": "Cake", "orbit-and-rust": "Relic|Station"}.get(self.deck) or GATHERED[self.deck][0]
        return "rosette" if self.deck == "allotment-wars" else "draw"

    def obeys(self, person: Person, words: str) -> None:
        """What the words of a card ask of whoever plays it, where they do it alone."""
        if drawn := re.search(r"[Dd]raw (a|two|three) cards?", words):
            for _ in range(NUMBERS[drawn[1]]):
                self.draws(person)
        if re.search(r"\broll\b", words, re.I):
            self.throws(person)
        if "Crumbs" in str(EARNED.get(self.deck)) and (got := re.search(r"get (a|one|two) crumbs?", words)):
            self.counts(person, "Crumbs", NUMBERS[got[1]])
        if self.deck == "allotment-wars":
            self.decorates(person, words)

    def decorates(self, person: Person, words: str) -> None:
        """Rosettes, where a card that was just played has somebody put one on something."""
        if re.search(r"(\bAction\b[^.]{0,12} |When you play it, .*)put a rosette", words, re.I):
            for card in self.without_a_rosette(self.mine(person, "Vegetable"))[:1]:
                self.pins(person, card)
        givers = self.people if "every player puts a rosette" in words else []
        givers += [person] if "and one on a Vegetable you do not" in words else []
        for giver in givers:
            for card in self.without_a_rosette(self.typed(giver.page.locator(".others .thing > a.card"), "Vegetable"))[
                :1
            ]:
                self.pins(giver, card)

    def draws(self, person: Person) -> None:
        pile = person.page.locator('[data-pile="draw"]')
        if has_hands(person):
            self.drag(person, pile, person.page.locator("#r-hand .handfan"))
        else:
            self.chooses(person, pile, r"^\s*Draw")
        self.had["drawn for a card"] += 1

    def throws(self, person: Person) -> None:
        self.press(person, person.page.locator("#tray button.die").first)
        person.page.wait_for_timeout(250)
        self.had["die thrown"] += 1

    # --- what is one's own ------------------------------------------------------------------------------------------

    def mine(self, person: Person, kind: str) -> Locator:
        return self.typed(person.page.locator(".seat--you .thing > a.card"), kind)

    def typed(self, cards: Locator, kind: str) -> Locator:
        its_type = cards.page.locator(".cf-traits", has_text=re.compile(rf"\b{kind}\b", re.I))
        return cards.filter(has=its_type) if kind else cards

    def says(self, card: Locator, words: str) -> bool:
        """Whether a card says so, which was read when it was played."""
        return bool(re.search(words, " ".join(self.read.get(str(card.get_attribute("data-title")), "").split())))

    def has_all(self, person: Person) -> bool:
        """Whether one has what the deck is won by."""
        if self.deck in EARNED:
            name, enough = EARNED[self.deck]
            return self.counted(person, name) >= enough
        kind, enough = GATHERED[self.deck]
        mine = self.mine(person, kind)
        if self.deck == "allotment-wars":
            return mine.count() - len(self.without_a_rosette(mine)) >= enough
        storm = person.page.locator('[data-place="weather"]').filter(has_text=re.compile("Storm", re.I))
        things = {str(card.get_attribute("data-title")) for card in self.mine(person, "").all()}
        enough -= ("The Last Stair" in things) + ("The Lamp" in things)  # counts as two; one fewer is needed
        return mine.count() >= enough and (not storm.count() or "The Keeper’s Widow" in things)

    def without_a_rosette(self, cards: Locator) -> list[Locator]:
        return [card for card in cards.all() if not card.locator("xpath=..").locator(".ttag").count()]

    def pins(self, person: Person, card: Locator) -> None:
        """A rosette, by drag or by two presses."""
        rosette = person.page.locator('.tokenbtn[data-token="Rosette"]')
        if has_hands(person):
            self.drag(person, rosette, card)
        else:
            self.press(person, rosette)
            self.press(person, card)
        person.page.wait_for_timeout(250)
        self.had["rosette pinned"] += 1

    def earns(self, person: Person) -> bool:
        """In place of an Action what has lain there is destroyed for what its corner is worth: the best of two."""
        name, _ = EARNED[self.deck]
        mine = self.mine(person, "")
        worth = mine.evaluate_all("(all) => all.map((card) => card.querySelector('.cf-value')?.innerText ?? '')")
        values = [(int(re.sub(r"\D", "", words) or 0), n) for n, words in enumerate(worth)]
        if len(values) < 2 or not max(values)[0]:
            return False
        had, (value, best) = self.counted(person, name), max(values)
        if not self.chooses(person, mine.nth(best), rf"collect \d+ {name}", r"^\s*Destroy"):
            return False
        if self.counted(person, name) == had:
            self.counts(person, name, value)
        self.had["earned"] += 1
        return True

    def counts(self, person: Person, name: str, more: int) -> None:
        """By the counter's own plus; where there are too many counters for that, the number is typed."""
        had = self.counted(person, name)
        counter = self.counter(person, name)
        plus = counter.locator("button").last
        if plus.is_visible() and more < 3:
            for _ in range(more):
                self.press(person, plus)
                person.page.wait_for_timeout(200)
        else:
            self.press(person, counter.locator(".token"))
            step = person.page.locator(".count-box").get_by_role("button", name=f"+{more}", exact=True)
            if has_hands(person) and step.is_visible():
                self.press(person, step)
            else:
                writes(person, person.page.locator(".count-input"), str(had + more))
                person.page.keyboard.press("Enter")
                self.presses += 1
        expect(counter.locator(".token").first).to_have_text(str(had + more), timeout=PATIENCE)
        self.had["counter changed"] += 1

    def counter(self, person: Person, name: str) -> Locator:
        return person.page.locator(f'.you-ctrs .counter[aria-label="{name}"]')

    def counted(self, person: Person, name: str) -> int:
        return int(re.sub(r"\D", "", self.counter(person, name).locator(".token").first.inner_text()) or 0)

    # --- the end of a turn, votes, the win --------------------------------------------------------------------------

    def ends(self, person: Person) -> None:
        """Discard down to the limit where that is asked for, then the one button."""
        bar = person.page.locator("#r-turn")
        for _ in range(12):
            discard = bar.get_by_role("button", name=re.compile(r"^Discard \w+$"))
            is_at_it = bar.locator('[aria-current="step"]', has_text=re.compile(r"Discard \d"))
            if discard.count() and not is_at_it.count():
                self.press(person, discard)
                person.page.wait_for_timeout(250)
            if is_at_it.count():
                self.discards(person, hand(person).locator("a.card").last)
                self.had["hand limit kept"] += 1
                continue
            self.press(person, bar.get_by_role("button", name="End turn", exact=True))
            self.settles(person)
            with suppress(AssertionError):
                expect(person.page.locator("#r-turn[data-mine-turn]")).to_have_count(0, timeout=2_000)
                return
        raise AssertionError(f"{self.deck}: {person.name}'s turn does not end")

    def discards(self, person: Person, card: Locator) -> None:
        if has_hands(person):
            self.drag(person, card, person.page.locator('[data-place="discard"] .pile a.card').first)
        else:
            self.chooses(person, card, r"^\s*Discard")

    def looks(self, at: str) -> None:
        """A picture of what each of them has before them."""
        for person in self.people if self.pictures else ():
            person.page.screenshot(path=f"{self.pictures}/{self.deck} {self.turns:02d} {at}, {person.name}.png")
