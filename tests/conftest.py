"""Fixtures every room may use.

Rows: pytest-django's `db`, `transactional_db`, `client`. The default test database is an SQLite file.

Real servers (sessions of their own for each pytest worker; see servers.py):
- `postgres`       a running `Postgres`: `.new_database()` → URL of an empty database, `.kill()`, `.start()`
- `postgres_url`   URL of a database with all tables, shared by the session
- `postgres_database`  URL of a fresh copy with all tables, for one test
- `valkey`, `valkey_url`   a running `Valkey` and its URL; `.kill()`, `.start()`
- `live_site`      a factory: `site = live_site(database_url=None, redis_url=None, processes=1)`; then `site.url`,
                   `site.addresses[n]`, `site.kill(n)` (kill -9), `site.start(n)`, `site.terminate(n)` → exit code,
                   `site.manage("word", …)`, `site.log(n)`, `site.data`. With PostgreSQL pass `postgres_database`.
                   For other scopes use `servers.running_site(…)` as a context manager with `prepared=migrated`.
- `migrated`       path of an SQLite file with all tables and no rows

Browsers: `chromium` and `firefox` are Playwright browsers for the session (`chromium.new_context()` is a person).

Counts: `rounds(few, many)` is `few`, or `many` under `manage.py test --long`.
Shared input: `shared` is the folder of example decks and seeds. What is missing on a machine skips in words.
"""

from __future__ import annotations

import gc
import importlib
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from studio.setup.bootstrap import CHROMIUMS, FIREFOXES
from studio.setup.locking import locked
from tests.endless import ended_some_time
from tests.servers import PROJECT, Missing, Postgres, Site, Valkey, migrated_postgres, migrated_sqlite, running_site

IS_LONG = os.environ.get("CARTE_LONG") == "1"

# No database of examples and no deadline: a run leaves nothing behind, and a busy machine is not a failure.
settings.register_profile(
    "short", max_examples=60, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", settings.get_profile("short"), max_examples=2000)
settings.load_profile("long" if IS_LONG else "short")


@pytest.fixture
def one_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pace that is counted pays nothing back meanwhile, however slow the machine is."""
    now = datetime.now(UTC)
    monkeypatch.setattr("studio.web.ratelimit.timezone", SimpleNamespace(now=lambda: now))


@pytest.fixture(scope="session", autouse=True)
def _flushed_behind_the_walls() -> Iterator[None]:
    """A test that really commits empties the database afterwards, which the walls in it would refuse."""
    from django.db import connection

    from studio.log.walls import lowered

    operations = type(connection.ops)
    flush = operations.execute_sql_flush

    def flush_all(self: Any, statements: Any) -> None:
        with lowered():
            flush(self, statements)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "execute_sql_flush", flush_all)
        yield


@pytest.fixture(scope="session", autouse=True)
def _tables_are_kept_as_between_requests() -> Iterator[None]:
    """A test's own transaction is no turn: what a process has loaded of a table is kept, as on a real site.

    Otherwise every look at a table would fold its log anew.
    """
    from django.db import connection

    from play.storage import store

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "_may_be_undone", lambda: not all(b._from_testcase for b in connection.atomic_blocks))
        yield


@pytest.fixture(scope="session")
def rounds() -> Callable[[int, int], int]:
    """How often to try: `rounds(few, many)`."""
    return lambda few, many: many if IS_LONG else few


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of example decks and seeds."""
    from studio.setup.env import read_env

    folder = read_env().shared
    if folder is None:
        pytest.skip("no shared input (CARTE_SHARED, or ../shared)")
    return folder


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Callable[[Path], Any]], Path]:
    """`once(make)`: a folder that `make` has filled, one for all workers of a run. Whoever comes second waits."""
    root = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent

    def made(make: Callable[[Path], Any]) -> Path:
        folder, draft = root / make.__name__, root / f"{make.__name__}-draft"
        with locked(root / f"{make.__name__}.lock"):
            if not folder.exists():
                shutil.rmtree(draft, ignore_errors=True)
                draft.mkdir()
                make(draft)
                draft.rename(folder)
        return folder

    return made


@pytest.fixture(scope="session")
def postgres(once: Callable[[Callable[[Path], Any]], Path]) -> Iterator[Postgres]:
    """A PostgreSQL with a template database that has all tables."""
    try:
        server = Postgres(once(migrated_postgres) / "db")
    except Missing as problem:
        pytest.skip(f"no PostgreSQL: {problem}")
    with server:
        server.templates["migrated"] = "migrated"
        yield server


@pytest.fixture(scope="session")
def postgres_url(postgres: Postgres) -> str:
    """A database with all tables, shared by the session."""
    return postgres.new_database(postgres.templates["migrated"])


@pytest.fixture
def postgres_database(postgres: Postgres) -> str:
    """A database with all tables for one test alone."""
    return postgres.new_database(postgres.templates["migrated"])


@pytest.fixture(scope="session")
def valkey() -> Iterator[Valkey]:
    """A Valkey."""
    try:
        server = Valkey()
    except Missing as problem:
        pytest.skip(f"no Valkey: {problem}")
    with server:
        yield server


@pytest.fixture(scope="session")
def valkey_url(valkey: Valkey) -> str:
    """Its address, for REDIS_URL."""
    return valkey.url


@pytest.fixture(scope="session")
def migrated(once: Callable[[Callable[[Path], Any]], Path]) -> Path:
    """An SQLite file with all tables, to be copied."""
    return once(migrated_sqlite) / "carte.sqlite3"


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Of several workers each begins with a copy of the tables that are made once: making them takes seconds."""
    from django.db import connection

    return connection.vendor == "sqlite" and "PYTEST_XDIST_WORKER" in os.environ


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_keepdb: bool, request: pytest.FixtureRequest
) -> None:
    """The copy lies where the test database is looked for."""
    from django.db import connection

    if django_db_keepdb:
        shutil.copy(request.getfixturevalue("migrated"), connection.creation._get_test_db_name())


@pytest.fixture
def live_site(migrated: Path) -> Iterator[Callable[..., Site]]:
    """Starts real sites that end with the test."""
    with ExitStack() as stack:

        def start(
            database_url: str | None = None, redis_url: str | None = None, processes: int = 1, **more: Any
        ) -> Site:
            return stack.enter_context(running_site(database_url, redis_url, processes, prepared=migrated, **more))

        yield start


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    """What drives every browser of a worker. It keeps a loop running in this thread, and there is room for one."""
    from playwright.sync_api import sync_playwright

    os.environ |= FOR_FIREFOX
    # Django would take every query of a test for one from async code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A real browser; `new_context()` is one person with cookies of their own."""
    found = browser_found("CARTE_CHROMIUM", CHROMIUMS)
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", UNHINTED, WITHOUT]
    driver = request.getfixturevalue("playwright")  # not before there is something to drive
    browser = driver.chromium.launch(executable_path=found, args=flags)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def firefox(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The Firefox that people have, by WebDriver BiDi. It knows no touch, and no wish of one context about colours or
    motion; so motion stays on."""
    found = browser_found("CARTE_FIREFOX", FIREFOXES)
    driver = request.getfixturevalue("playwright")
    browser = driver.firefox.launch(channel="moz-firefox", executable_path=found, firefox_user_prefs=QUIET_FIREFOX)
    yield browser
    browser.close()


# Letters stand where their font puts them. Of itself one release of Chromium moves each to a whole pixel where fonts of
# the machine are hinted, and the next does not: lines end elsewhere, by the machine.
UNHINTED = "--font-render-hinting=none"

# What a window with an address bar draws for whoever types into it: two pages of its own, of which each person of a
# test would pay half a second. Chromium hears the last such word alone, so Playwright's own go with it.
WITHOUT = "--disable-features=" + ",".join(
    (
        "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
        "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,PaintHolding,MediaRouter",
        "HttpsFirstBalancedModeAutoEnable,LensOverlay,ThirdPartyStoragePartitioning,OptimizationHints,AimEnabled",
        "AvoidCorsURLLoaderRestartOnRedirect,NetworkTimeServiceQuerying,PreconnectToSearch",
    )
)

# Playwright is told at its start what Firefox does not know.
FOR_FIREFOX = {"NODE_OPTIONS": f"--require={PROJECT / 'tests/browser/firefox.cjs'}"}

# No page of a test asks another host; nor does the browser by itself. Without a screen it would know of no mouse.
QUIET_FIREFOX: dict[str, str | float | bool] = {
    "ui.primaryPointerCapabilities": 6,
    "ui.allPointerCapabilities": 6,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.safebrowsing.downloads.remote.enabled": False,
    "app.normandy.enabled": False,
    "datareporting.healthreport.uploadEnabled": False,
}


def browser_found(setting: str, names: tuple[str, ...]) -> str:
    """Its program; without one the test is left out, which is said."""
    found = os.environ.get(setting) or next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.skip(f"no {names[-1]} ({setting}, or {names[0]} on the PATH)")
    return found


def pytest_collection(session: pytest.Session) -> None:
    """Each worker begins to import at another place: what one has compiled the others read. From the first file on, all
    of them would compile all of a fresh clone, side by side."""
    if (worker := getattr(session.config, "workerinput", None)) is None:
        return
    ignored = {Path(path).resolve() for path in session.config.getoption("ignore") or ()}
    files = [
        path
        for asked in session.config.args
        for path in sorted((PROJECT / asked).resolve().rglob("test_*.py"))  # nothing where one file is asked for
        if ignored.isdisjoint(path.parents)
    ]
    begin = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for path in files[begin:] + files[:begin]:
        with suppress(Exception, pytest.skip.Exception):  # is said when it is collected
            importlib.import_module(".".join(path.relative_to(PROJECT).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    """One test that never ends does not keep the others waiting."""
    captured: Any = item.config.pluginmanager.getplugin("capturemanager")
    with ended_some_time(item.nodeid, uncovers=captured.suspend_global_capture):
        return (yield)


def pytest_collection_finish() -> None:
    """What thousands of collected tests consist of stays: no collection of garbage goes through it again and again."""
    gc.collect()
    gc.freeze()


# Files that take longest, by processor or by waiting: begun first, so that no worker is left alone with one at the end.
LONGEST_FILES = [
    "test_upgrades.py",
    "test_backup.py",
    "test_faults.py",
    "test_architecture.py",
    "test_walls.py",
    "test_sealed.py",
    "test_kill.py",
    "test_people.py",
    "test_addresses.py",
    "test_server.py",
    "test_going_on.py",
    "test_lanes.py",
    "test_races.py",
    "test_table_pair.py",
    "test_ended_prints.py",
    "test_searched.py",
    "test_company.py",
    "test_layers.py",
    "test_golden.py",
    "test_matrix.py",
    "test_disk.py",
    "test_bad_input.py",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers come last: an open one keeps an event loop running in its worker, and no other loop runs beside it. Of
    the others the longest files come first."""

    def turn(item: pytest.Item) -> tuple[bool, int]:
        asked = getattr(item, "fixturenames", ())
        opens_a_browser = item.get_closest_marker("browser") is not None or "chromium" in asked or "playwright" in asked
        name = item.path.name
        return opens_a_browser, LONGEST_FILES.index(name) if name in LONGEST_FILES else len(LONGEST_FILES)

    items.sort(key=turn)
