"""How long a vote takes while a deck of 1000 cards is on the press, next to votes with the press at rest.

    .venv/bin/python -m tests.bench.votes_while_printing [--cards 1000] [--rounds 4]

A site in a process of its own, over SQLite; one member votes through HTTP, changing the vote each time, one
request after the other. Every export is of a design that was not printed yet, so all its cards are drawn. After each
as many votes are taken with the press at rest, so that both have the same number and the same minutes. Printed are
p50, p95 and p99 of both, their ratios, and what a vote costs the site's own processor (its presses are processes of
their own): only ratios are to be trusted, a p99 only of LEAST votes, and on a busy machine they say how busy it was
too. Never part of a test run.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import statistics
import threading
import time
from urllib.parse import urlencode

from tests.bench.shipped import shipped_site, spent

EVERY, LONGEST, PART = 0.7, 3.0, 8  # how often a page looks at its print (static/js/print.js), seconds
LEAST = 1000  # votes on either side: ten are above the p99 then
FRAMES = ("press", "saver", "classic", "hand")

FILL = """
import sys
from datetime import UTC, datetime
from cards import models as rows
from cards.storage.store import keep_faces
from studio.models import Member
from tests.bench.pdf import faces
deck = rows.Deck.objects.get(slug=sys.argv[1])
made = faces(int(sys.argv[2]), "vote")
keep_faces(made)
manifest = {"schema": 1, "cards": [[n, face.digest, 1, ""] for n, face in enumerate(made, 1)], "rules": []}
member = Member.objects.filter(group=deck.group).first()
rows.Version.objects.create(
    deck=deck, number=1, name="Bench", digest="1" * 64, manifest=manifest, by=member, at=datetime.now(UTC)
)
"""


class Voter:
    """A browser of the smallest kind: one kept line, cookies, and the site's token."""

    def __init__(self, port: int) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.port, self.token = port, ""
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, address: str, **fields: str) -> tuple[int, str, str]:
        """Status, Location and body."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = None
        if method == "POST":
            fields["csrfmiddlewaretoken"] = self.token
            body = urlencode(fields)
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{self.port}"}
        self.line.request(method, address, body, headers)
        answer = self.line.getresponse()
        text = answer.read().decode("utf-8", "replace")
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        if token := re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', text):
            self.token = token[1]
        return answer.status, answer.headers.get("Location", ""), text


def votes(voter: Voter, address: str, is_over: threading.Event | None, count: int) -> list[float]:
    """Seconds of each vote: `count` of them, or until it is over."""
    taken: list[float] = []
    while (len(taken) < count) if is_over is None else not is_over.is_set():
        answer = ("for", "against")[len(taken) % 2]
        start = time.perf_counter()
        status, _, text = voter.ask("POST", address, answer=answer, key=os.urandom(16).hex())
        taken.append(time.perf_counter() - start)
        assert status in (204, 303), (status, text[:300])
    return taken


def export(voter: Voter, deck: str, frame: str, is_over: threading.Event) -> None:
    """Ask for the sheets and look after them as their page does, until they are there."""
    voter.line.close()  # the server lets a line go that was quiet for long; the next request opens another
    try:
        _, at, _ = voter.ask("POST", f"{deck}print/", paper="a4", frame=frame, version="1")
        since = time.monotonic()
        while 'data-state="done"' not in (seen := voter.ask("GET", f"{at}?part=state")[2]):
            assert 'data-state="failed"' not in seen, seen
            time.sleep(min(LONGEST, max(EVERY, (time.monotonic() - since) / PART)))
    finally:
        is_over.set()


def measure(cards: int, rounds: int) -> None:
    with shipped_site() as site:
        port = int(site.url.rpartition(":")[2])
        voter = Voter(port)
        voter.ask("GET", "/decks/start/")
        status, at, text = voter.ask("POST", "/decks/start/", name="Ros", title="Bench")
        assert status == 303, (status, re.sub("<[^>]+>", " ", text)[-1500:])
        deck = at.removesuffix("workshop/")
        slug = deck.split("/")[2]
        script = FILL.replace("sys.argv[1]", repr(slug)).replace("sys.argv[2]", repr(str(cards)))
        site.manage("shell", "-c", script)
        link = re.search(r'value="(http[^"]*/join/[^"]+)"', voter.ask("GET", at)[2])
        assert link is not None
        maud, tom = Voter(port), Voter(port)  # Tom keeps his vote to himself, so that the ballot stays open
        joined = link[1].partition(f":{port}")[2]
        for newcomer, name in ((maud, "Maud"), (tom, "Tom")):
            newcomer.ask("GET", joined)
            status, _, text = newcomer.ask("POST", joined, name=name)
            assert status == 303, text
            newcomer.ask("GET", at)
        fields = {"title": "Goat", "text": "It wanders.", "kind": "thing", "key": "1" * 32}
        status, _, text = voter.ask("POST", f"{deck}write/", **fields)
        assert status in (204, 303), (status, re.sub("<[^>]+>", " ", text)[-1500:])
        address = f"{deck}do/?verb=vote&proposal=1&wording=1"
        votes(maud, address, None, 40)  # warm
        idle: list[float] = []
        busy: list[float] = []
        cost = {"idle": 0.0, "printing": 0.0}
        for turn in range(min(rounds, len(FRAMES))):
            before = spent(*site.processes)
            is_over = threading.Event()
            work = threading.Thread(target=export, args=(tom, deck, FRAMES[turn], is_over))
            work.start()
            beside = votes(maud, address, is_over, 0)
            work.join()
            between = spent(*site.processes)
            busy += beside
            idle += votes(maud, address, None, len(beside))
            cost["printing"] += between - before
            cost["idle"] += spent(*site.processes) - between
        if len(busy) < 2:
            raise SystemExit("the export was over before anybody voted: take more cards")
        if len(busy) < LEAST:
            print(f"fewer than {LEAST} votes: no p99 to be trusted")
        print(f"{len(idle)} votes idle, {len(busy)} while {cards} cards were printed; load {os.getloadavg()[0]:.1f}")
        for name, at_ in (("p50", 50), ("p95", 95), ("p99", 99)):
            one, two = (statistics.quantiles(values, n=100)[at_ - 1] for values in (idle, busy))
            print(f"  {name}  idle {one * 1000:.1f} ms, printing {two * 1000:.1f} ms: {two / one:.2f} x idle")
        one, two = (cost[name] / len(taken) * 1000 for name, taken in (("idle", idle), ("printing", busy)))
        print(f"  of the site's processor, a vote: idle {one:.1f} ms, printing {two:.1f} ms and asking after it")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=4)
    asked = parser.parse_args()
    measure(asked.cards, asked.rounds)
