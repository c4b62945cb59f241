"""`manage.py serve`: open a site that is already set up (`start` sets it up first)."""

from __future__ import annotations

import argparse
from typing import Any

from django.core.management.base import BaseCommand

from studio.management.commands.prepare import refuse_unprepared
from studio.server import run


class Command(BaseCommand):
    help = "Serve a site that has been prepared."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        run.add_arguments(parser)
        parser.add_argument("--fd", type=int, help=argparse.SUPPRESS)  # a listening socket from the parent

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = run.asked(options)
        is_child = wanted.descriptor is not None  # of a parent that has looked; but perhaps it was long ago
        run.open_site(wanted, run.listen(wanted), lambda: refuse_unprepared(is_open=is_child))
