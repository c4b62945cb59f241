"""`.venv` from the hash-pinned locks. Standard library only; killed at any moment, the next run puts it right.

What keeps that promise:
- a mark (UNFINISHED) is set before anything is emptied or installed and goes when the stamp is written: where it lies,
  everything is made anew;
- a stamp makes repeats free, and names the packages, whose files are looked for at every start;
- whoever writes in `.venv` holds its lock: the processes of the installers have it as their standard input, so that one
  which outlives a killed parent keeps the next set-up waiting;
- nothing is installed by a Python that does not say it lives in `.venv`.
"""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from typing import IO, Any

from studio.setup.locking import locked
from studio.setup.system import apt_line, has_pango, install_missing, say, say_pango

PROJECT = Path(__file__).resolve().parents[2]
VENV = PROJECT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PACKAGES = Path(sysconfig.get_path("purelib", "venv", {"base": str(VENV), "platbase": str(VENV)}))
LOCKS = {"run": PROJECT / "requirements.lock", "test": PROJECT / "requirements-test.lock"}
UV_LOCK = PROJECT / "requirements-uv.lock"
SETUP_LOCK = VENV / "carte-setup.lock"
STAMP = VENV / "carte-stamp.json"
UNFINISHED = VENV / "carte-unfinished"  # there while something is being emptied or installed
PROBE = "import sys; from importlib.util import find_spec as f; print(sys.prefix, *sys.version_info[:3], bool(f('pip')), sep='\\n')"  # fmt: skip  # noqa: E501
# Would lead an installer out of .venv, or to another Python.
ELSEWHERE = frozenset(
    {"VIRTUAL_ENV", "PYTHONHOME", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_USER", "PIP_PYTHON",
     "UV_SYSTEM_PYTHON", "UV_PYTHON", "UV_TARGET", "UV_PREFIX"}
)  # fmt: skip
PATIENCE = 120  # seconds for a Python to say where it lives
EMPTYING = 10.0  # seconds to go on emptying while somebody we do not know of still writes


class Stopped(Exception):
    """The set-up cannot go on; the message says why and what would help."""


def is_inside() -> bool:
    """Whether this process is run by the Python of `.venv`."""
    return Path(sys.prefix).resolve() == VENV.resolve()


def ensure(what: str, offer_pango: bool = True) -> bool:
    """Make sure `.venv` holds what the lock `what` ("run" or "test") names; whether anything had to be done for it.

    Raises Stopped with words.
    """
    if _is_done(what):
        if offer_pango and not has_pango():
            say_pango()
        return False
    try:
        VENV.mkdir(exist_ok=True)
        with locked(SETUP_LOCK, lambda: say("Another set-up is under way; waiting for it …")) as lock:
            if not _is_done(what):
                _set_up(what, offer_pango, _Runner(lock))
    except PermissionError as problem:
        raise Stopped(
            f"{problem.filename} belongs to somebody else. Give {VENV} to this account, or remove it; it is made again."
        ) from None
    except OSError as problem:
        raise Stopped(f"The set-up cannot write {problem.filename or VENV}: {problem.strerror}.") from None
    return True


def distrust() -> None:
    """Have the next set-up make everything anew, whatever the stamp says."""
    UNFINISHED.touch()


def _set_up(what: str, offer_pango: bool, run: _Runner) -> None:
    has_no_venv = importlib.util.find_spec("ensurepip") is None and shutil.which("uv") is None
    install_missing(offer_pango, needs_venv=has_no_venv and not PYTHON.exists())
    if reason := _reason_to_make_it():
        say(reason)
        UNFINISHED.touch()
        _empty()
        _make_venv(run)
    _install(LOCKS[what], run)
    # The test lock holds all of the run lock, so it answers for both.
    done = {name: _wanted(name) for name in (("run", "test") if what == "test" else ("run",))}
    draft = STAMP.with_suffix(".new")
    draft.write_text(json.dumps({**_stamped(), **done, "packages": _packages_of(*LOCKS.values())}), encoding="utf-8")
    os.replace(draft, STAMP)
    UNFINISHED.unlink(missing_ok=True)


# --- what is there ----------------------------------------------------------------------------------------------------


def _is_done(what: str) -> bool:
    stamp = _stamped()
    return stamp.get(what) == _wanted(what) and not UNFINISHED.exists() and _is_whole(stamp) and not _ailment()


def _wanted(what: str) -> str:
    """What the stamp must say: this lock, this Python, this kind of machine."""
    about = f"{sys.version_info[:3]} {platform.machine()} {sys.implementation.name}".encode()
    return hashlib.sha256(LOCKS[what].read_bytes() + about).hexdigest()


def _stamped() -> dict[str, Any]:
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def _reason_to_make_it() -> str:
    """Why `.venv` is made (anew), as the line that says so; "" when it can stay."""
    if not any(entry.name != SETUP_LOCK.name for entry in VENV.iterdir()):
        return "Making .venv …"
    if UNFINISHED.exists():
        return "The set-up was interrupted last time: making .venv anew …"
    if ailment := _ailment(to_install=True):
        return f"{ailment}: making it anew …"
    return "" if _is_whole(_stamped()) else "Some of what was installed in .venv is gone: making it anew …"


def _ailment(to_install: bool = False) -> str:
    """Why nothing may be run (or installed) by the Python of `.venv`; "" when all is well.

    Raises Stopped when this machine could not even try: a crowded moment is no reason to make everything anew.
    """
    probe = [str(PYTHON), "-c", PROBE]
    try:
        asked = subprocess.run(
            probe, env=_environ(), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        raise Stopped(f"{PYTHON} did not answer within {PATIENCE} seconds. Try again in a quieter moment.") from None
    except OSError as problem:
        if problem.errno in (errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE):
            raise Stopped(f"{PYTHON} cannot be started just now: {problem.strerror}.") from None
        return "The Python of .venv does not run"
    said = asked.stdout.splitlines()
    if asked.returncode or len(said) != 5:
        return "The Python of .venv does not run"
    prefix, *version, has_pip = said
    if Path(prefix).resolve() != VENV.resolve():
        return "The Python in .venv is another one's (its pyvenv.cfg is gone)"
    if not _names_its_home():
        return "The pyvenv.cfg of .venv no longer says where its Python comes from"
    if version != [str(part) for part in sys.version_info[:3]]:
        return ".venv is of another Python"
    if to_install and has_pip != "True" and shutil.which("uv") is None:
        return ".venv has no installer"
    return ""


def _names_its_home() -> bool:
    """An empty pyvenv.cfg is enough for Python to call the folder its own."""
    try:
        lines = (VENV / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return False
    return any(line.partition("=")[0].strip().lower() == "home" and line.partition("=")[2].strip() for line in lines)


def _packages_of(*locks: Path) -> list[str]:
    """The installed packages that `locks` name, by the folders that describe them."""
    pins = "".join(lock.read_text(encoding="utf-8") for lock in locks)
    named = {_plain(name) for name in re.findall(r"^([\w.-]+)[^=\n]*==", pins, re.M)}
    return sorted(entry.name for entry in PACKAGES.glob("*.dist-info") if _plain(entry.name.split("-")[0]) in named)


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "_", name).lower()


def _is_whole(stamp: dict[str, Any]) -> bool:
    """Whether every file is there that the packages of `stamp` came with. About 60 ms for 15,000 files.

    Without a stamp, or with an older one that names none, those that are there stand for all.
    """
    names = stamp.get("packages")
    if not isinstance(names, list):
        names = _packages_of(*LOCKS.values())
        if stamp and not names:
            return False
    return all(_has_all_files(str(name)) for name in names)


def _has_all_files(name: str) -> bool:
    try:
        lines = (PACKAGES / name / "RECORD").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return False
    files = (line.rsplit(",", 2)[0].strip('"').replace('""', '"') for line in lines)
    return all(os.path.lexists(f"{PACKAGES}/{file}") for file in files if file and not file.endswith(".pyc"))


# --- what is done -----------------------------------------------------------------------------------------------------


class _Runner:
    """Runs the processes that write in `.venv`; each holds the set-up's lock for as long as it lives."""

    def __init__(self, lock: IO[bytes]) -> None:
        self.lock = lock

    def __call__(self, *command: str, quiet: bool = False) -> bool:
        """Whether it went well."""
        stdin = self.lock if os.name == "posix" else subprocess.DEVNULL  # elsewhere a lock cannot be handed on
        return subprocess.run(command, env=_environ(), stdin=stdin, capture_output=quiet).returncode == 0


def _environ() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    return kept | {"PIP_REQUIRE_VIRTUALENV": "1"}


def _empty() -> None:
    """Take everything out of `.venv` but lock and mark, the stamp first.

    A process of an older set-up may still be writing there: what it adds meanwhile goes as well. OSError: cannot.
    """
    STAMP.unlink(missing_ok=True)
    until = time.monotonic() + EMPTYING
    while rest := [entry for entry in VENV.iterdir() if entry not in (SETUP_LOCK, UNFINISHED)]:
        for entry in rest:
            try:
                shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
            except OSError as problem:
                if problem.errno not in (errno.ENOENT, errno.ENOTEMPTY) or time.monotonic() > until:
                    raise
                time.sleep(0.1)


def _make_venv(run: _Runner) -> None:
    """A venv of this Python. Raises Stopped."""
    # Inside .venv this process has lost its own Python with the rest.
    python = getattr(sys, "_base_executable", sys.executable) if is_inside() else sys.executable
    if uv := shutil.which("uv"):
        made = run(uv, "venv", "--quiet", "--allow-existing", "--python", python, str(VENV))
        if made and not _ailment():
            return
    if importlib.util.find_spec("ensurepip") is None:
        raise Stopped(f"This Python cannot make a venv. As root: {apt_line(('python3-venv',))}")
    if not run(python, "-m", "venv", str(VENV)) or _ailment():
        raise Stopped(f"Making {VENV} failed; the lines above say why. Run the same command again afterwards.")


def _install(lock: Path, run: _Runner) -> None:
    """Install every package of `lock`, each checked against its hash; with uv when there is one, else with pip."""
    say(f"Installing from {lock.name} …")
    was_whole = not UNFINISHED.exists()
    UNFINISHED.touch()
    for way in (_with_uv, _with_pip):
        # Asked each time: a Python that lost its pyvenv.cfg would install into the system.
        if not _ailment() and way(lock, run) and _is_whole({"packages": _packages_of(lock)}):
            return
    if was_whole and _is_whole(_stamped()):
        UNFINISHED.unlink()  # installers fetch everything first: what was there still stands
    raise Stopped("The packages could not be installed; the lines above say why. Run it again afterwards.")


def _with_uv(lock: Path, run: _Runner) -> bool:
    uv = shutil.which("uv")
    if uv is None and run(*_pip("install"), "--quiet", "--require-hashes", "-r", str(UV_LOCK), quiet=True):
        found = PYTHON.with_name("uv.exe" if os.name == "nt" else "uv")
        uv = str(found) if found.exists() else None
    if uv is None:
        return False
    return run(uv, "pip", "install", "--quiet", "--python", str(PYTHON), "--require-hashes", "-r", str(lock))


def _with_pip(lock: Path, run: _Runner) -> bool:
    if not run(*_pip("--version"), quiet=True):
        return False
    return run(*_pip("install"), "--quiet", "--no-compile", "--require-hashes", "-r", str(lock))


def _pip(word: str) -> tuple[str, ...]:
    return (str(PYTHON), "-m", "pip", "--disable-pip-version-check", word)
