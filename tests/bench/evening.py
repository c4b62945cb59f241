"""An evening of six people, each behind a line of their own that is cut, or goes dead, now and then.

    CARTE_CHROMIUM=… python -m tests.bench.evening [--minutes 5] [--seed 1] [--pictures DIR]

They propose, reword, vote, object, talk, reload and close tabs in real browsers, on desks and phones, through TCP
proxies that the run cuts. At the end every page must equal a freshly loaded one region by region, every card that was
put down must have been proposed exactly once (counted by SQL), and what is half written must still be there. Exits with
1 where it is not; prints how often each thing was done, and how long it took.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import socket
import sqlite3
import statistics
import sys
import threading
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Error, sync_playwright

from tests.bench.shipped import spent
from tests.browser.evening import DESK, OF_THE_LINE, PHONE, SMALL_PHONE, House, Person
from tests.servers import free_port, running_site

PEOPLE = {
    "Ros": DESK, "Idris": DESK, "Maud": (1280, 720), "Tomasz": DESK, "Bea": PHONE, "Kay": SMALL_PHONE,
}  # fmt: skip
LONGEST_CUT = 20.0  # seconds
REGIONS = """() => Object.fromEntries([...document.querySelectorAll('[data-region]')].map((region) => {
  const copy = region.cloneNode(true);
  for (const e of [copy, ...copy.querySelectorAll('*')])
    for (const name of ['style', 'class', 'aria-expanded', 'aria-selected', 'tabindex', 'open', 'hidden'])
      e.removeAttribute(name);
  for (const time of copy.querySelectorAll('time')) time.textContent = '';
  for (const field of copy.querySelectorAll('input, textarea')) field.removeAttribute('value');
  return [region.id, copy.innerHTML.replace(/\\s+/g, ' ')];
}))"""


class Line:
    """Somebody's line to the site: a TCP proxy that can be cut, or fall silent without a word."""

    def __init__(self, site: str) -> None:
        self.to, self.port = urlsplit(site).port, free_port()
        self.is_cut = self.is_dead = False
        self.until = 0.0
        self._open: set[socket.socket] = set()
        self._door = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def is_up(self) -> bool:
        return not (self.is_cut or self.is_dead)

    def cut(self, seconds: float, is_silent: bool) -> None:
        self.is_dead, self.is_cut = is_silent, not is_silent
        self.until = time.monotonic() + seconds
        if not is_silent:
            self._hang_up()

    def mend(self) -> None:
        self._hang_up()
        self.is_cut = self.is_dead = False

    def _hang_up(self) -> None:
        for one in list(self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _serve(self) -> None:
        while True:
            near, _ = self._door.accept()
            if self.is_cut:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.to))
            except OSError:
                near.close()
                continue
            self._open |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while some := one.recv(65536):
                while self.is_dead:
                    time.sleep(0.05)
                other.sendall(some)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            self._open.discard(end)


class Evening:
    """Who does what, by chance, one after the other."""

    def __init__(self, house: House, people: list[Person], lines: dict[str, Line], luck: random.Random) -> None:
        self.house, self.people, self.lines, self.luck = house, people, lines, luck
        self.put: list[str] = []
        self.written = 0
        self.done: dict[str, list[float]] = defaultdict(list)
        self.missed: dict[str, int] = defaultdict(int)

    def step(self) -> None:
        for line in self.lines.values():
            if not line.is_up and time.monotonic() > line.until:
                line.mend()
        who = self.luck.choice(self.people)
        deeds = [self.propose] * 3 + [self.vote] * 12 + [self.talk] * 3 + [self.reword] * 2
        deeds += [self.reload, self.close_tab, self.cut]
        deed = self.luck.choice(deeds)
        began = time.monotonic()
        try:
            self.put_verdict_away(who)
            is_done = deed(who)
        except (Error, AssertionError):
            self.missed[deed.__name__] += 1
            return
        if is_done:
            self.done[deed.__name__].append(time.monotonic() - began)

    def propose(self, who: Person) -> bool:
        who.tab("Write")
        held = who.page.locator('#writing [name="title"]')
        if held.is_visible() and (kept := held.input_value()):
            who.put()  # what did not go in when it was put down: the line was gone, or too many of theirs waited
            return bool(kept)
        self.written += 1
        title = f"{who.name} {self.written:03d}"
        who.write(title, f"It is the {self.written}th tonight.", self.luck.choice(["thing", "action"]))
        who.put()
        self.put.append(title)
        return True

    def vote(self, who: Person) -> bool:
        who.tab("Table")
        if not who.yes.first.is_visible() or not who.yes.first.is_enabled():
            return False
        if self.luck.random() < 0.15:
            who.no.first.click()
            reason = who.page.locator("#reason")
            if reason.is_visible():
                reason.fill(f"Not tonight, says {who.name}.")
                who.no.first.click()
        else:
            who.yes.first.click()
        who.page.wait_for_timeout(200)
        self.put_verdict_away(who)
        return True

    def put_verdict_away(self, who: Person) -> None:
        if who.moment.is_visible():
            who.page.keyboard.press("Escape")

    def talk(self, who: Person) -> bool:
        who.tab("Table")
        box = who.page.locator("#say-box")
        if not box.is_visible():
            return False
        box.fill(f"{who.name} says {len(self.done['talk'])}")
        box.press("Enter")
        return True

    def reword(self, who: Person) -> bool:
        link = who.page.get_by_role("link", name="Reword it")
        if not link.first.is_visible():
            return False
        link.first.click()
        who.page.wait_for_load_state()
        text = who.page.locator('#writing [name="text"]')
        text.fill(f"{text.input_value()} And again.")
        who.put()
        who.page.wait_for_timeout(300)
        if "workshop" not in who.page.url or who.page.get_by_text("Misprint").count():
            raise AssertionError(who.page.url)
        return True

    def reload(self, who: Person) -> bool:
        if not self.lines[who.name].is_up:
            return False
        who.page.reload()
        return True

    def close_tab(self, who: Person) -> bool:
        if not self.lines[who.name].is_up:
            return False
        who.page.close()
        again = self.house.second_tab(who)
        self.house.people.remove(again)
        who.page = again.page
        who.workshop()
        return True

    def cut(self, who: Person) -> bool:
        line = self.lines[who.name]
        if not line.is_up:
            return False
        line.cut(self.luck.uniform(2, LONGEST_CUT), self.luck.random() < 0.5)
        return True


def wrong_at_the_end(evening: Evening, database: Path) -> list[str]:
    """What is not as it must be: in words."""
    wrong = []
    for line in evening.lines.values():
        line.mend()
    time.sleep(5)
    half, held = {}, list[str]()
    for who in evening.people:
        title = who.page.locator('#writing [name="title"]')
        with suppress(Error):
            evening.put_verdict_away(who)
            who.tab("Write")
        if not title.is_visible():  # they were on a page of another kind when the line was mended
            print(f"{who.name} comes back from {urlsplit(who.page.url).path}")
            who.go("workshop/").tab("Write")
        half[who.name] = title.input_value() or f"Half written by {who.name}"
        title.fill(half[who.name])
    time.sleep(25)  # until whatever was kept has gone in, and who was away is here
    for who in evening.people:
        evening.put_verdict_away(who)
        fresh = who.context.new_page()
        fresh.goto(who.page.url.partition("#")[0])
        fresh.wait_for_timeout(1500)
        mine, new = who.page.evaluate(REGIONS), fresh.evaluate(REGIONS)
        for name in sorted(mine.keys() | new.keys()):
            if mine.get(name) != new.get(name):
                wrong.append(f"{who.name}: {name} differs\n  {mine.get(name)}\n  {new.get(name)}"[:3000])
        held.append(fresh.locator('#writing [name="title"]').input_value())
        if held[-1] != half[who.name] and half[who.name] not in evening.put:
            wrong.append(f"{who.name}: what was half written is gone")
        fresh.close()
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as rows:
        for title in evening.put:
            found = rows.execute(
                "SELECT count(DISTINCT w.proposal_id) FROM cards_wording w, cards_face f"
                " WHERE json_extract(f.content, '$.title') = ? AND w.number = 1 AND instr(w.changes, f.digest) > 0",
                (title,),
            ).fetchone()[0]
            if found != (0 if title in held else 1):  # it went in, or its writer still has it
                wrong.append(f"{title}: proposed {found} times")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", type=Path)
    asked = parser.parse_args()
    found = os.environ.get("CARTE_CHROMIUM") or shutil.which("chromium") or ""
    with running_site(made_by=("prepare",)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        house = House(site.url, [browser])
        lines = {name: Line(site.url) for name in PEOPLE}
        people = []
        for name, size in PEOPLE.items():
            house.site = f"http://127.0.0.1:{lines[name].port}"
            who = house.person(name, size)
            who.expects_lost_lines = True
            who.context.set_default_timeout(5_000)
            people.append(who)
        people[0].start("An Evening")
        link = urlsplit(people[0].link).path
        for who in people[1:]:
            who.join(who.site + link)
        evening = Evening(house, people, lines, random.Random(asked.seed))
        before = spent(*site.processes)
        until = time.monotonic() + 60 * asked.minutes
        while time.monotonic() < until:
            evening.step()
        cost = spent(*site.processes) - before
        wrong = wrong_at_the_end(evening, site.data / "carte.sqlite3")
        for who in people:
            wrong += [said for said in who.complaints if not OF_THE_LINE.search(said)]
            if asked.pictures:
                asked.pictures.mkdir(parents=True, exist_ok=True)
                who.page.screenshot(path=asked.pictures / f"{who.name}.png")
        log = site.log()
    wrong += [line for line in log.splitlines() if re.search(r"\bERROR\b|Traceback", line)]
    for what, took in sorted(evening.done.items()):
        print(f"{what:12} {len(took):4} times, {statistics.median(took):.2f} s; {evening.missed[what]} not")
    deeds = sum(map(len, evening.done.values()))
    print(f"{len(evening.put)} cards put down; {cost / max(1, deeds) * 1000:.0f} ms of the site's processor a deed")
    print("\n".join(wrong) or "every page equals a fresh one, every card went in once, nothing half written is lost")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
