"""`manage.py prepare`: bring a data folder up to date. Doing it again, or twice at once, does no harm."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from studio.server.newer import refuse_newer
from studio.setup.locking import locked

STAMP = ".carte-stamp"  # in the folder of static files: what was collected there, and that it was to the end
LOCK_NUMBER = 0x0CA27E  # PostgreSQL's advisory lock: machines that share a database prepare one after the other


class Command(BaseCommand):
    help = "Bring the database, the sample archive and the static files up to date."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        prepare()


def prepare() -> None:
    """Migrate, load the sample archive once, collect static files."""
    try:
        settings.DATA.mkdir(parents=True, exist_ok=True)
        with locked(settings.DATA / ".prepare.lock"), _alone_in_the_database():
            refuse_newer()
            _migrate()
            _load_samples()
            _collect()
    except DatabaseError as problem:
        raise CommandError(f"The database cannot be used: {str(problem).strip()}") from problem
    except OSError as problem:
        raise CommandError(f"The data folder {settings.DATA} cannot be used: {problem.strerror or problem}.") from None


@contextmanager
def _alone_in_the_database() -> Iterator[None]:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=WAL")  # kept in the file: readers no longer wait for the writer
            cursor.fetchall()
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK_NUMBER])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK_NUMBER])


def refuse_unprepared() -> None:
    """CommandError in one sentence when the tables are not those of this version, be they older or newer, or no static
    files were collected.

    A database that does not answer is not said here: the site opens, answers 503 in words, and recovers with it.
    """
    is_new = connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists()  # asking makes it
    if not is_new:
        refuse_newer()
    try:
        is_ready = not is_new and not _unapplied() and _is_collected()
    except OperationalError:
        return
    if not is_ready:
        raise CommandError(
            f"The data folder {settings.DATA} is not ready for this version: prepare it first, with "
            "python3 manage.py prepare (or use start, which does it by itself)."
        )


def _unapplied() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _is_collected() -> bool:
    return not isinstance(staticfiles_storage, ManifestFilesMixin) or (Path(settings.STATIC_ROOT) / STAMP).exists()


def _migrate() -> None:
    if _unapplied():
        call_command("migrate", interactive=False, verbosity=0)


def _load_samples() -> None:
    if "load_samples" in get_commands():
        call_command("load_samples", verbosity=0)


def _collect() -> None:
    """Collect static files unless nothing about them has changed since the last time."""
    root = Path(settings.STATIC_ROOT)
    stamp = root / STAMP
    now = _fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == now:
        return
    call_command("collectstatic", interactive=False, verbosity=0, clear=root.exists())
    stamp.write_text(now, encoding="ascii")


def _fingerprint() -> str:
    """Names, sizes and times of every static file: a tenth of the work of reading them."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            about = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{about.st_size}\0{about.st_mtime_ns}\n".encode())
    return digest.hexdigest()
