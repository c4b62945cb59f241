"""`manage.py prepare`: bring a data folder up to date. Doing it again, or twice at once, does no harm."""

from __future__ import annotations

import argparse
import contextlib
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, connection
from psycopg_pool import PoolTimeout

from studio.server.newer import refuse_newer
from studio.setup.locking import locked
from studio.upgrades.releases import state_of_data
from studio.upgrades.upgrade import NotUpgraded, bring_up, place
from studio.web.collected import STAMP, collect
from studio.web.joined.plan import asked_for
from studio.web.joined.sheets import DoesNotFit

PRIVATE = ("media", "prints", "secret_key")  # in the data folder; a name that only begins so is one that was set aside
LOCK_NUMBER = 0x0CA27E  # PostgreSQL's advisory lock: machines that share a database prepare one after the other


class Command(BaseCommand):
    help = "Bring the database, the sample archive and the static files up to date."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--with-a-gap",
            action="store_true",
            help="also while older processes have the site open: they answer with errors until they are ended",
        )
        parser.add_argument(
            "--without-copy", action="store_true", help="keep no copy of the data as it was; you have one elsewhere"
        )

    def handle(self, *args: Any, with_a_gap: bool, without_copy: bool, **options: Any) -> None:
        prepare(with_a_gap=with_a_gap, with_copy=not without_copy)


def prepare(*, with_a_gap: bool = False, with_copy: bool = True) -> None:
    """Bring the data to this release, load the sample archive once, collect static files, and say what is done."""
    try:
        settings.DATA.mkdir(parents=True, exist_ok=True)
        with locked(settings.DATA / ".prepare.lock"), _alone_in_the_database():
            refuse_newer()
            if bring_up(_tell, with_a_gap=with_a_gap, with_copy=with_copy):
                _tell("Putting the sample decks on the shelf.")
            _call_where_there("load_samples")
            _call_where_there("refill")
            collect(_tell)
            _shut()
    except NotUpgraded as problem:
        raise CommandError(str(problem)) from problem
    except DatabaseError as problem:
        raise CommandError(f"The database cannot be used: {why_it_cannot(problem)}") from problem
    except DoesNotFit as problem:
        raise CommandError(f"The pages' files cannot be joined. {problem}") from None
    except OSError as problem:
        raise CommandError(f"The data folder {settings.DATA} cannot be used: {problem.strerror or problem}.") from None


def why_it_cannot(problem: DatabaseError) -> str:
    """In the database's own words. Of a server that is away the pool says only how long it has waited."""
    words = str(problem).strip()
    if connection.vendor != "postgresql" or not isinstance(problem.__cause__, PoolTimeout):
        return words
    about = connection.settings_dict
    try:
        asked = {"host": about["HOST"], "port": about["PORT"], "user": about["USER"], "password": about["PASSWORD"]}
        given = {name: value for name, value in asked.items() if value}
        with psycopg.connect(dbname=about["NAME"], connect_timeout=3, **given):
            return words  # it answers again
    except psycopg.OperationalError as reason:
        return f"{place()} does not answer ({str(reason).strip().splitlines()[0]})."


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


def refuse_unprepared(*, is_open: bool = False) -> None:
    """CommandError in one sentence when the tables are not those of this version, be they older or newer, or no static
    files were collected. One more process of a site that is open may go on beside a newer release as the others do.

    A database that does not answer is not said here: the site opens, answers 503 in words, and recovers with it.
    """
    is_new = connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists()  # asking makes it
    if not is_new:
        refuse_newer(is_open=is_open)
    try:
        is_ready = not is_new and not state_of_data().missing and _is_collected()
    except OperationalError:
        return
    if not is_ready:
        raise CommandError(
            f"The data folder {settings.DATA} is not ready for this version: prepare it first, with "
            "python3 manage.py prepare (or use start, which does it by itself)."
        )


def _shut() -> None:
    """What of the site's an earlier release left open to everybody on the machine is so no more: rows, pictures and
    prints, also those that were set aside. What the host gave a group stays, and so does the folder itself, which may
    hold more than the site."""
    data = Path(settings.DATA)
    names = [*PRIVATE, Path(connection.settings_dict["NAME"]).name] if connection.vendor == "sqlite" else PRIVATE
    for path in (path for name in names for path in data.glob(f"{name}*")):
        with contextlib.suppress(OSError):  # another's: it is not ours to shut
            mode = path.lstat().st_mode
            if mode & stat.S_IRWXO and not stat.S_ISLNK(mode):
                path.chmod(stat.S_IMODE(mode) & ~stat.S_IRWXO)


def _is_collected() -> bool:
    """Whether there is what pages ask for: with what the release before collected, each of them would fail."""
    if not isinstance(staticfiles_storage, ManifestFilesMixin):
        return True
    asked = asked_for() if getattr(staticfiles_storage, "joins", False) else frozenset[str]()
    return (Path(settings.STATIC_ROOT) / STAMP).exists() and asked.issubset(staticfiles_storage.hashed_files)


def _tell(line: str) -> None:
    print(line, flush=True)


def _call_where_there(name: str) -> None:
    """A command of a room that stands on this one."""
    if name in get_commands():
        call_command(name, verbosity=0)
