"""A crew for each database: the same races on real PostgreSQL and on an SQLite file. And a project nobody set up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.bare import Bare
from tests.faults.crew import Crew, crew


@pytest.fixture(scope="module", params=["postgresql", "sqlite"])
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Crew]:
    """Two processes over one database, shared by the tests of a module."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgresql" else None
    with crew(tmp_path_factory.mktemp("crew"), url, sqlite=None if url else migrated) as both:
        yield both


@pytest.fixture
def bare(tmp_path: Path) -> Bare:
    """A project nobody has set up yet."""
    return Bare(tmp_path)
