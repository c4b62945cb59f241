"""How long a move at a table takes until everybody has seen it, against a bare broadcast in the same run.

    .venv/bin/python -m tests.bench.table                       # all three measures, embedded defaults
    .venv/bin/python -m tests.bench.table --only seats --rounds 60
    .venv/bin/python -m tests.bench.table --only watchers       # one table, 200 spectators
    .venv/bin/python -m tests.bench.table --only tables         # 100 tables on one process

`seats`: eight seats with eight different sights; one turns a Thing sideways, and the last of the eight has the frame.
`watchers`: the same with 200 spectators, who share one drawing. `tables`: a hundred tables of two seats, eight
commands under way at once: moves a second, the 50th and 99th percentile of a move's answer, and the memory that each
table costs the process. The reference is a bare `websockets` broadcast to as many clients (see live.py); only ratios
within one run are to be trusted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import psutil

from tests.bench.live import REFERENCE, Crowd, Reader, masked
from tests.servers import PROJECT, Site, free_port, running_site

TOKEN = "c" * 32  # a CSRF secret of our own: cookie and form agree
SETTING = """
import hashlib, json, secrets
from cards import actions as decks
from cards.rules.deck import Details, Ref
from cards.face.face import Face
from play import actions, models
from play.actions import execute
from play.verbs import commands as c
from play.storage.store import load
from play.table.zones import ZoneKey
from studio.models import Device, Group, Member, Person

def person(name):
    secret = secrets.token_urlsafe(32)
    who = Person.objects.create(name=name)
    Device.objects.create(person=who, secret_hash=hashlib.sha256(secret.encode()).hexdigest())
    return who, secret

host, _ = person("Host")
group = Group.objects.create(name="bench")
founder = Member.objects.create(group=group, person=host, is_steward=True)
faces = [Face(f"Card {n}", "Thing" if n % 2 else "Action", "Does what it says.") for n in range(1, 61)]
cards = [(Ref("card", n), face, 1, "") for n, face in enumerate(faces, 1)]
deck = decks.start_deck(member=founder.pk, details=Details("Bench"), articles=cards)
decks.archive_version(deck.pk, by=founder.pk, key=None, name="One")
tables = []
type(deck).objects.filter(pk=deck.pk).update(visibility="public")
for number in range(TABLES):
    people = [person(f"P{number} {n}") for n in range(SEATS)]
    table = actions.open_table(deck_id=deck.pk, person_id=people[0][0].pk, version=1, is_public=True)
    for who, _ in people[1:]:
        actions.take_seat(table.pk, person_id=who.pk, key=None)
    members = [Member.objects.get(group=table.group, person=who).pk for who, _ in people]
    execute.carry_out(table, [c.Begin(1, confirmed=True)], by=members[0], key=None, asked="begin")
    table.stream.refresh_from_db()
    value = load(table, table.stream.head)
    thing = value.zones["hand.1"][0]
    play = c.PlayCard(1, thing, to=ZoneKey("area.1"), confirmed=True)
    played = execute.carry_out(table, [play], by=members[0], key=None, asked="play")
    value = load(table, played.v)
    tables.append({"code": table.code, "stream": table.stream.key, "v": played.v,
                   "piece": value.zones["area.1"][0], "secrets": [s for _, s in people]})
print("\\n" + json.dumps(tables))
"""


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
    """Seat 1 of a table on a kept-alive connection: each move turns its Thing sideways or back."""

    def __init__(self, port: int, place: Place) -> None:
        self.port, self.place, self.is_tapped = port, place, False

    async def open(self) -> Mover:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def move(self) -> int:
        """The number of the entry it made."""
        self.is_tapped = not self.is_tapped
        fields = {"verb": "tap", "piece": self.place.piece, "tapped": int(self.is_tapped), "csrfmiddlewaretoken": TOKEN}
        body = urlencode(fields).encode()
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


async def sit(crowd: Crowd, port: int, place: Place, secrets: list[str | None]) -> None:
    """Sockets of these seats (None: a spectator) on one table."""
    crowd.expect(b"\r\n\r\n", len(secrets))
    loop = asyncio.get_running_loop()
    for number, secret in enumerate(secrets):
        cookie = f"Cookie: carte_device={secret}\r\n" if secret else ""
        request = (
            f"GET /live/{place.stream}/?page=table&v={place.v} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Origin: http://127.0.0.1:{port}\r\n{cookie}Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()
        line, _ = await loop.create_connection(lambda request=request: Reader(crowd, request), "127.0.0.1", port)
        crowd.lines.append(line)  # type: ignore[arg-type]
        while number + 1 - crowd.count > 50:
            await asyncio.sleep(0.01)
    await asyncio.wait_for(crowd.done.wait(), 60)
    await asyncio.sleep(1.5)


async def seen_by_all(
    port: int, reference: int, place: Place, viewers: list[str | None], rounds: int
) -> dict[str, float]:
    """Medians in milliseconds to the last viewer: of a bare broadcast to as many, and of a move with its request."""
    bare, crowd = Crowd(), Crowd()
    await bare.gather([reference], "/", len(viewers))
    await sit(crowd, port, place, viewers)
    mover = await Mover(port, place).open()
    teller_in, teller = await asyncio.open_connection("127.0.0.1", reference)
    teller.write(
        b"GET /tell HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    await teller_in.readuntil(b"\r\n\r\n")
    took: dict[str, list[float]] = {"bare": [], "ours": []}
    for number in range(rounds + 5):
        marker = f"mark {number:06}"
        bare.expect(marker.encode(), len(viewers))
        began = time.perf_counter()
        teller.write(masked(json.dumps({"v": number, "html": "x" * 4000, "say": marker}).encode()))
        await asyncio.wait_for(bare.done.wait(), 30)
        took["bare"].append(time.perf_counter() - began)
        await asyncio.sleep(0.02)
        place.v += 1
        crowd.expect(f'"v":{place.v},'.encode(), len(viewers))
        began = time.perf_counter()
        answer = asyncio.create_task(mover.move())
        await asyncio.wait_for(crowd.done.wait(), 30)
        took["ours"].append(time.perf_counter() - began)
        place.v = max(place.v, await answer)
        await asyncio.sleep(0.02)
    bare.disperse(), crowd.disperse()
    return {name: statistics.median(times[5:]) * 1000 for name, times in took.items()}


async def many_tables(port: int, places: list[Place], total: int, at_once: int = 8) -> tuple[float, list[float]]:
    """Moves a second over all tables, and how long each answer took (seconds)."""
    movers = [await Mover(port, place).open() for place in places]
    crowds = [Crowd() for _ in places]
    for crowd, place in zip(crowds, places, strict=True):
        crowd.expect(b"\r\n\r\n", 2)
        await sit_quickly(crowd, port, place)
    await asyncio.sleep(2)
    took: list[float] = []
    workers = min(at_once, len(movers))

    async def keep_on(mine: list[Mover], share: int) -> None:
        for number in range(share):
            began = time.perf_counter()
            await mine[number % len(mine)].move()
            took.append(time.perf_counter() - began)

    began = time.perf_counter()
    await asyncio.gather(*(keep_on(movers[k::workers], total // workers) for k in range(workers)))
    rate = len(took) / (time.perf_counter() - began)
    for crowd in crowds:
        crowd.disperse()
    return rate, took


async def sit_quickly(crowd: Crowd, port: int, place: Place) -> None:
    loop = asyncio.get_running_loop()
    for secret in place.secrets[:2]:
        request = (
            f"GET /live/{place.stream}/?page=table&v={place.v} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nCookie: carte_device={secret}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()
        line, _ = await loop.create_connection(lambda request=request: Reader(crowd, request), "127.0.0.1", port)
        crowd.lines.append(line)  # type: ignore[arg-type]
    await asyncio.wait_for(crowd.done.wait(), 60)


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


def report(name: str, found: dict[str, float]) -> None:
    ratio = found["ours"] / found["bare"]
    print(f"{name}: bare {found['bare']:.2f} ms, ours {found['ours']:.2f} ms, ratio {ratio:.2f}", flush=True)


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--only", choices=["seats", "watchers", "tables"])
    wishes.add_argument("--rounds", type=int, default=40)
    wishes.add_argument("--tables", type=int, default=100)
    wishes.add_argument("--moves", type=int, default=600)
    asked = wishes.parse_args()
    with ExitStack() as stack:
        site = stack.enter_context(running_site(environ={"CARTE_SYNC": "FULL"}))
        port = int(site.addresses[0].rpartition(":")[2])
        reference = free_port()
        told: Any = subprocess.Popen(
            [sys.executable, "-c", REFERENCE, str(reference)], cwd=PROJECT, stderr=subprocess.DEVNULL
        )
        stack.callback(told.kill)
        time.sleep(1.5)
        print(f"load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        if asked.only in (None, "seats"):
            (place,) = lay(site, 1, 8)
            report("8 seats", asyncio.run(seen_by_all(port, reference, place, [*place.secrets], asked.rounds)))
        if asked.only in (None, "watchers"):
            (place,) = lay(site, 1, 2)
            report("200 spectators", asyncio.run(seen_by_all(port, reference, place, [None] * 200, asked.rounds)))
        if asked.only in (None, "tables"):
            server = psutil.Process(site.processes[0].pid)
            places = lay(site, asked.tables, 2)
            before = server.memory_info().rss
            rate, took = asyncio.run(many_tables(port, places, asked.moves))
            each = (server.memory_info().rss - before) / len(places) / 1024
            print(f"{len(places)} tables: {rate:.0f} moves/s, p50 {percentile(took, 0.5):.1f} ms, ", end="")
            print(f"p99 {percentile(took, 0.99):.1f} ms, {each:.0f} KiB a table")


if __name__ == "__main__":
    main()
