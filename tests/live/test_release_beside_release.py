"""Two processes of two releases over one database, as while one takes the other's place: what each does the other
shows, in its own words; what the older cannot read it leaves alone; and no tab stays with the wrong one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.live.consumer import PROTOCOL
from tests.live.newer.apps import MARK
from tests.live.table_seats import Browser, lay
from tests.servers import Site, free_port, running_site

OLDER, NEWER = 0, 1  # processes


@pytest.fixture
def both(migrated: Path) -> Iterator[Site]:
    """The older one runs; then the newer one is started beside it."""
    older = {"DJANGO_SETTINGS_MODULE": "tests.live.newer.settings", "RELEASE": "older"}
    with running_site(prepared=migrated, environ=older) as site:
        site.environ["RELEASE"] = "newer"
        site.addresses.append(f"http://127.0.0.1:{free_port()}")
        site.start(NEWER)
        yield site


async def equal(one: Browser, v: int) -> None:
    """Its page is what its own process answers now."""
    await one.until(v)
    fresh = await one.asked()
    assert (one.page.v, one.page.torn, one.page.html) == (fresh.v, 0, fresh.html), one.name


async def test_each_shows_what_the_other_did_until_one_has_taken_the_others_place(both: Site) -> None:
    at = lay(both)
    ros, idris = Browser(at, "Ros", OLDER, PROTOCOL), Browser(at, "Idris", NEWER, PROTOCOL + 1)
    # A page of the older one, whose script is told of no other protocol and comes back to the newer one.
    crossed = Browser(at, "Maud", OLDER, PROTOCOL + 1)
    for one in (ros, idris, crossed):
        await one.load()
    crossed.eyes = NEWER
    for one in (ros, idris, crossed):
        await one.open()
    piece = ros.held()[0]
    await ros.act("play", NEWER, piece=piece, to="area.1", confirmed=1)
    for n in range(12):
        await (ros, idris)[n % 2].act("counter", (n // 2) % 2, counter="gold", value=n % 5, on=n % 2 + 1)
    v = await idris.act("draw", OLDER, count=1, confirmed=1)
    for one in (ros, idris, crossed):
        await equal(one, v)
        await one.fetch()
        assert (MARK in one.page.html["r-log"]) == (one is not ros)
    assert not any(MARK in text for _, text in ros.texts)
    assert len(at.told()["folds"]) == 2, "each makes snapshots of its own"

    for eyes, protocol in ((NEWER, PROTOCOL), (OLDER, PROTOCOL + 1)):
        stray = Browser(at, "Maud", eyes, protocol)
        await stray.load()
        await stray.open()
        await stray.until_stale()
        await stray.close()

    flipped = await idris.act("flip", NEWER)
    await idris.until(flipped)
    for path, fields in (("", {}), ("?regions=1", {}), ("act/", {"verb": "draw", "confirmed": "1"})):
        status, _, headers = ros.ask(path, **fields)
        assert (status, headers["Retry-After"]) == (503, "5")
    v = await idris.act("counter", NEWER, counter="gold", value=9, on=1)
    await equal(idris, v)
    assert ros.page.v < flipped and not ros.page.is_stale

    await ros.close()
    assert both.terminate(OLDER) == 0
    both.start(OLDER)  # of the newer release now
    await ros.open(again=1)
    await ros.until_stale()
    await ros.close()
    ros.protocol += 1
    await ros.load()
    await ros.open()
    v = await ros.act("counter", OLDER, counter="gold", value=3, on=2)
    for one in (ros, idris, crossed):
        await equal(one, v)
        await one.close()
    assert MARK in ros.page.html["r-log"] and at.told()["is_whole"]
