"""The four shipped decks, each played by four people to a win by hand, and how many presses a turn takes.

    CARTE_CHROMIUM=… python -m tests.bench.samples [--deck crumb-kingdom] [--turns 90] [--pictures DIR] [--every 4]

One forks the deck, the others come by its link, and all sit down at its draft. From there on all is done on the page,
by what its reader sees there: *Crumb Kingdom* with four mice at two sizes of desk, *Allotment Wars* by keys alone,
*The Lighthouse Committee* with two on phones, *Orbit & Rust* with two mice, a phone and somebody at the keys. Whoever
is to move draws, drags or plays a card they can pay for, does what its words ask for where one does that alone (throws
the die, draws, counts, pins a rosette), and claims the win by the words of its Special Rule. Somebody writes a card in
mid-game, which is in; a rule about the hand limit is put, refused with a reason, put again and agreed.

Presses are counted as people make them: a tap, a click, a drag, Enter; not the way to it. Prints what each game had of
all that, what somebody had to scroll for, and exits with 1 where a game was not won, something of it never happened, a
browser complained, or a turn took as many presses as when the table was first tried.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Error, expect, sync_playwright

from tests.bench.by_hand import Mouse, Thumb, sits_with
from tests.bench.sample_game import Game
from tests.browser.evening import DESK, PHONE, House, Person, joins, sends
from tests.browser.game import (
    PATIENCE,
    answers,
    asked,
    in_hand,
    looking,
    mover,
    presses,
    puts,
    puts_away,
    resumed,
)
from tests.browser.typist import Typist
from tests.browser.whole_game import claims, confirms
from tests.servers import running_site

TRIAL = 7.9  # presses a turn when the table was first tried
LAPTOP, SMALLEST = (1280, 720), (360, 640)
NAMES = ("Ros", "Idris", "Maud", "Bea")
WAYS = {
    "crumb-kingdom": ((Mouse, DESK), (Mouse, LAPTOP), (Mouse, DESK), (Mouse, LAPTOP)),
    "allotment-wars": ((Typist, DESK), (Typist, LAPTOP), (Typist, DESK), (Typist, LAPTOP)),
    "lighthouse-committee": ((Mouse, DESK), (Thumb, PHONE), (Thumb, SMALLEST), (Mouse, LAPTOP)),
    "orbit-and-rust": ((Mouse, DESK), (Mouse, LAPTOP), (Thumb, PHONE), (Typist, DESK)),
}
WINS_BY = {
    "crumb-kingdom": "Thank you for having me",
    "allotment-wars": "Three Vegetables, each with a rosette: Best in Show",
    "lighthouse-committee": "I climb: four Stairs, and no Storm",
    "orbit-and-rust": "Twelve gold at the start of my turn: passage home",
}
POCKETS = {"allotment-wars": ("two", "2")}  # more is played there, and a hand of three is none too full
WANTED = ("played", "voted in", "refused", "rule voted in", "hand limit kept")
# What a deck's Special Rules see to in every game; what single cards ask for comes as they are drawn.
WANTED_OF = {
    "crumb-kingdom": ("earned",),
    "allotment-wars": ("die thrown", "rosette pinned"),
    "lighthouse-committee": (),
    "orbit-and-rust": ("earned", "counter changed", "played and paid for"),
}


def votes(game: Game, person: Person) -> None:
    """In some turns somebody writes: a card; a rule, which is refused once with a reason, and then agreed."""
    if game.turns == 2:
        puts(person, "A Loose Button", "When you play it, everybody says what it came off.")
        decided(game, person, "A Loose Button")
        game.had["voted in"] += 1
    if game.turns in (5, 7):
        refused_by = None if game.turns == 7 else next(one for one in game.people if one is not person)
        limit, number = POCKETS.get(game.deck, ("three", "3"))
        puts(person, "Small Pockets", f"The hand limit is {limit}.", "rule", hand_limit=number)
        decided(game, person, "Small Pockets", refused_by)
        game.had["refused" if refused_by else "rule voted in"] += 1


def decided(game: Game, by: Person, title: str, refused_by: Person | None = None) -> None:
    asked(game.people, title)
    if game.turns < 6:
        game.looks("a vote")
    for person in game.people:
        if person is not by and person is not refused_by:
            answers(person)
    if refused_by:
        answers(refused_by, False, "My pockets are bigger than that")
    if refused_by:
        game.looks("a verdict")
    resumed(game.people)


def wins(game: Game, person: Person) -> None:
    """Claimed by one in the words of the rule, agreed by three."""
    claims(person, WINS_BY[game.deck])
    others = [other for other in game.people if other is not person]
    for other in others:
        expect(other.page.locator("#r-questions .ask-slip")).to_be_visible(timeout=PATIENCE)
    game.looks("a win is claimed")
    for other in others:
        confirms(other)
    for other in game.people:
        puts_away(other)
        expect(other.page.locator("#after-h")).to_have_text(f"{person.name} has won", timeout=PATIENCE)
    game.had[f"won by {person.name}"] += 1
    game.looks("won")


def sat_down(house: House, deck: str) -> list[Person]:
    """A table of the deck's draft, cards dealt, each at their page in their way."""
    people = [house.person(name, size) for name, (_, size) in zip(NAMES, WAYS[deck], strict=True)]
    ros = people[0]
    forked = sends(ros, f"/decks/{deck}/fork/", name=ros.name, title=deck).headers["location"]
    ros.home = re.match(r"/decks/[\w-]+/", forked)[0]  # type: ignore[index]
    for other in people[1:]:
        joins(other, ros)
    table = sends(ros, f"{ros.home}play/", version="draft", seats="4").headers["location"]
    for person in people:
        person.table = table
        if person is not ros:
            sends(person, f"{table}sit/", name=person.name)
    looking(people)
    sat = [sits_with(house, person, way) for person, (way, _) in zip(people, WAYS[deck], strict=True)]
    for person in sat:
        presses(person, person.page.get_by_role("button", name=re.compile("Ready|I am ready")))
    presses(sat[0], sat[0].page.get_by_role("button", name="Shuffle and deal"))
    return sat


def won(house: House, deck: str, turns: int, pictures: Path | None, every: int) -> Game:
    """A game to its end."""
    one = Game(deck, sat_down(house, deck), pictures)
    try:
        return to_a_win(one, turns, every)
    except (AssertionError, Error):
        one.looks("it went wrong")
        raise


def to_a_win(one: Game, turns: int, every: int) -> Game:
    in_hand(one.people)
    while one.turns < turns:
        person = mover(one.people)
        votes(one, person)
        if one.turns % every == 0:
            one.looks("a turn begins")
        if one.turn(person):
            wins(one, person)
            return one
    raise AssertionError(f"{one.deck}: nobody has won in {turns} turns, {dict(one.had)}")


def lacks(one: Game) -> list[str]:
    """What the game never had that it was to have."""
    return [f"{one.deck}: never {name}" for name in (*WANTED, *WANTED_OF[one.deck]) if not one.had[name]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deck", choices=WAYS, action="append")
    parser.add_argument("--turns", type=int, default=90)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--every", type=int, default=4)
    given = parser.parse_args()
    found = os.environ.get("CARTE_CHROMIUM") or shutil.which("chromium") or ""
    wrong = list[str]()
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    with running_site(made_by=("prepare",)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        for deck in given.deck or WAYS:
            house = House(site.url, [browser])
            one = won(house, deck, given.turns, given.pictures, given.every)
            each = one.presses / one.turns
            print(f"{deck}: won in {one.turns} turns, {each:.1f} presses a turn, {one.most} at most; ", end="")
            print(", ".join(f"{name} {count}" for name, count in one.had.items()), flush=True)
            for person in one.people:
                for words in getattr(person, "hindered", ()):
                    print(f"  {person.name} {words}")
            wrong += [*house.close(), *lacks(one)]
            if each >= TRIAL:
                wrong.append(f"{deck}: {each:.1f} presses a turn, no fewer than {TRIAL}")
    print("\n".join(wrong) or f"all won, each in fewer than {TRIAL} presses a turn")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
