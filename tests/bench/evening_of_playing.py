"""The second of the two evenings: AXSHUN comes in through its page, is laid with its kit, and six people play it by its
own words until somebody wins.

Nothing of the deck stands here but the names of some of its cards and what they count: its text is read at the table.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Error, Locator, expect

from play.table.limits import SAY_MAX
from studio.setup.env import read_env
from tests.bench.by_hand import has_hands
from tests.bench.diary import Diary
from tests.bench.sample_game import Game
from tests.browser.evening import Person
from tests.browser.game import (
    PATIENCE,
    answers,
    asked,
    hand,
    in_hand,
    mover,
    presses,
    puts,
    puts_away,
    resumed,
    writes,
)
from tests.browser.typist import Typist
from tests.browser.whole_game import claims, confirms

# A goal's token, how many of them win, and of which type line so many have to lie there for one at the turn's start.
GOALS = {
    "green of the gold": ("Avocado", 5, "", 0),
    "wizard's tower": ("Ritual", 3, "Magic", 3),
    "galactic throne": ("Empire", 3, "Space", 4),
    "stellar observatory": ("Star", 7, "Space", 3),
    "royal treasury": ("Wealth", 5, "", 0),
    "graveyard gathering": ("Spirit", 10, "Ghost", 1),
}
EARNS = {"treasure hoard": 2, "cosmic treasury": 2, "starborn familiar": 2}  # at the start of a turn
# Things that have to be given away, or that ask for a choice as they are played, stay in hand.
ASKS = re.compile(r"\bHaunt\b|On Play", re.I)
# Actions whose words this player carries out: all of the Gold goes to whoever plays them, or cards are drawn.
GIVES = {"minting coins": 0, "meteoric windfall": 10}
DRAWS = {"recruit mercenaries": 3}
ALONG = "/say somebody ought to keep the score, and it had better be somebody who can count beyond ten without shoes"


def plain(title: str) -> str:
    return title.replace("’", "'").casefold().strip()


@dataclass
class Axshun(Game):
    """A simple player of this deck: goals first, then what they count."""

    won_by: str = ""

    # --- what lies there --------------------------------------------------------------------------------------------

    def titled(self, person: Person) -> dict[str, Locator]:
        cards = self.mine(person, "").all()
        return {plain(str(card.get_attribute("data-title"))): card for card in cards}

    def tokens_on(self, card: Locator, token: str) -> int:
        tags = card.locator("xpath=..").locator(".ttag", has_text=re.compile(token, re.I))
        if not tags.count():
            return 0
        number = re.search(r"\d+", tags.first.inner_text())
        return int(number[0]) if number else 1

    def has_gold(self, person: Person) -> int:
        return self.counted(person, "Gold")

    def sets_gold(self, person: Person, to: int) -> None:
        """The number itself is typed, where the plus and the minus would take longer."""
        counter = self.counter(person, "Gold")
        self.press(person, counter.locator(".token"))
        writes(person, person.page.locator(".count-input"), str(to))
        person.page.keyboard.press("Enter")
        self.presses += 1
        expect(counter.locator(".token").first).to_have_text(str(to), timeout=PATIENCE)
        self.had["Gold changed"] += 1

    # --- a turn -----------------------------------------------------------------------------------------------------

    def turn(self, person: Person) -> bool:
        before = self.presses
        has_won = self.starts(person)
        if not has_won:
            draw = person.page.locator("#r-turn").get_by_role("button", name=re.compile("^Draw"))
            if draw.count():
                self.press(person, draw.first)
                person.page.wait_for_timeout(200)
            self.plays(person, "thing")
            self.plays(person, "action")
            has_won = self.activates(person) or self.holds_ten(person)
        if not has_won:
            has_won = self.gathers_ghosts(person)
        if not has_won:
            self.ends(person)
        self.turns += 1
        self.most = max(self.most, self.presses - before)
        return has_won

    def starts(self, person: Person) -> bool:
        """What one's goals say of the turn's start, then what one's other Things bring."""
        mine, gold = self.titled(person), self.has_gold(person)
        for title, (token, enough, kind, needed) in GOALS.items():
            if title not in mine or title == "graveyard gathering":
                continue
            is_due = self.mine(person, kind).count() >= needed if kind else gold == 0
            more = gold // 10 if title == "royal treasury" else int(is_due)
            if more and self.adds(person, mine[title], token, more) >= enough:
                self.won_by = f"{enough} {token} tokens on {title.title()}"
                return True
        brought = sum(EARNS[title] for title in mine if title in EARNS)
        if brought and "green of the gold" not in mine:
            self.sets_gold(person, gold + brought)
        return False

    def adds(self, person: Person, card: Locator, token: str, more: int = 1) -> int:
        """So many tokens by the card's own button; how many lie there then."""
        for _ in range(more):
            had = self.tokens_on(card, token)
            if not self.chooses(person, card, rf"^\s*One more {token}"):
                raise AssertionError(f"no {token} is offered at {card.get_attribute('data-title')}")
            tag = card.locator("xpath=..").locator(".ttag", has_text=re.compile(rf"{had + 1}\b|{token}", re.I))
            expect(tag.first).to_be_visible(timeout=PATIENCE)
            self.had[f"{token} token"] += 1
        return self.tokens_on(card, token)

    def activates(self, person: Person) -> bool:
        """Gold for a star, once a turn."""
        card = self.titled(person).get("stellar observatory")
        if card is None or self.has_gold(person) < 3:
            return False
        self.sets_gold(person, self.has_gold(person) - 3)
        if self.adds(person, card, "Star") >= 7:
            self.won_by = "7 Star tokens on Stellar Observatory"
            return True
        return False

    def holds_ten(self, person: Person) -> bool:
        if "ascension protocol" in self.titled(person) and hand(person).count() == 10:
            self.won_by = "exactly ten cards in hand, with Ascension Protocol"
            return True
        return False

    def gathers_ghosts(self, person: Person) -> bool:
        card, ghosts = self.titled(person).get("graveyard gathering"), self.mine(person, "Ghost").count()
        if card is not None and ghosts and self.adds(person, card, "Spirit", ghosts) >= 10:
            self.won_by = "ten Spirit tokens on Graveyard Gathering"
            return True
        return False

    # --- what is played ---------------------------------------------------------------------------------------------

    def worth_playing(self, person: Person, kind: str) -> Locator | None:
        cards = person.page.locator(f'#r-hand .hcard:has([data-kind="{kind}"]) a.card')
        seen = cards.evaluate_all("(all) => all.map((card) => [card.id, card.dataset.title, card.innerText])")
        ids = [(self.rank(person, kind, plain(title), words), id) for id, title, words in seen]
        best = max(ids, default=(0, ""))
        return person.page.locator(f"[id='{best[1]}']") if best[0] > 0 else None

    def rank(self, person: Person, kind: str, title: str, words: str) -> int:
        """What is best played first; 0 stays in hand."""
        mine = self.titled(person)
        if kind == "action":
            if title == "make progress":
                return 4 * any(goal in mine for goal in GOALS)
            if title == "quest for victory":
                return 5
            return 2 * (title in GIVES and "green of the gold" not in mine) or 3 * (title in DRAWS)
        if title in GOALS:
            return 9 - list(GOALS).index(title)
        if ASKS.search(words):
            return 0
        wanted = [GOALS[goal][2] for goal in mine if goal in GOALS and GOALS[goal][2]] or ["Magic"]
        return 2 if any(re.search(rf"\b{kind}\b", words, re.I) for kind in wanted) else 1

    def obeys(self, person: Person, words: str) -> None:
        """What the Action just played says."""
        title = next((plain(known) for known, text in self.read.items() if " ".join(text.split()) == words), "")
        if title in GIVES:
            more = GIVES[title] or 2 * self.mine(person, "").count()
            if more:
                self.sets_gold(person, self.has_gold(person) + more)
        for _ in range(DRAWS.get(title, 0)):
            self.draws(person)
        if title in DRAWS:
            self.discards(person, self.least(person))
        if title == "make progress":
            mine = self.titled(person)
            goal = next(goal for goal in GOALS if goal in mine)
            self.adds(person, mine[goal], GOALS[goal][0])
        if title == "quest for victory":
            self.searches(person)

    def searches(self, person: Person) -> None:
        """A goal out of the deck, by the words of the card that was played."""
        page = person.page
        if not self.chooses(person, page.locator('[data-pile="draw"]'), r"^\s*Search"):
            raise AssertionError("the deck cannot be searched")
        rows = page.locator("#looking .title-row")
        expect(rows.first).to_be_visible(timeout=PATIENCE)
        titles = [plain(title) for title in rows.evaluate_all("(all) => all.map((row) => row.dataset.title)")]
        goal = next((goal for goal in GOALS if goal in titles), "")
        if goal:
            if page.locator("#looking-find").is_visible():
                writes(person, page.locator("#looking-find"), goal[:6])
            count = hand(person).count()
            self.chooses(person, rows.nth(titles.index(goal)), r"^\s*Into my hand")
            with suppress(AssertionError):
                expect(hand(person)).to_have_count(count + 1, timeout=5_000)
        self.had["searched"] += 1
        done = page.locator("#looking").get_by_role("button", name="Shuffle and close")
        if done.is_visible():
            self.press(person, done)
            self.settles(person)

    def least(self, person: Person) -> Locator:
        """What one can best do without."""
        cards = hand(person).locator("a.card")
        seen = cards.evaluate_all("(all) => all.map((one) => [one.dataset.title, one.innerText, one.dataset.kind])")
        ranks = [
            self.rank(person, "thing" if re.search(r"\bThing\b", words) else "action", plain(title), words)
            for title, words, _ in seen
        ]
        return cards.nth(ranks.index(min(ranks)))

    def ends(self, person: Person) -> None:
        """Down to the limit first. On a busy machine the bar takes its time to say that one is at it."""
        page, bar = person.page, person.page.locator("#r-turn")
        mine, at_it = page.locator("#r-turn[data-mine-turn]"), bar.locator('[aria-current="step"]')
        leads = bar.get_by_role("button", name=re.compile(r"^Discard \w+$"))
        if leads.count():
            self.press(person, leads)
            expect(at_it).to_contain_text("Discard", timeout=PATIENCE)
            limit = int(re.sub(r"\D", "", bar.locator(".tlimit b").first.inner_text())[:1] or 5)
            while (count := hand(person).count()) > limit:
                self.discards(person, self.least(person))
                expect(hand(person)).to_have_count(count - 1, timeout=PATIENCE)
                self.had["hand limit kept"] += 1
        self.press(person, bar.get_by_role("button", name="End turn", exact=True))
        self.settles(person)
        expect(mine).to_have_count(0, timeout=PATIENCE)

    def discards(self, person: Person, card: Locator) -> None:
        """The least useful one, whatever was asked for."""
        count = hand(person).count()
        self.chooses(person, self.least(person), r"^\s*Discard")
        with suppress(AssertionError):
            expect(hand(person)).to_have_count(count - 1, timeout=4_000)


# --- the evening ------------------------------------------------------------------------------------------------------


def evening_of_playing(diary: Diary, turns: int) -> None:
    ros = diary.people[0]
    brought_in(diary, ros)
    laid(diary, ros)
    sat_down(diary, ros)
    game = Axshun("axshun", diary.people)
    try:
        is_played(diary, game, turns)
    finally:
        diary.count["turns"], diary.count["presses in turns"] = game.turns, game.presses
        diary.count["presses a turn, at most"] = game.most
        for what, number in game.had.items():
            diary.count[what] += number
    afterwards(diary, game)


def brought_in(diary: Diary, ros: Person) -> None:
    """The file, as it was published, through the page that reads lists."""
    diary.says("AXSHUN comes in")
    shared = read_env().shared
    if shared is None:
        raise SystemExit("no shared input (CARTE_SHARED, or ../shared)")
    page = ros.page
    ros.go("/")
    presses(ros, page.get_by_role("button", name="Start a deck", exact=True))
    writes(ros, page.get_by_label("Your name"), ros.name)
    writes(ros, page.get_by_label("A title, if there is one yet"), "Axshun")
    presses(ros, page.get_by_role("button", name="Sit down"))
    ros.arrived()
    diary.looks("an empty table", ros)
    presses(ros, page.get_by_text("Or begin in another way"))
    presses(ros, page.get_by_role("link", name="Bring in a list of cards"))
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "axshun.txt"
        copy.write_text((shared / "seeds" / "axshun.md").read_text(encoding="utf-8"), encoding="utf-8")
        page.locator("input[type=file]").set_input_files(copy)
        presses(ros, page.get_by_role("button", name="See what is in it"))
        expect(page.locator("#found-h")).to_contain_text("cards", timeout=PATIENCE)
    diary.lines.append(f"- the page reads: {' '.join(page.locator('#found-h').inner_text().split())}")
    diary.looks("what was understood", ros)
    presses(ros, page.get_by_role("button", name="Put them in the deck"))
    ros.arrived()


def laid(diary: Diary, ros: Person) -> None:
    """Its Gold, three cards for an empty hand, and each Thing's ability once a turn."""
    diary.says("It is laid with its kit")
    page = ros.page
    presses(ros, page.get_by_role("link", name="How the table is laid").first)
    writes(ros, page.locator('[name="draw_if_empty"]'), "3")
    writes(ros, page.locator('[name="abilities_use"]'), "Activate")
    writes(ros, page.locator('[name="abilities_each"]'), "1")
    writes(ros, page.locator('[name="counters-0-name"]'), "Gold")
    diary.looks("the kit", ros)
    presses(ros, page.get_by_role("button", name="Put it to the table").last)
    ros.arrived()


def sat_down(diary: Diary, ros: Person) -> None:
    """A table of six seats, whose link the others are given; the last of the desks is played by keys."""
    diary.says("Six sit down")
    page = ros.page
    presses(ros, page.locator('a:visible[href$="/play/"]').first)
    page.locator('select[name="seats"]').select_option("6")
    diary.looks("opening a table", ros)
    presses(ros, page.get_by_role("button", name=re.compile("^Open a")))
    page.wait_for_url("**/tables/**")
    link = page.locator("#invite-link").get_attribute("value") or ""
    ros.table = re.sub(r"^https?://[^/]+", "", page.url)
    for person in diary.people[1:]:
        person.page.goto(link)
        diary.looks("the door of the table", person)
        if (name := person.page.get_by_label("Your name")).count():
            writes(person, name, person.name)
        presses(person, person.page.get_by_role("button", name=re.compile("^Sit down")))
        expect(person.page.locator("#table[data-seat]")).to_be_attached(timeout=PATIENCE)
        person.table = ros.table
    bea = next(person for person in diary.people if person.name == "Bea")
    at_keys = Typist(**{name: value for name, value in vars(bea).items() if name != "hindered"})
    for people in (diary.people, diary.houses[0].people):
        people[people.index(bea)] = at_keys
    for person in diary.people:
        presses(person, person.page.locator("#r-turn").get_by_role("button", name=re.compile("Ready|I am ready")))
    diary.looks("all are ready")
    presses(ros, page.get_by_role("button", name="Shuffle and deal"))


def is_played(diary: Diary, game: Axshun, turns: int) -> None:
    """Turn by turn, to a win; in some somebody writes a card, and another types while the vote opens."""
    diary.says("The game")
    in_hand(game.people)
    diary.looks("the cards are dealt")
    while game.turns < turns:
        person = mover(game.people)
        diary.lines.append(f"\n### Turn {game.turns + 1}: {person.name}\n")
        if game.turns in (3, 9):
            is_put(diary, game, person)
        before, has_won = game.presses, game.turn(person)
        diary.takes()
        diary.lines.append(f"({game.presses - before} presses)")
        print(f"turn {game.turns}, {person.name}: {game.presses - before} presses; {dict(game.had)}", flush=True)
        if game.turns % 8 == 0:
            diary.looks(f"turn {game.turns}")
        if has_won:
            is_claimed(diary, game, person)
            return
    raise AssertionError(f"nobody has won in {turns} turns")


def is_put(diary: Diary, game: Axshun, person: Person) -> None:
    """A card is put to everybody; one who sits at a desk was typing when it opened."""
    title = f"Spare Wheel {game.turns}"
    writer = next(one for one in game.people if one is not person and not one.is_phone and has_hands(one))
    box = writer.page.locator("#tsay")
    presses(writer, box)
    with diary.typing(writer, box, ALONG, most=SAY_MAX):
        puts(person, title, "When this goes out of play, draw a card.")
        expect(writer.page.locator("#r-turn[data-paused]")).to_be_attached(timeout=PATIENCE)  # its sheet waits for them
    writer.page.keyboard.press("ControlOrMeta+A")
    writer.page.keyboard.press("Delete")
    asked(game.people, title)
    diary.looks(f"a vote at the table: {title}")
    for one in game.people:
        if one is not person:
            answers(one)
    resumed(game.people)
    diary.count["voted in"] += 1


def is_claimed(diary: Diary, game: Axshun, winner: Person) -> None:
    """Claimed by the words of the card, agreed by all others."""
    diary.says(f"{winner.name} has it: {game.won_by}")
    claims(winner, game.won_by)
    others = [person for person in game.people if person is not winner]
    for person in others:
        expect(person.page.locator("#r-questions .ask-slip")).to_be_visible(timeout=PATIENCE)
    diary.looks("a win is claimed")
    for person in others:
        confirms(person)
    for person in game.people:
        with suppress(Error, AssertionError):
            puts_away(person)
        expect(person.page.locator("#after-h")).to_have_text(f"{winner.name} has won", timeout=PATIENCE)
    diary.looks("after the game")


def afterwards(diary: Diary, game: Axshun) -> None:
    """The evening is kept as a version, and looked at again from the deal on."""
    diary.says("A version, and the replay")
    ros = game.people[0]
    page, table = ros.page, ros.table
    presses(ros, page.get_by_role("link", name="Archive a version"))
    page.wait_for_url("**/archive/")
    presses(ros, page.get_by_role("button", name="Archive it"))
    page.wait_for_url("**/versions/1/")
    diary.looks("the version", ros)
    ros.go(table)
    presses(ros, page.locator("#tmenu > summary"))
    presses(ros, page.get_by_role("link", name=re.compile("^Replay")))
    page.wait_for_url("**/replay/**")
    diary.looks("the replay", ros)
