"""`manage.py start`, once Python itself is set up: bring the data folder up to date, then serve."""

from __future__ import annotations

import argparse
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connections

from studio.management.commands.prepare import prepare, refuse_unprepared
from studio.server import run


class Command(BaseCommand):
    help = "Set everything up and serve the site."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        run.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = run.asked(options)
        listening = run.listen(wanted)  # a taken port is said before anything else is done
        prepare()
        connections.close_all()
        for tell in run.TELLS:
            self.stdout.write(tell())
        run.open_site(wanted, listening, refuse_unprepared)
