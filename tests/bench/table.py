"""How long a move at a table takes until everybody has seen it, against a bare broadcast in the same run.

    .venv/bin/python -m tests.bench.table                       # all three measures, embedded defaults
    .venv/bin/python -m tests.bench.table --only seats --rounds 60 [--fresh]
    .venv/bin/python -m tests.bench.table --only watchers       # one table, 200 spectators
    .venv/bin/python -m tests.bench.table --only tables         # 100 tables on one process; --processes 2: on two
    .venv/bin/python -m tests.bench.table --only tables --postgres      # on one over what two of them stand on

`seats`: eight seats with eight different sights; one turns a Thing sideways, and the last of the eight has the frame.
`watchers`: the same with 200 spectators, who share one drawing. `tables`: a hundred tables of two seats, eight
commands under way at once: moves a second until both seats of every table have seen the last of them, the 50th and 99th
percentile of a move's answer, how long after the last answer the last frame came, and the memory that each table costs
the process while all sit there, once it has given back what lay in gaps. A Thing turned sideways and back shows two
states in turn, and what is shown again comes from memory: with `--fresh` each move puts one more token on it instead,
and shows what was never drawn before.

The reference is a bare `websockets` broadcast to as many clients (see crowd.py); only ratios within one run are to be
trusted. Beside them stand the processor time of the server a move, and the bytes that a viewer is sent.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import time
from dataclasses import dataclass
from urllib.parse import urlencode

from studio.speed.trim import GIVE_BACK_EVERY
from tests.bench.crowd import Crowd, Teller, handshake
from tests.bench.inside import TOKEN
from tests.bench.shipped import Reference, ports_of, reference, resident, say_where, shipped_site, spent
from tests.servers import Site

WARM = 8  # tables that are played at first: what a process reads once is no table's memory
SETTING = """
import json
from tests.bench.scenery import deck_of, tables_in_play
print("\\n" + json.dumps(tables_in_play(deck_of(60)[0], TABLES, SEATS)))
"""


@dataclass(frozen=True)
class Played:
    """What a hundred tables did: moves a second until all were seen, how long each answer took and the last frame came
    after the last answer (seconds), what a move cost the servers' processors (ms), and what they held then (bytes)."""

    rate: float
    answers: list[float]
    behind: float
    cpu: float
    memory: int


@dataclass
class Place:
    """One table of the site: where it is, who may sit where (device secrets), and a Thing of seat 1."""

    code: str
    stream: str
    v: int
    piece: str
    secrets: list[str]


def lay(site: Site, tables: int, seats: int) -> list[Place]:
    done = site.manage("shell", "-c", f"TABLES, SEATS = {tables}, {seats}\n{SETTING}", timeout=600)
    return [Place(**found) for found in json.loads(done.stdout.strip().splitlines()[-1])]


class Mover:
    """Seat 1 of a table on a kept-alive connection: each move turns its Thing sideways or back, or puts one more token
    on it where what it shows is to be `fresh`."""

    def __init__(self, port: int, place: Place, fresh: bool = False) -> None:
        self.port, self.place, self.fresh, self.moves = port, place, fresh, 0
        self.turn = asyncio.Lock()  # one request on a connection at a time

    async def open(self) -> Mover:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def _reopen(self) -> None:
        """A site lets go of a connection that was quiet for long; a browser opens another then."""
        self.writer.close()
        await self.open()

    async def move(self) -> int:
        """The number of the entry it made."""
        self.moves += 1
        if self.reader.at_eof():
            await self._reopen()
        tapped, token = (
            {"verb": "tap", "tapped": self.moves % 2},
            {"verb": "token", "token": "Mark", "count": self.moves},
        )
        verb = token if self.fresh else tapped
        body = urlencode({**verb, "piece": self.place.piece, "csrfmiddlewaretoken": TOKEN}).encode()
        head = (
            f"POST /tables/{self.place.code}/act/ HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nX-Carte: 1\r\n"
            f"Cookie: carte_device={self.place.secrets[0]}; carte_csrf={TOKEN}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        answer = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 30)
        if b" 204 " not in answer.split(b"\r\n")[0] + b" ":
            raise AssertionError(answer.decode() + (await self.reader.read(2000)).decode())
        said = dict(line.lower().split(b": ", 1) for line in answer.split(b"\r\n")[1:] if b": " in line)
        return int(said[b"x-stream-version"])


async def sit(crowd: Crowd, ports: list[int], place: Place, secrets: list[str | None]) -> None:
    """Sockets of these seats (None: a spectator) on one table, spread over the processes."""
    path = f"/live/{place.stream}/?page=table&v={place.v}"
    said = [f"carte_device={secret}" if secret else "" for secret in secrets]
    await crowd.enter([handshake(ports[k % len(ports)], path, cookie) for k, cookie in enumerate(said)], ports)


async def seen_by_all(
    site: Site, told: Reference, place: Place, viewers: list[str | None], rounds: int, fresh: bool
) -> dict[str, float]:
    """Medians in milliseconds to the last viewer: of a bare broadcast to as many, and of a move with its request; and
    of one move the servers' processor time (`cpu`, ms) and the kilobytes that a viewer is sent (`sent`)."""
    ports = ports_of(site)
    bare, crowd = Crowd(), Crowd()
    await bare.gather([told.port], "/", len(viewers))
    await sit(crowd, ports, place, viewers)
    await asyncio.sleep(1.5)
    mover, teller = await Mover(ports[0], place, fresh).open(), await Teller().open(told.port)
    took: dict[str, list[float]] = {"bare": [], "ours": []}
    for number in range(rounds + 5):
        if number == 5:  # warm
            before, sent = spent(*site.processes), crowd.bytes
        marker = f"mark {number:06}"
        bare.expect(marker.encode(), len(viewers))
        began = time.perf_counter()
        teller.tell(json.dumps({"v": number, "html": "x" * 4000, "say": marker}))
        await bare.all_of_them()
        took["bare"].append(time.perf_counter() - began)
        await asyncio.sleep(0.02)
        place.v += 1
        crowd.expect(f'"v":{place.v},'.encode(), len(viewers))
        began = time.perf_counter()
        answer = asyncio.create_task(mover.move())
        await crowd.all_of_them()
        took["ours"].append(time.perf_counter() - began)
        place.v = max(place.v, await answer)
        await asyncio.sleep(0.02)
    found = {name: statistics.median(times[5:]) * 1000 for name, times in took.items()}
    found["cpu"] = (spent(*site.processes) - before) / rounds * 1000
    found["sent"] = (crowd.bytes - sent) / rounds / len(viewers) / 1000
    bare.disperse(), crowd.disperse()
    return found


async def many_tables(site: Site, places: list[Place], each: int, fresh: bool, at_once: int = 8) -> Played:
    """`each` moves at each table, `at_once` under way."""
    ports = ports_of(site)
    movers = [await Mover(ports[k % len(ports)], place, fresh).open() for k, place in enumerate(places)]
    crowds = [Crowd() for _ in places]
    for crowd, place in zip(crowds, places, strict=True):
        await sit(crowd, ports, place, [*place.secrets[:2]])
    await asyncio.sleep(3)
    for crowd, place in zip(crowds, places, strict=True):
        crowd.expect(f'"v":{place.v + each},'.encode(), 2)
    answers, before = list[float](), spent(*site.processes)
    turns = iter([mover for _ in range(each) for mover in movers])

    async def keep_on() -> None:
        for mover in turns:
            async with mover.turn:
                began = time.perf_counter()
                await mover.move()
                answers.append(time.perf_counter() - began)

    began = time.perf_counter()
    await asyncio.gather(*(keep_on() for _ in range(at_once)))
    answered = time.perf_counter()
    await asyncio.gather(*(crowd.all_of_them() for crowd in crowds))
    seen = time.perf_counter()
    cpu = (spent(*site.processes) - before) / len(answers) * 1000
    memory = await settled(site)
    for crowd in crowds:
        crowd.disperse()
    return Played(len(answers) / (seen - began), answers, seen - answered, cpu, memory)


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


def report(name: str, found: dict[str, float]) -> None:
    ratio = found["ours"] / found["bare"]
    print(f"{name}: bare {found['bare']:.2f} ms, ours {found['ours']:.2f} ms, ratio {ratio:.2f}; ", end="")
    print(f"{found['cpu']:.1f} ms of a processor a move, {found['sent']:.1f} KB to each viewer", flush=True)


async def settled(site: Site) -> int:
    """Bytes that it takes when it has given back what lies in gaps, as it does by the clock."""
    await asyncio.sleep(GIVE_BACK_EVERY + 1)
    return resident(*site.processes)


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--only", choices=["seats", "watchers", "tables"])
    wishes.add_argument("--rounds", type=int, default=40)
    wishes.add_argument("--tables", type=int, default=100)
    wishes.add_argument("--moves", type=int, default=8, help="at each of the tables")
    wishes.add_argument("--processes", type=int, default=1, help="more than one: over PostgreSQL and Valkey")
    wishes.add_argument("--postgres", action="store_true", help="a single process over PostgreSQL and Valkey too")
    wishes.add_argument("--fresh", action="store_true", help="each move shows what was never shown before")
    asked = wishes.parse_args()
    with shipped_site(asked.processes, on_postgres=asked.postgres) as site, reference() as told:
        say_where(asked.processes, on_postgres=asked.postgres)
        if asked.only in (None, "seats"):
            (place,) = lay(site, 1, 8)
            report("8 seats", asyncio.run(seen_by_all(site, told, place, [*place.secrets], asked.rounds, asked.fresh)))
        if asked.only in (None, "watchers"):
            (place,) = lay(site, 1, 2)
            report(
                "200 spectators", asyncio.run(seen_by_all(site, told, place, [None] * 200, asked.rounds, asked.fresh))
            )
        if asked.only in (None, "tables"):
            places = lay(site, asked.tables + WARM, 2)
            asyncio.run(many_tables(site, [places.pop() for _ in range(WARM)], asked.moves, asked.fresh))
            memory = asyncio.run(settled(site))
            played = asyncio.run(many_tables(site, places, asked.moves, asked.fresh))
            each = (played.memory - memory) / len(places) / 1024
            print(
                f"{len(places)} tables: {played.rate:.0f} moves/s, p50 {percentile(played.answers, 0.5):.1f} ms, ",
                end="",
            )
            print(f"p99 {percentile(played.answers, 0.99):.1f} ms, seen {played.behind * 1000:.0f} ms after, ", end="")
            print(f"{each:.0f} KiB a table, {played.cpu:.1f} ms of a processor a move")


if __name__ == "__main__":
    main()
