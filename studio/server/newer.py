"""Whether the data was brought up to date by a newer release than this program is: one that does not know all of its
steps (migrations) would misread what is there, and write what the newer one misreads."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

TakenStep = tuple[str, str]  # app and migration
BESIDE = "carte_beside"  # in place of an app, beside the steps: one with which processes go on that do not know it


def unknown_steps() -> list[TakenStep]:
    """The steps the data has taken that this program does not know. One statement. Raises DatabaseError."""
    return _unknown_of(_taken())


def is_left_behind() -> bool:
    """Whether this process, open since before, cannot go on with the data: with one of the unknown steps nobody said
    that it can. One statement. Raises DatabaseError."""
    return bool(_without_us(_taken()))


def learn_own_steps() -> None:
    """Read which steps this program knows, as the process begins: later its files may be those of a newer release."""
    _known()


def let_older_go_on(steps: Iterable[TakenStep]) -> None:
    """Say with the data that processes that do not know these steps go on until they are ended. What was said of the
    steps before is taken back: it was a promise to the release before those, which nobody gives for these.

    Raises DatabaseError.
    """
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.filter(app=BESIDE).delete()
    for step in steps:
        recorder.record_applied(BESIDE, " ".join(step))


def _taken() -> set[TakenStep]:
    return set(MigrationRecorder(connection).migration_qs.values_list("app", "name"))


def _unknown_of(taken: set[TakenStep]) -> list[TakenStep]:
    return sorted(step for step in taken if step[0] in _rooms() and step not in _known())


def _without_us(taken: set[TakenStep]) -> list[TakenStep]:
    return [step for step in _unknown_of(taken) if (BESIDE, " ".join(step)) not in taken]


def refuse_newer(*, is_open: bool = False) -> None:
    """CommandError in a sentence where the data is of a newer release; in a site that is open already, of one beside
    which this cannot go on. A database that holds nothing, or does not answer, is not said here."""
    try:
        taken = _taken()
        unknown = _without_us(taken) if is_open else _unknown_of(taken)
    except DatabaseError:
        return
    if unknown:
        raise CommandError(too_new(unknown[-1]))


def too_new(step: TakenStep) -> str:
    """In words, naming the step."""
    return (
        f"The data was brought up to date by a newer release (it knows {step[0]} {step[1]}, this one does not), and is "
        "left as it is. Open it with that release; or restore a backup that this one made, into a folder of its own."
    )


class OfThisRelease(BaseCommand):
    """A command that reads and writes the site's rows."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        refuse_newer()
        return super().execute(*args, **options)


@lru_cache(maxsize=1)
def _known() -> frozenset[TakenStep]:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    replaced = {step for migration in loader.disk_migrations.values() for step in migration.replaces}
    return frozenset(loader.disk_migrations) | replaced


@lru_cache(maxsize=1)
def _rooms() -> frozenset[str]:
    """What is of a room that this program does not have says nothing of the others."""
    return frozenset(config.label for config in apps.get_app_configs())
