"""A site as it is shipped, in processes of its own, for the benches to measure.

Prepared as `start` prepares it (SQLite in WAL), synchronous writing FULL, production's settings (see settings.py). More
than one process stand over PostgreSQL and Valkey, each at an address of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import psutil

from tests.bench.crowd import REFERENCE
from tests.servers import PROJECT, Postgres, Site, Valkey, free_port, running_site

SHIPPED = {"DJANGO_SETTINGS_MODULE": "tests.bench.settings", "CARTE_SYNC": "FULL"}


@contextmanager
def shipped_site(
    processes: int = 1, environ: Mapping[str, str] | None = None, on_sqlite: bool = False, on_postgres: bool = False
) -> Iterator[Site]:
    """The site in `processes` processes, with `environ` besides; several of them on one file of SQLite, or a single one
    over PostgreSQL and Valkey, if so wanted."""
    with ExitStack() as stack:
        database = redis = None
        if processes > 1 or on_postgres:
            redis = stack.enter_context(Valkey()).url
            database = None if on_sqlite else stack.enter_context(Postgres()).new_database()
        how = SHIPPED | dict(environ or {})
        yield stack.enter_context(running_site(database, redis, processes, environ=how, made_by=("prepare",)))


@dataclass(frozen=True)
class Reference:
    """A bare `websockets` broadcast in a process of its own."""

    process: subprocess.Popen[bytes]
    port: int


@contextmanager
def reference() -> Iterator[Reference]:
    """One that ends with the block."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", REFERENCE, str(port)], cwd=PROJECT, stderr=subprocess.DEVNULL)
    try:
        time.sleep(1.5)
        yield Reference(process, port)
    finally:
        process.kill()
        process.wait()


def ports_of(site: Site) -> list[int]:
    return [int(address.rpartition(":")[2]) for address in site.addresses]


def spent(*processes: subprocess.Popen[bytes]) -> float:
    """Seconds of processor time these processes have used so far."""
    return sum(sum(psutil.Process(process.pid).cpu_times()[:2]) for process in processes)


def resident(*processes: subprocess.Popen[bytes]) -> int:
    """Bytes of memory that these processes hold."""
    return sum(psutil.Process(process.pid).memory_info().rss for process in processes)


def say_where(processes: int, on_sqlite: bool = False, on_postgres: bool = False) -> None:
    """One line on what is measured, and where."""
    what = f"{processes} process{'es' if processes > 1 else ''}, "
    is_alone = processes == 1 and not on_postgres
    what += "SQLite in WAL" if is_alone else "SQLite in WAL and Valkey" if on_sqlite else "PostgreSQL and Valkey"
    print(f"{what}; load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
