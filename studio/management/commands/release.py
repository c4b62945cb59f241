"""`manage.py version` (or `release`; see manage.py): which release the program is, which one the data is of."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Any

import django
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection

from studio.upgrades.releases import THIS, DataState, state_of_data
from studio.upgrades.rolling import does_roll
from studio.upgrades.upgrade import place


class Command(BaseCommand):
    help = "Say which release this is, which one the data is of, and what `prepare` would do."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Carte Blanche, {THIS} (Python {platform.python_version()}, Django {django.get_version()})")
        is_new = (
            connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists()
        )  # asking makes it
        try:
            words = "there is none yet" if is_new else _told(state_of_data())
        except DatabaseError as problem:
            words = f"it does not answer ({str(problem).strip()})"
        self.stdout.write(f"The data is in {place()}: {words}.")


def _told(here: DataState) -> str:
    if here.is_new:
        return "there is none yet"
    if here.unknown:
        return f"of {here.release}, which this program does not open"
    if not here.missing:
        return f"of {here.release}"
    rolls = "the open processes may go on meanwhile" if does_roll(here) else "end every process first"
    return f"of {here.release}; `prepare` takes {len(here.missing)} steps, {rolls}"
