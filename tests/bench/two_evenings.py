"""Two evenings of six people in real browsers, written down press by press.

    python -m tests.bench.two_evenings OUT [--evening 1] [--turns 90] [--pictures]

Three sit at desks in Chromium (one of them plays by keys alone), one at a desk in Firefox, two hold phones and touch
them. On the first evening they make a deck from the front page on, and print it; on the second AXSHUN is brought in
from the shared folder (`CARTE_SHARED`), laid with its kit, and played by its own words until somebody wins. Each press
is made on the page and noted by the page itself. After each state every page is looked over: what the console says,
requests to other hosts, whatever is wider than the glass, and what the browser has no name for.

Writes what was written down of either evening into OUT, with pictures of the pages that were looked over where they are
wished for, and exits with 1 where something was wrong.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from studio.setup.bootstrap import CHROMIUMS, FIREFOXES
from tests.bench.by_hand import Mouse, Thumb, sits_with
from tests.bench.diary import Diary
from tests.bench.evening_of_making import evening_of_making
from tests.bench.evening_of_playing import evening_of_playing
from tests.browser.evening import DESK, PHONE, House, Person
from tests.conftest import FOR_FIREFOX, QUIET_FIREFOX
from tests.servers import running_site

LAPTOP, SMALLEST = (1280, 720), (360, 640)
SEATS: tuple[tuple[str, str, Callable[..., Person], tuple[int, int]], ...] = (
    ("Ros", "chromium", Mouse, DESK),
    ("Idris", "firefox", Mouse, LAPTOP),
    ("Tom", "chromium", Mouse, LAPTOP),
    ("Bea", "chromium", Mouse, DESK),
    ("Maud", "chromium", Thumb, PHONE),
    ("Nell", "chromium", Thumb, SMALLEST),
)
EVENINGS: dict[int, tuple[str, Callable[..., None]]] = {
    1: ("Evening one: a deck is made", evening_of_making),
    2: ("Evening two: AXSHUN is played to a win", evening_of_playing),
}


def found(setting: str, names: tuple[str, ...]) -> str:
    program = os.environ.get(setting) or next(filter(None, map(shutil.which, names)), None)
    if program is None:
        raise SystemExit(f"no {names[-1]} ({setting}, or {names[0]} on the PATH)")
    return program


def browsers(playwright: Any) -> dict[str, Any]:
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    return {
        "chromium": playwright.chromium.launch(executable_path=found("CARTE_CHROMIUM", CHROMIUMS), args=flags),
        "firefox": playwright.firefox.launch(
            channel="moz-firefox",
            executable_path=found("CARTE_FIREFOX", FIREFOXES),
            firefox_user_prefs=QUIET_FIREFOX,
        ),
    }


def came(site: str, open_browsers: dict[str, Any], diary: Diary) -> list[House]:
    """Six people in their browsers, each of which writes down what is pressed in it."""
    houses = {name: House(site, [browser]) for name, browser in open_browsers.items()}
    for name, browser, way, size in SEATS:
        house = houses[browser]
        wishes: dict[str, Any] = {}
        if browser == "firefox":  # it knows no wish of one person, and everything moves
            wishes = {"reduced_motion": None}
        person = house.person(name, size, **wishes)
        diary.begins(person)
        diary.people.append(sits_with(house, person, way))
    return list(houses.values())


def summary(diary: Diary) -> list[str]:
    """What is counted, one line each."""
    lines = [f"- {what}: {number}" for what, number in diary.count.items()]
    lines.append(f"- letters typed while something opened: {diary.typed}, lost: {diary.lost}, {diary.openings} times")
    lines.append(f"- wrong: {len(diary.wrong)}")
    return lines


def spent(number: int, site: str, open_browsers: dict[str, Any], given: argparse.Namespace) -> bool:
    """One evening, written down whatever becomes of it."""
    heading, goes = EVENINGS[number]
    out = given.out / f"evening-{number}"
    out.mkdir(parents=True, exist_ok=True)
    diary = Diary([], heading, pictures=out if given.pictures else None)
    diary.houses = came(site, open_browsers, diary)
    try:
        goes(diary, given.turns) if number == 2 else goes(diary)
    except Exception as problem:  # what there is of the evening is worth reading
        where = [frame for frame in traceback.extract_tb(problem.__traceback__) if "tests/bench" in frame.filename]
        at = "; ".join(f"{frame.name}: {frame.line}" for frame in where)
        diary.wrong.append(f"broke off: {' '.join(str(problem).splitlines()[:4])} ({at})")
        diary.pictures = out
        for person in diary.people:
            diary.takes_picture(person, "where it broke off")
    diary.takes()
    for house in diary.houses:
        diary.wrong += house.close()
    diary.people.clear()
    told = summary(diary)
    diary.written(given.out / f"evening-{number}.md", told)
    print("\n".join([*told, *diary.wrong]), flush=True)
    return not diary.wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--evening", type=int, choices=EVENINGS, action="append")
    parser.add_argument("--turns", type=int, default=90)
    parser.add_argument("--pictures", action="store_true")
    given = parser.parse_args()
    fine = True
    os.environ |= FOR_FIREFOX
    with running_site(made_by=("prepare",)) as site, sync_playwright() as playwright:
        open_browsers = browsers(playwright)
        for number in given.evening or EVENINGS:
            fine &= spent(number, site.url, open_browsers, given)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
