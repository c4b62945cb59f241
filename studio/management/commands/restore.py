"""`manage.py restore FILE`: make this data folder the site of a backup."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from studio.backup.dump import Unfit
from studio.backup.restore import read_backup
from studio.server.run import OPEN
from studio.setup.locking import nobody_holds


class Command(BaseCommand):
    help = "Bring back what `backup` wrote. The site must be closed; what was there before is set aside."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="empty a PostgreSQL database that holds a site")

        parser.add_argument(
            "--unchecked", action="store_true", help="take the rows as they are, though a log and its rows disagree"
        )

    def handle(self, *args: Any, file: Path, replace: bool, unchecked: bool, **options: Any) -> None:
        settings.DATA.mkdir(parents=True, exist_ok=True)
        with nobody_holds(settings.DATA / OPEN) as is_closed:
            if not is_closed:
                raise CommandError("The site is open. Close it first, then restore.")
            try:
                counts = read_backup(file, replace, unchecked)
            except Unfit as problem:
                raise CommandError(str(problem)) from None
            except DatabaseError as problem:
                raise CommandError(f"The database would not take it: {str(problem).strip()}") from problem
            except OSError as problem:
                raise CommandError(f"{problem.filename or file}: {problem.strerror or problem}.") from None
        self.stdout.write(f"{file}: {sum(counts.values())} rows of {len(counts)} tables are back.")
