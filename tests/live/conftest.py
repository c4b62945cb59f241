"""A small live page of nothing but entries, and a hub to try it on."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from studio.live import hub as hubs
from studio.live import threads
from studio.live.regions import PAGES
from tests.live import fake


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, settings: Any) -> str:
    """The page "fake": marks, names, who is here, and each member's own marks."""
    templates = copy.deepcopy(settings.TEMPLATES)
    templates[0]["DIRS"].append(Path(__file__).parent / "small" / "templates")
    settings.TEMPLATES = templates
    monkeypatch.setitem(PAGES, "fake", fake.PAGE)
    return "fake"


@pytest.fixture
async def hub(page: str, transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[hubs.Hub]:
    """This process' hub in the test's loop, making its rounds ten times a second."""
    monkeypatch.setattr(hubs, "ROUND_EVERY", 0.1)
    running = hubs.running()
    yield running
    await running.stop()
    await asyncio.get_running_loop().run_in_executor(None, _let_go)


def _let_go() -> None:
    """The hub's threads close their connections, before the test database is dropped."""
    for pool in threads.POOLS:
        pool.submit(connections.close_all).result(timeout=10)
