"""Make a mark from the command line, where no hub runs, and print the version it made."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from studio.models import Stream
from tests.live import fake


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key")
        parser.add_argument("text")

    def handle(self, *args: Any, **options: Any) -> None:
        stream = Stream.objects.get(key=options["key"])
        self.stdout.write(str(fake.mark(stream.pk, None, options["text"]).v))
