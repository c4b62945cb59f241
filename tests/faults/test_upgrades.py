"""A site of each earlier release becomes one of this where it stands, on both databases, whatever cuts it short.

`tests/golden/_in_place` holds the databases of two builds, filled by what plays there: every table, every state of
every row, a print on the press. 243f27b is what 0.1 hosts run, b7b5307 the last build before this.
"""

from __future__ import annotations

import json
import lzma
import re
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.management.commands import migrate
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from studio.server import newer
from studio.upgrades import copies, rolling, upgrade
from studio.upgrades.releases import RELEASES, ROLLS, DataState, earlier_release
from tests.conftest import IS_LONG
from tests.servers import PROJECT, Postgres, site_environ

IN_PLACE = PROJECT / "tests/golden/_in_place"
RELEASE_OF = {"243f27b": "0.1", "b7b5307": "0.1 and 31 steps more"}
TAKEN = {"243f27b": 0, "b7b5307": 31}  # steps since 0.1
BUILDS = tuple(RELEASE_OF)
ENGINES = ("sqlite", "postgresql")
NEVER = {  # what no site holds, though its tables could
    "admin.LogEntry.object_id is null", "admin.LogEntry.content_type_id is null", "auth.User.last_login is filled",
    "cards.Article.by_id is null", "cards.Change.by_id is null", "play.Table.began_version is null",
    "play.Table.deck_id is null", "studio.Stream.group_id is null",
}  # fmt: skip
# What an upgrade means to change, and to what. Askers of 243f27b were hashes without a key.
MEANT = {
    ("cards_printjob", "asker", "243f27b"): {""},
    ("cards_printjob", "state", "243f27b"): {"queued"},
    ("cards_printjob", "lease_until", "243f27b"): {None},
    ("cards_deck", "status", "243f27b"): {"playable"},
    ("cards_deck", "status", "b7b5307"): {"playable"},
    ("cards_deckpicture", "is_in", "b7b5307"): {False},  # of a draft that no version shows
}


@dataclass
class Old:
    """One database of an earlier build, and its data folder."""

    build: str
    engine: str
    data: Path
    url: str | None
    server: Postgres | None

    def do(self, *orders: list[Any]) -> list[dict[str, Any]]:
        """Each in a child of one process (upgrading.py)."""
        done = subprocess.run(
            [sys.executable, "-m", "tests.faults.upgrading", json.dumps(orders)],
            env=site_environ(self.data, self.url, None), cwd=PROJECT, capture_output=True, text=True, timeout=600,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        results: list[dict[str, Any]] = json.loads(done.stdout)
        broken = [line for result in results for line in result["said"] if str(line).startswith("BROKEN")]
        assert not broken, broken[0]
        return results

    def schema(self, of: str | None = None) -> str:
        """As PostgreSQL writes it down, of this database or of the one named."""
        assert self.server is not None
        database = of or str(self.url).split("/")[3].split("?")[0]
        words = ("-h", str(self.server.state), "-U", "carte", "--schema-only", "--no-owner", database)
        return re.sub(r"(?m)^\\(un)?restrict .*\n", "", self.server._run("pg_dump", *words).stdout)


@pytest.fixture
def old(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str, str], Old]:
    def made(build: str, engine: str) -> Old:
        data = tmp_path / f"{build}-{engine}"
        data.mkdir()
        if engine == "sqlite":
            file = data / "carte.sqlite3"
            file.write_bytes(lzma.decompress((IN_PLACE / f"{build}.sqlite3.xz").read_bytes()))
            return Old(build, engine, data, None, None)
        server: Postgres = request.getfixturevalue("postgres")
        return Old(build, engine, data, server.new_database(template(server, build)), server)

    return made


def template(server: Postgres, build: str) -> str:
    if build not in server.templates:
        name = f"of_{build}"
        server.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        script = server.state / f"{build}.sql"
        script.write_bytes(lzma.decompress((IN_PLACE / f"{build}.sql.xz").read_bytes()))
        words = ("-h", str(server.state), "-U", "carte", "-q", "-v", "ON_ERROR_STOP=1", "-f", str(script), name)
        server._run("psql", *words)
        server.templates[build] = name
    return server.templates[build]


def unmeant(build: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Each row that was there is there, and every column that is there still says what it said."""
    for table, rows in before.items():
        if table not in after:
            if (table, build) != ("play_snapshot", "243f27b"):  # a cache
                yield f"{table} is gone"
            continue
        for key, row in rows.items():
            now = after[table].get(key)
            if now is None:
                yield f"row {key} of {table} is gone"
                continue
            for column, value in row.items():
                if column in now and now[column] != value and now[column] not in MEANT.get((table, column, build), ()):
                    yield f"{table}.{column} of {key} was {value!r} and is {now[column]!r}"
        if table not in ("django_content_type", "auth_permission") and after[table].keys() - rows.keys():
            yield f"{table} has rows that were not there"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("build", BUILDS)
def test_a_site_of_an_earlier_build_becomes_one_of_this_wherever_it_is_killed_meanwhile(
    build: str, engine: str, old: Callable[[str, str], Old], migrated: Path
) -> None:
    """243f27b before, in and after the one transaction; b7b5307 before and in it, then it is begun twice at once."""
    site = old(build, engine)
    count = len(later_steps()) - TAKEN[build]
    points = ["A copy", count // 2]
    if IS_LONG:
        points = ["Bringing", "in the copy", "A copy", *range(1, count + 1)]
    last = [["go", {"killed": "the end"}], ["go"], ["go"]] if build == "243f27b" else [["twice"]]
    orders: list[list[Any]] = [["go", {"killed": point}] for point in points]
    looked: list[list[Any]] = [["state"], ["schema"], ["complaints"], ["whose_print"]]
    results = site.do(["asked_for_before"], ["state"], ["unheard_of"], ["cut_off"], *orders, ["state"], *last, *looked)
    _, first, unheard, _, *killed = results[: 4 + len(points)]
    still, *ends, after, schema, complaints, theirs = results[4 + len(points) :]

    assert set(unheard["found"]) <= NEVER, "every state of every row"
    was = first["found"]
    assert was["release"] == RELEASE_OF[build] and was["missing"] == count and not was["copies"]
    assert [one["signal"] for one in killed] == [9] * len(points)
    assert {**still["found"], "copies": []} == {**was, "copies": []}, "killed half way, it is what it was"
    assert len(still["found"]["copies"]) == 1, "one cut short leaves none beside that of the next"

    if build == "243f27b":
        end, noticed, again = ends
        assert end["signal"] == 9 and again["said"] == []
        assert noticed["said"][0].startswith("The site is up to date. What it was before is in ")
    else:
        (both,) = ends
        assert sorted(len(said) for said in both["said"]) == [0, count + 3] and not both["signal"]
    now = after["found"]
    assert now["missing"] == 0 and complaints["found"] == []
    assert list(unmeant(build, was["rows"], now["rows"])) == []
    assert_of_today(site, schema["found"], migrated)
    assert_a_copy(site, was["rows"], now["copies"])
    is_known = build == "b7b5307"  # by a hash with this site's key, which has not changed
    assert theirs["found"] == {
        "theirs": is_known, "another": "print.under_way" if is_known else "", "cancelled": is_known
    }  # fmt: skip


def assert_of_today(site: Old, schema: list[str], migrated: Path) -> None:
    """Tables, indexes, keys and walls are those of a site that was made by this release."""
    if site.server is not None:
        assert site.schema().splitlines() == site.schema(of="migrated").splitlines()
        return
    with closing(sqlite3.connect(migrated)) as fresh:
        statement = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name"
        assert schema == [" ".join(map(str, row)) for row in fresh.execute(statement)]


def assert_a_copy(site: Old, rows: dict[str, Any], copies: list[str]) -> None:
    """There is one, of the rows as they were, for nobody else of the machine to read."""
    (name,) = copies
    copy = site.data / name
    assert copy.stat().st_mode & 0o777 == 0o600
    counts = {table: len(those) for table, those in rows.items()}
    if site.engine == "sqlite":
        with closing(sqlite3.connect(copy)) as kept:
            assert {table: kept.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in rows} == counts
        return
    with zipfile.ZipFile(copy) as file:
        about = json.loads(file.read("manifest.json"))
        assert about["rows"] == counts and "secret_key" in file.namelist()
        if site.build == "243f27b":
            assert set(RELEASES[0].last) <= set(map(tuple, about["migrations"]))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("build", BUILDS if IS_LONG else BUILDS[1:])
def test_it_stays_what_it_was_without_room_or_while_the_release_before_has_it_open(
    build: str, engine: str, old: Callable[[str, str], Old]
) -> None:
    site = old(build, engine)
    orders = [["no_room", "steps"], ["open_beside", False]]
    orders += [["no_room", "copy"]] if engine == "sqlite" else [["connected", ""]]
    first, *refused, still, gap, after, complaints = site.do(
        ["state"], *orders, ["state"], ["open_beside", True], ["state"], ["complaints"]
    )
    for order, one in zip(orders, refused, strict=True):
        (said,) = [line for line in one["said"] if line.startswith("REFUSED")]
        assert said.endswith("Nothing was changed: the release before opens the site as it was."), said
        match order:
            case ["no_room", "steps"]:
                assert re.match(
                    r"REFUSED At step \d+ of \d+ \((studio|cards|play) \d{4}_\w+\) the database refused: ", said
                ), said
                assert "full" in said or "No space left on device" in said
            case ["no_room", "copy"]:
                assert said.startswith("REFUSED The copy could not be made: ") and "--without-copy" in said
            case _:
                if order[0] == "connected":
                    assert "(connected to the database: one without a name from this machine)" in said
                assert f"open with processes of {RELEASE_OF[build]}, which cannot go on" in said
                assert "--with-a-gap" in said
    assert still["found"] == first["found"], "not even a copy is left"
    assert gap["said"][0].startswith("Processes of the release before have the site open: from now on they answer with")
    assert after["found"]["missing"] == 0 and complaints["found"] == []


def test_older_processes_in_the_way_make_it_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deadlock(Exception):
        sqlstate = "40P01"

    tries = []

    def handle(*_: Any, **__: Any) -> None:
        tries.append(1)
        if len(tries) < 3:
            raise OperationalError("deadlock detected") from Deadlock()

    ended = []
    monkeypatch.setattr(upgrade, "_all_or_nothing", lambda: closing(sqlite3.connect(":memory:")))
    monkeypatch.setattr(migrate.Command, "handle", handle)
    upgrade.take_all(lambda step: None, lambda: ended.append(len(tries)))
    assert len(tries) == 3 and ended == [3]
    tries[:] = []
    monkeypatch.setattr(upgrade, "AGAIN", 2)
    with pytest.raises(OperationalError):
        upgrade.take_all(lambda step: None)


# --- which release, and whether it rolls ------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("rolls", [True, False])
def test_a_release_that_rolls_says_so_with_the_steps_it_takes(rolls: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """To processes of the release before, which know none of them."""
    step = ("cards", "0099_x")
    here = DataState(frozenset(RELEASES[-1].last), (step,), ())
    monkeypatch.setattr(rolling, "does_roll", lambda _: rolls)

    def take_all(tell: Callable[..., None], last: Callable[[], None]) -> None:
        tell(step)
        MigrationRecorder(connection).record_applied(*step)
        last()

    monkeypatch.setattr(upgrade, "take_all", take_all)
    monkeypatch.setattr(copies, "upgrade_ended", lambda: None)
    monkeypatch.setattr(copies, "forget_cut_short", lambda: None)
    upgrade._upgrade(here, lambda line: None, with_copy=False)
    assert newer.unknown_steps() == [step] and newer.is_left_behind() is not rolls


def test_a_database_is_told_by_the_steps_it_has_taken() -> None:
    last = dict(RELEASES[-1].last)
    steps_of = {(app, name) for app, name in last.items()} | {("cards", "0001_initial"), ("auth", "0001_initial")}
    assert earlier_release(steps_of) == "0.1"
    assert earlier_release(steps_of | {("cards", "0004_voteless"), ("auth", "0099_x")}) == "0.1 and 1 steps more"
    assert earlier_release({("cards", "0001_initial")}) == "a state before 0.1"


def test_a_release_that_rolls_has_no_step_that_older_processes_do_not_survive() -> None:
    ends = rolling.ends_older(later_steps())
    assert "cards 0010_order_from_the_log: Remove field voting_since from article" in ends
    assert "cards 0025_language_said: deck.language_said is new and may not be empty" in ends
    assert not [why for why in ends if "0004_voteless" in why or "0029_star" in why]
    assert not (ROLLS and ends), "say that it does not roll, or let the column go one release after its last reader"


def test_only_from_the_release_before_does_one_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    """From two back the steps of both are taken at once, and what the one between needed nobody has asked."""
    monkeypatch.setattr(rolling, "ROLLS", True)
    step = ("cards", "0004_voteless")
    assert rolling.does_roll(DataState(frozenset(RELEASES[-1].last), (step,), ()))
    assert not rolling.does_roll(DataState(frozenset(RELEASES[-1].last[:1]), (*RELEASES[-1].last[1:], step), ()))
    assert not rolling.does_roll(DataState(frozenset(), (step,), ()))


def later_steps() -> list[tuple[str, str]]:
    """What has come since the last release."""
    last = dict(RELEASES[-1].last)
    return [(app, name) for app, name in MigrationLoader(None).graph.nodes if name > last.get(app, "9")]
