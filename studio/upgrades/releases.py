"""Which release a database is of, told by the steps (migrations) it has taken. Asked by whoever opens, brings up to
date, backs up or says the version of a site."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from studio.server.newer import unknown_steps

UpgradeStep = tuple[str, str]  # app and migration
OWN = ("studio", "cards", "play")


@dataclass(frozen=True, slots=True)
class Release:
    """`last` is the last step of each app. Does it roll: do processes of the release before go on beside it once the
    data is prepared, until each is ended (rolling.py)?"""

    name: str
    last: tuple[UpgradeStep, ...]
    rolls: bool


RELEASES = (
    Release("0.1", (("cards", "0003_printjob"), ("play", "0002_removals"), ("studio", "0002_tables")), rolls=False),
)
THIS = "the release after 0.1"  # as long as CHANGELOG.md says "Unreleased"
ROLLS = False  # whether what has come since the last of them does


@dataclass(frozen=True, slots=True)
class DataState:
    """How a database stands to this program: what it has taken, what it misses (in the order in which it would be
    taken), and what only another program knows."""

    taken: frozenset[UpgradeStep]
    missing: tuple[UpgradeStep, ...]
    unknown: tuple[UpgradeStep, ...]

    @property
    def is_new(self) -> bool:
        """No site is in it."""
        return not any(app in OWN for app, _ in self.taken)

    @property
    def release(self) -> str:
        """The release it is of, in words."""
        if self.is_new:
            return "no release"
        if self.unknown:
            return "a newer release ({})".format(" ".join(self.unknown[0]))
        if not self.missing:
            return THIS
        return earlier_release(self.taken)


def earlier_release(taken: Iterable[UpgradeStep]) -> str:
    """The newest release all of whose steps were taken, and how many more were."""
    there = {step for step in taken if step[0] in OWN}
    for release in reversed(RELEASES):
        if there.issuperset(release.last):
            more = sum(name > dict(release.last)[app] for app, name in there)
            return release.name if not more else f"{release.name} and {more} steps more"
    return f"a state before {RELEASES[0].name}"


def state_of_data() -> DataState:
    """Of the database as it is now. Raises DatabaseError."""
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    taken = frozenset(MigrationRecorder(connection).applied_migrations())
    missing = tuple((step.app_label, step.name) for step, _ in executor.migration_plan(graph.leaf_nodes()))
    return DataState(taken, missing, tuple(unknown_steps()) if taken else ())
