"""What docs/deploying.md promises is what there is."""

from __future__ import annotations

import lzma
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.test import Client

from studio.setup.bootstrap import USAGE
from studio.setup.env import read_env
from studio.upgrades.releases import RELEASES, ROLLS, THIS
from tests.servers import OURS

PROJECT = Path(__file__).resolve().parent.parent


def test_every_setting_is_in_the_table_and_every_row_is_a_setting() -> None:
    read = set(re.findall(r'"((?:CARTE_)?[A-Z]+(?:_[A-Z]+)*)"', (PROJECT / "studio/setup/env.py").read_text()))
    read = {
        name
        for name in read
        if name.startswith("CARTE_") or name in ("DEBUG", "SECRET_KEY", "DATABASE_URL", "REDIS_URL")
    }
    text = (PROJECT / "docs/deploying.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([A-Z_]+)`", text, re.MULTILINE)) == read


def test_every_command_the_readme_names_is_there() -> None:
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z]+(?:_[a-z]+)?) [A-Z]+[ `]", text))
    assert named >= {"backup", "restore", "import_deck", "export_deck", "print_deck"}
    assert named <= set(get_commands())


def test_every_folder_on_the_map_is_there() -> None:
    text = (PROJECT / "README.md").read_text(encoding="utf-8")
    for folder in re.findall(r"^\| (`[^|]+`)", text, re.MULTILINE):
        for name in re.findall(r"`([^`]+)`", folder):
            assert (PROJECT / name).is_dir(), name


def test_the_environment_is_read_into_a_value_that_does_not_change() -> None:
    env = read_env(
        {"CARTE_SITE": "https://cards.example.org", "CARTE_DATA": "/x", "DATABASE_URL": "postgres://a:b%40c@h:1/d"}
    )
    assert env.hosts == ("localhost", "127.0.0.1", "[::1]", "cards.example.org")
    assert env.is_secure and env.synchronous == "FULL" and not env.debug and env.redis_url == ""
    assert (env.database.engine, env.database.user, env.database.password) == ("postgresql", "a", "b@c")
    assert (env.database.host, env.database.port, env.database.name) == ("h", "1", "d")
    assert read_env({"DATABASE_URL": "postgresql://u@/d?host=/run/pg"}).database.host == "/run/pg"
    assert read_env({"DATABASE_URL": "sqlite:////tmp/x.sqlite3"}).database.name == "/tmp/x.sqlite3"
    assert read_env({"DATABASE_URL": "sqlite:///x.sqlite3", "CARTE_DATA": "/d"}).database.name == "/d/x.sqlite3"
    with pytest.raises(FrozenInstanceError):
        env.debug = True  # type: ignore[misc]


KEY = re.compile(rb"-{5}BEGIN [A-Z ]*PRIVATE KEY-{5}|\A[\w!@#$%^&*()+=.~-]{32,200}\s*\Z")


def tracked() -> list[Path]:
    """What comes with the project: as git says, or where it was unpacked without it all but what a site keeps."""
    git = shutil.which("git")
    asked = git and subprocess.run([git, "ls-files", "-z"], cwd=PROJECT, capture_output=True)
    if asked and not asked.returncode:  # it answers nobody whose the folder is not
        return [PROJECT / name for name in asked.stdout.decode().split("\0") if name]
    kept = re.compile(r"data|__pycache__|\.(git|venv|\w+_cache)")
    there = (path for path in PROJECT.rglob("*") if not any(map(kept.fullmatch, path.relative_to(PROJECT).parts)))
    return [path for path in there if path.is_file()]


def test_no_key_comes_with_the_project() -> None:
    """One did, and would have been every such site's own."""
    keys = [path for path in tracked() if path.is_file() and path.stat().st_size < 100_000]
    assert len(keys) > 500
    found = [path for path in keys if path.name == "secret_key" or KEY.search(path.read_bytes())]
    assert not found
    assert KEY.search(b"x" * 67) and KEY.search(b"a\n-----BEGIN RSA PRIVATE" + b" KEY-----\n"), "it sees one"
    for ignored in (".gitignore", ".containerignore"):
        assert "**/secret_key" in (PROJECT / ignored).read_text(encoding="utf-8").split()


# --- what a host runs -------------------------------------------------------------------------------------------------


def managed(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """A command of a host as the shipped settings have it."""
    kept = {name: value for name, value in os.environ.items() if name not in OURS | {"DJANGO_SETTINGS_MODULE"}}
    return subprocess.run(
        [sys.executable, str(PROJECT / "manage.py"), *words],
        env=kept | {"DATABASE_URL": "", "REDIS_URL": ""} | environ, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def test_every_command_of_a_host_is_in_a_document() -> None:
    """But for those that are parts of others, or for whoever changes the code."""
    inside = {"catalogue", "load_samples", "release"}  # the last is `version`
    ours = {name for name, app in get_commands().items() if app in ("studio", "cards", "play")} - inside
    pages = ("README.md", "docs/deploying.md", "docs/upgrading.md")
    told = "".join((PROJECT / page).read_text(encoding="utf-8") for page in pages)
    assert {name for name in ours if not re.search(rf"manage\.py {name}\b|`{name}\b", told)} == set()


def test_every_command_a_document_names_is_there_and_manage_py_names_what_only_it_knows() -> None:
    """(`manage.py help` knows nothing of those that are seen to before Django.)"""
    pages = [PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", *(PROJECT / "docs").glob("*.md")]
    named = {name for page in pages for name in re.findall(r"manage\.py ([a-z_]+)", page.read_text(encoding="utf-8"))}
    assert {"start", "test", "setup", "version"} <= named
    assert {name for name in named - set(get_commands()) if not re.search(rf"\b{name}\b", USAGE)} == set()


def test_a_process_is_found_among_connections_whatever_its_address_says(tmp_path: Path) -> None:
    """By what it calls itself, which `prepare` looks for."""
    asks = "from django.conf import settings; print(settings.DATABASES['default']['OPTIONS']['application_name'])"
    said = managed(
        "shell", "-v0", "-c", asks, CARTE_DATA=str(tmp_path), DATABASE_URL="postgresql://u@/d?application_name=psql"
    )
    assert said.stdout.startswith("carte-blanche "), said.stderr


@pytest.mark.django_db
def test_check_deploy_is_silent_for_the_headers_are_there(tmp_path: Path, client: Client) -> None:
    said = managed(
        "check", "--deploy", CARTE_DATA=str(tmp_path), CARTE_SITE="https://cards.example.org", SECRET_KEY=KEY_LIKE
    )
    assert said.returncode == 0 and "(2 silenced)" in said.stdout + said.stderr, said.stderr
    assert "WARNINGS" not in said.stderr
    headers = client.get("/healthz").headers
    assert headers["X-Frame-Options"] == "DENY" and headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin" and headers["Cross-Origin-Opener-Policy"]


KEY_LIKE = "".join(chr(97 + n * 7 % 26) for n in range(60))


def test_version_says_what_runs_on_what(tmp_path: Path) -> None:
    new = managed("version", CARTE_DATA=str(tmp_path))
    assert re.match(r"Carte Blanche, the release after 0\.1 \(Python 3\.\d+\.\d+, Django 5\.", new.stdout), new.stderr
    assert new.stdout.endswith(f"The data is in {tmp_path}/carte.sqlite3: there is none yet.\n")
    assert not (tmp_path / "carte.sqlite3").exists()
    old = PROJECT / "tests/golden/_in_place/243f27b.sqlite3.xz"
    (tmp_path / "carte.sqlite3").write_bytes(lzma.decompress(old.read_bytes()))
    first = managed("--data", str(tmp_path), "version").stdout
    assert managed(f"--data={tmp_path}", "version").stdout == first
    assert re.search(r": of 0\.1; `prepare` takes \d+ steps, end every process first\.\n$", first), first
    with closing(sqlite3.connect(tmp_path / "carte.sqlite3")) as rows, rows:
        rows.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('cards', '0099_x', '2027-01-01')")
    newer = managed("version", CARTE_DATA=str(tmp_path)).stdout
    assert newer.endswith(": of a newer release (cards 0099_x), which this program does not open.\n"), newer


def test_what_the_program_calls_itself_is_what_the_changelog_says() -> None:
    text = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[0] == "Unreleased" and THIS == f"the release after {RELEASES[-1].name}"
    assert headings[1:] == [release.name for release in reversed(RELEASES)]
    told = (PROJECT / "docs/upgrading.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([^|]+) \| [^|]+ \| (yes|no) \| [^|]+ \|$", told, re.MULTILINE))
    does = {release.name: release.rolls for release in RELEASES} | {THIS.removeprefix("the release "): ROLLS}
    assert rows == {name: "yes" if rolls else "no" for name, rolls in does.items()}


def test_the_proxy_of_ours_listens_everywhere_and_compresses() -> None:
    text = (PROJECT / "deploy/nginx.conf").read_text(encoding="utf-8")
    listening = re.findall(r"^ +listen (.+);$", text, re.MULTILINE)
    assert sorted(listening) == ["443 ssl http2", "80", "[::]:443 ssl http2", "[::]:80"]
    assert "gzip on;" in text and re.search(r"gzip_types [^;]*application/json[^;]*;", text)


def test_one_image_is_built_once() -> None:
    text = (PROJECT / "deploy/compose.yaml").read_text(encoding="utf-8")
    assert text.count("build:") == 1 and text.count("image: localhost/carte-blanche\n") == 2


def test_the_connections_that_processes_need_are_in_the_document() -> None:
    pool = re.search(r'"max_size": (\d+)', (PROJECT / "studio/settings.py").read_text(encoding="utf-8"))
    told = (PROJECT / "docs/deploying.md").read_text(encoding="utf-8")
    assert pool is not None and f"up to {pool[1]} connections" in told and "`max_connections`" in told


def test_a_server_that_is_away_is_named_with_the_reason(tmp_path: Path) -> None:
    away = f"postgresql://carte:geheim@/none?host={tmp_path}"
    said = managed("prepare", CARTE_DATA=str(tmp_path), DATABASE_URL=away)
    last = said.stderr.strip().splitlines()[-1]
    assert said.returncode == 1 and "Traceback" not in said.stderr and "geheim" not in said.stderr
    assert f"the PostgreSQL database none at {tmp_path}" in last and "does not answer (" in last, last
    assert "No such file" in last or "Connection refused" in last
