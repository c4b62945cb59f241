"""The set-up on a bare Python: once, twice at once, interrupted, elsewhere. With installers that only pretend."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from studio.setup import bootstrap
from tests.faults.bare import Bare
from tests.servers import Site, site_environ, wait_until

LOOK = "import os, sys; e = os.environ; print(sys.prefix, e['CARTE_DATA'], e['PYTHONPYCACHEPREFIX'], sys.argv[1:])"


def test_the_second_time_there_is_nothing_to_do(bare: Bare) -> None:
    code, said = bare.run("setup")
    assert code == 0 and "Everything is in place." in said, said
    assert (bare.calls("venv"), bare.calls("pip")) == (1, 1)
    began = time.monotonic()
    assert bare.run("setup")[0] == 0
    assert time.monotonic() - began < 2
    assert (bare.calls("venv"), bare.calls("pip")) == (1, 1)


def test_every_package_is_checked_against_its_hash(bare: Bare) -> None:
    bare.run("setup")
    line = next(line for line in bare.log.read_text().splitlines() if line.startswith("pip"))
    assert "--require-hashes" in line and line.endswith("requirements.lock")


def test_a_new_lock_is_installed_at_the_next_start(bare: Bare) -> None:
    bare.run("setup")
    (bare.project / "requirements.lock").write_text("# changed\n")
    assert bare.run("setup")[0] == 0
    assert (bare.calls("venv"), bare.calls("pip")) == (1, 2)


def test_two_at_once_set_up_once(bare: Bare) -> None:
    both = [bare.begin("setup", SLOW="1") for _ in range(2)]
    said = [process.communicate(timeout=60) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert (bare.calls("venv"), bare.calls("pip")) == (1, 1)
    assert sum("waiting for it" in out for out, _ in said) == 1


@pytest.mark.parametrize("at", ["venv", "pip"])
def test_an_interrupted_set_up_is_repaired_by_running_it_again(bare: Bare, at: str) -> None:
    first = bare.begin("setup", SLOW="30")
    wait_until(lambda: bare.calls(at), f"the set-up to reach {at}")
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate()
    (bare.venv / "lib").mkdir(exist_ok=True)
    (bare.venv / "lib" / "half").write_text("half a package")
    code, said = bare.run("setup")
    assert code == 0, said
    assert not (bare.venv / "lib" / "half").exists(), "what was left half made is made afresh"
    assert bare.calls("venv") == 2
    assert not (bare.venv / "carte-unfinished").exists()


def test_a_venv_whose_python_is_gone_is_made_again(bare: Bare) -> None:
    bare.run("setup")
    (bare.venv / "bin" / "python").unlink()
    (bare.venv / "bin" / "python").symlink_to("/nowhere/python")
    assert bare.run("setup")[0] == 0
    assert subprocess.run([bare.venv / "bin" / "python", "-c", ""]).returncode == 0


def test_an_installer_that_fails_is_said_and_leaves_what_worked(bare: Bare) -> None:
    bare.run("setup")
    (bare.project / "requirements.lock").write_text("# changed\n")
    code, said = bare.run("setup", FAILING="1", FAILING_PIP="1")
    assert code == 1 and "could not be installed" in said and "Traceback" not in said
    (bare.project / "requirements.lock").write_text("django==5\n")
    assert bare.run("setup")[0] == 0
    assert bare.calls("venv") == 1, "the venv that worked is still there"


def test_commands_run_inside_the_venv_on_the_folder_that_was_named(bare: Bare, tmp_path: Path) -> None:
    bare.run("setup")
    (bare.project / "manage_probe.py").write_text(LOOK)
    bootstrap = bare.project / "studio" / "setup" / "bootstrap.py"
    bootstrap.write_text(bootstrap.read_text().replace('str(PROJECT / "manage.py"), *words]', 'str(PROJECT / "manage_probe.py"), *words]'))  # fmt: skip  # noqa: E501
    code, said = bare.run("anything", "--data", "here", "else")
    assert code == 0, said
    assert said.split(" ", 3) == [
        str(bare.venv), str(tmp_path / "here"), str(bare.venv / "pycache"), "['anything', 'else']\n",
    ]  # fmt: skip


def test_nothing_is_written_beside_the_sources(bare: Bare) -> None:
    before = {path for path in bare.project.rglob("*")}
    bare.run("setup")
    after = {path for path in bare.project.rglob("*") if bare.venv not in (path, *path.parents)}
    assert after == before


@pytest.mark.parametrize(
    ("environ", "words"),
    [
        ({"DATABASE_URL": "mysql://x/y"}, "DATABASE_URL is neither"),
        ({"DATABASE_URL": "postgresql://h:port/x"}, "DATABASE_URL cannot be read"),
        ({"REDIS_URL": "http://x"}, "REDIS_URL looks like"),
        ({"CARTE_SYNC": "maybe"}, "CARTE_SYNC is 'MAYBE'"),
        ({"CARTE_SITE": "cards.example"}, "CARTE_SITE is"),
        ({"CARTE_HOSTS": "*"}, "CARTE_HOSTS holds '*'"),
        ({"CARTE_SHARED": "/nowhere"}, "there is no such folder"),
        ({"DEBUG": "perhaps"}, "DEBUG is 'perhaps'"),
        ({"DEBUG": "1", "CARTE_HOSTS": "cards.example"}, "turn DEBUG off"),
    ],
)
def test_a_setting_that_makes_no_sense_stops_the_start_with_a_sentence(
    bare: Bare, environ: dict[str, str], words: str
) -> None:
    code, said = bare.run("start", **environ)
    assert code == 1 and words in said and said.count("\n") == 1, said
    assert bare.calls("venv") == 0


def test_the_stamp_names_lock_and_python(bare: Bare) -> None:
    bare.run("setup")
    stamp = json.loads((bare.venv / "carte-stamp.json").read_text())
    assert set(stamp) == {"run", "packages"} and len(stamp["run"]) == 64 and stamp["packages"] == ["django-5.dist-info"]


def test_a_command_is_not_searched_for_garbage_while_it_is_loaded_nor_as_it_ends(tmp_path: Path) -> None:
    """Each search, told from within: how many there were before, and how much was passed over."""
    told = "import gc; gc.callbacks.append(lambda at, how: print(at, gc.get_freeze_count() > 100_000))"
    done = Site(tmp_path, site_environ(tmp_path, None, None)).manage(
        "shell", "--no-imports", "--command", f"{told}; print(sum(one['collections'] for one in gc.get_stats()))"
    )
    before, *searches = done.stdout.splitlines()
    assert int(before) < 100 and "start False" not in searches and "start True" in searches


def test_a_browser_test_that_fails_is_not_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[list[str]] = []

    def fails(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        runs.append(words)
        return subprocess.CompletedProcess(words, int("tests/browser" in words))

    monkeypatch.setattr(bootstrap.subprocess, "run", fails)
    monkeypatch.setattr(bootstrap.os, "chdir", lambda path: None)
    assert bootstrap._test([]) == 1
    assert [words[-1] for words in runs if "pytest" in words] == ["--ignore=tests/browser", "tests/browser"]
