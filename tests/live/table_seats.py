"""A table on a real site, and browsers at it: each looks through one process and acts through any."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from websockets import ConnectionClosed
from websockets.asyncio.client import ClientConnection, connect

from studio.live.consumer import PROTOCOL
from tests.bench.inside import TOKEN
from tests.live.fake import Page, elements
from tests.servers import Site

# A dealt game of Ros, Idris and Maud in seats 1 to 3, and of Nell, a member who has none; "Canary 07" is a card.
LAID = """
import json
from hashlib import sha256
from studio.models import Device
from tests.live.table_seats import secret_of
from tests.table_fixture import TableFixture
g = TableFixture(cards=CARDS)
for name in g.t.ids:
    Device.objects.create(person_id=g.person(name), secret_hash=sha256(secret_of(name).encode()).hexdigest())
print("\\n" + json.dumps([g.table.code, g.table.stream.key, g.t.ids]))
"""
# From which entry on each seat (0: nobody's) could read each card; and whether log, table and pieces are whole.
TOLD = """
import json
from play import models
from play.storage import store
from play.storage.log import TABLE_LOG
from play.table.state import Table
from studio.models import Entry, Snapshot
from tests.rules.eyes import Eyes
table = models.Table.objects.select_related("stream").get(code="CODE")
head, eyes = table.stream.head, Eyes()
read = {seat: {} for seat in range(5)}
for one in store.steps(table, 0, head, Table()):
    eyes.follow(one.seq, one.fact, one.after)
    for seat, known in read.items():
        unread = eyes.unread(one.after, seat)
        for id, piece in one.after.pieces.items():
            if id not in unread:
                known.setdefault(one.after.cards[piece.card].title, one.seq)
value = store.load(table, head)
lying = [piece for zone in value.zones.values() for piece in zone]
seqs = list(Entry.objects.filter(stream=table.stream).order_by("seq").values_list("seq", flat=True))
print("\\n" + json.dumps({
    "read": read,
    "cards": {card.title: card.face for card in value.cards.values()},
    "folds": sorted({one.fold for one in Snapshot.objects.filter(stream=table.stream)}),
    "is_whole": seqs == list(range(1, head + 1))
    and TABLE_LOG.from_the_beginning(table.stream_id, head) == value
    and len(lying) == len(set(lying)) == len(value.pieces),
}))
"""


def secret_of(name: str) -> str:
    """Of that person's browser."""
    return hashlib.sha256(name.encode()).hexdigest()[:43]


def shell(site: Site, words: str) -> Any:
    """What a script on the site's data says at its end."""
    return json.loads(site.manage("shell", "-c", words).stdout.strip().splitlines()[-1])


@dataclass
class Laid:
    """A table: its site, its code, its stream's key, and its people's members. So many moves were `begun`, and `made`
    says at which entry each of them ended."""

    site: Site
    code: str
    stream: str
    members: dict[str, int]
    begun: int = 0
    made: list[int] = field(default_factory=lambda: [0])

    def told(self) -> Any:
        """See TOLD."""
        return shell(self.site, TOLD.replace("CODE", self.code))


def lay(site: Site, cards: int = 30) -> Laid:
    return Laid(site, *shell(site, f"CARDS = {cards}\n{LAID}"))


@dataclass
class Browser:
    """One page of one person. Each text that reaches it is kept, with the number of the move that was begun last."""

    at: Laid
    name: str
    eyes: int = 0  # the process that it looks through
    protocol: int = PROTOCOL
    drops: int = 0  # of so many frames one is lost on its way
    page: Page = field(default_factory=lambda: Page(0, {}))
    texts: list[tuple[int, str]] = field(default_factory=list)
    fetches: int = 0
    lost: int = 0
    _frames: int = 0
    _line: ClientConnection | None = None
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return self.at.site.addresses[self.eyes]

    @property
    def cookie(self) -> str:
        return f"carte_device={secret_of(self.name)}; carte_csrf={TOKEN}"

    def ask(self, path: str = "", process: int | None = None, **fields: object) -> tuple[int, str, dict[str, str]]:
        """Status, text and headers of a page of the table; with fields they are sent, as the script does."""
        address = self.address if process is None else self.at.site.addresses[process]
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields}).encode() if fields else None
        asked = urllib.request.Request(f"{address}/tables/{self.at.code}/{path}", body)
        asked.add_header("Cookie", self.cookie)
        asked.add_header("X-Carte", "1")
        try:
            with urllib.request.urlopen(asked, timeout=20) as answer:
                return answer.status, answer.read().decode(), dict(answer.headers)
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, refused.read().decode(), dict(refused.headers)

    async def act(self, verb: str, process: int | None = None, **fields: object) -> int:
        """A move through that process; the number of the entry it made. The next begins when this one is done."""
        return await self.send("act/", process, verb=verb, **fields)

    async def send(self, path: str, process: int | None = None, **fields: object) -> int:
        """The same for a form that is no verb's."""
        self.at.begun += 1
        status, said, headers = await asyncio.to_thread(self.ask, path, process, **fields)
        assert status == 204, (path, fields, status, said)
        self.at.made.append(int(headers["X-Stream-Version"]))
        return self.at.made[-1]

    # --- the page -----------------------------------------------------------------------------------------------------
    async def asked(self, process: int | None = None) -> Page:
        """The page as it is now."""
        status, text, _ = await asyncio.to_thread(self.ask, "?regions=1", process)
        assert status == 200, text
        self.texts.append((self.at.begun, text))
        now = json.loads(text)
        return Page(now["v"], elements(now["html"]))

    async def load(self) -> None:
        self.page = await self.asked()

    async def fetch(self) -> None:
        """As static/js/live.js does."""
        await self.put(await self.asked())

    async def put(self, answer: Page) -> None:
        """What was fetched comes: older than the page it is let go, else the socket is told."""
        if answer.v >= self.page.v:
            self.page, self.fetches = answer, self.fetches + 1
            await self.beat(fetched=True)

    async def beat(self, **more: object) -> None:
        if self._line is not None:
            with suppress(ConnectionClosed):
                await self._line.send(json.dumps({"v": self.page.v, **more}))

    # --- the line -----------------------------------------------------------------------------------------------------
    async def open(self, v: int | None = None, **more: object) -> None:
        """A socket for what the page shows, or for a page that was loaded at `v`."""
        shows = ",".join(
            f"{id}.{found[1]}" for id, html in self.page.html.items() if (found := _DRAWN.search(html.split(">")[0]))
        )
        asked = urlencode({"page": "table", "v": self.page.v if v is None else v, "protocol": self.protocol,
                           "shows": shows, **more})  # fmt: skip
        self._line = await connect(
            f"{self.address.replace('http', 'ws')}/live/{self.at.stream}/?{asked}", origin=self.address,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie}, compression=None, max_size=None,
        )  # fmt: skip
        self._tasks = [asyncio.create_task(self._listen(self._line)), asyncio.create_task(self._keep_beating())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._line is not None:
            await self._line.close()
            self._line = None

    async def _listen(self, line: ClientConnection) -> None:
        async for text in line:
            assert isinstance(text, str)
            self.texts.append((self.at.begun, text))
            self._frames += 1
            if self.drops and self._frames % self.drops == 0:
                self.lost += 1
                continue
            was = self.page.gaps, self.page.torn
            self.page.take(json.loads(text))
            if was != (self.page.gaps, self.page.torn):
                await self.fetch()

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(1)
            await self.beat()

    async def until(self, v: int, within: float = 15.0) -> None:
        """Until its page is at that entry."""
        async with asyncio.timeout(within):
            while self.page.v < v:
                await asyncio.sleep(0.05)

    async def until_stale(self, within: float = 15.0) -> None:
        """Until it is told to reload."""
        async with asyncio.timeout(within):
            while not self.page.is_stale:
                await asyncio.sleep(0.05)

    def held(self) -> list[str]:
        """The pieces in its hand, as the page has them."""
        return re.findall(r'id="h-([\w-]+)"', self.page.html["r-hand"])


_DRAWN = re.compile(r'data-region="(\w+)"')
