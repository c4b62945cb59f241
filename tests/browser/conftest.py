"""One site for all evenings of the folder; each test opens decks of its own on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evening import SOON, House
from tests.servers import Site, running_site

expect.set_options(timeout=SOON)


@pytest.fixture(scope="session")
def open_site(migrated: Path, chromium: Any) -> Iterator[Site]:
    """A site in a process of its own. Asked for after the browser, so that without one no server is started."""
    with running_site(prepared=migrated) as site:
        yield site


@pytest.fixture
def house(open_site: Site, chromium: Any) -> Iterator[House]:
    """People come and go; at the end no browser may have had anything to say against a page."""
    opened = House(open_site.url, chromium)
    yield opened
    said = opened.close()
    if any("status of 50" in words for words in said):
        said.append(open_site.log()[-4000:])  # what the server had to say about it
    assert not said, "\n".join(said)
