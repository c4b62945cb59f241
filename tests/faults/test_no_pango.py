"""A real site on a machine without Pango: everything works but PDFs, and of these it says what to install."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cards.printing.queue.failures import PANGO
from tests.faults.browser import Browser
from tests.faults.queued import QUEUED, path_of, told
from tests.servers import Site, get, wait_until

pytestmark = [
    pytest.mark.servers,
    pytest.mark.skipif(sys.platform != "linux", reason="libraries are hidden as Linux looks for them"),
]
DECK = "/decks/allotment-wars/"
# By a release that could print, or before it was taken away.
WITH_A_PRINT = f"from django.core.management import call_command\ncall_command('load_samples')\n{QUEUED}"


@pytest.fixture
def bare(live_site: Callable[..., Site], tmp_path: Path) -> Site:
    """What is found first under the names of Pango is no library."""
    for name in ("libpango-1.0.so.0", "libpangoft2-1.0.so.0"):
        (tmp_path / name).write_bytes(b"no library")
    site = live_site(environ={"LD_LIBRARY_PATH": str(tmp_path)})
    site.manage("shell", "-v0", "-c", WITH_A_PRINT)
    return site


def test_without_pango_all_but_pdfs_works_and_every_way_to_one_says_what_to_install(bare: Site) -> None:
    site, reader = bare, Browser(bare.url)
    shop = reader.get(f"{DECK}print/")
    assert PANGO in shop and 'id="print-sheet"' in shop, "the sheets can be looked at all the same"
    assert reader.post(f"{DECK}print/", frame="press")[0] == 409
    wait_until(lambda: told(site)[0] == "failed", "the print that waited to be given up")
    assert told(site)[3] == "print.no_pango" and PANGO in reader.get(path_of(site))
    for path in (DECK, f"{DECK}print/list/", f"{DECK}cards/1/"):
        assert get(site.url + path).status == 200, path
    picture = get(f"{site.url}{DECK}cards/1/card.png")
    assert picture.status == 503 and b"Pango is missing" in picture.body
    out = site.data / "deck.pdf"
    for words in (("worker", "--once"), ("print_deck", "allotment-wars", "--out", str(out))):
        done = site.manage(*words, check=False)
        assert done.returncode != 0 and PANGO in done.stderr and "Traceback" not in done.stderr, done.stderr
    assert not list(site.data.glob("*deck.pdf*"))
    left = [path for path in (site.data / "prints").rglob("*") if path.is_file() and "fontconfig" not in path.parts]
    assert left == []
