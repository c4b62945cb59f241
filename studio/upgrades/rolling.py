"""What in a step ends processes of the release before: they know neither new columns that must be filled nor that a
column they read is gone. A release that rolls has no such step, so a column goes one release after its last reader."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.operations import (
    AddConstraint,
    AddField,
    AlterField,
    AlterModelTable,
    AlterUniqueTogether,
    DeleteModel,
    RemoveField,
    RenameField,
    RenameModel,
    RunSQL,
)
from django.db.models import NOT_PROVIDED, ForeignKey

from studio.upgrades.releases import RELEASES, ROLLS, DataState

GONE = (RemoveField, DeleteModel, RenameField, RenameModel, AlterModelTable)
NARROWED = (AddConstraint, AlterUniqueTogether, AlterField, RunSQL)  # perhaps: whoever writes one says so otherwise


def does_roll(here: DataState) -> bool:
    """Whether processes of the release that the data is of go on beside this one: if it is the one before, of which
    alone anything is promised."""
    return ROLLS and here.taken.issuperset(RELEASES[-1].last) and not ends_older(here.missing)


def ends_older(steps: Iterable[tuple[str, str]]) -> list[str]:
    """What of these steps a process of the release before does not survive, in words."""
    loader = MigrationLoader(None)
    return [f"{app} {name}: {why}" for app, name in steps for why in reasons(loader.graph.nodes[app, name])]


def reasons(step: Migration) -> list[str]:
    """Why a process that does not know this step cannot go on after it. None, as far as operations tell."""
    return [why for operation in step.operations if (why := _why(operation))]


def _why(operation: object) -> str:
    match operation:
        case AddField(field=field, name=name, model_name=model):
            if field.null or field.db_default is not NOT_PROVIDED:
                return f"{model}.{name} is unique" if field.unique and not isinstance(field, ForeignKey) else ""
            return f"{model}.{name} is new and may not be empty"
        case _ if isinstance(operation, GONE):
            return f"{operation.describe()}"
        case _ if isinstance(operation, NARROWED):
            return f"{operation.describe()}"
        case _:
            return ""
