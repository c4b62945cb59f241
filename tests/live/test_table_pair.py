"""A table on two processes over PostgreSQL and Valkey: all seats move at once, and nobody's page goes astray.

Every seat has a socket on one process and sends its commands to the other, as fast as they are answered. In the end
each page, brought up by frames alone, equals a fresh one, the log has no gap and every piece is somewhere once.
"""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from websockets.asyncio.client import connect

from tests.bench.inside import TOKEN
from tests.bench.table import Place, lay
from tests.live.fake import Page, elements
from tests.servers import Site, running_site

pytestmark = pytest.mark.servers
SEATS = 4

CHECK = """
import json
from play import models
from play.storage import store
from play.storage.log import TABLE_LOG
from studio.models import Entry
table = models.Table.objects.get(code="CODE")
seqs = list(Entry.objects.filter(stream=table.stream).order_by("seq").values_list("seq", flat=True))
table.stream.refresh_from_db()
value = store.load(table, table.stream.head)
lying = [p for zone in value.zones.values() for p in zone]
print("\\n" + json.dumps({
    "gapless": seqs == list(range(1, table.stream.head + 1)),
    "replays": TABLE_LOG.from_the_beginning(table.stream_id, table.stream.head) == value,
    "conserved": len(lying) == len(set(lying)) == len(value.pieces) == 60,
}))
"""


class Seat:
    """One player: looks through one process and acts through the other."""

    def __init__(self, site: Site, place: Place, number: int) -> None:
        self.place, self.secret = place, place.secrets[number]
        self.eyes, self.hands = site.addresses[number % 2], site.addresses[1 - number % 2]
        self.answers: list[int] = []

    @property
    def cookie(self) -> str:
        return f"carte_device={self.secret}; carte_csrf={TOKEN}"

    def fresh(self) -> Page:
        asked = urllib.request.Request(f"{self.eyes}/tables/{self.place.code}/?regions=1")
        asked.add_header("Cookie", self.cookie)
        asked.add_header("X-Carte", "1")
        with urllib.request.urlopen(asked, timeout=20) as answer:
            now = json.loads(answer.read())
        return Page(now["v"], elements(now["html"]))

    def act(self, verb: str, **fields: object) -> int:
        """The status: 204, or a refusal in words; anything else is a fault."""
        body = urlencode({"verb": verb, "csrfmiddlewaretoken": TOKEN, **fields}).encode()
        asked = urllib.request.Request(f"{self.hands}/tables/{self.place.code}/act/", body, method="POST")
        asked.add_header("Cookie", self.cookie)
        asked.add_header("X-Carte", "1")
        try:
            with urllib.request.urlopen(asked, timeout=20) as answer:
                status = answer.status
        except urllib.error.HTTPError as refused:
            status = refused.code
        self.answers.append(status)
        return status

    def line(self, v: int) -> Any:
        address = f"{self.eyes.replace('http', 'ws')}/live/{self.place.stream}/?page=table&v={v}"
        return connect(
            address, origin=self.eyes, additional_headers={"Cookie": self.cookie}, compression=None, max_size=None  # type: ignore[arg-type]
        )  # fmt: skip


@pytest.fixture
def pair(postgres_database: str, valkey_url: str, migrated: Path) -> Iterator[Site]:
    with running_site(postgres_database, valkey_url, 2, prepared=migrated) as site:
        yield site


def moves(seat: Seat, number: int, seed: int, rounds: int) -> None:
    """Draws, plays by what is in sight, rolls, tokens, chat, turns ended: whatever comes."""
    luck = Random(seed)
    for _ in range(rounds):
        match luck.randrange(7):
            case 0:
                seat.act("draw", confirmed=1)
            case 1:
                seat.act("roll", count=2)
            case 2:
                seat.act("say", text=f"Seat {number + 1} says {luck.randrange(100)}")
            case 3:
                seat.act("discard_random", confirmed=1)
            case 4:
                seat.act("token", token="Ritual", count=luck.randrange(5), on=number + 1)
            case 5:
                seat.act("tap", piece=seat.place.piece, tapped=luck.randrange(2))
            case _:
                seat.act("end_turn", confirmed=1)


async def test_all_seats_move_at_once_on_two_processes(pair: Site, rounds: Callable[[int, int], int]) -> None:
    (place,) = await asyncio.to_thread(lay, pair, 1, SEATS)
    seats = [Seat(pair, place, number) for number in range(SEATS)]
    pages = [await asyncio.to_thread(seat.fresh) for seat in seats]
    lines = [await seat.line(page.v) for seat, page in zip(seats, pages, strict=True)]
    listening = [asyncio.create_task(listen(line, page)) for line, page in zip(lines, pages, strict=True)]
    await asyncio.sleep(1)
    await asyncio.gather(*(asyncio.to_thread(moves, seat, n, n, rounds(12, 400)) for n, seat in enumerate(seats)))
    answers = [status for seat in seats for status in seat.answers]
    assert set(answers) <= {204, 409}, answers
    assert answers.count(204) > len(answers) // 2
    for seat, page in zip(seats, pages, strict=True):
        wanted = await asyncio.to_thread(seat.fresh)
        async with asyncio.timeout(20):
            while page.v < wanted.v:
                await asyncio.sleep(0.05)
        assert page.v == wanted.v and not page.gaps and not page.is_stale
        assert page.html == wanted.html
    for task, line in zip(listening, lines, strict=True):
        task.cancel()
        await line.close()
    said = await asyncio.to_thread(pair.manage, "shell", "-c", CHECK.replace("CODE", place.code))
    assert json.loads(said.stdout.strip().splitlines()[-1]) == {"gapless": True, "replays": True, "conserved": True}


async def listen(line: Any, page: Page) -> None:
    async for text in line:
        page.take(json.loads(text))
        await line.send(json.dumps({"v": page.v}))
