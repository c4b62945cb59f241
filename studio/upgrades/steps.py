"""Taking the steps to this release: all of them in one transaction, so that whatever happens meanwhile the release
before still opens the site as it was, and doing it again begins anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import OperationalError, connection, transaction

from studio.upgrades.releases import UpgradeStep

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
