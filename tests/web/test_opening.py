"""Before a site is opened, by whatever process: that its data is fit for it, and that nobody is changing the data."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from studio.server import daphne_server, health, newer, processes, run, ticks
from studio.server.newer import BESIDE, let_older_go_on
from studio.setup.locking import hold_open, nobody_holds
from studio.upgrades import upgrade
from studio.upgrades.releases import state_of_data
from studio.upgrades.upgrade import NotUpgraded

pytestmark = pytest.mark.django_db(transaction=True)
Steps = MigrationRecorder.Migration


@pytest.fixture(autouse=True)
def data(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is served: who comes to that is told so."""

    def opened(*_: Any, **__: Any) -> None:
        raise AssertionError("it was opened")

    monkeypatch.setattr(ticks, "start", opened)
    monkeypatch.setattr(daphne_server, "CarteServer", opened)
    settings.DATA = tmp_path
    return tmp_path


@pytest.fixture
def line() -> Iterator[socket.socket]:
    with closing(socket.socket()) as listening:
        listening.bind(("127.0.0.1", 0))
        yield listening


@pytest.fixture
def taken_since() -> Iterator[Any]:
    """Steps of later releases that the data takes."""
    made = []

    def take(*names: str) -> None:
        made.extend(Steps.objects.create(app="cards", name=name) for name in names)

    yield take
    for step in made:
        step.delete()
    Steps.objects.filter(app=BESIDE).delete()


def open_as_a_child(line: socket.socket) -> None:
    """As a parent of several processes begins one in the place of one that died."""
    call_command("serve", "--fd", str(line.detach()))


def test_a_process_begun_again_by_its_parent_opens_no_data_that_misses_steps(line: socket.socket) -> None:
    """The program was replaced, and nobody has prepared the data."""
    last = MigrationLoader(connection).graph.leaf_nodes("cards")[0]
    Steps.objects.filter(app=last[0], name=last[1]).delete()
    try:
        with pytest.raises(CommandError, match="prepare it first"):
            open_as_a_child(line)
    finally:
        Steps.objects.create(app=last[0], name=last[1])


def test_one_begun_again_beside_a_newer_release_does_as_the_others(
    line: socket.socket, taken_since: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.management.commands.prepare._is_collected", lambda: True)
    taken_since("0099_x")
    let_older_go_on([("cards", "0099_x")])
    with pytest.raises(AssertionError, match="it was opened"):
        open_as_a_child(line)
    Steps.objects.filter(app=BESIDE).delete()
    with closing(socket.create_server(("127.0.0.1", 0))) as other, pytest.raises(CommandError, match="newer release"):
        open_as_a_child(other)


def test_processes_of_two_releases_back_are_promised_nothing(taken_since: Any) -> None:
    """The release between rolled, and so does this one: what it needs of those beside it, only that one has."""
    taken_since("0099_x")
    let_older_go_on([("cards", "0099_x")])
    assert not newer.is_left_behind()
    taken_since("0100_y")
    let_older_go_on([("cards", "0100_y")])
    assert newer.is_left_behind()


def test_what_a_process_knows_is_what_its_files_said_as_it_began(
    line: socket.socket, taken_since: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a site is updated they are replaced, and only then somebody asks it for the first time."""
    newer._known.cache_clear()

    def away() -> None:
        raise CommandError("the database was away meanwhile")

    with pytest.raises(CommandError, match="away meanwhile"):
        run.open_site(run.Serving("127.0.0.1", 0, 1, False), line, away)

    class Replaced(MigrationLoader):
        def load_disk(self) -> None:
            super().load_disk()
            self.disk_migrations["cards", "0099_x"] = next(iter(self.disk_migrations.values()))

    monkeypatch.setattr(newer, "MigrationLoader", Replaced)
    taken_since("0099_x")
    assert asyncio.run(health.ReadyAnswer().now()) == (503, "the data is of another release\n")


def test_a_site_is_not_opened_while_its_data_is_brought_up_to_date_or_back(data: Path, line: socket.socket) -> None:
    asked = threading.Event()
    said: list[str] = []

    def refuse() -> None:
        asked.set()
        raise CommandError("another now")

    def opens() -> None:
        try:
            run.open_site(run.Serving("127.0.0.1", 0, 1, False), line, refuse)
        except CommandError as problem:
            said.append(str(problem))

    waits = threading.Event()
    opening = threading.Thread(target=opens, daemon=True)
    with pytest.MonkeyPatch.context() as patch, nobody_holds(data / run.OPEN) as is_closed:
        patch.setattr(run, "_say_that_it_waits", waits.set)
        assert is_closed
        opening.start()
        assert waits.wait(20) and not asked.is_set(), "what the data is like is asked when nobody changes it any more"
    opening.join(20)
    assert said == ["another now"]
    with hold_open(data / run.OPEN), nobody_holds(data / run.OPEN) as is_closed:
        assert not is_closed


@pytest.mark.parametrize(("is_held", "others"), [(True, []), (False, ["carte-blanche elsewhere 7"])])
def test_each_sign_alone_that_processes_have_the_site_open_holds_an_upgrade_back(
    is_held: bool, others: list[str], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their lock where they are on this machine, their connections where they are on another."""
    monkeypatch.setattr(upgrade, "_others_connected", lambda: others)
    monkeypatch.setattr(upgrade.rolling, "does_roll", lambda here: False)
    here, begun = state_of_data(), list[str]()
    with hold_open(data / run.OPEN) if is_held else nullcontext():
        with (
            pytest.raises(NotUpgraded, match=others[0] if others else "is open with processes"),
            upgrade._closed_or_rolling(here, False, begun.append),
        ):
            begun.append("without a word")
        assert not begun
        with upgrade._closed_or_rolling(here, True, begun.append):
            assert len(begun) == 1 and "have the site open" in begun[0]


def test_a_process_that_dies_each_time_is_begun_more_and_more_seldom_and_one_that_lived_at_once() -> None:
    rest, begun = processes.Rest(), []
    for second in range(120):
        if rest.is_over(second):
            begun.append(second)
    assert begun == [0, 1, 3, 7, 15, 31, 61, 91]
    assert rest.is_over(1000.0) and rest.is_over(1001.0)
