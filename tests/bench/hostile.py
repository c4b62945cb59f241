"""What ten newcomers who mean ill do to another person's page and vote, and what their previews leave in memory.

    .venv/bin/python -m tests.bench.hostile [--seconds 30] [--addresses 10] [--postgres]

A site in a process of its own. Ten newcomers, each with a deck of their own, from one address or from ten, send without
a rest what costs most: pictures that ask to be gone over again and again, lists of a thousand cards, lists that carry
ten pictures, previews of full drawings no two of which are alike. Meanwhile one member changes a vote and reads the
deck's page, one after the other, and so before and after with nobody else: p50, p95 and the longest of both, and their
ratio. Then 300 previews of full drawings: what the site holds more than before, in MB. Only ratios are to be trusted,
and on a busy machine they say how busy it was too. Never part of a test run.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import http.client
import json
import multiprocessing
import os
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from studio.speed.trim import GIVE_BACK_EVERY
from tests.bench.shipped import resident, say_where, shipped_site, spent
from tests.bench.votes_while_printing import Voter
from tests.full_drawings import doodle
from tests.picture_files import halves, many_scans, written

NEWCOMERS, PREVIEWS = 10, 300
FORKED = multiprocessing.get_context("fork")
AT_REST = 150  # votes and pages before, and as many after
LIST = "\n\n".join(f"Card {number}\nThing\nText of card {number}, in some words." for number in range(1000))
Times = dict[str, list[float]]


class Newcomer(Voter):
    """Somebody with a deck of their own and ten ways to be a nuisance."""

    def __init__(self, port: int, number: int, address: str) -> None:
        super().__init__(port)
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=300, source_address=(address, 0))
        self.ask("GET", "/decks/start/")
        status, at, text = self.ask("POST", "/decks/start/", name=f"N{number}", title=f"Nuisance {number}")
        assert status == 303, text[-500:]
        self.ask("GET", at)  # for the token of somebody who is known now
        self.deck, self.number, self.told = at.removesuffix("workshop/"), number, Counter[str]()

    def upload(self, content: bytes) -> int:
        fields = {"csrfmiddlewaretoken": self.token, "key": os.urandom(16).hex()}
        body = b"".join(
            f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in fields.items()
        )
        body += b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n' + content
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Content-Type": "multipart/form-data; boundary=x", "X-Carte": "1",
            "Origin": f"http://127.0.0.1:{self.port}",
        }  # fmt: skip
        self.line.request("POST", f"{self.deck}pictures/", body + b"\r\n--x--\r\n", headers)
        answer = self.line.getresponse()
        answer.read()
        return answer.status

    def preview(self, seed: int) -> int:
        return self.ask("POST", f"{self.deck}preview/", title="D", text="x", kind="thing", doodle=doodle(seed))[0]

    def read(self, words: str, do: str) -> int:
        return self.ask("POST", f"{self.deck}bring-in/", list=words, do=do, key=os.urandom(16).hex())[0]

    def be_a_nuisance(self, is_over: threading.Event) -> None:
        """One after the other, beginning with another than the one before did."""
        seeds = iter(range(self.number * 10_000, 10**6))
        slow, quick, carried = many_scans(25), written(halves(4000, 4000)), carrying(self.number)
        deeds: list[tuple[str, Callable[[], int]]] = [
            ("slow picture", lambda: self.upload(slow)),
            ("preview", lambda: self.preview(next(seeds))),
            ("list", lambda: self.read(LIST, "read")),
            ("list with pictures", lambda: self.read(carried, "enter")),
            ("large picture", lambda: self.upload(quick)),
        ]
        turn = self.number
        while not is_over.is_set():
            name, deed = deeds[turn % len(deeds)]
            self.told[f"{name} {deed()}"] += 1
            turn += 1


@contextmanager
def nuisances(newcomers: list[Newcomer]) -> Iterator[None]:
    """All of them at it, in a process of their own: to make up a drawing takes tens of milliseconds of Python, and
    whoever is timed would wait for those where nobody waits for the site."""
    ours, theirs = FORKED.Pipe()

    def all_at_once() -> None:
        is_over = threading.Event()
        threads = [threading.Thread(target=one.be_a_nuisance, args=(is_over,)) for one in newcomers]
        for thread in threads:
            thread.start()
        theirs.recv()
        is_over.set()
        for thread in threads:
            thread.join()
        theirs.send([one.told for one in newcomers])

    process = FORKED.Process(target=all_at_once)
    process.start()
    try:
        yield
    finally:
        ours.send("enough")
        for one, told in zip(newcomers, ours.recv(), strict=True):
            one.told.update(told)
            one.line.close()  # it was spoken on from elsewhere
        process.join()


def carrying(number: int) -> str:
    """A list with ten pictures that ask to be gone over twenty-five times."""
    cards, pictures = [], []
    for n in range(10):
        content = many_scans(25) + bytes((number, n))
        digest = hashlib.sha256(content).hexdigest()
        pictures.append({"digest": digest, "content": base64.b64encode(content).decode()})
        shown = {"digest": digest, "width": 2400, "height": 2400}
        cards.append({"face": {"title": f"C{number}.{n}.{os.urandom(3).hex()}", "text": "x", "picture": shown}})
    return json.dumps({"schema": "carte-blanche/1", "deck": {"title": "T", "cards": cards, "pictures": pictures}})


def company(port: int) -> tuple[Voter, str, str]:
    """Somebody with a ballot to vote on; the deck's page and the vote's address."""
    ros, maud, tom = Voter(port), Voter(port), Voter(port)  # Tom keeps his vote to himself: the ballot stays open
    ros.ask("GET", "/decks/start/")
    at = ros.ask("POST", "/decks/start/", name="Ros", title="Bench")[1]
    deck = at.removesuffix("workshop/")
    link = ros.ask("GET", at)[2].partition("/join/")[2].partition("/")[0]
    for newcomer, name in ((maud, "Maud"), (tom, "Tom")):
        newcomer.ask("GET", f"/join/{link}/")
        assert newcomer.ask("POST", f"/join/{link}/", name=name)[0] == 303
        newcomer.ask("GET", at)
    for n in range(20):
        fields = {"title": f"Goat {n}", "text": "It wanders.", "kind": "thing", "key": os.urandom(16).hex()}
        assert ros.ask("POST", f"{deck}write/", **fields)[0] in (204, 303)
    return maud, deck, f"{deck}do/?verb=vote&proposal=1&wording=1"


def timed(who: Voter, deck: str, vote: str, goes_on: Callable[[int], bool]) -> Times:
    """Seconds of votes and pages in turns."""
    found: Times = {"vote": [], "page": []}
    while goes_on(len(found["vote"])):
        start = time.perf_counter()
        answer = ("for", "against")[len(found["vote"]) % 2]
        status, _, text = who.ask("POST", vote, answer=answer, key=os.urandom(16).hex())
        between = time.perf_counter()
        assert status in (204, 303), (status, text[-500:])
        assert who.ask("GET", deck)[0] == 200
        found["vote"].append(between - start)
        found["page"].append(time.perf_counter() - between)
    return found


def beside(newcomers: list[Newcomer], maud: Voter, deck: str, vote: str, seconds: float) -> tuple[Times, Times]:
    """Times at rest, and beside the newcomers."""
    timed(maud, deck, vote, lambda done: done < 30)  # warm
    rest = timed(maud, deck, vote, lambda done: done < AT_REST)
    with nuisances(newcomers):
        time.sleep(2)
        until = time.monotonic() + seconds
        busy = timed(maud, deck, vote, lambda done: time.monotonic() < until)
    maud.line.close()  # the server lets a line go that was quiet for long; the next request opens another
    after = timed(maud, deck, vote, lambda done: done < AT_REST)
    return {name: rest[name] + after[name] for name in rest}, busy


def grown(newcomers: list[Newcomer], *processes: object) -> tuple[int, int]:
    """How many of 300 previews were answered, and the bytes that the site holds more after them."""
    for one in newcomers:
        one.line.close()
    time.sleep(2 * GIVE_BACK_EVERY)
    before = resident(*processes)  # type: ignore[arg-type]
    told = Counter(one.preview(10**7 + one.number * 1000 + n) for n in range(PREVIEWS // 10) for one in newcomers)
    time.sleep(2 * GIVE_BACK_EVERY)
    return told[200], resident(*processes) - before  # type: ignore[arg-type]


def measure(seconds: float, addresses: int, on_postgres: bool) -> None:
    say_where(1, on_postgres=on_postgres)
    with shipped_site(on_postgres=on_postgres) as site:
        port = int(site.url.rpartition(":")[2])
        maud, deck, vote = company(port)
        newcomers = [Newcomer(port, n, f"127.0.0.{2 + n % addresses}") for n in range(NEWCOMERS)]
        used = spent(*site.processes)
        rest, busy = beside(newcomers, maud, deck, vote, seconds)
        used = spent(*site.processes) - used
        told = sum((one.told for one in newcomers), Counter[str]())
        print(
            f"{len(busy['vote'])} votes and pages beside {told.total()} nuisances, addresses: {addresses}; {dict(told)}"
        )
        for name in rest:
            for what, at in (("p50", 50), ("p95", 95)):
                one, two = (statistics.quantiles(times[name], n=100)[at - 1] for times in (rest, busy))
                print(f"  {name} {what}: idle {one * 1000:.1f} ms, beside {two * 1000:.1f} ms: {two / one:.2f} x idle")
            print(
                f"  {name} longest: idle {max(rest[name]) * 1000:.0f} ms, beside them {max(busy[name]) * 1000:.0f} ms"
            )
        print(f"  processor of the site in all of it: {used:.1f} s; load {os.getloadavg()[0]:.1f}")
        time.sleep(61)  # the pace of previews is paid back
        answered, more = grown(newcomers, *site.processes)
        print(f"  {answered} of {PREVIEWS} previews of full drawings answered: {more / 2**20:.1f} MB more")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--addresses", type=int, default=10)
    parser.add_argument("--postgres", action="store_true")
    asked = parser.parse_args()
    measure(asked.seconds, asked.addresses, asked.postgres)
