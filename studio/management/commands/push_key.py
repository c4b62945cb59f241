"""`manage.py push_key`: a new key for notices of the browser, printed for the host's settings. Nothing is kept."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from studio.server.push_keys import new_key


class Command(BaseCommand):
    help = "Print a new CARTE_PUSH_KEY. A browser that asked under another key has to ask again."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"CARTE_PUSH_KEY={new_key()}")
