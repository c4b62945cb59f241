"""What docs/deploying.md promises is what there is."""

from __future__ import annotations

import re
import subprocess
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from django.core.management import get_commands

from studio.setup.env import read_env

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
    if (PROJECT / ".git").exists():
        names = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, check=True).stdout
        return [PROJECT / name for name in names.decode().split("\0") if name]
    kept = {".venv", "data", "__pycache__"}
    return [path for path in PROJECT.rglob("*") if path.is_file() and not kept & set(path.parts)]


def test_no_key_comes_with_the_project() -> None:
    """One did, and would have been every such site's own."""
    keys = [path for path in tracked() if path.is_file() and path.stat().st_size < 100_000]
    assert len(keys) > 500
    found = [path for path in keys if path.name == "secret_key" or KEY.search(path.read_bytes())]
    assert not found
    assert KEY.search(b"x" * 67) and KEY.search(b"a\n-----BEGIN RSA PRIVATE" + b" KEY-----\n"), "it sees one"
    for ignored in (".gitignore", ".containerignore"):
        assert "**/secret_key" in (PROJECT / ignored).read_text(encoding="utf-8").split()
