"""What docs/deploying.md promises is what there is."""

from __future__ import annotations

import re
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
