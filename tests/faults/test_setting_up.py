"""A set-up that was broken off heals: whoever was killed, at whatever moment, the next `start` opens the site."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import IS_LONG
from tests.faults.bare import BARE, LIB, STEPS, WAYS, Bare

REPAIRS = ("making .venv anew", "making it anew")


def says_once_what_it_repairs(said: str) -> bool:
    return sum(said.count(words) for words in REPAIRS) == 1


# --- who is killed, and when ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", WAYS)
def test_an_installer_or_its_parent_killed_at_any_step_is_healed(bare: Bare, who: str) -> None:
    for step in range(1, STEPS + 1) if IS_LONG else (3, 7):
        shutil.rmtree(bare.venv, ignore_errors=True)
        process = bare.begin("setup", AT=str(step), WHO=who)
        if who == "parent":  # what it began lives on, and what it writes to is nobody's any more
            process.wait(timeout=30)
            began = bare.begin("setup")
            assert began.stdout is not None
            first = began.stdout.readline()
            bare.go.touch()
            assert "waiting for it" in first, (step, first)  # not one moment in which two write there
            process.communicate()
            said, complained = began.communicate(timeout=30)
            assert began.returncode == 0 and says_once_what_it_repairs(said), (step, said + complained)
            bare.go.unlink()
        else:
            process.communicate(timeout=30)
        bare.heal()


def test_the_set_up_itself_killed_before_any_of_its_deeds_is_healed(
    bare: Bare, rounds: Callable[[int, int], int]
) -> None:
    assert bare.run("setup")[0] == 0
    whole = bare.venv.with_name("whole")
    shutil.copytree(bare.venv, whole, symlinks=True)

    def broken() -> None:
        """A venv that must be emptied and made anew, with a stamp that says that all is well."""
        shutil.rmtree(bare.venv)
        shutil.copytree(whole, bare.venv, symlinks=True)
        (bare.venv / "pyvenv.cfg").unlink()

    def nothing() -> None:
        shutil.rmtree(bare.venv)

    for state in (nothing, broken):
        state()
        assert bare.run("start", KILL_AT="0")[0] == 0
        deeds = int(bare.deeds.read_text())
        assert deeds > 5
        for kill_at in range(1, deeds + 1, max(1, deeds // rounds(2, deeds))):
            state()
            assert bare.run("start", KILL_AT=str(kill_at))[0] == -signal.SIGKILL
            bare.heal()


# --- what may be found ------------------------------------------------------------------------------------------------


def cut(*names: str) -> Callable[[Bare], None]:
    """These are gone from .venv."""

    def break_it(bare: Bare) -> None:
        for name in names:
            path = bare.venv / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    return break_it


def dangling(bare: Bare) -> None:
    (bare.venv / "bin" / "python").unlink()
    (bare.venv / "bin" / "python").symlink_to("/nowhere/python")


def stamp_alone(bare: Bare) -> None:
    for path in bare.venv.iterdir():
        if path.name != "carte-stamp.json":
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def old_stamp_alone(bare: Bare) -> None:
    """The same, left by a version whose stamp named no packages."""
    stamp = bare.venv / "carte-stamp.json"
    stamp.write_text(stamp.read_text().partition(', "packages"')[0] + "}")
    shutil.rmtree(bare.site)
    bare.site.mkdir()


def only_the_lock(bare: Bare) -> None:
    shutil.rmtree(bare.venv)
    bare.venv.mkdir()
    (bare.venv / "carte-setup.lock").touch()


def empty_configuration(bare: Bare) -> None:
    (bare.venv / "pyvenv.cfg").write_text("")


def another_program(bare: Bare) -> None:
    (bare.venv / "bin" / "python").unlink()
    shutil.copy("/bin/false", bare.venv / "bin" / "python")


def test_whatever_is_found_in_the_venv_start_opens_the_site_and_says_what_it_repairs(
    bare: Bare, rounds: Callable[[int, int], int]
) -> None:
    bare.heal()
    states = [
        empty_configuration, cut("pyvenv.cfg"), dangling, stamp_alone, old_stamp_alone, cut(f"{LIB}/django/core"),
        cut("carte-stamp.json", f"{LIB}/django"), cut("bin/python", "pyvenv.cfg", "lib", "carte-setup.lock"),
        only_the_lock, another_program, cut(f"{LIB}/django-5.dist-info"), cut("bin"),
        cut("pyvenv.cfg", "carte-stamp.json", "lib"),
    ]  # fmt: skip
    for break_it in states[: rounds(8, len(states))]:
        break_it(bare)
        said = bare.heal()
        # One line about the repair, one about the packages.
        assert said.count(" …\n") == 2 and "Installing" in said, said
        assert says_once_what_it_repairs(said) or (break_it is only_the_lock and "Making .venv" in said), said


def test_a_venv_that_is_none_never_goes_round(bare: Bare) -> None:
    """Even where the repair believes that all is well: the second Python stops with a sentence."""
    bare.run("setup")
    code, said = bare.run("start", CARTE_ENTERED="1", KILL_AT="0")
    assert code == 1 and "made anew" in said and said.count("\n") == 1 and bare.calls("exec") == 0
    assert says_once_what_it_repairs(bare.heal())


# --- where nothing is ever installed ----------------------------------------------------------------------------------


def test_pip_is_told_to_stay_in_the_venv(bare: Bare) -> None:
    code, said = bare.run("setup", FAILING="1", PIP_TARGET="/nowhere", PIP_USER="1")
    assert code == 0, said
    assert set(bare.lines("into")) == {f"into {bare.venv}"}
    assert all(line.endswith("REQUIRED") for line in bare.lines("with-pip")) and bare.lines("with-pip")


def test_what_makes_no_venv_of_its_own_installs_nothing(bare: Bare) -> None:
    uv = bare.project.parent / "tools" / "uv"
    uv.write_text(uv.read_text().replace('> "$last/pyvenv.cfg"', "> /dev/null"))
    (bare.project.parent / "fakes" / "venv.py").write_text("")  # `python -m venv` does nothing either
    code, said = bare.run("setup")
    assert code == 1 and "failed" in said and "Traceback" not in said
    assert bare.lines("into") == [] and bare.lines("with-pip") == []


def test_a_venv_that_works_stays_though_no_installer_is_left(bare: Bare) -> None:
    """Made by a uv that is not on the path of the service that starts the site."""
    bare.run("setup")
    shutil.rmtree(bare.project.parent / "fakes" / "pip")
    bare.environ["PATH"] = "/usr/bin:/bin"
    assert bare.heal() == "RUNS start\n"


def test_somebody_who_still_writes_there_is_outlived(bare: Bare) -> None:
    """A process of an older set-up, which holds no lock: it goes on for a while where all is being emptied."""
    bare.run("setup")
    (bare.venv / "pyvenv.cfg").unlink()
    busy = (
        "import os, sys, time\nfor n in range(60):\n os.makedirs(f'{sys.argv[1]}/x{n}', exist_ok=True); time.sleep(.01)"
    )
    writer = subprocess.Popen([BARE, "-c", busy, str(bare.site / "django" / "core")])
    try:
        bare.heal()
    finally:
        writer.wait()


# --- in earnest -------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not IS_LONG, reason="real venvs by a copy of this Python: under --long")
def test_a_real_set_up_killed_at_many_moments_is_healed_and_the_base_stays_as_it_was(tmp_path: Path) -> None:
    bare, base = Bare(tmp_path), tmp_path / "base"
    source = Path(os.path.realpath(BARE)).parent.parent
    left_out = shutil.ignore_patterns("site-packages", "test", "tests", "__pycache__", "*.a", "idlelib", "config-*")
    for part in ("bin", "lib"):
        shutil.copytree(source / part, base / part, symlinks=True, ignore=left_out)
    (base / LIB).mkdir(parents=True)
    python = str(base / "bin" / Path(os.path.realpath(BARE)).name)
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    wheel = wheels / "django-5-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("django/__init__.py", "")
        archive.writestr("django/core/__init__.py", "")
        archive.writestr(
            "django/core/management/__init__.py", "def execute_from_command_line(words): print('RUNS', *words[1:])"
        )
        archive.writestr("django-5.dist-info/METADATA", "Metadata-Version: 2.1\nName: django\nVersion: 5\n")
        archive.writestr("django-5.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("django-5.dist-info/RECORD", "")
    pin = f"django==5 --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"
    (bare.project / "requirements.lock").write_text(pin)
    environ = {"PATH": "/usr/bin:/bin", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "HOME": str(tmp_path)}

    def begin(out: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [python, str(bare.project / "manage.py"), "start"], env=environ, start_new_session=True,
            stdout=out, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    for number, seconds in enumerate(n / 4 for n in range(1, 25)):
        process = begin()
        time.sleep(seconds)
        if process.poll() is None:
            (process.kill if number % 2 else lambda: os.killpg(process.pid, signal.SIGKILL))()  # noqa: B023
        process.wait()
        if number % 3 == 0:
            said = (again := begin(subprocess.PIPE)).communicate(timeout=120)[0]
            assert again.returncode == 0 and said.endswith("RUNS start\n"), said
            (bare.venv / "pyvenv.cfg").unlink()
    assert list((base / LIB).iterdir()) == []
