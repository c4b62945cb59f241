"""`manage.py backup FILE`: the whole site in one file, made while it is open."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from studio.backup.dump import Unfit, write_backup


class Command(BaseCommand):
    help = "Write database, media and secret key to FILE. The site may be open. Keep the file to yourself."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            counts = write_backup(file)
        except Unfit as problem:
            raise CommandError(str(problem)) from None
        except DatabaseError as problem:
            raise CommandError(f"The database could not be read: {str(problem).strip()}") from problem
        except OSError as problem:
            raise CommandError(f"{file} could not be written: {problem.strerror or problem}.") from None
        self.stdout.write(f"{file}: {sum(counts.values())} rows of {len(counts)} tables.")
