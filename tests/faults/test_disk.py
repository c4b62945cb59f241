"""A disk that is full and a database that may only be read: 503 in words, nothing half done, and then it goes on."""

from __future__ import annotations

import os
import resource
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

from studio.models import Group
from tests.faults.starting import NEWCOMER, start_a_deck
from tests.servers import PROJECT, Site, get, running_site, site_environ, wait_until


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no prlimit on this system: a full disk cannot be played")
def test_a_full_disk_is_said_in_words_and_does_no_harm(live_site: Callable[..., Site]) -> None:
    site = live_site()
    assert start_a_deck(site.url).status == 303
    process = site.processes[0].pid
    _, most = resource.prlimit(process, resource.RLIMIT_FSIZE)
    made = 1
    # The server's files may not grow past this: writing more fails as it does on a full disk.
    resource.prlimit(process, resource.RLIMIT_FSIZE, (400_000, most))
    for _ in range(60):
        answer = start_a_deck(site.url)
        if answer.status != 303:
            break
        made += 1
    assert answer.status == 503, answer
    assert b"Nothing was changed" in answer.body and b"Traceback" not in answer.body
    resource.prlimit(process, resource.RLIMIT_FSIZE, (1000, most))  # what is large found no room; now nothing does
    said = wait_until(lambda: (got := get(site.url + "/readyz")).status == 503 and got, "readyz to notice")
    assert said.body == b"nothing can be written\n"
    resource.prlimit(process, resource.RLIMIT_FSIZE, (most, most))
    assert start_a_deck(site.url).status == 303
    made += 1
    wait_until(lambda: get(site.url + "/readyz").status == 200, "readiness again")
    site.terminate()
    with closing(sqlite3.connect(site.data / "carte.sqlite3")) as rows:
        assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for table in ("studio_group", "studio_person", "studio_device", "cards_deck", "studio_stream"):
            assert rows.execute(f"SELECT count(*) FROM {table}").fetchone() == (made,), table


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'sqlite'")
def test_a_database_that_may_only_be_read_is_said_in_words(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only=ON")
    try:
        answer = client.post("/decks/start/", NEWCOMER)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only=OFF")
    assert answer.status_code == 503 and answer.headers["Retry-After"] == "5"
    assert b"Nothing was changed" in answer.content
    assert Group.objects.count() == 0
    assert client.post("/decks/start/", NEWCOMER).status_code == 303


def test_a_port_that_is_taken_is_said_and_another_proposed(tmp_path: Path) -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        words = [sys.executable, str(PROJECT / "manage.py"), "serve", "--port", str(port)]
        done = subprocess.run(words, env=site_environ(tmp_path, None, None), capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert f"Port {port} is taken" in done.stderr and f"--port {port + 1}" in done.stderr
    assert "Traceback" not in done.stderr


def test_two_prepare_one_data_folder_at_once(tmp_path: Path) -> None:
    """What `start` does before it serves, by two processes at the same moment."""
    environ = site_environ(tmp_path / "new", None, None)
    words = [sys.executable, str(PROJECT / "manage.py"), "prepare"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    both = [subprocess.Popen(words, env=environ, text=True, **pipes) for _ in range(2)]
    said = [process.communicate(timeout=180) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert sorted(len(told.splitlines()) for told, _ in said) == [0, 3], (
        "one does it and says so, the other finds it done"
    )
    assert f"Making the tables of a new site in {tmp_path / 'new' / 'carte.sqlite3'}." in said[0][0] + said[1][0]
    with closing(sqlite3.connect(tmp_path / "new" / "carte.sqlite3")) as rows:
        assert rows.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        slugs = [slug for (slug,) in rows.execute("SELECT slug FROM cards_deck")]
    assert len(slugs) == len(set(slugs))
    key = tmp_path / "new" / "secret_key"
    assert key.stat().st_mode & 0o777 == 0o600 and len(key.read_text()) > 50


def test_a_data_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    environ = site_environ(tmp_path / "file", None, None)
    done = subprocess.run(
        [sys.executable, str(PROJECT / "manage.py"), "prepare"], env=environ, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    assert str(tmp_path / "file") in done.stderr


def test_everything_that_is_written_is_in_the_data_folder(migrated: Path) -> None:
    def databases_and_keys() -> set[str]:
        found = set()
        for folder, inner, names in os.walk(PROJECT):
            inner[:] = [name for name in inner if name not in (".venv", ".git", "__pycache__")]
            found |= {os.path.join(folder, name) for name in names if "sqlite3" in name or "secret_key" == name}
        return found

    before = databases_and_keys()
    with running_site(prepared=migrated) as site:
        assert start_a_deck(site.url).status == 303
        assert {path.name for path in site.data.iterdir()} >= {"carte.sqlite3", "secret_key"}
    assert databases_and_keys() == before
