"""Two web processes over PostgreSQL and Valkey: a print that one of them has on its press, seen from the other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cards.printing.queue.failures import cannot_draw
from tests.conftest import IS_LONG
from tests.faults.browser import Browser
from tests.faults.press import hold, is_there, let_go, presses_of
from tests.servers import Site, running_site, wait_until

pytestmark = [
    pytest.mark.servers,
    pytest.mark.skipif(cannot_draw(), reason="Pango is not on this machine: nothing can be printed"),
    pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc"),
    pytest.mark.skipif(not IS_LONG, reason="two servers and four real prints: under --long"),
]
SHOP = "/decks/allotment-wars/print/"
PRINTED = 120.0  # seconds for a print on a busy machine
TRIED = "from cards.printing.queue.jobs import PrintJob; print(PrintJob.objects.latest('pk').attempts)"


@pytest.fixture
def pair(postgres_database: str, valkey_url: str, migrated: Path) -> Iterator[Site]:
    with running_site(postgres_database, valkey_url, 2, prepared=migrated) as site:
        site.manage("load_samples")
        yield site


def asked(site: Site) -> tuple[Browser, str]:
    """Somebody who has asked the first process for a print, and where it is."""
    reader = Browser(site.addresses[0])
    reader.get(SHOP)
    status, at = reader.post(SHOP, frame="press")
    assert status == 303 and at.startswith(SHOP)
    return reader, at


def held(site: Site) -> tuple[int, list[int]]:
    """The process of the site that has the print on its press, which is held in the middle."""
    found: list[list[int]] = []

    def drawing() -> bool:
        found[:] = [presses_of(server.pid) for server in site.processes]
        return any(found)

    wait_until(drawing, "a press to start")
    number = 0 if found[0] else 1
    hold(found[number])
    return number, found[number]


def test_a_print_is_watched_and_cancelled_through_another_process(pair: Site) -> None:
    reader, at = asked(pair)
    number, presses = held(pair)
    reader.address = pair.addresses[1 - number]
    seen = reader.get(at)
    assert 'data-state="running"' in seen and "Cancel this print" in seen
    assert reader.post(f"{at}cancel/") == (303, at)
    for address in pair.addresses:
        reader.address = address
        assert 'data-state="cancelled"' in reader.get(at)
    wait_until(lambda: not any(map(is_there, presses)), "the press to be ended where it was")
    again, second = asked(pair)
    for address in reversed(pair.addresses):
        again.address = address
        wait_until(lambda: 'data-state="done"' in again.get(second), "the next print", PRINTED)
    pdfs = set()
    for again.address in pair.addresses:
        pdfs.add(again.file(f"{second}sheets.pdf"))
    assert len(pdfs) == 1 and next(iter(pdfs)).startswith(b"%PDF")


def test_a_print_whose_process_is_killed_is_taken_up_by_the_other(pair: Site) -> None:
    reader, at = asked(pair)
    number, presses = held(pair)
    pair.kill(number)
    let_go(presses)
    wait_until(lambda: not any(map(is_there, presses)), "what drew for a dead process to end by itself")
    reader.address = pair.addresses[1 - number]
    wait_until(lambda: 'data-state="done"' in reader.get(at), "the other to print it", PRINTED)
    assert reader.file(f"{at}sheets.pdf").startswith(b"%PDF")
    assert int(pair.manage("shell", "-v0", "-c", TRIED).stdout) == 2
