"""Bringing a site's data to this release, and saying so: who may still have it open, the copy, each step."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import DatabaseError, OperationalError, connection, transaction

from studio.server.newer import let_older_go_on
from studio.server.run import OPEN
from studio.setup.locking import nobody_holds
from studio.upgrades import copies, rolling
from studio.upgrades.releases import THIS, DataState, UpgradeStep, state_of_data

Tell = Callable[[str], None]
GOING = 3.0  # seconds for the server to notice that a process has ended
WAY_BACK = "docs/upgrading.md says how to go back to it"


class NotUpgraded(Exception):
    """The data is as it was; the message says why, and what may be done."""


def bring_up(tell: Tell, *, with_a_gap: bool = False, with_copy: bool = True) -> bool:
    """Take what steps are missing, after a copy was made; whether the site is a new one.

    Raises NotUpgraded with nothing changed, DatabaseError.
    """
    here = state_of_data()
    if here.missing and here.is_new:
        copies.upgrade_ended()
        tell(f"Making the tables of a new site in {place()}.")
        take_all(lambda step: None)
    elif here.missing:
        with _closed_or_rolling(here, with_a_gap, tell):
            _upgrade(here, tell, with_copy)
    elif (copy := copies.copy_under_way()) is not None:  # killed after the last step
        copies.upgrade_ended()
        tell(f"The site is up to date. What it was before is in {copy}; {WAY_BACK}.")
    return here.is_new


def place() -> str:
    """Where the rows are, for the host to read: no password."""
    if connection.vendor == "sqlite":
        return str(connection.settings_dict["NAME"])
    about = connection.settings_dict
    return (
        f"the PostgreSQL database {about['NAME']}"
        + (f" at {about['HOST']}" if about["HOST"] else "")
        + (f", port {about['PORT']}" if about["PORT"] else "")
    )


def _upgrade(here: DataState, tell: Tell, with_copy: bool) -> None:
    began = time.monotonic()
    count = len(here.missing)
    tell(f"Bringing the site from {here.release} to {THIS}: {count} step{'s' * (count != 1)}, in {place()}.")
    if with_copy:
        tell(f"A copy of it as it was is in {_copied()}; {WAY_BACK}.")
    else:
        copies.forget_cut_short()
    taken = 0

    def told(step: UpgradeStep) -> None:
        nonlocal taken
        taken = taken % count + 1  # begins anew where older processes were in the way
        tell(f"{taken:>4} of {count}  {step[0]} {step[1].replace('_', ' ')}")

    def say_whether_older_go_on() -> None:
        if rolling.does_roll(here):
            let_older_go_on(here.missing)

    try:
        take_all(told, say_whether_older_go_on)
    except BaseException as problem:
        copies.forget_cut_short()
        if isinstance(problem, DatabaseError):
            at = " ".join(here.missing[taken - 1]) if taken else "the beginning"
            words = str(problem).strip().splitlines()[0]
            raise NotUpgraded(
                f"At step {taken} of {count} ({at}) the database refused: {words}. {AS_IT_WAS}"
            ) from problem
        raise
    copies.upgrade_ended()
    tell(f"The site is up to date; that took {time.monotonic() - began:.0f} s.")


AS_IT_WAS = "Nothing was changed: the release before opens the site as it was."


def _copied() -> str:
    try:
        return str(copies.keep_copy())
    except copies.NoRoom as problem:
        raise NotUpgraded(
            f"{problem} Make room, or keep a copy elsewhere and say: python3 manage.py prepare --without-copy. "
            f"{AS_IT_WAS}"
        ) from problem
    except OSError as problem:
        raise NotUpgraded(
            f"No copy could be made in {settings.DATA}: {problem.strerror or problem}. {AS_IT_WAS}"
        ) from None


@contextmanager
def _closed_or_rolling(here: DataState, with_a_gap: bool, tell: Tell) -> Iterator[None]:
    """Nobody has the site open, or may have it open: of an older release they are, for this one opens no data that
    misses steps."""
    with nobody_holds(settings.DATA / OPEN) as is_closed:
        does_roll = rolling.does_roll(here)
        others = _others_connected() if is_closed and not does_roll else []
        if does_roll or (is_closed and not others):
            yield
        elif with_a_gap:
            tell(
                "Processes of the release before have the site open: from now on they answer with errors "
                "until they are ended."
            )
            yield
        else:
            where = f" (connected to the database: {', '.join(others)})" if others else ""
            raise NotUpgraded(
                f"The site is open with processes of {here.release}, which cannot go on once it is {THIS}{where}. "
                "End them, then begin again; or let them answer with errors meanwhile: python3 manage.py prepare "
                f"--with-a-gap. {AS_IT_WAS}"
            )


def _others_connected() -> list[str]:
    """By name. Processes of other machines hold no lock file here, but the database. Those that only wait to prepare,
    and programs that say what they are (psql, pg_dump), do not count; who was ended a moment ago is waited for.
    Releases up to 0.1 do not say it."""
    if connection.vendor != "postgresql":
        return []
    until = time.monotonic() + GOING
    while (others := _names_of_others()) and time.monotonic() < until:
        time.sleep(0.1)
    return others


def _names_of_others() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT application_name, host(client_addr) FROM pg_stat_activity "
            "WHERE datname = current_database() "
            "AND usename = current_user AND backend_type = 'client backend' "
            "AND (application_name = '' OR application_name LIKE 'carte-blanche%%') "
            "AND application_name <> current_setting('application_name') "
            "AND wait_event IS DISTINCT FROM 'advisory' ORDER BY 1, 2",
            [],
        )
        return [name or f"one without a name from {address or 'this machine'}" for name, address in cursor.fetchall()]


# --- the steps --------------------------------------------------------------------------------------------------------

# All of them in one transaction, so that whatever happens meanwhile the release before still opens the site as it was,
# and doing it again begins anew.

AGAIN = 3  # times, where older processes and this one stand in each other's way
PATIENCE = "20s"  # for whoever reads or writes a table to be done with it
DEADLOCK = "40P01"


def take_all(tell: Callable[[UpgradeStep], None], last: Callable[[], None] = lambda: None) -> None:
    """Take every step that is missing; `tell` hears of each as it begins, `last` is done with them. DatabaseError:
    nothing was changed."""
    for more in reversed(range(AGAIN)):
        try:
            with _all_or_nothing():
                call_command(_Migrate(tell), interactive=False, verbosity=0)
                last()
            return
        except OperationalError as problem:
            if not more or getattr(problem.__cause__, "sqlstate", None) != DEADLOCK:
                raise


@contextmanager
def _all_or_nothing() -> Iterator[None]:
    if connection.vendor == "sqlite":
        connection.disable_constraint_checking()  # tables are made anew; inside of a transaction this is not to be had
        try:
            with transaction.atomic():
                yield
        finally:
            connection.enable_constraint_checking()
        return
    with transaction.atomic():
        connection.connection.prepare_threshold = None  # a plan from before a step does not fit after it
        with connection.cursor() as cursor:
            # A foreign key is looked at when its row is written. Looked at in the end, as it is otherwise, it keeps a
            # table whose rows one step has changed from being changed itself by the next ("pending trigger events").
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            _lock_tables(cursor)
        yield


def _lock_tables(cursor: Any) -> None:
    """All at once before any work: older processes wait in front of them instead of falling over half a step."""
    names = [connection.ops.quote_name(name) for name in connection.introspection.table_names(cursor)]
    if names:
        cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}'")
        cursor.execute(f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE")
        cursor.execute("SET LOCAL lock_timeout = 0")


class _Migrate(migrate.Command):
    def __init__(self, tell: Callable[[UpgradeStep], None]) -> None:
        super().__init__()
        self.tell = tell

    def migration_progress_callback(self, action: str, migration: Any = None, fake: bool = False) -> None:
        if action == "apply_start":
            self.tell((migration.app_label, migration.name))
