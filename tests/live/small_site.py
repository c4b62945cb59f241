"""The small site of its own that faults are done to."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.live.fake import Page, elements
from tests.servers import Site

SMALL = {"DJANGO_SETTINGS_MODULE": "tests.live.small.settings"}


class SmallSite:
    """The site with its small page, and one open room on it."""

    def __init__(self, site: Site) -> None:
        self.site = site
        made = json.loads(site.manage("small_room").stdout)
        self.key, self.cookies, self.members = made["key"], made["cookies"], made["members"]

    def mark(self, text: str, process: int = 0, timeout: float = 10) -> int:
        """Make a mark; the version it made."""
        request = urllib.request.Request(
            f"{self.site.addresses[process]}/small/{self.key}/", text.encode(), method="POST"
        )
        with self.answer(request, timeout) as answer:
            return int(answer.headers["X-Stream-Version"])

    def answer(self, request: urllib.request.Request, timeout: float = 10) -> Any:
        try:
            return urllib.request.urlopen(request, timeout=timeout)
        except urllib.error.HTTPError as problem:
            raise AssertionError(f"{problem}\n{self.site.log()[-4000:]}") from None

    def fresh(self, process: int = 0, cookie: str = "") -> Page:
        request = urllib.request.Request(f"{self.site.addresses[process]}/small/{self.key}/")
        if cookie:
            request.add_header("Cookie", f"carte_device={cookie}")
        with self.answer(request) as answer:
            now = json.loads(answer.read())
        return Page(now["v"], elements(now["html"]))

    def open(self, v: int, process: int = 0, cookie: str = "", **options: Any) -> Any:
        address = self.site.addresses[process]
        return connect(
            f"{address.replace('http', 'ws')}/live/{self.key}/?page=fake&v={v}",
            origin=address,  # type: ignore[arg-type]
            additional_headers={"Cookie": f"carte_device={cookie}"} if cookie else {},
            compression=None,
            max_size=None,
            **options,
        )


async def follow(line: ClientConnection, page: Page, v: int, within: float = 10.0) -> Page:
    """Take frames until the page is at `v`."""
    async with asyncio.timeout(within):
        while page.v < v:
            page.take(json.loads(await line.recv()))
    return page
