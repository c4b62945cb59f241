"""Pictures of pages, workshop, first batch and table, to be looked at: every scene at four sizes, by day, by lamplight
and in forced colours, with as many people as it is about.

    CARTE_CHROMIUM=… python -m tests.bench.looks DIR [--only table] [--people 2,8]

Each scene is one picture of twelve, `DIR/table 8 dealt.png`: a row for each light, with 1440 × 900, 1280 × 720,
390 × 844 and 360 × 640 beside each other at the same scale; the mockups they are laid beside are in the design's
folder. The single pictures lie in `DIR/each/` in full size. Workshops have 2, 4, 8 and 40 people, tables 2, 4 and 8,
a first batch has 4, and the pages are those of a deck of the sample archive taken along by 2.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Error, expect, sync_playwright

from tests.browser.evening import DESK, PHONE, House, Person, decides, joins, sends, votes
from tests.browser.game import PATIENCE, does, hand, looking, moves, presses
from tests.browser.looks import SETTLED
from tests.browser.standing import leads_on
from tests.servers import running_site

SIZES = (DESK, (1280, 720), PHONE, (360, 640))
LIGHTS = ("light", "dark", "forced")
SCALE, GAP = 0.55, 8
NAMES = ("Ros", "Idris", "Maud", "Tomasz", "Bea", "Joan", "Oskar", "Pip")
Scene = tuple[str, Person]


@dataclass
class Album:
    folder: Path

    def takes(self, name: str, person: Person) -> None:
        """The page as it lies there, twelve times, and the twelve on one sheet."""
        shots = [[self.one(name, person, size, light) for size in SIZES] for light in LIGHTS]
        person.page.emulate_media(color_scheme="light", forced_colors="none")
        person.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        small = [[shot.resize((int(shot.width * SCALE), int(shot.height * SCALE))) for shot in row] for row in shots]
        heights = [max(shot.height for shot in row) for row in small]
        width = max(sum(shot.width + GAP for shot in row) for row in small)
        sheet = Image.new("RGB", (width, sum(heights) + GAP * len(heights)), "#707070")
        for n, row in enumerate(small):
            x, y = 0, sum(heights[:n]) + GAP * n
            for shot in row:
                sheet.paste(shot, (x, y))
                x += shot.width + GAP
        sheet.save(self.folder / f"{name}.png")
        print(name, flush=True)

    def one(self, name: str, person: Person, size: tuple[int, int], light: str) -> Image.Image:
        page, (width, height) = person.page, size
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(
            color_scheme="dark" if light == "dark" else "light", forced_colors="active" if light == "forced" else "none"
        )
        page.evaluate(SETTLED)
        at = self.folder / "each" / f"{name}, {width}x{height} {light}.png"
        page.screenshot(path=at)
        return Image.open(at).convert("RGB")


def workshop(house: House, many: int) -> Iterator[Scene]:
    """A card before everybody, with a reason against it; with two also what an evening begins and ends with."""
    names = [NAMES[n] if n < len(NAMES) else f"Guest {n}" for n in range(many)]
    people = house.gathered(*names, title="Allotment Wars")
    ros, idris = people[:2]
    if many == 2:
        yield "empty", ros.workshop()
        ros.write("Badger at Large", "At the start of your turn, roll the die. On a 6, destroy a Shelter.")
        yield "writing", ros
        ros.write("", "")
    decides(people[: 2 if many == 2 else 0] or people, 1, "Slug", "At the end of your turn, put a bite on a Vegetable.")
    badger = {"title": "Badger at Large", "text": "Roll the die. On a 6, destroy a Shelter."}
    sends(ros, f"{ros.home}write/", kind="thing", copies="1", **badger)
    ros.workshop(), idris.workshop()
    while ros.page.locator("#moment[open]").count():
        ros.page.keyboard.press("Escape")
    if many > 2:
        votes(people[2], 2, no="We have a badger in the other deck already")
        for person in people[3 : many // 2 + 1]:
            votes(person, 2)
    for words in ("Which shelter?", "The one with the roof."):
        sends(ros, f"{ros.home}proposals/2/talk/", text=words)
    yield "asked", idris.sees("Badger at Large")
    if many == 4:
        yield "its author", ros.sees("Badger at Large")
    for person in people[1:]:
        if person not in people[2 : many // 2 + 1] or many == 2:
            votes(person, 2)
    if many > 2:
        smaller = badger | {"title": "Badger, Small", "adjust": "2"}
        sends(ros, f"{ros.home}write/", kind="thing", copies="1", **smaller)
    idris.page.reload()
    expect(idris.page.locator("#r-card")).to_be_attached(timeout=PATIENCE)
    yield "decided" if many == 2 else "asked again", idris


def pages(house: House, many: int) -> Iterator[Scene]:
    """What strangers and members read: the shelf, a deck and its versions, a card, rules, sheets, the group."""
    ros, other = (house.person(name) for name in NAMES[:many])
    for name, address in READ.items():
        yield name, other.go(address)
    forked = sends(ros, "/decks/orbit-and-rust/fork/", name="Ros", title="Orbit & Rust").headers["location"]
    ros.home = forked[: forked.index("/", len("/decks/")) + 1]
    joins(other, ros)
    decides([ros, other], 1, "A Loose Button", "Everybody says what it came off.")
    group = re.search(r'href="(/groups/[^"/]+/)', ros.context.request.get(ros.site + ros.home).text())
    for name, address in OWN.items() | ({"group": group[1]}.items() if group else set()):
        yield name, ros.go(address)


READ = {
    "home": "/", "archive": "/decks/", "start": "/decks/start/", "knock": "/knock/", "rules": "/rules/",
    "gone": "/decks/no-such-deck/", "deck": "/decks/orbit-and-rust/", "deck’s list": "/decks/orbit-and-rust/?view=list",
    "deck’s versions": "/decks/orbit-and-rust/?tab=versions", "card": "/decks/orbit-and-rust/cards/1/",
}  # fmt: skip
OWN = {
    "drawer": "drawer/", "minutes": "minutes/", "archiving": "archive/", "details": "details/", "print": "print/",
    "bring in": "bring-in/", "words": "words/", "you": "/you/", "first batch": "first-batch/",
    "rewording": "write/?article=card-1&change=amend",
}  # fmt: skip


def batch(house: House, many: int) -> Iterator[Scene]:
    """Written in secret, and swept."""
    people = house.gathered(*NAMES[:many], title="Allotment Wars")
    ros = people[0]
    ros.go("first-batch/").page.get_by_text("2", exact=True).click()
    with leads_on(ros.page):
        ros.page.get_by_role("button", name="Begin").click()
    yield "writing", ros
    for person in people:
        for slot, (title, text) in enumerate(BATCH[person.name], 1):
            card = {"title": title, "kind": "thing", "text": text, "copies": "1"}
            sends(person, f"{ros.home}first-batch/1/cards/{slot}/", **card)
    ros.page.reload()
    yield "all down", ros
    sends(ros, f"{ros.home}first-batch/1/turn-over/")
    ros.page.reload()
    expect(ros.page.locator("#r-sweep .sw").first).to_be_visible(timeout=PATIENCE)
    yield "sweeping", ros


BATCH = {
    "Ros": [("Slug", "Put a bite on a Vegetable."), ("Cold Frame", "Frost does nothing to what stands under it.")],
    "Idris": [("Badger at Large", "Roll the die. On a 6, destroy a Shelter."), ("Tea Urn", "Everybody draws a card.")],
    "Maud": [("Prize Marrow", "It counts twice."), ("Hosepipe Ban", "No Vegetable grows until your next turn.")],
    "Tomasz": [("Compost", "Shuffle the discard pile into the draw pile."), ("Committee", "Nobody plays an Action.")],
}


def table(house: House, many: int) -> Iterator[Scene]:
    """A game of *Orbit & Rust*, which has most counters, with Things in play."""
    people = [house.person(name) for name in NAMES[:many]]
    ros = people[0]
    forked = sends(ros, "/decks/orbit-and-rust/fork/", name="Ros", title="Orbit & Rust").headers["location"]
    ros.home = forked[: forked.index("/", len("/decks/")) + 1]
    for other in people[1:]:
        joins(other, ros)
    at = sends(ros, f"{ros.home}play/", version="draft", seats=str(many), spectators="1").headers["location"]
    for n, person in enumerate(people):
        person.table = at
        if n:
            sends(person, f"{at}sit/", name=person.name)
    [ros] = looking([ros])
    if many == 4:
        yield "gathering", ros
    moves(ros, "begin", confirmed="1")
    for n, person in enumerate(people):
        pieces = pieces_of(person)
        for piece in pieces[: (3, 0, 2, 5)[n % 4]]:
            moves(person, "play", piece=piece, confirmed="1")
        moves(person, "roll", count="1", sides="6")
        moves(person, "draw", count="2", confirmed="1")
    now = next((one for one in people if "data-mine-turn" in text_of(one)), ros)
    other = next(one for one in people if one is not now)
    [now] = looking([now])
    expect(hand(now).first).to_be_visible(timeout=PATIENCE)
    yield "my turn", now
    hand(now).locator("a.card").first.press("Enter")
    yield "a card raised", now
    now.page.keyboard.press("Escape")
    [other] = looking([other])
    expect(hand(other).first).to_be_visible(timeout=PATIENCE)
    yield "another’s turn", other
    if many == 4:
        yield from seldom(people, now, other)


def seldom(people: list[Person], now: Person, other: Person) -> Iterator[Scene]:
    """What covers or takes the place of something: giving, looking, reading, writing, a vote, the end."""
    page = now.page
    thing = page.locator(".seat--you .thing > a.card").first
    if thing.count():
        does(now, thing, "Give to …")
        yield "giving", now
        page.keyboard.press("Escape")
    moves(now, "look", zone="draw", count="3")
    expect(page.locator("#looking")).to_be_visible(timeout=PATIENCE)
    yield "looking", now
    presses(now, page.locator("#looking").get_by_role("button", name="As they lay"))
    does(now, hand(now).locator("a.card").first, "Read it")
    yield "reading", now
    page.keyboard.press("Escape")
    presses(now, page.locator("#z-blank"))
    yield "writing", now
    page.keyboard.press("Escape")
    sends(
        now,
        f"{now.table}write/",
        title="A Loose Button",
        text="Everybody says what it came off.",
        kind="thing",
        copies="1",
    )
    expect(other.page.locator("#votepanel")).to_be_visible(timeout=PATIENCE)
    yield "a vote", other


def text_of(person: Person) -> str:
    return person.context.request.get(person.site + person.table).text()


def pieces_of(person: Person) -> list[str]:
    return re.findall(r'data-piece="([^"]+)"\s+data-zone="hand\.', text_of(person))


SCENES = {
    "pages": (pages, (2,)), "batch": (batch, (4,)), "workshop": (workshop, (2, 4, 8, 40)), "table": (table, (2, 4, 8)),
}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=SCENES, action="append")
    parser.add_argument("--people", default="2,4,8,40", type=lambda words: [int(number) for number in words.split(",")])
    given = parser.parse_args()
    (given.folder / "each").mkdir(parents=True, exist_ok=True)
    album, found = Album(given.folder), os.environ.get("CARTE_CHROMIUM") or shutil.which("chromium") or ""
    missed = list[str]()
    with running_site(made_by=("prepare",)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        for what in given.only or SCENES:
            scenes, counts = SCENES[what]
            for many in [number for number in counts if number in given.people]:
                house = House(site.url, [browser])
                try:
                    for name, person in scenes(house, many):
                        album.takes(f"{what} {many} {name}", person)
                except (AssertionError, Error) as wrong:
                    missed.append(f"{what} {many}: {str(wrong)[:600]}")
                house.close()
    print("\n".join(missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
