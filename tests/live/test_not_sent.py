"""What is not sent any more, at a real table with real sockets: whoever came late, saw it go there and back, fetched in
between or was told nothing ends with the page as it is, and no text that reached anybody names a card they could not
read by then.

Two processes over one file and no Valkey: what is done through one is no hint to those who look through the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.live.table_seats import Browser, Laid, lay
from tests.servers import Site, running_site

PEOPLE = ("Ros", "Idris", "Maud", "Nell")
EVER = 10**9


@pytest.fixture
def deaf_pair(migrated: Path) -> Iterator[Site]:
    with running_site(processes=2, prepared=migrated) as site:
        yield site


async def until_all(browsers: list[Browser], v: int) -> None:
    for one in browsers:
        await one.until(v)


async def there_and_back(by: Browser, piece: str, times: int = 2) -> int:
    """A card is turned sideways and back, through one process and through the other."""
    for n in range(times):
        await by.act("tap", n % 2, piece=piece, tapped=1)
        v = await by.act("tap", 1 - n % 2, piece=piece, tapped=0)
    return v


async def test_whoever_is_not_sent_what_they_have_ends_with_their_own_page_and_reads_no_other(deaf_pair: Site) -> None:
    at = lay(deaf_pair)
    ros, idris, maud, nell = (Browser(at, name, eyes=n % 2) for n, name in enumerate(PEOPLE))
    forgetful, elsewhere = Browser(at, "Ros", drops=3), Browser(at, "Idris", eyes=0)
    every = [ros, idris, maud, nell, forgetful, elsewhere]
    for one in every:
        await one.load()
    for one in (ros, idris, nell, forgetful, elsewhere):  # Maud's page is there, and its line comes late
        await one.open()
    await ros.act("play", 0, piece=ros.held()[0], to="area.1", confirmed=1)
    await ros.until(at.made[-1])
    (piece,) = set(re.findall(r'data-piece="([\w-]+)"', ros.page.html["r-felt"]))
    late = idris.page, await idris.asked()
    await there_and_back(ros, piece)
    await idris.put(late[1])  # fetched before the frames that came meanwhile
    await idris.act("reveal", 0, pieces=idris.held()[0], to=3)
    await idris.act("play", 1, piece=idris.held()[1], to="area.2", face_up=0, confirmed=1)
    await ros.act("draw", 1, count=2, confirmed=1)
    before = await elsewhere.asked()
    await there_and_back(ros, piece, 1)
    await until_all([elsewhere], at.made[-1])
    await elsewhere.put(before)  # older than what it has: let go
    await maud.open()
    await maud.act("search", 1, zone="draw")
    await maud.act("stop", 0)
    await idris.fetch()
    await maud.act("shuffle", 1, zone="draw")
    await until_all(every, at.made[-1])
    handed = await maud.send("hand-over/", 0, seat=3, to=at.members["Nell"])
    for one in (maud, nell):  # whoever goes watches, whoever comes late has a seat
        await one.close()
        await one.load()
        await one.open()
    await ros.act("discard_random", 0, count=1, confirmed=1)
    v = await there_and_back(ros, piece)
    await until_all(every, v)
    await assert_equal(every, v)
    told = at.told()
    assert told["is_whole"]
    sat = {"Ros": [(1, 0, EVER)], "Idris": [(2, 0, EVER)], "Maud": [(3, 0, handed), (0, 0, EVER)],
           "Nell": [(0, 0, EVER), (3, handed, EVER)]}  # fmt: skip
    for one in every:
        assert_reads_no_other(one, at, told, sat[one.name])
        await one.close()
    assert forgetful.lost and not elsewhere.fetches
    assert [one.name for one in (ros, maud, nell) if one.page.torn or one.page.gaps] == []


async def assert_equal(every: list[Browser], v: int) -> None:
    """Each page is what either process answers now. Presence is told within the rounds."""
    for one in every:
        for process in (0, 1):
            fresh = await one.asked(process)
            assert (one.page.v, fresh.v) == (v, v)
            for region, html in fresh.html.items():
                assert one.page.html[region] == html, (one.name, process, region)


def assert_reads_no_other(one: Browser, at: Laid, told: dict[str, Any], sat: Sequence[tuple[int, int, int]]) -> None:
    """No text names a card, by its title, its face or its words, that they could not read by then. They sat in these
    seats (0: none) from this to that entry."""
    known: dict[str, int] = {}
    for seat, since, until in sat:
        for title, seq in told["read"][str(seat)].items():
            if seq <= until:
                known[title] = min(max(seq, since), known.get(title, EVER))
    for begun, text in one.texts:
        then = at.made[begun] or min(at.made[1:]) - 1
        for title, face in told["cards"].items():
            if title.startswith("Canary") and known.get(title, EVER) > then:
                named = [words for words in (title, face, f"whoever holds {title[-2:]}") if words in text]
                assert not named, (one.name, named, then)
    assert len(told["cards"]) - len(known) > 8, "there is something to hide"
    assert any("Canary" in text for _, text in one.texts)
