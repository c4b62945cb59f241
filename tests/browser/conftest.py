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

# Begun first, so that at the end no worker is left alone with one of them; the others are short.
LONGEST = [
    "test_pages", "test_lines", "test_table", "test_looks", "test_keys", "test_table_phone", "test_small",
    "test_table_manners", "test_table_touch", "test_evening", "test_table_keyboard", "test_table_layout",
    "test_print_shop", "test_first_batch", "test_faces_on_paper", "test_table_focus", "test_table_creating",
    "test_table_lines",
]  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files of other folders stay before those of this one; the tests of a file stay together."""

    def turn(item: pytest.Item) -> int:
        if item.path.parent != Path(__file__).parent:
            return -1
        return LONGEST.index(item.path.stem) if item.path.stem in LONGEST else len(LONGEST)

    items.sort(key=turn)


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
